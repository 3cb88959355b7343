"""Panels on SPI: commands and data told apart by a pin, a reset, and what luma's greyscale devices send."""

import errno
from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from PIL import Image

from hw.panel import ssd1306, ssd1322
from hw.panel.oled import OledPanel
from hw.ports import Glow, HardwareError
from hw.sim.bus import SimBuses, SimSpi
from hw.sim.oled import Ssd1306
from hw.wiring import Link, PanelWiring, Wiring
from tests.hw.panel_bench import border, snow

DC, RESET = 18, 15
WIDE = (256, 64)

# luma calls Pillow's getdata, which goes in Pillow 14: below that it is fine.
luma_is_old = pytest.mark.filterwarnings("ignore:.*getdata is deprecated:DeprecationWarning")


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


class Line:
    """An SPI port whose bytes are commands while DC is low; RES low resets."""

    def __init__(self, pins: MockFactory) -> None:
        self._pins = pins
        self.chip = Ssd1306()
        self.port = SimSpi(self.receive)
        self.commands: list[bytes] = []
        self.data: list[bytes] = []

    def receive(self, data: bytes) -> None:
        is_data = self._pins.pin(DC).state
        (self.data if is_data else self.commands).append(data)
        (self.chip.data if is_data else self.chip.command)(data)


@pytest.fixture
def line(pins: MockFactory) -> Line:
    return Line(pins)


def wired(driver: str, size: tuple[int, int], offset: int | None = None) -> Wiring:
    width, height = size
    return Wiring(
        panel=PanelWiring(driver, Link.SPI, width, height, offset=offset, device=1, dc=DC, reset=RESET)
    )


def test_an_ssd1306_on_spi_shows_the_picture(line: Line) -> None:
    panel = ssd1306.open_driver(wired("ssd1306", (128, 64)), SimBuses(spi=line.port))
    for seed in (1, 2):
        panel.show(snow(seed), Glow.BRIGHT)
        assert line.chip.picture().tobytes() == snow(seed).tobytes()
    assert line.port.opened == (0, 1)


def test_the_reset_line_is_low_first_and_then_high(line: Line, pins: MockFactory) -> None:
    panel = ssd1306.open_driver(wired("ssd1306", (128, 64)), SimBuses(spi=line.port))
    panel.show(border(), Glow.BRIGHT)
    assert [bool(state.state) for state in pins.pin(RESET).states] == [False, True]


def test_closing_gives_port_and_pins_back(line: Line, pins: MockFactory) -> None:
    panel = ssd1306.open_driver(wired("ssd1306", (128, 64)), SimBuses(spi=line.port))
    panel.show(border(), Glow.BRIGHT)
    panel.close()
    assert not line.chip.is_lit
    assert line.port.opened is None
    assert [pins.pin(gpio).function for gpio in (DC, RESET)] == ["input", "input"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (errno.ENOENT, "No bus spidev0.1: `sudo raspi-config nonint do_spi 0`, then `imaginiff check`"),
        (
            errno.EACCES,
            "No right to use /dev/spidev0.1: join its group, `sudo usermod -aG spi $USER`, log in again",
        ),
    ],
)
def test_a_port_that_does_not_open_says_what_to_do_and_keeps_no_pin(
    number: int, text: str, pins: MockFactory
) -> None:
    class Closed(SimSpi):
        def open(self, bus: int, device: int) -> None:
            raise OSError(number, "as the kernel says")

    panel = ssd1306.open_driver(wired("ssd1306", (128, 64)), SimBuses(spi=Closed()))
    for _ in range(2):
        with pytest.raises(HardwareError) as caught:
            panel.show(border(), Glow.BRIGHT)
        assert str(caught.value) == text
        assert pins.pin(DC).function == "input"


