"""The virtual table without a browser: who may talk to it, what it tells pages, which edges come out."""

import asyncio
import gc
import json
import logging
import queue
import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from PIL import Image, ImageDraw

from hw.ports import Glow, HardwareError, KeyEdge
from hw.scanned_pads import monotonic_ms
from hw.sim import assets
from hw.sim.conversation import MAX_PAGES, PACE_S
from hw.sim.held import FaultChange, Held, KeyChange
from hw.sim.rig_faults import RigWires, faults_of, make_fault
from hw.sim.rig_fingers import Fingers
from hw.sim.server import PageServer
from hw.sim.table import VirtualTable
from hw.sim.weblog import quiet_logger
from hw.wiring import PAD_DRIVERS, from_values

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


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.virtual.close()
    gc.collect()  # a socket or loop left open would warn now, and warnings are errors


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


# What comes in


@pytest.mark.parametrize("driver", PAD_DRIVERS)
def test_a_press_and_its_release_arrive_in_order_with_their_times_however_the_pads_are_wired(
    driver: str,
) -> None:
    table = Table(pads_driver=driver)

    async def scenario() -> None:
        async with opened(table) as page:
            began_ms = monotonic_ms()
            await page.press(3, 7)
            await page.press(3, 7, down=False)
            await page.press(8, 1)
            await page.press(8, 5)
            told = [table.told() for _ in range(4)]
            assert [(edge.pad, edge.key, edge.is_down) for edge in told] == [
                (3, 7, True),
                (3, 7, False),
                (8, 1, True),
                (8, 5, True),
            ]
            times_ms = [edge.at_ms for edge in told]
            assert times_ms == sorted(times_ms)
            assert began_ms - 20 <= times_ms[0]
            assert times_ms[-1] <= monotonic_ms()

    with table.virtual:
        run(scenario())


def test_a_key_held_before_the_game_listens_is_reported_as_held_and_only_its_release_as_an_edge() -> None:
    with VirtualTable(port=0) as virtual:
        virtual.rig.press(2, 8, True)
        virtual.rig.press(2, 7, True)
        virtual.rig.press(2, 7, False)
        edges: queue.Queue[KeyEdge] = queue.Queue()
        assert virtual.pads.start(edges.put) == {(2, 8)}
        virtual.press(2, 8, False)
        edge = edges.get(timeout=PATIENCE_S)
        assert (edge.pad, edge.key, edge.is_down) == (2, 8, False)


