"""A wrong press says so by light and words, and changes nothing else."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from device.machine import effects as fx
from device.machine.phases import Quiet, State
from tests.talk import Game


def lobby(game: Game) -> None:
    """Red sits on 1."""
    game.sit("red")


def rolling(game: Game) -> None:
    """Red rolls."""
    game.start("red", "orange", "yellow")


def voting(game: Game) -> None:
    """A Versus card is open, and red has voted."""
    rolling(game)
    game.roll(3, 2)
    game.vote(red=1)


def locked(game: Game) -> None:
    """All have voted."""
    voting(game)
    game.vote(orange=2, yellow=2)


def revealed(game: Game) -> None:
    """The result stands for two seconds."""
    locked(game)
    game.wait(4500 + 2000)


def in_menu(game: Game) -> None:
    """Red has the menu open on the end list."""
    voting(game)
    game.menu("red", 8)


WRONG: list[tuple[str, Callable[[Game], None], str, int, bool, str]] = [
    ("someone else's space", lobby, "orange", 1, False, "taken"),
    ("starting alone", lobby, "red", 1, True, "too_few"),
    ("rolling out of turn", rolling, "orange", 1, False, "not_now"),
    ("no face of the die", rolling, "red", 5, False, "not_a_face"),
    ("joining on a player's space", rolling, "white", 2, True, "taken"),
    ("no option", voting, "orange", 5, False, "not_an_option"),
    ("joining on a player's space in a vote", voting, "white", 2, True, "taken"),
    ("no option in the lock", locked, "orange", 5, False, "not_an_option"),
    ("going on out of turn", revealed, "yellow", 5, False, "not_now"),
    ("no number of the list", in_menu, "red", 7, False, "not_an_option"),
]


def without_words(state: State) -> State:
    """The state but for what a refusal may change: its words, its light, when a key was last touched."""
    bare = replace(state, at_ms=0, touched_ms=0, refusals=(), notice=None, quiet=Quiet.AWAKE)
    return bare if bare.menu is None else replace(bare, menu=replace(bare.menu, touched_ms=0))


@pytest.mark.parametrize(
    ("set_up", "pad", "key", "is_hold", "reason"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG]
)
def test_a_refused_press_changes_nothing(
    set_up: Callable[[Game], None], pad: str, key: int, is_hold: bool, reason: str
) -> None:
    game = Game()
    set_up(game)
    game.effects.clear()
    before = without_words(game.state)
    game.down(pad, key)
    game.wait(1000 if is_hold else 1)
    game.up(pad, key)
    assert [(type(effect), effect.reason) for effect in game.effects if isinstance(effect, fx.Refused)] == [
        (fx.Refused, reason)
    ]
    assert [effect for effect in game.effects if not isinstance(effect, fx.Refused)] == []
    after = without_words(game.state)
    if set_up is locked:  # its countdown goes on
        before, after = replace(before, phase=after.phase), after
    assert after == before
    assert game.state.refusals
    assert game.state.notice is not None
