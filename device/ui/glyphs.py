"""The three fonts of the panel: measuring text, wrapping it, and setting it into a 1-bit image."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from PIL import Image

from device.ui.fallback import foreign_shape
from device.ui.sheet import Shape, Sheet, load

GAP = 1
MOST_LINES = 500
"""So many lines are kept drawn, 1 to 2 kilobytes each."""

TIGHT_SPACE = "\N{SIX-PER-EM SPACE}"
HYPHEN = "-"
SEAMS = ("/", "_", ".", HYPHEN)
"""Where a word that is too wide breaks without a hyphen of ours, if one of these comes in time."""

_BLANKS = re.compile(r"[^\S\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]+")
_DIRECTIONS = {"R": "R", "AL": "R", "L": "L", "EN": "L", "AN": "L"}
_RIGHT_TO_LEFT = re.compile("R[R-]*R")
_INVISIBLE = frozenset({"Cc", "Cf", "Mn", "Me"})


class _Glyph(Struct, frozen=True):
    """A letter, or a line of them, ready to set: how far it moves on, and where its ink goes."""

    width: int
    top: int
    ink: Image.Image


class Font:
    """One sheet as a font. `pitch` is the distance of lines, `cap` the height of capitals, in pixels.

    Letters reach from row -1 (marks on small letters) to row `pitch` - 2, so a line needs its `pitch` rows
    and is set one row below their first. Letters that the sheet lacks come from a system font, else as a box.
    """

    def __init__(self, sheet: Sheet, *, cap: int, pitch: int, is_capitals_only: bool = False) -> None:
        self.cap = cap
        self.pitch = pitch
        self._sheet = sheet
        self._is_capitals_only = is_capitals_only
        self._shapes: dict[str, Shape] = {}
        self._glyphs: dict[tuple[str, int], _Glyph] = {}
        self._lines: dict[tuple[str, int], _Glyph] = {}
        self._widths: dict[str, int] = {}

    def has(self, char: str) -> bool:
        """Whether the sheet itself has the letter: then it looks the same on every machine."""
        return self._sheet.shape(char) is not None

    def width(self, text: str) -> int:
        """The width of one line of text in pixels, without a gap after it."""
        width = self._widths.get(text)
        if width is None:
            shapes = [self._shape(char) for char in _visible(text)]
            width = max(0, sum(shape.width + GAP for shape in shapes) - GAP)
            if len(self._widths) > 20_000:
                self._widths.clear()
            self._widths[text] = width
        return width

    def descent(self, text: str) -> int:
        """How many rows of ink there are below the capitals of a line."""
        line = self._line(text, 1)
        return max(0, line.top + line.ink.height - self.cap)

    def draw(self, image: Image.Image, x: int, y: int, text: str, *, ink: int = 1, scale: int = 1) -> int:
        """Set one line with the top of its capitals at `y`. Returns the x after it, gap included."""
        line = self._line(text, scale)
        image.paste(ink, (x, y + line.top), line.ink)
        return x + line.width

    def _line(self, text: str, scale: int) -> _Glyph:
        """A line as one mask, kept: the next picture has most of its lines from this one."""
        line = self._lines.get((text, scale))
        if line is None:
            if len(self._lines) >= MOST_LINES:
                self._lines.clear()
            line = self._lines[text, scale] = _set([self._glyph(char, scale) for char in _visible(text)])
        return line

    def _glyph(self, char: str, scale: int) -> _Glyph:
        glyph = self._glyphs.get((char, scale))
        if glyph is None:
            shape = self._shape(char)
            glyph = _Glyph((shape.width + GAP) * scale, shape.top * scale, mask(shape.rows, scale))
            self._glyphs[char, scale] = glyph
        return glyph

    def _shape(self, char: str) -> Shape:
        shape = self._shapes.get(char)
        if shape is None:
            shape = self._shapes[char] = self._find(char)
        return shape

    def _find(self, char: str) -> Shape:
        own = self._sheet.shape(char)
        if own is None and self._is_capitals_only:
            plain = unicodedata.normalize("NFD", char.upper())[0]
            own = self._sheet.shape(char.upper()) or self._sheet.shape(plain)
        return own or foreign_shape(char, cap=self.cap, pitch=self.pitch) or _stand_in(self.cap)


def mask(rows: tuple[str, ...], scale: int = 1) -> Image.Image:
    """Rows of `#` (ink) as a 1-bit mask, every pixel `scale` times as large."""
    size = (len(rows[0]), len(rows))
    ink = Image.new("1", size)
    ink.putdata([char == "#" for row in rows for char in row])
    return ink if scale == 1 else ink.resize((size[0] * scale, size[1] * scale), Image.Resampling.NEAREST)


def _set(glyphs: Sequence[_Glyph]) -> _Glyph:
    """Letters as one line."""
    top = min((glyph.top for glyph in glyphs), default=0)
    bottom = max((glyph.top + glyph.ink.height for glyph in glyphs), default=0)
    width = sum(glyph.width for glyph in glyphs)
    ink, x = Image.new("1", (width, bottom - top)), 0
    for glyph in glyphs:
        ink.paste(1, (x, glyph.top - top), glyph.ink)
        x += glyph.width
    return _Glyph(width, top, ink)


def _stand_in(cap: int) -> Shape:
    """An empty box as high as a capital: here is a letter that this device cannot show."""
    width = cap // 2 + 2
    return Shape(0, ("#" * width, *["#" + "." * (width - 2) + "#"] * (cap - 2), "#" * width))


@lru_cache(maxsize=8192)
def _visible(text: str) -> str:
    """The characters that take ink or room, left to right: composed, no controls, no loose marks."""
    shown = "".join(
        " " if char.isspace() and not _is_known_space(char) else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or unicodedata.category(char) not in _INVISIBLE
    )
    return shown if shown.isascii() else left_to_right(shown)


def left_to_right(text: str) -> str:
    """Words that are written from right to left, turned round as they look; numbers in them are not."""
    direction = "".join(_DIRECTIONS.get(unicodedata.bidirectional(char), "-") for char in text)
    turned = list(text)
    for run in _RIGHT_TO_LEFT.finditer(direction):
        turned[run.start() : run.end()] = reversed(text[run.start() : run.end()])
    return "".join(turned)


def is_shown(char: str) -> bool:
    """Whether a letter looks like itself on this device: in the sheet or a system font, not as a stand-in."""
    return not char.isspace() and (
        SMALL.has(char) or foreign_shape(char, cap=SMALL.cap, pitch=SMALL.pitch) is not None
    )


def _is_known_space(char: str) -> bool:
    return SMALL.has(char)


def wrap(font: Font, text: str, width: int) -> tuple[str, ...]:
    """Break text into lines of at most `width` pixels; no text gives no lines.

    Lines break between words. A line that would be one pixel too wide for each of its spaces gets tight ones.
    A word wider than a line is broken with a hyphen; a single letter wider than a line stands alone.
    """
    return _wrap(font, text, width)


@lru_cache(maxsize=8192)
def _wrap(font: Font, text: str, width: int) -> tuple[str, ...]:
    lines: list[str] = []
    line = ""
    for word in filter(None, _BLANKS.split(text)):
        longer = f"{line} {word}" if line else word
        if font.width(tighten(longer)) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(font, word, width)
        lines += full
    if line:
        lines.append(line)
    return tuple(line if font.width(line) <= width else tighten(line) for line in lines)


def tighten(line: str) -> str:
    """The same line with word spaces one pixel narrower."""
    return line.replace(" ", TIGHT_SPACE)


def _pieces(font: Font, word: str, width: int) -> list[str]:
    """A word in pieces that fit, each but the last ending at a seam (a path's "/") or in a hyphen."""
    pieces: list[str] = []
    while font.width(word) > width and len(word) > 1:
        length = _longest_start(font, word, width)
        seam = max(word.rfind(sign, 0, length) for sign in SEAMS) + 1
        if 2 * seam > length:
            pieces.append(word[:seam])
            word = word[seam:]
        else:
            pieces.append(_hyphenated(word[:length]))
            word = word[length:]
    return [*pieces, word]


def _hyphenated(piece: str) -> str:
    """The piece with the hyphen it breaks at: its own, or one more."""
    return piece if piece.endswith(HYPHEN) else piece + HYPHEN


def _longest_start(font: Font, word: str, width: int) -> int:
    """How many letters of a word that is too wide go on this line; at least 1."""
    low, high = 1, len(word) - 1
    while low < high:
        middle = (low + high + 1) // 2
        fits = font.width(_hyphenated(word[:middle])) <= width
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


SMALL = Font(load("small"), cap=7, pitch=10)
LARGE = Font(load("large"), cap=9, pitch=12)
MICRO = Font(load("micro"), cap=5, pitch=7, is_capitals_only=True)
