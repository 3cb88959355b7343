"""A deck as a text file: one line, one thing. A heading, a question, or an answer after a dash."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from device.app.deck_cards import tidy, written
from device.app.deck_file import CATEGORIES, FACTS, Found, Problem, RawCard, Written
from device.engine.cards import Card, Category
from hw.words import Words

_WORDS = "|".join(CATEGORIES)
_DECORATION = r"(?:[#=*\[\]]+|-{2,})?"
_HEADING = re.compile(rf"{_DECORATION}\s*({_WORDS})\s*:?\s*{_DECORATION}", re.IGNORECASE)
_ANSWER = re.compile(r"[-‐‑‒–—―−•*·‣◦]\s*(.*)")
_NUMBERED = re.compile(r"(?:\d{1,2}[.)]|[A-Za-z]\))\s+(.*)")
_RULE = re.compile(r"([-–—=*~])\1{2,}")
_NEAR = 0.7
"""How alike a lone word is to a heading that was meant, from 0 to 1."""


def parse_text(lines: Iterable[str]) -> Found:
    """Read the text form. Blank lines, drawn lines and lines that begin with # mean nothing.

    A line that begins with a backslash is a question as it stands, whatever it looks like.
    """
    found = Found()
    category: Category | None = None
    for line in _meaningful(lines):
        if heading := _HEADING.fullmatch(line.text):
            category = CATEGORIES[heading[1].casefold()]
        elif line.text.startswith("#") or _RULE.fullmatch(line.text):
            continue
        elif meant := _meant_heading(line.text):
            category = meant
            what = Words('"{word}" is no heading', word=line.text)
            found.problems.append(Problem(line.line, what, Words("write Choices, Everybody or Versus")))
        elif category is None:
            _read_top(found, line)
        elif (answer := _answer(line.text, category)) is not None:
            _add_answer(found, category, Written(line.line, answer))
        else:
            found.cards.append(RawCard(category, Written(line.line, line.text.removeprefix("\\"))))
    return found


def write_text(facts: Mapping[str, str], cards: Iterable[Card]) -> str:
    """Write a deck in the text form, category by category: what `parse_text` reads back as the same cards."""
    cards = list(cards)
    lines = [f"{word}: {facts[word]}" for word in FACTS if word in facts]
    for category in Category:
        mine = [card for card in cards if card.category is category]
        if mine:
            lines += ["", "", category.capitalize()]
        for card in mine:
            lines += [
                "",
                _as_question(written(card.text), category),
                *(f"- {answer}" for answer in card.answers),
            ]
    return "\n".join(lines) + "\n"


def _meaningful(lines: Iterable[str]) -> Iterator[Written]:
    """The lines that say something, without the spaces around them."""
    for number, line in enumerate(lines, start=1):
        text = tidy(line)
        if text:
            yield Written(number, text)


def _read_top(found: Found, line: Written) -> None:
    """Read a line above the first heading: a word, a colon, and what it is."""
    word, colon, value = line.text.partition(":")
    word = word.rstrip()
    if colon and " " not in word:
        found.add_fact(line.line, word, value.strip())
    else:
        what = Words("a line that is above the first heading and says nothing about the deck")
        cure = Words("write Choices, Everybody or Versus on a line above it")
        found.problems.append(Problem(line.line, what, cure))


def _answer(text: str, category: Category) -> str | None:
    """The answer in a line, if it is one. Numbers make answers only on Choices cards."""
    match = _ANSWER.fullmatch(text) or (category is Category.CHOICES and _NUMBERED.fullmatch(text)) or None
    return match[1] if match else None


def _meant_heading(text: str) -> Category | None:
    """The heading that a lone word nearly is."""
    near = (
        [] if text.startswith("\\") else get_close_matches(text.rstrip(" :").casefold(), CATEGORIES, 1, _NEAR)
    )
    return CATEGORIES[near[0]] if near else None


def _add_answer(found: Found, category: Category, answer: Written) -> None:
    """Give an answer to the question above it, under the same heading."""
    if not answer.text:
        found.problems.append(
            Problem(answer.line, Words("a dash without an answer"), Words("write the answer after it"))
        )
    elif found.cards and found.cards[-1].category is category:
        found.cards[-1].answers.append(answer)
    else:
        found.problems.append(
            Problem(answer.line, Words("an answer without a question"), Words("write its question above it"))
        )


def _as_question(text: str, category: Category) -> str:
    """The question, behind a backslash where it would be taken for something else."""
    is_something_else = (
        text[:1] in "\\#"
        or _HEADING.fullmatch(text)
        or _RULE.fullmatch(text)
        or _meant_heading(text)
        or _answer(text, category) is not None
    )
    return f"\\{text}" if is_something_else else text
