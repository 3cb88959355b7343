"""The pages of what is chosen by number: the lobby's name spaces, menu lists, values set by steps."""

from device.ui.flow import MARGIN, flow, title_bar
from device.ui.glyphs import LARGE, MICRO, SMALL, wrap
from device.ui.marks import Box, Edge, Mark, Marks, Page, Text, key_cap
from device.ui.views import Flow, Grid, Item, Lobby, Para, Size, Steps

_SPACES_A_ROW = 4
_CELL_MOST = 26


def lobby(part: Lobby, width: int, height: int) -> tuple[Page, ...]:
    """Heading, 2 x 4 cells, and one of the lines: a page for each."""
    heading = wrap(SMALL, part.heading, width - 2 * MARGIN)
    lines = [line for text in part.lines for line in wrap(SMALL, text, width - 2 * MARGIN)] or [""]
    top = len(heading) * SMALL.pitch + 2
    pitch = min(_CELL_MOST, (height - top - SMALL.pitch) // 2)
    fixed: list[Mark] = [Text(MARGIN, 1 + SMALL.pitch * n, line, SMALL) for n, line in enumerate(heading)]
    for place, code in enumerate(part.codes):
        x = width // _SPACES_A_ROW * (place % _SPACES_A_ROW)
        y = top + pitch * (place // _SPACES_A_ROW)
        fixed += _cell(place + 1, code, x, y, width // _SPACES_A_ROW - 1, pitch - 1)
    y = height - SMALL.pitch + 1
    return tuple(Page((*fixed, Text(MARGIN, y, line, SMALL)), has_strip=False) for line in lines)


def _cell(number: int, code: str, x: int, y: int, width: int, height: int) -> Marks:
    """A name space: taken ones inverse with their pad's code."""
    ink = 0 if code else 1
    box = Box(x, y, width, height, 1, Edge.ROUND if code else Edge.ROUND_LINE)
    digit = Text(x + 3, y + (height - LARGE.cap + 1) // 2, str(number), LARGE, ink)
    return box, digit, Text(x + 12, y + (height - MICRO.cap + 1) // 2, code, MICRO, ink)


TWO_COLUMNS_FROM = 5
_ITEM_X = 13
_PITCH_MOST = 18


def grid(part: Grid, width: int, height: int) -> tuple[Page, ...]:
    """Items in two columns of four, or in one; a plain list where labels are too long for that."""
    bar, rest = title_bar(part.title, width)
    has_two = len(part.items) >= TWO_COLUMNS_FROM
    column = (width + 1) // 2 + 1 if has_two else width
    room = min(column, width - column if has_two else width) - _ITEM_X
    top = bar.height + 2
    pitch = min(_PITCH_MOST, (height - top) // _SPACES_A_ROW)
    fits = all(SMALL.width(item.text) <= room and not item.note for item in part.items)
    if rest or not fits or pitch < 12 or len(part.items) > 2 * _SPACES_A_ROW:
        return flow(Flow(part.items, part.title), width, height)
    marks: list[Mark] = list(bar.marks)
    for place, item in enumerate(part.items):
        x, y = column * (place // _SPACES_A_ROW), top + pitch * (place % _SPACES_A_ROW)
        marks += _grid_item(item, x, y)
    return (Page(tuple(marks), has_strip=False),)


def _grid_item(item: Item, x: int, y: int) -> Marks:
    cap = key_cap(x, y, item.number, LARGE, is_live=item.is_live)
    return (*cap, Text(x + _ITEM_X, y + 2, item.text, SMALL))


_STEP_PITCH = 15
_STEPS_X = 62


def steps(part: Steps, width: int, height: int) -> tuple[Page, ...]:
    """The value at three times the large size; beside it the steps, two a row, then the last item."""
    bar, rest = title_bar(part.title, width)
    top = bar.height + 4
    *pairs, last = part.items
    cell = (width - _STEPS_X) // 2
    fits = all(SMALL.width(item.text) <= cell - _ITEM_X for item in pairs)
    is_last_short = SMALL.width(last.text) <= width - _STEPS_X - _ITEM_X
    is_value_short = LARGE.width(str(part.value)) * 3 <= _STEPS_X - 4
    if rest or not (fits and is_last_short and is_value_short) or top + 3 * _STEP_PITCH > height + 4:
        return flow(Flow((Para(str(part.value), Size.LARGE), *part.items), part.title), width, height)
    value = Text(MARGIN, top + 6, str(part.value), LARGE, scale=3)
    marks: list[Mark] = [*bar.marks, value]
    for place, item in enumerate(pairs):
        marks += _grid_item(item, _STEPS_X + cell * (place % 2), top + _STEP_PITCH * (place // 2))
    marks += _grid_item(last, _STEPS_X, top + _STEP_PITCH * ((len(pairs) + 1) // 2))
    return (Page(tuple(marks), has_strip=False),)
