"""A deck as a spreadsheet saves it: a row a card. Category, question, then the answers."""

import csv
from collections.abc import Iterator, Sequence

from device.app.deck_cards import tidy
from device.app.deck_file import CATEGORIES, Found, Problem, RawCard, Written, fact_named
from hw.words import Words

SEPARATORS = (",", ";", "\t")
"""What spreadsheets put between cells; which one depends on the country."""

UNCLOSED = (
    Words("a quotation mark is opened and not closed"),
    Words("close it, or take it away, or save the file from a spreadsheet again"),
)
"""What a quotation mark that was forgotten is, and its cure."""

_TALLEST_ROW = 12
"""Lines in one cell, at most. A quotation mark still open after that was forgotten."""


def parse_table(lines: Sequence[str]) -> Found:
    """Read the spreadsheet form, with whichever separator it has."""
    found = Found()
    for line, cells in rows(lines, separator_of(lines)):
        if cells is None:
            found.problems.append(Problem(line, *UNCLOSED))
        elif any(map(tidy, cells)):
            _read_row(found, line, [tidy(cell) for cell in cells])
    return found


def separator_of(lines: Sequence[str]) -> str:
    """The separator under which most rows begin with a word that this form knows.

    A first line such as `sep=;`, which some spreadsheets write, says it.
    """
    first = lines[0].strip().casefold() if lines else ""
    if first.startswith("sep=") and first[4:5] in SEPARATORS and len(first) == 5:
        return first[4]
    return max(SEPARATORS, key=lambda mark: sum(_begins_a_row(line, mark) for line in lines))


def rows(lines: Sequence[str], separator: str) -> Iterator[tuple[int, list[str] | None]]:
    """The rows with the numbers of their first lines; None for one whose quotation marks do not close.

    A cell may hold line ends. A forgotten quotation mark costs its own line, never the lines after it.
    """
    at = 0
    while at < len(lines):
        height = _height(lines, at, separator)
        yield at + 1, _cells("\n".join(lines[at : at + height]), separator)
        at += height


def _height(lines: Sequence[str], at: int, separator: str) -> int:
    """How many lines the row at that index has: up to where its quotation marks are even, if ever."""
    quotes = 0
    for height, line in enumerate(lines[at : at + _TALLEST_ROW], start=1):
        if height > 1 and _begins_a_row(line, separator):
            return 1
        quotes += line.count('"')
        if quotes % 2 == 0:
            return height
    return 1


def _cells(text: str, separator: str) -> list[str] | None:
    try:
        return next(csv.reader([text], delimiter=separator, strict=True), [])
    except csv.Error:
        return None


def _begins_a_row(line: str, separator: str) -> bool:
    word, found, _ = line.partition(separator)
    word = word.strip().strip('"').casefold()
    return bool(found) and (word in CATEGORIES or word == "category" or fact_named(word) is not None)


def _read_row(found: Found, line: int, cells: list[str]) -> None:
    """Read a row by its first cell: about the deck, the titles of the columns, a note, or a card."""
    first, rest = cells[0].rstrip(":"), cells[1:]
    if first.casefold() in CATEGORIES:
        answers = [Written(line, cell) for cell in rest[1:] if cell]
        question = Written(line, rest[0] if rest else "")
        found.cards.append(RawCard(CATEGORIES[first.casefold()], question, answers))
    elif fact_named(first):
        found.add_fact(line, first, rest[0] if rest else "")
    elif not (first.startswith("#") or first.casefold() == "category" or first.casefold().startswith("sep=")):
        what = Words('a row whose first cell is "{cell}"', cell=first[:20])
        what = what if first else Words("a row whose first cell is empty")
        found.problems.append(Problem(line, what, Words("write choices, everybody or versus there")))
