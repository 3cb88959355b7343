"""The appliance on a real systemd, in a container."""

import re
import time
from pathlib import Path

import pytest

from device.app.service_runs import CRASHES
from tests.boot.box import (
    RESTART,
    START,
    SWITCH_OFF,
    THREE_JOIN,
    drop_in,
    play,
    press,
    wait_for_words,
    wait_until_ready,
)
from tests.boot.conftest import Boot

pytestmark = pytest.mark.boot

# systemd-nspawn's exit status.
POWERED_OFF, WANTS_TO_RESTART = 0, 133

SITE = "opt/imaginiff/current/lib/python3.11/site-packages"


def test_it_boots_into_the_game_and_is_ready_only_when_presses_count(boot: Boot, installed: Path) -> None:
    box = boot(installed)
    wait_until_ready(box)
    play(box, *THREE_JOIN, *START)
    wait_for_words(box, "a game begins")
    lines = box.log().splitlines()
    told = next(number for number, line in enumerate(lines) if "Started imaginiff" in line)
    assert any("The table is at" in line for line in lines[: told + 1])


def test_it_starts_before_the_system_is_up_and_waits_for_no_network(boot: Boot, installed: Path) -> None:
    box = boot(installed)
    wait_until_ready(box)
    begun_us = int(box.show("InactiveExitTimestampMonotonic"))
    basic_us = int(box.show("ActiveEnterTimestampMonotonic", "basic.target"))
    assert begun_us < basic_us
    late = ("network", "time-sync", ".device", "basic.target", "sysinit.target")
    assert not [unit for unit in box.show("After").split() if any(word in unit for word in late)]


def test_it_runs_as_its_own_user_in_a_tight_box(boot: Boot, installed: Path) -> None:
    box = boot(installed)
    process = wait_until_ready(box)
    status = box.run("cat", f"/proc/{process}/status")
    assert re.search(r"NoNewPrivs:\s1", status)
    assert re.search(r"CapBnd:\s0000000000000000", status)
    assert (
        "imaginiff" in box.run("ps", "-o", "user=", "-p", str(process), status=None)
        or "Uid:\t0" not in status
    )
    assert re.search(r"Max core file size\s+0\s+0", box.run("cat", f"/proc/{process}/limits"))
    assert "SAFE" in box.run("systemd-analyze", "security", "--no-pager", "imaginiff.service")
    modes = box.run("stat", "-c", "%a %U", "/var/lib/imaginiff", "/var/lib/imaginiff/games.sqlite")
    assert modes.split() == ["700", "imaginiff", "600", "imaginiff"]


def test_lgpio_leaves_no_pipe_in_code_state_or_deck_folders(boot: Boot, installed: Path) -> None:
    """lgpio makes its pipe in the working directory; a service starts in /."""
    box = boot(installed)
    wait_until_ready(box)
    assert box.run("find", "/opt/imaginiff", "/var/lib/imaginiff", "-name", ".lgd-nfy*") == ""


def test_killed_in_mid_game_it_is_back_at_once_and_the_game_is_as_it_was(boot: Boot, installed: Path) -> None:
    box = boot(installed)
    process = wait_until_ready(box)
    play(box, *THREE_JOIN, *START)
    wait_for_words(box, "a game begins")
    box.run("systemctl", "kill", "--kill-who=main", "--signal=KILL", "imaginiff.service")
    box.wait_for("NRestarts", "1")
    assert wait_until_ready(box) != process
    wait_for_words(box, "imaginiff: resume")


def test_a_game_that_hangs_is_killed_and_started_again(boot: Boot, installed: Path) -> None:
    box = boot(installed, prepare=lambda tree: drop_in(tree, "[Service]\nWatchdogSec=3\n", "watchdog"))
    wait_until_ready(box)
    box.run("sleep", "4")
    assert box.show("NRestarts") == "0", "fed by the loop, also when nobody plays"
    box.run("systemctl", "kill", "--kill-who=main", "--signal=STOP", "imaginiff.service")
    box.wait_for("NRestarts", "1")
    wait_until_ready(box)
    assert "Watchdog timeout" in box.log()
    assert "Current thread" in box.log(), "the log says where it stood"


def test_five_crashes_in_a_row_end_in_safe_mode_without_what_failed(boot: Boot, installed: Path) -> None:
    def poison(tree: Path) -> None:
        """A bug that people's own decks bring out."""
        code = tree / SITE / "device/app/deck_reader.py"
        text = code.read_text()
        bug = "        if len(folders) > 1:\n            raise ZeroDivisionError('red voted 7')\n"
        spot = re.search(r"def __init__\(\s*self,.*?\) -> None:\n", text, re.DOTALL)
        assert spot is not None
        code.write_text(text[: spot.end()] + bug + text[spot.end() :])
        for cached in (code.parent / "__pycache__").glob("deck_reader.*"):
            cached.unlink()

    box = boot(installed, prepare=poison)
    wait_until_ready(box, patience_s=90)
    log = box.log()
    numbers = set(re.findall(r"error (\d+): ZeroDivisionError at device/app/deck_reader.py:\d+", log))
    assert len(numbers) == 1
    assert box.show("NRestarts") == str(CRASHES)
    assert f"safe mode: without decks, because of error {numbers.pop()}" in log
    assert "red voted 7" not in log
    play(box, *THREE_JOIN, *START)
    wait_for_words(box, "a game begins")


