"""The whole device in virtual time: session, journal on a disk, log, trace, panel, lights, and a page."""

import logging
import re
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import pytest
from PIL import Image

from device.app import session as session_module
from device.app import showing
from device.app.journal import Journal
from device.app.loop import cannot_save
from device.app.observer import LogObserver
from device.app.panel_worker import glow_of
from device.app.piles import Piles
from device.app.session import Observer, Session
from device.app.showing import Show, Shown
from device.app.texts import ENGLISH
from device.app.trace import Record, Trace
from device.booth.booth import Booth
from device.engine.cards import Category
from device.engine.table import Table
from device.machine import effects as fx
from device.machine.menus import Value
from device.machine.phases import DeckOffer, Offer, Settings, State
from device.ui.draw import draw
from device.ui.lights import Light, colour_everywhere, levels, lights_of, next_change_ms
from hw.ports import Glow, KeyEdge
from hw.sim.view import View as PageView
from hw.sim.view import as_byte, changes, dark
from tests.disk import bytes_on, set_full, sizes_on, without_power
from tests.secrecy.buses import Buses
from tests.secrecy.observed import Observed
from tests.talk import card

SIZE = (128, 64)
CARDS = tuple(
    card(category, name, answers)
    for category in Category
    for name, answers in (("a", 2), ("b", 3), ("c", 6), ("d", 5))
)
_draw = lru_cache(maxsize=4096)(draw)
"""Drawing is pure, and most of what a run costs: the same screen is drawn once."""

BRIGHTNESS = {Glow.BRIGHT: 1.0, Glow.MIDDLE: 0.5, Glow.DIM: 0.25, Glow.OFF: 0.0}
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class Broken(Exception):  # noqa: N818 - an error that the script wants
    """The program breaks here, in the middle of a vote."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a device is made of: the seams at which a leak can be planted."""

    booth: type[Booth] = Booth
    journal: type[Journal] = Journal
    observer: Callable[[], Observer] = LogObserver
    show: type[Show] = Show
    lights: Callable[[State], Sequence[Light]] = lights_of
    changes: Callable[[PageView | None, PageView], object] = lambda before, after: list(
        changes(before, after)
    )
    buses: Callable[[], Buses] | None = None
    record: Callable[[Record], Record] = lambda record: record
    plant: Callable[[pytest.MonkeyPatch], None] = lambda monkeypatch: None


class _Watching:
    """Tells the trace, the log and the device's own eyes; breaks where it is told to."""

    def __init__(self, device: "Device") -> None:
        self._device = device
        self._log = device.parts.observer()
        self.will_break = False

    def instant(self, at_ms: int) -> None:
        """What follows happens at that time."""
        self._device.observed.at_ms = at_ms
        self._log.instant(at_ms)
        self._device.trace.instant(at_ms)

    def effect(self, effect: fx.Effect, table: Table) -> None:
        """Something happened."""
        if isinstance(effect, fx.OpenBallots):
            self._device.look(is_all=True)
            self._device.observed.reveal()
        self._device.observed.see("effects", effect)
        self._log.effect(effect, table)
        self._device.trace.effect(effect, table)
        self._device.heard.append(effect)
        if self.will_break and isinstance(effect, fx.Voted | fx.Withdrawn):
            self.will_break = False
            raise Broken


