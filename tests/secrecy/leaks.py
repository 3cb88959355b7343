"""Leaks to be planted, one or more in each channel: the proof must see every one of them, for good."""

import dataclasses
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from PIL import Image

from device.app.journal import Journal
from device.app.observer import LogObserver
from device.app.showing import Show, Shown
from device.app.trace import Record
from device.booth import booth as booth_module
from device.booth.ballots import Ballots
from device.booth.booth import Booth
from device.engine.events import Event
from device.engine.table import Pad, Table
from device.machine import clock
from device.machine import effects as fx
from device.machine.ask import PADS, Ask, PadInput, Touched
from device.machine.phases import DRUMROLL_MS, Paging, Reveal, State
from device.machine.step import Step
from device.ui.lights import Light, lights_of
from hw.ports import Glow, KeyEdge
from hw.sim.view import View, changes
from tests.secrecy.buses import Buses
from tests.secrecy.device import Parts

log = logging.getLogger(__name__)


class Spy:
    """Knows the number that was voted for last: what no code outside the booth must ever know."""

    number = 0


@dataclass(frozen=True, slots=True)
class Leak:
    """A planted leak: the channel that must show it, and the device's parts with a spy among them."""

    channel: str
    parts: Callable[[Spy], Parts]

    def make(self) -> Parts:
        """The parts, with a spy that knows nothing yet."""
        return self.parts(Spy())


def tapped(spy: Spy) -> type[Booth]:
    """A booth that tells the spy every number voted for. That alone shows nowhere."""

    class Tapped(Booth):
        def _single(self, pad: Pad, key: int, at_ms: int, ask: Ask) -> list[PadInput]:
            if key in ask.options:
                spy.number = key
            return super()._single(pad, key, at_ms, ask)

    return Tapped


def _in_the_frame(spy: Spy) -> Parts:
    class LeakyShow(Show, frozen=True):
        def panel(self, state: State) -> Shown:
            shown = Show.panel(self, state)
            image = shown.image.copy()
            image.putpixel((spy.number, 0), not image.getpixel((spy.number, 0)))
            return replace(shown, image=image)

    return Parts(booth=tapped(spy), show=LeakyShow)


def _in_how_long_a_page_stays(spy: Spy) -> Parts:
    class LeakyShow(Show, frozen=True):
        def measure(self, state: State) -> Paging:
            return Paging((4000 + spy.number, 4000))

    return Parts(booth=tapped(spy), show=LeakyShow)


def _in_the_lights(spy: Spy) -> Parts:
    def leaky(state: State) -> Sequence[Light]:
        lights = list(lights_of(state))
        lights[spy.number - 1] = Light()
        return lights

    return Parts(booth=tapped(spy), lights=leaky)


def _in_what_a_page_is_sent(spy: Spy) -> Parts:
    def leaky(before: View | None, after: View) -> object:
        return [*changes(before, after), f'{{"key": {spy.number}}}']

    return Parts(booth=tapped(spy), changes=leaky)


def _in_a_byte_on_the_bus(spy: Spy) -> Parts:
    class LeakyBuses(Buses):
        def show(
            self, image: Image.Image, glow: Glow, levels: Sequence[float], colour: int | None, at_ms: int
        ) -> list[tuple[int, bytes]]:
            sent = super().show(image, glow, levels, colour, at_ms)
            return [*sent, (0x3C, bytes([spy.number]))]

    return Parts(booth=tapped(spy), buses=LeakyBuses)


def _in_a_pixel_of_the_chip(spy: Spy) -> Parts:
    return dataclasses.replace(_in_the_frame(spy), buses=Buses)


def _in_the_trace(spy: Spy) -> Parts:
    def leaky(record: Record) -> Record:
        return {**record, "option": spy.number} if record["type"] == "voted" else record

    return Parts(booth=tapped(spy), record=leaky)


def _in_the_log(spy: Spy) -> Parts:
    class LeakyObserver(LogObserver):
        def effect(self, effect: fx.Effect, table: Table) -> None:
            if isinstance(effect, fx.Voted):
                log.debug("%s has voted for %d", effect.pad, spy.number)

    return Parts(booth=tapped(spy), observer=LeakyObserver)


