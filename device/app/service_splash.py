"""The first picture, shown before the program itself is read from the card: a splash kept from the last run.

Imports nothing but the wiring and the panel's driver: the configuration and the drawing would cost more than
all of it. The panel that shows it is handed on to the game, so that no blank comes between.
"""

import base64
import binascii
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hw.opening import open_panel
from hw.pi import Pi
from hw.ports import Glow, HardwareError, Panel
from hw.wiring import PanelWiring, from_values

if TYPE_CHECKING:
    from PIL import Image


FILE_NAME = "splash.json"
_SECTIONS = ("pads.", "panel.", "lights.")


class EarlyPanel(Struct, frozen=True):
    """A panel that shows the splash already, and the wiring it was opened with."""

    panel: Panel
    wiring: PanelWiring

    def if_wired(self, values: Mapping[str, Any]) -> Panel | None:
        """The panel, if the configuration still says the same of it; else it is turned off."""
        if from_values(values).panel == self.wiring:
            return self.panel
        self.panel.close()
        return None


def early_panel(folder: Path, pi: Pi | None = None) -> EarlyPanel | None:
    """Show the splash that the last run left in the state folder. None: it left none, or no panel answers."""
    try:
        kept = json.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
        wiring = from_values(kept["wiring"])
        panel = open_panel(wiring, pi)
        panel.show(_image(kept), Glow.BRIGHT)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, HardwareError):
        return None
    return EarlyPanel(panel, wiring.panel)


def early_panel_of(environment: Mapping[str, str]) -> EarlyPanel | None:
    """`early_panel` on the box itself; None on a desktop, which has no panel."""
    folder = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if not folder or not environment.get("IMAGINIFF_APPLIANCE"):
        return None
    return early_panel(Path(folder))


def keep_splash(folder: Path, values: Mapping[str, Any], image: "Image.Image") -> None:
    """Keep the splash and the wiring for the next start, if they have changed. Never raises for the disk."""
    wiring = {name: value for name, value in values.items() if name.startswith(_SECTIONS)}
    bits = base64.b64encode(image.tobytes()).decode("ascii")
    text = json.dumps({"wiring": wiring, "size": image.size, "bits": bits})
    path = folder / FILE_NAME
    try:
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            return
        # Not flushed: a power cut costs the next start its early picture, no more.
        fresh = path.with_suffix(".new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except (OSError, ValueError):
        return


def _image(kept: Mapping[str, Any]) -> "Image.Image":
    """Raises `ValueError` and what else comes of a file that is none."""
    from PIL import Image

    width, height = map(int, kept["size"])
    try:
        return Image.frombytes("1", (width, height), base64.b64decode(kept["bits"]))
    except binascii.Error as error:
        raise ValueError(str(error)) from error
