"""`imaginiff wiring`: the wiring of the configuration in force, pin by pin and cable by cable, or drawn."""

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from device.app.config import load_config
from device.app.kept import Kept
from device.app.paths import state_folder
from hw.board import read_board
from hw.faults import faults
from hw.ports import HardwareError
from hw.wiring import from_values
from hw.wiring_drawing import svg
from hw.wiring_table import table


def show_wiring(
    given: Path | None, drawing: Path | None, environment: Mapping[str, str], stdout: TextIO, stderr: TextIO
) -> int:
    """Print the wiring, or draw it into `drawing`. Returns 2 when it cannot work, 1 when the file cannot be
    written, else 0."""
    config = load_config(given, Kept(state_folder(environment)).values, environment)
    for fault in config.faults:
        print(f"imaginiff: {fault}", file=stderr)
    try:
        wiring = from_values(config.values)
    except HardwareError as error:
        print(f"imaginiff: {error}", file=stderr)
        return 2
    found = faults(wiring, read_board())
    for fault_of_wiring in found:
        print(f"imaginiff: {fault_of_wiring.text}", file=stderr)
    if drawing is None:
        print("\n".join(table(wiring)), file=stdout)
    else:
        try:
            drawing.write_text(svg(wiring), encoding="utf-8")
        except OSError as error:
            print(f"imaginiff: cannot write {drawing}: {error.strerror}: choose another file", file=stderr)
            return 1
    return 2 if found or config.faults else 0
