"""The configuration: whatever people's editors make of it, the game starts, and says what was wrong."""

import codecs
import io
import os
from pathlib import Path

import pytest

from device.app.config import BUILT_IN, ON_DEVICE, load_config
from device.app.config_command import show_config
from device.app.kept import Kept
from device.app.settings import KEYS, BadValueError, game_settings, parsed
from device.engine.cards import Category
from device.engine.table import Face

GOOD = '[game]\ntrack = 12\ndie = "box"\n'


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "imaginiff.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def faults(path: Path) -> list[str]:
    return [str(fault).removeprefix(str(path)) for fault in load_config(path, {}, {}).faults]


def test_every_default_is_a_value_that_its_key_may_have() -> None:
    for name, key in KEYS.items():
        words = ",".join(key.default) if isinstance(key.default, list) else str(key.default)
        words = words.lower() if isinstance(key.default, bool) else words
        assert parsed(name, words) == key.default


@pytest.mark.parametrize(
    "data",
    [
        GOOD.encode(),
        codecs.BOM_UTF8 + GOOD.encode(),
        GOOD.encode("utf-16"),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        GOOD.replace('"box"', "“box”").encode("cp1252"),
    ],
    ids=["plain", "byte-order mark", "UTF-16", "CRLF", "CR", "curly quotes"],
)
def test_a_file_from_any_editor_is_read(tmp_path: Path, data: bytes) -> None:
    config = load_config(written(tmp_path, data), {}, {})
    assert config.faults == ()
    assert (config.values["game.track"], config.values["game.die"]) == (12, "box")


def test_a_wrong_key_falls_back_and_the_others_count(tmp_path: Path) -> None:
    path = written(tmp_path, '[game]\ntrack = "long"\ndie = "box"\n')
    config = load_config(path, {}, {})
    assert (config.values["game.track"], config.values["game.die"]) == (25, "box")
    assert faults(path) == [
        ':2: game.track = "long" is not a whole number from 1 to 99: playing with 25',
    ]


def test_an_address_is_said_as_data_sheets_have_it(tmp_path: Path) -> None:
    path = written(tmp_path, "[panel]\naddress = 500\n")
    assert faults(path) == [
        ":2: panel.address = 500 is not an I2C address from 0x08 to 0x77: playing with 0x3C",
    ]


def test_all_faults_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'colour = 1\n[game]\ntrack = 0\nthis is no setting\nname = ["Anna"]\nnames = ["Anna"]\n'
        "[pannel]\nwidth = 9\n",
    )
    assert [fault.split(":")[1] for fault in faults(path)] == ["1", "3", "4", "5", "6", "8"]
    assert "is it names, under [game]?" in faults(path)[3]
    assert "is it width, under [panel]?" in faults(path)[5]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\0" * 100, "zero bytes"),
        (b"%PDF-1.4", "a PDF"),
        (b"]]]]\n[[[[", "not understood: ]]]]"),
        (b"[game]\nnames = [\n", "a list that is not closed"),
        (b"x=" + b"[" * 1900 + b"]" * 1900, "nested far too deeply"),
        (b"a." * 3000 + b"=1", "far too long for a setting"),
        (b"x = 1\n" * 20_000, "larger than 65,536 bytes"),
    ],
)
def test_a_file_that_is_no_settings_file_is_told_and_the_defaults_count(
    tmp_path: Path, data: bytes, what: str
) -> None:
    path = written(tmp_path, data)
    assert what in faults(path)[0]
    assert load_config(path, {}, {}).values["game.track"] == 25


@pytest.mark.parametrize("again", ["track = 13", "[game]"])
def test_what_stands_twice_in_the_file_is_told_so(tmp_path: Path, again: str) -> None:
    path = written(tmp_path, f'[game]\ntrack = 12\n{again}\ndie = "box"\n')
    assert faults(path) == [f":3: twice in the file: {again}: take one of the two out"]
    values = load_config(path, {}, {}).values
    assert (values["game.track"], values["game.die"]) == (12, "box")


def test_a_file_asked_for_by_name_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    assert "No such file" in faults(tmp_path / "nowhere.toml")[0]


def test_what_is_no_file_is_told_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        assert "it is no file" in faults(path)[0]


@pytest.mark.parametrize("after", ["[table]\nport = 9000\n", "lock_seconds = 5\n[table]\nport = 9000\n"])
@pytest.mark.parametrize("names", ['["Anna",\n  "Ben"', "[", '["Anna",'])
def test_a_list_that_is_not_closed_costs_no_other_key(names: str, after: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"[game]\ntrack = 9\nnames = {names}\n{after}")
    assert faults(path) == [":3: a list that is not closed: close it with ]"]
    values = load_config(path, {}, {}).values
    assert (values["game.track"], values["table.port"]) == (9, 9000)


