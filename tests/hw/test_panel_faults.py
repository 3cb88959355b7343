"""Panels that are missing, fail, are unplugged and come back: one line each time, then a whole picture."""

import atexit
import errno
import os
import sys
from collections.abc import Callable

import pytest
from PIL import Image

from hw.buses import KernelBuses
from hw.opening import open_panel
from hw.panel import ssd1306
from hw.panel.serials import I2cSerial
from hw.ports import Glow, HardwareError
from hw.sim.bus import Sent, SimBuses, SimI2c, no_fault
from hw.sim.oled import Ssd1306
from hw.turns import Turns
from hw.wiring import PanelWiring, Wiring
from tests.hw.panel_bench import ADDRESS, SIZE, Bench, always, bench, border, is_data, snow

NOBODY = "No display answers at 0x3C on i2c-1: check the wiring, then `imaginiff check`"

every_fault = pytest.mark.parametrize(
    "number", [errno.EREMOTEIO, errno.ENXIO, errno.ETIMEDOUT, errno.EIO, errno.ENODEV]
)


def complaint(show: Callable[[], object]) -> str:
    """The one line that is said when it fails."""
    with pytest.raises(HardwareError) as caught:
        show()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def failing(table: Bench, number: int, when: Callable[[Sent], bool]) -> None:
    """Let the bus fail whenever that is what is sent."""
    table.bus.fault = lambda sent: number if when(sent) else None


def is_contrast(sent: Sent) -> bool:
    return sent.data[:2] == b"\x00\x81"


def test_without_a_panel_one_line_names_it_and_the_cure() -> None:
    panel = ssd1306.open_driver(Wiring(), SimBuses({1: SimI2c()}))
    assert complaint(lambda: panel.show(border(), Glow.BRIGHT)) == NOBODY


def test_a_bus_that_appears_later_shows_the_picture_then() -> None:
    buses, bus, chip = SimBuses(), SimI2c(), Ssd1306()
    panel = ssd1306.open_driver(Wiring(), buses)
    assert complaint(lambda: panel.show(border(), Glow.BRIGHT)) == (
        "No bus i2c-1: `sudo raspi-config nonint do_i2c 0`, then `imaginiff check`"
    )
    bus.plug(ADDRESS, chip)
    buses.by_number[1] = bus
    panel.show(border(), Glow.BRIGHT)
    assert chip.picture().tobytes() == border().tobytes()


@every_fault
def test_a_fault_at_the_first_command_is_one_line_and_no_more(number: int) -> None:
    table = bench()
    table.bus.fault = always(number)
    assert complaint(lambda: table.show(border())) == NOBODY
    table.bus.fault = no_fault
    table.show(border())
    assert table.shown() == border().tobytes()


@every_fault
@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_a_fault_in_the_fiftieth_picture_is_made_good_by_a_whole_one(driver: str, number: int) -> None:
    table = bench(driver)
    for seed in range(49):
        table.show(snow(seed))
    failing(table, number, is_data)
    assert complaint(lambda: table.show(snow(50))) == NOBODY
    table.bus.fault = no_fault
    table.plug_anew()
    table.show(snow(50))
    assert table.shown() == snow(50).tobytes()


def test_a_device_that_failed_in_mid_picture_sends_a_whole_one_next() -> None:
    table = bench()
    device = ssd1306.Ssd1306(I2cSerial(table.bus, ADDRESS, 4095, Turns()))
    device.display(snow(1))
    failing(table, errno.ENXIO, is_data)
    with pytest.raises(OSError):
        device.display(snow(2))
    table.bus.fault = no_fault
    table.chip.ram = [bytearray(128) for _ in range(8)]
    device.display(snow(1))
    assert table.shown() == snow(1).tobytes()


@every_fault
def test_a_fault_while_dimming_is_one_line(number: int) -> None:
    table = bench()
    table.show(border())
    failing(table, number, is_contrast)
    assert complaint(lambda: table.show(border(), Glow.DIM)) == NOBODY
    table.bus.fault = no_fault
    table.show(border(), Glow.DIM)
    assert table.chip.registers.contrast == 0


@every_fault
def test_a_fault_while_going_off_is_tried_again(number: int) -> None:
    table = bench()
    table.show(border())
    table.bus.fault = always(number)
    assert complaint(lambda: table.show(border(), Glow.OFF)) == NOBODY
    table.bus.fault = no_fault
    table.show(border(), Glow.OFF)
    assert not table.chip.is_lit


@pytest.mark.parametrize("seed", [1, 2])
def test_a_panel_unplugged_and_back_between_two_pictures_lights_up_again(seed: int) -> None:
    table = bench()
    table.show(snow(1))
    table.plug_anew()
    table.show(snow(seed))
    assert table.shown() == snow(seed).tobytes()


def test_an_unplugged_panel_is_noticed_though_nothing_changed() -> None:
    table = bench()
    table.show(border())
    table.bus.unplug(ADDRESS)
    assert complaint(lambda: table.show(border())) == NOBODY
    table.bus.plug(ADDRESS, table.chip)
    table.show(border())
    assert table.shown() == border().tobytes()


