"""Which column of somebody's spreadsheet is what, guessed from its titles and from what stands in it."""

import re
from collections.abc import Sequence

from msgspec import Struct

from device.app.deck_cards import tidy
from device.app.deck_file import CATEGORIES
from device.app.deck_table import rows
from device.engine.cards import Category

Row = tuple[int, list[str]]
"""A line number and its cells, without the spaces around them."""

SEPARATOR_NAMES = {"\t": "tabs", ",": "commas", ";": "semicolons", "|": "upright bars"}

KINDS = {
    **CATEGORIES,
    **dict.fromkeys(("red", "multiple choice", "imagine if"), Category.CHOICES),
    **dict.fromkeys(("gray", "grey", "everyone", "all"), Category.EVERYBODY),
    **dict.fromkeys(("black", "vs", "vs.", "duel"), Category.VERSUS),
}
"""What people call the three kinds of card."""

# English first, then a few neighbours' words: a title that is missing here is guessed by content.
_KIND_TITLES = frozenset(
    {"category", "type", "kind", "colour", "color"}
    | {"kategorie", "typ", "art", "catégorie", "categoría", "tipo"}
)
_QUESTION_TITLES = frozenset(
    {"question", "questions", "text", "prompt", "card", "cards", "front"}
    | {"frage", "pregunta", "domanda", "vraag"}
)
_LONGEST_TITLE = 25
_ANSWER_TITLE = re.compile(
    r"(?:answer|option|choice|antwort|réponse|respuesta|risposta|antwoord)(?:s|en)?\s*(?:\d|[a-h])?|\d|[a-h]"
)


class Columns(Struct, frozen=True):
    """Where things stand, as column numbers from 0. `title_line` is the titles' line, or 0."""

    kind: int | None
    question: int
    answers: tuple[int, ...]
    titles: tuple[str, ...] = ()
    title_line: int = 0

    def named(self, column: int) -> str:
        """A column as a spreadsheet calls it, with its title."""
        title = self.titles[column] if column < len(self.titles) else ""
        return f'column {letters(column)} "{title}"' if title else f"column {letters(column)}"

    def told(self) -> list[str]:
        """What was guessed, one line each."""
        kind = "guessed card by card" if self.kind is None else self.named(self.kind)
        answers = ", ".join(map(self.named, self.answers)) or "none"
        return [f"kind of card: {kind}", f"question: {self.named(self.question)}", f"answers: {answers}"]


def letters(column: int) -> str:
    """The name that spreadsheets give a column: 0 is A, 26 is AA."""
    head, tail = divmod(column, 26)
    return (letters(head - 1) if head else "") + chr(ord("A") + tail)


def likely_separator(lines: Sequence[str]) -> str:
    """The separator that gives the most rows of several cells.

    When none gives most rows several, there is one column, and its commas are part of the text: then a tab.
    """
    return max(SEPARATOR_NAMES, key=lambda mark: _evenness(lines, mark))


def guess_columns(table: Sequence[Row]) -> Columns:
    """Find the columns of a table that has at least one row."""
    title_at = next((at for at, (_, cells) in enumerate(table[:8]) if is_title_row(cells)), None)
    titles = tuple(map(tidy, table[title_at][1])) if title_at is not None else ()
    body = [cells for _, cells in table[0 if title_at is None else title_at + 1 :]]
    width = max((len(cells) for cells in [*body, titles]), default=1)
    kind = _titled(titles, _KIND_TITLES)
    if kind is None:
        kind = _kind_by_content(body, width)
    question = _titled(titles, _QUESTION_TITLES)
    if question is None:
        question = _question_by_content(body, [column for column in range(width) if column != kind])
    answers = _answers(
        titles, [column for column in range(width) if column not in (kind, question)], question
    )
    return Columns(kind, question, answers, titles, table[title_at][0] if title_at is not None else 0)


def is_title_row(cells: Sequence[str]) -> bool:
    """Whether a row is the columns' titles: all are short, and one is of the question or the kind of card."""
    is_named = any(cell.casefold() in _QUESTION_TITLES | _KIND_TITLES for cell in cells)
    return is_named and not any(cell.endswith("?") or len(cell) > _LONGEST_TITLE for cell in cells)


def _evenness(lines: Sequence[str], separator: str) -> tuple[bool, int, int]:
    """Whether there are titles; how many rows have several cells, if most have; how many the usual number."""
    table = [cells for _, cells in rows(lines, separator) if cells]
    has_titles = any(len(cells) > 1 and is_title_row([cell.strip() for cell in cells]) for cells in table[:8])
    wide = [len(cells) for cells in table if _is_row(cells)]
    if len(wide) < len(table) * 0.6 and not has_titles:
        return (False, 0, 0)
    return (has_titles, len(wide), max((wide.count(width) for width in wide), default=0))


def _is_row(cells: Sequence[str]) -> bool:
    """Whether these are cells, and not a sentence with commas: those have a space after them."""
    first, *rest = cells
    is_known = first.strip().casefold() in KINDS
    return bool(rest) and (is_known or any(not cell.startswith(" ") for cell in rest))


def _titled(titles: Sequence[str], known: frozenset[str]) -> int | None:
    return next((column for column, title in enumerate(titles) if title.casefold() in known), None)


def _column(body: Sequence[list[str]], column: int) -> list[str]:
    """What stands in a column, without its empty cells."""
    return [cells[column] for cells in body if column < len(cells) and cells[column]]


def _kind_by_content(body: Sequence[list[str]], width: int) -> int | None:
    """The column in which most cells are words for a kind of card."""
    for column in range(width):
        texts = _column(body, column)
        if texts and sum(text.casefold() in KINDS for text in texts) * 2 > len(texts):
            return column
    return None


def _question_by_content(body: Sequence[list[str]], columns: Sequence[int]) -> int:
    """The column with the most text; a question mark counts for thirty letters more."""
    return max(columns, key=lambda column: sum(_weight(text) for text in _column(body, column)), default=0)


def _weight(text: str) -> int:
    return len(text) + 30 * text.endswith("?")


def _answers(titles: Sequence[str], columns: Sequence[int], question: int) -> tuple[int, ...]:
    """The columns titled as answers; without such titles, all columns after the question."""
    named = [
        column
        for column in columns
        if column < len(titles) and _ANSWER_TITLE.fullmatch(titles[column].casefold())
    ]
    return tuple(named or [column for column in columns if column > question])
