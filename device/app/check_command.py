"""The command `imaginiff check`: opens the hardware, walks through it, and gives the exit status."""

import queue
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from device.app.check import Checker, Item_, StoppedError
from device.app.config import load_config
from device.app.hardware import Hardware, NoSuchFaultError, is_pi, real_hardware, virtual_table
from device.app.kept import Kept
from device.app.paths import state_folder
from device.app.stopping import stop_signals
from hw.ports import HardwareError


def check_command(
    config_path: Path | None,
    is_virtual: bool,
    faults: Sequence[str],
    tell: Callable[[str], None],
    environment: Mapping[str, str],
) -> int:
    """Walk through everything that is wired. 0 only if all of it answers; 2: no such fault.

    `faults` are put into the simulated wires of the virtual table, to see what the check says of them.
    """
    config = load_config(config_path, Kept(state_folder(environment)).values, environment)
    for fault in config.faults:
        tell(str(fault))
    items: queue.SimpleQueue[Item_] = queue.SimpleQueue()
    opened: AbstractContextManager[Hardware]
    if is_virtual or faults or not is_pi():
        opened = virtual_table(config.values, tell, lambda url: None, faults)
    else:
        opened = real_hardware(config.values)
    try:
        with stop_signals(items), opened as hardware:
            hardware.greet()
            for note in hardware.notes:
                tell(" ".join((f"{note.title}:", *note.lines)))
            is_fine = Checker(hardware, items, tell).run()
            return 0 if is_fine and not hardware.notes and not config.faults else 1
    except StoppedError:
        tell("Stopped before everything was checked.")
    except HardwareError as error:
        print(f"imaginiff: {error}", file=sys.stderr)
        return 2 if isinstance(error, NoSuchFaultError) else 1
    return 1