def test_what_is_missing_at_boot_is_waited_for_and_never_given_up(boot: Boot, installed: Path) -> None:
    """No pins at all; they appear after 20 s."""
    box = boot(installed, prepare=lambda tree: drop_in(tree, "", "virtual"))
    box.run("sleep", "20")
    assert int(box.show("NRestarts")) >= 2
    assert box.show("Result") != "start-limit-hit"
    assert "There is no GPIO chip" in box.log()
    text = (installed / "etc/systemd/system/imaginiff.service.d/virtual.conf").read_text()
    drop_in(box.tree, text)
    box.run("systemctl", "daemon-reload")
    wait_until_ready(box, patience_s=10)


def test_stopped_while_it_waits_for_what_is_missing_it_goes_at_once(boot: Boot, installed: Path) -> None:
    box = boot(installed, prepare=lambda tree: drop_in(tree, "", "virtual"))
    wait_for_words(box, "trying again in 3 s")
    began_s = time.monotonic()
    box.run("systemctl", "stop", "imaginiff.service")
    assert time.monotonic() - began_s < 2
    assert box.show("ActiveState") in ("inactive", "failed")
    assert box.show("Result") != "timeout"


def test_stopped_in_mid_game_it_is_gone_in_two_seconds_in_order(boot: Boot, installed: Path) -> None:
    """Without a handler a service is killed after a minute and a half, and its lights stay on."""
    box = boot(installed)
    wait_until_ready(box)
    play(box, *THREE_JOIN, *START, "press red 1")
    began_s = time.monotonic()
    box.run("systemctl", "stop", "imaginiff.service")
    assert time.monotonic() - began_s < 2
    assert (box.show("Result"), box.show("ExecMainStatus")) == ("success", "0")
    assert box.show("ActiveState") == "inactive"


def test_switching_off_from_the_menu_powers_the_box_off(boot: Boot, installed: Path) -> None:
    box = boot(installed)
    wait_until_ready(box)
    press(box, *THREE_JOIN, *SWITCH_OFF)
    assert box.end() == POWERED_OFF


def test_restarting_from_the_menu_starts_the_box_again(boot: Boot, installed: Path) -> None:
    box = boot(installed)
    wait_until_ready(box)
    press(box, *THREE_JOIN, *RESTART)
    assert box.end() == WANTS_TO_RESTART


def test_on_a_read_only_disk_the_game_is_played_in_memory(boot: Boot, installed: Path) -> None:
    """The card has worn out, and the kernel has made it read-only."""
    box = boot(installed, "--read-only")
    wait_until_ready(box)
    assert "playing in memory" in box.log()


def test_its_state_may_lie_on_a_partition_of_its_own_under_a_read_only_root(
    boot: Boot, installed: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    state.mkdir()
    box = boot(installed, "--read-only", f"--bind={state}:/var/lib/imaginiff")
    wait_until_ready(box)
    assert "playing in memory" not in box.log()
    assert (state / "games.sqlite").is_file()


def test_a_partition_of_the_games_that_does_not_come_does_not_keep_the_box(
    boot: Boot, installed: Path
) -> None:
    def without_it(tree: Path) -> None:
        """What systemd makes of a line of fstab, which it does not read in a container."""
        unit = tree / "etc/systemd/system/var-lib-imaginiff.mount"
        unit.write_text("[Mount]\nWhat=/dev/mmcblk0p3\nWhere=/var/lib/imaginiff\nType=ext4\n")

    box = boot(installed, prepare=without_it)
    wait_until_ready(box)
    assert box.show("ActiveState", "var-lib-imaginiff.mount") != "active"


def test_on_a_full_disk_the_game_goes_on_with_one_warning_and_is_saved_when_there_is_room(
    boot: Boot, installed: Path
) -> None:
    box = boot(installed, "--tmpfs=/var/lib/imaginiff:size=1M,mode=0700")
    wait_until_ready(box)
    filler = "/var/lib/imaginiff/filler"
    box.run("sh", "-c", f"head -c 2M /dev/zero >{filler}", status=None)
    play(box, *THREE_JOIN, *START, "press red 1", "wait 2s", "press red 1", "press green 2")
    wait_for_words(box, "playing on in memory")
    assert box.log().count("playing on in memory") == 1
    box.run("rm", filler)
    play(box, "press blue 1", "press red 2")
    box.run("systemctl", "kill", "--kill-who=main", "--signal=KILL", "imaginiff.service")
    wait_for_words(box, "imaginiff: resume")
