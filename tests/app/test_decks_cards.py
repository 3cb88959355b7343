"""A card reads well with any name, and stays the same card when its spaces change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.app.deck_cards import BadCardError, build, parse_question, written
from device.app.deck_file import RawCard, Written
from device.engine.cards import Blank, Card, Category, Who, question


def card(text: str, category: Category = Category.VERSUS, answers: tuple[str, ...] = ()) -> Card:
    """The card that a deck would make of this text."""
    return build(RawCard(category, Written(1, text), [Written(2, answer) for answer in answers]), "test")


@pytest.mark.parametrize(
    ("text", "subject", "expected"),
    [
        ("If ___ were a sound?", "Anna", "If Anna were a sound?"),
        ("___ wakes up.", "Anna", "Anna wakes up."),
        ("___ wakes up.", "3", "Number 3 wakes up."),
        ("If ___ wakes up.", "3", "If number 3 wakes up."),
        ("___'s dog barks.", "3", "Number 3's dog barks."),
        ("Where is ___'s dog?", "3", "Where is number 3's dog?"),
        ("Where is ___'s dog?", "James", "Where is James's dog?"),
        ("Where is ___’s dog?", "Zoë", "Where is Zoë's dog?"),
        ("Night falls. ___ is late.", "van Dijk", "Night falls. Van Dijk is late."),
        ("Night falls. “___ is late.”", "3", "Night falls. “Number 3 is late.”"),
        ("Whose dog: ___'s?", "van Dijk", "Whose dog: van Dijk's?"),
        ("Oh no! ___?", "number 3", "Oh no! Number 3?"),
        ("Hello, [name], [Subject] and _____.", "Anna", "Hello, Anna, Anna and Anna."),
        ("Annas Hund, ___s Hund", "Anna", "Annas Hund, Annas Hund"),
        ("___ and [reader] meet [ reader ]'s cat.", "3", "Number 3 and Björn meet Björn's cat."),
    ],
)
def test_a_name_comes_out_right_in_every_place(text: str, subject: str, expected: str) -> None:
    assert question(card(text), subject, "Björn") == expected


def test_a_bare_number_reads_aloud_as_reader_too() -> None:
    assert question(card("[reader] meets ___."), "Anna", "8") == "Number 8 meets Anna."


def test_blanks_know_whose_name_they_take() -> None:
    assert card("___ and [reader]'s cat").asks_for == {Who.SUBJECT, Who.READER}
    assert parse_question("So ___'s") == ("So ", Blank(Who.SUBJECT, is_possessive=True))


@pytest.mark.parametrize(
    "same",
    [
        "  Who   is ___ ?",
        "who is ___",
        "WHO\tIS ___?!",
        "Who is [name]?",
        "Who\u2028is ___?",
        "Ｗho is ____?",
        "\u200bWho is ___?",
    ],
)
def test_spaces_capitals_and_punctuation_do_not_make_another_card(same: str) -> None:
    assert card(same).id == card("Who is ___?").id


@pytest.mark.parametrize("other", ["Who is [reader]?", "Who is ___'s?", "Who was ___?", "Who is?"])
def test_other_words_and_blanks_make_another_card(other: str) -> None:
    assert card(other).id != card("Who is ___?").id


def test_the_category_and_the_answers_belong_to_a_card() -> None:
    ids = {
        card("Who?").id,
        card("Who?", Category.EVERYBODY).id,
        card("Who?", Category.CHOICES, ("a", "b")).id,
        card("Who?", Category.CHOICES, ("a", "c")).id,
        card("Who?", Category.CHOICES, ("👍", "👎")).id,
        card("Who?", Category.CHOICES, ("🙂", "🙃")).id,
    }
    assert len(ids) == 6


def test_the_order_of_answers_does_not_make_another_card() -> None:
    assert card("Who?", Category.CHOICES, ("a", "b")).id == card("Who?", Category.CHOICES, ("B.", " a")).id


@given(
    st.text(
        st.sampled_from("aB é'’.?! _[]x\u2028-") | st.characters(blacklist_categories=["Cs"]), max_size=40
    )
)
def test_a_question_written_down_is_the_same_question(text: str) -> None:
    parts = parse_question(text)
    assert parse_question(written(parts)) == parts


def problems(text: str, category: Category, answers: tuple[str, ...] = ()) -> list[str]:
    with pytest.raises(BadCardError) as caught:
        card(text, category, answers)
    return [problem.what for problem in caught.value.problems]


def test_all_that_is_wrong_with_a_card_is_told_at_once() -> None:
    found = problems("If [nmae] fell?", Category.CHOICES, ("ask ___",))
    assert found == [
        "[nmae] is no blank",
        "a Choices card with 1 answer",
        "a blank for a name in an answer",
    ]


def test_an_everybody_card_is_about_nobody() -> None:
    assert len(problems("Who likes ___?", Category.EVERYBODY)) == 1
    assert question(card("Who would [reader] hug?", Category.EVERYBODY), "", "Anna") == "Who would Anna hug?"


@pytest.mark.parametrize("count", [0, 1, 7, 9])
def test_too_few_or_too_many_answers_are_refused(count: int) -> None:
    assert len(problems("If ___?", Category.CHOICES, tuple("abcdefghi"[:count]))) == 1


@pytest.mark.parametrize("count", [2, 6])
def test_two_to_six_answers_are_a_card(count: int) -> None:
    assert len(card("If ___?", Category.CHOICES, tuple("abcdefghi"[:count])).answers) == count
