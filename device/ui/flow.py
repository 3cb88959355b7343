"""Blocks set one below the other, on as many pages as they take. Nothing is cut."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec import Struct

from device.ui.glyphs import LARGE, MICRO, SMALL, Font, wrap
from device.ui.marks import (
    LARGE_CAP,
    SMALL_CAP,
    STRIP_HEIGHT,
    TAG_HEIGHT,
    Box,
    Mark,
    Marks,
    Page,
    Picture,
    Text,
    key_cap,
    moved,
    right,
    tag,
    tag_width,
)
from device.ui.views import Band, Block, Caps, Flow, Item, Para, Row, Sign, Size, Space, Tagged, Tags, Title

MARGIN = 2
BAND_HEIGHT = 13
TITLE_LINES = 2


class Piece(Struct, frozen=True):
    """What stays together on a page: marks from row 0 to `height`; `parts` where it is too high for a page.

    Blank pieces vanish at the top of every page but the first.
    """

    marks: Marks
    height: int
    parts: "tuple[Piece, ...]" = ()


def flow(part: Flow, width: int, height: int) -> tuple[Page, ...]:
    """The pages of a flow on a pane of that size."""
    bar, rest = title_bar(part.title, width) if part.title else (Piece((), 0), "")
    foot = joined(pieces_of(part.foot, width)) if part.foot else Piece((), 0)
    blocks = (Para(rest), *part.blocks) if rest else part.blocks
    pieces = [piece for block in blocks for piece in pieces_of(block, width)]
    top = bar.height + (2 if bar.height else 0)
    room = height - top - (foot.height + 1 if foot.height else 0)
    sheets = fill(pieces, room)
    has_strip = not foot.height and (len(sheets) > 1 or _height(sheets[0]) + top <= height - STRIP_HEIGHT)
    if len(sheets) > 1 and has_strip:
        sheets = fill(pieces, room - STRIP_HEIGHT - 1)
    fixed = bar.marks + moved(foot.marks, 0, height - foot.height)
    return tuple(Page(fixed + stacked(sheet, top), has_strip=has_strip) for sheet in sheets)


def fill(pieces: Iterable[Piece], room: int) -> list[list[Piece]]:
    """Pieces dealt to pages of `room` rows, in order; at least one page, perhaps an empty one."""
    sheets: list[list[Piece]] = [[]]
    for piece in _parted(pieces, room):
        if sheets[-1] and piece.marks and sum(above.height for above in sheets[-1]) + piece.height > room:
            sheets.append([])
        if piece.marks or sheets[-1] or len(sheets) == 1:
            sheets[-1].append(piece)
    return sheets


def _parted(pieces: Iterable[Piece], room: int) -> Iterator[Piece]:
    for piece in pieces:
        yield from piece.parts if piece.parts and piece.height > room else (piece,)


def stacked(pieces: Iterable[Piece], top: int) -> Marks:
    """The marks of pieces set one below the other from row `top`."""
    marks: list[Mark] = []
    for piece in pieces:
        marks += moved(piece.marks, 0, top)
        top += piece.height
    return tuple(marks)


def _height(pieces: Sequence[Piece]) -> int:
    """The rows that pieces take; room after the last one is nobody's."""
    kept = list(pieces)
    while kept and not kept[-1].marks:
        kept.pop()
    return sum(piece.height for piece in kept)


def title_bar(title: Title, width: int) -> tuple[Piece, str]:
    """The inverse bar of a title, one or two lines high, and what of its text did not fit."""
    left = 15 if title.is_warning else MARGIN
    code_width = MICRO.width(title.code) + 4 if title.code else 0
    lines = wrap(SMALL, title.text, width - left - code_width - MARGIN)
    height = SMALL.pitch * max(1, min(len(lines), TITLE_LINES)) + 1
    marks: list[Mark] = [Box(0, 0, width, height)]
    if title.is_warning:
        marks.append(Picture(2, 1, Sign.WARNING, 0))
    marks += [Text(left, 2 + SMALL.pitch * n, line, SMALL, 0) for n, line in enumerate(lines[:TITLE_LINES])]
    if title.code:
        marks.append(right(width - MARGIN, 3, title.code, MICRO, 0))
    return Piece(tuple(marks), height), " ".join(lines[TITLE_LINES:])


def pieces_of(block: Block, width: int) -> list[Piece]:
    """The pieces of a block on a pane of that width."""
    match block:
        case Para():
            return paragraph(block.text, font_for(block.size, block.text, width - 2 * MARGIN), MARGIN, width)
        case Item():
            return _item(block, width)
        case Row():
            return _row(block, width)
        case Caps():
            return _caps(block, width)
        case Tagged():
            return _tagged(block, width)
        case Tags():
            return _tags(block.codes, width)
        case Band():
            return _band(block, width)
        case Space():
            return [Piece((), block.height)]
        case _:
            assert_never(block)


def font_for(size: Size, text: str, width: int) -> Font:
    """Large or small; `FIT` and `LINE` are large where that takes so few lines."""
    if size in _MOST_LINES:
        return LARGE if len(wrap(LARGE, text, width)) <= _MOST_LINES[size] else SMALL
    return LARGE if size is Size.LARGE else SMALL


