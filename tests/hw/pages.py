"""A virtual table and its pages without a browser: what they press, and what they are sent."""

import asyncio
import json
import queue
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
from PIL import Image, ImageDraw

from hw.ports import KeyEdge
from hw.sim.table import VirtualTable
from hw.wiring import from_values

SIZE = (128, 64)
PATIENCE_S = 10


class Table:
    """A virtual table whose edges wait in a queue."""

    def __init__(self, **values: object) -> None:
        wiring = from_values({name.replace("_", ".", 1): value for name, value in values.items()})
        self.virtual = VirtualTable(port=0, wiring=wiring)
        self._edges: queue.Queue[KeyEdge] = queue.Queue()
        self.down_at_start = self.virtual.pads.start(self._edges.put)

    def edge(self) -> tuple[int, int, bool]:
        """The next edge, as pad, key and direction."""
        edge = self.told()
        return edge.pad, edge.key, edge.is_down

    def told(self) -> KeyEdge:
        """The next edge."""
        return self._edges.get(timeout=PATIENCE_S)

    def has_no_more_edges(self) -> bool:
        return self._edges.empty()

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.virtual.port}"


class Page:
    """One open page: shows what it is sent, remembers every message."""

    def __init__(self, channel: aiohttp.ClientWebSocketResponse) -> None:
        self.channel = channel
        self.heard: list[str | bytes] = []
        self.rows: dict[int, bytes] = {}
        self.state: dict[str, object] = {}

    async def press(self, pad: int, key: int, *, down: bool = True) -> None:
        await self.channel.send_str(json.dumps({"pad": pad, "key": key, "down": down}))

    async def wire(self, fault: str, *, made: bool = True) -> None:
        await self.channel.send_str(json.dumps({"fault": fault, "made": made}))

    async def hear(self) -> None:
        message = await self.channel.receive(timeout=PATIENCE_S)
        assert message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), message
        self.heard.append(message.data)
        if isinstance(message.data, bytes):
            first, rows = int.from_bytes(message.data[:2]), message.data[2:]
            self.rows |= {first + n: rows[16 * n : 16 * n + 16] for n in range(len(rows) // 16)}
        else:
            told = json.loads(message.data)
            self.state[told.pop("type")] = told

    async def hear_until(self, is_so: Callable[["Page"], bool]) -> None:
        while not is_so(self):
            await self.hear()

    def shows(self, image: Image.Image) -> bool:
        return b"".join(self.rows[row] for row in sorted(self.rows)) == image.tobytes()

    def levels(self) -> object:
        lights = self.state.get("lights")
        return lights["levels"] if isinstance(lights, dict) else None


@asynccontextmanager
async def opened(table: Table, **headers: str) -> AsyncIterator[Page]:
    """A page that has been greeted and shows the whole table."""
    headers = {"Origin": f"http://{table.authority}", **headers}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"http://{table.authority}/table", headers=headers) as channel,
    ):
        page = Page(channel)
        await page.hear_until(lambda page: "lights" in page.state)
        yield page


async def ask(table: Table, path: str = "/", **headers: str) -> tuple[int, str, dict[str, str]]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{table.authority}{path}", headers=headers) as answer,
    ):
        return answer.status, await answer.text(), dict(answer.headers)


def run(scenario: Awaitable[None]) -> None:
    async def within_time() -> None:
        await asyncio.wait_for(scenario, 3 * PATIENCE_S)

    asyncio.run(within_time())


def picture(text: str) -> Image.Image:
    image = Image.new("1", SIZE)
    ImageDraw.Draw(image).text((2, 20), text, fill=1)
    return image
