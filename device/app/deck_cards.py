"""From what a file says to a card: blanks, faults, and the way back."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from device.app.deck_file import Problem, RawCard, Written
from device.engine.cards import MAX_ANSWERS, MIN_ANSWERS, Blank, Card, Category, Who, card_id, normal
from hw.words import Words


class BadCardError(ValueError):
    """A card that cannot be played. `problems` are all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.what for problem in self.problems))


_BLANK = re.compile(
    r"(?:(?P<subject>_{2,}|\[\s*(?:name|subject)\s*\])|(?P<reader>\[\s*reader\s*\]))(?P<possessive>['’]s(?!\w))?",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_NEW_SENTENCE = re.compile(r"""(?:^|[.!?]['"’”)]*\s)['"‘“(¿¡]*$""")
# Marks that a phone or a web page leaves inside text; no screen shows them.
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u2060\u00ad\u200e\u200f"))


def build(raw: RawCard, deck: str) -> Card:
    """Make the card. Raises `BadCardError` with everything that is wrong with it."""
    problems = list(_problems(raw))
    if problems:
        raise BadCardError(problems)
    text = parse_question(raw.question.text)
    answers = tuple(tidy(answer.text) for answer in raw.answers)
    return Card(card_id(raw.category, text, answers), deck, raw.category, text, answers)


def tidy(text: str) -> str:
    """The text as the screen shows it: composed letters, single spaces, no control or invisible characters.

    U+2028, U+0085, tabs and line ends inside a text are spaces.
    """
    composed = unicodedata.normalize("NFC", text.translate(_INVISIBLE))
    spaced = "".join(" " if unicodedata.category(char) == "Cc" else char for char in composed)
    return " ".join(spaced.split())


def parse_question(text: str) -> tuple[str | Blank, ...]:
    """Split a question into texts and blanks: `___` or `[name]` is the subject, `[reader]` the reader."""
    text = tidy(text)
    parts: list[str | Blank] = []
    end = 0
    for match in _BLANK.finditer(text):
        parts += [text[end : match.start()], _blank(match)]
        end = match.end()
    return tuple(part for part in [*parts, text[end:]] if part)


def written(parts: Iterable[str | Blank]) -> str:
    """The question as people write it in a deck: the inverse of `parse_question`."""
    marks = {Who.SUBJECT: "___", Who.READER: "[reader]"}
    return "".join(
        part if isinstance(part, str) else marks[part.who] + ("'s" if part.is_possessive else "")
        for part in parts
    )


def _blank(match: re.Match[str]) -> Blank:
    return Blank(
        who=Who.READER if match["reader"] else Who.SUBJECT,
        is_possessive=bool(match["possessive"]),
        starts_sentence=bool(_NEW_SENTENCE.search(match.string[: match.start()])),
    )


LONGEST_QUESTION, LONGEST_ANSWER = 600, 200
"""Letters: nobody reads more from a small panel, and what is endless is no card."""


def _problems(raw: RawCard) -> Iterator[Problem]:
    line, text = raw.question.line, tidy(raw.question.text)
    endless = [
        (written.line, most)
        for written, most in ((raw.question, LONGEST_QUESTION), *((a, LONGEST_ANSWER) for a in raw.answers))
        if len(written.text) > most
    ]
    if endless:
        yield from (
            Problem(
                where,
                Words("longer than {most} letters", most=most),
                Words("shorten it: 65 letters draw best"),
            )
            for where, most in endless
        )
        return
    if not normal(text):
        yield Problem(line, Words("a card without a question"), Words("write its question"))
    yield from _odd_brackets(raw.question)
    parts = parse_question(text)
    if raw.category is Category.EVERYBODY and any(
        p.who is Who.SUBJECT for p in parts if isinstance(p, Blank)
    ):
        yield Problem(
            line,
            Words("an Everybody card with a blank for a name, but it is about nobody in particular"),
            Words("ask who of all would, or move the card under Versus or Choices"),
        )
    yield from _wrong_number_of_answers(raw)
    for answer in raw.answers:
        if _BLANK.search(answer.text):
            cure = Words("names can stand only in the question: reword it")
            yield Problem(answer.line, Words("a blank for a name in an answer"), cure)
        else:
            yield from _odd_brackets(answer)


def _odd_brackets(text: Written) -> Iterator[Problem]:
    for found in _BRACKETS.findall(_BLANK.sub("", tidy(text.text))):
        yield Problem(
            text.line,
            Words("{this} is no blank", this=found),
            Words("write ___ or [name], or [reader]; for an aside use ( )"),
        )


def _wrong_number_of_answers(raw: RawCard) -> Iterator[Problem]:
    count, line = len(raw.answers), raw.question.line
    if raw.category is not Category.CHOICES:
        if count:
            yield Problem(
                raw.answers[0].line,
                Words("{answers} on a card that is answered with a person", answers=_counted(count)),
                Words("take the answers away (a question has no dash), or move the card under Choices"),
            )
    elif count < MIN_ANSWERS:
        cure = Words(
            "give it {least} to {most}, each on its own line beginning with a dash",
            least=MIN_ANSWERS,
            most=MAX_ANSWERS,
        )
        yield Problem(line, Words("a Choices card with {answers}", answers=_counted(count)), cure)
    elif count > MAX_ANSWERS:
        cure = Words("keep {most} at most", most=MAX_ANSWERS)
        yield Problem(line, Words("a Choices card with {answers}", answers=_counted(count)), cure)


def _counted(count: int) -> Words:
    if count < 2:
        return Words("1 answer") if count else Words("no answers")
    return Words("{n} answers", n=count)
