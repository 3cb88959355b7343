"""Every language says everything, in letters that the panel has, and play speaks it at once."""

import json
import re
from pathlib import Path

import pytest

from device.app.cli import main
from device.app.texts import LANGUAGES, catalog, texts_of
from device.engine.cards import Category
from device.ui.glyphs import LARGE, MICRO, SMALL
from device.ui.people import categories, codes, colours, die_colours
from device.ui.setting_screens import LANGUAGE_NAMES
from docs.texts import compiled, open_texts, read, wanted

OTHERS = [language for language in LANGUAGES if language != "en"]
HINT = "run `python -m docs.texts`"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_untranslated(language: str) -> None:
    assert open_texts(read(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalog_has_the_programs_texts_and_no_others(language: str) -> None:
    assert {message.id for message in read(language)} == {message.id for message in wanted()}, HINT


@pytest.mark.parametrize("language", OTHERS)
def test_the_program_reads_what_people_have_edited(language: str) -> None:
    assert catalog(language, "mo").read_bytes() == compiled(read(language)), HINT


def said(language: str) -> list[tuple[str, str]]:
    """Every text with its translation, each plural form by itself."""
    pairs = []
    for message in read(language):
        if not message.id:
            continue
        if isinstance(message.id, str):
            assert isinstance(message.string, str)
            pairs.append((message.id, message.string))
        else:
            pairs += [(message.id[-1], form) for form in message.string or ()]
    return pairs


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_filled_in_is_filled_in_everywhere(language: str) -> None:
    for text, translation in said(language):
        assert sorted(re.findall(r"{\w*}", text)) == sorted(re.findall(r"{\w*}", translation)), text
        assert (text[0].isspace(), text[-1].isspace()) == (
            translation[0].isspace(),
            translation[-1].isspace(),
        )


@pytest.mark.parametrize("language", OTHERS)
def test_every_letter_is_drawn_for_this_device(language: str) -> None:
    letters = {char for _, translation in said(language) for char in translation}
    assert {char for char in letters if not (SMALL.has(char) and LARGE.has(char))} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_pads_and_kinds_of_card_are_told_apart(language: str) -> None:
    texts = LANGUAGES[language]
    tags = set(codes(texts).values())
    assert len(tags) == len(set(colours(texts).values())) == 8
    assert all(len(tag) == 3 and all(map(MICRO.has, tag)) for tag in tags)
    assert len(set(categories(texts).values())) == len(set(die_colours(texts).values())) == len(Category)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_countdown_stays_clear_of_the_key_caps_below_it(language: str) -> None:
    text = LANGUAGES[language].gettext("All in. Want to switch?")
    assert not set(text) & set("gjpqyçÇ,;_")


def test_every_language_is_called_as_it_calls_itself() -> None:
    assert {code: LANGUAGE_NAMES[code] for code in LANGUAGES} == {"en": "English", "de": "Deutsch"}


def test_one_and_many_are_said_as_german_says_them() -> None:
    german = texts_of("de")
    assert german.ngettext("{n} space", "{n} spaces", 1) == "{n} Feld"
    assert german.ngettext("{n} space", "{n} spaces", 3) == "{n} Felder"


def test_a_language_that_there_is_not_is_english() -> None:
    assert texts_of("xx").gettext("Go on") == "Go on"


# In play

LOBBY = "press red 1\npress blue 2\npress green 3\nwait 5s\n"
TO_GERMAN = "chord red 1 8 1s\npress red 7\npress red 7\npress red 7\npress red 1\npress red 2\nwait 5s\n"
"""Menu, settings, two pages on, language, Deutsch."""


def last_lobby(script: str, folder: Path) -> str:
    """The newest picture of the lobby's first page, by its hash."""
    path, trace = folder / "played.script", folder / "played.trace"
    path.write_text(script, encoding="utf-8")
    assert main(["replay", str(path), "--trace", str(trace)]) == 0
    records = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
    shown = [record for record in records if record["type"] == "screen" and record["title"] == "lobby"]
    return [str(record["sha256"]) for record in shown if record["page"] == 1][-1]


def test_a_setting_speaks_german_from_the_start(tmp_path: Path) -> None:
    german = last_lobby(f"set game.language de\n{LOBBY}", tmp_path)
    assert german != last_lobby(LOBBY, tmp_path)


def test_the_menu_speaks_german_at_once_and_after_a_power_cut(tmp_path: Path) -> None:
    german = last_lobby(f"set game.language de\n{LOBBY}", tmp_path)
    assert last_lobby(f"{LOBBY}{TO_GERMAN}", tmp_path) == german
    assert last_lobby(f"{LOBBY}{TO_GERMAN}cut\nwait 5s\n", tmp_path) == german


def test_a_settings_file_speaks_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "imaginiff.toml"
    file.write_text('[game]\nlanguage = "de"\n', encoding="utf-8")
    assert main(["config", "--config", str(file)]) == 0
    assert re.search(r"language\W+de\b", capsys.readouterr().out)
