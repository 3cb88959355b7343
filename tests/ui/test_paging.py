"""How long pages stay, and how many of a reveal must be seen."""

import pytest
from msgspec.structs import replace

from device.machine.phases import Pager
from device.ui.screens import page_of, paging_of

from .gallery import GALLERY
from .tables import TEXTS, choices, started, voting, with_card

SMALL_PANEL, WIDE, SQUARE = (128, 64), (256, 64), (128, 128)


def test_the_first_page_stays_two_seconds_and_seventy_milliseconds_a_letter() -> None:
    text = "Who is {}?"
    state = voting(with_card(started(names=("Anna", "Bo", *"345678")), choices(text)))
    letters = len("Who is Bo?")
    paging = paging_of(state, TEXTS, SMALL_PANEL)
    assert (paging.first_ms, paging.dwell_ms) == (2000 + 70 * letters, (4000, 12_000))


def test_answers_stay_twelve_seconds_and_further_question_pages_four() -> None:
    first, *others = paging_of(GALLERY["vote-longest-question"], TEXTS, SMALL_PANEL).dwell_ms
    assert first > 2000
    assert others == [4000, 12_000]


def test_the_schedule_knows_nothing_of_votes() -> None:
    for few, many in (
        ("vote", "vote-two-missing"),
        ("vote", "lock"),
        ("vote-long-question", "vote-two-missing-long-question"),
        ("vote-longest-question", "vote-two-missing-longest-question"),
        ("vote-seven-lines", "lock-seven-lines"),
        ("vote-everybody-short-names", "vote-everybody-short-names-two-missing"),
    ):
        for size in (SMALL_PANEL, WIDE, SQUARE):
            assert paging_of(GALLERY[few], TEXTS, size) == paging_of(GALLERY[many], TEXTS, size)


@pytest.mark.parametrize(
    ("name", "pages"),
    [
        ("reveal", 2),
        ("reveal-nobody", 3),
        ("reveal-all-but-one", 3),
        ("reveal-no-votes", 1),
        ("reveal-tie-break", 3),
    ],
)
def test_a_reveal_shows_its_result_and_who_voted_for_what_before_it_goes_on(name: str, pages: int) -> None:
    paging = paging_of(GALLERY[name], TEXTS, SMALL_PANEL)
    assert paging.must_see == pages
    assert paging.dwell_ms[0] == 4000
    assert len(paging.dwell_ms) == pages + 2  # the card again: question and answers


@pytest.mark.parametrize(
    "name", ["reveal", "reveal-nobody", "reveal-all-but-one", "reveal-tie", "reveal-tie-break"]
)
@pytest.mark.parametrize("size", [WIDE, SQUARE], ids=["wide", "square"])
def test_a_panel_of_two_panes_shows_the_whole_reveal_on_one_page(name: str, size: tuple[int, int]) -> None:
    assert paging_of(GALLERY[name], TEXTS, size).must_see == 1


def test_a_wide_panel_shows_question_and_answers_at_once() -> None:
    assert len(paging_of(GALLERY["vote"], TEXTS, WIDE).dwell_ms) == 1


def test_what_lies_over_a_phase_does_not_change_its_pages() -> None:
    assert paging_of(GALLERY["menu"], TEXTS, SMALL_PANEL) == paging_of(GALLERY["vote"], TEXTS, SMALL_PANEL)
    assert paging_of(GALLERY["die"], TEXTS, SMALL_PANEL) == paging_of(GALLERY["vote"], TEXTS, SMALL_PANEL)


def test_what_lies_over_a_phase_has_one_page_of_its_own() -> None:
    second = Pager(page=1)
    assert page_of(replace(GALLERY["vote"], pager=second)) == 1
    for name in ("menu", "die", "note-wrong-setting", "finale-asked", "resume-asked", "asleep"):
        assert page_of(replace(GALLERY[name], pager=second)) == 0
