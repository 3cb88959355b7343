"""Settings made on the device: kept, overruled by a file, and seen at once: names, decks, the picture."""

import dataclasses
import io
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from device.app.config import load_config
from device.app.config_command import show_config
from device.app.journal import Journal, mark_of
from device.app.kept import Kept
from device.app.panel_worker import glow_of
from device.app.piles import Piles
from device.app.settings import game_settings
from device.app.showing import Show
from device.app.texts import ENGLISH, LANGUAGES
from device.engine import events as ev
from device.engine.cards import Category
from device.engine.table import DEVICE_FACES, House, Pad
from device.machine.options import FACE_SETS, kept
from device.machine.phases import Finale, Lobby, Quiet, Roll, Settings, State
from hw.ports import Glow
from tests.disk import set_full
from tests.talk import card
from tests.ui.tables import FIVE, lobby, played, started, state

NAMES = ("Anna", "", "Zoë", *[""] * 5)
SET = {
    "game.track": 12,
    "game.names": NAMES,
    "game.faces": kept("game.faces", "three"),
    "game.decks": ("core", "family-trip"),
    "game.audience": "family",
    "panel.brightness": "soft",
    "panel.turned": True,
    "panel.turned_pads": ("red", "white"),
}


def on_device(folder: Path) -> Kept:
    """A device on which all of this was set."""
    device = Kept(folder)
    for key, value in SET.items():
        device.keep(key, value)
    return Kept(folder)


def test_everything_set_on_the_device_is_there_after_a_power_cut(tmp_path: Path) -> None:
    config = load_config(
        None, on_device(tmp_path).values, {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "/none"}
    )
    assert game_settings(config.values) == Settings(
        track=12,
        house=House(faces=FACE_SETS["three"], names=NAMES),
        decks=("core", "family-trip"),
        audience="family",
        brightness="soft",
        is_turned=True,
        turned_pads=frozenset({Pad.RED, Pad.WHITE}),
    )


def test_the_file_wins_where_it_sets_a_key_and_the_menu_is_told(tmp_path: Path) -> None:
    path = tmp_path / "imaginiff.toml"
    path.write_text('[game]\ntrack = 30\ndie = "device"\n', encoding="utf-8")
    config = load_config(path, on_device(tmp_path).values, {})
    settings = game_settings(config.values, config.fixed)
    assert (settings.track, settings.audience) == (30, "family")
    assert settings.fixed == {"game.track", "game.die"}


def test_the_command_says_where_each_comes_from(tmp_path: Path) -> None:
    (tmp_path / "imaginiff").mkdir()
    on_device(tmp_path / "imaginiff")
    path = tmp_path / "settings.toml"
    path.write_text("[game]\ntrack = 30\n", encoding="utf-8")
    out = io.StringIO()
    assert show_config(path, {"XDG_STATE_HOME": str(tmp_path)}, out, io.StringIO()) == 0
    sources = dict(line.split(" = ", 1) for line in out.getvalue().splitlines() if " = " in line)
    assert sources["track"].endswith(f"# {path}")
    for key in ("names", "faces", "audience", "brightness", "turned_pads"):
        assert sources[key].endswith("# set on the device")
    assert sources["lock_seconds"].endswith("# built in")


@pytest.mark.parametrize("name", ["\u200b", " \u00a0 ", "\u202e", "\u0301"])
def test_a_name_in_which_nothing_can_be_seen_is_none(name: str) -> None:
    values = load_config(None, {"game.names": [name, *[""] * 7]}, {"HOME": "/none"}).values
    assert game_settings(values).house.names == ("",) * 8


def test_every_die_to_choose_from_is_one_that_a_file_may_have() -> None:
    for name, faces in FACE_SETS.items():
        values = {**load_config(None, {}, {"HOME": "/none"}).values, "game.faces": kept("game.faces", name)}
        assert game_settings(values).house.faces == faces
    assert FACE_SETS["usual"] == DEVICE_FACES


# Names of earlier evenings


def test_the_names_of_earlier_evenings_come_newest_first_each_once() -> None:
    journal = Journal(None)
    for names in (("Ben", "Anna"), ("Zoë", "Ben")):
        journal.record([ev.LobbyOpened(), *(ev.Joined(pad, space) for pad, space in FIVE)])
        journal.record([ev.GameStarted(25, House(names=(*names, *[""] * 6)))])
    journal.record([ev.HouseChanged(House(names=("Cleo", *[""] * 7)))])
    assert journal.names() == ("Cleo", "Zoë", "Ben", "Anna")
    assert Journal(None).names() == ()


# Cards


def turn(piles: Piles) -> str:
    """A turn with a Choices card: the card's letter."""
    found = piles.draw(Category.CHOICES)
    assert found is not None
    for event in (ev.Rolled(Category.CHOICES, 1), ev.CardDrawn(found)):
        mark = mark_of(event)
        assert mark is not None
        piles.follow(mark)
    return found.id[-1]


