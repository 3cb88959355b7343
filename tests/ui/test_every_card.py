"""Every shipped card in every language, with the longest and the shortest names, on the smallest panel.

Each draws its question and its answers on two pages. What they look like is kept as a hash for each deck and
kind of card in `cards/kept.txt`, beside pictures of the longest ones. `WRITE_PICTURES=1` writes both anew:
look at them before you keep them.
"""

import os
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from device.app.decks import load_decks
from device.app.library import Deck, shipped_folder
from device.app.texts import LANGUAGES
from device.engine.cards import Card, Category
from device.machine.phases import State
from device.ui.draw import draw
from device.ui.pages import leaves
from device.ui.people import Texts
from device.ui.screens import screen_of

from .tables import EIGHT, SHORT_NAMES, started, voting, with_card

PANEL = (128, 64)
CARDS = Path(__file__).parent / "cards"
KEPT = CARDS / "kept.txt"
IS_WRITING = os.environ.get("WRITE_PICTURES") == "1"

LONGEST = "W" * 24
REALISTIC = "Great-aunt Wilhelmine M."
NAMES = {
    "longest": (SHORT_NAMES[0], LONGEST, *SHORT_NAMES[2:]),
    "longest reader": (LONGEST, *SHORT_NAMES[1:]),
    "long": (SHORT_NAMES[0], REALISTIC, *SHORT_NAMES[2:]),
    "shortest": tuple("AIOUBCDE"),
    "none": ("",) * 8,
}
"""What is written on the eight name spaces: the first is the reader's, the second is what cards are about."""

DECKS = {deck.name: deck for deck in load_decks([shipped_folder()]).decks}
TABLES = {kind: started(EIGHT, names) for kind, names in NAMES.items()}


def shown(card: Card) -> Iterator[State]:
    """The card as it is voted on, with each kind of names."""
    return (voting(with_card(table, card)) for table in TABLES.values())


def pages_hash(cards: list[Card], texts: Texts) -> str:
    """All pages of these cards as one hash; a card that needs a third page fails here."""
    pages = sha256()
    for card in cards:
        for state in shown(card):
            screen = screen_of(state, texts)
            count = len(leaves(screen, PANEL))
            assert count <= 2, card
            for page in range(count):
                pages.update(draw(screen, page, PANEL).tobytes())
    return pages.hexdigest()[:16]


def of_kind(deck: Deck, category: Category) -> list[Card]:
    return sorted((card for card in deck.cards if card.category is category), key=lambda card: card.id)


def kept() -> dict[str, str]:
    """The approved hashes by deck, kind of card and language."""
    lines = KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
    return {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in lines}


def keep(name: str, pages: str) -> None:
    lines = sorted((kept() | {name: pages}).items())
    KEPT.write_text("".join(f"{one} {other}\n" for one, other in lines), encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", Category)
@pytest.mark.parametrize("deck", DECKS)
def test_every_card_is_drawn_on_two_pages_as_it_was_approved(
    deck: str, category: Category, language: str
) -> None:
    pages = pages_hash(of_kind(DECKS[deck], category), LANGUAGES[language])
    if IS_WRITING:
        keep(f"{deck} {category} {language}", pages)
    assert pages == kept()[f"{deck} {category} {language}"], "look at it, then WRITE_PICTURES=1"


def test_no_hash_is_left_of_a_deck_that_is_gone() -> None:
    assert kept().keys() == {" ".join(name) for name in product(DECKS, Category, LANGUAGES)}


def length(card: Card) -> int:
    return sum(len(part) for part in (*card.text, *card.answers) if isinstance(part, str))


def picture_of(card: Card, texts: Texts) -> Image.Image:
    """Question and answers side by side, a row for each kind of names."""
    width, height = PANEL
    picture = Image.new("1", (2 * width + 1, (height + 1) * len(NAMES)), 1)
    for row, state in enumerate(shown(card)):
        for page in range(2):
            image = draw(screen_of(state, texts), page, PANEL)
            picture.paste(image, (page * (width + 1), row * (height + 1)))
    return picture


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", Category)
def test_the_longest_card_of_its_kind_looks_as_it_was_approved(category: Category, language: str) -> None:
    cards = (card for deck in DECKS.values() for card in of_kind(deck, category))
    picture = picture_of(max(cards, key=length), LANGUAGES[language])
    path = CARDS / f"{category}-{language}.png"
    if IS_WRITING:
        picture.save(path, optimize=True)
    with Image.open(path) as approved:
        assert ImageChops.logical_xor(picture, approved.convert("1")).getbbox() is None, (
            f"differs: {path.name}"
        )
