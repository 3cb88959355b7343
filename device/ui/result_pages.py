"""The pages of what chance and votes brought: the die, who voted for what, the winner."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.ui.flow import MARGIN, Piece, fill, flow, stacked
from device.ui.glyphs import LARGE, MICRO, SMALL, Font, wrap
from device.ui.marks import (
    LARGE_CAP,
    STRIP_HEIGHT,
    Box,
    Edge,
    Kind,
    Mark,
    Marks,
    Page,
    Picture,
    Text,
    fitted,
    foot_of,
    key_cap,
    moved,
    right,
    tag,
    tag_width,
)
from device.ui.views import Ballot, Ballots, Block, Die, Flow, Para, Sign, Size, Space, Tagged, Winner

_DIE = (44, 52)
_DIE_X = 51


def die(part: Die, width: int, height: int) -> tuple[Page, ...]:
    """The die at four times the large size; beside it what it means."""
    about = f"{part.about} {part.subject}".strip()
    room = width - _DIE_X - MARGIN
    lines = [
        *_set(part.category, LARGE, room),
        *_set(part.colour, SMALL, room),
        *_set(part.worth, LARGE, room),
        *_set_about(part.about, part.subject, room),
    ]
    used = sum(font.pitch for _, font in lines)
    if used > height:
        blocks = (
            Para(f"{part.number}: {part.category}", Size.LARGE),
            Para(part.colour),
            Para(part.worth),
            Para(about),
        )
        return flow(Flow(blocks), width, height)
    box_y = (height - _DIE[1]) // 2
    digit = Text(10, box_y + 8, str(part.number), LARGE, 0, scale=4)
    marks: list[Mark] = [Box(0, box_y, *_DIE, 1, Edge.ROUND), digit]
    y = 1 + (height - used) // 2
    for line, font in lines:
        marks.append(Text(_DIE_X, y, line, font))
        y += font.pitch
    return (Page(tuple(marks), has_strip=False),)


def _set_about(about: str, subject: str, width: int) -> list[tuple[str, Font]]:
    """In one line; where that takes two, the subject is parted last."""
    together = _set(f"{about} {subject}", SMALL, width)
    apart = [*_set(about, SMALL, width), *_set(subject, SMALL, width)]
    return apart if len(apart) == len(together) else together


def _set(text: str, font: Font, width: int) -> list[tuple[str, Font]]:
    return [(line, font) for line in wrap(font, text, width)]


_ROW = 16
_LOW_ROW = 13
"""A row without a pad's code below the name, under a heading."""

_COLUMNS_FROM = 5
_NAME_X = 13
_GAIN_ROOM = 16


