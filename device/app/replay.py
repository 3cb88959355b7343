"""Replay: a session script in virtual time, with every record it leaves. A two-hour game takes a second."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TextIO

from PIL import Image

from device.app.decks import load_decks
from device.app.encoding import NotTextError, read_text
from device.app.journal import Journal
from device.app.library import Library, shipped_folder
from device.app.piles import Piles
from device.app.script import Cut, Edge, Expect, Script, ScriptError, Seed, Set, Shot, Wait, parse_script
from device.app.session import Session
from device.app.settings import KEYS, game_settings, panel_size
from device.app.shelf import Shelf
from device.app.showing import Show
from device.app.texts import ENGLISH, LANGUAGES
from device.app.trace import Record, Trace
from device.machine.menus import Value
from device.machine.phases import Offer
from hw.faults import unknown
from hw.ports import KeyEdge
from hw.wiring import from_values

SHOT_SCALE = 4
_NOTHING = object()


class ShotError(Exception):
    """A picture that cannot be written, with what to do."""


@dataclass(slots=True)
class Device:
    """A simulated device, which power cuts do not forget: its journal, its chance, its keys that are down."""

    values: dict[str, Any]
    chance: Random
    shelf: Shelf
    show: Show
    journal: Journal = field(default_factory=lambda: Journal(None))
    down: set[tuple[int, int]] = field(default_factory=set)
    at_ms: int = 0
    switched_off: bool | None = None
    """None while it runs; whether it is a restart, once the menu has switched it off."""

    def keep_setting(self, key: str, value: Value) -> None:
        """Remember a setting on the device."""
        self.values[key] = value
        self.shelf.set(key, value)

    def offer(self) -> Offer:
        """What there is to choose from in the settings."""
        return Offer(self.shelf.decks(), self.journal.names(), tuple(LANGUAGES), self.journal.put_away())

    def switch_off(self, is_restart: bool) -> bool:
        """The menu's switch off and restart."""
        self.switched_off = is_restart
        return True

    def power_on(self, trace: Trace) -> Session:
        """Start the program with what the journal holds and the keys that are down."""
        self.switched_off = None
        before = self.journal.table
        piles = Piles(self.shelf, self.journal.card_marks(), self.chance)
        settings = game_settings(self.values)
        trace.watch(None, before)
        session = Session(
            self.journal, piles, self.chance, settings, trace, self, self.show.measure, self.down, self.at_ms
        )
        trace.watch(lambda: session.state, session.state.table)
        return session


class Replay:
    """One script's run. `write` gets every record as it is made."""

    def __init__(self, script: Script, write: Callable[[Record], None], is_traced: bool, shots: Path) -> None:
        values = {name: key.default for name, key in KEYS.items()}
        values |= {setup.key: setup.value for setup in script.setup if isinstance(setup, Set)}
        _refuse_unusable(script, values)
        seeds = [setup.number for setup in script.setup if isinstance(setup, Seed)]
        show = Show(panel_size(values), ENGLISH)
        self._script = script
        self._shots = shots
        self._newest: dict[str, Record] = {}
        self._write = write
        self._device = Device(
            values,
            Random(seeds[-1] if seeds else 0),
            Shelf(_shipped_decks, values["game.decks"], values["game.audience"]),
            show,
        )
        self._trace = Trace(
            self._note_record,
            show.lights if is_traced or script.expects("lights") else None,
            show.panel if is_traced or script.expects("screen") else None,
        )
        self._session = self._device.power_on(self._trace)

    def run(self) -> None:
        """Run the script to its end. Raises `ScriptError` at the first `expect` that fails, `ShotError` for a
        picture that cannot be written."""
        for line in self._script.lines:
            match line.action:
                case Edge(pad, key, is_down):
                    self._edge(KeyEdge(pad.number, key, is_down, self._device.at_ms))
                case Wait(ms):
                    self._wait(ms)
                case Shot(name):
                    self._trace.close_instant()
                    self._shoot(name)
                case Cut():
                    self._cut()
                case Expect():
                    self._trace.close_instant()
                    self._expect(line.number, line.action)
            if self._device.switched_off is not None:
                break
        self._trace.close_instant()

    def _edge(self, edge: KeyEdge) -> None:
        if edge.is_down:
            self._device.down.add((edge.pad, edge.key))
        else:
            self._device.down.discard((edge.pad, edge.key))
        self._session.feed(edge)

    def _wait(self, ms: int) -> None:
        """Time passes. A restart from the menu comes at its own instant; switched off, time stands still."""
        until_ms = self._device.at_ms + ms
        self._session.pass_time(until_ms)
        while self._device.switched_off:
            self._device.at_ms = self._session.state.at_ms
            self._cut()
            self._session.pass_time(until_ms)
        if self._device.switched_off is None:
            self._device.at_ms = until_ms
            self._trace.instant(until_ms)

    def _cut(self) -> None:
        self._trace.close_instant()
        self._session = self._device.power_on(self._trace)

    def _shoot(self, name: str) -> None:
        image = self._device.show.panel(self._session.state).image
        size = (image.width * SHOT_SCALE, image.height * SHOT_SCALE)
        path = self._shots / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            image.resize(size, Image.Resampling.NEAREST).save(path)
        except OSError as error:  # a disk that is full names no file
            what = f"cannot write {error.filename or path}: {error.strerror}"
            raise ShotError(f"{what}: choose another folder with --shots") from None

    def _note_record(self, record: Record) -> None:
        self._newest[record["type"]] = record
        self._write(record)

    def _expect(self, number: int, expect: Expect) -> None:
        record = self._newest.get(expect.kind)
        if record is None:
            raise ScriptError(self._script.path, number, f"expected a {expect.kind}, and there was none")
        for key, wanted in expect.values:
            found = _found(record, key)
            if found is _NOTHING:
                raise ScriptError(self._script.path, number, f"{expect.kind} has no {key}")
            if _as_text(found) != wanted:
                what = f"expected {expect.kind} {key}={wanted}, it is {_as_text(found)}"
                raise ScriptError(self._script.path, number, what)


