"""Names typed on the pads: each on their own, all at once, and what becomes of them."""

from dataclasses import replace

from device.engine import events as ev
from device.engine.table import House, Pad
from device.machine.ask import ALL_KEYS, Kind
from device.machine.asks import ask_of
from device.machine.menus import NamesList, SettingsList, Typing, WhoseName
from device.machine.phases import Offer, Settings
from device.ui.lights import rhythms
from tests.talk import BOX, Game, to_setting

DONE = 8
NAMES = to_setting("game.names")


def seated(**more: object) -> Game:
    """Red, orange and yellow sit on 1, 2 and 3 in the lobby."""
    game = Game(**more)  # type: ignore[arg-type]
    game.sit("red", "orange", "yellow")
    return game


def playing(**more: object) -> Game:
    """The same three; red rolls."""
    game = seated(**more)
    game.hold("red", 1)
    return game


def names(game: Game) -> tuple[str, ...]:
    """The eight names as they count for the game that begins."""
    return game.state.settings.house.names


def typing(game: Game) -> Typing:
    """The names in the making."""
    shown = game.shown()
    assert isinstance(shown, Typing)
    return shown


def finish(game: Game, *pads: str) -> None:
    """These pads say that they are done."""
    for pad in pads:
        game.hold(pad, 4)
        game.press(pad, DONE)


# Everybody


def test_each_types_on_their_own_pad_and_all_at_once() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.down("red", 1)
    game.down("orange", 1)
    game.up("orange", 1)
    game.up("red", 1)
    game.press("yellow", 3, 3)
    game.press("orange", 1)
    finish(game, "yellow", "orange", "red")
    assert game.phase == "lobby"
    assert names(game) == ("A", "B", "H", "", "", "", "", "")
    assert game.kept == {"game.names": names(game)}


def test_a_letter_stands_after_a_while_and_the_same_key_begins_the_next() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.press("red", 1)
    game.wait(1500)
    game.press("red", 1)
    assert typing(game).entries[0].text == "Aa"
    game.press("orange", 2)
    game.wait(1000)
    game.press("orange", 2)
    assert typing(game).entries[1].text == "E"


def test_the_name_is_in_the_next_question_and_its_turn() -> None:
    game = seated(settings=Settings())
    game.menu("red", *NAMES, 1)
    game.press("red", 1)
    finish(game, "red", "orange", "yellow")
    game.hold("red", 1)
    assert game.table.house.names[0] == "A"


def test_in_a_game_names_are_an_event_and_who_has_none_keeps_the_colour() -> None:
    game = playing()
    game.menu("orange", *NAMES, 1)
    game.press("orange", 2)
    finish(game, "red", "yellow", "orange")
    assert game.phase == "roll"
    assert game.events()[-1] == ev.HouseChanged(replace(BOX, names=("", "D", "", "", "", "", "", "")))


def test_typing_goes_on_from_the_names_that_there_are() -> None:
    game = playing(settings=Settings(house=replace(BOX, names=("Anna", "Bob", *[""] * 6))))
    game.menu("red", *NAMES, 1)
    assert [entry.text for entry in typing(game).entries] == ["Anna", "Bob", ""]
    finish(game, "red", "orange", "yellow")
    assert game.kept == {}


def test_who_is_done_can_type_on_until_all_are() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    finish(game, "orange")
    game.press("orange", 2)
    finish(game, "red", "yellow")
    assert game.phase == "menu"
    finish(game, "orange")
    assert names(game)[1] == "D"


def test_the_menus_pad_ends_it_for_all_by_saying_done_twice() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.press("yellow", 7)
    finish(game, "yellow", "yellow", "red")
    assert game.phase == "menu"
    finish(game, "red")
    assert game.phase == "lobby"
    assert names(game)[2] == "T"


def test_what_was_typed_counts_when_the_menu_closes_by_itself() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.press("yellow", 7)
    game.wait(60_000)
    assert game.phase == "lobby"
    assert names(game)[2] == "T"


def test_every_pad_that_types_keeps_it_open() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.wait(59_000)
    game.press("yellow", 7)
    game.wait(59_000)
    assert game.phase == "menu"


def test_a_pad_that_does_not_type_keeps_nothing_open() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.wait(59_000)
    game.press("white", 7)
    game.wait(1000)
    assert game.phase == "lobby"


def test_what_was_typed_counts_when_another_pad_takes_the_menu_over() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.press("yellow", 7)
    game.menu("orange")
    assert names(game)[2] == "T"
    assert game.state.menu is not None
    assert game.state.menu.pad == Pad.ORANGE


