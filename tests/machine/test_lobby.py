"""The lobby: sitting down, moving, starting (controls.md, lobby)."""

import pytest

from device.engine.table import Pad
from tests.talk import Game


def seats(game: Game) -> list[tuple[str, int]]:
    """Who sits where, in turn order."""
    return [(seat.pad.value, seat.space) for seat in game.table.seats]


def test_the_first_screen_is_the_lobby() -> None:
    assert Game().phase == "lobby"


def test_a_free_number_joins_last_in_turn_order() -> None:
    game = Game()
    game.press("blue", 4)
    game.press("red", 2)
    assert seats(game) == [("blue", 4), ("red", 2)]


def test_a_joined_pad_moves_and_keeps_its_place_in_turn_order() -> None:
    game = Game()
    game.sit("red", "orange")
    game.press("red", 7)
    assert seats(game) == [("red", 7), ("orange", 2)]


def test_someone_elses_number_is_refused() -> None:
    game = Game()
    game.sit("red", "orange")
    game.press("orange", 1)
    game.press("white", 2)
    assert game.refusals() == [("orange", "taken"), ("white", "taken")]
    assert seats(game) == [("red", 1), ("orange", 2)]


def test_ones_own_number_is_nothing() -> None:
    game = Game()
    game.sit("red")
    game.press("red", 1)
    assert game.refusals() == []


def test_a_hold_of_ones_own_number_starts_the_game_with_three() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    assert game.phase == "roll"
    assert game.table.reader == Pad.RED


def test_any_joined_pad_starts_the_game_and_the_first_to_join_reads() -> None:
    game = Game()
    game.sit("red", "orange", "yellow")
    game.hold("yellow", 3)
    assert game.table.reader == Pad.RED


def test_with_fewer_than_three_a_start_is_refused() -> None:
    game = Game()
    game.start("red", "orange")
    assert game.refusals() == [("red", "too_few")]
    assert game.phase == "lobby"


@pytest.mark.parametrize("number", [2, 5])
def test_a_hold_of_another_number_is_a_press(number: int) -> None:
    game = Game()
    game.sit("red", "orange", "yellow")
    game.hold("red", number)
    assert game.phase == "lobby"
    assert seats(game)[0] == ("red", 1 if number == 2 else 5)


def test_a_long_press_of_a_pad_that_has_not_joined_joins() -> None:
    game = Game()
    game.hold("green", 6, 2500)
    assert seats(game) == [("green", 6)]


def test_joining_takes_the_words_of_a_refusal_away() -> None:
    game = Game()
    game.sit("red")
    game.press("orange", 1)
    assert game.state.notice is not None
    game.press("orange", 2)
    assert game.state.notice is None


def test_a_refusal_is_over_after_six_tenths_of_a_second_and_its_words_after_three() -> None:
    game = Game()
    game.sit("red")
    game.down("orange", 1)
    game.up("orange", 1)
    assert game.state.refusals
    game.wait(599)
    assert game.state.refusals
    game.wait(1)
    assert game.state.refusals == ()
    game.wait(2399)
    assert game.state.notice is not None
    game.wait(1)
    assert game.state.notice is None


def test_a_second_refusal_of_a_pad_takes_the_place_of_its_first() -> None:
    game = Game()
    game.sit("red")
    game.press("orange", 1, 1)
    assert [refusal.pad for refusal in game.state.refusals] == [Pad.ORANGE]
    game.press("yellow", 1)
    assert [refusal.pad for refusal in game.state.refusals] == [Pad.ORANGE, Pad.YELLOW]
