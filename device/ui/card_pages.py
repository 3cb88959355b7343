"""The pages of an open card: question, answers, names, the two of a Versus.

`has_top` says that the screen's top line wants the first ten rows. It never changes how many pages there
are, so that the turning of pages knows nothing of votes: where there is no room, a page does without it.
"""

from collections.abc import Sequence

from device.ui.flow import MARGIN, flow
from device.ui.glyphs import LARGE, SMALL, Font, wrap
from device.ui.marks import (
    HEAD_HEIGHT,
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
    key_cap,
    tag,
    tag_width,
)
from device.ui.views import Answers, Flow, Head, Item, Names, Question, Rival, Size, Versus

_STRIP_ROOM = STRIP_HEIGHT + 1
_TIGHT_PITCH = 9


def question(part: Question, width: int, height: int, *, has_top: bool) -> tuple[Page, ...]:
    """Large under the header, large without it, small, or small on several pages: the first that fits."""
    has_head = has_top or part.head is not None
    room = height - _STRIP_ROOM
    large = wrap(LARGE, part.text, width - 2 * MARGIN)
    small = wrap(SMALL, part.text, width - 2 * MARGIN)
    if len(large) <= (room - HEAD_HEIGHT - 2) // LARGE.pitch and has_head:
        marks = _lines(large, LARGE, HEAD_HEIGHT + 2)
        if part.head and not has_top:
            marks = _head(part.head, width) + marks
        return (_question_page(marks, part.text, has_head=True),)
    if len(large) <= room // LARGE.pitch and not has_top:
        return (_question_page(_lines(large, LARGE, 1), part.text),)
    pages = max(1, -(-len(small) // (room // SMALL.pitch)))
    per_page = max(1, -(-len(small) // pages))
    chunks = [small[start : start + per_page] for start in range(0, len(small), per_page)] or [()]
    return tuple(_small_question(chunk, height, has_top=has_top) for chunk in chunks)


def _small_question(lines: tuple[str, ...], height: int, *, has_top: bool) -> Page:
    """Small lines, ten rows apart; under a top line nine, and then without a strip if they need its rows."""
    text = " ".join(lines)
    if not has_top:
        return _question_page(_lines(lines, SMALL, 1), text)
    if HEAD_HEIGHT + 1 + len(lines) * SMALL.pitch <= height - STRIP_HEIGHT:
        return _question_page(_lines(lines, SMALL, HEAD_HEIGHT + 2), text, has_head=True)
    marks = _lines(lines, SMALL, HEAD_HEIGHT + 1, _TIGHT_PITCH)
    return _question_page(marks, text, has_head=True, has_strip=False)


def _question_page(marks: Marks, text: str, *, has_head: bool = False, has_strip: bool = True) -> Page:
    return Page(marks, Kind.QUESTION, has_strip, has_head, letters=len(text))


def _lines(lines: tuple[str, ...], font: Font, y: int, pitch: int = 0) -> Marks:
    return tuple(Text(MARGIN, y + n * (pitch or font.pitch), line, font) for n, line in enumerate(lines))


def _head(head: Head, width: int) -> Marks:
    """Category sign, who reads, and the worth in a filled box."""
    worth_width = SMALL.width(head.worth) + 4
    text = fitted(SMALL, head.text, width - 14 - worth_width - MARGIN)
    return (
        Picture(0, 0, head.sign),
        Text(14, 1, text, SMALL),
        Box(width - worth_width, 0, worth_width, _TIGHT_PITCH, 1, Edge.ROUND),
        Text(width - worth_width + 2, 1, head.worth, SMALL, 0),
    )


_ANSWER_X = 10
_ANSWERS_A_PAGE = 3


def answers(part: Answers, width: int, height: int, *, has_top: bool) -> tuple[Page, ...]:
    """All answers on one page if their lines fit, else three a page. No answer is split if it fits a page."""
    wrapped = [wrap(SMALL, text, width - _ANSWER_X) or ("",) for text in part.texts]
    numbered = list(enumerate(wrapped, 1))
    lines = sum(map(len, wrapped))
    most = (height - _STRIP_ROOM) // SMALL.pitch
    if lines <= most:
        return (_answers_page(numbered, height, has_top=has_top),)
    if lines <= height // _TIGHT_PITCH:
        return (Page(_answer_rows(numbered, 0, _TIGHT_PITCH), Kind.ANSWERS, has_strip=False),)
    if max(map(len, wrapped)) > most:
        return _as_list([Item(number, text) for number, text in enumerate(part.texts, 1)], width, height)
    return tuple(_answers_page(group, height, has_top=has_top) for group in _groups(numbered, most))


def _groups(
    numbered: list[tuple[int, tuple[str, ...]]], most: int
) -> list[list[tuple[int, tuple[str, ...]]]]:
    """Answers dealt to pages, in order: three a page, fewer where they are long."""
    groups: list[list[tuple[int, tuple[str, ...]]]] = [[]]
    for answer in numbered:
        lines = sum(len(lines) for _, lines in groups[-1]) + len(answer[1])
        if groups[-1] and (lines > most or len(groups[-1]) == _ANSWERS_A_PAGE):
            groups.append([])
        groups[-1].append(answer)
    return groups


def _answers_page(numbered: list[tuple[int, tuple[str, ...]]], height: int, *, has_top: bool) -> Page:
    """One page of answers, aired where there is room."""
    top = HEAD_HEIGHT if has_top else 0
    lines = sum(len(lines) for _, lines in numbered)
    room = height - top - STRIP_HEIGHT
    has_strip = lines * SMALL.pitch <= room
    pitch = SMALL.pitch if has_strip else _TIGHT_PITCH
    air = min(5, (room - lines * pitch) // len(numbered)) if has_strip else 0
    marks = _answer_rows(numbered, top, pitch, air)
    return Page(marks, Kind.ANSWERS, has_strip, has_head=has_top)


def _answer_rows(numbered: list[tuple[int, tuple[str, ...]]], y: int, pitch: int, air: int = 0) -> Marks:
    marks: list[Mark] = []
    for number, lines in numbered:
        marks += key_cap(0, y, number, SMALL)
        for line in lines:
            marks.append(Text(_ANSWER_X, y + 1, line, SMALL))
            y += pitch
        y += air
    return tuple(marks)


def _as_list(items: list[Item], width: int, height: int) -> tuple[Page, ...]:
    """The last resort for very long texts: a plain list on as many pages as it takes."""
    pages = flow(Flow(tuple(items)), width, height)
    return tuple(Page(page.marks, Kind.ANSWERS, page.has_strip) for page in pages)


_ROWS = 4
_NAME_X = 12
_NAME_PITCH = 8


def names(part: Names, width: int, height: int, *, has_top: bool) -> tuple[Page, ...]:
    """Two columns of four: large if all fit, else small in as many lines as find room; else a list."""
    column = (width + 1) // 2 + 1
    room = width - column - _NAME_X
    if all(LARGE.width(name) <= room for name in part.names):
        top = HEAD_HEIGHT if has_top else 0
        pitch = (height - top - STRIP_HEIGHT) // _ROWS
        marks = _names_grid([(name,) for name in part.names], LARGE, column, top, [pitch] * len(part.names))
        return (Page(marks, Kind.ANSWERS, has_head=has_top),)
    wrapped = [wrap(SMALL, name, room) for name in part.names]
    if max(map(len, wrapped)) <= 1:
        top = HEAD_HEIGHT if has_top else 0
        pitch = (height - top - STRIP_HEIGHT) // _ROWS
        marks = _names_grid(wrapped, SMALL, column, top, [pitch] * len(wrapped))
        return (Page(marks, Kind.ANSWERS, has_head=has_top),)
    rows = _rows_for(wrapped, height)
    if rows:
        return (Page(_names_grid(wrapped, SMALL, column, 0, rows), Kind.ANSWERS, has_strip=False),)
    return _as_list([Item(number, name) for number, name in enumerate(part.names, 1)], width, height)


def _rows_for(names: list[tuple[str, ...]], height: int) -> list[int]:
    """Rows for names of one or more lines, the same for all if they can be; none if a column is too low."""
    needed = [max(LARGE_CAP[1] + 1, _ink_height(lines)) for lines in names]
    if max(needed) <= height // _ROWS:
        return [height // _ROWS] * len(names)
    rows: list[int] = []
    for column in (needed[:_ROWS], needed[_ROWS:]):
        air = (height - sum(column)) // _ROWS
        if air < 0:
            return []
        rows += [row + air for row in column]
    return rows


def _ink_height(lines: tuple[str, ...]) -> int:
    """From the row of marks over the first line of a name to the tails under its last."""
    return _NAME_PITCH * len(lines) + (SMALL.descent(lines[-1]) if lines else 0)


def _names_grid(
    names: list[tuple[str, ...]], font: Font, column: int, top: int, rows: Sequence[int]
) -> Marks:
    """Key caps 1-4 on the left, 5-8 on the right, in rows of these heights; names of more lines set close."""
    marks: list[Mark] = []
    for place, (lines, row) in enumerate(zip(names, rows, strict=True)):
        side = place // _ROWS
        x, y = column * side, top + sum(rows[side * _ROWS : place])
        cap_y = y + (row - LARGE_CAP[1]) // 2
        marks += key_cap(x, cap_y, place + 1, LARGE)
        is_one = len(lines) <= 1
        first = cap_y + (11 - font.cap) // 2 if is_one else y + (row - _ink_height(lines)) // 2 + 1
        marks += [Text(x + _NAME_X, first + _NAME_PITCH * n, line, font) for n, line in enumerate(lines)]
    return tuple(marks)


_RIVAL_X = 26


def versus(part: Versus, width: int, height: int, *, has_top: bool) -> tuple[Page, ...]:
    """Two large numbers with their names; a list where a name is too long for that."""
    top = HEAD_HEIGHT if has_top else 0
    pitch = (height - top - STRIP_HEIGHT) // 2
    room = width - _RIVAL_X - MARGIN
    font = LARGE if all(LARGE.width(rival.name) <= room for rival in part.rivals) else SMALL
    if any(len(wrap(font, rival.name, room)) > 1 for rival in part.rivals):
        blocks = [_rival_item(rival) for rival in part.rivals]
        return _as_list(blocks, width, height)
    marks: list[Mark] = []
    for place, rival in enumerate(part.rivals):
        marks += _rival(rival, font, top + place * (pitch + 1), min(27, pitch - 1), room)
    return (Page(tuple(marks), Kind.ANSWERS, has_head=has_top),)


def _rival(rival: Rival, font: Font, y: int, height: int, room: int) -> Marks:
    """A number at twice the large size in a box; name, tag and note beside it."""
    digit = Text(4, y + (height - 18) // 2, str(rival.number), LARGE, 0, scale=2)
    marks: Marks = (Box(0, y, 20, height, 1, Edge.ROUND), digit)
    marks += (Text(_RIVAL_X, y + (3 if height > 24 else 1), rival.name, font),)
    x, below = _RIVAL_X, y + height - 10
    if rival.code:
        marks += tag(x, below, rival.code)
        x += tag_width(rival.code) + 4
    note = fitted(SMALL, rival.note, room - (x - _RIVAL_X))
    return (*marks, Text(x, below + 1, note, SMALL)) if note else marks


def _rival_item(rival: Rival) -> Item:
    return Item(rival.number, rival.name, " ".join(filter(None, (rival.code, rival.note))), Size.SMALL)
