"""The solder check, as a builder walks through it."""

import queue
from collections.abc import Callable, Sequence

import pytest
from PIL import Image

from device.app.check import Checker, StoppedError, frame_card
from device.app.hardware import Hardware
from device.app.stopping import Stop
from hw.ports import Glow, HardwareError, KeyEdge


class Builder:
    """Presses what the panel asks for, as soon as it does. Silent keys are not soldered yet."""

    words = "pads: simulated"
    size = (128, 64)

    def __init__(self, silent: set[tuple[int, int]], dark: set[int], is_panel_dead: bool = False) -> None:
        self.silent = silent
        self.dark = dark
        self.is_panel_dead = is_panel_dead
        self.now_ms = 0
        self.said: list[str] = []
        self.lit: int | None = None
        self.pictures: list[Image.Image] = []
        self.put: Callable[[KeyEdge], None] = lambda edge: None

    def start(self, put: Callable[[KeyEdge], None]) -> frozenset[tuple[int, int]]:
        """Take the pads."""
        self.put = put
        return frozenset()

    def show(self, what: Image.Image | Sequence[float], how: Glow | int | None = None) -> None:
        """Take a picture, or the lights' levels."""
        if not isinstance(what, Image.Image):
            self.lit = next((place + 1 for place, level in enumerate(what) if level), None)
            return
        if self.is_panel_dead:
            raise HardwareError("No display answers")
        self.pictures.append(what)

    def close(self) -> None:
        """No light is on any more."""
        self.lit = None

    def tell(self, line: str) -> None:
        """Hear what the program says; answer its questions."""
        self.said.append(line)
        if "1 yes, 2 no" in line:
            is_dark = "panel" not in line and self.lit in self.dark
            self.press(1, 2 if is_dark else 1)

    def is_asked(self, pad: int, key: int) -> None:
        """Press what is asked for, if it is soldered."""
        if (pad, key) not in self.silent:
            self.press(pad, key)

    def press(self, pad: int, key: int) -> None:
        """Press a key."""
        self.put(KeyEdge(pad, key, True, self.now_ms))
        self.put(KeyEdge(pad, key, False, self.now_ms))


class Hurried(queue.SimpleQueue):  # type: ignore[type-arg]
    """A queue whose waits take no time: whoever waits in vain finds the clock moved on."""

    def __init__(self, builder: Builder) -> None:
        super().__init__()
        self._builder = builder

    def get(self, block: bool = True, timeout: float | None = None) -> object:
        """The next item, or time has passed."""
        try:
            return super().get(block=False)
        except queue.Empty:
            self._builder.now_ms += round((timeout or 0) * 1000)
            raise


def walk(
    silent: set[tuple[int, int]] = frozenset(),  # type: ignore[assignment]
    dark: set[int] = frozenset(),  # type: ignore[assignment]
    is_panel_dead: bool = False,
) -> tuple[bool, Builder]:
    builder = Builder(set(silent), set(dark), is_panel_dead)
    items = Hurried(builder)
    hardware = Hardware(builder, builder, builder)  # type: ignore[arg-type]
    return Checker(hardware, items, builder.tell, lambda: builder.now_ms, builder.is_asked).run(), builder


def test_when_everything_answers_it_says_so() -> None:
    is_fine, builder = walk()
    assert is_fine
    assert builder.said[0] == "pads: simulated"
    assert builder.said[-1] == "Everything answers."
    assert sum(line.endswith(": fine") for line in builder.said) == 64 + 8 + 1


def test_a_silent_key_and_a_dark_light_are_named_with_their_cause() -> None:
    is_fine, builder = walk({(3, 5)}, {2})
    assert not is_fine
    assert "YEL 5: silent" in builder.said
    assert "ORA light: not as it should be" in builder.said
    assert (
        "YEL: key 5 is silent: its diode the wrong way round, or a joint that does not hold" in builder.said
    )
    assert builder.said[-1] == "2 of 73 parts are not fine."


def test_without_any_key_nothing_else_can_be_asked() -> None:
    everything = {(pad, key) for pad in range(1, 9) for key in range(1, 9)}
    is_fine, builder = walk(everything)
    assert not is_fine
    assert any(line.startswith("RED: no key answers: is it plugged in") for line in builder.said)
    assert not any("light" in line for line in builder.said)


def test_a_dead_panel_does_not_stop_the_check() -> None:
    _, builder = walk(is_panel_dead=True)
    assert "No display answers" in builder.said
    assert "RED 1: fine" in builder.said


def test_it_can_be_stopped_at_any_moment() -> None:
    builder = Builder(set(), set())
    items: queue.SimpleQueue[object] = queue.SimpleQueue()
    items.put(Stop())
    with pytest.raises(StoppedError):
        Checker(Hardware(builder, builder, builder), items, builder.tell).run()  # type: ignore[arg-type]


def test_stopped_while_a_light_is_on_it_leaves_none_on() -> None:
    class Leaver(Builder):
        """Leaves at the third light."""

        def tell(self, line: str) -> None:
            super().tell(line)
            if self.lit == 3:
                items.put(Stop())

    builder = Leaver(set(), {3})
    items = Hurried(builder)
    hardware = Hardware(builder, builder, builder)  # type: ignore[arg-type]
    with pytest.raises(StoppedError):
        Checker(hardware, items, builder.tell, lambda: builder.now_ms, builder.is_asked).run()
    assert builder.lit is None
    assert "YEL light: not as it should be" in builder.said


def test_the_test_card_has_a_frame_of_one_pixel_on_every_panel() -> None:
    for size in ((128, 64), (128, 128), (256, 64)):
        card = frame_card(size)
        width, height = size
        edge = [(x, y) for x in range(width) for y in (0, height - 1)]
        edge += [(x, y) for y in range(height) for x in (0, width - 1)]
        assert all(card.getpixel(point) for point in edge)
        inner = [(x, 1) for x in range(1, width - 1)] + [(1, y) for y in range(1, height - 1)]
        assert not any(card.getpixel(point) for point in inner)
