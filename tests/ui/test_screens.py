"""What the screens say, in words: each moment of play, with and without names."""

import pytest
from msgspec.structs import replace

from device.app.texts import LANGUAGES
from device.engine.cards import Category
from device.engine.table import Pad
from device.machine import menus
from device.machine.menu import refused_now
from device.machine.phases import Lobby, Note, Notice, Reveal, State
from device.ui import views
from device.ui.draw import marks_of
from device.ui.marks import Text
from device.ui.note_sheets import note_sheets
from device.ui.pages import leaves
from device.ui.people import Texts
from device.ui.screens import screen_of

from .gallery import GALLERY, menu
from .tables import FIVE, SIZES, TEXTS, choices, lobby, started, state, voting, with_card, with_votes

PANEL = (128, 64)
SPACES = str.maketrans("\N{SIX-PER-EM SPACE}\N{NO-BREAK SPACE}", "  ")


def words(shown: State | str, size: tuple[int, int] = PANEL, texts: Texts = TEXTS) -> str:
    """All text of all pages, page by page, line by line."""
    screen = screen_of(GALLERY[shown] if isinstance(shown, str) else shown, texts)
    pages = range(len(leaves(screen, size)))
    marks = [mark for page in pages for mark in marks_of(screen, page, size) if isinstance(mark, Text)]
    return " ".join(mark.text for mark in marks).translate(SPACES)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lobby-empty", ["Press your board number", "Youngest first, clockwise", "hold 1+8"]),
        ("lobby-two", ["2 in. 3 or more can start", "1 YEL", "3 BLU", "hold 1+8"]),
        ("lobby-five", ["5 in. Start: hold your number", "8 WHT"]),
        ("lobby-taken", ["3 is taken", "by BLU. Take a free one."]),
        ("lobby-too-few", ["Too few players", "3 or more can start."]),
        ("note-wrong-setting", ["Settings file, line 12", "imaginiff.toml", "Any key: got it"]),
        ("note-journal-set-aside", ["The record was damaged", "journal.bad-1"]),
        ("roll", ["Anna, press any key!", "YEL I roll the die.", "Turn me to the reader.", "Hold 8."]),
        ("roll-nameless", ["Yellow, press any key!"]),
        ("roll-stuck-key", ["Stuck key: RED, WHT"]),
        ("roll-whose-turn", ["It is Anna's turn", "Not there? Hold any key."]),
        ("roll-no-card", ["No such card", "menu, 7"]),
        ("roll-box-colour", ["1 red Choices", "2 gray Everybody", "3 black Versus"]),
        ("roll-box-number", ["red: number?", "1 2 3 4 5 6", "8 the colour again"]),
        ("roll-box-not-a-face", ["Not on the die"]),
        ("die", ["Choices red 2 spaces about Grandma Rosie"]),
        ("die-filler", ["1 space about 2, see board"]),
        ("vote", ["Anna reads +2", "If Grandma Rosie were", "6 Popcorn that never stops"]),
        ("vote-nameless", ["Yellow reads", "If number 2 were"]),
        ("vote-one-missing", ["Waiting for GRN Björn"]),
        ("vote-two-missing-nameless", ["Waiting for White, Green"]),
        ("vote-everybody-nameless", ["1 Yellow 2 see board 3 Blue 4 Green 5 Red"]),
        ("vote-versus", ["2 Grandma Rosie ORA", "1 Anna RED the reader"]),
        ("vote-box-choices", ["Choices card from the box, about Grandma Rosie", "1 2 3 4 5 6"]),
        ("vote-joined", ["PUR is in", "from the next card on"]),
        ("vote-stuck", ["RED: a key is stuck"]),
        ("lock", ["All in. Want to switch? 3", "If Grandma Rosie"]),
        ("lock-seven-lines", ["All in. Want to switch? 2"]),
        ("drumroll", ["And the answer is"]),
        ("reveal", ["3 Somebody tiptoeing loudly 5 of 8 move 2 RED YEL GRN CYA BLU", "5 Sherlock WHT"]),
        ("reveal-all-but-one", ["7 of 8", "All move but PUR."]),
        ("reveal-everybody-moves", ["5 of 5", "Everybody moves."]),
        ("reveal-tie", ["2 Grandma Rosie 2 votes 4 Björn 2 votes 7 Uncle Mehmet 2 votes 3-way tie move 3"]),
        ("reveal-nobody", ["All different! Nobody moves. 5 players, 5 answers"]),
        ("reveal-one-vote", ["Only one vote Nobody moves."]),
        ("reveal-no-votes", ["No votes Nobody moves."]),
        ("reveal-nameless", ["3 of 5 move 2 Yellow, Blue, White move.", "Who voted for what 1 Red"]),
        ("reveal-nameless-everybody", ["5 Red 2 of 3 move 3 Yellow, Red move. Yellow or Blue: any key"]),
        ("reveal-tie-break-begins", ["Tie-break: only YEL, BLU can win now."]),
        ("reveal-box-card", ["2 Answer 2 2 of 3"]),
        ("reveal-tie-break", ["Tie-break: YEL +3, BLU +0"]),
        ("reveal-not-now", ["Anna goes on"]),
        ("vote-not-an-option", ["RED: only 1 to 3"]),
        ("vote-not-an-option-versus", ["PUR: only 1 or 2"]),
        ("menu-setting-length-counted", ["count your board: 31 ✓"]),
        ("menu-settings-cards-put-away", ["2 Put away"]),
        ("menu-put-away", ["2 cards put away"]),
        ("sure-bring-back", ["Bring it back? If ___ ran a hotel for"]),
        (
            "finale",
            ["Anna wins! YEL Wipe the names off the board. 7 and 8: the evening's figures", "5 rounds", "25"],
        ),
        ("finale-asked", ["A new game? Let go, then hold 5: yes. Any other key: no."]),
        ("resume", ["1 Go on 2 New game"]),
        ("resume-asked", ["then hold 2: yes"]),
        ("paused", ["Paused 2 are here, 3 are needed. Hold your board number to join."]),
        ("menu-end", ["1 New game 2 Switch off 3 Restart 8 Back"]),
        ("menu-players", ["1 Someone leaves", "2 New order", "8 Back"]),
        ("menu-board", ["1 A position 2 The ? token 3 The track 8 Back"]),
        ("menu-new-order", ["New order: 2 of 5", "WHT YEL"]),
        ("menu-position", ["Christopher: position", "7", "2 −1 3 +1 4 −5 5 +5 8 Done"]),
        ("menu-settings", ["1 Names 2 Practice 3 Length 4 Cards 5 Die 6 Faces 7 More 8 Back"]),
        ("menu-settings-third-page", ["1 Language 7 More 8 Back"]),
        ("menu-settings-fixed", ["Settings (* set in the file)", "3 Length*", "5 Die*"]),
        ("menu-settings-fixed-notice", ["The settings file sets this"]),
        ("menu-setting-length", ["1 normal: 25 ✓ 2 short: 12 3 count your board"]),
        ("menu-setting-language", ["1 English ✓ 2 Deutsch"]),
        ("menu-decks", ["1 The core deck ✓ 2 Old friends 3 A family trip 8 Done"]),
        ("menu-decks-last", ["One deck must stay"]),
        ("menu-names", ["1 Everybody types 2 Type for a number 3 No names 8 Back"]),
        (
            "typing",
            ["YEL Ann BLU", "RED …stopher WHT Łukasz GRN Be", "1 abc 2 def", "8 wxyz", "Hold any key"],
        ),
        ("typing-three", ["YEL Anna BLU Bo RED C ✓"]),
        ("typing-more", ["1 space 2 erase 3 é à 4 names 5 abc 6 123 8 done", "RED: press one. Hold: abc"]),
        ("typing-digits", ["7 7 8 890"]),
        ("typing-filler", ["2 Sherlock"]),
        ("typing-ends-for-all", ["YEL: 8 ends it for all"]),
        ("practice", ["Anna reads practice"]),
        ("practice-reveal", ["3 of 5 practice In a game the majority moves."]),
        ("sure-new-card", ["7: never again.", "hold 3: yes"]),
        ("sure-never-again", ["Never this card again?", "hold 7: yes"]),
        ("menu-setting-time", ["1 no limit ✓ 2 30 s"]),
        ("sure-undo", ["Take back this card and its roll?", "hold 2: yes"]),
        ("sure-close-vote", ["Close with 3 votes?", "hold 4: yes"]),
        ("sure-leave", ["Christopher leaves?", "hold 3: yes"]),
    ],
)
def test_the_screen_says(name: str, said: list[str]) -> None:
    shown = words(name)
    for text in said:
        assert text in shown


