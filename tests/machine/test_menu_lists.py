"""The menu's lists: numbers, refusals, back, and asking once more (controls.md, menu)."""

import pytest

from device.machine.menus import (
    BoardList,
    EndList,
    MainList,
    MenuList,
    NewOrder,
    PlayersList,
    SettingsList,
    Sure,
    WhereToken,
    WhoLeaves,
    WhosePosition,
)
from device.machine.phases import Settings
from tests.machine.at_table import playing, voting
from tests.talk import BOX, Game

# The lists


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ((5,), PlayersList()),
        ((5, 1), WhoLeaves()),
        ((5, 2), NewOrder()),
        ((5, 8), MainList()),
        ((6,), BoardList()),
        ((6, 1), WhosePosition()),
        ((6, 2), WhereToken()),
        ((6, 8), MainList()),
        ((7,), SettingsList()),
        ((7, 8), MainList()),
        ((8,), EndList()),
        ((8, 8), MainList()),
    ],
)
def test_numbers_lead_from_list_to_list_and_eight_is_back(keys: tuple[int, ...], expected: MenuList) -> None:
    game = playing()
    game.menu("red", *keys)
    assert game.shown() == expected
    assert game.refusals() == []


@pytest.mark.parametrize("keys", [(5, 3), (5, 1, 7), (6, 4), (6, 1, 7), (8, 4)])
def test_a_number_that_a_list_has_not_is_refused_and_the_list_stays(keys: tuple[int, ...]) -> None:
    game = playing()
    game.menu("red", *keys[:-1])
    before = game.shown()
    game.press("red", keys[-1])
    assert game.refusals() == [("red", "not_an_option")]
    assert game.shown() == before


def test_the_words_of_a_refusal_go_and_the_list_stays() -> None:
    game = playing()
    game.menu("red", 5, 3)
    assert game.state.notice is not None
    game.wait(3000)
    assert game.state.notice is None
    assert game.shown() == PlayersList()


@pytest.mark.parametrize("path", [(5, 1), (5, 2), (6, 1), (6, 2)])
def test_where_all_eight_numbers_are_answers_a_hold_of_any_key_is_back(path: tuple[int, ...]) -> None:
    game = playing()
    game.menu("red", *path)
    game.hold("red", 8)
    assert game.shown() == (PlayersList() if path[0] == 5 else BoardList())


def test_in_other_lists_a_hold_is_a_press() -> None:
    game = playing()
    game.menu("red")
    game.hold("red", 5)
    assert game.shown() == PlayersList()


def test_a_key_that_opened_a_list_is_not_fresh_in_it() -> None:
    game = playing()
    game.menu("red")
    game.down("red", 8)
    game.menu("orange")
    game.menu("red")
    game.up("red", 8)
    assert game.shown() == MainList()


# What is refused now


REFUSED: dict[str, set[tuple[int, ...]]] = {
    "lobby": {(2,), (3,), (4,), (6,), (8, 1)},
    "roll": {(2,), (3,), (4,)},
    "vote": {(5, 2)},
    "lock": {(4,), (5, 2)},
    "drum-roll": {(3,), (4,), (5, 2)},
    "reveal": {(3,), (4,)},
    "finale": {(3,), (4,), (6,)},
    "resume": {(2,), (3,), (4,), (6,)},
}


def game_in(phase: str) -> Game:
    """A game of red, orange and yellow that stands in that phase."""
    game = Game(Settings(track=2, house=BOX))
    game.sit("red", "orange", "yellow")
    if phase == "lobby":
        return game
    game.hold("red", 1)
    if phase == "resume":
        return Game(journal=game.journal, at_ms=game.at_ms)
    if phase != "roll":
        game.roll(2, 2)
    if phase in ("lock", "drum-roll", "reveal"):
        game.hold("white", 8)
        game.vote(red=1, orange=1, yellow=2)
    if phase in ("drum-roll", "reveal"):
        game.wait(3000 if phase == "drum-roll" else 4500)
    if phase == "finale":
        game.win()
    return game


@pytest.mark.parametrize("path", [(2,), (3,), (4,), (6,), (5, 2), (8, 1)])
@pytest.mark.parametrize("phase", REFUSED)
def test_what_is_not_possible_now_is_refused(phase: str, path: tuple[int, ...]) -> None:
    game = game_in(phase)
    opener = "white" if phase == "lock" else "red"  # a voter's chord withdraws the vote: back from the lock
    game.menu(opener)
    before = len(game.refusals())
    game.press(opener, *path)
    assert game.refusals()[before:] == ([(opener, "not_now")] if path in REFUSED[phase] else [])


# Asking once more


def test_a_hold_of_the_same_key_is_yes() -> None:
    game = voting()
    game.menu("red", 2)
    assert isinstance(game.shown(), Sure)
    game.hold("red", 2)
    assert game.phase == "roll"


def test_a_short_press_of_the_same_key_is_nothing_any_other_is_no_and_goes_back_to_its_list() -> None:
    game = voting()
    game.menu("red", 8, 1, 1)
    assert isinstance(game.shown(), Sure)
    game.press("red", 3)
    assert game.shown() == EndList()


def test_a_hold_of_another_key_is_no() -> None:
    game = voting()
    game.menu("red", 2)
    game.hold("red", 3)
    assert game.shown() == MainList()


def test_keeping_the_key_down_that_asked_is_no_yes() -> None:
    game = voting()
    game.menu("red")
    game.hold("red", 2, 5000)
    assert isinstance(game.shown(), Sure)
