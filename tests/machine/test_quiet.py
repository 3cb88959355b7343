"""Quiet, stuck keys and notes: what lies over every phase (controls.md, Quiet, Stuck)."""

import pytest

from device.engine.table import Pad
from device.machine import effects as fx
from device.machine.phases import Note, Paging, Quiet
from tests.talk import Game

MINUTE = 60_000
NOTES = (Note("One", ("first",)), Note("Two", ("second",)))


def quiet(game: Game) -> Quiet:
    """How quiet it is now."""
    return game.state.quiet


def notes(game: Game) -> tuple[Note, ...]:
    """The notes that wait to be read."""
    return game.state.notes


def test_the_panel_dims_5_minutes_after_the_last_edge_and_the_key_that_ends_it_acts() -> None:
    game = Game()
    game.wait(5 * MINUTE - 1)
    assert quiet(game) is Quiet.AWAKE
    game.wait(1)
    assert quiet(game) is Quiet.DIM
    game.press("red", 1)
    assert quiet(game) is Quiet.AWAKE
    assert game.table.present == (Pad.RED,)


def test_after_15_minutes_all_is_off_and_the_first_key_only_wakes() -> None:
    game = Game()
    game.wait(15 * MINUTE - 1)
    assert quiet(game) is Quiet.DIM
    game.wait(1)
    assert quiet(game) is Quiet.ASLEEP
    game.press("red", 1)
    assert quiet(game) is Quiet.AWAKE
    assert not game.table.is_present(Pad.RED)
    game.press("red", 1)
    assert game.table.present == (Pad.RED,)


def test_a_key_coming_up_keeps_the_device_awake_too() -> None:
    game = Game()
    game.down("red", 1)
    game.wait(4 * MINUTE)
    game.up("red", 1)
    game.wait(5 * MINUTE - 1)
    assert quiet(game) is Quiet.AWAKE


def test_a_vote_sleeps_and_goes_on_where_it_was() -> None:
    game = Game(paging=Paging((12_000, 4000), first_ms=12_000))
    game.start("red", "orange", "yellow")
    game.roll(2, 1)
    game.vote(red=1)
    game.wait(20 * MINUTE)
    page = game.state.pager.page
    game.press("orange", 1)
    assert (game.phase, game.state.pager.page) == ("vote", page)
    assert game.state.voted == {Pad.RED}


def test_time_never_goes_back_when_the_device_wakes_and_its_page_stays_as_long_again() -> None:
    game = Game(paging=Paging((12_000, 12_000), first_ms=12_000))
    game.start("red", "orange", "yellow")
    game.roll(2, 1)
    game.wait(20 * MINUTE)
    woken_ms, page = game.at_ms, game.state.pager.page
    game.down("orange", 1)
    game.wait(11_999)
    assert game.state.at_ms >= woken_ms
    assert game.state.pager.page == page
    game.wait(1)
    assert game.state.pager.page != page


def test_a_stuck_key_names_its_pad_until_it_is_free() -> None:
    game = Game()
    game.down("red", 1)
    game.wait(30_000)
    assert game.state.stuck == {Pad.RED}
    assert game.state.notice is not None
    assert (game.state.notice.what, game.state.notice.pad) == ("stuck", Pad.RED)
    assert fx.Jammed(Pad.RED) in game.effects
    game.up("red", 1)
    assert game.state.stuck == set()


def test_notes_are_read_one_after_the_other_and_the_key_acts_as_ever() -> None:
    game = Game()
    for note in (*NOTES, NOTES[0]):
        game.session.note(note, game.at_ms)
    assert notes(game) == NOTES
    game.wait(1000)
    game.down("red", 1)
    assert notes(game) == NOTES[1:]
    game.wait(80)
    game.up("red", 1)
    assert notes(game) == NOTES[1:]
    assert game.table.present == (Pad.RED,)
    game.wait(1000)
    game.press("orange", 2)
    assert notes(game) == ()


def test_a_note_that_has_just_appeared_stays() -> None:
    game = Game()
    game.session.note(NOTES[0], game.at_ms)
    game.wait(999)
    game.down("red", 1)
    assert notes(game) == NOTES[:1]


@pytest.mark.parametrize("late_ms", [-500, 0])
def test_a_note_with_an_old_time_does_not_turn_the_clock_back(late_ms: int) -> None:
    game = Game()
    game.press("red", 1)
    before_ms = game.state.at_ms
    game.session.note(NOTES[0], game.state.at_ms + late_ms)
    assert game.state.at_ms == before_ms
