"""How runs end, and what the next one makes of it."""

import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from device.app.config import BUILT_IN, Config
from device.app.service import LOOK_S, PATIENCE_S, Service, is_appliance, patiently
from device.app.service_blame import KILLED, Blame, Part, blame
from device.app.service_runs import CRASHES, WAITS_S, WITHIN_S, Runs, Safe
from device.app.service_safe import safe_config, safe_note
from device.app.settings import KEYS
from device.app.texts import ENGLISH
from hw.ports import HardwareError

SECRET = "red voted 7"


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def broken(part: str) -> Blame:
    return Blame(4711, "TypeError", ("lib/json.py:3", f"{part}.py:12", "device/app/loop.py:40"))


def crash(folder: Path, clock: Clock, what: Blame, after_s: float = 5.0) -> None:
    """A run that breaks."""
    run = Runs(folder, clock)
    run.begin()
    clock.now_s += after_s
    run.crashed(what)


def failing() -> int:
    vote = SECRET
    raise LookupError(f"no such thing: {vote}")


def test_a_box_that_fails_to_start_is_tried_again_ever_more_slowly(tmp_path: Path) -> None:
    waits = []
    for _ in range(len(WAITS_S) + 3):
        run = Runs(tmp_path)
        waits.append(run.wait_s)
        run.begin()
        run.failed()
    assert waits[0] == 0
    assert waits == sorted(waits)
    assert waits[-1] == waits[-2] == max(WAITS_S)


def test_a_thing_that_turns_up_after_twenty_seconds_is_found_before_thirty() -> None:
    """Each try looks for some seconds; a slow Pi takes two to begin, systemd waits one."""
    begin_s, is_found = 0.0, False
    for wait_s in WAITS_S:
        begin_s += wait_s + 2.0
        is_found = is_found or (begin_s <= 28 and begin_s + PATIENCE_S >= 20)
        begin_s += PATIENCE_S + 1.0
    assert is_found


def test_the_first_start_that_works_ends_the_waiting(tmp_path: Path) -> None:
    for _ in range(4):
        run = Runs(tmp_path)
        run.begin()
        run.failed()
    run = Runs(tmp_path)
    run.begin()
    run.ready()
    run.crashed(KILLED)
    assert Runs(tmp_path).wait_s == WAITS_S[1]


def test_five_crashes_within_two_minutes_bring_safe_mode_without_what_failed(tmp_path: Path) -> None:
    clock = Clock()
    for number in range(CRASHES):
        assert Runs(tmp_path, clock).safe is None, number
        crash(tmp_path, clock, broken("hw/panel/oled"))
    safe = Runs(tmp_path, clock).safe
    assert safe == Safe(frozenset({Part.PANEL}), broken("hw/panel/oled"))


def test_five_crashes_in_an_evening_are_no_reason_for_safe_mode(tmp_path: Path) -> None:
    clock = Clock()
    for _ in range(CRASHES + 2):
        crash(tmp_path, clock, broken("hw/panel/oled"), after_s=WITHIN_S / 4 + 1)
    assert Runs(tmp_path, clock).safe is None


def test_a_program_that_is_killed_or_hangs_five_times_comes_back_without_own_decks(tmp_path: Path) -> None:
    clock = Clock()
    for _ in range(CRASHES):
        Runs(tmp_path, clock).begin()
    safe = Runs(tmp_path, clock).safe
    assert safe == Safe(frozenset({Part.DECKS}), KILLED)


def test_a_saved_game_that_breaks_safe_mode_too_is_set_aside(tmp_path: Path) -> None:
    clock = Clock()
    for _ in range(2 * CRASHES):
        crash(tmp_path, clock, broken("device/engine/rules"), after_s=2)
    safe = Runs(tmp_path, clock).safe
    assert safe is not None
    assert safe.left_out == {Part.DECKS, Part.GAME}


def test_safe_mode_is_over_when_the_box_is_stopped_in_order(tmp_path: Path) -> None:
    clock = Clock()
    for _ in range(CRASHES):
        crash(tmp_path, clock, broken("hw/lights/leds"))
    run = Runs(tmp_path, clock)
    run.begin()
    run.ended()
    assert Runs(tmp_path, clock).safe is None


@pytest.mark.parametrize("junk", ["", "null", "[]", "{}", '{"crashes": 3}', "\0" * 100, '{"crashes": [{}]}'])
def test_a_spoilt_record_is_as_good_as_none(tmp_path: Path, junk: str) -> None:
    (tmp_path / "runs.json").write_text(junk, encoding="utf-8")
    run = Runs(tmp_path)
    assert (run.wait_s, run.safe, run.last) == (0, None, None)


def test_safe_mode_keeps_the_wiring_and_nothing_else_of_the_configuration() -> None:
    values = {name: key.default for name, key in KEYS.items()} | {"game.track": 12, "panel.width": 256}
    config = safe_config(Config(values, dict.fromkeys(KEYS, "a file"), (), Path("a file")))
    assert config.values["game.track"] == KEYS["game.track"].default
    assert config.values["panel.width"] == 256
    assert (config.sources["game.track"], config.sources["panel.width"]) == (BUILT_IN, "a file")


def test_the_screen_says_what_safe_mode_left_out_and_why() -> None:
    note = safe_note(Safe(frozenset({Part.DECKS, Part.PANEL}), broken("hw/panel/oled")), ENGLISH)
    words = " ".join((note.title, *note.lines))
    for part in ("Safe mode", "4711", "five times", "your settings", "your own decks", "the panel"):
        assert part in words


