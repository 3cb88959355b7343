"""Names as people write them: alike, endless, not to be shown, from right to left. All stay legible."""

import dataclasses
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from device.engine.table import Pad
from device.machine.phases import Finale, Reveal, Roll, State
from device.ui.draw import marks_of
from device.ui.marks import Box, Text
from device.ui.pages import layout_size, leaves
from device.ui.people import People
from device.ui.screens import screen_of
from device.ui.views import Ballots, Grid

from .gallery import GALLERY, RESULT, won
from .tables import (
    EIGHT,
    FIVE,
    SIZES,
    TEXTS,
    Seats,
    choices,
    everybody,
    started,
    state,
    versus,
    voting,
    with_card,
    with_votes,
)

AWKWARD = (
    "Anna",
    "ANNA",
    "W" * 24,
    "",
    "אנה כהן",
    "🎉",
    "🎊",
    "\N{LATIN SMALL LETTER A WITH RING ABOVE}" * 24,
)


def people(names: tuple[str, ...], players: Seats = EIGHT) -> People:
    return People(started(players, names), names, TEXTS)


def test_the_same_name_twice_goes_with_the_pads_code() -> None:
    both = people(AWKWARD)
    assert both.name(Pad.RED) == "Anna RED"
    assert both.name(Pad.ORANGE) == "ANNA ORA"
    assert both.in_question(1) == "Red Anna"
    assert both.on_space(2) == "ANNA ORA"


def test_in_a_list_of_numbers_too_the_same_name_twice_goes_with_the_pads_code() -> None:
    both = people((*AWKWARD[:2], *[""] * 6), FIVE)
    assert [both.beside_number(space) for space in (1, 2, 3, 6)] == ["Anna YEL", "ANNA", "Blue", "see board"]


def test_where_the_tag_stands_beside_it_a_name_stands_alone() -> None:
    assert people(AWKWARD).person(Pad.ORANGE).name == "ANNA"


def test_a_name_of_digits_is_no_board_number() -> None:
    both = people(("7", *[""] * 5, "3", ""), FIVE)
    assert both.in_question(1) == "Yellow 7"
    assert both.name(Pad.YELLOW) == "7 YEL"
    assert both.in_question(7) == "3 on 7"
    assert both.in_question(6) == "6"


def test_a_filler_with_a_players_name_goes_by_its_number() -> None:
    both = people(("Anna", "Anna", *[""] * 6), FIVE)
    assert both.on_space(2) == both.in_question(2) == "Anna on 2"
    assert both.name(Pad.YELLOW) == "Anna YEL"


def test_a_name_that_is_somebody_elses_colour_goes_with_the_code() -> None:
    both = people(("Blue", *[""] * 7), FIVE)
    assert both.name(Pad.YELLOW) == "Blue YEL"
    assert both.name(Pad.BLUE) == "Blue"
    assert both.in_question(1) == "Yellow Blue"


def test_names_of_which_nothing_can_be_shown_are_told_apart_by_their_codes() -> None:
    assert people(AWKWARD).name(Pad.BLUE).endswith(" BLU")
    assert people(AWKWARD).name(Pad.PURPLE).endswith(" PUR")


def test_names_that_differ_stand_alone() -> None:
    assert people(AWKWARD).name(Pad.YELLOW) == "W" * 24
    assert people(AWKWARD).name(Pad.GREEN) == "Green"
    assert people(AWKWARD).in_question(4) == "Green"


def tables() -> Iterator[State]:
    """Screens with these names in every place that a name can have."""
    table = started(EIGHT, AWKWARD)
    for card in (choices(), everybody(), versus()):
        dealt = with_card(table, card)
        yield voting(dealt, 6)
        yield state(with_votes(dealt, 1, 1, 2, 2, 1, 2, 1, 2), RESULT)
        yield state(dealt, Reveal(drum_until_ms=11_000))
    for name in ("roll", "menu-who-leaves", "sure-leave", "menu-position", "resume", "finale", "lock"):
        shown = GALLERY[name]
        house = dataclasses.replace(shown.table.house, names=AWKWARD)
        yield replace(shown, table=dataclasses.replace(shown.table, house=house))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_name_leaves_the_panel(size: tuple[int, int]) -> None:
    width, height = layout_size(size)
    for shown in tables():
        screen = screen_of(shown, TEXTS)
        for page in range(len(leaves(screen, size))):
            for mark in marks_of(screen, page, size):
                assert mark.y < height
                assert not isinstance(mark, Text) or mark.x + mark.width <= width, mark
                assert not isinstance(mark, Box) or mark.x + mark.width <= width, mark


@pytest.mark.parametrize("name", ["Grandma Margaret", "Grandma of the mountains", "W" * 24])
def test_the_die_to_enter_is_on_one_page_whatever_the_readers_name(name: str) -> None:
    table = started(FIVE, (name, *[""] * 7))
    house = dataclasses.replace(table.house, has_own_die=False)
    rolling = state(dataclasses.replace(table, house=house), Roll())
    assert len(leaves(screen_of(rolling, TEXTS), (128, 64))) == 1


def test_names_cut_short_in_a_menu_keep_their_codes() -> None:
    shown = GALLERY["menu-who-leaves"]
    names = ("Grandma Margaret",) * 8
    house = dataclasses.replace(shown.table.house, names=names)
    shown = replace(shown, table=dataclasses.replace(shown.table, house=house))
    (grid,) = screen_of(shown, TEXTS).spreads[0]
    assert isinstance(grid, Grid)
    cells = [item.text for item in grid.items]
    players = [seat.space for seat in shown.table.seats]
    assert len({cells[space - 1] for space in players}) == len(players)
    assert len(leaves(screen_of(shown, TEXTS), (128, 64))) == 1


def test_a_reveal_of_names_alike_shows_whose_each_vote_is() -> None:
    dealt = with_votes(with_card(started(EIGHT, AWKWARD), everybody()), 1, 1, 2, 2, 1, 2, 1, 2)
    _, ballots = screen_of(state(dealt, RESULT), TEXTS).spreads[0]
    assert isinstance(ballots, Ballots)
    assert sorted(ballot.code for ballot in ballots.ballots) == sorted(
        ("RED", "ORA", "YEL", "", "CYA", "BLU", "PUR", "WHT")  # the nameless one's name is its colour
    )


def test_the_evening_says_which_anna() -> None:
    names = ("Anna", "", "Anna", *[""] * 5)
    table = dataclasses.replace(won(), house=dataclasses.replace(won().house, names=names))
    assert "Anna YEL" in str(screen_of(state(table, Finale()), TEXTS).spreads)
    assert "Anna BLU" in str(screen_of(state(table, Finale()), TEXTS).spreads)
