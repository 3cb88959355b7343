"""The letters: which the sheets have, where their ink stays, and what becomes of all others."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from device.ui.glyphs import LARGE, MICRO, SMALL, Font, left_to_right
from device.ui.sheet import load

ASCII = [chr(code) for code in range(0x20, 0x7F)]
LATIN_1 = [chr(code) for code in range(0xA0, 0x100) if code != 0xAD]  # the soft hyphen is not shown
LATIN_EXTENDED_A = [chr(code) for code in range(0x100, 0x180)]
ROMANIAN = list("ȘșȚț")
WORD_PROCESSORS = list("‐‑‒–—―‘’‚“”„†‡•…‰′″‹›€™←↑→↓−✓✗ẞ\u2006\u2009\u202f")
LETTERS = ASCII + LATIN_1 + LATIN_EXTENDED_A + ROMANIAN + WORD_PROCESSORS

BASELINE = {SMALL: 7, LARGE: 9}


def ink_box(font: Font, text: str) -> tuple[int, int]:
    """The first row with ink and the one after the last, row 0 being the top of capitals."""
    image = Image.new("1", (max(1, font.width(text)) + 2, 40))
    font.draw(image, 1, 10, text)
    box = image.getbbox()
    assert box is not None
    return box[1] - 10, box[3] - 10


@pytest.mark.parametrize("font", [SMALL, LARGE], ids=["small", "large"])
def test_the_sheets_have_every_letter_of_western_and_central_europe(font: Font) -> None:
    assert [letter for letter in LETTERS if not font.has(letter)] == []


def test_micro_has_capitals_digits_and_plus() -> None:
    assert all(MICRO.has(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+- ")


@pytest.mark.parametrize("font", [SMALL, LARGE], ids=["small", "large"])
def test_letters_with_different_meanings_look_different(font: Font) -> None:
    alike = [set(pair) for pair in ("-‐‑", "‒–", "—―", "ÐĐ", ",‚", "ŢȚ", "ţț", "ŞȘ", "şș", "´′")]
    looks: dict[bytes, str] = {}
    for letter in LETTERS:
        if letter.isspace():
            continue
        image = Image.new("1", (20, 20))
        font.draw(image, 4, 4, letter)
        twin = looks.setdefault(image.tobytes(), letter)
        assert twin == letter or any({twin, letter} <= group for group in alike), (twin, letter)


@pytest.mark.parametrize("font", [SMALL, LARGE], ids=["small", "large"])
def test_accented_capitals_stay_inside_the_cap_height(font: Font) -> None:
    accented = [char for char in LETTERS if char.isupper() and unicodedata.normalize("NFD", char) != char]
    assert len(accented) > 60
    assert [char for char in accented if ink_box(font, char)[0] < 0] == []


@pytest.mark.parametrize("font", [SMALL, LARGE, MICRO], ids=["small", "large", "micro"])
def test_every_letter_stays_in_its_line(font: Font) -> None:
    boxes = {letter: ink_box(font, letter) for letter in LETTERS if not letter.isspace()}
    assert [letter for letter, (top, end) in boxes.items() if top < -1 or end > font.pitch - 1] == []


def test_a_letter_and_its_decomposed_form_are_the_same() -> None:
    assert SMALL.width("Zoe\N{COMBINING DIAERESIS}") == SMALL.width("Zoë")


def test_large_text_is_never_narrower_than_small_text() -> None:
    assert [char for char in LETTERS if LARGE.width(char) < SMALL.width(char)] == []


def test_two_accents_are_told_apart_by_their_short_bases() -> None:
    sheet = load("small")
    capital, small = sheet.shape("É"), sheet.shape("é")
    assert capital is not None and small is not None
    assert (capital.top, len(capital.rows)) == (0, 7)
    assert (small.top, len(small.rows)) == (-1, 8)


@pytest.mark.parametrize("char", ["\n", "\u2028", "\u200b", "\u202e", "\N{COMBINING ACUTE ACCENT}", "\x00"])
def test_controls_and_loose_marks_draw_no_box(char: str) -> None:
    image = Image.new("1", (40, 20))
    SMALL.draw(image, 2, 4, char)
    assert image.getbbox() is None


def test_a_letter_that_no_font_has_is_one_visible_box() -> None:
    private = "\ue123"
    assert ink_box(SMALL, private) == (0, 7)
    assert SMALL.width(private) <= 6


def test_the_pad_codes_of_translators_lose_accents_rather_than_letters() -> None:
    assert MICRO.width("é") == MICRO.width("E")
    assert MICRO.has("Ü")


def test_scale_makes_every_pixel_larger() -> None:
    once, twice = Image.new("1", (20, 12)), Image.new("1", (40, 24))
    LARGE.draw(once, 1, 1, "R5")
    LARGE.draw(twice, 2, 2, "R5", scale=2)
    assert once.resize((40, 24), Image.Resampling.NEAREST).tobytes() == twice.tobytes()


@given(st.text(max_size=40))
@settings(deadline=None)
def test_any_text_can_be_measured_and_is_as_wide_as_it_is_drawn(text: str) -> None:
    for font in (SMALL, LARGE, MICRO):
        width = font.width(text)
        end = font.draw(Image.new("1", (width + 4, 20)), 0, 4, text)
        assert end == (width + 1 if width else end)


@pytest.mark.parametrize(
    ("written", "looks"),
    [
        ("\u05d0\u05d1\u05d2", "\u05d2\u05d1\u05d0"),
        ("\u05d0! \u05d1", "\u05d1 !\u05d0"),
        ("a \u05d0\u05d1, b", "a \u05d1\u05d0, b"),
        ("\u05d0\u05d1 12", "\u05d1\u05d0 12"),
    ],
)
def test_words_written_from_right_to_left_look_so(written: str, looks: str) -> None:
    assert left_to_right(written) == looks
