"""Lights on chips, APA102 and PCA9685: what people see, what goes over the wire, faults, start and end."""

import errno
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.buses import KernelBuses, LgpioSpi
from hw.lights import apa102, pca9685
from hw.lights.apa102 import BUDGET_MA, COLOURS
from hw.lights.chip import AGAIN_S, DARK, ChipLights
from hw.ports import HardwareError
from hw.sim.bus import SimBuses, SimI2c, SimSpi, no_fault
from hw.sim.lamps import Apa102Chain, Lamp, Pca9685
from hw.wiring import LightsWiring, Wiring

ADDRESS = 0x40
NOBODY = "No lights answer at 0x40 on i2c-1: check the wiring, then `imaginiff check`"

levels = st.lists(st.floats(0, 1), min_size=8, max_size=8)


def only(pad: int, level: float = 1.0) -> list[float]:
    """One light at that level, the others off."""
    return [level if number == pad else 0.0 for number in range(1, 9)]


class Chain:
    """A chain of lamps under the real driver."""

    def __init__(self, lamps: tuple[Lamp, ...] = ()) -> None:
        self.chain = Apa102Chain(8, lamps)
        self.port = SimSpi(self.chain.receive)
        self.lights = apa102.open_driver(Wiring(), SimBuses(spi=self.port))
        self.now_s = 0.0
        self.lights._clock = lambda: self.now_s

    def colours(self) -> list[tuple[int, int, int]]:
        return [(lamp.red, lamp.green, lamp.blue) for lamp in self.chain.lamps]


def test_lamps_that_lost_their_power_unnoticed_light_up_again_within_seconds_though_nothing_changed() -> None:
    table = Chain()
    table.lights.show([1.0] * 8)
    lit, table.chain.lamps = table.chain.lamps, [Lamp()] * 8
    table.now_s = AGAIN_S
    table.lights.show([1.0] * 8)
    assert table.chain.lamps == lit


class Outputs:
    """A PCA9685 under the real driver."""

    def __init__(self, chip: Pca9685 | None = None) -> None:
        self.chip = chip or Pca9685()
        self.bus = SimI2c()
        self.bus.plug(ADDRESS, self.chip)
        self.lights = self.opened()
        self.now_s = 0.0
        self.lights._clock = lambda: self.now_s

    def opened(self) -> ChipLights:
        wiring = Wiring(lights=LightsWiring(driver="pca9685", address=ADDRESS))
        return pca9685.open_driver(wiring, SimBuses({1: self.bus}))

    def levels(self) -> list[float]:
        return [self.chip.level(output) for output in range(8)]


class TestApa102:
    def test_each_pad_lights_in_its_colour(self) -> None:
        table = Chain()
        for pad in range(1, 9):
            table.lights.show(only(pad))
            assert table.colours() == [COLOURS[pad - 1] if n == pad else (0, 0, 0) for n in range(1, 9)]

    def test_a_frame_has_these_bytes(self) -> None:
        table = Chain()
        table.lights.show([*only(2)[:7], 0.5])
        lamps = ["ff 00 00 00", "ff 00 3c ff", *["ff 00 00 00"] * 5, "ff 46 55 64"]
        assert table.port.sent[-1] == bytes.fromhex(" ".join(["00 00 00 00", *lamps, "00 00 00 00 00"]))

    def test_the_winners_colour_is_shown_everywhere(self) -> None:
        table = Chain()
        table.lights.show(only(3), colour=6)
        assert table.colours() == [COLOURS[5] if n == 3 else (0, 0, 0) for n in range(1, 9)]
        table.lights.show([1.0] * 8, colour=6)
        assert table.colours() == [COLOURS[5]] * 8

    @given(levels, st.none() | st.integers(1, 8))
    def test_no_picture_takes_more_than_the_budget(self, some: list[float], colour: int | None) -> None:
        table = Chain()
        table.lights.show(some, colour)
        assert table.chain.milliamps <= BUDGET_MA

    def test_over_the_budget_all_are_darkened_alike(self) -> None:
        table = Chain()
        table.lights.show([1.0] * 8, colour=8)
        assert BUDGET_MA * 0.97 < table.chain.milliamps <= BUDGET_MA
        (red, green, blue), *others = table.colours()
        assert set(others) == {(red, green, blue)}
        assert red / green == pytest.approx(COLOURS[7][0] / COLOURS[7][1], rel=0.02)

    def test_eight_pads_at_full_in_their_own_colours_are_within_it(self) -> None:
        table = Chain()
        table.lights.show([1.0] * 8)
        assert table.colours() == list(COLOURS)

    def test_lamps_that_the_last_run_left_on_are_dark_from_the_start(self) -> None:
        table = Chain((Lamp(255, 255, 255, 31),) * 8)
        assert not any(lamp.is_lit for lamp in table.chain.lamps)

    def test_unchanged_lights_are_not_sent(self) -> None:
        table = Chain()
        table.lights.show([0.5] * 8)
        count = len(table.port.sent)
        table.lights.show([0.5] * 8)
        assert len(table.port.sent) == count

    def test_closing_turns_all_off_and_may_be_done_twice(self) -> None:
        table = Chain()
        table.lights.show([1.0] * 8)
        table.lights.close()
        table.lights.close()
        assert not any(lamp.is_lit for lamp in table.chain.lamps)
        assert table.port.opened is None

    def test_a_failing_port_is_one_line_and_the_next_call_lights_them(self) -> None:
        table = Chain()
        table.port.fault = lambda _: errno.EIO
        with pytest.raises(HardwareError, match=r"spidev0\.0"):
            table.lights.show([1.0] * 8)
        table.port.fault = lambda _: None
        table.lights.show([1.0] * 8)
        assert table.colours() == list(COLOURS)


