"""The last picture. systemd runs this at the very end of a shutdown, when all disks are at rest.

The configuration cannot be read any more by then, so the game leaves what counts of it in its runtime folder.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from device.app.service_pictures import safe_to_unplug, switching_off
from device.app.texts import texts_of
from hw.opening import open_panel
from hw.pi import Pi
from hw.ports import Glow, HardwareError
from hw.wiring import from_values

FILE_NAME = "wiring.json"
FOLDER = Path("/run/imaginiff")
LANGUAGE = "game.language"
_KEPT = ("pads.", "panel.", "lights.", LANGUAGE)


def leave_wiring(folder: Path | None, values: Mapping[str, Any]) -> None:
    """Leave the wiring and the language. Costs nothing but the picture where they cannot be written."""
    if folder is None:
        return
    kept = {name: value for name, value in values.items() if name.startswith(_KEPT)}
    try:
        (folder / FILE_NAME).write_text(json.dumps(kept), encoding="utf-8")
    except OSError:
        return


def main(arguments: Sequence[str], folder: Path = FOLDER, pi: Pi | None = None) -> int:
    """Show the last picture; the argument is systemd's: halt, poweroff, reboot or kexec."""
    is_restart = arguments[:1] in (["reboot"], ["kexec"])
    try:
        values = dict(json.loads((folder / FILE_NAME).read_text(encoding="utf-8")))
        panel = open_panel(from_values(values), pi)
        texts = texts_of(str(values.get(LANGUAGE)))
        picture = switching_off(panel.size, texts, True) if is_restart else safe_to_unplug(panel.size, texts)
        panel.show(picture, Glow.BRIGHT)
    except (OSError, ValueError, TypeError, HardwareError):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
