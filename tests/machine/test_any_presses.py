"""Whatever people do, wherever they start: nothing raises, time never goes back, the journal is the table."""

from collections.abc import Callable
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.engine.cards import Category
from device.engine.game import apply
from device.engine.table import House, Pad, Table
from device.machine.phases import Paging, Settings, State
from tests.talk import BOX, CARDS, Game, card

PADS = st.sampled_from((Pad.RED, Pad.ORANGE, Pad.YELLOW, Pad.WHITE))
KEYS = st.integers(1, 8)
WAITS = st.sampled_from((20, 600, 1000, 1500, 3000, 5000, 30_000, 60_000, 16 * 60_000))
ACTS = st.one_of(
    st.tuples(st.sampled_from(("press", "hold", "down", "up")), PADS, KEYS),
    st.tuples(st.just("menu"), PADS, KEYS),
    st.tuples(st.just("yes"), PADS, KEYS),
    st.tuples(st.just("wait"), st.none(), WAITS),
    st.tuples(st.just("cut"), st.none(), st.just(0)),
)
PAGING = Paging((4000, 4000), must_see=2, first_ms=4000)
TABLES = {
    "box": (Settings(track=3, house=BOX), CARDS),
    "tie-break": (Settings(track=2, house=BOX), CARDS),
    "device": (Settings(track=3, house=House()), CARDS),
    "one card": (Settings(track=3, house=House(has_own_die=False)), [card(Category.EVERYBODY)]),
    "timed": (Settings(track=3, house=BOX, vote_ms=5000, lock_ms=0), CARDS),
}


BEGINNINGS = ("lobby", "roll", "vote", "lock", "drum-roll", "reveal", "paused", "resume", "finale")


class Evening:
    """A game at one of the tables, begun as far as a phase."""

    def __init__(self, table: str, phase: str) -> None:
        self._rules, self._cards = TABLES[table]
        self.game = Game(self._rules, self._cards, paging=PAGING)
        self.game.sit("red", "orange", "yellow")
        for step in self._way_to(phase):
            step()

    def _way_to(self, phase: str) -> list[Callable[[], None]]:
        game = self.game
        way: list[Callable[[], None]] = [
            lambda: None,
            lambda: game.hold("red", 1),
            lambda: game.roll(2, 2),
            lambda: game.vote(red=1, orange=1, yellow=2),
            lambda: game.wait(3000),
            lambda: game.wait(1500),
        ]
        more = {
            "paused": lambda: game.leave("red", 3),
            "resume": self.cut,
            "finale": lambda: game.leave("red", 2),
        }
        return [*way, more[phase]] if phase in more else way[: BEGINNINGS.index(phase) + 1]

    def cut(self) -> None:
        """The power fails and comes back."""
        self.game = Game(self._rules, self._cards, self.game.journal, PAGING, at_ms=self.game.at_ms)

    def act(self, what: str, pad: Pad | None, number: int) -> None:
        """One thing that people do, or that happens."""
        if what == "cut":
            self.cut()
        elif pad is None:
            self.game.wait(number)
        elif what == "yes":
            self.game.menu(pad, number)
            self.game.hold(pad, number)
        else:
            getattr(self.game, what)(pad, number)


@pytest.mark.parametrize("phase", BEGINNINGS)
def test_an_evening_can_begin_in_every_phase(phase: str) -> None:
    assert Evening("tie-break", phase).game.phase == {"drum-roll": "reveal"}.get(phase, phase)


@settings(max_examples=150)
@given(st.sampled_from(sorted(TABLES)), st.sampled_from(BEGINNINGS), st.lists(ACTS, max_size=30))
def test_nothing_that_people_do_breaks_the_game(
    table: str, phase: str, acts: list[tuple[str, Pad | None, int]]
) -> None:
    evening = Evening(table, phase)
    for act in acts:
        before = evening.game.state
        evening.act(*act)
        assert_sane(before, evening.game.state)
    game = evening.game
    *_, (_, events) = game.journal.games()
    assert reduce(apply, events, Table()) == game.table


def assert_sane(before: State, after: State) -> None:
    """What holds of every state, and of the one after it."""
    table = after.table
    assert after.at_ms >= before.at_ms
    assert after.voted <= set(table.turns[-1].voters if table.has_open_card else ())
    assert all(0 <= seat.position <= table.track for seat in table.seats)
    assert (
        len({seat.space for seat in table.seats})
        == len({seat.pad for seat in table.seats})
        == len(table.seats)
    )
