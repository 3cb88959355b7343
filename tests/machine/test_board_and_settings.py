"""The board set by hand, and the settings (controls.md, menu: board, settings)."""

import pytest

from device.engine import events as ev
from device.engine.table import House, Pad
from device.machine.menus import PositionSteps, TrackSteps, Value
from device.machine.options import COUNT, VALUES, kept, setting_of
from device.machine.phases import Roll, Settings
from tests.machine.at_table import playing
from tests.talk import Game, to_setting

# Steps


@pytest.mark.parametrize(
    ("keys", "position"),
    [((3, 3), 2), ((5,), 5), ((5, 2), 4), ((5, 5, 4), 5), ((2,), 0), ((4,), 0), ((5, 5, 5, 5, 5, 5), 25)],
)
def test_a_position_is_set_by_steps_from_start_to_the_winners_space(
    keys: tuple[int, ...], position: int
) -> None:
    game = playing()
    game.menu("red", 6, 1, 2, *keys, 8)
    assert game.table.positions[Pad.ORANGE] == position
    assert game.events()[-1] == ev.PositionSet(Pad.ORANGE, position)
    assert game.phase == "roll"


def test_steps_begin_at_the_present_position() -> None:
    game = playing()
    game.menu("red", 6, 1, 2, 5, 8)
    game.menu("red", 6, 1, 2)
    assert game.shown() == PositionSteps(Pad.ORANGE, 5)


def test_leaving_the_steps_otherwise_drops_them() -> None:
    game = playing()
    game.menu("red", 6, 1, 2, 5)
    game.wait(60_000)
    assert game.phase == "roll"
    assert game.table.positions[Pad.ORANGE] == 0


@pytest.mark.parametrize("path", [(6, 1, 2, 1), (6, 3, 6)])
def test_other_numbers_are_no_steps(path: tuple[int, ...]) -> None:
    game = playing()
    game.menu("red", *path)
    assert game.refusals() == [("red", "not_an_option")]
    assert game.phase == "menu"


def test_a_leavers_position_can_be_set_too() -> None:
    game = playing()
    game.hold("white", 8)
    game.roll(2, 1)
    game.leave("red", 3)
    game.menu("red", 6, 1, 3, 3, 8)
    assert game.table.positions[Pad.YELLOW] == 1


@pytest.mark.parametrize("space", range(1, 9))
def test_the_token_is_set_by_its_number(space: int) -> None:
    game = playing()
    game.menu("red", 6, 2, space)
    assert game.table.token == space
    assert game.phase == "roll"


def test_the_track_is_set_by_steps_and_kept_for_the_next_game() -> None:
    game = playing()
    game.menu("red", 6, 3)
    assert game.shown() == TrackSteps(25)
    game.press("red", 4, 2, 8)
    assert game.table.track == 19
    assert game.state.settings.track == 19
    assert game.kept == {"game.track": 19}


def test_the_track_has_at_least_one_space_and_at_most_99() -> None:
    game = playing()
    game.menu("red", 6, 3, *[4] * 6, 8)
    assert game.table.track == 1
    game.menu("red", 6, 3, *[5] * 20, 8)
    assert game.table.track == 99


def test_the_board_can_be_set_with_a_card_open_and_the_vote_goes_on() -> None:
    game = playing()
    game.roll(1, 3)
    game.vote(orange=2)
    game.menu("red", 6, 2, 7)
    assert (game.phase, game.table.token) == ("vote", 7)
    assert game.state.voted == {Pad.ORANGE}


# Settings


CHOICES = [
    (key, choice, value)
    for key, values in VALUES.items()
    for choice, value in enumerate(values, 1)
    if value != COUNT
]


@pytest.mark.parametrize(("key", "choice", "value"), CHOICES)
@pytest.mark.parametrize("is_lobby", [False, True])
def test_every_setting_takes_every_value_and_is_kept(
    key: str, choice: int, value: Value, is_lobby: bool
) -> None:
    game = Game(Settings()) if is_lobby else playing(Settings())
    game.menu("red", *to_setting(key), choice)
    assert setting_of(game.state, key) == value
    assert game.kept == {key: kept(key, value)}
    assert game.state.menu is None


def test_eight_goes_back_from_the_values_to_the_settings() -> None:
    game = playing()
    game.menu("red", *to_setting("game.vote_seconds"), 8, 8, 1)
    assert game.phase == "roll"
    assert game.kept == {}


def test_a_new_die_counts_from_the_next_roll_and_forgets_half_of_the_old_one() -> None:
    game = playing()
    game.press("red", 3)
    game.menu("orange", *to_setting("game.die"), 1)
    assert game.events()[-1] == ev.HouseChanged(House(has_own_die=True, has_own_cards=False))
    assert game.state.phase == Roll()
    game.press("red", 3)
    assert game.phase == "vote"


def test_a_new_die_in_the_pause_forgets_half_of_the_old_one() -> None:
    game = playing()
    game.press("red", 3)
    game.leave("orange", 3)
    game.menu("orange", *to_setting("game.die"), 1)
    assert game.phase == "paused"
    game.hold("white", 8)
    assert game.state.phase == Roll()


def test_a_new_die_in_the_pause_of_a_vote_leaves_the_vote() -> None:
    game = playing()
    game.roll(2, 3)
    game.leave("orange", 3)
    game.menu("orange", *to_setting("game.die"), 1)
    game.hold("white", 8)
    assert game.phase == "vote"


def test_in_the_lobby_a_new_die_counts_from_the_game_that_begins() -> None:
    game = Game()
    game.menu("red", *to_setting("game.die"), 1)
    assert not any(isinstance(event, ev.HouseChanged) for event in game.events())
    game.start("red", "orange", "yellow")
    assert game.table.house.has_own_die


def test_times_are_no_event_of_the_game() -> None:
    game = playing()
    game.menu("red", *to_setting("game.lock_seconds"), 2)
    assert game.state.settings.lock_ms == 2000
    assert not any(isinstance(event, ev.HouseChanged) for event in game.events())


def test_the_time_to_vote_counts_from_the_next_card_on() -> None:
    game = playing()
    game.roll(2, 1)
    game.menu("red", *to_setting("game.vote_seconds"), 2)
    game.wait(60_000)
    assert game.phase == "vote"
    game.menu("red", 3)
    game.hold("red", 3)
    game.wait(30_000)
    assert game.phase == "reveal"


def test_the_same_value_again_changes_nothing_in_the_game() -> None:
    game = playing(Settings())
    game.menu("red", *to_setting("game.die"), 1)
    assert not any(isinstance(event, ev.HouseChanged) for event in game.events())