def test_one_vote_is_said_in_the_singular() -> None:
    sure = menus.Sure(menus.Action.CLOSE_VOTE, 4, menus.MainList())
    assert "Close with 1 vote?" in words(replace(menu(sure), voted=frozenset({Pad.RED})))


def test_an_undo_in_practice_asks_whether_to_end_it() -> None:
    sure = menu(menus.Sure(menus.Action.UNDO, 2, menus.MainList()))
    assert "End the practice?" in words(replace(sure, lobby_behind=lobby()))


@pytest.mark.parametrize("name", GALLERY)
def test_no_screen_says_nothing_unless_it_sleeps(name: str) -> None:
    assert bool(words(name)) == (name != "asleep")


def test_a_menu_shows_refused_items_without_a_key_cap() -> None:
    (grid,) = screen_of(GALLERY["menu-in-the-lobby"], TEXTS).spreads[0]
    assert isinstance(grid, views.Grid)
    bare = {item.number for item in grid.items if not item.is_live}
    assert bare == refused_now(GALLERY["menu-in-the-lobby"], menus.MainList()) == {2, 3, 4, 6}


@pytest.mark.parametrize(
    "name", [name for name in GALLERY if name.startswith(("menu", "sure", "die", "note", "typing"))]
)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lies_over_a_phase_fits_one_page(name: str, language: str, size: tuple[int, int]) -> None:
    assert len(leaves(screen_of(GALLERY[name], LANGUAGES[language]), size)) == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lobby-five", "5 da. Start: Nummer halten"),
        ("roll", "Anna, Taste drücken! GEL Ich würfle. Dreh mich zu dir."),
        ("vote-nameless", "Gelb liest vor"),
        ("reveal-nameless", "3 von 5 2 Felder Gelb, Blau, Weiß ziehen."),
        ("sure-close-vote", "Mit 3 Stimmen auswerten?"),
    ],
)
def test_the_screen_says_in_german(name: str, said: str) -> None:
    assert said in words(name, texts=LANGUAGES["de"])


