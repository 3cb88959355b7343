"""Power on, play, pull the plug, power on: a virtual machine, a real kernel, the real drivers."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.boot import workshop
from tests.boot.machine import Machine, disk_of, powered

pytestmark = pytest.mark.boot

CUTS = int(os.environ.get("IMAGINIFF_CUTS", "3"))
"""Random power cuts; CI makes ten."""

RED, GREEN, BLUE = 1, 4, 6
LIGHTS = dict(zip(range(1, 9), (18, 14, 15, 7, 8, 9, 10, 11), strict=True))
LOG = "journalctl --no-pager --output=cat --unit=imaginiff --boot"
IMPORTS = "import gpiozero, luma.oled.device, PIL.Image"
GAME = "/opt/imaginiff/current/bin/python"


@pytest.fixture(scope="module")
def image(debian: Path, package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return disk_of(debian, package, tmp_path_factory.mktemp("machine"))


@pytest.fixture
def disk(image: Path, tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    workshop.run("cp", "--sparse=always", image, disk)
    yield disk
    disk.unlink()


def wait_until_ready(box: Machine) -> None:
    box.wait_for("systemctl is-active imaginiff; true", "active\n".removeprefix("in"))
    box.wait_for("systemctl show --property=SubState imaginiff", "SubState=running")


def start_a_game(box: Machine) -> None:
    for space, pad in enumerate((RED, GREEN, BLUE), 1):
        box.press(pad, space)
    box.wait_for(LOG, "Joined")
    box.press(RED, 1, seconds=1.3)
    box.wait_for(LOG, "a game begins, with 3 players")


def test_powered_on_it_is_played_through_the_real_drivers_and_survives_the_plug(disk: Path) -> None:
    with powered(disk) as box:
        wait_until_ready(box)
        print_times(box)
        start_a_game(box)
        box.press(RED, 1)
        box.wait_for(LOG, "imaginiff: vote")
        before = box.levels(LIGHTS[GREEN], 50)
        for pad in (RED, GREEN):
            box.press(pad, 2)
        box.wait_for(LOG, "green has voted")
        assert len(set(before)) == 2, "breathes"
        assert set(box.levels(LIGHTS[GREEN], 50)[25:]) == {1}, "steady, full"
        assert set(box.levels(LIGHTS[8], 20)) == {0}, "not joined"
    with powered(disk) as box:
        wait_until_ready(box)
        box.wait_for(LOG, "imaginiff: resume")
        box.press(GREEN, 1)
        box.wait_for(LOG, "imaginiff: vote")


def print_times(box: Machine) -> None:
    """Where the time from power-on to ready goes, and our part of it beside the bare imports."""
    shown = box.run(
        "systemctl show --property=ExecMainStartTimestampMonotonic,ActiveEnterTimestampMonotonic imaginiff"
    )
    times = {
        name: int(value) / 1e6 for name, _, value in (line.partition("=") for line in shown.splitlines())
    }
    start_s, ready_s = times["ExecMainStartTimestampMonotonic"], times["ActiveEnterTimestampMonotonic"]
    clock = f"{GAME} -c 'import time; t = time.monotonic(); {IMPORTS}; print(time.monotonic() - t)'"
    bare_s = min(float(box.run(clock)) for _ in range(3))
    print(
        f"\nkernel to unit {start_s:.1f} s, unit to ready {ready_s - start_s:.2f} s, bare imports {bare_s:.2f} s"
    )
    print(box.run("systemd-analyze time || true").splitlines()[0])


def test_ten_cuts_at_random_lose_nothing_but_open_votes(disk: Path) -> None:
    chance, joined = Random(7), False
    for _ in range(CUTS):
        with powered(disk) as box:
            wait_until_ready(box)
            if not joined:
                start_a_game(box)
                joined = True
            else:
                box.wait_for(LOG, "imaginiff: resume")
                box.press(RED, 1)
            for _ in range(chance.randrange(1, 6)):
                box.press(chance.choice((RED, GREEN, BLUE)), chance.randrange(1, 4))
