"""What a card is: a question with blanks for names, and numbered answers when it is a Choices card."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """The three kinds of card (rules.md, A turn, 1). The die's colour chooses."""

    CHOICES = "choices"
    EVERYBODY = "everybody"
    VERSUS = "versus"


class Who(StrEnum):
    """Whose name a blank takes."""

    SUBJECT = "subject"
    READER = "reader"


@dataclass(frozen=True, slots=True)
class Blank:
    """A place for a name in a question: whose, and in which form."""

    who: Who
    is_possessive: bool = False
    starts_sentence: bool = False


MIN_ANSWERS = 2
MAX_ANSWERS = 6


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `answers` has 2 to 6 texts on a Choices card and none on the others.

    `id` is a hash of the normalised text, so that the same card in an edited deck stays the same card.
    """

    id: str
    deck: str
    category: Category
    text: tuple[str | Blank, ...]
    answers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        allowed = range(MIN_ANSWERS, MAX_ANSWERS + 1) if self.category is Category.CHOICES else range(1)
        if len(self.answers) not in allowed:
            raise ValueError(f"a {self.category} card with {len(self.answers)} answers")

    @property
    def asks_for(self) -> frozenset[Who]:
        """Whose names the question has blanks for."""
        return frozenset(part.who for part in self.text if isinstance(part, Blank))


def question(card: Card, subject: str, reader: str) -> str:
    """The question with the names filled in.

    A name that is a bare board number ("3") is spoken as "number 3".
    """
    names = {Who.SUBJECT: subject, Who.READER: reader}
    return "".join(part if isinstance(part, str) else fill(part, names[part.who]) for part in card.text)


def fill(blank: Blank, name: str) -> str:
    """A name in the form its blank asks for. All that is particular to English stands here.

    The possessive is 's for every name, James's too: the form that is read aloud the same way by everybody.
    Other languages write their own endings after a plain blank.
    """
    spoken = f"number {name}" if name.isdecimal() else name
    if blank.starts_sentence:
        spoken = spoken[:1].title() + spoken[1:]
    return f"{spoken}'s" if blank.is_possessive else spoken


def card_id(category: Category, text: Iterable[str | Blank], answers: Iterable[str] = ()) -> str:
    """A card's id: 16 hex digits, whatever its spaces, capitals, punctuation and order of answers."""
    import hashlib  # it loads all of OpenSSL, and the first picture shows no card

    words = normal(" ".join(part if isinstance(part, str) else _mark(part) for part in text))
    whole = "\n".join([category, words, *sorted(map(normal, answers))])
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def normal(text: str) -> str:
    """The text's words alone, to compare by: NFKC, case folded, no punctuation, single spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    kept = (_kept(char) for char in folded if char not in "'’")
    return " ".join("".join(kept).split())


def _kept(char: str) -> str:
    """The character, or a space for punctuation, separators and controls. An answer may be a symbol."""
    return " " if unicodedata.category(char)[0] in "PZC" else char


def _mark(blank: Blank) -> str:
    """What stands for a blank in an id. Whether it starts a sentence follows from the text."""
    return f" <{blank.who}{'+' if blank.is_possessive else ''}> "
