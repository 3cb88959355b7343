# The appliance. Included by the Makefile.
#   make deb            the package, for all systems it runs on, into dist/
#   sudo make install   build it for this system only, and install it
#   sudo make remove    take it away again; the games stay
.PHONY: deb install remove

deb: $(VENV)/.play
	$(BIN)/python -m device.app.service_deb dist

install: $(VENV)/.play
	$(BIN)/imaginiff service install

remove: $(VENV)/.play
	$(BIN)/imaginiff service remove

# The appliance on a real systemd and a real kernel: needs root, Debian 12 and ten minutes. What is missing is
# installed with apt, what is built is cached. The virtual machine, which takes longest, begins first.
#   make test-cuts      ten power cuts at random in one evening of the virtual machine
#   make boot-cache     only make what the others start from
.PHONY: test-boot test-cuts boot-cache
test-boot: $(VENV)/.dev
	$(BIN)/pytest -q -m boot -p no:randomly -n 2 --dist loadfile tests/boot/test_machine.py tests/boot $(ARGS)

test-cuts: $(VENV)/.dev
	IMAGINIFF_CUTS=10 $(BIN)/pytest -q -m boot tests/boot/test_machine.py -k power_cuts $(ARGS)

boot-cache: $(VENV)/.dev
	$(BIN)/python -m tests.boot.workshop
