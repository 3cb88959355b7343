"""The conversations with all open pages: views out, keys and faults in. Lives in the server's event loop."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from aiohttp import WSCloseCode, WSMsgType, web

from hw.ports import HardwareError
from hw.sim.held import FaultChange, Held, KeyChange, parse
from hw.sim.view import View, changes
from hw.sim.weblog import describe

log = logging.getLogger(__name__)

MAX_PAGES = 32
MAX_MESSAGE_BYTES = 256
PACE_S = 1 / 30
# A page that has gone without a word (a cut tunnel) lets its keys go after one and a half of these.
HEARTBEAT_S = 10.0
FAREWELL_S = 0.5


@dataclass(eq=False)
class _Page:
    """One open page. `seen` is the last view it was sent; the view to send is always the newest one."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport
    has_news: asyncio.Event = field(default_factory=asyncio.Event)
    seen: View | None = None


class Conversations:
    """All open pages. `press` is told of every key that goes down or up, as (pad, key, is_down).

    `set_fault` is told of every fault made or mended, as (words, is_made); it raises `HardwareError` for
    one that cannot be. A page that goes lets go of its keys, and its faults are mended.
    """

    def __init__(
        self,
        hello: str,
        view: View,
        press: Callable[[int, int, bool], None],
        set_fault: Callable[[str, bool], None],
    ) -> None:
        self._hello = hello
        self._view = view
        self._press = press
        self._set_fault = set_fault
        self._pages: set[_Page] = set()
        self._keys: Held[tuple[int, int]] = Held()
        self._faults: Held[str] = Held()

    def update(self, view: View) -> None:
        """Bring all pages to this view, each as fast as it can take it; views in between are left out."""
        self._view = view
        for page in self._pages:
            page.has_news.set()

    async def farewell(self) -> None:
        """Tell every page that the program stops."""
        await asyncio.gather(*(_hang_up(page, WSCloseCode.GOING_AWAY) for page in self._pages))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Talk with one page until it goes, or sends what is neither a key's change nor a fault's."""
        if len(self._pages) >= MAX_PAGES:
            return web.Response(status=503, text="Too many pages are open: close some.\n")
        socket = web.WebSocketResponse(
            timeout=FAREWELL_S, heartbeat=HEARTBEAT_S, compress=False, max_msg_size=MAX_MESSAGE_BYTES
        )
        await socket.prepare(request)
        assert isinstance(request.transport, asyncio.Transport)
        page = _Page(socket, request.transport)
        self._pages.add(page)
        sender = asyncio.create_task(self._send_views(page))
        try:
            code = await self._take_changes(page)
        finally:
            self._pages.discard(page)
            for pad, key in self._keys.release(page):
                self._pass_on(partial(self._press, pad, key, False))
            for words in self._faults.release(page):
                self._pass_on(partial(self._set_fault, words, False))
            sender.cancel()
        await _hang_up(page, code)
        return socket

    async def _send_views(self, page: _Page) -> None:
        """Send the newest view when there is news, at most once every `PACE_S`. A slow page waits alone."""
        with contextlib.suppress(ConnectionError):
            await page.socket.send_str(self._hello)
            while True:
                page.has_news.clear()
                before, page.seen = page.seen, self._view
                for message in changes(before, page.seen):
                    await _send(page.socket, message)
                await asyncio.sleep(PACE_S)
                await page.has_news.wait()

    async def _take_changes(self, page: _Page) -> WSCloseCode:
        """Pass on what the page changes; returns why that ended."""
        async for message in page.socket:
            if message.type is not WSMsgType.TEXT:
                return WSCloseCode.UNSUPPORTED_DATA
            match parse(message.data):
                case KeyChange(pad, key, is_down):
                    if self._keys.apply(page, (pad, key), is_down):
                        self._pass_on(partial(self._press, pad, key, is_down))
                case FaultChange(words, is_made):
                    if not self._set(page, words, is_made):
                        return WSCloseCode.POLICY_VIOLATION
                case None:
                    return WSCloseCode.POLICY_VIOLATION
        return WSCloseCode.OK

    def _set(self, page: _Page, words: str, is_made: bool) -> bool:
        """Make or mend a fault. False: there is none of that name here, and nobody holds it."""
        try:
            if self._faults.apply(page, words, is_made):
                self._set_fault(words, is_made)
        except HardwareError:
            self._faults.apply(page, words, False)
            return False
        return True

    def _pass_on(self, act: Callable[[], None]) -> None:
        """Do what a page wants. Whatever goes wrong with it, the page talks on."""
        try:
            act()
        except Exception as error:
            log.error("the virtual table lost a key press or a fault: %s", describe(error))


async def _send(socket: web.WebSocketResponse, message: str | bytes) -> None:
    if isinstance(message, str):
        await socket.send_str(message)
    else:
        await socket.send_bytes(message)


async def _hang_up(page: _Page, code: WSCloseCode) -> None:
    """Close politely, and soon also if the page takes nothing any more."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL_S):
            await page.socket.close(code=code)
    page.transport.abort()
