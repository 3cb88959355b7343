"""The systems that the boot tests start from."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from device.app.service_deb import ROOT, Target, build
from tests.boot import workshop
from tests.boot.box import VIRTUAL, drop_in
from tests.boot.container import Container, booted

HERE = Target("x86_64", (3, 11))

Boot = Callable[..., Container]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the tests have seen and measured, whichever process they ran in."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            seen = [text for name, text in report.user_properties if name == "seen"]
            for text in seen if report.when == "call" else ():
                terminalreporter.write_line(str(text))


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, for this kind of system only."""
    return build(tmp_path_factory.mktemp("package"), (HERE,), root=ROOT)


@pytest.fixture(scope="session")
def debian() -> Path:
    """A plain Debian 12, with what the package depends on."""
    workshop.need(workshop.TOOLS)
    return workshop.debian()


@pytest.fixture(scope="session")
def installed(debian: Path, package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Debian 12 with the game installed, as when an image is made: nothing is running."""
    with workshop.overlay(debian, tmp_path_factory.mktemp("installed")) as tree:
        (tree / "imaginiff.deb").write_bytes(package.read_bytes())
        words = "apt-get install --yes --no-install-recommends /imaginiff.deb"
        workshop.run("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "-D", tree, *words.split())
        drop_in(tree, VIRTUAL)
        yield tree


@pytest.fixture
def boot(tmp_path: Path) -> Iterator[Boot]:
    """Boots a copy of a tree, after `prepare(tree)`."""
    with ExitStack() as stack:

        def boot(
            lower: Path, *options: str, prepare: Callable[[Path], None] = lambda tree: None
        ) -> Container:
            number = len(list(tmp_path.glob("tree-*")))
            tree = stack.enter_context(workshop.overlay(lower, tmp_path / f"tree-{number}"))
            prepare(tree)
            starting: AbstractContextManager[Container] = booted(tree, *options)
            return stack.enter_context(starting)

        yield boot
