# Everything that people do with this project. It makes its own Python environment in .venv.
#   make play    the game, on the virtual table in the browser
#   make test    all tests but those that need a browser or a virtual machine
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3

# One test more at a time than there are cores: some wait in real time for what the program does.
PARALLEL := -n $(shell echo $$(($$(nproc) + 1))) --dist worksteal

# Byte code is kept: without it each start of the program reads all of its source anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-browser coverage check bench docs texts clean

play: $(VENV)/.play
	@exec $(BIN)/imaginiff play $(ARGS)

test: $(VENV)/.dev
	$(BIN)/pytest -q $(PARALLEL) $(ARGS)

test-browser: $(VENV)/.dev
	@command -v chromium >/dev/null || { echo "Chromium is missing: sudo apt-get install chromium"; exit 1; }
	$(BIN)/pytest -q -m browser $(ARGS)

# Tests that repeat what others do once, at length or in real time: counting their lines takes minutes, and
# finds no line that the others leave out.
REPEATING := tests/secrecy tests/oracle tests/ui/test_layout.py tests/hw/test_pads.py tests/hw/test_debounce.py \
  tests/app/test_same_trace.py tests/app/test_service_leaving.py

coverage: $(VENV)/.dev
	$(BIN)/pytest -q $(PARALLEL) --cov --cov-report=term:skip-covered --cov-fail-under=90 $(REPEATING:%=--ignore=%) $(ARGS)
	$(BIN)/coverage report --include='device/engine/*,device/machine/*,device/booth/*' --fail-under=100

check: $(VENV)/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench $(ARGS)

# Pictures and pages that the program makes of itself: look at them, then commit them.
docs: $(VENV)/.dev
	$(BIN)/python -m docs.make

# After changing a text of the screens: extract, update, compile; it lists what is not translated yet.
texts: $(VENV)/.dev
	$(BIN)/python -m docs.texts

clean:
	rm -rf $(VENV) build dist .coverage .hypothesis .mypy_cache .ruff_cache .pytest_cache

$(VENV)/.play: pyproject.toml
	@$(MAKE) --no-print-directory environment
	@echo "Installing what the game needs into $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml
	@$(MAKE) --no-print-directory environment
	@echo "Installing what the tests need into $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.play

-include systemd/install.mk

.PHONY: environment
environment:
	@command -v $(PYTHON) >/dev/null || \
	  { echo "Python is missing: sudo apt-get install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed, this is $$($(PYTHON) -V): use a newer Debian or Raspberry Pi OS"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing: sudo apt-get install python3-venv"; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
