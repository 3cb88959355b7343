"""The evening in figures."""

from device.engine.table import Pad
from device.ui.figures import figures

from .gallery import won
from .tables import choices, everybody, passed, started, with_card, with_votes


def test_the_figures_count_revealed_rounds_alone() -> None:
    counted = figures(won())
    assert counted.rounds == 5
    assert counted.unanimous == 1
    assert counted.all_different == 1
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


def test_the_two_who_agreed_most_often_think_alike() -> None:
    assert figures(won()).alike == (Pad.YELLOW, Pad.BLUE, 3)


def test_an_open_card_is_no_round() -> None:
    counted = figures(with_card(started(), choices()))
    assert (counted.rounds, counted.alike) == (0, None)
