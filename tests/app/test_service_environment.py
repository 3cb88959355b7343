"""The private environment: who gets which parts, and what is said where there are none."""

import sys
from pathlib import Path

import pytest

from device.app.service_deb import TARGETS, Target
from device.app.service_environment import SetupError, build, has_lgpio_wheel, link_lgpio, tidy


def test_the_package_is_for_both_processors_and_both_pythons_of_the_pi() -> None:
    assert {(target.machine, target.python) for target in TARGETS} == {
        (machine, python) for machine in ("aarch64", "x86_64") for python in ((3, 11), (3, 13))
    }


def test_wheels_are_taken_that_debian_12_can_load_and_no_newer_ones() -> None:
    platforms = Target("aarch64", (3, 11)).platforms
    assert "manylinux_2_34_aarch64" in platforms
    assert "manylinux2014_aarch64" in platforms
    assert "manylinux_2_38_aarch64" not in platforms


def test_another_python_is_told_which_ones_it_could_be_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"Python is 3\.12, the package has parts for 3\.11 and 3\.13: use"):
        build(tmp_path / "wheels", tmp_path / "home", (3, 12))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.at_length  # it makes a real environment
def test_an_environment_that_cannot_be_built_leaves_the_old_one_current(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "env-1/bin").mkdir(parents=True)
    (home / "current").symlink_to("env-1")
    (tmp_path / "wheels").mkdir()
    version = sys.version_info[:2] if sys.version_info[:2] in ((3, 11), (3, 13)) else (3, 11)
    with pytest.raises(SetupError, match="64-bit"):
        build(tmp_path / "wheels", home, version)
    assert (home / "current").resolve() == home / "env-1"
    assert sorted(path.name for path in home.iterdir()) == ["current", "env-1"]


def test_only_the_current_environment_stays(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        (tmp_path / f"env-{number}").mkdir()
    (tmp_path / "current").symlink_to("env-2")
    tidy(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["current", "env-2"]


def test_lgpio_is_apts_where_it_has_no_wheel_and_is_linked_alone(tmp_path: Path) -> None:
    assert has_lgpio_wheel((3, 11))
    assert not has_lgpio_wheel((3, 13))
    apt, site = tmp_path / "apt", tmp_path / "site"
    apt.mkdir()
    site.mkdir()
    for name in ("lgpio.py", "_lgpio.cpython-313-aarch64-linux-gnu.so", "gpiozero.py", "PIL.py"):
        (apt / name).write_text("")
    for _ in range(2):
        link_lgpio(site, apt)
    assert sorted(path.name for path in site.iterdir()) == [
        "_lgpio.cpython-313-aarch64-linux-gnu.so",
        "lgpio.py",
    ]
    with pytest.raises(SetupError, match="apt-get install python3-lgpio"):
        link_lgpio(site, tmp_path)
