"""Anybody's spreadsheet becomes a deck; what was guessed is said, and what was not used is listed."""

import csv
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.app.deck_cards import tidy
from device.app.deck_import import Imported, import_table
from device.app.deck_text import write_text
from device.app.decks import load_decks
from device.engine.cards import Category, question


def imported(table: str) -> Imported:
    return import_table(table.split("\n"), "deck")


def questions(done: Imported) -> list[str]:
    return [f"{card.category}: {question(card, 'Anna', 'Zoë')}" for card in done.cards.values()]


OUR_OWN = """\
title,Party
language,en
category,question,answer 1,answer 2
choices,"If ___ flew, where?",Up,"Up, up"
everybody,Who flies?
versus,Who flies: ___ or [reader]?
"""

SEMICOLONS = """\
Spielrunde 2024;;;;
Nr;Typ;Frage;Antwort 1;Antwort 2
1;Choices;If {name} flew, where?;Up;Up, up
2;Everyone;Who flies?;;
3;VS;Who flies: {name} or {reader}?;;
"""

NO_TITLES = """\
If XXX flew, where?\tUp\tUp, up
Who flies?\t\t
Who flies: XXX or [reader]?\t\t
"""

ONE_CELL = """\
prompt,options
"If <player> flew, where?",Up|Up, up
Who flies?,
Who flies: <player 1> or <player 2>?,
"""

UPSIDE_DOWN = """\
answer a|answer b|question|colour
Up|Up, up|If %s flew, where?|red
||Who flies?|gray
||Who flies: %s or [reader]?|black
"""


@pytest.mark.parametrize("table", [OUR_OWN, SEMICOLONS, NO_TITLES, ONE_CELL, UPSIDE_DOWN])
def test_tables_of_every_make_give_the_same_cards(table: str) -> None:
    done = imported(table if table is not ONE_CELL else table.replace("Up|Up, up", '"Up|Up, up"'))
    assert questions(done) == [
        "choices: If Anna flew, where?",
        "everybody: Who flies?",
        "versus: Who flies: Anna or Zoë?",
    ]
    assert next(iter(done.cards.values())).answers == ("Up", "Up, up")
    assert done.refused == []


def test_what_was_guessed_is_said() -> None:
    assert imported(SEMICOLONS).guesses == [
        "cells separated by semicolons",
        'kind of card: column B "Typ"',
        'question: column C "Frage"',
        'answers: column D "Antwort 1", column E "Antwort 2"',
        "blank for a name: {name} in 2 of 3 questions",
    ]


def test_what_a_table_says_about_the_deck_is_kept() -> None:
    assert imported(OUR_OWN).facts == {"title": "Party", "language": "en"}


def test_what_belongs_to_no_card_is_listed() -> None:
    assert [(unused.line, unused.what) for unused in imported(SEMICOLONS).unused] == [
        (1, 'above the titles of the columns: "Spielrunde 2024"'),
        (3, 'column A "Nr" is not used (lines 3-5)'),
    ]


def test_the_lines_of_an_unused_column_are_told_in_few_words() -> None:
    rows = [f"{'x' if n not in (4, 6) else ''},Who sings {n} songs?" for n in range(2, 9)]
    assert [unused.what for unused in imported("\n".join(["Nr,question", *rows])).unused] == [
        'column A "Nr" is not used (lines 2-3, 5, 7-8)'
    ]


def test_rows_that_make_no_card_are_listed_by_line_with_the_reason() -> None:
    done = imported(
        "category,question,answer 1,answer 2\n"
        "choices,Would ___ fly?,yes,\n"
        "poem,Roses are red,,\n"
        ",Who?,,\n"
        "everybody,Would ___ fly?,,\n"
        "everybody,Who?,,\n"
        "everybody,who,,\n"
        'everybody,"Who?,,\n'
    )
    assert [(problem.line, problem.what) for problem in sorted(done.refused)] == [
        (2, "a Choices card with 1 answer"),
        (3, '"poem" is no kind of card'),
        (4, "a row that does not say what kind of card it is"),
        (5, "an Everybody card with a blank for a name, but it is about nobody in particular"),
        (7, "a card that is in this table already"),
        (8, "a quotation mark is opened and not closed"),
    ]
    assert questions(done) == ["everybody: Who?"]


@pytest.mark.parametrize("blank", ["_", "XX", "...", "…", "---", "**", "X", "(name)", "< name >", "[Player]"])
def test_blanks_of_every_form_are_found(blank: str) -> None:
    done = imported(f"question\nWhat would {blank} do?\nWhere is {blank}'s hat?\n")
    assert questions(done) == ["versus: What would Anna do?", "versus: Where is Anna's hat?"]


def test_dots_are_no_blanks_where_there_are_clear_ones() -> None:
    assert questions(imported("question\nSo ... what would ___ do?\n")) == [
        "versus: So ... what would Anna do?"
    ]


def test_a_blank_of_ones_own_can_be_named() -> None:
    done = import_table(["question", "Would @ or § sing?"], "deck", subject="@", reader="§")
    assert questions(done) == ["versus: Would Anna or Zoë sing?"]


def test_a_list_of_questions_with_commas_is_one_column() -> None:
    done = imported("Who, of all, sings?\nWho, when asked, dances?\nWho snores?\n")
    assert questions(done) == [
        "everybody: Who, of all, sings?",
        "everybody: Who, when asked, dances?",
        "everybody: Who snores?",
    ]


def test_an_empty_table_gives_nothing() -> None:
    assert imported("\n\n").cards == {}


WORDS = st.text(
    st.sampled_from("abz ÄéßŁ'’“”\"?!,;:-–•*#\\1.)(\n\u2028\t|/_[]{}<>%X=+")
    | st.characters(blacklist_categories=["Cs", "Cc"]),
    max_size=24,
)
ROWS = st.lists(
    st.tuples(st.sampled_from([*Category, "vs", "poem", ""]), WORDS, st.lists(WORDS, max_size=8)),
    min_size=1,
    max_size=8,
)
TITLES = ["category", "question", *(f"answer {number}" for number in range(1, 9))]


def as_csv(rows: list[tuple[str, str, list[str]]], separator: str) -> list[str]:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, lineterminator="\n")
    writer.writerows([TITLES, *([kind, text, *answers] for kind, text, answers in rows)])
    return file.getvalue().split("\n")


@given(rows=ROWS, separator=st.sampled_from(",;\t"))
def test_imported_cards_written_and_loaded_are_the_same_cards(
    rows: list[tuple[str, str, list[str]]], separator: str
) -> None:
    done = import_table(as_csv(rows, separator), "deck")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deck.txt"
        path.write_text(write_text(done.facts, done.cards.values()), encoding="utf-8")
        library = load_decks([path])
    loaded = {card.id: card for deck in library.decks for card in deck.cards}
    assert loaded == done.cards
    assert [fault for fault in library.faults if done.cards] == []


@given(rows=ROWS, separator=st.sampled_from(",;\t"))
def test_every_row_becomes_a_card_or_is_listed(
    rows: list[tuple[str, str, list[str]]], separator: str
) -> None:
    lines = as_csv(rows, separator)
    done = import_table(lines, "deck")
    told = {problem.line for problem in [*done.refused, *done.unused]}
    filled = sum(any(tidy(cell) for cell in (kind, text, *answers)) for kind, text, answers in rows)
    assert len(done.cards) + len(told) >= filled
