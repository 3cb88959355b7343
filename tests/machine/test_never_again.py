"""New card's second page: a card is put away for good, in this game and in all others."""

from device.engine import events as ev
from device.engine.cards import Category
from device.machine.menus import Action, MainList, PutAwayList, SettingsList, Sure
from device.machine.phases import Settings
from tests.talk import BOX, Game, card

ONE_COLOUR = tuple(card(Category.CHOICES, name) for name in "abc")
OWN = Settings(house=BOX.__class__(has_own_die=False))


def voting(settings: Settings = OWN, **more: object) -> Game:
    """Red, orange and yellow vote on a Choices card."""
    game = Game(settings, **{"cards": ONE_COLOUR, **more})  # type: ignore[arg-type]
    game.start("red", "orange", "yellow")
    game.roll(1, 2)
    return game


def open_card(game: Game) -> str:
    """The id of the card on the table."""
    assert game.table.turn is not None
    assert game.table.turn.card is not None
    return game.table.turn.card.id


def over(game: Game) -> None:
    """The turn that is open ends."""
    game.vote(red=1, orange=2, yellow=3)
    game.reveal()
    game.go_on()


def ban(game: Game) -> None:
    """Red puts the card away for good."""
    game.menu("red", 3, 7)
    game.hold("red", 7)


def test_seven_asks_for_good_and_the_same_hold_is_yes() -> None:
    game = voting()
    banned = open_card(game)
    game.menu("red", 3, 7)
    assert game.shown() == Sure(Action.NEVER_AGAIN, 7, MainList())
    game.hold("red", 7)
    assert game.phase == "vote"
    assert open_card(game) != banned
    assert [event.card.id for event in game.events() if isinstance(event, ev.CardBanned)] == [banned]


def test_any_other_key_is_no() -> None:
    game = voting()
    game.menu("red", 3, 7, 4)
    assert game.shown() == MainList()
    assert not any(isinstance(event, ev.CardBanned) for event in game.events())


def test_votes_given_are_void() -> None:
    game = voting()
    game.vote(orange=1)
    ban(game)
    assert game.state.voted == frozenset()


def test_the_card_never_comes_again_not_in_another_pass_nor_after_a_power_cut() -> None:
    game = voting()
    banned = open_card(game)
    ban(game)
    game = Game(OWN, cards=ONE_COLOUR, journal=game.journal, at_ms=game.at_ms)
    game.press("red", 2)
    game.hold("red", 2)
    game.hold("red", 1)
    for _ in range(7):
        game.roll(1, 1)
        assert open_card(game) != banned
        over(game)


def test_taking_back_its_roll_does_not_bring_it_back() -> None:
    game = voting()
    banned = open_card(game)
    ban(game)
    game.menu("red", 2)
    game.hold("red", 2)
    for _ in range(3):
        game.roll(1, 1)
        assert open_card(game) != banned
        game.menu("red", 3)
        game.hold("red", 3)


def test_the_last_card_of_its_kind_stays_open_and_comes_no_more() -> None:
    game = voting(cards=[card(Category.CHOICES)])
    ban(game)
    assert game.refusals() == [("red", "no_card")]
    assert game.phase == "vote"
    over(game)
    game.roll(1, 1)
    assert game.refusals()[-1] == ("orange", "no_card")


def test_the_boxs_cards_have_no_second_page() -> None:
    game = voting(Settings(house=BOX))
    game.menu("red", 3, 7)
    assert game.shown() == MainList()


def test_other_questions_have_no_second_page() -> None:
    game = voting()
    game.menu("red", 4, 7)
    assert game.shown() == MainList()


# Taken back


PUT_AWAY = (7, 7, 7, 1)
"""The menu's numbers that lead to the cards put away, where there is one language."""


def put_away(game: Game) -> list[str]:
    """The cards that are put away, the newest first."""
    return [away.id for away in game.journal.put_away()]


def drawn(game: Game, turns: int) -> set[str]:
    """The cards of so many turns from now on."""
    cards = set()
    for _ in range(turns):
        game.roll(1, 1)
        cards.add(open_card(game))
        over(game)
    return cards


def test_the_last_card_that_was_put_away_comes_back_also_after_a_power_cut() -> None:
    game = voting()
    first = open_card(game)
    ban(game)
    second = open_card(game)
    ban(game)
    assert put_away(game) == [second, first]
    game = Game(OWN, cards=ONE_COLOUR, journal=game.journal, at_ms=game.at_ms)
    game.press("red", 1)
    game.menu("red", *PUT_AWAY, 1)
    assert game.shown() == Sure(Action.BRING_BACK, 1, PutAwayList())
    game.hold("red", 1)
    assert game.phase == "vote"
    assert put_away(game) == [first]
    over(game)
    assert drawn(game, 6) == {card.id for card in ONE_COLOUR} - {first}


def test_all_cards_that_were_put_away_come_back() -> None:
    game = voting()
    for _ in range(2):
        ban(game)
    game.menu("red", *PUT_AWAY, 2)
    game.hold("red", 2)
    assert put_away(game) == []
    over(game)
    assert drawn(game, 6) == {card.id for card in ONE_COLOUR}


def test_bringing_back_asks_and_any_other_key_is_no() -> None:
    game = voting()
    ban(game)
    away = put_away(game)
    game.menu("red", *PUT_AWAY, 2, 5)
    assert game.shown() == PutAwayList()
    assert put_away(game) == away
    game.press("red", 8)
    assert game.shown() == SettingsList()
    game.press("red", 7, 7, 1, 3)
    assert game.refusals() == [("red", "not_an_option")]


def test_where_nothing_is_put_away_there_is_no_such_setting() -> None:
    game = voting()
    game.menu("red", *PUT_AWAY)
    assert not isinstance(game.shown(), PutAwayList)


def test_a_card_comes_back_in_the_lobby_and_in_a_practice() -> None:
    game = voting()
    ban(game)
    game.menu("red", 8, 1)
    game.hold("red", 1)
    assert game.phase == "lobby"
    game.menu("red", *PUT_AWAY, 1)
    game.hold("red", 1)
    assert (game.phase, put_away(game)) == ("lobby", [])
    game.menu("red", 7, 2)
    assert game.state.lobby_behind is not None
    banned = open_card(game)
    ban(game)
    assert put_away(game) == [banned]
    game.menu("red", *PUT_AWAY, 1)
    game.hold("red", 1)
    assert put_away(game) == []
