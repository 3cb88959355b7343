"""Power on, play, pull the plug, power on: a virtual machine, a real kernel, the real drivers."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.boot import workshop
from tests.boot.machine import Machine, disk_of, powered

pytestmark = pytest.mark.boot

CUTS = int(os.environ.get("IMAGINIFF_CUTS", "3"))
"""Random power cuts; CI makes ten."""

MOST_OVER_BARE = 3.0
"""From the unit's start to ready, over the bare imports. The aim is 2; 2.5 was measured."""

RED, GREEN, BLUE = 1, 4, 6
LIGHTS = dict(zip(range(1, 9), (18, 14, 15, 7, 8, 9, 10, 11), strict=True))
LOG = "journalctl --no-pager --output=cat --unit=imaginiff --boot"
IMPORTS = "import gpiozero, luma.oled.device, PIL.Image"
EVENT = re.compile(
    r"^imaginiff: (?:a game begins.*|LobbyOpened|Joined|Rolled|CardDrawn|Opened|TurnPassed)$", re.MULTILINE
)
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


def unit_times(box: Machine) -> tuple[float, float]:
    """When the unit was started, and when it was ready, in seconds since the kernel's start."""
    names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    start, ready = (box.run(f"systemctl show --value --property={name} imaginiff") for name in names)
    return int(start) / 1e6, int(ready) / 1e6


def time_of_start(box: Machine) -> float:
    """From the unit's start to ready, when nothing else is starting, in seconds."""
    box.run("systemctl restart imaginiff")
    start_s, ready_s = unit_times(box)
    return ready_s - start_s


def time_of_imports(box: Machine) -> float:
    """A process that imports what the hardware needs and no more, from its start to its end, in seconds."""
    uptime = "cut -d' ' -f1 /proc/uptime"
    began, ended = box.run(f"{uptime}; {GAME} -c '{IMPORTS}'; {uptime}").split()
    return float(ended) - float(began)


def test_the_time_from_power_on_to_ready_is_mostly_not_ours(
    disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Our part is measured when the boot is over: before that, one processor does everything at once."""
    with powered(disk) as box:
        wait_until_ready(box)
        start_s, ready_s = unit_times(box)
        box.wait_for("systemctl is-system-running; true", "ing\n")
        box.wait_for("systemctl list-jobs", "No jobs")
        ours_s = min(time_of_start(box) for _ in range(3))
        bare_s = min(time_of_imports(box) for _ in range(3))
        parts = box.run("systemd-analyze --no-pager blame | head -5")
    with powered(disk, "systemd.mask=imaginiff.service") as box:
        box.wait_for("systemctl is-active multi-user.target; true", "active\n")
        box.wait_for("systemctl show --value -p ActiveEnterTimestampMonotonic multi-user.target", "0")
        bare_boot = box.run("systemctl show --value -p ActiveEnterTimestampMonotonic multi-user.target")
    with capsys.disabled():
        print(
            f"\npower-on to the unit's start {start_s:.1f} s, to ready {ready_s:.1f} s; "
            f"a bare boot to multi-user {int(bare_boot) / 1e6:.1f} s\n"
            f"unit's start to ready, the boot over: {ours_s:.2f} s, bare imports {bare_s:.2f} s\n{parts}"
        )
    assert ours_s <= MOST_OVER_BARE * bare_s


def said(box: Machine) -> int:
    """How many events the game has shown since this boot: each was on the disk before."""
    return len(EVENT.findall(box.run(LOG)))


def kept(box: Machine) -> int:
    """How many events are on the disk: read from a copy, as the game has the file to itself."""
    box.run("rm -rf /run/copy && mkdir /run/copy && cp /var/lib/imaginiff/games.sqlite* /run/copy/")
    query = "SELECT count(*) FROM events"
    code = (
        f"import sqlite3; print(sqlite3.connect('/run/copy/games.sqlite').execute('{query}').fetchone()[0])"
    )
    return int(box.run(f'{GAME} -c "{code}"'))


def test_power_cuts_at_random_lose_nothing_but_open_votes(disk: Path) -> None:
    chance = Random(7)
    events = 0
    for cut in range(CUTS):
        with powered(disk) as box:
            wait_until_ready(box)
            assert kept(box) >= events, "all that was shown before the cut"
            before = kept(box) - said(box)
            if cut == 0:
                start_a_game(box)
            else:
                box.wait_for(LOG, "imaginiff: resume")
                box.press(RED, 1)
            for _ in range(chance.randrange(2, 9)):
                box.press(chance.choice((RED, GREEN, BLUE)), chance.randrange(1, 4))
            events = before + said(box)
            # Whatever happens now is not waited for: the plug is pulled in the middle of it.
            box.begin("press", RED, 0.1, 1)
    assert events > CUTS
