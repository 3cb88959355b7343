"""Shared by all tests."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

# Machines that run tests are busy: how long an example takes says nothing about the code.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI a check that was skipped is a failure: nobody looks at what did not run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped") and exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_finish() -> None:
    """Garbage is looked for among what tests make, not among thousands of tests."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--at-length`: many more examples, as CI does."""
    parser.addoption("--at-length", action="store_true", help="many more random games and pairs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `at_length` runs with `--at-length` alone; it is not here otherwise, so not skipped."""
    if not config.getoption("--at-length"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("at_length")])
        items[:] = [item for item in items if not item.get_closest_marker("at_length")]
