"""The hardware of a game: real pads, panel and lights where this is a Pi, else the virtual table."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from PIL import Image

from device.app.service_splash import EarlyPanel
from device.app.settings import panel_size
from device.app.texts import sentence, texts_of
from device.machine.phases import Note
from device.ui.people import Texts
from hw.gpio_chips import header_chip
from hw.opening import open_lights, open_pads, open_panel
from hw.pi import Pi
from hw.ports import Glow, HardwareError, Lights, Pads, Panel
from hw.wiring import Wiring, from_values

log = logging.getLogger(__name__)

MODEL = Path("/proc/device-tree/model")

Part = TypeVar("Part")


class Hardware(Struct, frozen=True):
    """The three ports, and what putting them together had to say.

    Panel and lights are closed by whoever shows things on them: a bus that hangs may hold up the thread that
    does, and nobody else may touch them meanwhile.
    """

    pads: Pads
    panel: Panel
    lights: Lights
    notes: tuple[Note, ...] = ()
    wiring: Wiring = Wiring()
    """As it is in force: where the one wanted cannot be simulated, that of the reference build."""
    greet: Callable[[], None] = lambda: None
    """Called once presses count: tells people where to play."""
    keeps_picture: bool = False
    """Whether the panel goes on showing its last picture when the program has ended."""


class NoPanel(Struct, frozen=True):
    """In place of a panel that cannot be used: play goes on with the lights."""

    size: tuple[int, int]

    def show(self, image: Image.Image, glow: Glow) -> None:
        """Nobody sees it."""

    def close(self) -> None:
        """Nothing to put away."""


class NoLights(Struct, frozen=True):
    """In place of lights that cannot be used: play goes on with the panel."""

    again_s: float | None = None

    def show(self, levels: Sequence[float], colour: int | None = None) -> None:
        """Nobody sees them."""

    def close(self) -> None:
        """Nothing to put away."""


class NoSuchFaultError(HardwareError):
    """A fault was asked for that these simulated wires cannot have: whoever asked can mend that."""


class _Faults:
    """What could not be used, to be said on the screen."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.notes: list[Note] = []
        self._unlogged: list[str] = []

    def without(self, title: str, error: HardwareError) -> None:
        """Play goes on without a part."""
        self._unlogged.append(str(error))
        self.notes.append(Note(title, (sentence(error.words, self.texts),)))

    def log(self, but_not: HardwareError | None = None) -> None:
        """Log what could not be used, each trouble once; `but_not` one that is about to be said by itself."""
        for text in dict.fromkeys(self._unlogged):
            if but_not is None or text != str(but_not):
                log.error("%s", text)


def is_pi(dev: Path = Path("/dev"), model: Path = MODEL) -> bool:
    """Whether this is a Raspberry Pi, with a header that pads can hang on, or should have one."""
    try:
        header_chip(dev)
    except HardwareError:
        return model.is_file() and model.read_bytes().startswith(b"Raspberry Pi")
    return True


@contextmanager
def real_hardware(
    values: Mapping[str, Any],
    is_without_panel: bool = False,
    is_without_lights: bool = False,
    early: EarlyPanel | None = None,
    pi: Pi | None = None,
) -> Iterator[Hardware]:
    """What is wired to this Pi. Without panel or lights play goes on; without pads it cannot.

    `pi` stands in for this one. `early` is the panel that shows the splash already; it is handed on, so that
    no blank comes between. Raises `HardwareError`; nothing that was claimed stays claimed.
    """
    texts = texts_of(values["game.language"])
    _ = texts.gettext
    wiring = from_values(values)
    faults = _Faults(texts)
    with ExitStack() as stack:
        no_lights: Lights = NoLights()
        lights = no_lights
        if not is_without_lights:
            lights = _or(faults, _("Playing without lights"), lambda: open_lights(wiring, pi), no_lights)
        no_panel: Panel = NoPanel(panel_size(values))
        panel = early.if_wired(values) if early else None
        if is_without_panel:
            panel = no_panel
        if panel is None:
            panel = _or(faults, _("Playing without a screen"), lambda: open_panel(wiring, pi), no_panel)
        try:
            pads = open_pads(wiring, pi)
        except HardwareError as error:
            panel.close()
            lights.close()
            faults.log(but_not=error)
            raise
        faults.log()
        stack.callback(pads.close)
        yield Hardware(pads, panel, lights, tuple(faults.notes), wiring, keeps_picture=True)


def _or(faults: _Faults, title: str, open_part: Callable[[], Part], instead: Part) -> Part:
    try:
        return open_part()
    except HardwareError as error:
        faults.without(title, error)
        return instead


@contextmanager
def virtual_table(
    values: Mapping[str, Any],
    tell: Callable[[str], None],
    opened: Callable[[str], None],
    faults: Sequence[str] = (),
) -> Iterator[Hardware]:
    """The virtual table in the browser: the real drivers over simulated wires, with these faults in them.

    Wiring that cannot be is said, and simulated as in the reference build. Raises `HardwareError`, and
    `NoSuchFaultError`.
    """
    from hw.sim.rig_faults import make_fault
    from hw.sim.table import VirtualTable  # the web server is for desktops alone

    texts = texts_of(values["game.language"])
    said, title = _Faults(texts), texts.gettext("Wrong wiring")
    wiring = _or(said, title, lambda: from_values(values), Wiring())
    with VirtualTable(values["table.address"], values["table.port"], wiring) as table:
        for words in faults:
            try:
                make_fault(table.rig, words)
            except HardwareError as error:
                raise NoSuchFaultError(error.words) from error
        for fault in table.faults:
            said.without(title, HardwareError(fault))
        said.log()

        def greet() -> None:
            if table.note:
                tell(table.note)
            tell(f"The table is at {table.url} (stop it with Ctrl-C)")
            opened(table.url)

        yield Hardware(table.pads, table.panel, table.lights, tuple(said.notes), table.rig.wiring, greet)