def test_the_way_on_stands_on_a_reveal_wherever_there_is_room() -> None:
    for name in ("reveal", "reveal-nobody", "reveal-no-votes", "reveal-three-players", "reveal-tie-break"):
        for size in SIZES:
            assert "any key" in words(name, size)


def test_the_board_is_to_be_wiped_on_every_page_of_the_finale() -> None:
    screen = screen_of(GALLERY["finale"], TEXTS)
    for size in SIZES:
        for page in range(len(leaves(screen, size))):
            texts = [mark.text for mark in marks_of(screen, page, size) if isinstance(mark, Text)]
            assert "Wipe the names off the board." in [text.translate(SPACES) for text in texts]


LONG_NOTE = Note(
    "Cannot save",
    (
        "/home/somebody/.local/state/imaginiff/evenings: Permission denied.",
        "Playing on: a power cut now loses the game.",
    ),
)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_note_is_told_on_as_many_pages_as_it_takes(size: tuple[int, int]) -> None:
    sheets = note_sheets(LONG_NOTE, TEXTS, size)
    said = [words(state(lobby(), Lobby(), notes=(sheet,)), size) for sheet in sheets]
    assert all("Any key: got it" in text for text in said)
    assert "".join("".join(line for sheet in sheets for line in sheet.lines).split()) == "".join(
        "".join(LONG_NOTE.lines).split()
    )
    for sheet in sheets:
        assert len(leaves(screen_of(state(lobby(), Lobby(), notes=(sheet,)), TEXTS), size)) == 1


