"""The configuration: built-in defaults, over them what was set on the device, over them one file."""

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from device.app.encoding import NotTextError, read_text, straight_quotes
from device.app.fault import Fault
from device.app.settings import KEYS, BadValueError, checked
from hw.words import Words, system_words

FILE_NAME = "imaginiff.toml"
BUILT_IN = "built in"
ON_DEVICE = "set on the device"

LARGEST = 64 * 1024
_MOST_FAULTS = 50
_LONGEST_LINE = 4000


class Config(Struct, frozen=True):
    """Every key's value, its source (`BUILT_IN`, `ON_DEVICE` or a file's path), and what is wrong.

    `lines` has the line of each key that the file sets, where it is found.
    """

    values: dict[str, Any]
    sources: dict[str, str]
    faults: tuple[Fault, ...]
    file: Path | None
    lines: Mapping[str, int] = {}

    @property
    def fixed(self) -> frozenset[str]:
        """The keys that the file sets: what is set on the device does not change them."""
        return frozenset(key for key, source in self.sources.items() if source not in (BUILT_IN, ON_DEVICE))

    def place(self, key: str) -> str:
        """Where a key was set: the file and, if it is known, the line; or the source that is no file."""
        line = self.lines.get(key)
        return f"{self.sources[key]}:{line}" if line else self.sources[key]


