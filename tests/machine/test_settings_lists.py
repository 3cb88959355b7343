"""The settings' lists: pages, what would do nothing, what a file sets, decks, the picture."""

import pytest

from device.engine import events as ev
from device.engine.table import House, Pad
from device.machine import effects as fx
from device.machine.menus import DecksList, MainList, SettingsList, SettingValues, TrackSteps
from device.machine.options import ITEMS, faces_up_to, setting_of
from device.machine.phases import DeckOffer, Offer, Settings
from tests.talk import Game, to_setting

DECKS = (
    DeckOffer("core", "The core deck"),
    DeckOffer("rude", "Rude", False, False),
    DeckOffer("trip", "A trip"),
)
OFFER = Offer(DECKS, (), ("en", "de"))
MANY = Offer(tuple(DeckOffer(f"d{n}", f"Deck {n}") for n in range(8)), (), tuple(f"l{n}" for n in range(9)))


def seated(settings: Settings | None = None, offer: Offer = OFFER) -> Game:
    """Three in the lobby."""
    game = Game(settings or Settings(), offer=offer)
    game.sit("red", "orange", "yellow")
    return game


def test_seven_turns_the_pages_round() -> None:
    game = seated()
    game.menu("red", 7)
    pages = []
    for _ in range(4):
        pages.append(game.shown())
        game.press("red", 7)
    assert pages == [SettingsList(0), SettingsList(1), SettingsList(2), SettingsList(0)]


def test_eight_is_back_on_every_page() -> None:
    game = seated()
    game.menu("red", 7, 7, 8)
    assert game.shown() == MainList()


def test_a_number_without_a_setting_is_refused() -> None:
    game = seated()
    game.menu("red", 7, 7, 7, 2)
    assert game.refusals() == [("red", "not_an_option")]


def test_without_a_second_language_there_is_nothing_to_choose() -> None:
    game = seated(offer=Offer(DECKS))
    game.menu("red", 7, 7, 7)
    assert game.shown() == SettingsList(0)


def test_a_language_takes_effect_and_is_kept() -> None:
    game = seated()
    game.menu("red", *to_setting("game.language"), 2)
    assert game.state.settings.language == "de"
    assert game.kept == {"game.language": "de"}


def test_values_on_a_second_page_are_chosen_there() -> None:
    game = seated(offer=MANY)
    game.menu("red", *to_setting("game.language"), 7)
    assert game.shown() == SettingValues("game.language", 1)
    game.press("red", 2)
    assert game.state.settings.language == "l7"
    game.menu("red", *to_setting("game.die"), 7)
    assert game.refusals() == [("red", "not_an_option")]


# What would do nothing now


@pytest.mark.parametrize(
    ("key", "house"),
    [
        ("game.faces", House(has_own_die=False)),
        ("game.decks", House(has_own_cards=False)),
        ("game.audience", House(has_own_cards=False)),
    ],
)
def test_no_setting_is_offered_that_changes_nothing(key: str, house: House) -> None:
    game = seated(Settings(house=house))
    game.menu("red", *to_setting(key))
    assert game.refusals() == [("red", "not_now")]


def test_without_a_deck_there_is_none_to_choose() -> None:
    game = seated(offer=Offer())
    game.menu("red", *to_setting("game.decks"))
    assert game.refusals() == [("red", "not_now")]


@pytest.mark.parametrize("key", [key for key in ITEMS if key not in ("practice", "put_away")])
def test_what_the_settings_file_sets_is_left_alone_and_the_screen_says_so(key: str) -> None:
    game = seated(Settings(fixed=frozenset({key})))
    game.menu("red", *to_setting(key))
    assert game.refusals() == [("red", "not_now")]
    assert game.state.notice is not None
    assert game.state.notice.what == "fixed"


# Length and faces


def test_a_short_game_in_the_lobby_counts_from_the_game_that_begins() -> None:
    game = seated()
    game.menu("red", *to_setting("game.track"), 2)
    assert not any(isinstance(event, ev.TrackSet) for event in game.events())
    game.hold("red", 1)
    assert game.table.track == 12


def test_a_short_game_is_set_on_the_board_that_is_played_on() -> None:
    game = seated()
    game.hold("red", 1)
    game.menu("red", *to_setting("game.track"), 2)
    assert (game.table.track, game.phase) == (12, "roll")


