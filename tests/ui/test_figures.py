"""The evening in figures."""

from device.engine.table import Pad
from device.ui.figures import figures

from .gallery import won
from .tables import choices, started, with_card


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
    assert counted.wolves == ((Pad.GREEN,), 2)


def test_the_name_that_was_chosen_most_often() -> None:
    spaces, times = figures(won()).favourites
    assert (len(spaces) >= 1, times >= 1) == (True, True)
    assert figures(started()).favourites == ((), 0)


def test_the_two_who_agreed_most_often_think_alike() -> None:
    assert figures(won()).alike == (Pad.YELLOW, Pad.BLUE, 3)


def test_an_open_card_is_no_round() -> None:
    counted = figures(with_card(started(), choices()))
    assert (counted.rounds, counted.alike) == (0, None)
