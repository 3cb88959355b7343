"""Session scripts: a line is a command, `#` starts a comment, words split as in a shell."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from device.app.settings import KEYS, BadValueError, parsed
from device.engine.table import PADS, Pad

PRESS_MS = 80
GAP_MS = 20
UNITS_MS = {"ms": 1, "s": 1000, "m": 60_000}
RECORD_TYPES = frozenset(
    word
    for line in (
        "phase joined left refused rolled card voted withdrawn revealed tiebreak won undone board stuck",
        "lights screen script",
    )
    for word in line.split()
)


class Seed(Struct, frozen=True):
    """Seed drawing and the device's die."""

    number: int


class Set(Struct, frozen=True):
    """A configuration key, and the line that sets it."""

    key: str
    value: Any
    line: int = 0


class Edge(Struct, frozen=True):
    """A key goes down or up; takes no time."""

    pad: Pad
    key: int
    is_down: bool


class Wait(Struct, frozen=True):
    """Time passes."""

    ms: int


class Shot(Struct, frozen=True):
    """A picture of the panel now."""

    name: str


class Cut(Struct, frozen=True):
    """The power fails and comes back."""


class Expect(Struct, frozen=True):
    """The newest record of a type has these values, as text."""

    kind: str
    values: tuple[tuple[str, str], ...]


Action = Edge | Wait | Shot | Cut | Expect
Setup = Seed | Set


class Line(Struct, frozen=True):
    """An action, and the line it stands in."""

    number: int
    action: Action


class Script(Struct, frozen=True):
    """A parsed script."""

    path: Path
    setup: tuple[Setup, ...]
    lines: tuple[Line, ...]

    def expects(self, kind: str) -> bool:
        """Whether the script wants to see a record of that type."""
        return any(isinstance(line.action, Expect) and line.action.kind == kind for line in self.lines)


class ScriptError(Exception):
    """A script that does not parse, or an `expect` that fails. The message is `SCRIPT:LINE: what`."""

    def __init__(self, path: Path, line: int | None, what: str) -> None:
        super().__init__(f"{path}: {what}" if line is None else f"{path}:{line}: {what}")


class _MistakeError(ValueError):
    """What is wrong with a line, and how to mend it."""


def parse_script(path: Path, text: str) -> Script:
    """Parse a script. Raises `ScriptError` at the first line that is wrong."""
    setup: list[Setup] = []
    lines: list[Line] = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            for command in _parse_line(line):
                if isinstance(command, Seed | Set):
                    if lines:
                        raise _MistakeError("seed and set come before every other command: move it up")
                    setup.append(replace(command, line=number) if isinstance(command, Set) else command)
                else:
                    lines.append(Line(number, command))
        except _MistakeError as mistake:
            raise ScriptError(path, number, str(mistake)) from None
    return Script(path, tuple(setup), tuple(lines))


def _parse_line(line: str) -> list[Action | Setup]:
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        raise _MistakeError("a quotation mark is not closed: close it") from None
    if not words:
        return []
    name, *arguments = words
    command = _COMMANDS.get(name)
    if command is None:
        raise _MistakeError(f"no command {name!r}: take one of {', '.join(_COMMANDS)}")
    usage, parse = command
    try:
        return parse(*arguments)
    except TypeError:
        raise _MistakeError(f"write it as: {usage}") from None


def _seed(number: str) -> list[Action | Setup]:
    if not re.fullmatch(r"-?[0-9]{1,18}", number):
        raise _MistakeError(f"{number!r} is not a whole number: write one, such as 7")
    return [Seed(int(number))]


def _set(key: str, value: str) -> list[Action | Setup]:
    if key not in KEYS:
        raise _MistakeError(f"there is no setting {key!r}: take one of {', '.join(KEYS)}")
    try:
        return [Set(key, parsed(key, value))]
    except BadValueError as error:
        raise _MistakeError(f"{error}: write one that is") from None


def _press(pad: str, key: str) -> list[Action | Setup]:
    return [*_downs(pad, key), Wait(PRESS_MS), *_ups(pad, key), Wait(GAP_MS)]


def _hold(pad: str, key: str, duration: str) -> list[Action | Setup]:
    return [*_downs(pad, key), Wait(_ms(duration)), *_ups(pad, key), Wait(GAP_MS)]


def _chord(pad: str, first: str, second: str, duration: str) -> list[Action | Setup]:
    if first == second:
        raise _MistakeError("a chord is of two keys: write two different ones")
    downs, ups = _downs(pad, first) + _downs(pad, second), _ups(pad, first) + _ups(pad, second)
    return [*downs, Wait(_ms(duration)), *ups, Wait(GAP_MS)]


def _downs(pad: str, key: str) -> list[Action | Setup]:
    return [Edge(_pad(pad), _key(key), is_down=True)]


def _ups(pad: str, key: str) -> list[Action | Setup]:
    return [Edge(_pad(pad), _key(key), is_down=False)]


def _wait(duration: str) -> list[Action | Setup]:
    return [Wait(_ms(duration))]


def _shot(name: str) -> list[Action | Setup]:
    if Path(name).suffix.lower() != ".png":
        raise _MistakeError(f"{name!r} is no picture's name: end it in .png")
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise _MistakeError(f"{name!r} leaves the folder of pictures: write a name without / or .. before it")
    return [Shot(name)]


def _cut() -> list[Action | Setup]:
    return [Cut()]


def _expect(kind: str, *values: str) -> list[Action | Setup]:
    if kind not in RECORD_TYPES:
        raise _MistakeError(f"no record {kind!r}: take one of {', '.join(sorted(RECORD_TYPES))}")
    if wrong := [value for value in values if not re.match(r"[^=]+=", value)]:
        raise _MistakeError(f"{wrong[0]!r} is no KEY=VALUE: write it as one")
    return [Expect(kind, tuple((key, text) for key, _, text in (value.partition("=") for value in values)))]


def _pad(word: str) -> Pad:
    if word not in PADS:
        raise _MistakeError(f"no pad {word!r}: take one of {', '.join(PADS)}")
    return Pad(word)


def _key(word: str) -> int:
    if not re.fullmatch("[1-8]", word):
        raise _MistakeError(f"no key {word!r}: take a number from 1 to 8")
    return int(word)


def _ms(word: str) -> int:
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m)", word)
    milliseconds = float(found[1]) * UNITS_MS[found[2]] if found else -1.0
    if milliseconds < 0 or round(milliseconds, 6) != round(milliseconds):
        raise _MistakeError(f"{word!r} is no time in whole milliseconds: write it like 250ms, 1.2s or 3m")
    return round(milliseconds)


_COMMANDS: dict[str, tuple[str, Callable[..., list[Action | Setup]]]] = {
    "seed": ("seed N", _seed),
    "set": ("set KEY VALUE", _set),
    "press": ("press PAD KEY", _press),
    "hold": ("hold PAD KEY 1.2s", _hold),
    "chord": ("chord PAD KEY KEY 1.2s", _chord),
    "down": ("down PAD KEY", lambda pad, key: _downs(pad, key)),
    "up": ("up PAD KEY", lambda pad, key: _ups(pad, key)),
    "wait": ("wait 2s", _wait),
    "shot": ("shot FILE.png", _shot),
    "cut": ("cut", _cut),
    "expect": ("expect TYPE [KEY=VALUE ...]", _expect),
}
