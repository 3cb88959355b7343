"""`imaginiff config`: what is set, where it comes from, and what is wrong with it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from device.app.config import Config, load_config
from device.app.kept import Kept
from device.app.paths import state_folder


def show_config(given: Path | None, environment: Mapping[str, str], stdout: TextIO, stderr: TextIO) -> int:
    """Print the configuration in force. Returns 2 when a file has a fault, else 0."""
    config = load_config(given, Kept(state_folder(environment)).values, environment)
    for line in _lines(config):
        print(line, file=stdout)
    for fault in config.faults:
        print(f"imaginiff: {fault}", file=stderr)
    return 2 if config.faults else 0


def _lines(config: Config) -> list[str]:
    section, lines = "", [f"# settings file: {config.file or 'none found'}"]
    for name, value in config.values.items():
        table, _, key = name.partition(".")
        if table != section:
            section = table
            lines += ["", f"[{section}]"]
        shown = f"{key} = {_toml(key, value)}"
        lines.append(f"{shown:<40}  # {config.sources[name]}")
    return lines


def _toml(key: str, value: Any) -> str:
    """A value as a settings file has it; addresses as data sheets have them."""
    return (
        f"0x{value:02X}"
        if key == "address" and isinstance(value, int)
        else json.dumps(value, ensure_ascii=False)
    )
