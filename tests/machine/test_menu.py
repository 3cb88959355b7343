"""The menu: opening, closing, its lists, asking once more, what is refused (controls.md, menu)."""

from collections.abc import Callable

import pytest

from device.engine import events as ev
from device.engine.cards import Category
from device.engine.table import House, Pad
from device.machine import effects as fx
from device.machine.inputs import Held
from device.machine.machine import advance
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
from tests.talk import BOX, Game, card


def playing(settings: Settings | None = None, **more: object) -> Game:
    """Red, orange and yellow play; red rolls."""
    game = Game(settings, **more)  # type: ignore[arg-type]
    game.start("red", "orange", "yellow")
    return game


def voting(settings: Settings | None = None, **more: object) -> Game:
    """Red, orange and yellow vote on an Everybody card."""
    game = playing(settings, **more)
    game.roll(2, 3)
    return game


# Opening and closing


def test_the_chord_opens_the_menu_from_every_phase() -> None:
    game = Game()
    game.sit("red", "orange", "yellow")
    seen = []
    steps: tuple[Callable[[], None], ...] = (
        lambda: None,
        lambda: game.hold("red", 1),
        lambda: game.roll(2, 1),
        lambda: game.vote(red=1, orange=1, yellow=1),
        lambda: game.wait(3000),
    )
    for step in steps:
        step()
        seen.append(game.phase)
        game.menu("red")
        assert game.phase == "menu"
        game.press("red", 1)
    assert seen == ["lobby", "roll", "vote", "lock", "reveal"]


def test_in_lobby_and_pause_any_pad_opens_the_menu_elsewhere_only_joined_ones() -> None:
    game = Game()
    game.menu("white", 1)
    assert game.phases()[-2:] == ["menu", "lobby"]
    game.start("red", "orange", "yellow")
    game.menu("white")
    assert game.phase == "roll"
    game.leave("red", 3)
    game.menu("white")
    assert game.phase == "menu"


def test_the_menu_shows_its_phase_to_the_trace_and_the_phase_behind_when_it_closes() -> None:
    game = voting()
    game.menu("red", 1)
    assert game.phases()[-3:] == ["vote", "menu", "vote"]


def test_only_the_pad_that_opened_it_acts_in_it() -> None:
    game = voting()
    game.menu("red")
    game.press("orange", 1)
    assert game.phase == "menu"
    assert game.state.voted == {Pad.ORANGE}


def test_another_joined_pads_chord_takes_the_menu_over_and_its_opener_votes_again() -> None:
    game = voting()
    game.menu("red", 5)
    game.menu("orange")
    assert game.state.menu is not None
    assert (game.state.menu.pad, game.shown()) == (Pad.ORANGE, MainList())
    game.press("red", 2)
    assert Pad.RED in game.state.voted
    game.press("orange", 1)
    assert game.phase == "vote"


def test_the_openers_own_chord_changes_nothing() -> None:
    game = playing()
    game.menu("red", 5)
    game.menu("red")
    assert game.shown() == PlayersList()


def test_the_menu_closes_by_itself_after_60_seconds_without_a_key_of_its_pad() -> None:
    game = playing()
    game.menu("red")
    game.wait(59_000)
    game.press("red", 7)
    game.press("orange", 7)
    game.wait(60_000 - 121)
    assert game.phase == "menu"
    game.wait(1)
    assert game.phase == "roll"


def test_behind_the_menu_clocks_stand_still_and_time_left_goes_on() -> None:
    game = voting(Settings(house=BOX, vote_ms=20_000))
    game.wait(5000)
    game.menu("red")
    game.wait(30_000)
    game.press("red", 1)
    assert game.phase == "vote"
    game.wait(20_000 - 5000 - 1500)
    assert game.phase == "vote"
    game.wait(1500)
    assert game.phase == "reveal"


def test_behind_the_menu_no_phase_begins_and_on_closing_the_lock_does() -> None:
    game = voting()
    game.press("red", 1)
    game.menu("red")
    game.vote(orange=1, yellow=1)
    game.wait(10_000)
    assert game.phases()[-1] == "menu"
    game.press("red", 1)
    assert game.phase == "lock"


def test_a_lock_begins_anew_when_the_menu_closes() -> None:
    game = voting()
    game.vote(red=1, orange=1, yellow=1)
    game.wait(2000)
    game.menu("orange", 1)
    assert game.state.phase.ends_ms == game.at_ms - 20 + 3000  # type: ignore[union-attr]


def test_a_withdrawal_behind_the_menu_counts() -> None:
    game = voting()
    game.vote(red=1, orange=1, yellow=1)
    game.menu("red")
    game.down("orange", 3)
    game.down("orange", 4)
    game.press("red", 1)
    assert game.phase == "vote"


