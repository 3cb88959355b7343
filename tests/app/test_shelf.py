"""Which decks are in play, for whom they are, and that no card comes twice before all have come."""

import json
from pathlib import Path

import pytest

from device.app.audience import is_for_families
from device.app.cli import main
from device.app.decks import load_decks
from device.app.library import Library, shipped_folder
from device.app.shelf import Shelf
from device.machine.phases import DeckOffer

DECK = "title: {title}\naudience: {audience}\n\nEverybody\nWho is {title}?\n"


def library(folder: Path, **audiences: str) -> Library:
    """Decks of one card each, by name and audience."""
    for name, audience in audiences.items():
        text = DECK.format(title=name, audience=audience)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return load_decks([folder])


def decks_of(shelf: Shelf) -> list[str]:
    """The decks whose cards are in play."""
    return [card.deck for card in shelf]


# For whom


@pytest.mark.parametrize(
    "audience",
    [
        "anybody from ten years up, with grandparents at the table",
        "a family on its way: on the train, in a tent, on a rainy day; from six years up",
        "the whole family, at the party",
        "everybody",
        "children and their parents",
        "12+",
        "ages: from 8",
        "six years and older",
        "die ganze Familie, ab acht Jahren",
        "für alle",
        "Kinder ab 6 Jahren",
    ],
)
def test_a_deck_that_says_so_is_for_families(audience: str) -> None:
    assert is_for_families(audience)


@pytest.mark.parametrize(
    "audience",
    [
        "",
        "my chess club",
        "grown-ups who have known each other for ten years or more",
        "adults only",
        "everybody from sixteen years up",
        "18+",
        "anybody over 13",
        "friends and family, not for children",
        "Erwachsene",
        "alle ab achtzehn Jahren",
        "ab 16",
    ],
)
def test_a_deck_that_does_not_say_so_or_names_grown_ups_is_not(audience: str) -> None:
    assert not is_for_families(audience)


def test_of_the_shipped_decks_the_old_friends_are_for_grown_ups() -> None:
    decks = {deck.name: deck.facts["audience"] for deck in load_decks([shipped_folder()]).decks}
    assert {name for name, audience in decks.items() if not is_for_families(audience)} == {"old-friends"}


# In play


def test_without_a_choice_everybodys_own_decks_are_in_play(tmp_path: Path) -> None:
    shelf = Shelf(lambda: library(tmp_path, one="kids", two="adults"), (), "all")
    assert decks_of(shelf) == ["one", "two"]


def test_the_chosen_ones_are_in_play_and_a_change_counts_at_once(tmp_path: Path) -> None:
    shelf = Shelf(lambda: library(tmp_path, one="kids", two="adults"), ("TWO",), "all")
    assert decks_of(shelf) == ["two"]
    shelf.set("game.decks", ("one",))
    assert decks_of(shelf) == ["one"]
    shelf.set("game.die", "box")
    assert decks_of(shelf) == ["one"]


def test_for_families_only_family_decks_are_in_play(tmp_path: Path) -> None:
    shelf = Shelf(lambda: library(tmp_path, one="kids", two="adults", three=""), (), "all")
    shelf.set("game.audience", "family")
    assert decks_of(shelf) == ["one"]


def test_for_families_the_usual_family_decks_stand_in_where_none_of_the_chosen_is_one(tmp_path: Path) -> None:
    shelf = Shelf(lambda: library(tmp_path, one="kids", two="adults"), ("two",), "family")
    assert decks_of(shelf) == ["one"]


def test_the_menu_is_offered_all_decks_with_their_titles() -> None:
    shelf = Shelf(lambda: load_decks([shipped_folder()]), (), "all")
    assert shelf.decks() == (
        DeckOffer("core", "The core deck"),
        DeckOffer("family-trip", "A family trip", is_family=True, is_usual=False),
        DeckOffer("old-friends", "Old friends", is_family=False, is_usual=False),
    )


# Never the same card


TURN = "press {reader} 3\nwait 2500ms\nwait 1s\npress {reader} 3\n"
PADS = ("red", "green", "blue")


def evening(turns: int) -> str:
    """That many turns in which nobody votes."""
    return "".join(TURN.format(reader=PADS[turn % 3]) for turn in range(turns))


def test_in_two_evenings_of_forty_turns_with_a_power_cut_between_no_card_comes_twice(tmp_path: Path) -> None:
    script, trace = tmp_path / "evenings.script", tmp_path / "trace"
    sit = "set game.vote_seconds 1\n" + "".join(f"press {pad} {n}\n" for n, pad in enumerate(PADS, 1))
    again = "cut\npress red 2\nhold red 2 1.1s\nhold red 1 1.1s\n"
    script.write_text(f"{sit}hold red 1 1.1s\n{evening(40)}{again}{evening(40)}", encoding="utf-8")
    assert main(["replay", str(script), "--trace", str(trace)]) == 0
    records = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
    cards = [record["card"] for record in records if record["type"] == "card"]
    assert len(cards) == len(set(cards)) == 80
