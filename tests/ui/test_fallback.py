"""Letters from a system font. Pillow's own font stands in for one, so that no machine needs any installed."""

import pytest
from PIL import ImageFont

from device.ui.fallback import SIZE, shape_from
from device.ui.glyphs import LARGE, SMALL, Font

FONT = ImageFont.load_default(SIZE)


@pytest.mark.parametrize("font", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("letter", "AgQy@Wj")
def test_a_borrowed_letter_fits_the_lines_it_stands_in(font: Font, letter: str) -> None:
    assert isinstance(FONT, ImageFont.FreeTypeFont)
    shape = shape_from(FONT, letter, cap=font.cap, pitch=font.pitch)
    assert shape is not None
    assert any("#" in row for row in shape.rows)
    assert shape.top >= -1
    assert shape.top + len(shape.rows) <= font.pitch - 1


def test_a_letter_that_the_system_font_lacks_is_left_to_the_stand_in() -> None:
    assert isinstance(FONT, ImageFont.FreeTypeFont)
    assert shape_from(FONT, "漢", cap=7, pitch=10) is None


def test_a_space_of_the_system_font_draws_nothing() -> None:
    assert isinstance(FONT, ImageFont.FreeTypeFont)
    assert shape_from(FONT, " ", cap=7, pitch=10) is None