def test_a_short_note_stays_as_it_is() -> None:
    note = Note("Cannot save", ("The card is full.",))
    assert note_sheets(note, TEXTS, PANEL) == (note,)


def test_a_new_order_of_eight_fits_one_page() -> None:
    order = menu(menus.NewOrder(tuple(Pad)), table=started(tuple(zip(Pad, range(1, 9), strict=True))))
    assert len(leaves(screen_of(order, TEXTS), PANEL)) == 1


# Names


def test_a_nameless_player_beside_named_ones_goes_by_colour_without_a_tag() -> None:
    table = with_card(started(FIVE, ("", "Rosie", *"345678")), choices())
    top = screen_of(voting(table, 4), TEXTS).top
    assert isinstance(top, views.Missing)
    assert top.people == (views.Person("4", "GRN"),)
    assert "Yellow reads" in words(voting(table))


def test_the_lobby_uses_no_names_but_codes() -> None:
    (part,) = screen_of(state(lobby(), Lobby()), TEXTS).spreads[0]
    assert isinstance(part, views.Lobby)
    assert part.codes == ("YEL", "", "BLU", "GRN", "RED", "", "", "WHT")


# Secrets


def test_the_strip_counts_votes_and_does_not_say_whose() -> None:
    table = with_card(started(FIVE), choices())
    for voted in ({Pad.YELLOW, Pad.BLUE}, {Pad.GREEN, Pad.WHITE}):
        screen = screen_of(replace(voting(table), voted=frozenset(voted)), TEXTS)
        assert screen.strip == views.Strip(2, 5)
        assert screen == screen_of(voting(table, 2), TEXTS)


def test_the_drum_roll_looks_the_same_whatever_card_is_open() -> None:
    some, other = (
        state(with_card(started(FIVE), choices(text)), Reveal(drum_until_ms=11_000))
        for text in ("Is {}?", "Was {}?")
    )
    assert screen_of(some, TEXTS) == screen_of(other, TEXTS)


def test_ballots_stand_by_answer_then_by_turn_order() -> None:
    table = with_votes(with_card(started(FIVE), choices()), 4, 2, 4, 2, 1)
    _, ballots = screen_of(state(table, Reveal(result_ms=1)), TEXTS).spreads[0]
    assert isinstance(ballots, views.Ballots)
    assert [(ballot.number, ballot.name) for ballot in ballots.ballots] == [
        (1, "Green"),
        (2, "Blue"),
        (2, "White"),
        (4, "Yellow"),
        (4, "Red"),
    ]


def test_a_stuck_key_is_named_by_its_pad_alone() -> None:
    stuck = state(started(FIVE), GALLERY["roll"].phase, stuck=frozenset({Pad.RED}))
    shown = words(replace(stuck, notice=Notice("stuck", Pad.RED, 12_000, space=7)))
    assert "RED" in shown
    assert "7" not in shown


def test_leads_are_shown_only_in_a_tie_break() -> None:
    assert "Tie-break" not in words("reveal")
    assert "Tie-break" in words("reveal-tie-break")


@pytest.mark.parametrize("category", Category)
def test_a_card_of_the_box_shows_its_category(category: Category) -> None:
    table = with_card(started(FIVE), None, category)
    assert str(category).capitalize() in words(voting(table))
