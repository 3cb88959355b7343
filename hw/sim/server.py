"""The web side of the virtual table: serves the page, shows panel and lights on it, takes keys and faults.

It runs on a thread with an event loop of its own, and does not know who uses the keys or makes the pictures.
"""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from types import TracebackType
from typing import Protocol, Self

from aiohttp import web
from aiohttp.typedefs import Handler

from hw.sim import assets
from hw.sim.conversation import Conversations
from hw.sim.guard import hosts_served, refusal, security_headers
from hw.sim.listening import listen
from hw.sim.look import LOOKS, Look
from hw.sim.view import View, as_byte, dark, hello
from hw.sim.weblog import quiet_logger

SOCKET_PATH = "/table"
SHUTDOWN_S = 0.5


class FaultyWires(Protocol):
    """Wires in which pages can make faults."""

    @property
    def faults(self) -> Mapping[str, str]:
        """Those that can be, in words with places to fill in, and what each means."""

    def set_fault(self, words: str, is_made: bool) -> None:
        """Make a fault, or mend it. Raises `HardwareError` for one that cannot be."""


class PageServer:
    """Serves the virtual table's page from construction to `close()`.

    `press(pad, key, is_down)` is called on the server's thread whenever a key goes down or up, whichever page
    did it; it must not block. Neither must `wires`, to which faults go. `size` is the panel's, in pixels.
    Raises `HardwareError` when it cannot listen.
    """

    def __init__(
        self,
        address: str,
        port: int,
        size: tuple[int, int],
        press: Callable[[int, int, bool], None],
        wires: FaultyWires,
        looks: Sequence[Look] = LOOKS,
    ) -> None:
        self._assets = assets.load()
        self._view = dark(size)
        first_words = hello(size, looks, wires.faults, assets.version(self._assets))
        self._conversations = Conversations(first_words, self._view, press, wires.set_fault)
        self._listener = listen(address, port)
        host, self.port = self._listener.getsockname()[:2]
        self._wanted_port = port
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"
        self._hosts = hosts_served(host, self.port)
        self._lock = threading.Lock()
        self._is_open = True
        self._stop = asyncio.Event()
        started: Future[asyncio.AbstractEventLoop] = Future()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve(started)), name="virtual-table", daemon=True
        )
        self._thread.start()
        self._loop = started.result()

    @property
    def note(self) -> str | None:
        """What people should be told when the port is not the one asked for, in one line."""
        if self._wanted_port in (0, self.port):
            return None
        return f"port {self._wanted_port} is in use: the virtual table is at {self.url}"

    def show_panel(self, rows: bytes, brightness: float) -> None:
        """Show packed pixels (view.py) at a brightness of 0.0 (off) to 1.0. From any thread; never waits."""
        self._publish(lambda view: replace(view, rows=rows, brightness=as_byte(brightness)))

    def show_lights(self, levels: Sequence[float], colour: int | None = None) -> None:
        """Show the lights at 0.0 to 1.0, pad 1 first; in one pad's `colour` if given. As above."""
        self._publish(lambda view: replace(view, levels=tuple(map(as_byte, levels)), colour=colour))

    def close(self) -> None:
        """Let keys go, mend faults, tell the pages, stop. May be called twice. Not from within `press`."""
        with self._lock:
            if self._is_open:
                self._loop.call_soon_threadsafe(self._stop.set)
            self._is_open = False
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _publish(self, change: Callable[[View], View]) -> None:
        with self._lock:
            view = change(self._view)
            if self._is_open and view != self._view:
                self._view = view
                self._loop.call_soon_threadsafe(self._conversations.update, view)

    async def _serve(self, started: Future[asyncio.AbstractEventLoop]) -> None:
        # No access log: nothing that a page does is anybody's business.
        runner = web.AppRunner(
            self._application(), access_log=None, logger=quiet_logger(), shutdown_timeout=SHUTDOWN_S
        )
        try:
            await runner.setup()
            site = web.SockSite(runner, self._listener)
            await site.start()
        except BaseException as error:
            self._listener.close()
            started.set_exception(error)
            return
        started.set_result(asyncio.get_running_loop())
        await self._stop.wait()
        await site.stop()  # first, or a page that hears the farewell would be back at once
        await self._conversations.farewell()
        await runner.cleanup()

    def _application(self) -> web.Application:
        application = web.Application(middlewares=[self._guard])
        application.on_response_prepare.append(self._secure)
        application.router.add_get(SOCKET_PATH, self._conversations.handle)
        for path in self._assets:
            application.router.add_get(path, self._send_asset)
        return application

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        reason = refusal(request.headers, self._hosts, origin_required=request.path == SOCKET_PATH)
        if reason is not None:
            return web.Response(status=403, text=f"{reason}\n")
        return await handler(request)

    async def _secure(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(security_headers(self._hosts))

    async def _send_asset(self, request: web.Request) -> web.Response:
        asset = self._assets[request.path]
        return web.Response(body=asset.body, content_type=asset.content_type, charset="utf-8")
