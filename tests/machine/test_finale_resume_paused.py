"""Won, gone on after a power cut, or too few at the table (controls.md, finale, resume, paused)."""

import pytest

from device.app.journal import Journal
from device.engine.table import Pad
from device.machine.phases import Asked, Paging, Settings
from tests.talk import BOX, Game

SHORT = Settings(track=2, house=BOX)


def finished(paging: Paging | None = None) -> Game:
    """Orange, put on 1 by hand, has won in the second round."""
    game = Game(SHORT, paging=paging)
    game.start("red", "orange", "yellow")
    game.roll(2, 2)
    game.win()
    assert game.table.winner == Pad.ORANGE
    return game


def after_a_cut(game: Game) -> Game:
    """The power failed and came back."""
    return Game(SHORT, journal=game.journal, at_ms=game.at_ms)


# Finale


def test_the_winning_reveal_goes_on_to_the_finale() -> None:
    assert finished().phase == "finale"


def test_in_the_finale_presses_do_nothing_and_a_hold_asks_for_a_new_game() -> None:
    game = finished()
    game.press("red", 3)
    assert game.refusals() == []
    game.hold("yellow", 3)
    assert game.state.phase.asked is not None  # type: ignore[union-attr]
    assert game.phase == "finale"


def test_the_same_hold_again_opens_a_lobby_with_the_same_pads_on_the_same_spaces() -> None:
    game = finished()
    game.hold("yellow", 3)
    game.hold("yellow", 3)
    assert game.phase == "lobby"
    assert [(seat.pad, seat.space, seat.position) for seat in game.table.seats] == [
        (Pad.RED, 1, 0),
        (Pad.ORANGE, 2, 0),
        (Pad.YELLOW, 3, 0),
    ]


def test_a_short_press_of_the_same_key_is_nothing_and_any_other_key_is_no() -> None:
    game = finished()
    game.hold("yellow", 3)
    game.press("yellow", 3)
    assert game.state.phase.asked is not None  # type: ignore[union-attr]
    game.press("yellow", 4)
    assert game.state.phase.asked is None  # type: ignore[union-attr]


def test_a_hold_of_another_key_is_no() -> None:
    game = finished()
    game.hold("yellow", 3)
    game.hold("yellow", 4)
    assert game.state.phase.asked is None  # type: ignore[union-attr]


def test_one_long_hold_does_not_say_yes_to_itself() -> None:
    game = finished()
    game.hold("yellow", 3, 5000)
    assert game.phase == "finale"


def test_another_pads_hold_asks_that_pad_instead() -> None:
    game = finished()
    game.hold("yellow", 3)
    at_ms = game.at_ms
    game.hold("red", 3)
    assert game.state.phase.asked == Asked(Pad.RED, 3, at_ms + 1000)  # type: ignore[union-attr]


def test_a_question_is_dropped_after_a_minute() -> None:
    game = finished()
    game.hold("yellow", 3)
    game.wait(60_000)
    assert game.state.phase.asked is None  # type: ignore[union-attr]


def test_the_evenings_figures_are_on_seven_and_eight() -> None:
    game = finished(Paging((60_000, 60_000), first_ms=60_000))
    game.press("red", 8)
    assert game.state.pager.page == 1
    game.press("yellow", 7)
    assert game.state.pager.page == 0


# Resume


def test_after_a_cut_any_joined_pad_goes_on_with_one() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game = after_a_cut(game)
    assert game.phase == "resume"
    game.press("white", 1)
    assert game.phase == "resume"
    game.press("yellow", 1)
    assert game.phase == "roll"


def test_an_open_vote_is_voted_again_on_the_same_card() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game.roll(1, 3)
    game.vote(red=1, orange=1)
    turn = game.table.turn
    game = after_a_cut(game)
    game.press("red", 1)
    assert (game.phase, game.state.voted, game.table.turn) == ("vote", frozenset(), turn)
    assert game.state.phase.die_until_ms is None  # type: ignore[union-attr]


def test_after_the_instant_of_the_reveal_the_reveal_stands() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game.roll(2, 3)
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    game = after_a_cut(game)
    game.press("red", 1)
    assert game.phase == "reveal"
    assert game.result().moved == (Pad.RED, Pad.ORANGE)
    game.go_on()
    assert game.phase == "roll"


