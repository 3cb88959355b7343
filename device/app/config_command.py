"""`imaginiff config`: what is set, where it comes from, and what is wrong with it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from device.app.config import Config, as_toml, load_config
from device.app.decks import load_decks
from device.app.kept import Kept
from device.app.paths import deck_folders, state_folder
from hw.board import read_board
from hw.faults import faults as faults_of
from hw.ports import HardwareError
from hw.wiring import from_values


def show_config(given: Path | None, environment: Mapping[str, str], stdout: TextIO, stderr: TextIO) -> int:
    """Print the configuration in force. Returns 2 when something is wrong with it, else 0."""
    config = load_config(given, Kept(state_folder(environment)).values, environment)
    for line in _lines(config):
        print(line, file=stdout)
    faults = [*map(str, config.faults), *_wiring_faults(config), *_deck_faults(config, environment)]
    for fault in faults:
        print(f"imaginiff: {fault}", file=stderr)
    return 2 if faults else 0


def _wiring_faults(config: Config) -> list[str]:
    """Each key of the wiring is fine by itself; together they may be none."""
    try:
        found = [fault.text for fault in faults_of(from_values(config.values), read_board())]
    except HardwareError as error:
        found = [error.words]
    return [f"{config.file or 'settings'}: {text}" for text in found]


def _deck_faults(config: Config, environment: Mapping[str, str]) -> list[str]:
    names = config.values["game.decks"]
    missing = load_decks(deck_folders(environment, config.file)).missing(names) if names else ()
    source = config.sources["game.decks"]
    return [f"{source}: there is no deck {name}: `imaginiff decks list` shows them" for name in missing]


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