def test_a_key_that_two_pages_press_is_down_until_both_let_go(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as one, opened(table) as other:
            await one.press(1, 4)
            assert table.edge() == (1, 4, True)
            await other.press(1, 4)
            await other.press(1, 5)
            assert table.edge() == (1, 5, True)
            await one.press(1, 4, down=False)
            await one.press(1, 6)
            assert table.edge() == (1, 6, True)
            await other.press(1, 4, down=False)
            assert table.edge() == (1, 4, False)

    run(scenario())


def test_a_page_that_closes_lets_go_of_its_keys(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as page:
            await page.press(5, 8)
            await page.press(5, 1)
            assert [table.edge(), table.edge()] == [(5, 8, True), (5, 1, True)]
        assert [table.edge(), table.edge()] == [(5, 1, False), (5, 8, False)]

    run(scenario())


def test_a_page_that_says_the_same_twice_makes_one_edge(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as page:
            await page.press(1, 1, down=False)
            await page.press(1, 1)
            await page.press(1, 1)
            await page.press(1, 1, down=False)
            await page.press(1, 2)
            assert [table.edge() for _ in range(3)] == [(1, 1, True), (1, 1, False), (1, 2, True)]

    run(scenario())


BAD_MESSAGES = [
    "",
    "press 1 1",
    "[1, 1, true]",
    '{"pad": 1, "key": 1}',
    '{"pad": 0, "key": 1, "down": true}',
    '{"pad": 1, "key": 9, "down": true}',
    '{"pad": true, "key": 1, "down": true}',
    '{"pad": 1, "key": 1.5, "down": true}',
    '{"pad": 1, "key": 1, "down": 1}',
    '{"pad": 1, "key": 1, "down": true, "more": 0}',
    '{"pad": 1, "key": 1, "down": true}' + " " * 300,
    "[" * 250,
    b"{}",
    '{"fault": "slow bus"}',
    '{"fault": "slow bus", "made": 1}',
    '{"fault": "slow", "made": true}',
    '{"fault": "stuck red 9", "made": true}',
    '{"fault": "", "made": true}',
]


@pytest.mark.parametrize("message", BAD_MESSAGES)
def test_a_page_that_talks_nonsense_is_closed_and_lets_go_and_the_others_play_on(
    table: Table, message: str | bytes
) -> None:
    async def scenario() -> None:
        async with opened(table) as good, opened(table) as bad:
            await bad.press(2, 2)
            assert table.edge() == (2, 2, True)
            if isinstance(message, bytes):
                await bad.channel.send_bytes(message)
            else:
                await bad.channel.send_str(message)
            assert table.edge() == (2, 2, False)
            assert (await bad.channel.receive()).type is aiohttp.WSMsgType.CLOSE
            await good.press(2, 3)
            assert table.edge() == (2, 3, True)

    run(scenario())


def test_a_listener_that_fails_is_logged_by_type_without_the_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    called = threading.Event()

    def press(pad: int, key: int, is_down: bool) -> None:
        called.set()
        raise RuntimeError(f"key {key}")

    table = Table()
    wires = RigWires(table.virtual.rig)
    with table.virtual, PageServer("127.0.0.1", 0, SIZE, press, wires) as server:

        async def scenario() -> None:
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(server.url + "table", headers={"Origin": server.url[:-1]}) as channel,
            ):
                await channel.send_str('{"pad": 6, "key": 5, "down": true}')
                called.wait(PATIENCE_S)

        run(scenario())
    text = "\n".join(caplog.messages)
    assert "RuntimeError" in text
    assert "key 5" not in text + caplog.text


def test_an_error_of_the_web_server_is_logged_by_type_and_place(
    caplog: pytest.LogCaptureFixture,
) -> None:
    try:
        raise ValueError("key 5")
    except ValueError:
        quiet_logger().exception("while %s was handled", "key 5")
    assert "ValueError at" in caplog.text
    assert __file__ in caplog.text
    assert "key 5" not in caplog.text


def test_nothing_that_carries_a_key_shows_it_in_its_repr() -> None:
    keys: Held[tuple[int, int]] = Held()
    faults: Held[str] = Held()
    keys.apply("page", (1, 5), True)
    faults.apply("page", "stuck red 5", True)
    changes = KeyChange(pad=1, key=5, down=True), FaultChange(fault="stuck red 5", made=True)
    assert "5" not in repr(changes) + repr(keys) + repr(faults)


# Faults in the wires


def test_a_page_makes_a_fault_and_mends_it_in_the_wires_alone(table: Table) -> None:
    rig = table.virtual.rig

    async def scenario() -> None:
        async with opened(table) as page:
            await page.wire("unplugged orange")
            await page.wire("stuck red 5")
            assert table.edge() == (1, 5, True)
            assert rig.faults == ["unplugged orange", "stuck red 5"]
            await page.press(2, 2)
            await page.wire("stuck red 5", made=False)
            assert table.edge() == (1, 5, False)
            await page.wire("unplugged orange", made=False)
            assert table.edge() == (2, 2, True)
            await page.wire("slow bus", made=False)  # never made: nothing to mend
            await page.press(2, 2, down=False)
            assert table.edge() == (2, 2, False)
            assert rig.faults == []

    run(scenario())


def test_a_fault_lasts_while_any_page_holds_it_and_goes_with_the_last(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as one:
            async with opened(table) as other:
                await one.wire("stuck red 5")
                await other.wire("stuck red 5")
                assert table.edge() == (1, 5, True)
            await one.press(3, 3)
            assert table.edge() == (3, 3, True)
            assert table.virtual.rig.faults == ["stuck red 5"]
        assert {table.edge(), table.edge()} == {(3, 3, False), (1, 5, False)}

    run(scenario())
    assert table.virtual.rig.faults == []


def test_a_page_that_leaves_mends_nothing_that_the_command_line_has_made(table: Table) -> None:
    make_fault(table.virtual.rig, "stuck red 5")
    assert table.edge() == (1, 5, True)

    async def scenario() -> None:
        async with opened(table) as page:
            await page.wire("stuck red 5")
            await page.press(3, 3)
            assert table.edge() == (3, 3, True)
        assert table.edge() == (3, 3, False)

    run(scenario())
    assert table.virtual.rig.faults == ["stuck red 5"]
    assert table.has_no_more_edges()


def test_a_stuck_key_may_be_a_vote_so_no_page_is_told_of_it_and_no_log(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def scenario() -> None:
        async with opened(table) as one, opened(table) as other:
            one.heard.clear()
            other.heard.clear()
            await one.wire("stuck red 5")
            assert table.edge() == (1, 5, True)
            await one.wire("stuck red 05x")  # nonsense, with which this page ends
            assert table.edge() == (1, 5, False)
            table.virtual.lights.show([1] * 8)
            await other.hear_until(lambda page: page.levels() == [255] * 8)
            assert [json.loads(said)["type"] for said in one.heard + other.heard] == ["lights"]

    run(scenario())
    assert "red 5" not in caplog.text
    assert "05x" not in caplog.text


def test_a_page_is_told_which_faults_these_wires_can_have() -> None:
    for driver in PAD_DRIVERS:
        table = Table(pads_driver=driver)

        async def scenario(table: Table = table) -> None:
            async with opened(table) as page:
                hello = page.state["hello"]
                assert isinstance(hello, dict)
                assert hello["faults"] == faults_of(table.virtual.rig)

        with table.virtual:
            run(scenario())


# What goes out


def test_two_pages_show_the_same_picture_and_lights_and_so_does_one_that_comes_later(table: Table) -> None:
    image = picture("Who would?")
    levels = [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0, 0.01]

    async def scenario() -> None:
        async with opened(table) as one, opened(table) as other:
            table.virtual.panel.show(image, Glow.BRIGHT)
            table.virtual.lights.show(levels)
            for page in (one, other):
                await page.hear_until(lambda page: page.levels() == [0, 26, 64, 128, 192, 230, 255, 3])
                assert page.shows(image)
            async with opened(table) as late:
                assert late.shows(image)
                assert late.state == one.state == other.state
                assert late.state["lights"] == {
                    "levels": [0, 26, 64, 128, 192, 230, 255, 3],
                    "colour": None,
                }
                assert late.state["glow"] == {"brightness": 255}

    run(scenario())


def test_lamps_that_can_take_the_winners_colour_everywhere() -> None:
    table = Table(lights_driver="apa102")

    async def scenario() -> None:
        async with opened(table) as page:
            table.virtual.lights.show([0.2] * 8, colour=3)
            await page.hear_until(lambda page: page.levels() == [51] * 8)
            assert page.state["lights"] == {"levels": [51] * 8, "colour": 3}
            table.virtual.lights.show([0.2] * 8)
            await page.hear_until(
                lambda page: page.state["lights"] == {"levels": page.levels(), "colour": None}
            )

    with table.virtual:
        run(scenario())


def test_a_page_is_greeted_with_the_panels_size_and_the_pads_letters_and_colours(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as page:
            hello = page.state["hello"]
            assert isinstance(hello, dict)
            assert hello["size"] == [128, 64]
            assert " ".join(pad["code"] for pad in hello["pads"]) == "RED ORA YEL GRN CYA BLU PUR WHT"
            assert len({pad["colour"] for pad in hello["pads"]}) == 8

    run(scenario())


def test_only_the_rows_that_changed_travel_and_an_unchanged_picture_does_not(table: Table) -> None:
    image = picture("Anna reads")

    async def scenario() -> None:
        table.virtual.panel.show(image, Glow.BRIGHT)
        async with opened(table) as page:
            page.heard.clear()
            table.virtual.panel.show(image.copy(), Glow.BRIGHT)
            image.putpixel((0, 61), 1)
            image.putpixel((127, 63), 1)
            table.virtual.panel.show(image, Glow.BRIGHT)
            await page.hear_until(lambda page: page.shows(image))
            row = bytes(15)
            assert page.heard == [bytes([0, 61]) + b"\x80" + row + bytes(16) + row + b"\x01"]

    run(scenario())


def test_a_panel_of_any_width_is_shown() -> None:
    table = Table(panel_driver="ssd1306", panel_width=96, panel_height=16)

    async def scenario() -> None:
        async with opened(table) as page:
            hello = page.state["hello"]
            assert isinstance(hello, dict)
            assert hello["size"] == [96, 16]

    with table.virtual as virtual:
        virtual.panel.show(Image.new("1", (96, 16), 1), Glow.DIM)
        assert virtual.panel.size == (96, 16)
        run(scenario())
        with pytest.raises(ValueError, match="96, 16"):
            virtual.panel.show(Image.new("1", (128, 64)), Glow.DIM)


def test_a_wiring_that_cannot_be_is_said_and_the_table_is_as_in_the_reference_build() -> None:
    table = Table(panel_driver="ssd1307", lights_driver="pca9685")
    with table.virtual as virtual:
        (fault,) = virtual.faults
        assert "ssd1307" in fault
        assert (virtual.rig.wiring.panel.driver, virtual.rig.wiring.lights.driver) == ("ssd1309", "pca9685")
        virtual.panel.show(picture("Play"), Glow.BRIGHT)
        assert virtual.rig.panel_picture().tobytes() == picture("Play").tobytes()


def test_in_a_storm_of_pictures_and_lights_a_page_is_sent_thirty_a_second_and_the_last_one(
    table: Table,
) -> None:
    pictures = [picture("tick"), picture("tock")]

    def storm() -> None:
        for n in range(1, 501):
            table.virtual.panel.show(pictures[n % 2], Glow.BRIGHT)
            table.virtual.lights.show([n / 500] * 8)

    async def scenario() -> None:
        async with opened(table) as page:
            page.heard.clear()
            began = time.monotonic()
            await asyncio.to_thread(storm)  # a page that did not answer meanwhile would be given up
            await page.hear_until(lambda page: page.levels() == [255] * 8 and page.shows(pictures[0]))
            rounds = (time.monotonic() - began) / PACE_S + 2
            assert len([said for said in page.heard if isinstance(said, bytes)]) <= rounds
            assert len([said for said in page.heard if isinstance(said, str)]) <= 2 * rounds

    run(scenario())


def test_no_page_is_ever_told_of_a_key_whoever_pressed_it(table: Table) -> None:
    async def evening(key: int) -> list[list[str | bytes]]:
        """Everything two pages hear while keys go down, are held, and go up."""
        table.virtual.lights.show([0] * 8)
        async with opened(table) as one, opened(table) as other:
            for number, page in enumerate((one, other), start=1):
                await page.press(number, key)
                assert table.edge() == (number, key, True)
            table.virtual.lights.show([0.5] * 8)
            for page in (one, other):
                await page.hear_until(lambda page: page.levels() == [128] * 8)
            await one.press(1, key, down=False)
            assert table.edge() == (1, key, False)
            table.virtual.lights.show([1] * 8)
            for page in (one, other):
                await page.hear_until(lambda page: page.levels() == [255] * 8)
        assert table.edge() == (2, key, False)
        return [one.heard, other.heard]

    async def scenario() -> None:
        first = await evening(key=1)
        assert await evening(key=8) == first
        assert {json.loads(said)["type"] for said in first[0] if isinstance(said, str)} <= {
            "hello",
            "glow",
            "lights",
        }

    run(scenario())


# Who may talk to it


def test_the_page_and_all_it_needs_are_served_with_headers_that_keep_others_out(table: Table) -> None:
    async def scenario() -> None:
        for path, asset in assets.load().items():
            status, text, headers = await ask(table, path)
            assert (status, text.encode()) == (200, asset.body)
            assert headers["Content-Type"] == f"{asset.content_type}; charset=utf-8"
            assert "default-src 'none'" in headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert "unsafe" not in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["X-Frame-Options"] == "DENY"
        assert [(await ask(table, path))[0] for path in ("/../table.py", "/main.py", "/page/")] == [404] * 3

    run(scenario())


def test_the_page_asks_for_nothing_but_its_own_files() -> None:
    files = assets.load()
    for path, asset in files.items():
        text = asset.body.decode()
        wanted = re.findall(r"""(?:src=|href=|from |url\()["']([^"']+)["']""", text)
        assert {f"/{name.removeprefix('./')}" for name in wanted} <= files.keys(), path
        assert re.sub(r"http://www.w3.org/2000/svg", "", text).count("http") == 0, path


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_table_answers_to_every_name_of_this_machine(table: Table, name: str) -> None:
    async def scenario() -> None:
        host = f"{name}:{table.virtual.port}"
        assert (await ask(table, Host=host))[0] == 200
        async with opened(table, Host=host, Origin=f"http://{host.lower()}") as page:
            assert page.state

    run(scenario())


def test_the_table_can_live_on_the_other_loopback_address() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")

    async def scenario(url: str) -> None:
        async with (
            aiohttp.ClientSession(headers={"Origin": url.removesuffix("/")}) as session,
            session.ws_connect(f"{url}table") as channel,
        ):
            assert "hello" in await channel.receive_str()

    with VirtualTable("::1", 0) as virtual:
        assert virtual.url == f"http://[::1]:{virtual.port}/"
        run(scenario(virtual.url))


@pytest.mark.parametrize(
    "host",
    ["evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.:{port}", "127.0.0.1:{port}.evil", ""],
)
def test_another_host_is_refused_in_one_line(table: Table, host: str) -> None:
    async def scenario() -> None:
        host_here = host.format(port=table.virtual.port)
        status, text, _ = await ask(table, Host=host_here)
        assert status == 403
        assert re.fullmatch(r"Refused: .+\.\n", text)
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with opened(table, Host=host_here, Origin=f"http://{host_here}"):
                pass

    run(scenario())


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://localhost:{port}",
        "http://127.0.0.1:1",
        "",
    ],
)
def test_a_page_of_another_origin_is_refused(table: Table, origin: str) -> None:
    async def scenario() -> None:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with opened(table, Origin=origin.format(port=table.virtual.port)):
                pass
        assert (await ask(table, Origin="http://evil.example"))[0] == 403

    run(scenario())


def test_whoever_names_no_origin_gets_the_page_but_not_the_table(table: Table) -> None:
    async def scenario() -> None:
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
        key = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        assert (await ask(table, "/table", **upgrade, **key))[0] == 403
        assert (await ask(table))[0] == 200

    run(scenario())


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x16\x03\x01 this is no HTTP\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx",
    ],
)
def test_a_strange_request_is_refused_without_a_traceback(
    table: Table, request_bytes: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_connection(("127.0.0.1", table.virtual.port), timeout=PATIENCE_S) as connection:
        connection.sendall(request_bytes.replace(b"{host}", table.authority.encode()))
        answer = connection.recv(4096)
    assert answer.split()[1] in (b"400", b"403", b"405")
    assert b"Traceback" not in answer
    assert not caplog.records


def test_one_page_too_many_is_told_so(table: Table) -> None:
    async def scenario() -> None:
        channels = []
        async with aiohttp.ClientSession(headers={"Origin": f"http://{table.authority}"}) as session:
            for _ in range(MAX_PAGES):
                channels.append(await session.ws_connect(f"http://{table.authority}/table"))
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                await session.ws_connect(f"http://{table.authority}/table")
            for channel in channels:
                await channel.close()

    run(scenario())


# Coming and going


def test_a_port_in_use_gives_way_to_the_next_free_one_and_that_is_said(table: Table) -> None:
    taken = table.virtual.port
    with VirtualTable(port=taken) as second:
        assert taken < second.port < taken + 20
        assert second.note == f"port {taken} is in use: the virtual table is at {second.url}"
        assert second.url == f"http://127.0.0.1:{second.port}/"
    assert table.virtual.note is None


@pytest.mark.parametrize(
    ("address", "port", "cure"),
    [
        ("0.0.0.0", 0, "127.0.0.1"),
        ("192.0.2.7", 0, "127.0.0.1"),
        ("imaginiff.example", 0, "127.0.0.1"),
        ("", 0, "127.0.0.1"),
        ("127.0.0.1", 65536, "1024 to 65535"),
        ("127.0.0.1", -1, "1024 to 65535"),
    ],
)
def test_a_wrong_address_or_port_is_refused_in_one_line_with_the_cure(
    address: str, port: int, cure: str
) -> None:
    with pytest.raises(HardwareError, match=cure) as refused:
        VirtualTable(address, port)
    assert "\n" not in str(refused.value)


def test_when_every_port_near_is_in_use_the_error_names_them() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.MonkeyPatch.context() as patch:
        patch.setattr("hw.sim.listening.TRIES", 1)
        with pytest.raises(HardwareError, match=f"{other.getsockname()[1]}.* in use: .*\\[table\\]"):
            VirtualTable(port=other.getsockname()[1])


def test_closing_twice_is_harmless_and_leaves_no_thread_and_a_free_port(table: Table) -> None:
    async def scenario() -> None:
        async with opened(table) as page:
            await page.press(4, 4)
            assert table.edge() == (4, 4, True)
            closing = asyncio.to_thread(table.virtual.close)
            closed = asyncio.create_task(closing)
            while (message := await page.channel.receive()).type is not aiohttp.WSMsgType.CLOSE:
                assert message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY)
            assert message.data == aiohttp.WSCloseCode.GOING_AWAY
            await closed

    run(scenario())
    table.virtual.close()
    table.virtual.lights.show([1] * 8)
    table.virtual.panel.close()
    assert table.has_no_more_edges()
    assert not [thread for thread in threading.enumerate() if thread.name == "virtual-table"]
    with VirtualTable(port=table.virtual.port) as again:
        assert again.port == table.virtual.port


def test_an_end_waits_for_no_key_that_waits_for_its_turn() -> None:
    moved: queue.Queue[tuple[int, int, bool]] = queue.Queue()
    fingers = Fingers(lambda *move: moved.put(move), lambda: True)
    fingers.listen(lambda edge: None)  # nothing is ever reported
    for key in range(1, 9):
        fingers.move(1, key, True)
    assert moved.get(timeout=PATIENCE_S) == (1, 1, True)
    fingers.close()
    assert moved.empty()


def test_a_page_that_has_stopped_reading_delays_neither_the_others_nor_the_end(table: Table) -> None:
    with socket.create_connection(("127.0.0.1", table.virtual.port), timeout=PATIENCE_S) as deaf:
        handshake = (
            f"GET /table HTTP/1.1\r\nHost: {table.authority}\r\nOrigin: http://{table.authority}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        deaf.sendall(handshake.encode())
        assert deaf.recv(12) == b"HTTP/1.1 101"

        async def scenario() -> None:
            async with opened(table) as page:
                table.virtual.lights.show([1] * 8)
                await page.hear_until(lambda page: page.levels() == [255] * 8)

        run(scenario())
        began = time.monotonic()
        table.virtual.close()
        assert time.monotonic() - began < 2