def test_wrong_numbers_and_page_keys_behind_the_menu_tell_nothing() -> None:
    game = playing()
    game.roll(3, 1)
    game.menu("red")
    game.press("orange", 5, 8)
    assert game.refusals() == []
    assert game.state.pager.page == 0


def test_behind_the_menu_a_pad_that_has_not_joined_joins() -> None:
    game = voting()
    game.menu("red")
    game.hold("white", 8)
    assert game.table.is_present(Pad.WHITE)
    assert game.phase == "menu"


def test_behind_the_menu_joined_pads_do_nothing_outside_a_vote() -> None:
    game = playing()
    game.menu("red")
    game.press("orange", 3)
    game.hold("orange", 3)
    assert game.refusals() == []
    assert game.phase == "menu"


def test_behind_the_menu_presses_of_a_pad_that_has_not_joined_do_nothing() -> None:
    game = playing()
    game.menu("red", 5)
    before = game.state.menu
    game.press("white", 2)
    assert game.state.menu == before
    assert game.refusals() == []


def test_a_hold_of_another_joined_pad_would_not_act_in_the_menu() -> None:
    game = voting()
    game.menu("red", 2)
    state, effects = advance(game.state, Held(Pad.ORANGE, 2, game.at_ms, game.at_ms + 1000))
    assert (state.menu, effects) == (game.state.menu, ())


def test_in_the_lobby_nobody_joins_behind_the_menu() -> None:
    game = Game()
    game.menu("white")
    game.press("red", 3)
    game.hold("red", 3)
    assert game.table.present == ()


def test_a_menu_in_a_drum_roll_gives_the_drum_roll_its_time_back() -> None:
    game = voting()
    game.vote(red=1, orange=1, yellow=1)
    game.wait(2900 + 500)
    game.menu("red", 1)
    assert game.phase == "reveal"
    game.wait(900)
    assert not game.table.has_open_card


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


# What the items do


def test_undo_takes_an_open_card_and_its_roll_back() -> None:
    game = voting()
    game.press("red", 1)
    game.menu("red", 2)
    game.hold("red", 2)
    assert (game.phase, game.state.voted, game.table.turn) == ("roll", frozenset(), None)
    assert not game.table.has_rolled


def test_undo_after_the_reveal_takes_the_turn_back_and_its_roller_rolls_again() -> None:
    game = voting()
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    game.go_on()
    game.menu("orange", 2)
    game.hold("orange", 2)
    assert (game.phase, game.table.reader) == ("roll", Pad.RED)
    assert set(game.table.positions.values()) == {0}


def test_a_new_card_voids_the_votes_given_and_voting_begins_anew() -> None:
    game = voting()
    game.vote(red=1, orange=1)
    game.menu("red", 3)
    game.hold("red", 3)
    assert (game.phase, game.state.voted) == ("vote", frozenset())
    assert game.state.phase.die_until_ms is None  # type: ignore[union-attr]
    game.menu("orange", 4)
    game.hold("orange", 4)
    game.wait(1500)
    assert game.result().votes == {}


def test_a_new_card_of_the_devices_cards_is_another_one_of_the_same_kind() -> None:
    game = voting(Settings(house=House(has_own_die=False)))
    assert game.table.turn is not None
    first = game.table.turn.card
    game.menu("red", 3)
    game.hold("red", 3)
    second = game.table.turn.card
    assert second is not None
    assert second != first
    assert second.category is Category.EVERYBODY


def test_in_choices_the_number_of_answers_follows_the_new_card() -> None:
    cards = [card(Category.CHOICES, "a", 2), card(Category.CHOICES, "b", 5)]
    game = playing(Settings(house=House(has_own_die=False)), cards=cards)
    game.roll(1, 1)
    assert game.table.turn is not None
    first = len(game.table.turn.options)
    game.menu("red", 3)
    game.hold("red", 3)
    assert {first, len(game.table.turn.options)} == {2, 5}


@pytest.mark.parametrize("is_lock", [False, True])
def test_when_there_is_no_other_card_the_old_one_stays_and_so_do_the_votes(is_lock: bool) -> None:
    game = voting(Settings(house=House(has_own_die=False)), cards=[card(Category.EVERYBODY)])
    game.session._piles._piles[Category.EVERYBODY].cards.clear()
    game.vote(red=1, orange=1)
    if is_lock:
        game.vote(yellow=1)
    game.menu("red", 3)
    game.hold("red", 3)
    assert game.refusals() == [("red", "no_card")]
    assert game.phase == ("lock" if is_lock else "vote")
    assert {Pad.RED, Pad.ORANGE} <= game.state.voted


