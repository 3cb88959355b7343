"""Letters that no sheet has, taken from a system font with wide cover where one is installed."""

from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageFont

from device.ui.sheet import Shape

# GNU Unifont as Debian, Fedora and Arch install it: drawn for 16 pixels, so it needs no smoothing.
PATHS = (
    Path("/usr/share/fonts/opentype/unifont/unifont.otf"),
    Path("/usr/share/fonts/truetype/unifont/unifont.ttf"),
    Path("/usr/share/fonts/unifont/unifont.otf"),
    Path("/usr/share/fonts/Unifont/unifont.otf"),
)
SIZE = 16
_NO_CHARACTER = "\uffff"
_HALF_INK = 110


def foreign_shape(char: str, *, cap: int, pitch: int) -> Shape | None:
    """The letter as the system font draws it, made to fit lines `pitch` apart; None where there is none.

    `cap` is the height of capitals of the font it stands in: its baseline is kept.
    """
    font = system_font()
    return None if font is None else shape_from(font, char, cap=cap, pitch=pitch)


@cache
def system_font() -> ImageFont.FreeTypeFont | None:
    """The first font of `PATHS` that can be read."""
    for path in PATHS:
        try:
            return ImageFont.truetype(str(path), SIZE)
        except (OSError, ImportError):
            continue
    return None


def shape_from(font: ImageFont.FreeTypeFont, char: str, *, cap: int, pitch: int) -> Shape | None:
    """The ink of one letter of that font; None when the font lacks the letter or draws nothing."""
    picture = _picture(font, char)
    box = picture.getbbox()
    if box is None or picture.tobytes() == _picture(font, _NO_CHARACTER).tobytes():
        return None
    letter = picture.crop(box)
    below = max(0, box[3] - SIZE)
    if letter.height > pitch - 1 or letter.height - below > cap + 1:
        letter, below = _reduced(letter, pitch), 0
    bottom = min(pitch - 1, max(cap + below, letter.height - 1))
    rows = tuple(_row(letter, y) for y in range(letter.height))
    return Shape(bottom - letter.height, rows)


@lru_cache(maxsize=256)
def _picture(font: ImageFont.FreeTypeFont, char: str) -> Image.Image:
    """The letter on a page of its own, its baseline in row `SIZE`."""
    picture = Image.new("1", (3 * SIZE, 2 * SIZE))
    mask, (left, top) = font.getmask2(char, mode="1", anchor="ls")
    if mask.size[0] and mask.size[1]:
        ink = Image.new("1", mask.size)
        ink.putdata([bool(value) for value in mask])
        picture.paste(ink, (SIZE // 2 + int(left), SIZE + int(top)))
    return picture


def _reduced(letter: Image.Image, pitch: int) -> Image.Image:
    """The letter made as high as a line allows: rough, but there."""
    height = min(letter.height, pitch - 1)
    width = max(1, round(letter.width * height / letter.height))
    smooth = letter.convert("L").resize((width, height), Image.Resampling.BOX)
    return smooth.point(lambda level: 255 if level >= _HALF_INK else 0).convert("1")


def _row(letter: Image.Image, y: int) -> str:
    return "".join("#" if letter.getpixel((x, y)) else "." for x in range(letter.width))