def test_a_pin_at_fault_is_one_line_and_the_next_picture_is_whole(
    line: Line, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lgpio's errors are of no builtin kind."""

    def refuse(_: float) -> None:
        raise LookupError("'unknown handle'")

    panel = ssd1306.open_driver(wired("ssd1306", (128, 64)), SimBuses(spi=line.port))
    panel.show(snow(1), Glow.BRIGHT)
    with monkeypatch.context() as broken:
        broken.setattr(pins.pin(DC), "_set_state", refuse)
        with pytest.raises(HardwareError, match=r"^Bus spidev0.1 does not work \('unknown handle'\)"):
            panel.show(snow(2), Glow.BRIGHT)
    panel.show(snow(2), Glow.BRIGHT)
    assert line.chip.picture().tobytes() == snow(2).tobytes()


def test_a_fault_in_a_picture_is_made_good_by_a_whole_one(line: Line) -> None:
    panel = ssd1306.open_driver(wired("ssd1306", (128, 64)), SimBuses(spi=line.port))
    panel.show(snow(1), Glow.BRIGHT)
    line.port.fault = lambda _: errno.EIO
    with pytest.raises(HardwareError):
        panel.show(snow(2), Glow.BRIGHT)
    line.port.fault = lambda _: None
    line.chip.power_on()
    panel.show(snow(2), Glow.BRIGHT)
    assert line.chip.picture().tobytes() == snow(2).tobytes()


@luma_is_old
class TestSsd1322:
    """256x64 in 16 greys: luma finds what changed."""

    def opened(self, line: Line, offset: int | None = None) -> OledPanel:
        panel = ssd1322.open_driver(wired("ssd1322", WIDE, offset), SimBuses(spi=line.port))
        line.chip.command = lambda data: None  # type: ignore[method-assign]  # another chip's commands
        panel.show(border(WIDE), Glow.BRIGHT)
        return panel

    def test_a_whole_picture_is_two_pixels_a_byte(self, line: Line) -> None:
        panel = self.opened(line)
        line.data.clear()
        panel.show(Image.new("1", WIDE, 1), Glow.BRIGHT)
        panel.show(border(WIDE), Glow.BRIGHT)
        assert sum(map(len, line.data)) <= 2 * (256 * 64 // 2 + 4 * 4)
        assert {byte for data in line.data if len(data) > 2 for byte in data} == {0x00, 0x0F, 0xF0, 0xFF}

    def test_an_unchanged_picture_is_not_sent(self, line: Line) -> None:
        panel = self.opened(line)
        sent = len(line.port.sent)
        panel.show(border(WIDE), Glow.BRIGHT)
        assert len(line.port.sent) == sent

    def test_a_changed_mark_sends_its_surroundings_alone(self, line: Line) -> None:
        panel, picture = self.opened(line), border(WIDE)
        line.commands.clear()
        line.data.clear()
        picture.paste(1, (8, 10, 12, 12))
        panel.show(picture, Glow.BRIGHT)
        assert line.commands == [b"\x15", b"\x75", b"\x5c"]
        assert line.data == [bytes((28 + 2, 28 + 2)), bytes((10, 11)), b"\xff" * 4]

    def test_another_offset_moves_the_columns(self, line: Line) -> None:
        panel, picture = self.opened(line, offset=120), border(WIDE)
        line.data.clear()
        picture.paste(1, (8, 10, 12, 12))
        panel.show(picture, Glow.BRIGHT)
        assert line.data[0] == bytes((30 + 2, 30 + 2))

    def test_after_a_fault_the_whole_picture_is_sent(self, line: Line) -> None:
        panel = self.opened(line)
        line.port.fault = lambda _: errno.EIO
        with pytest.raises(HardwareError):
            panel.show(Image.new("1", WIDE, 1), Glow.BRIGHT)
        line.port.fault = lambda _: None
        line.data.clear()
        panel.show(border(WIDE), Glow.BRIGHT)
        assert sum(map(len, line.data)) > 256 * 64 // 2

    def test_dim_and_off(self, line: Line) -> None:
        panel = self.opened(line)
        line.commands.clear()
        line.data.clear()
        panel.show(border(WIDE), Glow.DIM)
        assert (line.commands, line.data) == ([b"\xc1"], [b"\x10"])
        panel.show(border(WIDE), Glow.OFF)
        assert line.commands[-1] == b"\xae"