def test_typing_never_opens_a_menu_and_two_keys_at_once_are_no_letter() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.down("yellow", 1)
    game.down("yellow", 8)
    game.wait(900)
    game.up("yellow", 1)
    game.up("yellow", 8)
    assert typing(game).entries[2].text == ""
    game.menu("red")  # the opener's own chord is nothing: nothing is lost by it
    assert typing(game).entries[0].text == ""


def test_no_key_is_both_a_letter_and_a_hold() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.press("yellow", 3)
    game.hold("yellow", 3, 2500)
    assert typing(game).entries[2].text == "G"
    game.hold("yellow", 3, 2500)
    game.press("yellow", 3)
    assert typing(game).entries[2].text == "Gg"


def test_a_key_that_does_nothing_is_refused_and_says_so_by_its_light() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    game.hold("yellow", 3)
    game.press("yellow", 7)
    assert game.refusals() == [("yellow", "not_an_option")]


def test_an_earlier_evenings_name_is_picked() -> None:
    game = seated(offer=Offer(names=("Ben", "Anna")))
    game.menu("red", *NAMES, 1)
    game.hold("yellow", 1)
    game.press("yellow", 4, 4, DONE)
    finish(game, "red", "orange")
    assert names(game)[2] == "Anna"


# Who is asked what


def test_every_pad_that_types_is_asked_for_letters_and_the_others_are_not() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    for pad in (Pad.RED, Pad.ORANGE, Pad.YELLOW):
        assert (ask_of(game.state, pad).kind, ask_of(game.state, pad).holds) == (Kind.NUMBER, ALL_KEYS)
    assert ask_of(game.state, Pad.WHITE).kind is Kind.NOTHING


def test_lights_pulse_while_typing_and_wait_when_done() -> None:
    game = seated()
    game.menu("red", *NAMES, 1)
    finish(game, "orange")
    assert [rhythm.value for rhythm in rhythms(game.state)][:4] == ["pulse", "dim", "pulse", "off"]


def test_with_a_vote_open_nobody_is_asked_to_type_letters_in_sight_of_all() -> None:
    game = playing()
    game.roll(2, 1)
    game.menu("red", *NAMES, 1)
    assert game.refusals() == [("red", "not_now")]


def test_a_pad_that_has_not_joined_may_open_it_for_the_others_and_ends_it_by_a_hold() -> None:
    game = seated()
    game.menu("white", *NAMES, 1)
    game.press("yellow", 7)
    game.press("white", 5)
    assert game.refusals() == [("white", "not_now")]
    game.hold("white", 5)
    assert game.phase == "lobby"
    assert names(game)[2] == "T"


def test_nobody_types_where_nobody_sits() -> None:
    game = Game()
    game.menu("white", *NAMES, 1)
    assert game.refusals() == [("white", "not_now")]


def test_a_late_joiner_behind_the_typing_plays_on_without_a_name() -> None:
    game = playing()
    game.menu("red", *NAMES, 1)
    game.hold("white", 8)
    assert game.table.is_present(Pad.WHITE)
    finish(game, "red", "orange", "yellow")
    assert game.phase == "roll"


# One name, and none


def test_the_menus_pad_types_the_name_of_a_filler_also_with_a_vote_open() -> None:
    game = playing()
    game.roll(2, 1)
    game.menu("red", *NAMES, 2, 7)
    game.press("red", 3)
    assert game.phase == "menu"
    finish(game, "red")
    assert game.table.house.names == ("", "", "", "", "", "", "G", "")
    assert game.phase == "vote"


def test_no_names_takes_all_of_them() -> None:
    game = playing(settings=Settings(house=House(names=("Anna", *[""] * 7))))
    game.menu("red", *NAMES, 3)
    assert game.table.house.names == ("",) * 8
    assert game.kept == {"game.names": ("",) * 8}
    assert game.phase == "roll"


def test_back_from_the_names_and_from_the_number() -> None:
    game = seated()
    game.menu("red", *NAMES, 2)
    assert game.shown() == WhoseName()
    game.hold("red", 5)
    assert game.shown() == NamesList()
    game.press("red", 7)
    assert game.refusals() == [("red", "not_an_option")]
    game.press("red", 8)
    assert game.shown() == SettingsList()


def test_names_that_the_settings_file_sets_are_left_alone() -> None:
    game = seated(settings=Settings(fixed=frozenset({"game.names"})))
    game.menu("red", *NAMES)
    assert game.refusals() == [("red", "not_now")]
    assert game.state.notice is not None
    assert game.state.notice.what == "fixed"
