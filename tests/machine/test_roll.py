"""The roll: the device's die, the box's die, absent readers, late joiners (controls.md, roll)."""

import pytest

from device.engine import events as ev
from device.engine.cards import Category
from device.engine.table import Face, House, Pad
from device.machine.phases import Notice, Roll, Settings
from tests.talk import CARDS, Game, card

OWN_DIE = Settings(house=House(faces=(Face(Category.EVERYBODY, 2),)))
OWN_CARDS = Settings(house=House(has_own_die=False))


def rolling(settings: Settings | None = None, **more: object) -> Game:
    """Red, orange and yellow play; red rolls."""
    game = Game(settings, **more)  # type: ignore[arg-type]
    game.start("red", "orange", "yellow")
    return game


def rolled(game: Game) -> list[ev.Rolled]:
    """Every roll so far."""
    return [event for event in game.events() if isinstance(event, ev.Rolled)]


@pytest.mark.parametrize("key", range(1, 9))
def test_any_key_of_the_reader_rolls_the_devices_die(key: int) -> None:
    game = rolling(OWN_DIE)
    game.press("red", key)
    assert rolled(game) == [ev.Rolled(Category.EVERYBODY, 2)]
    assert game.phase == "vote"


def test_roll_card_and_vote_are_one_instant() -> None:
    game = rolling(OWN_DIE)
    game.down("red", 1)
    game.wait(80)
    game.up("red", 1)
    assert game.state.phase.name == "vote"
    assert game.state.phase.since_ms == game.at_ms  # type: ignore[union-attr]


def test_the_die_is_the_votes_first_picture_for_a_second_and_a_half() -> None:
    game = rolling()
    game.press("red", 2)
    game.down("red", 3)
    game.up("red", 3)
    game.wait(1499)
    assert game.state.phase.die_until_ms is not None  # type: ignore[union-attr]
    game.wait(1)
    assert game.state.phase.die_until_ms is None  # type: ignore[union-attr]


def test_votes_count_already_while_the_die_is_shown() -> None:
    game = rolling()
    game.roll(2, 3)
    game.press("red", 1)
    assert game.state.voted == {Pad.RED}


@pytest.mark.parametrize(
    ("colour", "category"), [(1, Category.CHOICES), (2, Category.EVERYBODY), (3, Category.VERSUS)]
)
def test_the_boxs_die_is_entered_by_colour_then_number(colour: int, category: Category) -> None:
    game = rolling()
    game.press("red", colour)
    assert game.state.phase == Roll(category)
    game.press("red", 6)
    assert rolled(game) == [ev.Rolled(category, 6)]


def test_eight_goes_back_to_the_colour() -> None:
    game = rolling()
    game.press("red", 1, 8)
    assert game.state.phase == Roll()
    game.roll(3, 1)
    assert rolled(game) == [ev.Rolled(Category.VERSUS, 1)]


@pytest.mark.parametrize("keys", [(4,), (8,), (2, 7)])
def test_what_the_die_does_not_show_is_refused(keys: tuple[int, ...]) -> None:
    game = rolling()
    game.press("red", *keys)
    assert game.refusals() == [("red", "not_a_face")]
    assert rolled(game) == []


def test_a_key_that_chose_the_colour_is_not_fresh_for_the_number() -> None:
    game = rolling()
    game.down("red", 3)
    game.press("orange", 1)
    game.up("red", 3)
    assert game.state.phase == Roll(Category.VERSUS)


def test_anothers_press_is_told_whose_turn_it_is() -> None:
    game = rolling()
    game.press("orange", 1)
    assert game.refusals() == [("orange", "not_now")]
    assert game.state.notice == Notice("whose_turn", Pad.ORANGE, game.state.notice.until_ms)  # type: ignore[union-attr]


def test_anothers_hold_rolls_for_an_absent_reader() -> None:
    game = rolling(OWN_DIE)
    game.hold("yellow", 5)
    assert game.phase == "vote"
    assert game.table.reader == Pad.RED


def test_anothers_holds_enter_the_boxs_die() -> None:
    game = rolling()
    game.hold("yellow", 1)
    game.hold("orange", 4)
    assert rolled(game) == [ev.Rolled(Category.CHOICES, 4)]


def test_a_pad_that_has_not_joined_presses_nothing_and_holds_its_board_number_to_join() -> None:
    game = rolling()
    game.press("white", 8)
    assert not game.table.is_present(Pad.WHITE)
    game.hold("white", 8)
    assert game.table.is_present(Pad.WHITE)
    assert game.state.notice == Notice("joined", Pad.WHITE, game.state.notice.until_ms, 8)  # type: ignore[union-attr]
    assert game.refusals() == []


def test_a_joiner_on_a_players_number_is_refused() -> None:
    game = rolling()
    game.hold("white", 2)
    assert game.refusals() == [("white", "taken")]
    assert not game.table.is_present(Pad.WHITE)


def test_half_a_die_stays_when_somebody_joins() -> None:
    game = rolling()
    game.press("red", 1)
    game.hold("white", 8)
    assert game.state.phase == Roll(Category.CHOICES)


def test_half_a_die_goes_with_the_reader() -> None:
    game = rolling()
    game.hold("white", 8)
    game.press("red", 1)
    game.leave("orange", 1)
    assert game.table.reader == Pad.ORANGE
    assert game.state.phase == Roll()


def test_half_a_die_goes_with_the_reader_also_when_the_game_pauses() -> None:
    game = rolling()
    game.press("red", 1)
    game.leave("orange", 1)
    assert game.phase == "paused"
    game.hold("white", 8)
    assert game.state.phase == Roll()


def test_half_a_die_stays_when_another_leaves() -> None:
    game = rolling()
    game.hold("white", 8)
    game.press("red", 1)
    game.leave("orange", 8)
    assert game.state.phase == Roll(Category.CHOICES)


def test_a_category_without_a_card_is_refused_and_it_is_still_the_roll() -> None:
    game = rolling(OWN_CARDS, cards=[card(Category.EVERYBODY)])
    game.roll(1, 4)
    assert game.refusals() == [("red", "no_card")]
    assert game.state.phase == Roll()
    assert game.state.notice is not None
    assert game.state.notice.category is Category.CHOICES
    assert rolled(game) == []
    game.roll(2, 4)
    assert game.phase == "vote"


def test_the_devices_cards_are_drawn_for_the_roll() -> None:
    game = rolling(OWN_CARDS, cards=CARDS)
    game.roll(3, 1)
    assert game.table.turn is not None
    assert game.table.turn.card in CARDS
    assert game.table.turn.options == (1, 2)
