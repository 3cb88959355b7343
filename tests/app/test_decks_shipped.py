"""The decks that come with the game: enough cards, well made, and all of them fit the panel."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import device
from device.app.deck_check import check
from device.app.deck_text import write_text
from device.app.decks import load_decks
from device.app.library import Deck, shipped_folder
from device.engine.cards import Blank, Category, Who, question
from device.ui.glyphs import LARGE, SMALL, wrap

DECKS = {deck.name: deck for deck in load_decks([shipped_folder()]).decks}


@pytest.fixture(params=DECKS)
def deck(request: pytest.FixtureRequest) -> Deck:
    """Each of the shipped decks in turn."""
    return DECKS[request.param]


def test_no_fault_and_no_warning_is_in_the_shipped_decks() -> None:
    assert check(load_decks([shipped_folder()])) == []


def test_the_core_deck_has_120_cards_of_each_kind_at_least() -> None:
    assert all(DECKS["core"].count(category) >= 120 for category in Category)


def test_two_more_decks_say_for_whom_they_are() -> None:
    assert {"family-trip", "old-friends"} <= DECKS.keys()
    assert len({deck.facts["audience"] for deck in DECKS.values()}) == len(DECKS)


def test_every_choices_card_has_six_answers(deck: Deck) -> None:
    assert {len(card.answers) for card in deck.cards if card.category is Category.CHOICES} == {6}


def test_no_answer_comes_on_two_cards() -> None:
    answers = Counter(
        answer.casefold() for deck in DECKS.values() for card in deck.cards for answer in card.answers
    )
    assert [answer for answer, count in answers.items() if count > 1] == []


def test_every_versus_card_names_both_and_every_choices_card_the_subject(deck: Deck) -> None:
    for card, line in zip(deck.cards, deck.lines, strict=True):
        expected = {
            Category.CHOICES: {Who.SUBJECT},
            Category.EVERYBODY: set(),
            Category.VERSUS: {Who.SUBJECT, Who.READER},
        }
        assert card.asks_for == expected[card.category], line


def test_every_question_fits_the_large_type_below_the_header(deck: Deck) -> None:
    for card, line in zip(deck.cards, deck.lines, strict=True):
        assert len(wrap(LARGE, question(card, "Christopher", "Anna"), 124)) <= 4, line


def test_every_answer_fits_one_small_line(deck: Deck) -> None:
    assert [answer for card in deck.cards for answer in card.answers if SMALL.width(answer) > 118] == []


def test_every_question_ends_as_a_question(deck: Deck) -> None:
    ends = [(line, card.text[-1]) for card, line in zip(deck.cards, deck.lines, strict=True)]
    assert [line for line, end in ends if not (isinstance(end, str) and end.endswith("?"))] == []


def test_nobody_is_he_or_she(deck: Deck) -> None:
    """A subject can be anybody, so no card may presume."""
    texts = [" ".join(part for part in card.text if isinstance(part, str)) for card in deck.cards]
    assert [
        text for text in texts if re.search(r"\b(?:he|she|him|her|his|hers)\b", text, re.IGNORECASE)
    ] == []


def test_both_names_come_first_about_as_often(deck: Deck) -> None:
    """In a Versus neither the subject nor the reader is always the one named first."""
    first = Counter(
        next(part.who for part in card.text if isinstance(part, Blank))
        for card in deck.cards
        if card.category is Category.VERSUS
    )
    assert all(first[who] * 4 >= first.total() for who in Who)


def test_writing_a_deck_down_and_reading_it_gives_the_same_cards(deck: Deck, tmp_path: Path) -> None:
    (tmp_path / f"{deck.name}.txt").write_text(write_text(deck.facts, deck.cards), encoding="utf-8")
    again = load_decks([tmp_path]).decks[0]
    assert set(again.cards) == set(deck.cards)
    assert again.facts == deck.facts


def test_no_two_cards_are_the_same() -> None:
    cards = [card for deck in DECKS.values() for card in deck.cards]
    assert [pair for pair in combinations(cards, 2) if pair[0].id == pair[1].id] == []


def test_an_installed_package_has_its_decks_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = tmp_path / "device" / "data" / "decks"
    inside.mkdir(parents=True)
    monkeypatch.setattr(device, "__file__", str(tmp_path / "device" / "__init__.py"))
    assert shipped_folder() == inside