@pytest.mark.parametrize("number", [errno.EREMOTEIO, None])
def test_a_clone_that_cannot_be_asked_works_as_well(number: int | None) -> None:
    class Clone(Ssd1306):
        def read(self, count: int) -> bytes:
            return b"\xff" * count

    table = bench(chip=Clone())
    failing(table, number or 0, lambda sent: sent.is_read and number is not None)
    table.show(snow(1))
    table.bus.sent.clear()
    table.show(snow(1))
    assert not table.writes()
    table.show(snow(2))
    assert table.shown() == snow(2).tobytes()


def test_hours_without_a_panel_leave_nothing_behind() -> None:
    table = bench()
    hooks = atexit._ncallbacks()
    for number in (errno.EREMOTEIO, errno.ETIMEDOUT) * 50:
        failing(table, number, is_data)
        complaint(lambda: table.show(border()))
    table.bus.fault = no_fault
    table.show(border())
    table.panel.close()
    assert atexit._ncallbacks() == hooks
    assert table.bus.open_count == 0


def test_closing_turns_the_panel_off_and_may_be_done_twice() -> None:
    table = bench()
    table.show(border())
    table.panel.close()
    table.panel.close()
    assert not table.chip.is_lit
    assert table.bus.open_count == 0


@every_fault
def test_closing_a_failing_panel_complains_of_nothing(number: int) -> None:
    table = bench()
    table.show(border())
    table.bus.fault = always(number)
    table.panel.close()
    assert table.bus.open_count == 0


def test_a_panel_that_is_back_after_a_fault_goes_off_when_closed() -> None:
    table = bench()
    table.show(border())
    table.bus.fault = always(errno.ETIMEDOUT)
    complaint(lambda: table.show(snow(1)))
    table.bus.fault = no_fault
    table.panel.close()
    assert not table.chip.is_lit
    assert table.bus.open_count == 0


def test_closing_an_unplugged_panel_complains_of_nothing() -> None:
    table = bench()
    table.show(border())
    del table.buses.by_number[1]
    table.bus.fault = always(errno.ENXIO)
    complaint(lambda: table.show(snow(1)))
    table.panel.close()
    table.panel.close()


def test_closing_a_panel_that_was_never_used_touches_nothing() -> None:
    table = bench()
    table.panel.close()
    assert not table.bus.sent


def test_a_size_that_the_chip_has_not_names_the_keys_to_correct() -> None:
    table = bench(width=96, height=64)
    assert complaint(lambda: table.show(border((96, 64)))) == (
        "Unsupported display mode: 96 x 64: correct panel.width and panel.height"
    )


def test_an_unknown_chip_is_answered_with_the_known_ones() -> None:
    text = complaint(lambda: open_panel(Wiring(panel=PanelWiring(driver="ssd1307"))))
    assert "ssd1307" in text
    assert all(name in text for name in ("ssd1306", "ssd1309", "sh1106", "ssd1322"))


class TestOnTheKernelsBus:
    """The way that a Pi goes: smbus2 opens the bus. Here it opens a simulated one."""

    @pytest.fixture
    def bus(self, monkeypatch: pytest.MonkeyPatch) -> SimI2c:
        bus = SimI2c()
        monkeypatch.setattr("smbus2.SMBus", lambda _: bus)
        return bus

    def test_the_picture_is_shown(self, bus: SimI2c) -> None:
        chip = Ssd1306()
        bus.plug(ADDRESS, chip)
        panel = ssd1306.open_driver(Wiring())
        panel.show(snow(1), Glow.BRIGHT)
        assert chip.picture().tobytes() == snow(1).tobytes()

    @pytest.mark.parametrize(
        ("number", "text"),
        [
            (errno.ENOENT, "No bus i2c-1: `sudo raspi-config nonint do_i2c 0`, then `imaginiff check`"),
            (
                errno.EACCES,
                "No right to use /dev/i2c-1: join its group, `sudo usermod -aG i2c $USER`, log in again",
            ),
            (errno.EBUSY, "Bus i2c-1 does not work (Device or resource busy): `imaginiff check` tells more"),
        ],
    )
    def test_a_bus_that_does_not_open_says_what_to_do(
        self, number: int, text: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(_: int) -> None:
            raise OSError(number, os.strerror(number), "/dev/i2c-1")

        monkeypatch.setattr("smbus2.SMBus", refuse)
        panel = ssd1306.open_driver(Wiring())
        assert complaint(lambda: panel.show(border(), Glow.BRIGHT)) == text

    def test_without_its_library_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "smbus2", None)
        text = complaint(lambda: KernelBuses().i2c(1))
        assert text == "smbus2, which I2C needs, is not installed: pip install 'imaginiff-device[pi]'"


def test_without_smbus2_a_simulated_panel_shows_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smbus2", None)
    table = bench()
    table.show(snow(1))
    table.show(Image.new("1", SIZE, 1))
    assert table.shown() == Image.new("1", SIZE, 1).tobytes()
