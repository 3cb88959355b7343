"""A page of a screen as a 1-bit image, for a panel of any size. Exact to the pixel on every machine."""

from collections.abc import Sequence
from itertools import product
from typing import assert_never

from PIL import Image, ImageDraw

from device.ui.flow import MARGIN
from device.ui.glyphs import LARGE, SMALL, Font, wrap
from device.ui.marks import (
    HEAD_HEIGHT,
    STRIP_HEIGHT,
    Box,
    Edge,
    Mark,
    Marks,
    Picture,
    Text,
    fitted,
    foot_of,
    moved,
    right,
    tag,
    tag_width,
)
from device.ui.pages import GUTTER, Leaf, enlargement, layout_size, leaves
from device.ui.signs import sign_ink
from device.ui.views import Countdown, Missing, Notice, Person, Screen, Sign, Strip


def draw(screen: Screen, page: int, size: tuple[int, int]) -> Image.Image:
    """The page, counted from 0, as a mode-"1" image of `size`; a page beyond the last is the last."""
    width, height = layout_size(size)
    image = Image.new("1", (width, height))
    pen = ImageDraw.Draw(image)
    for mark in marks_of(screen, page, size):
        _draw(mark, image, pen)
    times = enlargement(size)
    if times > 1:
        image = image.resize((width * times, height * times), Image.Resampling.NEAREST)
    return _on_panel(image, size)


def marks_of(screen: Screen, page: int, size: tuple[int, int]) -> Marks:
    """All that stands on the panel, in drawing order, in the pixels of the layout."""
    width, height = layout_size(size)
    shown = leaves(screen, size)
    number = _page_to_show(screen, shown, page)
    leaf = shown[number]
    marks: list[Mark] = []
    for pane, content in leaf.panes:
        marks += moved(content.marks, pane.x, pane.y)
    if len(leaf.panes) == 2 and leaf.panes[1][0].x:
        marks.append(Box(leaf.panes[1][0].x - GUTTER, 0, 1, height - STRIP_HEIGHT - 1))
    if screen.top and leaf.panes[0][1].has_head:
        marks += _top_line(screen.top, leaf.panes[0][0].width)
    marks += _strip(screen.strip, leaf, number, len(shown), (width, height))
    if leaf.is_first_spread:
        marks += _hint(screen.hints, leaf, len(shown), (width, height))
    if screen.notice:
        box, *words = _notice(screen.notice, width, height)
        marks = [mark for mark in marks if not _is_touched(mark, box)] + [box, *words]
    return tuple(marks)


def _page_to_show(screen: Screen, shown: Sequence[Leaf], page: int) -> int:
    """The page itself; the first, with the question, where a countdown finds no room."""
    number = min(page, len(shown) - 1)
    has_room = shown[number].panes[0][1].has_head
    return 0 if isinstance(screen.top, Countdown) and not has_room else number


def _is_touched(mark: Mark, box: Box) -> bool:
    """Whether a mark stands in the rows of a box: half a line of text would look broken."""
    top, height = (mark.y - 1, mark.font.pitch * mark.scale) if isinstance(mark, Text) else (mark.y, 9)
    if isinstance(mark, Box):
        height = mark.height + 1  # a key cap goes with its number
    return top < box.y + box.height and box.y < top + height


