"""What people put into the folder of decks: decks load, what is none is said, and nothing stops the rest."""

from pathlib import Path

import pytest

from device.app.decks import load_decks
from device.app.library import shipped_folder
from device.engine.cards import Category, question

TEXT = """\
title: Café
language: en

# five cards
Choices

If ___ were a crêpe, which?
- Plain, “à la maison”
- With Zoë’s jam

Whose is ___’s hat?
- Mine
- Yours
- Theirs


Everybody
Who?
Who else?

Versus
___ or [reader]?
"""

TABLE = """\
title,Café
language,en

category,question,1,2,3
choices,"If ___ were a crêpe, which?","Plain, “à la maison”",With Zoë’s jam
choices,Whose is ___’s hat?,Mine,Yours,Theirs

everybody,Who?
everybody,Who else?,,,
versus,___ or [reader]?
"""

FORMS = {"party.txt": TEXT, "party": TEXT, "party.csv": TABLE}


@pytest.mark.parametrize("is_ended", [True, False], ids=["ended", "not ended"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "mac_roman"]
)
@pytest.mark.parametrize("name", FORMS)
def test_a_deck_saved_anywhere_has_its_five_cards(
    name: str, encoding: str, end: str, is_ended: bool, tmp_path: Path
) -> None:
    text = FORMS[name] if is_ended else FORMS[name].rstrip("\n")
    (tmp_path / name).write_bytes(text.replace("\n", end).encode(encoding))
    library = load_decks([tmp_path])
    assert library.faults == ()
    assert [deck.title for deck in library.decks] == ["Café"]
    assert [len(library.cards(category)) for category in Category] == [2, 2, 1]
    first = library.cards(Category.CHOICES)[0]
    assert question(first, "Anna", "Zoë") == "If Anna were a crêpe, which?"
    assert first.answers == ("Plain, “à la maison”", "With Zoë’s jam")


def test_both_forms_of_a_deck_are_the_same_cards(tmp_path: Path) -> None:
    for name in ("party.txt", "party.csv"):
        (tmp_path / name).write_text(FORMS[name], encoding="utf-8")
    text, table = (load_decks([tmp_path / name]) for name in ("party.txt", "party.csv"))
    assert text.decks[0].cards == table.decks[0].cards


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_table_may_have_the_separators_of_other_countries(separator: str, tmp_path: Path) -> None:
    rows = ["sep=;"] * (separator == ";") + [
        f"everybody{separator}Who, really?",
        f"versus{separator}___, or not?",
    ]
    (tmp_path / "deck.csv").write_text("\n".join(rows), encoding="utf-8")
    library = load_decks([tmp_path])
    assert library.faults == ()
    assert [question(card, "Anna", "") for card in library.decks[0].cards] == [
        "Who, really?",
        "Anna, or not?",
    ]