def ballots(part: Ballots, width: int, height: int, *, is_whole: bool = False) -> tuple[Page, ...]:
    """Cells in two columns; one column of up to four a page for few players or long names.

    `is_whole` wants all on one page, and shortens long names for it: beside each stands the tag.
    """
    top, row = (SMALL.pitch, _LOW_ROW) if part.heading else (0, _ROW)
    heading = (Text(MARGIN, 1, part.heading, SMALL),) if part.heading else ()
    per_column = (height - top) // row
    column = width // 2
    room = column - _NAME_X - 1 - (_GAIN_ROOM if part.heading else 0)
    fits = is_whole or all(SMALL.width(ballot.name) <= room for ballot in part.ballots)
    if _COLUMNS_FROM <= len(part.ballots) <= 2 * per_column and fits:
        marks: list[Mark] = [*heading]
        for place, ballot in enumerate(part.ballots):
            x, y = column * (place // per_column), top + row * (place % per_column)
            name = fitted(SMALL, ballot.name, room)
            marks += _cell(replace(ballot, name=name), x, y, column - 1, row)
        return (Page(tuple(marks), Kind.ANSWERS, has_strip=False),)
    pieces = [piece for ballot in part.ballots for piece in _wide_cell(ballot, width, height - top, row)]
    sheets = fill(pieces, height - top)
    if len(sheets) > 1:
        sheets = _even(pieces, sheets, height - top)
    return tuple(_ballots_page((*heading, *stacked(sheet, top)), height) for sheet in sheets)


def _ballots_page(marks: Marks, height: int) -> Page:
    return Page(marks, Kind.ANSWERS, has_strip=foot_of(marks) <= height - STRIP_HEIGHT)


def _even(pieces: list[Piece], sheets: list[list[Piece]], height: int) -> list[list[Piece]]:
    """As many pages, filled as evenly as can be (five rows: 3 and 2, not 4 and 1)."""
    share = sum(piece.height for piece in pieces) // len(sheets)
    dealt = (fill(pieces, room) for room in range(share, height))
    return next((evened for evened in dealt if len(evened) == len(sheets)), sheets)


def _cell(ballot: Ballot, x: int, y: int, width: int, height: int) -> Marks:
    """Vote as key cap, name, code below it, the gain at the right; inverse in the majority."""
    ink = 0 if ballot.is_majority else 1
    marks: list[Mark] = [Box(x, y, width, height)] if ballot.is_majority else []
    cap_y = y + (height - LARGE_CAP[1]) // 2
    marks += key_cap(x + 1, cap_y, ballot.number, LARGE, row_ink=ink)
    is_one_line = not ballot.code and SMALL.width(ballot.name) <= width - _NAME_X - _GAIN_ROOM
    name_y = cap_y + 2 if is_one_line else y + 1
    marks.append(Text(x + _NAME_X, name_y, ballot.name, SMALL, ink))
    marks.append(Text(x + _NAME_X, y + 10, ballot.code, MICRO, ink))
    if ballot.gain:
        marks.append(right(x + width - 2, cap_y + 3 if is_one_line else y + 10, ballot.gain, MICRO, ink))
    return tuple(marks)


def _wide_cell(ballot: Ballot, width: int, height: int, least: int) -> list[Piece]:
    """A row over the whole width, `least` rows high or as its name needs; parted only beyond a page."""
    ink = 0 if ballot.is_majority else 1
    end = width - MARGIN - max(MICRO.width(ballot.gain), 0) - 4
    code_x = end - (tag_width(ballot.code) if ballot.code else 0)
    lines = wrap(SMALL, ballot.name, code_x - _NAME_X - 4) or ("",)
    per_piece = (height - 1) // SMALL.pitch
    pieces = []
    for start in range(0, len(lines), per_piece):
        part = lines[start : start + per_piece]
        rows = max(least, len(part) * SMALL.pitch + 1)
        first = (rows - len(part) * SMALL.pitch) // 2 + 1
        marks: list[Mark] = [Box(0, 0, width, rows)] if ballot.is_majority else []
        marks += [Text(_NAME_X, first + SMALL.pitch * n, line, SMALL, ink) for n, line in enumerate(part)]
        cap_y = (least - LARGE_CAP[1]) // 2
        marks += key_cap(1, cap_y, ballot.number, LARGE, row_ink=ink)
        if ballot.code:
            marks += tag(code_x, cap_y + 1, ballot.code, ink)
        if ballot.gain:
            marks.append(right(width - MARGIN, cap_y + 3, ballot.gain, MICRO, ink))
        pieces.append(Piece(tuple(marks), rows))
    return pieces


_CUP_ROOM = 38


def winner(part: Winner, width: int, height: int) -> tuple[Page, ...]:
    """The cup, the name at twice the large size, what to do below, a page for each hint; a plain list for a
    long name."""
    room = width - _CUP_ROOM - MARGIN
    todo, *hints = (wrap(SMALL, text, width - 2 * MARGIN) for text in (part.todo, *part.hints))
    below = height - (len(todo) + max(map(len, hints))) * SMALL.pitch
    name, name_height = _winner_name(part.name, room)
    text_room = room - (tag_width(part.code) + 6 if part.code else 0)
    if not name or below < name_height + 14 + 4 or LARGE.width(part.text) > text_room:
        blocks: tuple[Block, ...] = (
            Para(part.name, Size.FIT),
            Tagged(part.code, part.text, Size.LARGE),
            Space(4),
            *(Para(text) for text in (part.todo, *part.hints)),
        )
        return flow(Flow(blocks), width, height)
    y = max(2, (below - name_height - 14) // 2)
    marks: list[Mark] = [Picture(4, y + 2, Sign.CUP, scale=2), *moved(name, _CUP_ROOM, y)]
    y += name_height
    marks.append(Text(_CUP_ROOM, y, part.text, LARGE))
    if part.code:
        marks += tag(_CUP_ROOM + LARGE.width(part.text) + 6, y, part.code)
    return tuple(Page((*marks, *_lines((*todo, *hint), below + 1)), has_strip=False) for hint in hints)


def _lines(texts: Sequence[str], top: int) -> list[Text]:
    return [Text(MARGIN, top + SMALL.pitch * n, text, SMALL) for n, text in enumerate(texts)]


def _winner_name(name: str, room: int) -> tuple[Marks, int]:
    """The name as large as it fits, and its height; nothing if it does not."""
    if 2 * LARGE.width(name) <= room:
        return (Text(0, 0, name, LARGE, scale=2),), 24
    lines = wrap(LARGE, name, room)
    if len(lines) > 2:
        return (), 0
    rows = tuple(Text(0, LARGE.pitch * n, line, LARGE) for n, line in enumerate(lines))
    return rows, LARGE.pitch * len(lines)