def test_a_list_that_is_open_to_the_end_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, '[game]\ntrack = 9\nnames = ["Anna",\n  "Ben"\n\n')
    assert faults(path) == [":3: a list that is not closed: close it with ]"]
    assert load_config(path, {}, {}).values["game.track"] == 9


def test_a_key_at_fault_falls_back_to_what_was_set_on_the_device_and_says_so(tmp_path: Path) -> None:
    config = load_config(written(tmp_path, "[game]\ntrack = 0\n"), {"game.track": 12}, {})
    assert (config.values["game.track"], config.sources["game.track"]) == (12, ON_DEVICE)
    assert str(config.faults[0]).endswith("is not a whole number from 1 to 99: playing with 12")


def test_what_was_set_on_the_device_counts_unless_the_file_sets_it(tmp_path: Path) -> None:
    path = written(tmp_path, "[game]\ntrack = 12\n")
    config = load_config(path, {"game.track": 9, "game.die": "box"}, {})
    assert (config.values["game.track"], config.sources["game.track"]) == (12, str(path))
    assert (config.values["game.die"], config.sources["game.die"]) == ("box", ON_DEVICE)
    assert config.sources["game.cards"] == BUILT_IN


def test_the_first_file_found_counts(tmp_path: Path) -> None:
    folder = tmp_path / "imaginiff"
    folder.mkdir()
    mine = written(folder, "[game]\ntrack = 7\n")
    assert load_config(None, {}, {"XDG_CONFIG_HOME": str(tmp_path)}).file == mine
    other = written(tmp_path, "[game]\ntrack = 8\n")
    found = load_config(None, {}, {"XDG_CONFIG_HOME": str(tmp_path), "IMAGINIFF_CONFIG": str(other)})
    assert found.values["game.track"] == 8


def test_the_machine_gets_faces_and_names_as_it_knows_them() -> None:
    values = {name: key.default for name, key in KEYS.items()}
    values |= {"game.faces": ["Grey 2", "black 6"], "game.names": ["  Grandma   Rosie ", *[""] * 7]}
    house = game_settings(values).house
    assert house.faces == (Face(Category.EVERYBODY, 2), Face(Category.VERSUS, 6))
    assert house.names[0] == "Grandma Rosie"


def test_the_command_shows_every_key_and_where_it_comes_from(tmp_path: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    path = written(tmp_path, "[game]\ntrack = 12\ndie = 3\n")
    assert show_config(path, {"XDG_STATE_HOME": str(tmp_path)}, out, err) == 2
    assert f"track = 12                                # {path}" in out.getvalue()
    assert err.getvalue().startswith(f"imaginiff: {path}:3: game.die = 3 is not")
    assert show_config(written(tmp_path, GOOD), {"XDG_STATE_HOME": str(tmp_path)}, out, io.StringIO()) == 0


def test_the_command_names_wiring_and_decks_that_cannot_be(tmp_path: Path) -> None:
    text = '[game]\ndecks = ["nosuch"]\n[panel]\ndriver = "sdd1306"\n'
    err = io.StringIO()
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    assert show_config(written(tmp_path, text), environment, io.StringIO(), err) == 2
    path = tmp_path / "imaginiff.toml"
    assert f"imaginiff: {path}:2: there is no deck nosuch" in err.getvalue()
    assert f'imaginiff: {path}:4: panel.driver = "sdd1306" is not known: choose one of' in err.getvalue()


def test_what_the_command_prints_is_a_settings_file(tmp_path: Path) -> None:
    out = io.StringIO()
    show_config(written(tmp_path, GOOD), {"XDG_STATE_HOME": str(tmp_path)}, out, io.StringIO())
    again = load_config(written(tmp_path, out.getvalue()), {}, {})
    assert again.faults == ()
    assert again.values["game.track"] == 12


def test_what_was_set_is_there_after_a_restart(tmp_path: Path) -> None:
    Kept(tmp_path).keep("game.die", "box")
    assert Kept(tmp_path).values == {"game.die": "box"}


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 20, b'["list"]', b'{"game.die": "chess", "game.x": 1}', b"[" * 50_000]
)
def test_a_settings_file_that_was_cut_off_counts_as_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "settings.json").write_bytes(data)
    assert Kept(tmp_path).values == {}


def test_a_setting_that_cannot_be_written_holds_and_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = Kept(tmp_path / "nowhere")
    for _ in range(1000):
        kept.keep("game.die", "box")
    assert kept.values == {"game.die": "box"}
    assert len(caplog.records) == 1


def test_a_word_that_is_no_value_says_what_may_be() -> None:
    for name, word in (
        ("game.track", "x"),
        ("game.lock_seconds", "x"),
        ("game.faces", "pink 1"),
        ("game.names", ""),
    ):
        with pytest.raises(BadValueError, match=KEYS[name].may_be.split(":")[0]):
            parsed(name, word)