def service(folder: Path) -> Service:
    return Service({"RUNTIME_DIRECTORY": str(folder)})


def test_an_error_has_a_number_in_the_log_and_on_the_next_screen_and_says_no_value(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert service(tmp_path).run(failing) == 1
    again = service(tmp_path)
    (note,) = again.notes(ENGLISH)
    number = note.title.removeprefix("Error ")
    assert f"error {number}: LookupError at " in caplog.text
    assert "test_service_runs.py:" in caplog.text
    everything = caplog.text + repr(note) + "".join(path.read_text() for path in tmp_path.iterdir())
    assert SECRET not in everything


def test_the_same_error_has_the_same_number() -> None:
    def number() -> int:
        try:
            failing()
        except LookupError as error:
            return blame(error).number
        return 0

    numbers = {number() for _ in range(3)}
    assert len(numbers) == 1
    assert 1000 < numbers.pop() < 10_000


def test_an_error_is_told_once(tmp_path: Path) -> None:
    service(tmp_path).run(failing)
    told = service(tmp_path)

    def play() -> int:
        told.ready()
        return 1

    assert told.run(play) == 1
    assert service(tmp_path).notes(ENGLISH) == ()


def test_a_thread_that_breaks_ends_the_game_and_is_told_like_any_error(tmp_path: Path) -> None:
    run, ended = service(tmp_path), threading.Event()
    run.end = ended.set

    def play() -> int:
        threading.Thread(target=failing).start()
        assert ended.wait(10)
        assert run.last_picture((128, 64), ENGLISH, None) is not None
        return 0

    assert run.run(play) == 1
    assert service(tmp_path).notes(ENGLISH)[0].title.startswith("Error ")


def test_stopping_in_order_forgives_and_leaves_no_record(tmp_path: Path) -> None:
    service(tmp_path).run(failing)
    assert service(tmp_path).run(lambda: 0) == 0
    assert list(tmp_path.iterdir()) == []


def test_asked_to_stop_while_it_waits_to_try_again_it_goes_at_once_and_in_order(tmp_path: Path) -> None:
    """It may be waiting for hardware."""
    for _ in range(len(WAITS_S)):
        run = Runs(tmp_path)
        run.begin()
        run.failed()
    words = (
        "import os, sys; from device.app.service import Service; sys.exit(Service(os.environ).run(lambda: 3))"
    )
    environment = {**os.environ, "RUNTIME_DIRECTORY": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", words], env=environment, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        assert "trying again in 30 s" in child.stderr.readline()
        began_s = time.monotonic()
        child.terminate()
        assert child.wait(10) == 0
    assert time.monotonic() - began_s < 2


def test_the_panel_keeps_a_picture_that_says_why_nothing_happens(tmp_path: Path) -> None:
    run = service(tmp_path)
    size = (128, 64)
    assert run.last_picture(size, ENGLISH, None) is None
    switching, again = run.last_picture(size, ENGLISH, False), run.last_picture(size, ENGLISH, True)
    try:
        raise HardwareError("No keys answer: check the wiring")
    except HardwareError:
        missing = run.last_picture(size, ENGLISH, None)
    try:
        failing()
    except LookupError:
        crashed = run.last_picture(size, ENGLISH, None)
    images = [switching, again, missing, crashed]
    assert all(image is not None and image.size == size and image.getbbox() for image in images)
    assert len({image.tobytes() for image in images if image}) == 4


def test_without_systemd_nothing_is_remembered(tmp_path: Path) -> None:
    run = Service({})
    assert run.run(failing) == 1
    assert Service({}).notes(ENGLISH) == ()
    assert not is_appliance({})
    assert is_appliance({"IMAGINIFF_APPLIANCE": "1"})


class Waits:
    """Time that passes only while somebody waits, or a look takes it."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.now_s = 100.0

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now_s += seconds

    def clock(self) -> float:
        return self.now_s


def test_a_device_that_is_a_moment_late_does_not_fail_the_start() -> None:
    tries: list[None] = []
    time = Waits()

    def start() -> str:
        tries.append(None)
        if len(tries) < 3:
            raise HardwareError("No right to use it")
        return "started"

    assert patiently(start, lambda: False, wait=time.wait, clock=time.clock) == "started"
    assert time.waits == [LOOK_S, LOOK_S]


def test_a_device_that_does_not_come_is_said_at_last_and_at_once_when_asked_to_stop() -> None:
    def start() -> None:
        raise HardwareError("It is not there")

    time = Waits()
    with pytest.raises(HardwareError):
        patiently(start, lambda: False, wait=time.wait, clock=time.clock)
    assert PATIENCE_S <= sum(time.waits) < PATIENCE_S + 2 * LOOK_S
    time.waits.clear()
    with pytest.raises(SystemExit) as asked:
        patiently(start, lambda: len(time.waits) == 3, wait=time.wait, clock=time.clock)
    assert (asked.value.code, len(time.waits)) == (0, 3)


def test_looks_that_take_long_use_up_patience_too() -> None:
    time = Waits()

    def start() -> None:
        time.now_s += PATIENCE_S
        raise HardwareError("The bus hangs")

    with pytest.raises(HardwareError):
        patiently(start, lambda: False, wait=time.wait, clock=time.clock)
    assert time.waits == []
