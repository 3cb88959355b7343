"""The `leds` driver: plain levels at off and full, modulation only between, dark at both ends of a run."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hw.lights import leds
from hw.lights.leds import HERTZ, Leds
from hw.opening import open_lights
from hw.ports import HardwareError
from hw.sim.rpigpio import rpi_gpio
from hw.wiring import LIGHT_PINS, LightsWiring, Wiring

DARK = [0.0] * 8


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture
def lights(pins: MockFactory) -> Iterator[Leds]:
    lights = leds.open_driver(Wiring())
    yield lights
    lights.close()


def only(pad: int, level: float) -> list[float]:
    """One light at that level, the others off."""
    return [level if number == pad else 0.0 for number in range(1, 9)]


def states(pins: MockFactory) -> list[float]:
    """The level of each light's pin, pad 1 first."""
    return [float(pins.pin(gpio).state) for gpio in LIGHT_PINS]


def modulated(pins: MockFactory) -> list[int | None]:
    return [pins.pin(gpio).frequency for gpio in LIGHT_PINS]


def test_each_pad_has_its_own_pin(lights: Leds, pins: MockFactory) -> None:
    for pad in range(1, 9):
        lights.show(only(pad, 1.0))
        assert states(pins) == only(pad, 1.0)


def test_off_and_full_are_plain_levels(lights: Leds, pins: MockFactory) -> None:
    lights.show([1.0, 0.0] * 4)
    assert states(pins) == [1.0, 0.0] * 4
    assert modulated(pins) == [None] * 8


def test_between_off_and_full_the_light_is_modulated(lights: Leds, pins: MockFactory) -> None:
    lights.show(only(3, 0.25))
    assert states(pins) == only(3, 0.25)
    assert modulated(pins) == [None, None, HERTZ, *[None] * 5]


@pytest.mark.parametrize("end", [0.0, 1.0, 0.001, 0.999])
def test_modulation_ends_at_the_level_that_is_meant(lights: Leds, pins: MockFactory, end: float) -> None:
    lights.show([0.5] * 8)
    lights.show([end] * 8)
    assert states(pins) == [float(round(end))] * 8
    assert modulated(pins) == [None] * 8


def test_an_unchanged_light_is_left_alone(lights: Leds, pins: MockFactory) -> None:
    lights.show(only(1, 0.5))
    changes = len(pins.pin(LIGHT_PINS[0]).states)
    lights.show([0.5, 1.0, *[0.0] * 6])
    assert len(pins.pin(LIGHT_PINS[0]).states) == changes


def test_a_colour_for_everywhere_changes_no_led(lights: Leds, pins: MockFactory) -> None:
    lights.show([1.0] * 8, colour=3)
    assert states(pins) == [1.0] * 8


def test_lights_that_the_last_run_left_on_are_dark_from_the_start(pins: MockFactory) -> None:
    for gpio in LIGHT_PINS:
        pins.pin(gpio).output_with_state(True)
    lights = leds.open_driver(Wiring())
    assert states(pins) == DARK
    lights.close()


def test_closing_turns_all_off_and_may_be_done_twice(lights: Leds, pins: MockFactory) -> None:
    lights.show([1.0, 0.5] * 4)
    lights.close()
    lights.close()
    assert states(pins) == DARK
    assert [pins.pin(gpio).function for gpio in LIGHT_PINS] == ["input"] * 8


def test_a_pin_at_fault_leaves_no_other_light_on(
    lights: Leds, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights.show([1.0] * 8)
    broken = pins.pin(LIGHT_PINS[0])

    def refuse(_: float) -> None:
        raise RuntimeError("a bad handle")

    monkeypatch.setattr(broken, "_set_state", refuse)
    lights.close()
    assert states(pins)[1:] == DARK[1:]


def test_a_pin_at_fault_in_play_is_one_line_while_the_others_shine_and_is_set_once_it_can_be(
    lights: Leds, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    class LgpioError(Exception):
        """As lgpio's own: of no builtin kind."""

    def refuse(_: float) -> None:
        raise LgpioError("'unknown handle'")

    with monkeypatch.context() as broken:
        broken.setattr(pins.pin(LIGHT_PINS[2]), "_set_state", refuse)
        said = (
            rf"^The light on GPIO {LIGHT_PINS[2]} cannot be set \('unknown handle'\): `imaginiff check` tells"
        )
        for _ in range(2):
            with pytest.raises(HardwareError, match=said):
                lights.show([1.0] * 8)
        assert states(pins) == [1, 1, 0, 1, 1, 1, 1, 1]
    lights.show([1.0] * 8)
    assert states(pins) == [1.0] * 8


def test_a_pin_that_cannot_drive_is_named_and_no_other_is_kept(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(function: str) -> None:
        if function == "output":
            raise LookupError("'bad GPIO mode'")

    said = rf"^GPIO {LIGHT_PINS[2]} cannot be used \('bad GPIO mode'\)"
    with monkeypatch.context() as broken, pytest.raises(HardwareError, match=said):
        broken.setattr(pins.pin(LIGHT_PINS[2]), "_set_function", refuse)
        leds.open_driver(Wiring())
    leds.open_driver(Wiring()).close()


def test_a_pin_wired_twice_is_named_and_no_other_is_kept(pins: MockFactory) -> None:
    wiring = Wiring(lights=LightsWiring(pins=(18, 14, 15, 7, 8, 9, 10, 18)))
    with pytest.raises(HardwareError, match="GPIO 18") as caught:
        leds.open_driver(wiring)
    leds.open_driver(Wiring()).close()
    # Only now: as long as the error is known to somebody, nothing it knows of is collected.
    del caught


class LampHeader:
    """A header with a lamp on every pin."""

    def __init__(self) -> None:
        self.levels: dict[int, float | None] = {}

    def drive(self, gpio: int, level: float | None) -> None:
        self.levels[gpio] = level

    def is_low(self, gpio: int) -> bool:
        return not self.levels.get(gpio)

    def tell_falls(self, gpios: Sequence[int], tell: Callable[[], None]) -> Callable[[], None]:
        raise NotImplementedError("lamps do not press keys")


def test_over_rpi_gpio_lights_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    header = LampHeader()
    with rpi_gpio(header) as factory:
        monkeypatch.setattr(Device, "pin_factory", factory)
        lights = leds.open_driver(Wiring())
        lights.show([1.0, 0.0] * 4)
        assert [header.levels[gpio] for gpio in LIGHT_PINS] == [True, False] * 4
        lights.show([0.25] * 8)
        assert states(factory) == [0.25] * 8
        lights.show([0.0, 1.0] * 4)
        assert [header.levels[gpio] for gpio in LIGHT_PINS] == [False, True] * 4
        assert modulated(factory) == [None] * 8
        lights.close()
        assert not any(header.levels.values())


def test_the_wiring_opens_them_by_name(pins: MockFactory) -> None:
    lights = open_lights(Wiring())
    lights.show([1.0] * 8)
    assert states(pins) == [1.0] * 8
    lights.close()
