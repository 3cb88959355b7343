"""The page on which names are typed: names above, in one column or two, and below what the keys mean."""

from device.ui.flow import MARGIN
from device.ui.glyphs import MICRO, SMALL
from device.ui.marks import Box, Edge, Mark, Marks, Page, Text, key_cap
from device.ui.views import Item, Letters, Line

_A_COLUMN = 4
_LINE_PITCH = 17 / 2
_KEY_PITCH = 10
_CAP_ROOM = 10
_NAME_X = 19
_CURSOR = 4


def typing(part: Letters, width: int, height: int) -> tuple[Page, ...]:
    """Always one page: eight names fit in two columns."""
    hint_y = height - SMALL.pitch + 1
    keys_y = hint_y - len(part.keys) * _KEY_PITCH
    marks: list[Mark] = []
    columns = 1 if len(part.lines) <= _A_COLUMN else 2
    for place, line in enumerate(part.lines):
        x = width // columns * (place // _A_COLUMN)
        marks += _line(line, x, int(_LINE_PITCH * (place % _A_COLUMN)), width // columns)
    for row, items in enumerate(part.keys):
        marks += _keys(items, keys_y + row * _KEY_PITCH, width)
    marks.append(Text(MARGIN, hint_y, part.hint, SMALL))
    return (Page(tuple(marks), has_strip=False),)


def _line(line: Line, x: int, y: int, width: int) -> Marks:
    """The pad's code, the end of the name, and where the next letter goes: under an open letter, or after."""
    code_width = MICRO.width(line.code) + 2
    code = Box(x, y, code_width, 7, 1), Text(x + 1, y + 1, line.code, MICRO, 0)
    name = _end_of(line.text, width - _NAME_X - _CURSOR - 3)
    at = Text(x + _NAME_X, y, name, SMALL)
    end = x + _NAME_X + SMALL.width(name) + 1
    if line.is_done:
        return (*code, at, Text(end + 1, y, "✓", SMALL))
    if line.is_open:
        letter = SMALL.width(name[-1:])
        return (*code, at, Box(end - 1 - letter, y + 8, letter, 1, 1, Edge.SQUARE))
    return (*code, at, Box(end + SMALL.width(" ") * line.text.endswith(" "), y + 6, _CURSOR, 1, 1))


def _end_of(text: str, width: int) -> str:
    """A name's end, where the whole is too wide: that is where it grows."""
    if SMALL.width(text) <= width:
        return text
    while SMALL.width(f"…{text}") > width:
        text = text[1:]
    return f"…{text}"


def _keys(items: tuple[Item, ...], y: int, width: int) -> Marks:
    """Keys and what they mean, spread over the line."""
    widths = [_CAP_ROOM + SMALL.width(item.text) for item in items]
    gap = (width - MARGIN - sum(widths)) / max(1, len(items) - 1)
    marks: list[Mark] = []
    x = 0.0
    for item, room in zip(items, widths, strict=True):
        marks += key_cap(int(x), y, item.number, SMALL, is_live=item.is_live)
        marks.append(Text(int(x) + _CAP_ROOM, y + 1, item.text, SMALL))
        x += room + min(gap, _KEY_PITCH)
    return tuple(marks)