def test_close_the_vote_reveals_the_votes_there_are() -> None:
    game = voting()
    game.vote(orange=4)
    game.menu("red", 4)
    game.hold("red", 4)
    assert game.phase == "reveal"
    game.wait(1500)
    assert game.result().votes == {Pad.ORANGE: 4}


def test_someone_leaves_and_the_vote_waits_for_them_no_longer() -> None:
    game = voting()
    game.hold("white", 8)
    game.vote(red=1, orange=1)
    game.leave("red", 3)
    assert not game.table.is_present(Pad.YELLOW)
    assert game.phase == "lock"


def test_a_leavers_vote_does_not_count() -> None:
    game = voting()
    game.hold("white", 8)
    game.vote(red=1, orange=2, yellow=1)
    game.leave("red", 3)
    game.wait(4500)
    assert game.result().votes == {Pad.RED: 1, Pad.ORANGE: 2}


def test_nobody_leaves_from_an_empty_space_or_twice() -> None:
    game = playing()
    game.hold("white", 8)
    game.leave("red", 3)
    game.menu("red", 5, 1, 3)
    assert game.refusals() == [("red", "not_an_option")]


def test_a_win_by_leaving_is_celebrated_at_once() -> None:
    game = Game(Settings(track=2, house=BOX))
    game.start("red", "orange", "yellow")
    game.roll(2, 2)
    game.vote(red=1, orange=1, yellow=2)
    game.reveal()
    assert game.table.contenders == (Pad.RED, Pad.ORANGE)
    game.leave("red", 2)
    assert (game.phase, game.table.winner) == ("finale", Pad.RED)


def test_new_game_opens_a_lobby_with_the_same_pads_spaces_and_order() -> None:
    game = voting()
    game.menu("red", 8, 1)
    game.hold("red", 1)
    assert (game.phase, game.table.present) == ("lobby", (Pad.RED, Pad.ORANGE, Pad.YELLOW))


@pytest.mark.parametrize(("key", "what"), [(2, "off"), (3, "restart")])
def test_switch_off_and_restart_are_asked_of_the_device(key: int, what: str) -> None:
    game = voting()
    game.menu("red", 8, key)
    assert game.switched == []
    game.hold("red", key)
    assert game.switched == [what]
    assert game.state.menu is None


# New order


def test_a_new_order_is_pressed_by_everybody_youngest_first() -> None:
    game = playing()
    game.menu("red", 5, 2)
    game.press("yellow", 4)
    game.press("yellow", 4)
    game.press("red", 1)
    assert game.phase == "menu"
    game.press("orange", 8)
    assert game.table.present == (Pad.YELLOW, Pad.RED, Pad.ORANGE)
    assert (game.phase, game.table.reader) == ("roll", Pad.RED)


def test_a_pad_that_has_not_joined_has_no_place_in_a_new_order() -> None:
    game = playing()
    game.menu("red", 5, 2)
    game.press("white", 8)
    assert game.shown() == NewOrder()


def test_someone_who_joins_in_the_middle_of_a_new_order_must_press_too() -> None:
    game = playing()
    game.menu("red", 5, 2)
    game.press("yellow", 4)
    game.hold("white", 8)
    game.press("red", 1)
    game.press("orange", 1)
    assert game.phase == "menu"
    game.press("white", 1)
    assert game.table.present == (Pad.YELLOW, Pad.RED, Pad.ORANGE, Pad.WHITE)


def test_a_new_order_in_the_lobby_counts() -> None:
    game = Game()
    game.sit("red", "orange")
    game.menu("red", 5, 2)
    game.press("orange", 1)
    game.press("red", 1)
    assert (game.phase, game.table.present) == ("lobby", (Pad.ORANGE, Pad.RED))


def test_a_pad_that_opens_the_lobbys_menu_without_having_joined_takes_no_place_in_the_order() -> None:
    game = Game()
    game.sit("red", "orange")
    game.menu("white", 5, 2, 3)
    game.press("orange", 1)
    game.press("red", 1)
    assert game.table.present == (Pad.ORANGE, Pad.RED)
    assert isinstance(game.events()[-1], ev.Ordered)


def test_another_joined_pads_hold_is_no_back_for_the_opener() -> None:
    game = playing()
    game.menu("red", 5, 2)
    game.hold("orange", 3)
    assert game.shown() == NewOrder((Pad.ORANGE,))


def test_what_acts_in_the_menu_is_no_vote() -> None:
    game = voting()
    game.menu("red", 1)
    assert not [effect for effect in game.effects if isinstance(effect, fx.Voted) and effect.pad == "red"][1:]
    assert game.state.voted == set()
