"""The trace: which records there are, what is in them, and in which order (docs/scripts.md)."""

from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from device.app.showing import Shown
from device.app.trace import Record, Trace
from device.engine.table import Table
from device.machine import effects as fx
from device.machine.phases import Settings, State
from tests.talk import BOX, Game

SHORT = Settings(track=2, house=BOX)


class Traced(Game):
    """A game with a trace of everything."""

    def __init__(self, settings: Settings | None = None, **more: Any) -> None:
        self.records: list[Record] = []
        self.trace = Trace(self.records.append, self.lights, self.screen)
        super().__init__(settings, **more)
        self.trace.watch(lambda: self.session.state, self.session.state.table)
        self.trace.close_instant()

    def lights(self, state: State) -> list[str]:
        """Only who has voted: enough to see when lights change."""
        return sorted(state.voted)

    def screen(self, state: State) -> Shown:
        """Only the phase: enough to see when screens change."""
        return Shown(state.phase.name, state.pager.page + 1, Image.new("1", (8, 8), state.menu is not None))

    def instant(self, at_ms: int) -> None:
        """As the trace wants it."""
        self.trace.instant(at_ms)

    def effect(self, effect: fx.Effect, table: Table) -> None:
        """To the trace, too."""
        super().effect(effect, table)
        self.trace.effect(effect, table)

    def new(self, act: Callable[[], object]) -> list[Record]:
        """The records that something leaves, without lights and screens."""
        self.trace.close_instant()
        before = len(self.records)
        act()
        self.trace.close_instant()
        return [record for record in self.records[before:] if record["type"] not in ("lights", "screen")]


def without_time(records: list[Record]) -> list[Record]:
    """Records without their times."""
    return [{key: value for key, value in record.items() if key != "at_ms"} for record in records]


def playing(settings: Settings | None = None) -> Traced:
    """Red, orange and yellow play; red rolls."""
    game = Traced(settings)
    game.start("red", "orange", "yellow")
    return game


def test_the_first_records_are_the_lobby_its_lights_and_its_screen_at_0() -> None:
    game = Traced()
    assert [(record["at_ms"], record["type"]) for record in game.records] == [
        (0, "phase"),
        (0, "lights"),
        (0, "screen"),
    ]
    assert game.records[0]["phase"] == "lobby"


def test_joining_and_leaving() -> None:
    game = Traced()
    assert game.new(lambda: game.press("red", 5)) == [
        {"at_ms": 80, "type": "joined", "pad": "red", "space": 5}
    ]
    game.sit("orange", "yellow", "green", "cyan")
    left = game.new(lambda: game.leave("orange", 5))
    assert {"type": "left", "pad": "red", "space": 5} in without_time(left)


def test_a_refusal_has_a_pad_and_a_reason_and_no_number() -> None:
    game = playing()
    assert without_time(game.new(lambda: game.press("orange", 7))) == [
        {"type": "refused", "pad": "orange", "reason": "not_now"}
    ]


def test_roll_card_and_phase_in_the_order_of_the_instant() -> None:
    game = playing()
    game.press("red", 3)
    assert without_time(game.new(lambda: game.press("red", 4))) == [
        {"type": "rolled", "reader": "red", "category": "versus", "spaces": 4},
        {"type": "card", "category": "versus", "deck": None, "card": None, "subject": 2, "options": [1, 2]},
        {"type": "phase", "phase": "vote"},
    ]


def test_votes_and_withdrawals_have_a_pad_and_nothing_else() -> None:
    game = playing()
    game.roll(2, 1)
    assert (
        without_time(game.new(lambda: game.press("orange", 3, 3))) == [{"type": "voted", "pad": "orange"}] * 2
    )
    game.down("orange", 3)
    withdrawn = game.new(lambda: game.down("orange", 4))
    assert {"type": "withdrawn", "pad": "orange"} in without_time(withdrawn)


