"""The command line: one line for every mistake, the right exit status, never a traceback."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from device.app.cli import main

SCRIPT = """
set game.die box
set game.cards box
press red 1
press green 2
press blue 3
hold red 1 1s
press red 2
press red 2
press red 4
press green 4
press blue 1
wait 4500ms
expect revealed majority=4 moved=red,green positions.red=2 votes.blue=1
"""


def script(folder: Path, text: str, name: str = "game.script") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        status = main(words)
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def test_a_script_that_comes_true_ends_with_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "replay", script(tmp_path, SCRIPT)) == (0, "", "")


def test_a_trace_is_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, "replay", script(tmp_path, SCRIPT), "--trace", "-")
    records = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert records[0] == {"at_ms": 0, "type": "phase", "phase": "lobby"}
    assert [record["type"] for record in records[:3]] == ["phase", "lights", "screen"]


def test_several_scripts_all_run_and_the_first_failure_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = script(tmp_path, "expect won\n", "wrong.script")
    trace = tmp_path / "trace.jsonl"
    status, _, err = said(capsys, "replay", wrong, script(tmp_path, SCRIPT), "--trace", str(trace))
    assert status == 2
    assert err == f"imaginiff: {wrong}:1: expected a won, and there was none\n"
    records = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    assert next(record["path"] for record in records if record["type"] == "script") == wrong
    assert any(record["type"] == "revealed" for record in records)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("press pink 1", 1, "no pad 'pink': take one of red, orange"),
        ("\npress red 9", 2, "no key '9': take a number from 1 to 8"),
        ("prees red 1", 1, "no command 'prees': take one of seed, set"),
        ("press red", 1, "write it as: press PAD KEY"),
        ("wait 2", 1, "'2' is no time in whole milliseconds: write it like 250ms"),
        ("wait 0.5ms", 1, "no time in whole milliseconds"),
        ("wait 1s\nseed 3", 2, "seed and set come before every other command"),
        ("set game.tack 3", 1, "there is no setting 'game.tack'"),
        ("set game.track long", 1, 'game.track = "long" is not a whole number'),
        ("seed x", 1, "'x' is not a whole number"),
        ("press 'red 1", 1, "a quotation mark is not closed"),
        ("shot picture", 1, "end it in .png"),
        ("shot .png", 1, "end it in .png"),
        ("shot a/.png", 1, "end it in .png"),
        ("shot ../picture.png", 1, "leaves the folder of pictures"),
        ("shot /elsewhere/picture.png", 1, "leaves the folder of pictures"),
        ("chord red 1 1 1s", 1, "write two different ones"),
        ("wait ٣s", 1, "no time in whole milliseconds"),
        ("expect party", 1, "no record 'party'"),
        ("expect phase lobby", 1, "'lobby' is no KEY=VALUE"),
        ("expect phase phase=roll", 1, "expected phase phase=roll, it is lobby"),
        ("expect phase name=roll", 1, "phase has no name"),
        ("hold red 1", 1, "write it as: hold PAD KEY 1.2s"),
    ],
)
def test_a_mistake_in_a_script_is_one_line_with_its_place(
    text: str, line: int, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = script(tmp_path, text)
    status, out, err = said(capsys, "replay", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"imaginiff: {path}:{line}: ")
    assert what in err
    assert err.count("\n") == 1


def test_a_script_that_is_not_there_or_no_text_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    for name in ("nowhere", "binary"):
        status, _, err = said(capsys, "replay", str(tmp_path / name))
        assert status == 2
        assert err.startswith(f"imaginiff: {tmp_path / name}: cannot be read")


@pytest.mark.parametrize(
    ("setting", "what"),
    [
        ("game.decks nosuch", "there is no deck nosuch: `imaginiff decks list` shows them"),
        ("panel.driver sdd1306", 'panel.driver = "sdd1306" is not known: choose one of'),
        ("pads.backend x", 'pads.backend = "x" is not known: choose one of'),
        ("panel.link usb", 'panel.link = "usb" is not "i2c" or "spi"'),
        ("pads.rows 5,seven", "pads.rows = [5, 'seven'] is not a list of pins"),
    ],
)
def test_what_cannot_be_set_is_told_with_its_line(
    setting: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = script(tmp_path, f"# a script\nset {setting}\n")
    status, _, err = said(capsys, "replay", path)
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith(f"imaginiff: {path}:2: {what}")


def test_the_wiring_is_drawn_into_a_file_or_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wiring.svg"
    assert said(capsys, "wiring", "--svg", str(file)) == (0, "", "")
    drawn = file.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert said(capsys, "wiring", "--svg") == said(capsys, "wiring", "--svg", "-") == (0, drawn, "")


def test_a_picture_is_four_times_as_large_and_lies_where_it_should(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from PIL import Image

    status, _, _ = said(
        capsys, "replay", script(tmp_path, "shot a/b.png"), "--shots", str(tmp_path / "shots")
    )
    assert status == 0
    with Image.open(tmp_path / "shots" / "a" / "b.png") as image:
        assert image.size == (512, 256)


def test_what_cannot_be_written_is_one_line_and_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    path = script(tmp_path, "shot a.png")
    status, _, err = said(capsys, "replay", path, "--shots", str(tmp_path / "file" / "x"))
    assert (status, err.count("\n")) == (1, 1)
    status, _, err = said(capsys, "replay", path, "--trace", str(tmp_path / "nowhere" / "x"))
    assert (status, err.count("\n")) == (1, 1)


def test_a_full_disk_is_said_of_what_was_being_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = script(tmp_path, "press red 1\nwait 5s\n" * 400)
    status, _, err = said(capsys, "replay", many, "--trace", "/dev/full")
    said_of_file = (
        "imaginiff: cannot write /dev/full: No space left on device: choose another file with --trace\n"
    )
    assert (status, err) == (1, said_of_file)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "device.app.cli", "replay", many, "--trace", "-"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    cure = "choose another place for it"
    assert (ended.returncode, ended.stderr) == (
        1,
        f"imaginiff: what is printed: No space left on device: {cure}\n",
    )


def test_a_full_disk_is_said_of_a_picture_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "full.png").symlink_to("/dev/full")
    status, _, err = said(capsys, "replay", script(tmp_path, "shot full.png"), "--shots", str(tmp_path))
    cure = "choose another folder with --shots"
    assert (status, err) == (
        1,
        f"imaginiff: cannot write {tmp_path / 'full.png'}: No space left on device: {cure}\n",
    )


def test_a_trace_names_a_script_whose_name_is_no_text_as_well_as_it_can(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strange = script(tmp_path, "press red 1", os.fsdecode(b"\xff.script"))
    trace = tmp_path / "trace.jsonl"
    assert said(capsys, "replay", strange, strange, "--trace", str(trace)) == (0, "", "")
    first = json.loads(trace.read_text(encoding="utf-8").splitlines()[0])
    assert first["path"] == str(tmp_path / "?.script")


@pytest.mark.parametrize("words", [["dance"], ["replay"], ["play", "--loud"], ["--config"]])
def test_wrong_words_are_one_line_and_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("imaginiff: ")


def test_whoever_stops_reading_a_trace_is_not_told_about_it(tmp_path: Path) -> None:
    path = script(tmp_path, "press red 1\n" * 3000)
    command = f"{sys.executable} -m device.app.cli replay --trace - {path} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_decks_and_config_have_their_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "decks", "list")[0] == 0
    settings = script(tmp_path, "[game]\ntrack = 12\n", "imaginiff.toml")
    status, out, _ = said(capsys, "config", "--config", settings)
    assert status == 0
    assert "track = 12" in out
    assert said(capsys, "--config", settings, "config")[1] == out


def test_without_any_hardware_library_replay_runs_without_a_word(tmp_path: Path) -> None:
    """Hardware libraries are imported by their drivers alone."""
    code = (
        "import sys\n"
        "for name in ('gpiozero', 'lgpio', 'gpiod', 'smbus2', 'spidev', 'luma', 'RPi', 'aiohttp'):\n"
        "    sys.modules[name] = None\n"
        "from device.app.cli import main\n"
        "sys.exit(main())\n"
    )
    command = [sys.executable, "-W", "error", "-c", code, "replay", script(tmp_path, SCRIPT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# Where the output goes


def called(*words: str, shell: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as a shell runs it, its output sent where `shell` says."""
    line = shlex.join([sys.executable, "-m", "device.app.cli", *words])
    return subprocess.run(
        ["sh", "-c", f"{line} {shell}"],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        check=False,
    )


@pytest.mark.parametrize("words", [("decks", "list"), ("decks", "show", "core"), ("config",), ("wiring",)])
def test_output_that_finds_no_room_is_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    ran = called(*words, shell="> /dev/full", XDG_CONFIG_HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))
    assert ran.returncode == 1
    assert ran.stderr == (
        "imaginiff: what is printed: No space left on device: choose another place for it\n"
    )


def test_a_reader_who_goes_early_is_no_fault() -> None:
    assert called("decks", "show", "core", shell="| head -1").stderr == ""


def test_output_that_nobody_wants_is_no_fault(tmp_path: Path) -> None:
    ran = called("config", shell=">&-", XDG_CONFIG_HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_terminal_of_another_encoding_shows_what_it_can() -> None:
    ran = called("decks", "show", "snores", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "core.txt" in ran.stdout
