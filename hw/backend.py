"""The library for the pins: gpiozero over lgpio (every Pi) or over RPi.GPIO (up to Pi 4).

Never silently another: which was wanted and which was found is in `Pins.words`, for the start and for
`imaginiff check`.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from hw.edge_lines import EdgeLines, busy_fault, request_edges
from hw.gpio_chips import GpioChip, header_chip
from hw.lgpio_folder import import_lgpio
from hw.ports import HardwareError

INSTALL = "pip install 'imaginiff-device[pi]'"
ENVIRONMENT = "GPIOZERO_PIN_FACTORY"


class Drain(Protocol):
    """An open-drain output: it pulls low or lets go, and never drives high."""

    def pull(self) -> None:
        """Pull low."""

    def let_go(self) -> None:
        """Be as if not there."""


class SwitchedDrain:
    """An open drain out of any gpiozero pin: an output that is low, or else an input."""

    def __init__(self, pin: Any) -> None:
        self._pin = pin
        self.let_go()

    def pull(self) -> None:
        """Pull low."""
        self._pin.output_with_state(False)

    def let_go(self) -> None:
        """Be as if not there."""
        # Two pins have a resistor on the board that cannot be switched off.
        self._pin.input_with_pull(self._pin.info.pull or "floating")


class LgpioDrain:
    """The kernel's own open drain: over lgpio, changing a pin's function would take half a millisecond."""

    def __init__(self, lgpio: Any, handle: int, pin: Any) -> None:
        self._pin = pin
        number = gpio_number(pin)
        lgpio.gpio_free(handle, number)
        lgpio.gpio_claim_output(handle, number, 1, lgpio.SET_OPEN_DRAIN)

    def pull(self) -> None:
        """Pull low."""
        self._pin.state = False

    def let_go(self) -> None:
        """Be as if not there."""
        self._pin.state = True


class Pins:
    """Pins through a gpiozero factory, claimed one by one and freed together."""

    def __init__(self, factory: Any, wanted: str, found: str, chip: GpioChip | None = None) -> None:
        self.factory = factory
        self.wanted = wanted
        self.found = found
        self.chip = chip
        self._devices: list[Any] = []

    @property
    def words(self) -> str:
        """Which library was wanted, which was found, and on which chip."""
        where = f" on {self.chip}" if self.chip else ""
        return f"pins through {self.found} (wanted: {self.wanted}){where}"

    def claim(self, gpio: int) -> Any:
        """A gpiozero pin, ours alone. Raises `HardwareError`: somebody else's, or no right."""
        from gpiozero import GPIODevice

        with self._faults(gpio):
            device = GPIODevice(gpio, pin_factory=self.factory)
        self._devices.append(device)
        return device.pin

    def claim_input(self, gpio: int) -> Any:
        """A pin to be read, pulled up. Raises `HardwareError`."""
        pin = self.claim(gpio)
        with self._faults(gpio):
            pin.input_with_pull("up")
        return pin

    def claim_output(self, gpio: int) -> Any:
        """A pin that drives, low from the start. Raises `HardwareError`."""
        pin = self.claim(gpio)
        with self._faults(gpio):
            pin.output_with_state(False)
        return pin

    def claim_drain(self, gpio: int) -> Drain:
        """An open-drain output that has let go. Raises `HardwareError`."""
        pin = self.claim(gpio)
        with self._faults(gpio):
            if self.found == "lgpio":
                return LgpioDrain(import_module("lgpio"), self.factory._handle, pin)
            return SwitchedDrain(pin)

    def claim_edges(self, gpios: Sequence[int]) -> EdgeLines:
        """Inputs that wake. Raises `NoEdgesError` where nothing can, and `HardwareError`."""
        return request_edges(self.chip, gpios)

    def free(self) -> None:
        """Give all claimed pins back, as inputs. Never raises; may be called twice."""
        while self._devices:
            # One pin at fault must not keep the others, and lgpio's errors have no kind of their own.
            with contextlib.suppress(Exception):
                self._free(self._devices.pop())

    def _free(self, device: Any) -> None:
        info, number = device.pin.info, gpio_number(device.pin)
        device.close()
        if self.found == "lgpio":
            # gpiozero only makes an input of it, and keeps line and pin until the program ends.
            import_module("lgpio").gpio_free(self.factory._handle, number)
            del self.factory.pins[info]

    @contextlib.contextmanager
    def _faults(self, gpio: int) -> Iterator[None]:
        """Say what the libraries' errors mean."""
        from gpiozero import GPIOPinInUse

        try:
            yield
        except GPIOPinInUse as error:
            raise HardwareError("GPIO {gpio} is wired twice: see `imaginiff wiring`", gpio=gpio) from error
        except Exception as error:
            # lgpio's errors are of its own kind and carry only text.
            if "busy" in str(error):
                raise busy_fault(self.chip, [gpio]) from error
            raise HardwareError(
                "GPIO {gpio} cannot be used ({why}): `imaginiff check` tells more", gpio=gpio, why=error
            ) from error


