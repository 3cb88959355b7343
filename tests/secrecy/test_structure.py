"""Secrecy by structure: who may know the ballots, which types could hold a vote, what shows when printed."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct

from device.engine import events as ev
from device.engine.table import Pad, Table
from device.machine import effects as fx
from device.machine import inputs
from device.machine.ask import Held, Pressed
from device.machine.phases import State
from hw.ports import KeyEdge
from hw.sim.held import FaultChange, KeyChange

ROOT = Path(__file__).parents[2]
BALLOTS = "booth.ballots"
SOURCES = sorted([*(ROOT / "device").rglob("*.py"), *(ROOT / "hw").rglob("*.py")])


def imports(path: Path) -> Iterator[str]:
    """Every name that a module imports, in full."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_nothing_outside_the_booth_knows_the_ballots() -> None:
    knowing = {
        path.relative_to(ROOT).as_posix() for path in SOURCES if any(BALLOTS in i for i in imports(path))
    }
    assert knowing == {"device/booth/booth.py"}


def test_only_the_session_knows_the_booth() -> None:
    knowing = {
        path.relative_to(ROOT).as_posix()
        for path in SOURCES
        if path.parent.name != "booth" and any(i.startswith("device.booth") for i in imports(path))
    }
    assert knowing == {"device/app/session.py"}


def test_the_booth_writes_no_log_and_its_errors_have_constant_texts_and_no_cause() -> None:
    for path in (ROOT / "device" / "booth").glob("*.py"):
        assert not {"logging", "sys", "traceback", "warnings"} & {i.split(".")[0] for i in imports(path)}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Call) and ast.unparse(node.func) == "print")
            if isinstance(node, ast.Raise):
                assert isinstance(node.exc, ast.Call)
                assert all(isinstance(argument, ast.Constant) for argument in node.exc.args)
                assert isinstance(node.cause, ast.Constant)
                assert node.cause.value is None


# What a type could hold

# Everything numeric that is public, and why it is. A new field must be looked at before it comes in here.
TIMES = {
    "at_ms",
    "down_ms",
    "since_ms",
    "until_ms",
    "closes_ms",
    "die_until_ms",
    "ends_ms",
    "drum_until_ms",
    "result_ms",
    "lights_until_ms",
    "opened_ms",
    "touched_ms",
    "note_ms",
    "first_ms",
    "dwell_ms",
    "lock_ms",
    "vote_ms",
    "vote_marks",
}
NUMBERS = {
    "Pressed.key": "a press of a pad that is asked for a public number",
    "Held.key": "a hold, which is never a vote",
    "PageTurned.step": "one page back or forward",
    "BallotsOpened.votes": "the reveal",
    "Opened.votes": "the reveal",
    "Result.votes": "the reveal",
    "Result.majority": "the reveal",
    "Joined.space": "a board number",
    "Seat.space": "a board number",
    "Seat.position": "on the board",
    "PositionSet.position": "on the board",
    "TokenSet.space": "on the board",
    "TrackSet.track": "the board",
    "GameStarted.track": "the board",
    "Settings.track": "the board",
    "Table.track": "the board",
    "Table.token": "on the board",
    "Table.reading": "the reader's board number",
    "Table.leads": "what contenders have moved, from reveals",
    "Standing.positions": "on the board",
    "Standing.leads": "what contenders had moved, from reveals",
    "Standing.token": "on the board",
    "Rolled.spaces": "the die",
    "Face.spaces": "the die",
    "Turn.roller_space": "a board number",
    "Turn.subject": "a board number on the card",
    "Turn.options": "all the numbers of the card",
    "Notice.space": "a board number, of a join or of a refused join",
    "Asked.key": "a question asked once more, in finale and resume",
    "Sure.key": "a question asked once more, in the menu",
    "PositionSteps.value": "on the board",
    "TrackSteps.value": "the board",
    "KeepSetting.value": "a setting",
    "Lock.left_s": "the countdown",
    "Reveal.seen": "pages",
    "Paging.must_see": "pages",
    "Pager.page": "pages",
    "SettingsList.page": "pages",
    "SettingValues.page": "pages",
    "DecksList.page": "pages",
    "Entry.key": "letters of a name, typed in the menu: never a vote",
    "Entry.tap": "letters of a name",
    "Entry.space": "a board number",
    "State.serial": "counts phases",
    "Menu.serial": "counts lists",
}


def types_within(kind: Any) -> Iterator[type]:
    """A type, and the types that it is made of."""
    if isinstance(kind, type) and not get_args(kind):
        yield kind
    for part in get_args(kind):
        yield from types_within(part)


def fields_of(kind: type) -> list[str]:
    """The names of what a dataclass or a struct holds; none for any other type."""
    if is_dataclass(kind):
        return [field.name for field in fields(kind)]
    return list(kind.__struct_fields__) if issubclass(kind, Struct) else []


def values_of(*roots: Any) -> set[type]:
    """All dataclasses and structs that values of these types can have in them."""
    found: set[type] = set()
    waiting = [kind for root in roots for kind in types_within(root)]
    while waiting:
        kind = waiting.pop()
        if fields_of(kind) and kind not in found:
            found.add(kind)
            waiting += [part for hint in get_type_hints(kind).values() for part in types_within(hint)]
    return found


def test_no_public_type_has_a_place_for_a_vote_before_the_reveal() -> None:
    public = values_of(State, Table, *get_args(inputs.Input), *get_args(fx.Effect), *get_args(ev.Event))
    numeric = {
        f"{kind.__name__}.{name}"
        for kind in public
        for name in fields_of(kind)
        if {int, float, object, Any} & set(types_within(get_type_hints(kind)[name])) and name not in TIMES
    }
    assert numeric == set(NUMBERS)


@pytest.mark.parametrize("kind", [inputs.VoteCast, inputs.VoteWithdrawn, inputs.NotAnOption, inputs.Touched])
def test_what_the_machine_hears_of_a_vote_is_a_pad_and_a_time(kind: type) -> None:
    assert get_type_hints(kind) == {"pad": Pad, "at_ms": int}


@pytest.mark.parametrize("kind", [fx.Voted, fx.Withdrawn, fx.Jammed])
def test_what_the_machine_tells_of_a_vote_is_a_pad(kind: type) -> None:
    assert get_type_hints(kind) == {"pad": Pad}


# What shows when it is printed


def printed(make: Callable[[int], object]) -> set[str]:
    """All that is printed of something made with each of the numbers 1-8."""
    return {f"{thing!r} {thing} {thing!a}" for thing in map(make, range(1, 9))}


@pytest.mark.parametrize(
    "make",
    [
        lambda key: KeyEdge(1, key, True, 5),
        lambda key: KeyChange(pad=1, key=key, down=True),
        lambda key: FaultChange(fault=f"stuck red {key}", made=True),
        lambda key: Pressed(Pad.RED, key, 5, 6),
        lambda key: Held(Pad.RED, key, 5, 6),
    ],
)
def test_printing_never_shows_a_key(make: Callable[[int], object]) -> None:
    assert len(printed(make)) == 1