def _on_panel(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The image on a panel of that size: in its top left corner, or made smaller where it is larger."""
    if image.size == size:
        return image
    if image.width > size[0] or image.height > size[1]:
        return image.resize(size, Image.Resampling.NEAREST)
    panel = Image.new("1", size)
    panel.paste(image, (0, 0))
    return panel


def _draw(mark: Mark, image: Image.Image, pen: ImageDraw.ImageDraw) -> None:
    match mark:
        case Text():
            mark.font.draw(image, mark.x, mark.y, mark.text, ink=mark.ink, scale=mark.scale)
        case Box():
            _draw_box(mark, pen)
        case Picture():
            image.paste(mark.ink, (mark.x, mark.y), sign_ink(mark.sign, mark.scale))
        case _:
            assert_never(mark)


def _draw_box(box: Box, pen: ImageDraw.ImageDraw) -> None:
    left, top, end, bottom = box.x, box.y, box.x + box.width - 1, box.y + box.height - 1
    if box.edge in (Edge.LINE, Edge.ROUND_LINE):
        pen.rectangle((left, top, end, bottom), outline=box.ink)
    else:
        pen.rectangle((left, top, end, bottom), fill=box.ink)
    if box.edge in (Edge.ROUND, Edge.ROUND_LINE):
        pen.point([(left, top), (end, top), (left, bottom), (end, bottom)], fill=1 - box.ink)


def _top_line(top: Missing | Countdown, width: int) -> Marks:
    """The header line that takes the place of who reads."""
    match top:
        case Countdown():
            seconds = str(top.seconds)
            text = fitted(SMALL, top.text, width - SMALL.width(seconds) - 3 * MARGIN)
            return (
                Box(0, 0, width, HEAD_HEIGHT - 1),  # a row of air: key caps may follow
                Text(MARGIN, 1, text, SMALL, 0),
                right(width - MARGIN, 1, seconds, SMALL, 0),
            )
        case Missing():
            return _missing(top, width)
        case _:
            assert_never(top)


_BETWEEN = 6


def _missing(missing: Missing, width: int) -> Marks:
    """Who has not voted: label, tags and names; names are shortened where room is short, tags never."""
    fixed = sum(_tag_room(person) for person in missing.people) + _BETWEEN * (len(missing.people) - 1)
    names = sum(SMALL.width(person.name) + SMALL.width(",") for person in missing.people)
    spare = width - fixed - names - _BETWEEN - MARGIN
    label = next((label for label in missing.labels if SMALL.width(label) <= spare), "")
    marks: list[Mark] = [Text(MARGIN, 1, label, SMALL)] if label else []
    x = MARGIN + SMALL.width(label) + _BETWEEN if label else 0
    spare = width - x - fixed - MARGIN
    for place, person in enumerate(missing.people):
        if person.code:
            marks += tag(x, 0, person.code)
        x += _tag_room(person)
        later = [SMALL.width(other.name) for other in missing.people[place + 1 :]]
        fair = spare // (len(later) + 1)
        comma = "," if later and not person.code else ""
        name = fitted(SMALL, person.name + comma, max(0, fair, spare - sum(later)))
        spare -= SMALL.width(name)
        marks.append(Text(x, 1, name, SMALL))
        x += SMALL.width(name) + _BETWEEN
    return tuple(marks)


def _tag_room(person: Person) -> int:
    return tag_width(person.code) + 3 if person.code else 0


_SEGMENT = 8


def _strip(strip: Strip | None, leaf: Leaf, page: int, pages: int, size: tuple[int, int]) -> Marks:
    """The bottom rows: a segment a player at the left, thick for each vote; page marks at the right."""
    width, height = size
    y = height - STRIP_HEIGHT
    bottom = max(pane.y for pane, _ in leaf.panes)
    row = [content for pane, content in leaf.panes if pane.y == bottom]
    marks: list[Mark] = []
    if strip and row[0].has_strip:
        for place in range(strip.players):
            is_thick = place < strip.voted
            marks.append(Box(place * _SEGMENT, y if is_thick else y + 2, 6, 3 if is_thick else 1))
    if pages > 1 and row[-1].has_strip:
        marks += _page_marks(page, pages, width, y)
    return tuple(marks)


_MOST_PAGE_MARKS = 7


def _page_marks(page: int, pages: int, width: int, y: int) -> Marks:
    """A mark a page, thick for this one; for very many pages a line with a thick part."""
    if pages > _MOST_PAGE_MARKS:
        room = _MOST_PAGE_MARKS * _SEGMENT
        line = Box(width - room, y + 1, room, 1)
        return line, Box(width - room + (room - 6) * page // (pages - 1), y, 6, 3)
    start = width - pages * _SEGMENT + 2
    return tuple(
        Box(x, y, 6, 3) if place == page else Box(x + 2, y + 1, 2, 2)
        for place, x in enumerate(range(start, width, _SEGMENT))
    )


_AIR = 3
"""Rows, or columns, between a hint and page marks, so that they are not taken for underlines."""


def _hint(hints: tuple[str, ...], leaf: Leaf, pages: int, size: tuple[int, int]) -> Marks:
    """A line at the foot of the first pane that has rows for it: clear of the page marks, else close above
    them, else left of them."""
    for text, (pane, page) in product(hints, leaf.panes):
        has_marks = pages > 1 and (pane.x + pane.width, pane.y + pane.height) == size
        marks_width = min(pages, _MOST_PAGE_MARKS) * _SEGMENT
        places = ((STRIP_HEIGHT + _AIR, 0), (STRIP_HEIGHT + 1, 0), (0, marks_width + _AIR))
        for above, beside in places if has_marks else ((0, 0),):
            y = pane.height - SMALL.pitch - above
            if SMALL.width(text) <= pane.width - 2 * MARGIN - beside and foot_of(page.marks) <= y:
                return (Text(pane.x + MARGIN, pane.y + y + 1, text, SMALL),)
    return ()


def _notice(notice: Notice, width: int, height: int) -> tuple[Box, *Marks]:
    """An inverse box as high as its words need, at most the whole panel."""
    left = 18 if notice.is_warning else 6
    lines, pad = _notice_lines(notice, width - left - MARGIN, height)
    below = 0 if notice.is_heading else pad
    used = min(height, sum(font.pitch for _, font in lines) + pad + below)
    y = 0 if notice.is_heading else height - used
    box = Box(0, y, width, used, 1, Edge.ROUND)
    marks: list[Mark] = [Picture(4, y + pad + 1, Sign.WARNING, 0)] if notice.is_warning else []
    y += pad
    for line, font in lines:
        if y + font.pitch - 1 <= height:
            marks.append(Text(left, y + 1, line, font, 0))
        y += font.pitch
    return box, *marks


def _notice_lines(notice: Notice, room: int, height: int) -> tuple[list[tuple[str, Font]], int]:
    """The lines with their fonts, and the rows above them: a large title, or a small one if need be."""
    if notice.is_heading:
        said = tuple(filter(None, (notice.title, notice.text)))
        texts = (": ".join(said),) if SMALL.width(": ".join(said)) <= room else said
        return [(line, SMALL) for text in texts for line in wrap(SMALL, text, room)], 1
    large = [(line, LARGE) for line in wrap(LARGE, notice.title, room)]
    small = [(line, SMALL) for line in wrap(SMALL, notice.title, room)]
    text = [(line, SMALL) for line in wrap(SMALL, notice.text, room)]
    pad = 3
    fits = sum(font.pitch for _, font in large + text) + 2 * pad <= height
    return (large if fits else small) + text, pad