_MOST_LINES = {Size.FIT: 2, Size.LINE: 1}


def paragraph(text: str, font: Font, x: int, width: int) -> list[Piece]:
    """A piece a line, from column `x` to the margin."""
    lines = wrap(font, text, width - x - MARGIN)
    return [Piece((Text(x, 1, line, font),), font.pitch) for line in lines]


def joined(pieces: Sequence[Piece]) -> Piece:
    """Pieces that are not parted if a page has room for all."""
    return Piece(stacked(pieces, 0), sum(piece.height for piece in pieces), tuple(pieces))


_LARGE_ITEM_GAP = 2


def _item(item: Item, width: int) -> list[Piece]:
    """A key cap and its text; the note at the right end, or below where both do not fit."""
    font = font_for(item.size, item.text, width - LARGE_CAP[0] - 4 - MARGIN)
    x = LARGE_CAP[0] + 4 if font is LARGE else SMALL_CAP[0] + 2
    lines = paragraph(item.text, font, x, width) or [Piece((), font.pitch)]
    lines[0] = Piece(key_cap(0, 0, item.number, font, is_live=item.is_live) + lines[0].marks, font.pitch)
    if item.note:
        lines = _with_note(lines, item, font, x, width)
    return [joined(lines), Piece((), _LARGE_ITEM_GAP)] if font is LARGE else [joined(lines)]


def _with_note(lines: list[Piece], item: Item, font: Font, x: int, width: int) -> list[Piece]:
    """The note in small letters, level with the only line or on lines of its own."""
    drop = font.cap - SMALL.cap + 1
    is_beside = x + font.width(item.text) + 6 + SMALL.width(item.note) + MARGIN <= width
    if not is_beside or len(lines) > 1:
        return [*lines, *paragraph(item.note, SMALL, x, width)]
    note = right(width - MARGIN, drop, item.note, SMALL)
    return [Piece((*lines[0].marks, note), lines[0].height)]


def _row(row: Row, width: int) -> list[Piece]:
    """The value level with the text's first line; the text keeps clear of it."""
    value = right(width - MARGIN, 1, row.value, SMALL)
    lines = paragraph(row.text, SMALL, MARGIN, value.x - 4) or [Piece((), SMALL.pitch)]
    lines[0] = Piece((*lines[0].marks, value), lines[0].height)
    return [joined(lines)]


def _caps(block: Caps, width: int) -> list[Piece]:
    """Key caps side by side, then the word for them; below where it does not fit."""
    step = LARGE_CAP[0] + 3
    marks: list[Mark] = []
    for place, number in enumerate(block.numbers):
        marks += key_cap(place * step, 0, number, LARGE)
    x = len(block.numbers) * step + 2
    row_height = LARGE_CAP[1] + 3
    if not block.text:
        return [Piece(tuple(marks), row_height)]
    if x + SMALL.width(block.text) + MARGIN <= width:
        return [Piece((*marks, Text(x, 2, block.text, SMALL)), row_height)]
    return [Piece(tuple(marks), row_height), *paragraph(block.text, SMALL, MARGIN, width)]


def _tagged(block: Tagged, width: int) -> list[Piece]:
    """A tag and a text that goes on in its column."""
    font = font_for(block.size, block.text, width - tag_width(block.code) - 6 - MARGIN)
    if not block.code:
        return paragraph(block.text, font, MARGIN, width)
    x = MARGIN + tag_width(block.code) + 4
    lines = paragraph(block.text, font, x, width) or [Piece((), TAG_HEIGHT + 1)]
    lines[0] = Piece(tag(MARGIN, (font.cap - SMALL.cap) // 2, block.code) + lines[0].marks, font.pitch + 1)
    return lines


def _tags(codes: Sequence[str], width: int) -> list[Piece]:
    """Tags in rows."""
    rows: list[list[Mark]] = [[]]
    x = 0
    for code in codes:
        if x and x + tag_width(code) > width:
            rows.append([])
            x = 0
        rows[-1] += tag(x, 1, code)
        x += tag_width(code) + 2
    return [Piece(tuple(row), TAG_HEIGHT + 2) for row in rows if row]


def _band(band: Band, width: int) -> list[Piece]:
    """The inverse band; both texts large if they fit side by side, else small, else one below the other."""
    room = width - 6
    for font in (LARGE, SMALL):
        if font.width(band.left) + font.width(band.right) + 8 <= room or (
            not band.right and font.width(band.left) <= room
        ):
            y = (BAND_HEIGHT - font.cap) // 2
            marks: Marks = (Box(0, 0, width, BAND_HEIGHT), Text(3, y, band.left, font, 0))
            if band.right:
                marks += (right(width - 3, y, band.right, font, 0),)
            return [Piece(marks, BAND_HEIGHT + 1)]
    lines = wrap(SMALL, band.left, room) + wrap(SMALL, band.right, room)
    return [Piece((Box(0, 0, width, SMALL.pitch), Text(3, 1, line, SMALL, 0)), SMALL.pitch) for line in lines]