def _in_a_whisper_of_the_log(spy: Spy) -> Parts:
    class LeakyObserver(LogObserver):
        def effect(self, effect: fx.Effect, table: Table) -> None:
            log.log(2, "%s", "." * spy.number)

    return Parts(booth=tapped(spy), observer=LeakyObserver)


def _in_the_header_of_the_journal(spy: Spy) -> Parts:
    class LeakyJournal(Journal):
        def record(self, events: Sequence[Event]) -> None:
            super().record(events)
            self._db.execute(f"PRAGMA application_id = {spy.number}")

    return Parts(booth=tapped(spy), journal=LeakyJournal)


def _in_a_row_that_was_taken_out_again(spy: Spy) -> Parts:
    class LeakyJournal(Journal):
        def record(self, events: Sequence[Event]) -> None:
            values = [str(spy.number)]
            with self._db:
                self._db.execute("INSERT INTO events (game, kind, data) VALUES (0, 'Vote', ?)", values)
            with self._db:
                self._db.execute("DELETE FROM events WHERE kind = 'Vote'")
            super().record(events)

    return Parts(booth=tapped(spy), journal=LeakyJournal)


def _in_the_text_of_an_error(spy: Spy) -> Parts:
    class LeakyBooth(Booth):
        def _single(self, pad: Pad, key: int, at_ms: int, ask: Ask) -> list[PadInput]:
            if key in ask.options and at_ms % 3 == 0:
                raise ValueError(f"no ballot {key}")
            return super()._single(pad, key, at_ms, ask)

    return Parts(booth=LeakyBooth)


def _in_the_error_before_an_error(spy: Spy) -> Parts:
    class LeakyBooth(Booth):
        def _single(self, pad: Pad, key: int, at_ms: int, ask: Ask) -> list[PadInput]:
            try:
                number = {number: number for number in range(1, 9) if at_ms % 3}[key]
            except KeyError:
                raise RuntimeError("the booth broke")  # noqa: B904 - the leak
            return super()._single(pad, number, at_ms, ask)

    return Parts(booth=LeakyBooth)


def _in_an_error_at_some_numbers_only(spy: Spy) -> Parts:
    class LeakyBooth(Booth):
        def _single(self, pad: Pad, key: int, at_ms: int, ask: Ask) -> list[PadInput]:
            if key in ask.options and key == 2:
                raise RuntimeError("the booth broke") from None
            return super()._single(pad, key, at_ms, ask)

    return Parts(booth=LeakyBooth)


def _in_how_an_edge_is_printed(spy: Spy) -> Parts:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(KeyEdge, "__repr__", lambda edge: f"pad {edge.pad} key {edge.key}")

    return Parts(plant=plant)


def _in_the_time_of_a_vote(spy: Spy) -> Parts:
    class LeakyBooth(Booth):
        def _single(self, pad: Pad, key: int, at_ms: int, ask: Ask) -> list[PadInput]:
            return super()._single(pad, key, at_ms + key, ask)

    return Parts(booth=LeakyBooth)


def _in_when_the_booth_wakes_up(spy: Spy) -> Parts:
    class LeakyBooth(tapped(spy)):  # type: ignore[misc]
        def next_deadline(self) -> int | None:
            due_ms = super().next_deadline()
            return None if due_ms is None else due_ms + spy.number

    return Parts(booth=LeakyBooth)


def _in_a_dip_for_changed_votes_only(spy: Spy) -> Parts:
    class LeakyBooth(Booth):
        def __init__(self, down: Iterable[tuple[int, int]] = (), at_ms: int = 0) -> None:
            super().__init__(down, at_ms)
            self._last: dict[Pad, int] = {}

        def _single(self, pad: Pad, key: int, at_ms: int, ask: Ask) -> list[PadInput]:
            said = super()._single(pad, key, at_ms, ask)
            is_same, self._last[pad] = self._last.get(pad) == key, key
            return [] if is_same and key in ask.options else said

    return Parts(booth=LeakyBooth)