def test_what_lies_beside_a_deck_is_no_deck(tmp_path: Path) -> None:
    (tmp_path / "party.txt").write_text(TEXT, encoding="utf-8")
    for clutter in (
        "._party",
        "._party.txt",
        ".DS_Store",
        "party~",
        "party.txt~",
        "~$party.txt",
        "Thumbs.db",
    ):
        (tmp_path / clutter).write_bytes(b"\x00\x05\x16\x07" + bytes(50))
    (tmp_path / "README.txt").write_text("How to write a deck", encoding="utf-8")
    (tmp_path / "more.txt").mkdir()
    (tmp_path / "zero.txt").write_bytes(b"")
    library = load_decks([tmp_path])
    assert [deck.name for deck in library.decks] == ["party"]
    assert [(fault.path.name, fault.what) for fault in library.faults] == [("zero.txt", "empty")]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("deck.xlsx", b"PK\x03\x04"),
        ("deck.txt", b"PK\x03\x04"),
        ("deck.txt", b"{\\rtf1 Who?}"),
        ("deck.txt", bytes(4096)),
        ("deck.txt", b"\n\n  \n"),
        ("deck.txt", b"Who would win?\n"),
        ("deck.csv", b"Who would win?\n"),
        ("deck.txt", b"Choices\n"),
        ("deck.pages", b"x"),
    ],
)
def test_a_file_that_is_no_deck_is_said_and_the_others_load(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    (tmp_path / "party.txt").write_text(TEXT, encoding="utf-8")
    library = load_decks([tmp_path])
    assert [deck.name for deck in library.decks] == ["party"]
    assert {fault.path.name for fault in library.faults} == {name}
    assert all(fault.what and fault.cure for fault in library.faults)


def test_a_folder_that_is_missing_has_no_decks(tmp_path: Path) -> None:
    assert load_decks([tmp_path / "none"]).decks == ()


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
@pytest.mark.parametrize("name", ["deck.txt", "deck.csv"])
def test_strange_line_ends_inside_a_card_do_not_split_it(name: str, separator: str, tmp_path: Path) -> None:
    asked = f"Who laughs{separator}last?"
    text = f"everybody,{asked}\n" if name.endswith("csv") else f"Everybody\n{asked}\n"
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [card.text for card in load_decks([tmp_path]).decks[0].cards] == [("Who laughs last?",)]


def test_only_the_cards_with_two_to_six_answers_load_and_the_rest_are_named_by_line(tmp_path: Path) -> None:
    lines = ["Choices"]
    at = {}
    for count in (0, 1, 2, 6, 7, 9):
        lines.append(f"What would ___ do {count} times?")
        at[count] = len(lines)
        lines += [f"- {number}" for number in range(count)]
    (tmp_path / "deck.txt").write_text("\n".join(lines), encoding="utf-8")
    library = load_decks([tmp_path])
    assert [len(card.answers) for card in library.cards(Category.CHOICES)] == [2, 6]
    assert [fault.line for fault in library.faults] == [at[0], at[1], at[7], at[9]]


def test_one_bad_card_in_three_hundred_costs_one_card(tmp_path: Path) -> None:
    rows = [f"choices,Would ___ count to {number}?,yes,no" for number in range(300)]
    rows[137] = "choices,Would ___ count to seven?,1,2,3,4,5,6,7"
    (tmp_path / "deck.csv").write_text("\r\n".join(rows), encoding="utf-8")
    library = load_decks([tmp_path])
    assert len(library.cards(Category.CHOICES)) == 299
    assert [(fault.line, fault.what) for fault in library.faults] == [(138, "a Choices card with 7 answers")]


def test_a_forgotten_quotation_mark_costs_its_own_line(tmp_path: Path) -> None:
    rows = ["everybody,Who?", 'everybody,"Who forgot?', 'everybody,"Who, me?"', 'everybody,Whose 5" nail?']
    (tmp_path / "deck.csv").write_text("\n".join(rows), encoding="utf-8")
    library = load_decks([tmp_path])
    assert [card.text[0] for card in library.cards(Category.EVERYBODY)] == [
        "Who?",
        "Who, me?",
        'Whose 5" nail?',
    ]
    assert [fault.line for fault in library.faults] == [2]


def test_a_cell_of_several_lines_is_one_card(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text('everybody,"Who\nlaughs\n\nlast?"\neverybody,Who?\n', encoding="utf-8")
    deck = load_decks([tmp_path]).decks[0]
    assert [card.text for card in deck.cards] == [("Who laughs last?",), ("Who?",)]
    assert deck.lines == (1, 5)


@pytest.mark.parametrize(
    "heading", ["Versus", "VERSUS:", "# Versus", "## versus ##", "== Versus ==", "--- Versus ---", "[Versus]"]
)
def test_a_heading_is_known_however_it_is_dressed(heading: str, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(f"Everybody\nWho?\n{heading}\n___ or [reader]?", encoding="utf-8")
    library = load_decks([tmp_path])
    assert [len(library.cards(category)) for category in Category] == [0, 1, 1]


@pytest.mark.parametrize("mark", ["- ", "-", "– ", "— ", "− ", "• ", "* ", "1. ", "2) ", "a) "])
def test_an_answer_is_known_by_any_mark_a_word_processor_makes(mark: str, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(f"Choices\nIf ___?\n{mark}yes\n{mark}no", encoding="utf-8")
    assert load_decks([tmp_path]).cards(Category.CHOICES)[0].answers == ("yes", "no")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Everybody\nWho?\n- me\n- you", 3),
        ("Everybody\n- Who?", 2),
        ("Everybody\nWho?\nVersus\n- me", 4),
        ("Choices\nIf ___?\n- a\n-\n- b", 4),
        ("colour: red\nEverybody\nWho?", 1),
        ("title: a\ntitle: b\nEverybody\nWho?", 2),
        ("Who is first?\nEverybody\nWho?", 1),
    ],
)
def test_a_line_that_cannot_be_used_is_told_by_its_number(text: str, line: int, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(text, encoding="utf-8")
    assert [fault.line for fault in load_decks([tmp_path]).faults] == [line]


def test_two_decks_with_the_same_card_have_one_card(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Everybody\nWho snores?\nWho sings?", encoding="utf-8")
    (tmp_path / "b.csv").write_text("everybody,who  SNORES\neverybody,Who cooks?", encoding="utf-8")
    library = load_decks([tmp_path])
    assert [card.text[0] for card in library.cards(Category.EVERYBODY)] == [
        "Who snores?",
        "Who sings?",
        "Who cooks?",
    ]


def test_ones_own_deck_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "Core.txt").write_text("Everybody\nWho?", encoding="utf-8")
    library = load_decks([shipped_folder(), tmp_path])
    assert [deck.path for deck in library.decks if deck.name.casefold() == "core"] == [tmp_path / "Core.txt"]


def test_decks_are_chosen_by_name_and_unknown_names_are_known(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(f"Everybody\nWho is {name}?", encoding="utf-8")
    library = load_decks([tmp_path])
    assert [deck.name for deck in library.chosen(["B", "c"]).decks] == ["b", "c"]
    assert library.missing(["A", "x"]) == ("x",)


def test_the_examples_on_the_page_about_decks_are_faultless_decks(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "decks.md").read_text(encoding="utf-8")
    (tmp_path / "text.txt").write_text(page.split("```")[1].strip("\n"), encoding="utf-8")
    table = page.split("| category | question")[1].split("\n\n")[0].splitlines()[2:]
    rows = ["\t".join(cell.strip() for cell in row.strip("|").split("|")) for row in table]
    (tmp_path / "table.tsv").write_text("\n".join(rows), encoding="utf-8")
    library = load_decks([tmp_path])
    assert library.faults == ()
    assert [[deck.count(category) for category in Category] for deck in library.decks] == [
        [1, 1, 1],
        [2, 2, 2],
    ]


def test_a_question_behind_a_backslash_is_taken_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("Everybody\n\\- Who?\n\\# Who?!\n\\Versus", encoding="utf-8")
    assert [card.text for card in load_decks([tmp_path]).decks[0].cards] == [
        ("- Who?",),
        ("# Who?!",),
        ("Versus",),
    ]


@pytest.mark.parametrize("word", ["Verses", "Everyone:", "choises", "Evrybody"])
def test_a_heading_misspelt_is_told_and_meant(word: str, tmp_path: Path) -> None:
    rest = "If ___ were tea?\n- hot\n- iced" if word == "choises" else "Who?"
    (tmp_path / "deck.txt").write_text(f"Versus\n{word}\n{rest}", encoding="utf-8")
    library = load_decks([tmp_path])
    assert [(fault.line, fault.what) for fault in library.faults] == [(2, f'"{word}" is no heading')]
    assert [len(deck.cards) for deck in library.decks] == [1]


def test_a_drawn_line_is_neither_answer_nor_question(tmp_path: Path) -> None:
    text = "=====\nChoices\n***\nIf ___ were tea?\n- hot\n- --\n-----\n———\nEverybody\n~~~\nWho?"
    (tmp_path / "deck.txt").write_text(text, encoding="utf-8")
    library = load_decks([tmp_path])
    assert library.faults == ()
    assert [card.answers for card in library.decks[0].cards] == [("hot", "--"), ()]


def test_what_a_deck_says_may_have_a_space_before_its_colon(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("Title : Chez nous\nEverybody\nWho?", encoding="utf-8")
    library = load_decks([tmp_path])
    assert (library.faults, library.decks[0].title) == ((), "Chez nous")


@pytest.mark.parametrize("question", [",,", "?!", "___?"])
def test_a_card_that_asks_nothing_is_told(question: str, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(f"Versus\n{question}\nWho, ___ or [reader]?", encoding="utf-8")
    library = load_decks([tmp_path])
    assert [(fault.line, fault.what) for fault in library.faults] == [(2, "a card without a question")]
