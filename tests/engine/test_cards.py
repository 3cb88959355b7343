"""What a card asks and which card it is: names in questions, ids that survive an edited deck."""

import pytest

from device.engine.cards import Blank, Card, Category, Who, card_id, normal, question
from tests.talk import card

WHO = (Blank(Who.SUBJECT), " and ", Blank(Who.READER))


def asked(*text: str | Blank, subject: str = "Anna", reader: str = "Bob") -> str:
    """A question with the names filled in."""
    return question(Card("id", "deck", Category.EVERYBODY, text), subject, reader)


def test_blanks_take_the_names_of_subject_and_reader() -> None:
    assert asked(*WHO, "?") == "Anna and Bob?"


def test_a_possessive_blank_takes_an_s_for_every_name() -> None:
    assert asked(Blank(Who.SUBJECT, is_possessive=True), " hat?", subject="James") == "James's hat?"


def test_a_bare_board_number_is_spoken_as_one() -> None:
    assert asked("Would ", Blank(Who.SUBJECT), "?", subject="3") == "Would number 3?"
    assert asked(Blank(Who.SUBJECT, starts_sentence=True), " would?", subject="3") == "Number 3 would?"


def test_a_sentence_begins_with_a_capital() -> None:
    assert asked(Blank(Who.READER, starts_sentence=True), " flies?", reader="bob") == "Bob flies?"


def test_a_card_tells_whose_names_it_asks_for() -> None:
    assert Card("id", "deck", Category.EVERYBODY, (*WHO, "?")).asks_for == {Who.SUBJECT, Who.READER}
    assert card(Category.EVERYBODY).asks_for == frozenset()


@pytest.mark.parametrize(
    "other",
    [
        (" if  Anna WON? ", ("two", "One!")),
        ("If Anna won", ("one", "two")),
        ("If, Anna won…?", ("Two.", "one")),
    ],
)
def test_spaces_capitals_punctuation_and_order_of_answers_make_no_other_card(
    other: tuple[str, tuple[str, ...]],
) -> None:
    text, answers = other
    assert card_id(Category.CHOICES, [text], answers) == card_id(
        Category.CHOICES, ["If Anna won?"], ["One", "Two"]
    )


def test_another_category_word_answer_or_blank_is_another_card() -> None:
    ids = {
        card_id(Category.CHOICES, ["a", *WHO], ["x", "y"]),
        card_id(Category.EVERYBODY, ["a", *WHO], ["x", "y"]),
        card_id(Category.CHOICES, ["b", *WHO], ["x", "y"]),
        card_id(Category.CHOICES, ["a", *WHO], ["x", "z"]),
        card_id(Category.CHOICES, ["a", WHO[2], WHO[1], WHO[0]], ["x", "y"]),
        card_id(Category.CHOICES, ["a", Blank(Who.SUBJECT, is_possessive=True), *WHO[1:]], ["x", "y"]),
    }
    assert len(ids) == 6
    assert all(len(number) == 16 for number in ids)


def test_an_apostrophe_is_no_space_and_a_symbol_is_kept() -> None:
    assert normal("Don\u2019t  say 1 + 1 = 2!") == "dont say 1 + 1 = 2"
