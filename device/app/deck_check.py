"""What a deck could do better: warnings beside the faults that loading finds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec import Struct

from device.app.deck_cards import written
from device.app.deck_file import FACTS
from device.app.fault import Fault
from device.app.library import Deck, Library
from device.engine.cards import Blank, Card, Category, Who, normal, question
from device.ui.glyphs import LARGE, SMALL, wrap

# On a panel 128 px wide an answer stands from column 10 to the end, a question between margins of 2 px.
# A page has five lines of the large type, or six of the small.
ANSWER_WIDTH = 118
QUESTION_WIDTH = 124
LARGE_LINES = 5
SMALL_LINES = 6

LONG_NAME = "Christopher"
"""The name that questions are measured with."""

_ALIKE_QUESTIONS = 0.72
_ALIKE_ANSWERS = 0.7
_MOST_COMPARED = 20


class _Placed(Struct, frozen=True):
    """A card, the deck it is in, its line there, and its question's trigrams."""

    card: Card
    deck: Deck
    line: int
    grams: frozenset[str]

    def warn(self, what: str, cure: str) -> Fault:
        return Fault(self.deck.path, self.line, what, cure, is_warning=True)


def check(library: Library) -> list[Fault]:
    """Every fault and every warning, by file and line."""
    placed = [
        _Placed(card, deck, line, _grams(_words(card)))
        for deck in library.decks
        for card, line in zip(deck.cards, deck.lines, strict=True)
    ]
    warnings = [
        *(fault for deck in library.decks for fault in _about_deck(deck)),
        *(fault for one in placed for fault in _about_card(one)),
        *_near_duplicates(placed),
    ]
    return sorted([*library.faults, *warnings], key=lambda fault: (str(fault.path), fault.line, fault.what))


def _about_deck(deck: Deck) -> Iterator[Fault]:
    unsaid = [fact for fact in FACTS if not deck.facts.get(fact)]
    if unsaid:
        cure = f'write lines such as "{unsaid[0]}: ..." at its top'
        yield Fault(deck.path, 0, f"the deck says no {', '.join(unsaid)}", cure, is_warning=True)
    if not deck.encoding.startswith("utf"):
        what = f"read as {deck.encoding}, which is a guess"
        yield Fault(deck.path, 0, what, "look at its accented letters, or save it as UTF-8", is_warning=True)


def _about_card(one: _Placed) -> Iterator[Fault]:
    yield from _missing_blank(one)
    yield from _too_long(one)
    yield from _strange_letters(one)
    yield from _alike_answers(one)


def _missing_blank(one: _Placed) -> Iterator[Fault]:
    if one.card.category is not Category.EVERYBODY and Who.SUBJECT not in one.card.asks_for:
        yield one.warn("the question names nobody", "write ___ where the name of the person it is about goes")
    if any(" _ " in f" {part} " for part in one.card.text if isinstance(part, str)):
        yield one.warn("a single _ is no blank", "write ___ for the name")


def _too_long(one: _Placed) -> Iterator[Fault]:
    text = question(one.card, LONG_NAME, LONG_NAME)
    pages = ((LARGE, LARGE_LINES), (SMALL, SMALL_LINES))
    if all(len(wrap(font, text, QUESTION_WIDTH)) > lines for font, lines in pages):
        yield one.warn("the question needs more than one page", "shorten it: 65 letters or less draw best")
    for answer in one.card.answers:
        over = SMALL.width(answer) - ANSWER_WIDTH
        if over > 0:
            yield one.warn(
                f'"{answer}" is {over} px too wide for one line', "shorten it: about 26 letters fit"
            )


def _strange_letters(one: _Placed) -> Iterator[Fault]:
    plain = [part for part in one.card.text if isinstance(part, str)]
    letters = sorted({char for text in [*plain, *one.card.answers] for char in text})
    strange = [char for char in letters if not (LARGE.has(char) and SMALL.has(char))]
    if strange:
        named = " ".join(f"{char} (U+{ord(char):04X})" for char in strange)
        yield one.warn(
            f"letters that not every panel can show: {named}", "use others, or install a font with them"
        )


def _alike_answers(one: _Placed) -> Iterator[Fault]:
    for first, second in combinations(one.card.answers, 2):
        if _likeness(_grams(normal(first)), _grams(normal(second))) >= _ALIKE_ANSWERS:
            yield one.warn(f'"{first}" and "{second}" look alike', "make one of them different in kind")


def _near_duplicates(placed: Iterable[_Placed]) -> Iterator[Fault]:
    """Warn at each card whose question was nearly asked before, of the first such card in its category.

    Only cards that share one of a question's rarest trigrams can be that alike, so a card is compared
    with few others, however large its deck is.
    """
    cards = list(placed)
    known = Counter(gram for one in cards for gram in one.grams)
    by_gram: dict[tuple[Category, str], list[_Placed]] = {}
    for one in cards:
        rarest = sorted(one.grams, key=lambda gram: (known[gram], gram))
        # Alike by that much, two questions share a trigram among so many of each one's rarest.
        keys = rarest[: len(rarest) - int(len(rarest) * _ALIKE_QUESTIONS / 2) + 1]
        earlier = {
            id(other): other
            for gram in keys
            for other in by_gram.get((one.card.category, gram), ())[:_MOST_COMPARED]
        }
        yield from _first_alike(one, earlier.values())
        for gram in keys:
            by_gram.setdefault((one.card.category, gram), []).append(one)


def _first_alike(one: _Placed, earlier: Iterable[_Placed]) -> Iterator[Fault]:
    for other in earlier:
        if other.card.id == one.card.id:
            yield one.warn(f"the same card as {_place(other)}", "keep one: it is played as one card")
            return
        if _likeness(other.grams, one.grams) >= _ALIKE_QUESTIONS:
            yield one.warn(
                f"nearly the question of {_place(other)}", f'reword one: "{written(other.card.text)}"'
            )
            return


def _place(one: _Placed) -> str:
    return f"{one.deck.path}:{one.line}"


def _words(card: Card) -> str:
    """The question's words without names, to compare by."""
    return normal(" ".join("" if isinstance(part, Blank) else part for part in card.text))


def _grams(words: str) -> frozenset[str]:
    """All runs of three characters; the ends of the text count as spaces."""
    padded = f"  {words} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


def _likeness(first: frozenset[str], second: frozenset[str]) -> float:
    """Dice's coefficient: 1.0 for the same trigrams, 0.0 for none in common."""
    return 2 * len(first & second) / (len(first) + len(second))