def test_a_paused_game_is_paused_again() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game.roll(2, 3)
    game.leave("red", 3)
    game = after_a_cut(game)
    game.press("red", 1)
    assert game.phase == "paused"


def test_two_asks_for_a_new_game_and_a_hold_of_two_is_yes() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game = after_a_cut(game)
    game.press("red", 2)
    assert game.state.phase.asked is not None  # type: ignore[union-attr]
    game.hold("red", 2)
    assert game.phase == "lobby"
    assert game.table.present == (Pad.RED, Pad.ORANGE, Pad.YELLOW)


def test_any_other_key_is_no_and_others_may_still_go_on() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game = after_a_cut(game)
    game.press("red", 2, 2)
    assert game.state.phase.asked is not None  # type: ignore[union-attr]
    game.press("red", 1)
    assert (game.phase, game.state.phase.asked) == ("resume", None)  # type: ignore[union-attr]
    game.press("red", 2)
    game.press("orange", 1)
    assert game.phase == "roll"


@pytest.mark.parametrize("key", range(3, 9))
def test_anything_but_one_and_two_is_refused(key: int) -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game = after_a_cut(game)
    game.press("red", key)
    assert game.refusals() == [("red", "not_an_option")]


def test_a_question_in_resume_is_dropped_after_a_minute() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game = after_a_cut(game)
    game.press("red", 2)
    game.wait(60_000)
    assert game.state.phase.asked is None  # type: ignore[union-attr]


def test_after_a_cut_a_lobby_is_the_lobby_as_it_was() -> None:
    game = Game()
    game.sit("red", "orange")
    game = after_a_cut(game)
    assert (game.phase, game.table.present) == ("lobby", (Pad.RED, Pad.ORANGE))


def test_after_a_cut_in_the_finale_a_lobby_opens_with_the_same_pads() -> None:
    game = after_a_cut(finished())
    assert (game.phase, game.table.present) == ("lobby", (Pad.RED, Pad.ORANGE, Pad.YELLOW))
    assert set(game.table.positions.values()) == {0}


def test_an_empty_journal_begins_a_lobby_once() -> None:
    journal = Journal(None)
    Game(journal=journal)
    assert Game(journal=journal).phase == "lobby"
    assert len(list(journal.games())) == 1


# Paused


def test_with_two_players_the_game_pauses_and_goes_on_where_it_stood() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game.roll(2, 3)
    game.vote(red=1)
    game.leave("red", 3)
    assert game.phase == "paused"
    game.press("red", 1)
    assert game.refusals() == []
    game.hold("white", 8)
    assert game.phase == "vote"
    assert game.state.voted == {Pad.RED}


def test_a_vote_that_waits_for_nobody_locks_when_the_game_goes_on() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game.roll(2, 3)
    game.vote(red=1, orange=1)
    game.leave("red", 3)
    assert game.phase == "paused"
    game.hold("white", 8)
    assert game.phase == "lock"


def test_a_pause_gives_the_vote_its_time_back() -> None:
    game = Game(Settings(house=BOX, vote_ms=20_000))
    game.start("red", "orange", "yellow")
    game.roll(2, 3)
    game.leave("red", 3)
    game.wait(600_000)
    game.hold("white", 8)
    assert game.phase == "vote"
    game.wait(15_000)
    assert game.phase == "vote"
    game.wait(5_000)
    assert game.phase == "reveal"


def test_one_player_back_of_three_gone_is_not_enough() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game.leave("red", 3)
    game.leave("red", 2)
    game.hold("white", 8)
    assert game.phase == "paused"
    game.hold("yellow", 3)
    assert game.phase == "roll"


def test_in_the_pause_a_players_number_is_refused() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game.leave("red", 3)
    game.hold("white", 1)
    assert game.refusals() == [("white", "taken")]
    assert game.phase == "paused"


def test_a_pause_in_the_drum_roll_drums_on() -> None:
    game = Game()
    game.start("red", "orange", "yellow")
    game.roll(2, 3)
    game.vote(red=1, orange=1, yellow=2)
    game.wait(2900)
    game.leave("red", 3)
    assert game.phase == "paused"
    game.hold("white", 8)
    assert game.phase == "reveal"
    game.wait(1500)
    assert game.result().votes == {Pad.RED: 1, Pad.ORANGE: 1}
