"""Glyph sheets: letters drawn as text, read into shapes; accented letters put together from base and mark."""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

FOLDER = Path(__file__).parent / "sheets"

_ENTRY = re.compile(
    r"^U\+(?P<code>[0-9A-F]{4,6}) .+?(?P<short> short)?(?: top=(?P<top>-?\d+))?\n(?P<rows>(?:[.#]+\n)+)", re.M
)
_BELOW = "\N{COMBINING CEDILLA}\N{COMBINING OGONEK}\N{COMBINING COMMA BELOW}"


class Shape(Struct, frozen=True):
    """The pixels of one letter: `#` is ink. All rows are `width` long; row 0 is the top of the capitals."""

    top: int
    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """In pixels."""
        return len(self.rows[0])


class Sheet(Struct, frozen=True):
    """One sheet: whole letters, short letters that make room for a mark above, and the marks."""

    letters: Mapping[str, Shape]
    shorts: Mapping[str, Shape] = field(default_factory=dict)
    marks: Mapping[str, Shape] = field(default_factory=dict)

    def shape(self, char: str) -> Shape | None:
        """The shape of a character, put together when it is a letter with one mark; None if there is none."""
        if char in self.letters:
            return self.letters[char]
        parts = unicodedata.normalize("NFD", char)
        base, accent = parts[0], parts[1:]
        letter, mark = self.letters.get(base), self.marks.get(accent)
        if letter is None or mark is None:
            return None
        if accent in _BELOW:
            return _mark_below(letter, mark, is_right=accent == "\N{COMBINING OGONEK}")
        return _mark_above(self.shorts.get(base, letter), mark, is_capital=base.isupper())


def load(name: str) -> Sheet:
    """The sheet of that name from the package. A broken sheet is a programmer's mistake: `ValueError`."""
    text = (FOLDER / f"{name}.glyphs").read_text(encoding="utf-8")
    letters: dict[str, Shape] = {}
    shorts: dict[str, Shape] = {}
    marks: dict[str, Shape] = {}
    for entry in _ENTRY.finditer(text):
        char = chr(int(entry["code"], 16))
        rows = tuple(entry["rows"].split())
        if len(set(map(len, rows))) != 1:
            raise ValueError(f"{name}.glyphs: U+{entry['code']}: rows of unequal length")
        kind = marks if unicodedata.combining(char) else shorts if entry["short"] else letters
        kind[char] = Shape(int(entry["top"] or 0), rows)
    if len(letters) + len(shorts) + len(marks) != text.count("U+"):
        raise ValueError(f"{name}.glyphs: an entry that cannot be read, or two for one letter")
    return Sheet(letters, shorts, marks)


def _mark_above(letter: Shape, mark: Shape, *, is_capital: bool) -> Shape:
    """A capital's mark begins in row 0; a small letter's leaves one row free and may begin in row -1."""
    top = 0 if is_capital or len(mark.rows) == 1 else -1
    width = max(letter.width, mark.width)
    gap = letter.top - top - len(mark.rows)
    return Shape(top, (*_centred(mark.rows, width), *["." * width] * gap, *_centred(letter.rows, width)))


def _mark_below(letter: Shape, mark: Shape, *, is_right: bool) -> Shape:
    """The mark hangs from the last row, in the middle or (ogonek) at the right."""
    width = max(letter.width, mark.width)
    hanging = tuple(row.rjust(width, ".") for row in mark.rows) if is_right else _centred(mark.rows, width)
    return Shape(letter.top, (*_centred(letter.rows, width), *hanging))


def _centred(rows: tuple[str, ...], width: int) -> tuple[str, ...]:
    left = (width - len(rows[0]) + 1) // 2
    return tuple(("." * left + row).ljust(width, ".") for row in rows)