class TestPca9685:
    def test_each_pad_has_its_own_output(self) -> None:
        table = Outputs()
        for pad in range(1, 9):
            table.lights.show(only(pad))
            assert table.levels() == only(pad)

    @given(levels)
    def test_every_level_is_met_within_a_step(self, some: list[float]) -> None:
        table = Outputs()
        table.lights.show(some)
        assert table.levels() == pytest.approx(some, abs=1 / 4096)

    def test_it_is_opened_and_lit_with_these_bytes(self) -> None:
        table = Outputs()
        opening = ["00 30", "fa 00 00 00 10", "fe 05", "01 04", "00 20", "06" + " 00 00 00 10" * 8]
        assert [sent.data for sent in table.bus.sent] == [bytes.fromhex(line) for line in opening]
        table.bus.sent.clear()
        table.lights.show([0.5, 1.0, *[0.0] * 6])
        frame = "06 00 00 00 08 00 10 00 00" + " 00 00 00 10" * 6
        assert [sent.data for sent in table.bus.sent] == [bytes.fromhex("00 20"), bytes.fromhex(frame)]

    def test_it_blinks_a_thousand_times_a_second(self) -> None:
        assert Outputs().chip.hertz == pytest.approx(1017, abs=1)

    def test_lights_that_the_last_run_left_on_are_dark_from_the_start(self) -> None:
        table = Outputs()
        table.lights.show([1.0] * 8)
        table.opened()
        assert table.levels() == list(DARK)

    def test_unchanged_lights_are_not_sent(self) -> None:
        table = Outputs()
        table.lights.show([0.5] * 8)
        table.bus.sent.clear()
        table.lights.show([0.5] * 8)
        assert not table.bus.sent

    def test_closing_turns_all_off_and_may_be_done_twice(self) -> None:
        table = Outputs()
        table.lights.show([1.0] * 8)
        table.lights.close()
        table.lights.close()
        assert table.levels() == list(DARK)
        assert table.bus.open_count == 0

    @pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ENXIO, errno.ETIMEDOUT])
    def test_a_fault_is_one_line_and_the_next_call_lights_them(self, number: int) -> None:
        table = Outputs()
        table.bus.fault = lambda _: number
        with pytest.raises(HardwareError) as caught:
            table.lights.show([1.0] * 8)
        assert str(caught.value) == NOBODY
        table.bus.fault = no_fault
        table.bus.plug(ADDRESS, table.chip)
        table.lights.show([1.0] * 8)
        assert table.levels() == [1.0] * 8
        assert table.chip.hertz > 1000
        assert table.bus.open_count == 1

    def test_a_chip_unplugged_and_back_lights_up_with_the_next_change(self) -> None:
        table = Outputs()
        table.lights.show([1.0] * 8)
        table.bus.unplug(ADDRESS)
        table.bus.plug(ADDRESS, table.chip)
        assert table.levels() == list(DARK)
        table.lights.show([0.25] * 8)
        assert table.levels() == [0.25] * 8

    def test_a_chip_that_lost_its_power_unnoticed_lights_up_again_within_seconds_though_nothing_changed(
        self,
    ) -> None:
        table = Outputs()
        table.lights.show([1.0] * 8)
        table.chip.power_on()
        table.lights.show([1.0] * 8)
        assert table.levels() == list(DARK)
        table.now_s = AGAIN_S
        table.lights.show([1.0] * 8)
        assert table.levels() == [1.0] * 8

    def test_dark_lights_are_never_sent_again(self) -> None:
        table = Outputs()
        table.bus.sent.clear()
        table.now_s = 10 * AGAIN_S
        table.lights.show(DARK)
        assert not table.bus.sent

    def test_missing_at_the_start_they_light_up_when_they_come(self) -> None:
        bus, chip = SimI2c(), Pca9685()
        lights = pca9685.open_driver(Wiring(), SimBuses({1: bus}))
        with pytest.raises(HardwareError):
            lights.show([1.0] * 8)
        bus.plug(ADDRESS, chip)
        lights.show([1.0] * 8)
        assert [chip.level(output) for output in range(8)] == [1.0] * 8

    def test_lights_that_are_back_after_a_fault_go_off_when_closed(self) -> None:
        table = Outputs()
        table.lights.show([1.0] * 8)
        table.bus.fault = lambda _: errno.ETIMEDOUT
        with pytest.raises(HardwareError):
            table.lights.show([0.5] * 8)
        table.bus.fault = no_fault
        assert table.levels() == [1.0] * 8
        table.lights.close()
        assert table.levels() == list(DARK)
        assert table.bus.open_count == 0

    def test_closing_a_failing_chip_complains_of_nothing(self) -> None:
        table = Outputs()
        table.bus.fault = lambda _: errno.ETIMEDOUT
        table.lights.close()
        assert table.bus.open_count == 0


