"""What a card is: a question with blanks for names, and numbered answers when it is a Choices card."""

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
