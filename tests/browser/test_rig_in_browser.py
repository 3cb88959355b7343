"""The page over simulated wires: its pixels are what the panel's memory holds, and whole games are played."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from device.app.library import Library
from device.app.lights_worker import LightsWorker
from device.app.loop import Item, Loop
from device.app.panel_worker import PanelWorker
from device.app.replay import Device, Replay
from device.app.script import Edge, Script, Set, Wait, parse_script
from device.app.settings import KEYS
from device.app.shelf import Shelf
from device.app.showing import Show
from device.app.stopping import Stop
from device.app.texts import ENGLISH
from device.app.timing import monotonic_ms
from device.app.trace import Record, Trace
from hw.backend import Pins
from hw.ports import Glow
from hw.sim.rig import Rig
from hw.sim.rig_faults import make_fault
from hw.sim.rpigpio import rpi_gpio
from hw.sim.table import VirtualTable
from hw.wiring import from_values
from tests.browser.table_in_browser import READ_PANEL, picture

pytestmark = pytest.mark.browser

PATIENCE_S = 20
PAD_LETTERS = "qwertyui"


def shown_on(page: Page) -> list[int]:
    """The pixels of the page's panel, row by row: 1 is lit."""
    return page.evaluate(READ_PANEL)  # type: ignore[no-any-return]


def pixels(image: Image.Image) -> list[int]:
    return [1 if pixel else 0 for pixel in image.convert("L").tobytes()]


@contextmanager
def open_in(chromium: Browser, table: VirtualTable) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(table.url)
    page.wait_for_selector("[data-link=open] .pad")
    yield page
    context.close()


# The page shows what the memory holds


@pytest.mark.filterwarnings("ignore:.*getdata is deprecated:DeprecationWarning")
@pytest.mark.parametrize(
    "values",
    [
        {},
        {"panel.driver": "sh1106", "panel.upside_down": True},
        {"panel.driver": "ssd1306", "pads.driver": "mcp23017"},
        {"panel.driver": "ssd1322", "lights.driver": "pca9685"},
    ],
    ids=["ssd1309", "sh1106 upside down", "ssd1306 page by page", "ssd1322 on SPI"],
)
def test_the_pages_pixels_are_what_the_panels_memory_holds(
    chromium: Browser, values: dict[str, object]
) -> None:
    with VirtualTable(port=0, wiring=from_values(values)) as table, open_in(chromium, table) as page:
        panel = page.locator("#panel")
        image = Image.new("1", table.panel.size)
        for words in ("Who would?", "Anna reads", ""):
            image.paste(picture(words))
            image.putpixel((image.width - 1, image.height - 1), 1)
            table.panel.show(image.copy(), Glow.BRIGHT)
            wanted = pixels(table.rig.panel_picture())
            assert wanted == pixels(image)
            page.wait_for_function(
                f"(wanted) => String(({READ_PANEL})()) === wanted", arg=",".join(map(str, wanted))
            )
            assert shown_on(page) == wanted
            expect(panel).to_have_css("opacity", "1")
        make_fault(table.rig, "unplugged panel")
        expect(panel).to_have_css("opacity", "0")


# Whole games

SCRIPT = """
set game.track 6
set game.die box
set game.cards box
set game.lock_seconds 0.5
press red 1
press green 2
press blue 3
press blue 2            # taken
hold red 1 1.2s
press red 2
press red 6
chord blue 1 8 1.2s     # the menu, and back
press blue 1
press red 5
press green 5
press blue 6
wait 2.5s
wait 1.2s
press red 1
wait 1.2s
press red 1             # both arrive: a tie-break
press green 2
press green 6
press red 1
press green 2
press blue 1
wait 2.5s
wait 1.2s
press green 1
wait 1.2s
press green 1
wait 500ms
"""


def no_decks() -> Library:
    raise AssertionError("the box's own cards are played")


class Game:
    """The program on a virtual table, with its trace: facts and phases, without their times."""

    def __init__(self, table: VirtualTable, script: Script) -> None:
        values = {name: key.default for name, key in KEYS.items()}
        values |= {setup.key: setup.value for setup in script.setup if isinstance(setup, Set)}
        show = Show(table.panel.size, ENGLISH)
        self.records: list[Record] = []
        self._table = table
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._trace = Trace(self.records.append, None, None)
        shelf = Shelf(no_decks, values["game.decks"], values["game.audience"])
        device = Device(values, Random(0), shelf, show, at_ms=monotonic_ms())
        table.pads.start(self._items.put)
        self._panel, self._lights = PanelWorker(table.panel, show), LightsWorker(table.lights)
        session = device.power_on(self._trace)
        loop = Loop(session, device.journal, self._items, self._panel, self._lights, lambda: False)
        self._thread = threading.Thread(target=loop.run, daemon=True)
        self._thread.start()

    def stop(self) -> list[Record]:
        """End it; its trace."""
        self._table.pads.close()
        self._items.put(Stop())
        self._thread.join(PATIENCE_S)
        self._lights.close()
        self._panel.close(PATIENCE_S)
        self._trace.close_instant()
        return timeless(self.records)


def timeless(records: list[Record]) -> list[Record]:
    return [
        {key: value for key, value in record.items() if key != "at_ms"}
        for record in records
        if record["type"] not in ("lights", "screen")
    ]


def press_in(page: Page, script: Script) -> None:
    """Press a script on the page's keyboard, in its time or a little slower."""
    for line in script.lines:
        match line.action:
            case Wait(ms):
                page.wait_for_timeout(ms)
            case Edge(pad, key, True):
                page.keyboard.press(PAD_LETTERS[pad.number - 1])
                page.keyboard.down(str(key))
            case Edge(_, key, False):
                page.keyboard.up(str(key))


def over_rpi_gpio(rig: Rig) -> AbstractContextManager[None]:
    """The rig's pins through gpiozero's own RPiGPIOFactory, over fake-rpi."""

    @contextmanager
    def pins() -> Iterator[None]:
        with rpi_gpio(rig.header) as factory:
            rig.find_pins = lambda wanted: Pins(factory, wanted, "rpigpio")
            yield

    return pins()


PINS: dict[str, tuple[dict[str, str], Callable[[Rig], AbstractContextManager[None]]]] = {
    "simulated wires": ({}, lambda rig: nullcontext()),
    "fake-rpi": ({}, over_rpi_gpio),
    "mcp23017": ({"pads.driver": "mcp23017"}, lambda rig: nullcontext()),
}


@pytest.mark.parametrize(("values", "pins"), PINS.values(), ids=PINS.keys())
def test_a_whole_game_in_a_browser_leaves_the_trace_of_its_script_but_for_the_times(
    chromium: Browser,
    values: dict[str, str],
    pins: Callable[[Rig], AbstractContextManager[None]],
    tmp_path: Path,
) -> None:
    script = parse_script(Path("script"), SCRIPT)
    rig = Rig(from_values(values))
    with pins(rig), VirtualTable(port=0, rig=rig) as table, open_in(chromium, table) as page:
        game = Game(table, script)
        press_in(page, script)
        trace = game.stop()
    replayed: list[Record] = []
    Replay(script, replayed.append, False, tmp_path).run()
    assert trace == timeless(replayed)
    assert {"type": "won", "pad": "red"} in trace
    assert trace[-1] == {"type": "phase", "phase": "finale"}
