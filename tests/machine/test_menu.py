"""The menu: who opens and closes it, and what goes on behind it (controls.md, menu)."""

from collections.abc import Callable

from device.engine.table import Pad
from device.machine.inputs import Held
from device.machine.machine import advance
from device.machine.menus import (
    MainList,
    PlayersList,
)
from device.machine.phases import Settings
from tests.machine.at_table import playing, voting
from tests.talk import BOX, Game


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


def test_a_pad_that_has_not_joined_takes_no_menu_over() -> None:
    game = playing()
    game.leave("red", 3)
    game.menu("red")
    game.menu("white")
    game.press("white", 1)
    assert game.state.menu is not None
    assert game.state.menu.pad == Pad.RED


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
