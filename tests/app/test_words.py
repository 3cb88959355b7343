"""Faults are said in the owner's language on the panel, and in English in the log."""

import ast
from pathlib import Path
from string import Formatter

import pytest

from device.app.config import load_config
from device.app.deck_reader import deck_notes
from device.app.decks import load_decks
from device.app.hardware import virtual_table
from device.app.play import config_notes
from device.app.service_pictures import missing_screen
from device.app.settings import KEYS
from device.app.texts import LANGUAGES, texts_of
from device.machine.phases import Note
from device.ui.note_sheets import note_sheets
from device.ui.pages import leaves
from docs.texts import ERRORS, PACKAGES, ROOT, wanted
from hw.gpio_chips import header_chip
from hw.ports import HardwareError
from hw.words import Words, told

GERMAN = texts_of("de")
SIZE = (128, 64)

LONG = {
    "what": "/dev/gpiochip10 (pinctrl-bcm2711)",
    "found": "/dev/gpiochip0 (raspberrypi-exp-gpio)",
    "why": Words("No such device or address"),
    "use": "pads column 8",
    "pin": Words("GPIO {gpio} (pin {pin})", gpio=27, pin=13),
    "these": "matrix, mcp23017, tca9555",
    "gpios": "4, 17, 22, 23, 24, 25, 26, 27",
    "how": "pip install 'imaginiff-device[pi]'",
    "cure": Words("play with `imaginiff play --virtual`"),
    "command": "`sudo raspi-config nonint do_i2c 0`",
    "check": "`imaginiff check`",
    "folder": "/run/imaginiff",
    "line": "wort ohne gleichheitszeichen irgendwo da",
    "answers": Words("no answers"),
    "words": "title, language, audience, author, licence",
}
"""What is filled in at its longest."""


def sentences() -> list[str]:
    """Every sentence that is made of `Words`, in English, its places not filled in."""
    modules = {
        str(path.relative_to(ROOT))
        for path in sources()
        if "hw.words import" in path.read_text(encoding="utf-8") or path.is_relative_to(ROOT / "hw")
    }
    return [str(text.id) for text in wanted() if text.id and {place for place, _ in text.locations} & modules]


def sources() -> list[Path]:
    """The program, without what only terminals are told of."""
    files = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [path for path in files if not path.is_relative_to(ROOT / "hw" / "sim")]


def test_words_are_english_as_a_text_and_another_language_where_they_are_shown() -> None:
    words = Words(
        "{what} does not open ({why}): `imaginiff check` tells more", what="x", why=Words("Permission denied")
    )
    assert str(words) == f"{words}" == "x does not open (Permission denied): `imaginiff check` tells more"
    assert told(words, GERMAN.gettext) == "x geht nicht auf (keine Berechtigung): mehr sagt `imaginiff check`"


def test_braces_in_a_value_or_in_a_text_without_values_stay_as_they_are() -> None:
    assert told(Words("no braces {here}"), GERMAN.gettext) == "no braces {here}"
    assert (
        told(Words("not understood: {line}", line="{a} = {}"), GERMAN.gettext) == "nicht verstanden: {a} = {}"
    )


def test_a_text_that_is_no_words_stays_as_it_is() -> None:
    assert told("empty", GERMAN.gettext) == "empty"
    assert told(Words("empty"), GERMAN.gettext) == "leer"


def test_a_fault_of_the_hardware_is_said_in_german(caplog: pytest.LogCaptureFixture) -> None:
    values = {name: key.default for name, key in KEYS.items()}
    values |= {"game.language": "de", "lights.driver": "candles", "table.port": 8321}
    with virtual_table(values, print, print) as hardware:
        (note,) = hardware.notes
    assert note.title == "Falsch verdrahtet"
    assert note.lines == ('lights.driver = "candles" ist unbekannt: eins wählen von leds, apa102, pca9685.',)
    assert 'lights.driver = "candles" is not known: choose one of' in caplog.text


def test_what_is_missing_at_the_start_is_said_in_german(tmp_path: Path) -> None:
    with pytest.raises(HardwareError) as error:
        header_chip(tmp_path)
    words = told(error.value.words, GERMAN.gettext)
    assert words == "Kein GPIO-Chip, also kein Raspberry Pi: spielen mit `imaginiff play --virtual`"


def test_a_fault_of_the_settings_file_is_said_in_german(tmp_path: Path) -> None:
    file = tmp_path / "imaginiff.toml"
    file.write_text('[game]\nlanguage = "de"\ntrack = "long"\ntarck = 12\n', encoding="utf-8")
    notes = config_notes(load_config(file, {}, {}), GERMAN)
    assert [note.lines for note in notes] == [
        (
            'game.track = "long" ist nicht: eine ganze Zahl von 1 bis 99.',
            "gespielt wird mit 25.",
            "imaginiff.toml",
        ),
        (
            "eine Einstellung game.tarck gibt es nicht.",
            "ist track unter [game] gemeint?",
            "imaginiff.toml",
        ),
    ]


def test_a_fault_of_a_deck_is_said_in_german(tmp_path: Path) -> None:
    (tmp_path / "party.txt").write_text("Choices\nIf ___ were tea?\n- hot\n", encoding="utf-8")
    (note,) = deck_notes(load_decks([tmp_path]), (), GERMAN)
    assert note.lines == ("party.txt, Zeile 2: eine Choices-Karte mit 1 Antwort.",)


def test_a_file_that_is_no_deck_at_all_has_no_line(tmp_path: Path) -> None:
    (tmp_path / "party.docx").write_bytes(b"PK")
    (note,) = deck_notes(load_decks([tmp_path]), (), GERMAN)
    assert (note.title, note.lines) == (
        "Ein Deck fehlt",
        ("party.docx: „.docx“ ist keine Art von Deck.",),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_room_on_two_pages(language: str) -> None:
    translate = LANGUAGES[language].gettext
    for sentence in sentences():
        places = [name for _, name, _, _ in Formatter().parse(sentence) if name]
        text = told(Words(sentence, **{name: LONG.get(name, "mcp23017") for name in places}), translate)
        assert len(leaves(missing_screen(SIZE, LANGUAGES[language], text), SIZE)) == 1, text
        title = translate("Settings file, line {n}").format(n=1000)
        assert len(note_sheets(Note(title, (f"{text}.",)), LANGUAGES[language], SIZE)) <= 2, text


def test_no_fault_is_made_of_a_text_that_is_filled_in_already() -> None:
    made = {"Words", "SaidError", *ERRORS}
    for path in sources():
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in made and call.args:
                assert not isinstance(call.args[0], ast.JoinedStr), f"{path}:{call.lineno}"


def test_every_error_that_is_made_of_words_is_known_to_the_translators() -> None:
    classes = {
        node.name
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and {getattr(base, "id", "") for base in node.bases} & {"SaidError", *ERRORS}
    }
    assert classes == set(ERRORS)
