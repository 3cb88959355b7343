"""Bringing in a spreadsheet: what was guessed is said, and what could not be used is listed by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from device.app.deck_blanks import BlankForm, guess_blanks
from device.app.deck_cards import BadCardError, build, tidy
from device.app.deck_columns import (
    KINDS,
    SEPARATOR_NAMES,
    Columns,
    Row,
    guess_columns,
    is_title_row,
    likely_separator,
)
from device.app.deck_file import Problem, RawCard, Written, fact_named
from device.app.deck_table import UNCLOSED, rows
from device.engine.cards import Card, Category

_IN_ONE_CELL = ("|", "\n", " / ", ";")
"""What people put between answers when all of them stand in one cell."""


@dataclass(slots=True)
class Imported:
    """What came of a table: cards, what was guessed, rows that make no card, and what belongs to none."""

    facts: dict[str, str] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    guesses: list[str] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    unused: list[Problem] = field(default_factory=list)


def import_table(lines: Sequence[str], deck: str, subject: str = "", reader: str = "") -> Imported:
    """Make a deck's cards of a table. `subject` and `reader` are the blanks' texts; empty: guess."""
    done = Imported()
    separator = likely_separator(lines)
    table = list(_content(done, lines, separator))
    if not table:
        return done
    is_one_column = all(len(cells) == 1 for _, cells in table)
    done.guesses.append("one column" if is_one_column else f"cells separated by {SEPARATOR_NAMES[separator]}")
    columns = guess_columns(table)
    body = [row for row in table if row[0] > columns.title_line]
    done.unused += _unused(columns, table)
    blanks = guess_blanks([_cell(cells, columns.question) for _, cells in body], subject, reader)
    mark = _mark_between_answers(columns, body)
    done.guesses += [*columns.told(), blanks.told]
    if mark:
        done.guesses.append(f"answers: all in one cell, separated by {mark.strip() or 'line ends'}")
    for row in body:
        _take(done, row, columns, blanks, mark, deck)
    return done


def _content(done: Imported, lines: Sequence[str], separator: str) -> Iterator[Row]:
    """The rows that say something. Those above the titles that are about the deck become its facts."""
    is_above = True
    for line, cells in rows(lines, separator):
        if cells is None:
            done.refused.append(Problem(line, *UNCLOSED))
            continue
        cells = [cell.strip() for cell in cells]
        fact = fact_named(cells[0].rstrip(":")) if len(cells) > 1 and not any(cells[2:]) else None
        if is_above and fact and fact not in done.facts and not is_title_row(cells):
            done.facts[fact] = tidy(cells[1])
        elif any(cells) and not (line == 1 and cells[0].casefold().startswith("sep=")):
            is_above = False
            yield line, cells


def _unused(columns: Columns, table: Sequence[Row]) -> Iterator[Problem]:
    """The rows above the titles, and the columns that belong to no card, with their lines."""
    for line, cells in table:
        if line < columns.title_line:
            what = f'above the titles of the columns: "{tidy(" ".join(cells))}"'
            yield Problem(line, what, "nothing, if it is no card")
    body = [row for row in table if row[0] > columns.title_line]
    for column in range(max((len(cells) for _, cells in body), default=0)):
        filled = [line for line, cells in body if _cell(cells, column)]
        if filled and column not in (columns.kind, columns.question, *columns.answers):
            what = f"{columns.named(column)} is not used (lines {_runs(filled)})"
            yield Problem(filled[0], what, 'title it "answer" if it is one')


def _runs(numbers: Sequence[int]) -> str:
    """Ascending numbers in a few words: `2-137, 139, 141-201`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def _take(done: Imported, row: Row, columns: Columns, blanks: BlankForm, mark: str, deck: str) -> None:
    """Make a card of a row, or say why not."""
    try:
        raw = _raw_card(row, columns, blanks, mark)
        card = build(raw, deck)
    except BadCardError as bad:
        done.refused += bad.problems
    else:
        if card.id in done.cards:
            done.refused.append(
                Problem(row[0], "a card that is in this table already", "nothing: one is enough")
            )
        else:
            done.cards[card.id] = card


def _raw_card(row: Row, columns: Columns, blanks: BlankForm, mark: str) -> RawCard:
    """The row as a card, its blanks written our way. Raises `BadCardError` when its kind is not known."""
    line, cells = row
    texts = [_cell(cells, column) for column in columns.answers]
    if mark:
        texts = [part for text in texts for part in text.split(mark)]
    answers = [Written(line, text) for text in texts if tidy(text)]
    question = blanks.rewrite(_cell(cells, columns.question))
    return RawCard(_kind(row, columns, question, bool(answers)), Written(line, question), answers)


def _kind(row: Row, columns: Columns, question: str, has_answers: bool) -> Category:
    """The kind of card: as its cell says; without such a column as answers and blanks suggest."""
    line, cells = row
    if columns.kind is None:
        return _likely_kind(question, has_answers)
    said = tidy(_cell(cells, columns.kind))
    if said.casefold() not in KINDS:
        what = f'"{said}" is no kind of card' if said else "a row that does not say what kind of card it is"
        raise BadCardError([Problem(line, what, "write choices, everybody or versus there")])
    return KINDS[said.casefold()]


def _likely_kind(question: str, has_answers: bool) -> Category:
    if has_answers:
        return Category.CHOICES
    return Category.VERSUS if "___" in question else Category.EVERYBODY


def _mark_between_answers(columns: Columns, body: Sequence[Row]) -> str:
    """What separates several answers in one cell; nothing when they have columns of their own."""
    if len(columns.answers) != 1:
        return ""
    texts = list(filter(None, (_cell(cells, columns.answers[0]) for _, cells in body)))
    counts = {mark: sum(mark in text for text in texts) for mark in _IN_ONE_CELL}
    best = max(_IN_ONE_CELL, key=lambda mark: counts[mark])
    return best if texts and counts[best] * 2 >= len(texts) else ""


def _cell(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""
