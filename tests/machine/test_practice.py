"""A practice card: seen, voted on and revealed like any other, and nothing comes of it."""

import pytest

from device.app.journal import Journal
from device.engine import events as ev
from device.engine.cards import Category
from device.engine.table import Pad, Stage
from device.machine import effects as fx
from device.machine.phases import Lobby, Settings
from tests.talk import BOX, Game, card, to_setting

PRACTICE = to_setting("practice")
OWN = Settings()


def practising(settings: Settings = OWN, **more: object) -> Game:
    """Red, orange and yellow sit in the lobby; red has asked for a practice card."""
    game = Game(settings, **more)  # type: ignore[arg-type]
    game.sit("red", "orange", "yellow")
    game.menu("red", *PRACTICE)
    return game


def revealed(game: Game) -> Game:
    """Two of three agree, and it is revealed."""
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    return game


@pytest.mark.parametrize("settings", [OWN, Settings(house=BOX)])
def test_a_practice_card_is_voted_on_and_revealed_and_the_lobby_is_as_it_was(settings: Settings) -> None:
    game = practising(settings)
    assert game.phase == "vote"
    assert game.table.turn is not None
    assert game.table.turn.is_practice
    revealed(game)
    assert game.phase == "reveal"
    assert game.table.positions == {Pad.RED: 0, Pad.ORANGE: 0, Pad.YELLOW: 0}
    game.go_on()
    assert game.phase == "lobby"
    assert game.table.stage is Stage.LOBBY
    assert (game.table.token, game.table.turns) == (1, ())


def test_it_shows_no_die() -> None:
    game = practising()
    assert game.state.phase.name == "vote"
    assert game.state.phase.die_until_ms is None  # type: ignore[union-attr]


def test_nothing_of_it_is_an_event_but_the_card_that_is_used() -> None:
    game = revealed(practising())
    game.go_on()
    assert [type(event) for event in game.events()] == [ev.LobbyOpened, *[ev.Joined] * 3, ev.CardPractised]


def test_its_card_does_not_come_again() -> None:
    cards = [card(Category.CHOICES, name) for name in "ab"]
    game = revealed(practising(cards=cards))
    assert game.table.turn is not None
    shown = game.table.turn.card
    game.go_on()
    game.menu("red", *PRACTICE)
    assert game.table.turn.card is not None
    assert game.table.turn.card != shown


def test_after_it_the_game_starts_with_nothing_to_undo() -> None:
    game = revealed(practising(Settings(house=BOX)))
    game.go_on()
    game.hold("red", 1)
    game.menu("red", 2)
    assert game.refusals() == [("red", "not_now")]
    assert game.table.token == 1


def test_a_power_cut_leaves_the_lobby() -> None:
    game = practising()
    again = Game(OWN, journal=game.journal, at_ms=game.at_ms)
    assert again.phase == "lobby"
    assert again.table.present == (Pad.RED, Pad.ORANGE, Pad.YELLOW)


def test_undo_and_new_game_end_it() -> None:
    for keys, held in (((2,), 2), ((8, 1), 1)):
        game = practising()
        game.menu("red", *keys)
        game.hold("red", held)
        assert game.phase == "lobby"
        assert game.state.lobby_behind is None
        assert game.table.present == (Pad.RED, Pad.ORANGE, Pad.YELLOW)


def test_another_card_can_be_asked_for() -> None:
    game = practising()
    game.menu("red", 3)
    game.hold("red", 3)
    assert game.phase == "vote"
    assert len([event for event in game.events() if isinstance(event, ev.CardPractised)]) == 2


def test_votes_on_it_are_destroyed_when_it_ends() -> None:
    game = practising()
    game.vote(red=1)
    game.menu("red", 2)
    game.hold("red", 2)
    assert fx.VoidBallots() in game.effects
    assert game.state.voted == frozenset()


def test_who_joins_or_leaves_meanwhile_has_joined_or_left_the_lobby() -> None:
    game = practising()
    game.hold("white", 8)
    game.leave("red", 2)
    game.vote(red=1, yellow=1)
    game.reveal()
    game.go_on()
    assert isinstance(game.state.phase, Lobby)
    assert [seat.pad for seat in game.table.seats] == [Pad.RED, Pad.YELLOW, Pad.WHITE]
    assert game.journal.table == game.table


def test_with_fewer_than_three_it_pauses_and_goes_on() -> None:
    game = practising()
    game.leave("red", 2)
    assert game.phase == "paused"
    game.hold("orange", 2)
    assert game.phase == "vote"


def test_settings_and_board_meanwhile_do_no_harm() -> None:
    game = practising()
    game.menu("red", 6)
    assert game.refusals() == [("red", "not_now")]
    game.press("red", *to_setting("game.track"), 2)
    game.menu("red", *to_setting("game.cards"), 2)
    revealed(game)
    game.go_on()
    game.hold("red", 1)
    assert (game.table.track, game.table.house.has_own_cards) == (12, False)


def test_on_the_shortest_track_nobody_wins_by_it() -> None:
    game = revealed(practising(Settings(track=1)))
    game.go_on()
    assert game.phase == "lobby"


def test_without_a_choices_card_it_is_refused_and_the_lobby_stays() -> None:
    game = practising(cards=[card(Category.VERSUS)])
    assert game.refusals() == [("red", "no_card")]
    assert game.phase == "lobby"


def test_it_is_for_a_lobby_with_three_or_more() -> None:
    game = Game(OWN)
    game.sit("red", "orange")
    game.menu("red", *PRACTICE)
    assert game.refusals() == [("red", "not_now")]
    game = Game(OWN)
    game.start("red", "orange", "yellow")
    game.menu("red", *PRACTICE)
    assert game.refusals() == [("red", "not_now")]


def test_a_journal_with_practice_folds_to_the_same_table() -> None:
    journal = Journal(None)
    game = revealed(practising(journal=journal))
    game.go_on()
    game.hold("red", 1)
    assert journal.table == game.table