def test_a_banned_card_and_a_practised_one_are_remembered_across_starts(tmp_path: Path) -> None:
    cards = [card(Category.CHOICES, name) for name in "abcd"]
    journal = Journal(tmp_path / "games")
    journal.record([ev.LobbyOpened(), *(ev.Joined(pad, space) for pad, space in FIVE)])
    journal.record([ev.CardPractised(cards[0]), ev.CardBanned(cards[1])])
    journal.close()
    piles = Piles(cards, Journal(tmp_path / "games").card_marks(), Random(0))
    drawn = [turn(piles) for _ in range(5)]
    assert set(drawn[:2]) == {"c", "d"}
    assert Counter(drawn)["b"] == 0
    assert Counter(drawn)["a"] >= 1


def test_cards_put_away_are_told_newest_first_also_those_that_could_not_be_saved_yet(tmp_path: Path) -> None:
    cards = [card(Category.CHOICES, name) for name in "abcd"]
    journal = Journal(tmp_path / "games")
    journal.record([ev.LobbyOpened(), *map(ev.CardBanned, cards), ev.CardBroughtBack(cards[1])])
    journal.record([ev.CardBanned(cards[0])])
    assert [away.id[-1] for away in journal.put_away()] == ["a", "d", "c"]
    journal.close()
    journal = Journal(tmp_path / "games")
    set_full(journal, True)
    journal.record(
        [ev.CardBroughtBack(cards[0]), ev.CardBanned(dataclasses.replace(cards[1], text=("x" * 9000,)))]
    )
    assert journal.is_failing
    assert [away.id[-1] for away in journal.put_away()] == ["b", "d", "c"]


def test_other_decks_count_from_the_next_card_on_and_used_cards_stay_used() -> None:
    cards = [card(Category.CHOICES, "a")]
    piles = Piles(cards, (), Random(0))
    assert turn(piles) == "a"
    cards.append(card(Category.CHOICES, "b"))
    piles.lay_again()
    assert turn(piles) == "b"


# The picture


SHOW = Show((128, 64), ENGLISH)


def upright(shown: State) -> bool:
    """Whether the picture of a state stands as it is drawn."""
    plain = replace(shown, settings=replace(shown.settings, is_turned=False, turned_pads=frozenset()))
    picture, drawn = SHOW.panel(shown).image, SHOW.panel(plain).image
    turned = drawn.transpose(Image.Transpose.ROTATE_180)
    is_upright = ImageChops.logical_xor(picture, drawn).getbbox() is None
    assert is_upright or ImageChops.logical_xor(picture, turned).getbbox() is None
    return is_upright


@pytest.mark.parametrize("is_turned", [False, True])
def test_the_picture_is_turned_for_everybody_and_back_again_for_a_reader_who_wants_it(
    is_turned: bool,
) -> None:
    settings = Settings(is_turned=is_turned, turned_pads=frozenset({Pad.YELLOW}))
    yellow_reads = state(started(), Roll(), settings=settings)
    blue_reads = replace(yellow_reads, table=dataclasses.replace(yellow_reads.table, reading=3))
    assert upright(yellow_reads) == is_turned
    assert upright(blue_reads) != is_turned
    assert upright(state(lobby(), Lobby(), settings=settings)) != is_turned


def test_a_finale_is_for_everybody() -> None:
    settings = Settings(turned_pads=frozenset({Pad.YELLOW}))
    won = played(ev.PositionSet(Pad.YELLOW, 25), table=started())
    assert upright(state(won, Finale(), settings=settings))


@pytest.mark.parametrize(
    ("brightness", "quiet", "glow"),
    [
        ("bright", Quiet.AWAKE, Glow.BRIGHT),
        ("middle", Quiet.AWAKE, Glow.MIDDLE),
        ("soft", Quiet.AWAKE, Glow.DIM),
        ("middle", Quiet.DIM, Glow.DIM),
        ("bright", Quiet.DIM, Glow.DIM),
        ("soft", Quiet.ASLEEP, Glow.OFF),
    ],
)
def test_the_panel_is_as_bright_as_it_was_set(brightness: str, quiet: Quiet, glow: Glow) -> None:
    shown = state(lobby(), Lobby(), settings=Settings(brightness=brightness), quiet=quiet)
    assert glow_of(shown) is glow


def test_another_language_is_shown_at_once_and_one_that_there_is_not_in_english() -> None:
    plain = state(started(), Roll())
    german = replace(plain, settings=Settings(language="de"))
    none = replace(plain, settings=Settings(language="none"))
    assert SHOW.panel(german).image.tobytes() != SHOW.panel(plain).image.tobytes()
    assert SHOW.panel(none).image.tobytes() == SHOW.panel(plain).image.tobytes()
    assert LANGUAGES["en"] is ENGLISH