@contextlib.contextmanager
def pin_errors() -> Iterator[None]:
    """What goes wrong with a claimed pin, as `OSError`: lgpio's errors are of no builtin kind."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(str(error)) from error


def gpio_number(pin: Any) -> int:
    """The number of a gpiozero pin: 17 for "GPIO17"."""
    return int(str(pin.info.name).removeprefix("GPIO"))


def open_pins(
    wanted: str = "auto",
    environ: Mapping[str, str] = os.environ,
    dev: Path = Path("/dev"),
    load: Callable[[str], Any] = import_module,
) -> Pins:
    """The pins, through the library that is wanted: auto, lgpio or rpigpio; the environment decides over it.

    A factory that gpiozero has already (a simulation's) is used as it is. Raises `HardwareError`.
    """
    from gpiozero import Device

    if Device.pin_factory is not None:
        return _pins_of(Device.pin_factory, wanted)
    wanted = environ.get(ENVIRONMENT, "").lower() or wanted
    match wanted:
        case "auto":
            pins = _auto(dev, load)
        case "lgpio":
            pins = _lgpio(wanted, dev, load)
        case "rpigpio":
            pins = _rpigpio(wanted, load)
        case _:
            raise HardwareError(
                "{setting} is wanted for the pins, which wakes for no key: "
                "set it to lgpio or rpigpio, or not at all",
                setting=f"{ENVIRONMENT}={wanted}",
            )
    Device.pin_factory = pins.factory
    return pins


def _pins_of(factory: Any, wanted: str) -> Pins:
    name = type(factory).__name__.removesuffix("Factory").lower()
    if name != "lgpio":
        return Pins(factory, wanted, name)
    return Pins(factory, wanted, name, header_chip())


def _auto(dev: Path, load: Callable[[str], Any]) -> Pins:
    """lgpio, and only where that is not installed, RPi.GPIO."""
    try:
        return _lgpio("auto", dev, load)
    except _MissingError:
        pass
    try:
        return _rpigpio("auto", load)
    except _MissingError as error:
        raise HardwareError("Neither lgpio nor RPi.GPIO is installed: {how}", how=INSTALL) from error


class _MissingError(HardwareError):
    """A library is not installed."""


def _lgpio(wanted: str, dev: Path, load: Callable[[str], Any]) -> Pins:
    chip = header_chip(dev)
    try:
        lgpio = import_lgpio(load=load)
        module = load("gpiozero.pins.lgpio")
    except ImportError as error:
        raise _MissingError("lgpio is not installed: {how}", how=INSTALL) from error
    try:
        return Pins(module.LGPIOFactory(chip=chip.number), wanted, "lgpio", chip)
    except lgpio.error as error:
        raise HardwareError(
            "{what} does not open ({why}): `imaginiff check` tells more", what=chip, why=error
        ) from error


def _rpigpio(wanted: str, load: Callable[[str], Any]) -> Pins:
    try:
        return Pins(load("gpiozero.pins.rpigpio").RPiGPIOFactory(), wanted, "rpigpio")
    except ImportError as error:
        raise _MissingError(
            "RPi.GPIO is not installed: {how}", how="pip install 'imaginiff-device[rpigpio]'"
        ) from error
    except RuntimeError as error:
        # It says so at import where it knows no such Pi, a Pi 5 among them.
        raise HardwareError("RPi.GPIO cannot drive this machine ({why}): choose lgpio", why=error) from error