def test_counting_the_board_goes_by_steps_in_the_lobby_too() -> None:
    game = seated()
    game.menu("red", *to_setting("game.track"), 3)
    assert game.shown() == TrackSteps(25)
    game.press("red", 3, 8)
    assert game.kept == {"game.track": 26}
    assert not any(isinstance(event, ev.TrackSet) for event in game.events())
    game.hold("red", 1)
    assert game.table.track == 26


def test_other_faces_are_the_games_from_then_on() -> None:
    game = seated()
    game.hold("red", 1)
    game.menu("red", *to_setting("game.faces"), 2)
    assert game.table.house.faces == faces_up_to(3)
    assert game.kept["game.faces"] == (
        *("red 1", "red 2", "red 3", "gray 1", "gray 2", "gray 3", "black 1", "black 2", "black 3"),
    )


def test_faces_from_a_file_are_none_of_the_sets() -> None:
    game = seated(Settings(house=House(faces=faces_up_to(2))))
    assert setting_of(game.state, "game.faces") == ""


# Decks


def test_decks_come_in_and_go_out_and_eight_is_done() -> None:
    game = seated()
    game.menu("red", *to_setting("game.decks"))
    assert game.shown() == DecksList(("core", "trip"))
    game.press("red", 2, 1)
    assert game.shown() == DecksList(("rude", "trip"))
    game.press("red", 8)
    assert game.kept == {"game.decks": ("rude", "trip")}
    assert game.phase == "lobby"
    game.menu("red", *to_setting("game.decks"))
    assert game.shown() == DecksList(("rude", "trip"))


def test_the_usual_decks_are_kept_as_such_so_that_new_ones_join_them() -> None:
    game = seated(Settings(decks=("CORE",)))
    game.menu("red", *to_setting("game.decks"))
    assert game.shown() == DecksList(("core",))
    game.press("red", 3, 8)
    assert game.kept == {"game.decks": ()}


def test_nothing_changed_is_nothing_kept() -> None:
    game = seated()
    game.menu("red", *to_setting("game.decks"), 2, 2, 8)
    assert game.kept == {}


def test_leaving_the_decks_otherwise_drops_the_choice() -> None:
    game = seated()
    game.menu("red", *to_setting("game.decks"), 2)
    game.wait(60_000)
    assert game.kept == {}


def test_the_last_deck_stays() -> None:
    game = seated()
    game.menu("red", *to_setting("game.decks"), 1, 3)
    assert game.shown() == DecksList(("trip",))
    assert game.refusals() == [("red", "not_now")]
    assert game.state.notice is not None
    assert game.state.notice.what == "last_deck"


def test_for_families_other_decks_cannot_be_chosen() -> None:
    game = seated(Settings(audience="family"))
    game.menu("red", *to_setting("game.decks"), 2)
    assert game.refusals() == [("red", "not_now")]


def test_more_than_six_decks_have_pages() -> None:
    game = seated(offer=MANY)
    game.menu("red", *to_setting("game.decks"), 7, 2, 3)
    assert game.shown() == DecksList(("d0", "d1", "d2", "d3", "d4", "d5", "d6"), 1)
    assert game.refusals() == [("red", "not_an_option")]


def test_what_there_is_to_choose_from_is_asked_when_the_settings_open() -> None:
    game = seated()
    game.menu("red", 5)
    assert fx.FindOffer() not in game.effects
    game.press("red", 8, 7)
    assert fx.FindOffer() in game.effects
    assert game.state.offer == OFFER


# The picture, turned by the reader


def test_the_reader_turns_the_picture_by_holding_8_and_it_is_remembered_for_that_pad() -> None:
    game = seated()
    game.hold("red", 1)
    game.hold("red", 8)
    assert (game.phase, game.state.settings.turned_pads) == ("roll", frozenset({Pad.RED}))
    assert game.kept == {"panel.turned_pads": ("red",)}
    game.hold("red", 8)
    assert game.state.settings.turned_pads == frozenset()
    assert game.kept == {"panel.turned_pads": ()}


def test_a_short_press_of_8_still_rolls_and_so_does_holding_any_other_key() -> None:
    for hold, key in ((80, 8), (1500, 5)):
        game = seated()
        game.hold("red", 1)
        game.hold("red", key, hold)
        assert game.phase == "vote"


def test_an_absent_readers_die_is_rolled_by_any_hold_of_another_pad_8_too() -> None:
    game = seated()
    game.hold("red", 1)
    game.hold("orange", 8)
    assert game.phase == "vote"
