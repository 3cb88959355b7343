"""`imaginiff config`: what is set, where it comes from, and what is wrong with it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from device.app.config import Config, as_toml, load_config
from device.app.decks import load_decks
from device.app.kept import Kept
from device.app.paths import deck_folders, state_folder
from hw.board import read_board
from hw.faults import faults
from hw.wiring import from_values


def show_config(given: Path | None, environment: Mapping[str, str], stdout: TextIO, stderr: TextIO) -> int:
    """Print the configuration in force. Returns 2 when something is wrong with it, else 0."""
    config = load_config(given, Kept(state_folder(environment)).values, environment)
    for line in _lines(config):
        print(line, file=stdout)
    found = [*map(str, config.faults), *wiring_faults(config), *_deck_faults(config, environment)]
    for fault in found:
        print(f"imaginiff: {fault}", file=stderr)
    return 2 if found else 0


def wiring_faults(config: Config) -> list[str]:
    """What cannot be in the wiring, each with its place: together keys may be none."""
    file = config.file or "settings"
    return [
        f"{config.place(fault.key) if fault.key in config.fixed else file}: {fault.text}"
        for fault in faults(from_values(config.values), read_board())
    ]


def _deck_faults(config: Config, environment: Mapping[str, str]) -> list[str]:
    names = config.values["game.decks"]
    missing = load_decks(deck_folders(environment, config.file)).missing(names) if names else ()
    place = config.place("game.decks")
    return [f"{place}: there is no deck {name}: `imaginiff decks list` shows them" for name in missing]


def _lines(config: Config) -> list[str]:
    """A settings file with everything in it."""
    lines = [f"# settings file: {config.file or 'none found'}"]
    for section in dict.fromkeys(name.partition(".")[0] for name in config.values):
        lines += ["", f"[{section}]"]
        for name, value in config.values.items():
            if name.startswith(f"{section}."):
                key = name.partition(".")[2]
                shown = f"{key} = {as_toml(name, value)}"
                lines.append(f"{shown:<40}  # {config.sources[name]}")
    return lines
