"""Text in lines: nothing is lost, everything fits."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from device.ui.glyphs import LARGE, SMALL, TIGHT_SPACE, Font, wrap

FONTS = st.sampled_from([SMALL, LARGE])
WORDS = st.text("abcdefghijklmnopqrstuvwxyzABCWMÄéł0123456789.,!?", min_size=1, max_size=30)
WIDTHS = st.integers(30, 260)


@given(FONTS, st.lists(WORDS, max_size=20), WIDTHS)
@settings(deadline=None)
def test_no_text_is_lost(font: Font, words: list[str], width: int) -> None:
    lines = wrap(font, " ".join(words), width)
    shown = "".join(lines).replace(TIGHT_SPACE, "").replace(" ", "").replace("-", "")
    assert shown == "".join(words)


@given(FONTS, st.text(max_size=200), WIDTHS)
@settings(deadline=None)
def test_every_line_fits_whatever_the_text(font: Font, text: str, width: int) -> None:
    assert all(font.width(line) <= width for line in wrap(font, text, width))


@given(FONTS, st.lists(WORDS, min_size=1, max_size=12), WIDTHS)
@settings(deadline=None)
def test_no_line_could_have_taken_the_next_word(font: Font, words: list[str], width: int) -> None:
    short = [word for word in words if font.width(word) <= width]
    lines = wrap(font, " ".join(short), width)
    for line, following in pairwise(lines):
        first = following.replace(TIGHT_SPACE, " ").split(" ")[0]
        tight = f"{line} {first}".replace(" ", TIGHT_SPACE)
        assert font.width(tight) > width


def test_a_line_that_is_a_few_pixels_too_wide_gets_tighter_spaces() -> None:
    text = "a b c d"
    width = SMALL.width(text)
    assert wrap(SMALL, text, width) == (text,)
    assert wrap(SMALL, text, width - 1) == (text.replace(" ", TIGHT_SPACE),)
    assert wrap(SMALL, text, width - 3) == (text.replace(" ", TIGHT_SPACE),)
    assert len(wrap(SMALL, text, width - 4)) == 2


def test_a_word_that_is_too_wide_breaks_with_a_hyphen() -> None:
    lines = wrap(LARGE, "Donaudampfschifffahrtsgesellschaft", 124)
    assert len(lines) == 2
    assert lines[0].endswith("-")
    assert lines[0][:-1] + lines[1] == "Donaudampfschifffahrtsgesellschaft"


def test_a_word_breaks_at_its_own_hyphen_without_another() -> None:
    width = SMALL.width("mother-")
    assert wrap(SMALL, "mother-in", width) == ("mother-", "in")


def test_a_no_break_space_keeps_words_together() -> None:
    text = "only 25\N{NO-BREAK SPACE}km"
    assert wrap(SMALL, text, SMALL.width("only 25")) == ("only", "25\N{NO-BREAK SPACE}km")


def test_line_separators_and_tabs_are_spaces() -> None:
    assert wrap(SMALL, "a\u2028b\tc\r\nd", 100) == ("a b c d",)


def test_no_text_has_no_lines() -> None:
    assert wrap(SMALL, " \n ", 100) == ()


def test_a_letter_wider_than_the_line_stands_alone() -> None:
    assert wrap(LARGE, "WWW", 3) == ("W-", "W-", "W")