class Device:
    """Feed it edges and let time pass; `observed` has everything that could be seen outside the booth."""

    def __init__(
        self, folder: Path, settings: Settings, seed: int, observed: Observed, parts: Parts | None = None
    ) -> None:
        self.parts = parts or Parts()
        self.observed = observed
        self.heard: list[fx.Effect] = []
        self.at_ms = 0
        self.is_on = True
        self.session: Session
        self._settings = settings
        self._chance = Random(seed)
        self._show = self.parts.show(SIZE, ENGLISH)
        self._drawn: tuple[State, Shown] | None = None
        self._image: Image.Image | None = None
        self._rows = b""
        self._seen: State | None = None
        self._page = dark(SIZE)
        self._buses = self.parts.buses() if self.parts.buses else None
        self._down: set[tuple[int, int]] = set()
        self._folder = folder
        self._path = folder / "games.sqlite"
        self._monkeypatch = pytest.MonkeyPatch()
        self._monkeypatch.setattr(session_module, "Booth", self.parts.booth)
        self._monkeypatch.setattr(showing, "draw", _draw)
        self.parts.plant(self._monkeypatch)
        self.trace = Trace(self._write, self._show.lights, self._panel)
        self._watching = _Watching(self)
        self._journal = self.parts.journal(self._path)
        self._power_on()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._monkeypatch.undo()
        if self._buses is not None:
            self._buses.close()
        self.trace.close_instant()
        self._journal.close()
        self.observed.see("journal", bytes_on(self._path))

    # What happens to it

    @property
    def state(self) -> State:
        """All that is public."""
        return self.session.state

    def feed(self, edge: KeyEdge) -> None:
        """A key goes down or up."""
        (self._down.add if edge.is_down else self._down.discard)((edge.pad, edge.key))
        self._do(partial(self.session.feed, edge))

    def wait(self, ms: int) -> None:
        """Time passes, from deadline to deadline."""
        self.at_ms += ms
        while (due_ms := self.session.next_deadline()) is not None and due_ms <= self.at_ms:
            self._do(partial(self.session.pass_time, due_ms))
        self.observed.at_ms = self.at_ms

    def cut(self) -> None:
        """The power fails and comes back."""
        self.trace.close_instant()
        path = without_power(self._path, self._folder)
        self.observed.see("journal", bytes_on(path))
        self._journal.close()
        self._path = path
        self._journal = self.parts.journal(path)
        self._power_on()

    def will_break(self) -> None:
        """The program breaks at the next vote or withdrawal."""
        self._watching.will_break = True

    def fill_disk(self, is_full: bool) -> None:
        """The disk fills up, or has room again."""
        set_full(self._journal, is_full)

    def keep_setting(self, key: str, value: Value) -> None:
        """What the menu sets is seen on the disk."""
        self.observed.see("settings", (key, value))

    def offer(self) -> Offer:
        """What there is to choose from."""
        return Offer((DeckOffer("test", "Test"), DeckOffer("other", "Other")), self._journal.names())

    def switch_off(self, is_restart: bool) -> bool:
        """The menu's switch off and restart."""
        self.is_on = False
        return True

    # What is seen of it

    def look(self, is_all: bool = False) -> None:
        """Look at everything that shows itself."""
        state = self.session.state
        self.observed.see("deadline", self.session.next_deadline())
        if state is not self._seen or is_all:
            self._seen = state
            self.observed.see("state", state)
            self._look_at(state, self._panel(state).image, self.parts.lights(state))
        self.observed.see("journal size", sizes_on(self._path))
        if is_all:
            self.observed.see("journal", bytes_on(self._path))

    def _look_at(self, state: State, image: Image.Image, lights: Sequence[Light]) -> None:
        """Look at panel and lights, and at what an open page of the virtual table is sent of them."""
        glow, now_ms = glow_of(state), self.observed.at_ms
        if image is not self._image:  # no frame is made in place
            self._image, self._rows = image, image.tobytes()
        bright, colour = levels(lights, now_ms), colour_everywhere(lights)
        self.observed.see("panel", (self._rows, glow))
        self.observed.see("lights", (bright, colour, next_change_ms(lights, now_ms)))
        if self._buses is not None:
            sent = self._buses.show(image, glow, bright, colour, self.observed.at_ms)
            self.observed.see("buses", sent)
        before = self._page
        self._page = PageView(
            SIZE, self._rows, as_byte(BRIGHTNESS[glow]), tuple(map(as_byte, bright)), colour
        )
        if self._page != before:
            self.observed.see("page", self.parts.changes(before, self._page))

    def _panel(self, state: State) -> Shown:
        if self._drawn is None or self._drawn[0] is not state:
            self._drawn = state, self._show.panel(state)
        return self._drawn[1]

    def _write(self, record: Record) -> None:
        self.observed.see("trace", repr(self.parts.record(record)))

    # How it runs

    def _power_on(self) -> None:
        self.is_on = True
        self._has_warned = False
        self._seen = None
        self.observed.at_ms = self.at_ms
        before = self._journal.table
        self.trace.watch(None, before)
        self.session = Session(
            self._journal,
            Piles(CARDS, self._journal.card_marks(), self._chance),
            self._chance,
            self._settings,
            self._watching,
            self,
            self._show.measure,
            sorted(self._down),
            self.at_ms,
        )
        self.trace.watch(lambda: self.session.state, self.session.state.table)
        self.look()

    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:
            self._see_error(error)
            self.cut()
        else:
            self._mind_journal()
            self.look()
        if not self.is_on:
            self.cut()

    def _see_error(self, error: Exception) -> None:
        """How the error is told: as it is printed, as it is logged, and with all that is around it."""
        self.observed.see("error", "".join(traceback.format_exception(error)))
        logging.getLogger("test").error("it broke", exc_info=error)
        if isinstance(error, Broken):  # raised outside the booth: not even variables have a number
            told = traceback.TracebackException.from_exception(error, capture_locals=True).format()
            self.observed.see("error", _ADDRESS.sub("", "".join(told)))

    def _mind_journal(self) -> None:
        """As the loop does: save again, and say once that it does not go."""
        if not self._journal.is_failing:
            self._has_warned = False
            return
        self._journal.try_again()
        if self._journal.is_failing and not self._has_warned:
            self._has_warned = True
            self.session.note(cannot_save(ENGLISH), self.at_ms)