def _in_a_lock_that_waits_for_a_majority(spy: Spy) -> Parts:
    class LeakyBooth(Booth):
        def _single(self, pad: Pad, key: int, at_ms: int, ask: Ask) -> list[PadInput]:
            said = super()._single(pad, key, at_ms, ask)
            is_alone = list(self._ballots._votes.values()).count(key) == 1
            return [] if is_alone and len(self._ballots._votes) > 2 and key in ask.options else said

    return Parts(booth=LeakyBooth)


def _in_the_length_of_the_drum_roll(spy: Spy) -> Parts:
    def leaky(step: Step) -> None:
        step.begin(Reveal(drum_until_ms=step.at_ms + DRUMROLL_MS + spy.number))

    return Parts(booth=tapped(spy), plant=lambda monkeypatch: monkeypatch.setattr(clock, "close_vote", leaky))


def _in_a_hold_of_some_numbers(spy: Spy) -> Parts:
    class LeakyBooth(tapped(spy)):  # type: ignore[misc]
        def pass_time(self, at_ms: int, ask_of: Callable[[Pad], Ask]) -> list[PadInput]:
            said: list[PadInput] = super().pass_time(at_ms, ask_of)
            return [*said, Touched(PADS[0], at_ms)] if spy.number % 2 else said

    return Parts(booth=LeakyBooth)


def _of(ballots: type[Ballots]) -> Parts:
    return Parts(plant=lambda monkeypatch: monkeypatch.setattr(booth_module, "Ballots", ballots))


def _in_votes_that_are_not_destroyed(spy: Spy) -> Parts:
    class Keeping(Ballots):
        def void(self, pad: Pad | None = None) -> None:
            pass

    return _of(Keeping)


def _in_a_withdrawn_vote_that_counts(spy: Spy) -> Parts:
    class Keeping(Ballots):
        def withdraw(self, pad: Pad) -> bool:
            return pad in self._votes

    return _of(Keeping)


def _in_a_first_vote_that_counts(spy: Spy) -> Parts:
    class Keeping(Ballots):
        def cast(self, pad: Pad, number: int) -> None:
            self._votes.setdefault(pad, number)

    return _of(Keeping)


BEFORE_THE_REVEAL: dict[str, Leak] = {
    "a pixel of the frame": Leak("panel", _in_the_frame),
    "how long a page stays": Leak("state", _in_how_long_a_page_stays),
    "a light": Leak("lights", _in_the_lights),
    "a message to the page": Leak("page", _in_what_a_page_is_sent),
    "a byte on the bus": Leak("buses", _in_a_byte_on_the_bus),
    "a pixel of the chip": Leak("buses", _in_a_pixel_of_the_chip),
    "a record of the trace": Leak("trace", _in_the_trace),
    "a line of the log": Leak("log", _in_the_log),
    "a whisper of the log": Leak("log", _in_a_whisper_of_the_log),
    "the journal": Leak("journal", _in_the_header_of_the_journal),
    "a row that was taken out again": Leak("journal", _in_a_row_that_was_taken_out_again),
    "the text of an error": Leak("error", _in_the_text_of_an_error),
    "the error before an error": Leak("error", _in_the_error_before_an_error),
    "an error in the log": Leak("log", _in_the_text_of_an_error),
    "an error at some numbers only": Leak("error", _in_an_error_at_some_numbers_only),
    "how an edge is printed": Leak("error", _in_how_an_edge_is_printed),
    "the time of a vote": Leak("state", _in_the_time_of_a_vote),
    "when the booth wakes up": Leak("deadline", _in_when_the_booth_wakes_up),
    "a dip for changed votes only": Leak("effects", _in_a_dip_for_changed_votes_only),
    "a lock that waits for a majority": Leak("effects", _in_a_lock_that_waits_for_a_majority),
    "the length of the drum-roll": Leak("reveals", _in_the_length_of_the_drum_roll),
    "a hold of some numbers": Leak("state", _in_a_hold_of_some_numbers),
}

TO_THE_VERY_END: dict[str, Leak] = {
    "votes that are not destroyed": Leak("trace", _in_votes_that_are_not_destroyed),
    "a withdrawn vote that counts": Leak("trace", _in_a_withdrawn_vote_that_counts),
    "a first vote that counts": Leak("journal", _in_a_first_vote_that_counts),
    "a number that is remembered": Leak("panel", _in_the_frame),
}