def config_files(given: Path | None, environment: Mapping[str, str]) -> Iterator[Path]:
    """Where a configuration file may lie: the first that exists counts, one asked for by name always."""
    if given is not None:
        yield given
    elif environment.get("IMAGINIFF_CONFIG"):
        yield Path(environment["IMAGINIFF_CONFIG"])
    boot = Path("/boot/firmware")
    yield (boot if boot.is_dir() else Path("/boot")) / FILE_NAME
    yield Path("/etc") / FILE_NAME
    yield Path(environment.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "imaginiff" / FILE_NAME


def load_config(
    given: Path | None = None,
    kept: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Config:
    """The configuration in force. A key at fault falls back to what lies under it, and is in `faults`."""
    environment = os.environ if environment is None else environment
    values = {name: key.default for name, key in KEYS.items()}
    sources = dict.fromkeys(KEYS, BUILT_IN)
    for name, value in (kept or {}).items():
        if name in KEYS:
            values[name], sources[name] = value, ON_DEVICE
    asked_for = given or environment.get("IMAGINIFF_CONFIG")
    for path in config_files(given, environment):
        if asked_for or path.is_file():
            found, faults, lines = read_config(path, values)
            values |= found
            sources |= dict.fromkeys(found, str(path))
            return Config(values, sources, tuple(faults), path, lines)
    return Config(values, sources, (), None)


def read_config(path: Path, under: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault], dict[str, int]]:
    """One file's usable keys, everything wrong with it, and the lines of those keys.

    `under` is what lies under the file.
    """
    try:
        text = straight_quotes(read_text(path, LARGEST).text)
    except NotTextError as error:
        return {}, [Fault(path, 0, error.words, Words("save it as plain text"))], {}
    except OSError as error:
        return {}, [Fault(path, 0, system_words(error), Words("check its name and permissions"))], {}
    tables, faults = _parse(path, text)
    values: dict[str, Any] = {}
    for name, value in _flat(tables):
        try:
            values[name] = checked(name, value)
        except BadValueError as error:
            faults.append(
                Fault(
                    path,
                    _line_of(text, name),
                    error.words,
                    Words("playing with {value}", value=as_toml(name, under[name])),
                )
            )
        except KeyError:
            faults.append(
                Fault(
                    path,
                    _line_of(text, name),
                    Words("there is no setting {name}", name=name),
                    _nearest(name),
                )
            )
    lines = {name: _line_of(text, name) for name in values}
    return values, sorted(faults, key=lambda fault: fault.line), lines


def _parse(path: Path, text: str) -> tuple[dict[str, Any], list[Fault]]:
    """The file as TOML; a line that is none is left out and said, so that the others still count."""
    lines, faults = text.split("\n"), list[Fault]()
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE:
            faults.append(
                Fault(path, number, Words("far too long for a setting"), Words("take the line out"))
            )
            lines[number - 1] = ""
    while len(faults) < _MOST_FAULTS:
        try:
            return tomllib.loads("\n".join(lines)), faults
        except RecursionError:
            return {}, [*faults, Fault(path, 0, Words("nested far too deeply"), Words("write it anew"))]
        except tomllib.TOMLDecodeError as error:
            number = _line_in(str(error), len(lines))
            if opened := _open_list(lines[: number - 1]):
                faults.append(
                    Fault(path, opened, Words("a list that is not closed"), Words("close it with ]"))
                )
                end = next((n for n in range(opened, number) if _STARTS_KEY.match(lines[n])), number)
                lines[opened - 1 : end] = [""] * (end - opened + 1)
                continue
            while number > 1 and not lines[number - 1].strip():
                number -= 1
            if not lines[number - 1].strip():
                break
            faults.append(_broken(path, number, lines[number - 1].strip()[:40], str(error)))
            lines[number - 1] = ""
    return {}, faults


_STARTS_KEY = re.compile(r"\s*(\[|[\w.\"'-]+\s*=)")
"""A line that begins a section or a key."""


def _open_list(above: Sequence[str]) -> int | None:
    """The line, counted from 1, of the last list above if it is still open."""
    begun = next((n for n in range(len(above), 0, -1) if re.search(r"=\s*\[", above[n - 1])), 0)
    text = "".join(above[begun - 1 :]) if begun else ""
    return begun if text.count("[") > text.count("]") else None


def _broken(path: Path, number: int, line: str, message: str) -> Fault:
    """A line that is no TOML, or that stands there a second time (`message` is the parser's)."""
    if re.match(r"Cannot (declare .* twice|overwrite)", message):
        return Fault(
            path, number, Words("twice in the file: {line}", line=line), Words("take one of the two out")
        )
    return Fault(
        path,
        number,
        Words("not understood: {line}", line=line),
        Words('write it like  track = 12  or  die = "box"'),
    )


def _line_in(message: str, last: int) -> int:
    found = re.search(r"at line (\d+)", message)
    return min(int(found[1]), last) if found else last


def _flat(tables: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for section, content in tables.items():
        if isinstance(content, dict):
            yield from ((f"{section}.{name}", value) for name, value in content.items())
        else:
            yield section, content


def _line_of(text: str, name: str) -> int:
    """The line of a key, counted from 1; 0 where it is written in a way that we do not find."""
    wanted_section, _, wanted = name.rpartition(".")
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        header = re.match(r"\s*\[\s*([\w.\"'-]+)\s*\]", line)
        if header:
            section = header[1].strip("\"'")
        key = re.match(r"\s*([\w.\"' -]+?)\s*=", line)
        if key:
            found = key[1].replace('"', "").replace("'", "")
            if (section, found) == (wanted_section, wanted) or (not section and found == name):
                return number
    return 0


def as_toml(name: str, value: Any) -> str:
    """The value of a setting as a settings file has it; addresses as data sheets have them."""
    is_on_bus = name.endswith(".address") and isinstance(value, int)
    return f"0x{value:02X}" if is_on_bus else json.dumps(value, ensure_ascii=False)


def _nearest(name: str) -> str:
    short = {key.rpartition(".")[2]: key for key in KEYS}
    near = difflib.get_close_matches(name, KEYS, 1) or [
        short[key] for key in difflib.get_close_matches(name.rpartition(".")[2], short, 1)
    ]
    if not near:
        return Words("take the line out; `imaginiff config` lists the settings")
    section, _, key = near[0].partition(".")
    return Words("is it {key}, under {section}?", key=key, section=f"[{section}]")
