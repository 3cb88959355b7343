"""A deck as a text file: one line, one thing. A heading, a question, or an answer after a dash."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from device.app.deck_cards import CATEGORIES, RawCard, Written, written
from device.engine.cards import Card, Category

FACTS = ("title", "language", "audience", "author", "licence")
"""What the top of a deck says about it."""

_ALIASES = {"license": "licence", "for": "audience", "by": "author"}
_WORDS = "|".join(CATEGORIES)
_HEADING = re.compile(rf"(?:[#=*\[]+|-{{2,}})?\s*({_WORDS})\s*:?\s*(?:[#=*\]]+|-{{2,}})?\s*:?", re.IGNORECASE)
_ANSWER = re.compile(r"[-–—•*·‣◦]\s*(.*)", re.DOTALL)
_NUMBERED = re.compile(r"\d{1,2}[.)]\s+(.*)", re.DOTALL)
_NEEDS_ESCAPE = re.compile(rf"[-–—•*·‣◦#\\]|\d{{1,2}}[.)]\s|{_HEADING.pattern}$", re.IGNORECASE)


@dataclass(slots=True)
class Found:
    """What a file says, before any card in it is checked. `problems` are line, what, cure."""

    facts: dict[str, str] = field(default_factory=dict)
    cards: list[RawCard] = field(default_factory=list)
    problems: list[tuple[int, str, str]] = field(default_factory=list)

    def add_fact(self, line: int, word: str, value: str) -> None:
        """Take what the top of the file says; a word unknown or said twice is a problem."""
        word = fact_named(word) or word
        if word not in FACTS:
            self.problems.append((line, f'"{word}" is nothing a deck says', f"use {', '.join(FACTS)}"))
        elif word in self.facts:
            self.problems.append((line, f'"{word}" stands here a second time', "keep one"))
        else:
            self.facts[word] = value


def fact_named(word: str) -> str | None:
    """The fact that a word at the top of a deck means, if any."""
    word = word.strip().casefold()
    word = _ALIASES.get(word, word)
    return word if word in FACTS else None


def parse_text(lines: Iterable[str]) -> Found:
    """Read the text form. Blank lines and lines that begin with # mean nothing; a line begun with \\ is as it stands."""
    found = Found()
    category: Category | None = None
    card: _Open | None = None
    for line in _meaningful(lines):
        heading = _HEADING.fullmatch(line.text)
        if heading:
            category, card = CATEGORIES[heading[1].casefold()], None
        elif line.text.startswith("#"):
            continue
        elif category is None:
            _read_top(found, line)
        elif (answer := _answer(line, category)) is not None:
            if card is None:
                found.problems.append(
                    (line.line, "an answer without a question", "write its question above it")
                )
            else:
                card.answers.append(answer)
        else:
            card = _Open(category, Written(line.line, line.text.removeprefix("\\")))
            found.cards.append(card)
    return found


def write_text(facts: dict[str, str], cards: Iterable[Card]) -> str:
    """Write a deck in the text form, category by category."""
    lines = [f"{word}: {facts[word]}" for word in FACTS if word in facts]
    cards = list(cards)
    for category in Category:
        mine = [card for card in cards if card.category is category]
        if mine:
            lines += ["", category.capitalize(), ""]
            lines += (line for card in mine for line in _card_lines(card))
    return "\n".join(lines).rstrip("\n") + "\n"