def _found(record: Record, dotted: str) -> object:
    value: object = record
    for key in dotted.split("."):
        value = value.get(key, _NOTHING) if isinstance(value, dict) else _NOTHING
    return value


def _as_text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(_as_text, value))
    if isinstance(value, dict):
        return ",".join(f"{key}:{_as_text(item)}" for key, item in value.items())
    return "null" if value is None else str(value)


def _refuse_unusable(script: Script, values: Mapping[str, Any]) -> None:
    """Raise `ScriptError` for a deck that there is not, and for hardware that cannot be."""
    lines = {setup.key: setup.line for setup in script.setup if isinstance(setup, Set)}
    for name in _shipped_decks().missing(values["game.decks"]):
        what = f"there is no deck {name}: `imaginiff decks list` shows them"
        raise ScriptError(script.path, lines["game.decks"], what)
    for fault in unknown(from_values(values)):
        raise ScriptError(script.path, lines[fault.key], str(fault.text))


@cache
def _shipped_decks() -> Library:
    """Read once, however many scripts are played."""
    return load_decks([shipped_folder()])


def read_script(path: Path) -> Script:
    """Read and parse a script. Raises `ScriptError` without a line where the file cannot be read."""
    try:
        text = read_text(path).text
    except (OSError, NotTextError) as error:
        what = error.strerror if isinstance(error, OSError) else str(error)
        raise ScriptError(path, None, f"cannot be read: {what}: check its name") from None
    return parse_script(path, text)


def replay(scripts: Sequence[Path], trace: TextIO | None, shots: Path, stderr: TextIO | None = None) -> int:
    """Run scripts one after the other. Records go to `trace` as JSON Lines. Returns the exit status: the
    first failure decides it, the rest still run. Raises OSError where the trace cannot be written."""

    def write(record: Record) -> None:
        if trace is not None:
            trace.write(json.dumps(record, ensure_ascii=False) + "\n")

    status = 0
    for path in scripts:
        if len(scripts) > 1:
            write({"at_ms": 0, "type": "script", "path": str(path)})
        outcome = _replay_one(path, write, trace is not None, shots, stderr or sys.stderr)
        status = status or outcome
    return status


def _replay_one(
    path: Path, write: Callable[[Record], None], is_traced: bool, shots: Path, stderr: TextIO
) -> int:
    try:
        Replay(read_script(path), write, is_traced, shots).run()
    except ScriptError as error:
        print(f"imaginiff: {error}", file=stderr)
        return 2
    except ShotError as error:
        print(f"imaginiff: {error}", file=stderr)
        return 1
    return 0