def test_the_reveal_is_one_record_with_everything_that_came_of_it() -> None:
    game = playing()
    game.roll(2, 3)
    game.vote(yellow=2, red=1, orange=1)
    [phase, revealed] = game.new(game.reveal)
    assert without_time([phase, revealed]) == [
        {"type": "phase", "phase": "reveal"},
        {
            "type": "revealed",
            "votes": {"red": 1, "orange": 1, "yellow": 2},
            "majority": [1],
            "moved": ["red", "orange"],
            "spaces": 3,
            "positions": {"red": 3, "orange": 3, "yellow": 0},
            "token": 1,
        },
    ]
    assert list(revealed["votes"]) == ["red", "orange", "yellow"]


def test_a_tie_break_is_told_once_right_after_its_reveal_and_a_win_right_after_its_own() -> None:
    game = playing(SHORT)
    game.roll(2, 2)
    game.vote(red=1, orange=1, yellow=2)
    assert without_time(game.new(game.reveal))[-1] == {"type": "tiebreak", "contenders": ["red", "orange"]}
    game.go_on()
    game.roll(2, 1)
    game.vote(red=1, orange=2, yellow=1)
    assert [record["type"] for record in game.new(game.reveal)][-2:] == ["revealed", "won"]


def test_a_win_by_leaving_follows_the_leaving() -> None:
    game = playing(SHORT)
    game.roll(2, 2)
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    facts = without_time(game.new(lambda: game.leave("red", 2)))
    at = facts.index({"type": "left", "pad": "orange", "space": 2})
    assert facts[at + 1] == {"type": "won", "pad": "red"}


def test_undone_says_where_everything_is_again() -> None:
    game = playing()
    game.roll(1, 3)
    game.menu("red", 2)
    facts = without_time(game.new(lambda: game.hold("red", 2)))
    positions = {"red": 0, "orange": 0, "yellow": 0}
    assert {"type": "undone", "positions": positions, "token": 1, "reader": "red"} in facts


@pytest.mark.parametrize("keys", [(6, 1, 2, 3, 8), (6, 2, 5), (6, 3, 2, 8)])
def test_a_board_set_by_hand_is_one_record_a_setting(keys: tuple[int, ...]) -> None:
    game = playing()
    facts = [record for record in game.new(lambda: game.menu("red", *keys)) if record["type"] == "board"]
    assert len(facts) == 1
    assert set(facts[0]) == {"at_ms", "type", "positions", "token", "track"}


def test_a_stuck_key_names_its_pad() -> None:
    game = playing()
    game.down("red", 4)
    assert without_time(game.new(lambda: game.wait(30_000))) == [{"type": "stuck", "pad": "red"}]


def test_the_menu_is_a_phase_and_so_is_what_it_closes_on() -> None:
    game = playing()
    facts = game.new(lambda: game.menu("red", 1))
    assert [record["phase"] for record in facts if record["type"] == "phase"] == ["menu", "roll"]


def test_at_one_instant_facts_come_first_then_phases_then_lights_then_the_screen() -> None:
    game = playing()
    game.roll(2, 1)
    game.vote(red=1, orange=1)
    game.down("yellow", 1)
    game.trace.close_instant()
    assert [record["type"] for record in game.records if record["at_ms"] == game.at_ms] == [
        "voted",
        "phase",
        "lights",
        "screen",
    ]


def test_lights_and_screen_are_told_only_when_they_change() -> None:
    game = playing()
    game.roll(2, 1)
    game.press("red", 1)
    game.trace.close_instant()
    before = len(game.records)
    game.press("red", 2)
    game.wait(60_000)
    game.trace.close_instant()
    assert [record["type"] for record in game.records[before:]] == ["voted"]


def test_nothing_is_drawn_when_nobody_wants_to_see_it() -> None:
    game = Game()
    records: list[Record] = []
    trace = Trace(records.append, None, None)
    trace.watch(lambda: game.state, game.table)
    trace.close_instant()
    assert records == []


def test_a_session_that_starts_shows_nothing_yet() -> None:
    records: list[Record] = []
    trace = Trace(records.append, None, None)
    trace.effect(fx.PhaseBegan("lobby"), Table())
    trace.instant(5)
    assert records == []
