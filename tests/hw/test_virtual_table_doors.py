"""Who may talk to the virtual table; how it comes and goes."""

import asyncio
import queue
import re
import socket
import threading
import time

import aiohttp
import pytest

from hw.ports import HardwareError
from hw.sim import assets
from hw.sim.conversation import MAX_PAGES
from hw.sim.rig_fingers import Fingers
from hw.sim.table import VirtualTable
from tests.hw.pages import PATIENCE_S, Table, ask, opened, run

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
