"""The whole program as the appliance runs it, on a simulated Pi: how it leaves, and a panel that fails."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from device.engine import events as ev
from device.engine.game import apply
from device.engine.table import Pad, Table
from device.machine.machine import PHASES
from device.machine.phases import PAGE_READ_MS
from tests.app.box import ASKED, BLUE, GREEN, RED, STARTED, Box, save, saved, switched_on
from tests.at_length import at_length

QUICK = "[game]\nlock_seconds = 0.5\n"
DARK = {"lights": [0.0] * 8, "panel": 0.0}
GONE_S, GONE_WHEN_BLOCKED_S = 2.0, 5.0
VOTES = tuple(f"press {pad} {vote}" for pad, vote in ((RED, 2), (GREEN, 2), (BLUE, 1)))


def lobby(box: Box) -> None:
    box.says("imaginiff: lobby")
    box.order(f"press {RED} 5")
    box.says("Joined")


def resume(box: Box) -> None:
    box.says("imaginiff: resume")


def gone_on(phase: str) -> Callable[[Box], None]:
    """Go on with the saved game: it stands in that phase."""

    def go_on(box: Box) -> None:
        resume(box)
        box.order(f"press {RED} 1")
        box.says(f"imaginiff: {phase}")

    return go_on


asked = gone_on("vote")


def half_voted(box: Box) -> None:
    asked(box)
    box.order(VOTES[0])
    box.says("red has voted")


def key_held(box: Box) -> None:
    asked(box)
    box.order(f"down {GREEN} 2")
    box.says("green has voted")


def lock(box: Box) -> None:
    asked(box)
    box.order(*VOTES)
    box.says("imaginiff: lock")


def drum_roll(box: Box) -> None:
    lock(box)
    box.says("imaginiff: reveal")


def result(box: Box) -> None:
    drum_roll(box)
    box.says("Opened")


def finale(box: Box) -> None:
    """Both pages of the result are read first."""
    result(box)
    box.order(*[f"wait {PAGE_READ_MS + 100}", f"press {RED} 1"] * 2)
    box.says("imaginiff: finale")


def menu(box: Box) -> None:
    asked(box)
    box.order(f"down {RED} 1", f"down {RED} 8")
    box.says("imaginiff: menu")


NEARLY_WON = (*STARTED, ev.PositionSet(Pad.RED, 24), *ASKED[len(STARTED) :])
TWO_LEFT = (*STARTED, ev.Left(Pad.BLUE))
Stand = tuple[Sequence[ev.Event], Callable[[Box], None]]
STANDS: dict[str, Stand] = {
    "lobby": ((), lobby),
    "resume": (ASKED, resume),
    "roll": (STARTED, gone_on("roll")),
    "vote": (ASKED, half_voted),
    "lock": (ASKED, lock),
    "reveal": (ASKED, drum_roll),
    "finale": (NEARLY_WON, finale),
    "paused": (TWO_LEFT, gone_on("paused")),
    "nobody has voted": (ASKED, asked),
    "key held": (ASKED, key_held),
    "result": (ASKED, result),
    "menu": (ASKED, menu),
}
"""Where a game may stand: what was saved before, and how it comes to stand there."""

AT_ONCE = ("lobby", "vote", "reveal")


def test_no_phase_is_forgotten() -> None:
    assert {phase.name for phase in PHASES} <= set(STANDS)


@pytest.mark.parametrize("stand", [*AT_ONCE, *at_length(*(name for name in STANDS if name not in AT_ONCE))])
def test_asked_to_stop_in_any_phase_it_leaves_in_order(stand: str, tmp_path: Path) -> None:
    before, come_there = STANDS[stand]
    if before:
        save(tmp_path, *before)
    with switched_on(tmp_path, settings=QUICK) as box:
        come_there(box)
        status, took_s, seen = box.stop()
    assert (status, seen) == (0, DARK)
    assert took_s < GONE_S
    assert list((tmp_path / "run").glob("runs.json")) == [], "nothing went wrong"
    kept = saved(tmp_path)
    shown = [line for line in box.lines if line.endswith(("Joined", "Opened", "wins"))]
    assert len(kept) == len(before) + len(shown)


def test_asked_to_stop_while_it_waits_for_its_pins_it_leaves_in_order(tmp_path: Path) -> None:
    with switched_on(tmp_path, "no", "pins") as box:
        box.says("looking")
        status, took_s, seen = box.stop()
    assert (status, seen) == (0, DARK)
    assert took_s < GONE_S


def test_asked_twice_it_leaves_once(tmp_path: Path) -> None:
    with switched_on(tmp_path) as box:
        lobby(box)
        status, took_s, seen = box.stop(times=2)
    assert (status, seen) == (0, DARK)
    assert took_s < GONE_S


@pytest.mark.parametrize("blocked_s", [1, 8])
def test_a_panel_that_blocks_does_not_keep_it(blocked_s: int, tmp_path: Path) -> None:
    """What comes free in time is switched off as ever; what does not is left behind."""
    save(tmp_path, *ASKED)
    with switched_on(tmp_path, settings=QUICK) as box:
        asked(box)
        box.order(f"block {blocked_s}", VOTES[0])
        box.says("blocked")
        status, took_s, seen = box.stop()
    assert status == 0
    assert took_s < GONE_WHEN_BLOCKED_S
    assert seen["lights"] == DARK["lights"]
    assert blocked_s > GONE_WHEN_BLOCKED_S or seen == DARK
    assert saved(tmp_path) == list(ASKED)


# A panel that fails

LESS_USUAL = ("no bus", "no such device", "no end", "at its contrast", "everything, later")
FAILURES = {
    "no bus": (("no", "bus"), ()),
    "nobody answers": (("fail", "EREMOTEIO", "all"), ()),
    "no such device": (("fail", "ENXIO", "all"), ()),
    "no end": (("fail", "ETIMEDOUT", "all"), ()),
    "in mid-picture": ((), ("fail EIO data",)),
    "at its contrast": ((), ("fail EREMOTEIO contrast",)),
    "everything, later": ((), ("fail EREMOTEIO all",)),
}


@pytest.mark.parametrize("failure", ["nobody answers", "in mid-picture", *at_length(*LESS_USUAL)])
def test_a_round_ends_with_the_same_score_whatever_the_panel_does(failure: str, tmp_path: Path) -> None:
    first, later = FAILURES[failure]
    save(tmp_path, *ASKED)
    with switched_on(tmp_path, *first, settings=QUICK) as box:
        if first:
            # What is missing at the start is said first; the next key goes on.
            box.says("imaginiff: resume")
            box.order(f"press {BLUE} 5", f"press {RED} 1")
            box.says("imaginiff: vote")
        else:
            asked(box)
        box.order(*later, *VOTES)
        box.says("Opened")
        status, took_s, seen = box.stop()
    assert (status, seen["lights"]) == (0, DARK["lights"])
    assert took_s < GONE_S
    about_it = [line for line in box.lines if "display" in line.lower() or "i2c" in line.lower()]
    assert len(about_it) <= 1, about_it
    table = Table()
    for event in saved(tmp_path):
        table = apply(table, event)
    assert [(seat.pad, seat.position) for seat in table.seats] == [("red", 2), ("green", 2), ("blue", 0)]
