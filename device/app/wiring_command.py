"""`imaginiff wiring`: the wiring of the configuration in force, pin by pin and cable by cable, or drawn."""

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from device.app.config import load_config
from device.app.config_command import wiring_faults
from device.app.kept import Kept
from device.app.paths import state_folder
from hw.wiring import from_values
from hw.wiring_drawing import svg
from hw.wiring_table import table


def show_wiring(
    given: Path | None, drawing: str | None, environment: Mapping[str, str], stdout: TextIO, stderr: TextIO
) -> int:
    """Print the wiring, or draw it into the file `drawing`, `-` for `stdout`.

    Returns 2 when it cannot work, 1 when the file cannot be written, else 0.
    """
    config = load_config(given, Kept(state_folder(environment)).values, environment)
    found = [*map(str, config.faults), *wiring_faults(config)]
    for fault in found:
        print(f"imaginiff: {fault}", file=stderr)
    wiring = from_values(config.values)
    if drawing is None:
        print("\n".join(table(wiring)), file=stdout)
    elif drawing == "-":
        print(svg(wiring), end="", file=stdout)
    else:
        try:
            Path(drawing).write_text(svg(wiring), encoding="utf-8")
        except OSError as error:
            print(f"imaginiff: cannot write {drawing}: {error.strerror}: choose another file", file=stderr)
            return 1
    return 2 if found else 0
