"""`imaginiff decks` as people call it: what it prints, what it writes, how it ends."""

import io
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from device.app.deck_command import decks_command
from device.app.decks import load_decks
from device.app.library import shipped_folder
from device.engine.cards import Category, question


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


def run(*args: str | Path, folders: list[Path] | None = None) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    status = decks_command([str(arg) for arg in args], out, err, folders)
    return Ran(status, out.getvalue(), err.getvalue())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one small deck."""
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "party.txt").write_text(
        "title: Party\nlanguage: en\naudience: friends\nauthor: me\nlicence: CC0\n"
        "Choices\nIf ___ were tea?\n- hot\n- iced\n"
        "Everybody\nWho snores?\nVersus\nWho sings, ___ or [reader]?\n",
        encoding="utf-8",
    )
    return decks


def test_list_tells_decks_audiences_and_counts(folder: Path) -> None:
    ran = run("list", folders=[folder])
    assert ran.status == 0
    assert "party: Party [en], 1 Choices, 1 Everybody, 1 Versus" in ran.out
    assert "for: friends" in ran.out


def test_list_tells_of_the_cards_that_were_put_away(folder: Path) -> None:
    away = load_decks([folder]).cards(Category.VERSUS)
    out = io.StringIO()
    assert decks_command(["list"], out, out, [folder], lambda: away) == 0
    assert out.getvalue().endswith(
        "1 card put away for good; the menu's settings bring them back:\n"
        "    party: Who sings, ___ or [reader]?\n"
    )


def test_without_folders_the_shipped_decks_are_meant() -> None:
    assert str(shipped_folder() / "core.txt") in run("list").out


def test_check_of_a_good_deck_ends_with_0(folder: Path) -> None:
    ran = run("check", folder)
    assert (ran.status, ran.out) == (0, "1 deck, 3 cards: no faults, no warnings\n")


def test_check_tells_all_faults_by_file_line_and_cure_and_ends_with_2(folder: Path) -> None:
    bad = folder / "bad.csv"
    bad.write_text("choices,If ___?,1,2,3,4,5,6,7\neverybody,Who is [x]?\npoem,Roses\n", encoding="utf-8")
    ran = run("check", folder)
    faults = [line for line in ran.out.splitlines() if line.startswith(str(bad))]
    assert ran.status == 2
    assert [line.removeprefix(f"{bad}:").split(":")[0] for line in faults] == ["1", "2", "3"]
    assert all(line.count(": ") >= 2 for line in faults)


def test_warnings_alone_end_with_0_and_with_2_when_strict(folder: Path) -> None:
    (folder / "more.txt").write_text("Everybody\nWho snores?\n", encoding="utf-8")
    assert run("check", folder).status == 0
    assert run("check", folder, "--strict").status == 2


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["frob"],
        ["show"],
        ["show", "x", "--size", "big"],
        ["show", "core", "--png", "core.txt"],
        ["check", "/no/such/deck"],
        ["check", "/dev/null"],
    ],
)
def test_a_wrong_call_ends_with_2_and_one_line(args: list[str]) -> None:
    ran = run(*args)
    assert ran.status == 2
    assert ran.err.startswith("imaginiff: ")
    assert ran.err.count("\n") == 1


def test_help_is_no_fault() -> None:
    ran = run("--help")
    assert ran.status == 0
    assert "import" in ran.out


@pytest.mark.parametrize("which", ["party:7", "party.txt:7", "were TEA", "{id}", "{path}:7"])
def test_show_finds_a_card_by_id_by_line_and_by_words(which: str, folder: Path) -> None:
    path = folder / "party.txt"
    card = load_decks([folder]).cards(Category.CHOICES)[0]
    ran = run("show", which.format(id=card.id, path=path), folder)
    assert ran.status == 0
    assert ran.out.startswith(f"{path}:7 {card.id} choices\n┌")
    assert ran.out.count("┌") == 2


@pytest.mark.parametrize("way", ["party.txt", "./party.txt", "party.txt:11"])
def test_show_finds_cards_in_a_file_outside_the_deck_folders(
    way: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    ran = run("show", way)
    assert ran.status == 0
    assert ran.out.count("party.txt:") == (1 if ":" in way else 3)


def test_show_in_a_wide_terminal_has_a_column_a_pixel(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    lines = run("show", "snores", folder).out.splitlines()
    assert {len(line) for line in lines[1:]} == {130}
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("show", "snores", folder).out.splitlines()
    assert {len(line) for line in lines[1:]} == {66}


def test_show_writes_a_picture_of_a_whole_deck(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "cards.png"
    assert run("show", "party", folder, "--png", target).status == 0
    with Image.open(target) as picture:
        assert picture.size == (2 * (512 + 8) + 8, 3 * (256 + 8) + 8)
        assert picture.getextrema() == (0, 255)


def test_show_draws_the_names_it_is_given(folder: Path, tmp_path: Path) -> None:
    for name in ("Anna", "Otto"):
        run("show", "tea", folder, "--subject", name, "--png", tmp_path / name)
    assert (tmp_path / "Anna").read_bytes() != (tmp_path / "Otto").read_bytes()


def test_show_of_no_card_says_how_to_name_one(folder: Path) -> None:
    ran = run("show", "xyzzy", folder)
    assert ran.status == 2
    assert ran.err.startswith('imaginiff: no card is "xyzzy": ')


def test_import_writes_a_deck_that_checks_and_says_what_it_did(tmp_path: Path) -> None:
    table = tmp_path / "Kärtchen.csv"
    table.write_bytes(
        "question;a;b\r\nWould {name} eat crêpes?;now;tomorrow\r\nWho snores?;;\r\n".encode("utf-16")
    )
    target = tmp_path / "mine.txt"
    ran = run("import", table, "--to", target, "--author", "me", "--language", "en")
    assert (ran.status, ran.err) == (0, "")
    assert "read as utf-16-le" in ran.out
    assert f"{target}: 2 cards written" in ran.out
    deck = load_decks([target]).decks[0]
    assert (deck.title, deck.facts["author"], len(deck.cards)) == ("Kärtchen", "me", 2)


def test_import_lists_what_it_left_out_and_ends_with_2(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("question,answer 1,answer 2\nWould ___ fly?,yes,\nWho snores?,,\n", encoding="utf-8")
    ran = run("import", table, "--to", tmp_path / "deck.txt")
    assert ran.status == 2
    assert ran.err.startswith(f"{table}:2: a Choices card with 1 answer: ")
    assert len(load_decks([tmp_path / "deck.txt"]).decks[0].cards) == 1


def test_import_never_writes_over_a_deck_unasked(tmp_path: Path) -> None:
    table, target = tmp_path / "t.csv", tmp_path / "deck.txt"
    table.write_text("question\nWho?\n", encoding="utf-8")
    target.write_text("mine", encoding="utf-8")
    assert run("import", table, "--to", target).status == 2
    assert target.read_text(encoding="utf-8") == "mine"
    assert run("import", table, "--to", target, "--force").status == 0
    assert load_decks([target]).decks[0].count(Category.EVERYBODY) == 1


@pytest.mark.parametrize("name", ["deck.csv", "deck.docx", ".deck.txt", "deck.txt~"])
def test_import_writes_no_file_that_the_game_would_not_read_as_it_is(name: str, tmp_path: Path) -> None:
    table, target = tmp_path / "t.csv", tmp_path / name
    table.write_text("question\nWho?\n", encoding="utf-8")
    ran = run("import", table, "--to", target)
    assert (ran.status, ran.err) == (
        2,
        f"imaginiff: {target}: no name for a deck: end it with .txt, and name it with --to\n",
    )
    assert not target.exists()


def test_import_never_writes_over_its_own_table(tmp_path: Path) -> None:
    table = tmp_path / "t.txt"
    table.write_text("question\nWho?\n", encoding="utf-8")
    ran = run("import", table, "--to", tmp_path / "." / "t.txt", "--force")
    assert ran.status == 2
    assert "is the table itself" in ran.err
    assert table.read_text(encoding="utf-8") == "question\nWho?\n"


def test_of_200_questions_with_one_broken_row_199_are_cards_and_one_line_tells_of_the_other(
    tmp_path: Path,
) -> None:
    rows = ["Category,Question,Answer 1,Answer 2,Answer 3"]
    asked = "If ___ were “café” number {n}, what’s the naïve plan?"
    rows += [f'choices,"{asked.format(n=n)}  ", Crème brûlée  ,“Über” tea ,Piñata ' for n in range(200)]
    rows[101] = 'choices,"If ___ were broken,yes,no'
    table, target = tmp_path / "party.csv", tmp_path / "party.txt"
    table.write_bytes("\r\n".join(rows).encode("cp1252"))
    ran = run("import", table, "--to", target)
    cure = "close it, or take it away, or save the file from a spreadsheet again"
    assert ran.err == f"{table}:102: a quotation mark is opened and not closed: {cure}\n"
    assert ran.out.endswith(f"{target}: 199 cards written, 1 fault\n")
    library = load_decks([target])
    cards = library.cards(Category.CHOICES)
    assert (library.faults, len(cards)) == ((), 199)
    assert question(cards[0], "Anna", "Zoë") == "If Anna were “café” number 0, what’s the naïve plan?"
    assert {card.answers for card in cards} == {("Crème brûlée", "“Über” tea", "Piñata")}


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"", b"\n\n", b"\n<HTML><p>Who?</p>"])
def test_import_of_no_table_writes_nothing(data: bytes, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_bytes(data)
    ran = run("import", table, "--to", tmp_path / "deck.txt")
    assert ran.status == 2
    assert ran.err.startswith(f"imaginiff: {table}: ")
    assert not (tmp_path / "deck.txt").exists()


def test_import_of_a_missing_file_says_so(tmp_path: Path) -> None:
    assert run("import", tmp_path / "none.csv").err.startswith(f"imaginiff: {tmp_path / 'none.csv'}: ")


def test_what_was_imported_reads_back_as_the_same_cards_whatever_it_looks_like(tmp_path: Path) -> None:
    table, deck = tmp_path / "odd.csv", tmp_path / "deck.txt"
    asked = ["- Who?", "# Who else?", "Everyone", "Versus", "=====", "\\ Who now?"]
    table.write_text("\n".join(["question", *asked]), encoding="utf-8")
    assert run("import", table, "--to", deck).status == 0
    assert [card.text for card in load_decks([deck]).cards(Category.EVERYBODY)] == [(text,) for text in asked]
