"""A screen as pages of a panel: which parts stand where, how long each page stays. Measured, not drawn."""

from functools import lru_cache
from typing import assert_never

from msgspec import Struct

from device.machine.phases import Paging
from device.ui import card_pages, list_pages, result_pages, typing_pages
from device.ui.flow import flow
from device.ui.marks import Kind, Page
from device.ui.views import (
    Answers,
    Ballots,
    Dark,
    Die,
    Flow,
    Grid,
    Letters,
    Lobby,
    Names,
    Part,
    Question,
    Screen,
    Steps,
    Versus,
    Winner,
)

BASE = (128, 64)
"""The panel that screens are laid out for: larger ones show it enlarged or two pages at once."""

FIRST_MS = 2000
LETTER_MS = 70
STAY_MS = {Kind.QUESTION: 4000, Kind.ANSWERS: 12_000, Kind.OTHER: 4000}

GUTTER = 2
"""Columns between two panes side by side; the first of them is a line."""


class Pane(Struct, frozen=True):
    """A part of the panel that shows one page: its place and size."""

    x: int
    y: int
    width: int
    height: int


class Leaf(Struct, frozen=True):
    """What the panel shows at once: a page on each pane."""

    panes: tuple[tuple[Pane, Page], ...]
    is_first_spread: bool

    @property
    def main(self) -> Page:
        """The page that decides how long the leaf stays: the last one."""
        return self.panes[-1][1]


def enlargement(size: tuple[int, int]) -> int:
    """How many times a panel's pixels are those of the layout: 2 from 256x128 on."""
    return max(1, min(size[0] // BASE[0], size[1] // BASE[1]))


def layout_size(size: tuple[int, int]) -> tuple[int, int]:
    """The width and height to lay out for; at least `BASE`."""
    times = enlargement(size)
    return max(BASE[0], size[0] // times), max(BASE[1], size[1] // times)


def panes(width: int, height: int) -> tuple[Pane, ...]:
    """One pane; two side by side on a panel twice as wide, one above the other on one twice as high."""
    if width >= 2 * BASE[0]:
        return Pane(0, 0, BASE[0] - GUTTER, height), Pane(BASE[0], 0, width - BASE[0], height)
    if height >= 2 * BASE[1]:
        return Pane(0, 0, width, height // 2), Pane(0, height // 2, width, height - height // 2)
    return (Pane(0, 0, width, height),)


def leaves(screen: Screen, size: tuple[int, int]) -> tuple[Leaf, ...]:
    """The pages of a screen on a panel of that size, in order."""
    return _leaves(screen.spreads, screen.top is not None, layout_size(size))


@lru_cache(maxsize=512)
def _leaves(spreads: tuple[tuple[Part, ...], ...], has_top: bool, size: tuple[int, int]) -> tuple[Leaf, ...]:
    places = panes(*size)
    whole = Pane(0, 0, *size)
    found: list[Leaf] = []
    for number, spread in enumerate(spreads):
        if len(spread) == len(places) == 2:
            columns = [
                lay(part, pane.width, pane.height, has_top and pane is places[0], is_beside=True)
                for part, pane in zip(spread, places, strict=True)
            ]
            for turn in range(max(map(len, columns))):
                shown = (pages[min(turn, len(pages) - 1)] for pages in columns)
                found.append(Leaf(tuple(zip(places, shown, strict=True)), number == 0))
        else:
            for part in spread:
                pages = lay(part, whole.width, whole.height, has_top)
                found += [Leaf(((whole, page),), number == 0) for page in pages]
    return tuple(found)


@lru_cache(maxsize=2048)
def lay(part: Part, width: int, height: int, has_top: bool, *, is_beside: bool = False) -> tuple[Page, ...]:
    """The pages of one part on a pane of that size, perhaps beside the other part of its spread."""
    match part:
        case Question():
            return card_pages.question(part, width, height, has_top=has_top)
        case Answers():
            return card_pages.answers(part, width, height, has_top=has_top)
        case Names():
            return card_pages.names(part, width, height, has_top=has_top)
        case Versus():
            return card_pages.versus(part, width, height, has_top=has_top)
        case Flow():
            return flow(part, width, height)
        case Lobby():
            return list_pages.lobby(part, width, height)
        case Grid():
            return list_pages.grid(part, width, height)
        case Steps():
            return list_pages.steps(part, width, height)
        case Letters():
            return typing_pages.typing(part, width, height)
        case Die():
            return result_pages.die(part, width, height)
        case Ballots():
            return result_pages.ballots(part, width, height, is_whole=is_beside)
        case Winner():
            return result_pages.winner(part, width, height)
        case Dark():
            return (Page((), has_strip=False),)
        case _:
            assert_never(part)


def paging(screen: Screen, size: tuple[int, int]) -> Paging:
    """How long each page stays before it turns by itself, and how many a reveal must have shown to go on."""
    return _paging(screen.spreads, layout_size(size))


@lru_cache(maxsize=512)
def _paging(spreads: tuple[tuple[Part, ...], ...], size: tuple[int, int]) -> Paging:
    """Laid out without a top line: the schedule knows nothing of votes."""
    shown = _leaves(spreads, False, size)
    stays = tuple(STAY_MS[leaf.main.kind] for leaf in shown)
    is_read_aloud = shown[0].main.kind is Kind.QUESTION
    first_ms = FIRST_MS + LETTER_MS * shown[0].main.letters if is_read_aloud else stays[0]
    return Paging(stays, max(1, sum(leaf.is_first_spread for leaf in shown)), first_ms)
