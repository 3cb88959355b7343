"""What tests of the page share: a virtual table whose edges wait in a queue, pictures, keys, fingers."""

import queue
from collections.abc import Callable

from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page

from hw.ports import KeyEdge
from hw.sim.table import VirtualTable
from hw.wiring import Wiring

PATIENCE_S = 10
SIZE = (128, 64)
READ_PANEL = """() => {
  const panel = document.getElementById("panel");
  const copy = new OffscreenCanvas(panel.width, panel.height).getContext("2d");
  copy.drawImage(panel, 0, 0);
  const { data } = copy.getImageData(0, 0, panel.width, panel.height);
  return [...data].filter((_, index) => index % 4 === 3).map((alpha) => (alpha ? 1 : 0));
}"""
"""The pixels of the page's panel, row by row: 1 is lit."""

OpenPage = Callable[..., Page]


class Table:
    """A virtual table and the edges that came out of it."""

    def __init__(self, port: int = 0, wiring: Wiring | None = None) -> None:
        self.virtual = VirtualTable(port=port, wiring=wiring)
        self._edges: queue.Queue[KeyEdge] = queue.Queue()
        self.virtual.pads.start(self._edges.put)

    def edge(self) -> tuple[int, int, bool]:
        """The next edge, as pad, key and direction."""
        edge = self._edges.get(timeout=PATIENCE_S)
        return edge.pad, edge.key, edge.is_down

    def edges(self, number: int) -> list[tuple[int, int, bool]]:
        return [self.edge() for _ in range(number)]

    def has_no_more_edges(self) -> bool:
        return self._edges.empty()


def picture(text: str = "If Tom were a piece of\nfurniture, which one\nwould he be?") -> Image.Image:
    """Some lines of text on a panel."""
    image = Image.new("1", SIZE)
    ImageDraw.Draw(image).text((2, 14), text, fill=1)
    return image


def key(page: Page, pad: int, number: int) -> Locator:
    """One key on the page."""
    return page.locator(f'[data-pad="{pad}"] [data-key="{number}"]')


def middle(locator: Locator) -> dict[str, float]:
    """Where a finger hits it."""
    box = locator.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


class Fingers:
    """Fingers on the glass of one page."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def touch(self, *keys: Locator) -> None:
        points = [{**middle(key), "id": number} for number, key in enumerate(keys)]
        self._session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})

    def lift(self) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def are_taken_away(self) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
