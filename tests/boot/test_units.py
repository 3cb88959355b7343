"""The unit files, as systemd itself reads them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot import workshop

pytestmark = pytest.mark.boot

UNIT = "usr/lib/systemd/system/imaginiff.service"
MOST_EXPOSED = 10
"""Tenths: 1.0 on systemd's scale of 0 to 10."""


def verify(tree: Path, unit: Path) -> str:
    """All that systemd has to say about a unit. Empty: nothing."""
    words = ("systemd-analyze", "verify", f"/{unit.relative_to(tree)}")
    return workshop.run(
        "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "-D", tree, *words
    ).strip()


def exposure_command(unit: Path) -> list[str]:
    words = ["systemd-analyze", "security", "--no-pager", "--offline=true", f"--threshold={MOST_EXPOSED}"]
    return [*words, str(unit)]


@pytest.fixture
def tree(installed: Path, tmp_path: Path) -> Iterator[Path]:
    with workshop.overlay(installed, tmp_path) as tree:
        # Only the unit itself: what the tests change is not on trial.
        (tree / "etc/systemd/system/imaginiff.service.d/virtual.conf").unlink()
        yield tree


def test_systemd_has_nothing_to_say_about_the_unit(tree: Path) -> None:
    assert said(tree, "") == ""


def test_an_unknown_key_would_not_pass(tree: Path) -> None:
    assert "RestartStops" in said(tree, "RestartStops=3\n")


def said(tree: Path, more: str) -> str:
    unit = tree / UNIT
    unit.write_text(unit.read_text().replace("[Service]\n", f"[Service]\n{more}"))
    return "\n".join(line for line in verify(tree, unit).splitlines() if "propagate" not in line)


def test_the_unit_is_as_tight_as_it_can_be_with_real_pins() -> None:
    workshop.need(workshop.TOOLS)
    workshop.run(*exposure_command(workshop.ROOT / "systemd/imaginiff.service"))


def test_a_looser_unit_would_not_pass(tmp_path: Path) -> None:
    workshop.need(workshop.TOOLS)
    text = (workshop.ROOT / "systemd/imaginiff.service").read_text()
    loose = tmp_path / "imaginiff.service"
    loose.write_text(text.replace("NoNewPrivileges=yes\n", "").replace("PrivateNetwork=yes\n", ""))
    with pytest.raises(AssertionError, match="exposure"):
        workshop.run(*exposure_command(loose))