def test_seven_levels_are_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="8 levels"):
        Outputs().lights.show([1.0] * 7)


class TestSimulatedChips:
    """The chips behave as their data sheets say."""

    def test_a_frame_that_ends_too_early_leaves_the_lamps_as_they_were(self) -> None:
        chain = Apa102Chain(2)
        chain.receive(bytes(4) + b"\xff\x01\x02\x03" * 2)
        assert not any(lamp.is_lit for lamp in chain.lamps)
        chain.receive(bytes(4) + b"\xff\x01\x02\x03" * 2 + bytes(5))
        assert chain.lamps == [Lamp(3, 2, 1, 31)] * 2

    def test_a_pca9685_sleeps_after_power_on(self) -> None:
        chip = Pca9685()
        chip.write(bytes((0x06, 0, 0x10, 0, 0)))
        assert chip.level(0) == 0.0

    def test_without_auto_increment_every_byte_goes_to_the_same_register(self) -> None:
        chip = Pca9685()
        chip.write(bytes((0x06, 1, 2, 3, 4)))
        assert chip.registers[0x06] == 4

    def test_the_frequency_is_taken_only_asleep(self) -> None:
        chip = Pca9685()
        chip.write(b"\xfe\x05")
        chip.write(b"\x00\x00")
        chip.write(b"\xfe\x50")
        assert chip.registers[0xFE] == 0x05

    def test_full_off_beats_full_on(self) -> None:
        chip = Pca9685()
        chip.write(b"\x00\x20")
        chip.write(bytes((0x06, 0, 0x10, 0, 0x10)))
        assert chip.level(0) == 0.0


class FakeLgpio:
    """lgpio as far as SPI uses it; its errors are of its own kind, as there."""

    class error(Exception):  # noqa: N801, N818 - lgpio's name
        pass

    def __init__(self, is_there: bool = True) -> None:
        self.is_there = is_there
        self.calls: list[tuple[object, ...]] = []

    def spi_open(self, *args: int) -> int:
        if not self.is_there:
            raise self.error("can not open SPI")
        self.calls.append(("open", *args))
        return 7

    def spi_write(self, handle: int, data: bytes) -> int:
        self.calls.append(("write", handle, data))
        return len(data)

    def spi_close(self, handle: int) -> int:
        self.calls.append(("close", handle))
        return 0


class TestSpiThroughLgpio:
    def test_the_port_is_opened_at_its_speed_and_closed_once(self) -> None:
        library = FakeLgpio()
        port = LgpioSpi(library)
        port.open(0, 1)
        port.max_speed_hz = 8_000_000
        port.writebytes([1, 2])
        port.writebytes(b"\3")
        port.close()
        port.close()
        assert library.calls == [
            ("open", 0, 1, 8_000_000, 0),
            ("write", 7, b"\1\2"),
            ("write", 7, b"\3"),
            ("close", 7),
        ]

    def test_its_errors_are_those_of_a_bus(self) -> None:
        port = LgpioSpi(FakeLgpio(is_there=False))
        port.open(0, 0)
        with pytest.raises(OSError, match="can not open SPI"):
            port.writebytes([1])

    def test_without_any_library_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "spidev", None)
        monkeypatch.setitem(sys.modules, "lgpio", None)
        with pytest.raises(HardwareError, match="Neither spidev nor lgpio"):
            KernelBuses().spi()
