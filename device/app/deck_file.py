"""What a deck file says, before any card in it is checked, and how a fault in it is told."""

from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct

from device.engine.cards import Category
from hw.words import Words

CATEGORIES = {
    "choices": Category.CHOICES,
    "choice": Category.CHOICES,
    "everybody": Category.EVERYBODY,
    "versus": Category.VERSUS,
}
"""The words for the three kinds of card, in lower case."""

FACTS = ("title", "language", "audience", "author", "licence")
"""What the top of a deck says about it."""

_ALIASES = {"license": "licence", "for": "audience", "by": "author"}


class Problem(NamedTuple):
    """Something wrong in a file whose name the finder does not know."""

    line: int
    what: str
    cure: str


class Written(Struct, frozen=True):
    """A text as a file has it, and the line it stands in."""

    line: int
    text: str


@dataclass(slots=True)
class RawCard:
    """A card as a file has it. Its answers are added while they are read."""

    category: Category
    question: Written
    answers: list[Written] = field(default_factory=list)


@dataclass(slots=True)
class Found:
    """What was found in a file so far."""

    facts: dict[str, str] = field(default_factory=dict)
    cards: list[RawCard] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add_fact(self, line: int, word: str, value: str) -> None:
        """Take what the top of the file says. A word that is unknown or comes twice is a problem."""
        fact = fact_named(word)
        if fact is None:
            self.problems.append(
                Problem(
                    line,
                    Words('"{word}" is nothing a deck says', word=word),
                    Words("use {words}", words=", ".join(FACTS)),
                )
            )
        elif fact in self.facts:
            self.problems.append(
                Problem(line, Words("the {fact} stands here a second time", fact=fact), Words("keep one"))
            )
        else:
            self.facts[fact] = value


def fact_named(word: str) -> str | None:
    """The fact that a word at the top of a deck means, if any."""
    word = word.strip().casefold()
    word = _ALIASES.get(word, word)
    return word if word in FACTS else None
