"""The evening in figures."""

from device.app.texts import ENGLISH
from device.engine.table import Pad, Table
from device.machine.phases import Finale
from device.ui.figures import figures
from device.ui.screens import screen_of
from device.ui.views import Flow, Row, Title

from .gallery import all_alike, three_pairs, won
from .tables import FIVE, SHORT_NAMES, choices, everybody, passed, started, state, with_card, with_votes


def test_the_figures_count_revealed_rounds_alone() -> None:
    counted = figures(won())
    assert counted.rounds == 5
    assert dict(counted.in_majority) == {
        Pad.YELLOW: 4,
        Pad.BLUE: 4,
        Pad.RED: 3,
        Pad.WHITE: 2,
        Pad.GREEN: 1,
    }


def test_who_read_the_table_best_and_who_was_the_lone_wolf() -> None:
    counted = figures(won())
    assert counted.best == ((Pad.YELLOW, Pad.BLUE), 4)
    assert counted.wolves == ((Pad.GREEN,), 3)


def test_the_name_that_was_chosen_most_often() -> None:
    table = with_votes(with_card(started(), everybody()), 2, 2, 5, 2, 5)
    assert figures(with_card(passed(table), choices())).favourites == ((2,), 3)
    assert figures(won()).favourites == ((), 0)  # answers of Choices cards are no names


def test_those_who_agreed_most_often_think_alike() -> None:
    assert figures(won()).alike == (((Pad.YELLOW, Pad.BLUE), (Pad.YELLOW, Pad.RED)), 3)


def told(table: Table, title: str = "The evening: 1 round") -> list[str]:
    """A page of the finale, block by block."""
    parts = [part for spread in screen_of(state(table, Finale()), ENGLISH).spreads for part in spread]
    page = next(part for part in parts if isinstance(part, Flow) and part.title == Title(title))
    return [f"{block.text} {block.value}" for block in page.blocks if isinstance(block, Row)]


def test_pairs_as_close_as_each_other_all_think_alike() -> None:
    pairs = (Pad.RED, Pad.ORANGE), (Pad.YELLOW, Pad.GREEN), (Pad.CYAN, Pad.BLUE)
    assert figures(three_pairs()).alike == (pairs, 1)
    assert told(three_pairs(SHORT_NAMES), "They think alike") == [
        "Anna and Rosie 1",
        "Chris and Björn 1",
        "Zoë and Łukasz 1",
    ]


def test_whoever_shares_a_figure_is_named_with_it() -> None:
    assert told(three_pairs(SHORT_NAMES)) == [
        "Reads you best: Anna, Rosie, Chris, Björn, Zoë, Łukasz 1",
        "Lone wolf: Mehmet, Sherlock 1",
    ]
    table = with_votes(with_card(started(FIVE, SHORT_NAMES, track=4), everybody(), spaces=2), 1, 3, 5, 5, 5)
    table = with_votes(with_card(passed(table), everybody(), spaces=2), 1, 1, 3, 3, 5)
    table = with_votes(with_card(passed(table), everybody(), spaces=2), 8, 3, 8, 1, 2)
    assert table.winner is Pad.RED
    assert told(table, "The evening: 3 rounds")[1:3] == [
        "Lone wolf: Chris, Björn 2",
        "Most chosen: Anna, Chris, Zoë 4",
    ]


def test_all_of_them_are_everybody_and_very_many_pairs_are_counted() -> None:
    assert told(all_alike(), "The evening: 2 rounds") == [
        "Reads you best: everybody 2",
        "Most chosen: Zoë 16",
        "28 pairs think alike 2",
    ]


def test_an_open_card_is_no_round() -> None:
    counted = figures(with_card(started(), choices()))
    assert (counted.rounds, counted.alike) == (0, ((), 0))
