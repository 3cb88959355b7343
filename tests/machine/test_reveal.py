"""The reveal: drum-roll, result, pages, who goes on (controls.md, reveal)."""

import pytest

from device.engine.table import Pad
from device.machine.phases import Paging
from tests.talk import Game

TWO_PAGES = Paging((4000, 4000), must_see=2, first_ms=4000)


def drumming(**more: object) -> Game:
    """Red, orange and yellow have voted; the drum-roll has just begun."""
    game = Game(**more)  # type: ignore[arg-type]
    game.start("red", "orange", "yellow")
    game.roll(2, 3)
    game.vote(red=1, orange=1, yellow=2)
    game.wait(3000 - 100)
    assert game.phase == "reveal"
    return game


def revealed(**more: object) -> Game:
    """The result has just appeared."""
    game = drumming(**more)
    game.wait(1500)
    return game


def test_the_drum_roll_takes_a_second_and_a_half_and_then_all_votes_are_there() -> None:
    game = drumming()
    game.wait(1499)
    assert game.table.has_open_card
    game.wait(1)
    assert game.result().votes == {Pad.RED: 1, Pad.ORANGE: 1, Pad.YELLOW: 2}
    assert game.result().moved == (Pad.RED, Pad.ORANGE)
    assert game.table.positions == {Pad.RED: 3, Pad.ORANGE: 3, Pad.YELLOW: 0}


@pytest.mark.parametrize("pad", ["red", "orange", "yellow", "white"])
def test_in_the_drum_roll_presses_do_nothing(pad: str) -> None:
    game = drumming()
    game.press(pad, 1)
    assert game.refusals() == []
    assert game.state.phase.is_drumroll  # type: ignore[union-attr]


def test_a_hold_in_the_drum_roll_joins() -> None:
    game = drumming()
    game.hold("white", 8)
    assert game.table.is_present(Pad.WHITE)


@pytest.mark.parametrize("pad", ["red", "orange"])
def test_reader_and_next_reader_go_on(pad: str) -> None:
    game = revealed()
    game.wait(1000)
    game.press(pad, 5)
    assert game.phase == "roll"
    assert game.table.reader == Pad.ORANGE


def test_a_key_that_goes_down_within_a_second_of_the_page_does_nothing() -> None:
    game = revealed()
    game.wait(999)
    game.press("red", 5)
    assert game.phase == "reveal"
    assert game.refusals() == []


def test_a_key_that_went_down_in_the_drum_roll_does_nothing() -> None:
    game = drumming()
    game.wait(1000)
    game.hold("red", 5, 4000)
    assert game.phase == "reveal"


def test_the_next_page_comes_first_if_it_was_not_seen_yet() -> None:
    game = revealed(paging=TWO_PAGES)
    game.wait(1000)
    game.press("red", 5)
    assert (game.phase, game.state.pager.page) == ("reveal", 1)
    game.wait(980)
    game.press("red", 5)
    assert game.phase == "roll"


def test_the_second_page_comes_by_itself_after_four_seconds() -> None:
    game = revealed(paging=TWO_PAGES)
    game.wait(3999)
    assert game.state.pager.page == 0
    game.wait(1)
    assert game.state.pager.page == 1
    game.wait(1000)
    game.press("red", 5)
    assert game.phase == "roll"


def test_anothers_press_is_refused_and_anothers_hold_goes_on_for_an_absent_reader() -> None:
    game = revealed()
    game.wait(1000)
    game.press("yellow", 1)
    assert game.refusals() == [("yellow", "not_now")]
    game.hold("yellow", 1)
    assert game.phase == "roll"


def test_a_hold_that_began_too_early_does_not_go_on() -> None:
    game = revealed()
    game.wait(500)
    game.hold("yellow", 1)
    assert game.phase == "reveal"


def test_during_the_result_a_pad_that_has_not_joined_joins_by_holding_its_number() -> None:
    game = revealed()
    game.press("white", 8)
    game.hold("white", 8)
    assert game.table.is_present(Pad.WHITE)
    assert game.phase == "reveal"
    assert game.refusals() == []


def test_the_lights_tell_who_moves_for_five_seconds() -> None:
    game = revealed()
    game.wait(4999)
    assert game.state.phase.lights_until_ms is not None  # type: ignore[union-attr]
    game.wait(1)
    assert game.state.phase.lights_until_ms is None  # type: ignore[union-attr]


def test_the_turn_passes_on_also_when_the_reader_has_left_during_the_result() -> None:
    game = revealed()
    game.hold("white", 8)
    game.leave("orange", 1)
    assert game.phase == "reveal"
    game.wait(1000)
    game.press("orange", 5)
    assert (game.phase, game.table.reader) == ("roll", Pad.ORANGE)


def test_when_too_few_are_left_the_game_pauses_on_the_result_and_goes_on_there() -> None:
    game = revealed()
    game.leave("orange", 3)
    assert game.phase == "paused"
    game.wait(60_000)
    game.hold("white", 8)
    assert game.phase == "reveal"
    assert game.result().moved == (Pad.RED, Pad.ORANGE)


def test_a_key_that_went_down_in_the_drum_roll_is_not_refused_when_it_comes_up_after_it() -> None:
    game = drumming()
    game.wait(1400)
    game.down("yellow", 3)
    game.wait(200)
    game.up("yellow", 3)
    assert game.refusals() == []
    game.press("yellow", 3)
    assert game.refusals() == [("yellow", "not_now")]
