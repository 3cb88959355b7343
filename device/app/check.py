"""`imaginiff check`: walks a builder through every key, every light and the panel; a verdict for each."""

import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from device.app.hardware import Hardware
from device.app.stopping import Stop
from device.app.texts import ENGLISH
from device.app.timing import monotonic_ms
from device.engine.table import PADS
from device.ui.draw import draw
from device.ui.people import codes
from device.ui.views import Flow, Item, Para, Screen, Size, Title
from hw.check import Cause, Key, KeyCheck, Outcome, Verdict, causes
from hw.ports import Glow, HardwareError, KeyEdge

YES, NO = 1, 2
ANSWER_MS = 60_000

Item_ = KeyEdge | Stop


class StoppedError(Exception):
    """Somebody wants the check to end."""


@dataclass(slots=True)
class Checker:
    """One walk through the hardware. `tell` gets every line for the terminal, `asking` each key asked for."""

    hardware: Hardware
    items: "queue.SimpleQueue[Item_]"
    tell: Callable[[str], None]
    clock: Callable[[], int] = monotonic_ms
    asking: Callable[[int, int], None] = lambda pad, key: None
    verdicts: list[Verdict] = field(default_factory=list)

    def run(self) -> bool:
        """Check keys, lights and panel. Whether all is fine. Raises `StoppedError`. No light stays on."""
        try:
            return self._walk()
        finally:
            self.hardware.lights.close()

    def _walk(self) -> bool:
        down = self.hardware.pads.start(self.items.put)
        for line in getattr(self.hardware.pads, "words", "").splitlines():
            self.tell(line)
        self._check_keys(down)
        if any(verdict.outcome is not Outcome.SILENT for verdict in self.verdicts):
            self._check_lights()
            self._check_panel()
        return self._conclude()

    # Keys

    def _check_keys(self, down: frozenset[Key]) -> None:
        check = KeyCheck(down, self.clock())
        for verdict in check.verdicts:
            self._judge(verdict)
        asked: Key | None = None
        while check.asked is not None:
            if check.asked != asked:
                asked = check.asked
                self._ask_for(*asked)
            if (found := self._next_verdict(check)) is not None:
                self._judge(found)

    def _ask_for(self, pad: int, key: int) -> None:
        self._show("Solder check", f"Press {_code(pad)} {key}", "Each key of each pad in turn.")
        self.asking(pad, key)

    def _next_verdict(self, check: KeyCheck) -> Verdict | None:
        edge = self._edge_before(check.deadline_ms)
        return check.pass_time(self.clock()) if edge is None else check.feed(edge)

    # Lights and panel: what only eyes can tell

    def _check_lights(self) -> None:
        for place, pad in enumerate(PADS):
            self._light(place)
            is_on = self._ask("Lights", f"Is {_code(pad.number)} the only light that is on?")
            self._judge(Verdict(pad.number, None, Outcome.FINE if is_on else Outcome.SILENT))
        self._light(None)

    def _check_panel(self) -> None:
        self.tell("The panel shows a frame of one pixel, and: 1 yes, 2 no")
        self._draw(frame_card(self.hardware.panel.size))
        is_whole = self._answer()
        self._judge(Verdict(None, None, Outcome.FINE if is_whole else Outcome.SILENT))

    def _light(self, place: int | None) -> None:
        try:
            self.hardware.lights.show([float(n == place) for n in range(len(PADS))])
        except HardwareError as error:
            self.tell(str(error))

    def _ask(self, title: str, question: str) -> bool:
        self.tell(f"{question} On any pad: 1 yes, 2 no")
        self._draw(_screen(self.hardware.panel.size, title, Para(question), Item(YES, "Yes"), Item(NO, "No")))
        return self._answer()

    def _answer(self) -> bool:
        """Whether somebody presses 1 on any pad; nobody at all is no."""
        until_ms = self.clock() + ANSWER_MS
        while (edge := self._edge_before(until_ms)) is not None:
            if not edge.is_down and edge.key in (YES, NO):
                return edge.key == YES
        return False

    # What is said, and what is heard

    def _edge_before(self, deadline_ms: int | None) -> KeyEdge | None:
        wait_ms = 0 if deadline_ms is None else max(0, deadline_ms - self.clock())
        try:
            item = self.items.get(timeout=wait_ms / 1000)
        except queue.Empty:
            return None
        if isinstance(item, Stop):
            raise StoppedError
        return item

    def _judge(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        self.tell(describe(verdict))
        if not verdict.is_fine:
            self._show("Solder check", describe(verdict), "")

    def _conclude(self) -> bool:
        """The likely causes, and the end."""
        found = list(causes(self.verdicts, self.hardware.wiring))
        for cause in found:
            self.tell(_cause(cause))
        bad = [verdict for verdict in self.verdicts if not verdict.is_fine]
        end = "Everything answers." if not bad else f"{len(bad)} of {len(self.verdicts)} parts are not fine."
        self.tell(end)
        self._show("Solder check", end, _cause(found[0]) if found else "")
        return not bad

    def _show(self, title: str, text: str, more: str) -> None:
        paras = (Para(text, Size.FIT), *((Para(more),) if more else ()))
        self._draw(_screen(self.hardware.panel.size, title, *paras))

    def _draw(self, image: Image.Image) -> None:
        try:
            self.hardware.panel.show(image, Glow.BRIGHT)
        except HardwareError as error:
            self.tell(str(error))


def _screen(size: tuple[int, int], title: str, *blocks: Para | Item) -> Image.Image:
    return draw(Screen("check", ((Flow(blocks, Title(title)),),)), 0, size)


def frame_card(size: tuple[int, int]) -> Image.Image:
    """A frame of one pixel around everything, and the question whether all of it can be seen."""
    inner = (size[0] - 4, size[1] - 4)
    blocks = (Para("Is the frame whole on all four sides?"), Item(YES, "Yes"), Item(NO, "No"))
    image = Image.new("1", size)
    image.paste(draw(Screen("check", ((Flow(blocks),),)), 0, inner), (2, 2))
    ImageDraw.Draw(image).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=1)
    return image


def describe(verdict: Verdict) -> str:
    """A verdict in words."""
    return f"{_part(verdict)}: {' '.join(_words(verdict))}"


def _part(verdict: Verdict) -> str:
    if verdict.pad is None:
        return "panel"
    return f"{_code(verdict.pad)} {verdict.key}" if verdict.key else f"{_code(verdict.pad)} light"


def _words(verdict: Verdict) -> Iterator[str]:
    match verdict.outcome:
        case Outcome.CROSSED:
            yield "crossed with " + ", ".join(f"{_code(pad)} {key}" for pad, key in verdict.others)
        case Outcome.BOUNCING:
            yield f"bouncing {verdict.bounce_ms} ms"
        case Outcome.SILENT if verdict.key is None:
            yield "not as it should be"
        case _:
            yield verdict.outcome.value


def _cause(cause: Cause) -> str:
    return f"{_code(cause.pad)}: {cause.words}"


def _code(pad: int) -> str:
    return codes(ENGLISH)[PADS[pad - 1]]
