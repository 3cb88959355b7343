"""Marks: text, boxes and signs at their places on a page, before they are pixels."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from device.ui.glyphs import LARGE, MICRO, Font
from device.ui.signs import sign_ink
from device.ui.views import Sign


class Edge(Enum):
    """The shape of a box. `ROUND` boxes lack their corner pixels; `LINE` is an outline."""

    SQUARE = "square"
    ROUND = "round"
    LINE = "line"
    ROUND_LINE = "round line"


class Text(Struct, frozen=True):
    """One line of text, the top of its capitals at `y`."""

    x: int
    y: int
    text: str
    font: Font
    ink: int = 1
    scale: int = 1

    @property
    def width(self) -> int:
        """In pixels."""
        return self.font.width(self.text) * self.scale


class Box(Struct, frozen=True):
    """A rectangle."""

    x: int
    y: int
    width: int
    height: int
    ink: int = 1
    edge: Edge = Edge.SQUARE


class Picture(Struct, frozen=True):
    """A sign."""

    x: int
    y: int
    sign: Sign
    ink: int = 1
    scale: int = 1


Mark = Text | Box | Picture
Marks = tuple[Mark, ...]


def moved(marks: Marks, dx: int, dy: int) -> Marks:
    """The same marks elsewhere."""
    return tuple(replace(mark, x=mark.x + dx, y=mark.y + dy) for mark in marks)


def foot_of(marks: Marks) -> int:
    """The first row below all marks."""
    return max(map(_end_of, marks), default=0)


def _end_of(mark: Mark) -> int:
    match mark:
        case Text():
            return mark.y + (mark.font.pitch - 1) * mark.scale
        case Box():
            return mark.y + mark.height
        case Picture():
            return mark.y + sign_ink(mark.sign, mark.scale).height
        case _:
            assert_never(mark)


SMALL_CAP = (8, 9)
LARGE_CAP = (10, 11)


def key_cap(x: int, y: int, number: int, font: Font, *, is_live: bool = True, row_ink: int = 1) -> Marks:
    """A number in a filled box: press this. Bare: not now. `row_ink` 0 on an inverse row."""
    width, height = LARGE_CAP if font is LARGE else SMALL_CAP
    digit_x = x + (width - font.width(str(number)) + 1) // 2
    if not is_live:
        return (Text(digit_x, y + 1, str(number), font, row_ink),)
    cap = Box(x, y, width, height, row_ink, Edge.ROUND)
    return cap, Text(digit_x, y + 1, str(number), font, 1 - row_ink)


TAG_HEIGHT = 9


def tag_width(code: str) -> int:
    """The width of a pad's tag in pixels."""
    return MICRO.width(code) + 4


def tag(x: int, y: int, code: str, ink: int = 1) -> Marks:
    """A pad: its letters in an outlined tag."""
    return Box(x, y, tag_width(code), TAG_HEIGHT, ink, Edge.LINE), Text(x + 2, y + 2, code, MICRO, ink)


def right(x: int, y: int, text: str, font: Font, ink: int = 1) -> Text:
    """Text that ends before column `x`."""
    return Text(x - font.width(text), y, text, font, ink)


def fitted(font: Font, text: str, width: int) -> str:
    """A line for a place that cannot grow: shortened with an ellipsis when it is too wide.

    Only for what stands in full elsewhere (a header, a cell).
    """
    text = " ".join(text.split())
    if font.width(text) <= width:
        return text
    while text and font.width(f"{text}…") > width:
        text = text[: -max(1, (font.width(text) - width) // 12)]
    return f"{text.rstrip()}…"


class Kind(Enum):
    """What a page is for: it decides how long the page stays."""

    QUESTION = "question"
    ANSWERS = "answers"
    OTHER = "other"


HEAD_HEIGHT = 10
STRIP_HEIGHT = 3


class Page(Struct, frozen=True):
    """One page of one part, on its pane.

    `has_head`: its first 10 rows are free for a top line; `has_strip`: its last 3 rows are free.
    `letters` counts what is to be read.
    """

    marks: Marks
    kind: Kind = Kind.OTHER
    has_strip: bool = True
    has_head: bool = False
    letters: int = 0
