"""`decks check` finds what a deck's writer would want to know."""

from pathlib import Path

import pytest

from device.app.deck_check import check
from device.app.decks import load_decks
from device.ui.glyphs import SMALL

TOP = "title: t\nlanguage: en\naudience: all\nauthor: me\nlicence: CC0\n"


def findings(folder: Path, body: str, name: str = "deck.txt") -> list[tuple[int, str]]:
    """What check says of a deck with this text below a faultless top: the text's line, and what."""
    (folder / name).write_text(TOP + body, encoding="utf-8")
    return [(fault.line - TOP.count("\n"), fault.what) for fault in check(load_decks([folder]))]


def answers(*texts: str) -> str:
    return "Choices\nWhat would ___ like?\n" + "".join(f"- {text}\n" for text in texts)


def test_a_good_deck_has_nothing_to_say(tmp_path: Path) -> None:
    body = (
        answers("yes", "a much longer no") + "Everybody\nWho sings?\nVersus\nWho snores, ___ or [reader]?\n"
    )
    assert findings(tmp_path, body) == []


def test_an_answer_may_be_as_wide_as_its_line_and_no_wider(tmp_path: Path) -> None:
    fits = "i" * 59
    assert SMALL.width(fits) <= 118 < SMALL.width(fits + "i")
    assert findings(tmp_path, answers("no", fits)) == []
    [(line, what)] = findings(tmp_path, answers("no", fits + "i"))
    assert line == 2
    assert "too wide" in what


def test_a_question_may_fill_one_page_and_no_more(tmp_path: Path) -> None:
    page = "Who, in the small type and after the longest day of the longest year, would still be reading a "
    page += "question as long as this one is?"
    assert findings(tmp_path, f"Everybody\n{page}\n") == []
    [(line, what)] = findings(
        tmp_path, f"Everybody\n{page} And then another one that is much the same as this?\n"
    )
    assert (line, what) == (2, "the question needs more than one page")


@pytest.mark.parametrize("text", ["What is love?", "What would [reader] do?"])
@pytest.mark.parametrize("kind", ["Choices", "Versus"])
def test_a_question_that_names_nobody_is_noticed(kind: str, text: str, tmp_path: Path) -> None:
    body = f"{kind}\n{text}\n" + ("- yes\n- a long no\n" if kind == "Choices" else "")
    assert findings(tmp_path, body) == [(2, "the question names nobody")]


def test_a_single_underscore_is_noticed(tmp_path: Path) -> None:
    assert findings(tmp_path, "Versus\nWould _ or ___ or [reader] snore?\n") == [
        (2, "a single _ is no blank")
    ]


def test_letters_that_no_sheet_has_are_named_with_their_codes(tmp_path: Path) -> None:
    [(line, what)] = findings(tmp_path, answers("ja, größer", "ξένος"))
    assert line == 2
    assert "ξ (U+03BE)" in what
    assert "ß" not in what


@pytest.mark.parametrize("pair", [("Tea", "tea!"), ("A cat on the roof", "A cat on a roof"), ("yes", "Yes.")])
def test_answers_that_look_alike_are_noticed(pair: tuple[str, str], tmp_path: Path) -> None:
    assert findings(tmp_path, answers(*pair)) == [(2, f'"{pair[0]}" and "{pair[1]}" look alike')]


@pytest.mark.parametrize(
    ("first", "second", "start"),
    [
        ("Who would sing in the rain?", "who would SING in the rain", "the same card as"),
        ("Who would sing in the rain?", "Who would sing in the train?", "nearly the question of"),
        ("Who could sell sand in a desert?", "Who could sell sand in the desert?", "nearly the question of"),
    ],
)
def test_near_duplicates_are_found_in_a_deck_and_across_decks(
    first: str, second: str, start: str, tmp_path: Path
) -> None:
    [(line, what)] = findings(tmp_path, f"Everybody\n{first}\nWho snores?\n{second}\n", "a.txt")
    assert line == 4
    assert what.startswith(f"{start} {tmp_path / 'a.txt'}:7")
    (tmp_path / "a.txt").unlink()
    findings(tmp_path, f"Everybody\n{first}\n", "a.txt")
    [(line, what)] = findings(tmp_path, f"Everybody\nWho snores?\n{second}\n", "b.txt")
    assert line == 3
    assert "a.txt" in what


def test_the_same_question_in_two_categories_is_two_cards(tmp_path: Path) -> None:
    body = "Versus\nWould ___ sing in the rain?\nChoices\nWould ___ sing in the rain?\n- yes\n- a long no\n"
    assert findings(tmp_path, body) == []


def test_what_a_deck_does_not_say_about_itself_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("title: t\nEverybody\nWho?\n", encoding="utf-8")
    [fault] = check(load_decks([tmp_path]))
    assert fault.what == "the deck says no language, audience, author, licence"


def test_a_guessed_encoding_is_said(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_bytes((TOP + "Everybody\nWhose café?\n").encode("cp1252"))
    assert [fault.what for fault in check(load_decks([tmp_path]))] == ["read as cp1252, which is a guess"]


def test_faults_and_warnings_come_together_in_the_order_of_lines(tmp_path: Path) -> None:
    body = "Versus\nWho?\n- me\nWho else?\nWho is [nobody]?\n"
    assert [line for line, _ in findings(tmp_path, body)] == [3, 4, 5]


def test_a_text_without_end_is_no_card(tmp_path: Path) -> None:
    endless = "a" * 100_000
    assert findings(tmp_path, f"Everybody\nWho {endless}?\n") == [(2, "longer than 600 letters")]
    assert findings(tmp_path, answers("no", endless)) == [(4, "longer than 200 letters")]


def test_a_large_deck_of_questions_alike_is_warned_of_once_a_card(tmp_path: Path) -> None:
    count = 1500
    body = "Everybody\n" + "".join(f"Who is number {number} in this?\n\n" for number in range(count))
    assert len(findings(tmp_path, body)) == count - 1
