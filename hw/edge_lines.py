"""One kernel line request for several inputs: their levels, and a descriptor to sleep on until one falls."""

import errno
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol

from hw.gpio_chips import GpioChip, chip_fault
from hw.ports import HardwareError

CONSUMER = "imaginiff"
# lgpio's name for all it claims.
OURS = (CONSUMER, "lg")


class EdgeLines(Protocol):
    """Inputs that wake."""

    @property
    def fd(self) -> int:
        """Readable once a line has fallen."""

    def low(self) -> int:
        """Which lines are low: bit n for the n-th."""

    def forget(self) -> bool:
        """Forget the edges so far. True if there were any."""

    def close(self) -> None:
        """Give the lines back. May be called twice."""


class NoEdgesError(Exception):
    """Nothing can wake us; the lines are free and can be read instead. The message says why."""


class KernelLines:
    """`EdgeLines` through gpiod, pulled up, with the kernel's own debounce off."""

    def __init__(self, gpiod: Any, chip: GpioChip, gpios: Sequence[int]) -> None:
        """Request the lines. Raises `OSError`."""
        line = gpiod.line
        settings = gpiod.LineSettings(
            direction=line.Direction.INPUT, edge_detection=line.Edge.FALLING, bias=line.Bias.PULL_UP
        )
        self._request = gpiod.request_lines(str(chip.path), {tuple(gpios): settings}, CONSUMER)
        self._low = line.Value.INACTIVE

    @property
    def fd(self) -> int:
        """Readable once a line has fallen."""
        return int(self._request.fd)

    def low(self) -> int:
        """Which lines are low."""
        return sum(1 << n for n, level in enumerate(self._request.get_values()) if level is self._low)

    def forget(self) -> bool:
        """Forget the edges so far. True if there were any."""
        had_any = False
        while self._request.wait_edge_events(0):
            self._request.read_edge_events()
            had_any = True
        return had_any

    def close(self) -> None:
        """Give the lines back."""
        if self._request:
            self._request.release()


def request_edges(
    chip: GpioChip | None, gpios: Sequence[int], load: Callable[[str], Any] = import_module
) -> EdgeLines:
    """Claim lines that wake. Raises `NoEdgesError` where nothing can wake, and `HardwareError`."""
    if chip is None:
        raise NoEdgesError("these pins have no kernel line request")
    try:
        gpiod = load("gpiod")
    except ImportError:
        raise NoEdgesError("gpiod is not installed") from None
    try:
        return KernelLines(gpiod, chip, gpios)
    except OSError as error:
        match error.errno:
            case errno.EBUSY:
                raise busy_fault(chip, gpios, load) from error
            case errno.EACCES | errno.EPERM:
                raise chip_fault(chip.path, error) from error
            case _:
                raise NoEdgesError(f"this kernel gives no edges ({error.strerror})") from error


def busy_fault(
    chip: GpioChip | None, gpios: Sequence[int], load: Callable[[str], Any] = import_module
) -> HardwareError:
    """What to say of lines one of which somebody else holds: the pin, its owner, the cure."""
    for gpio in gpios:
        owner = _owner(chip, gpio, load)
        if owner in OURS:
            return HardwareError(
                "GPIO {gpio} is held by another program, perhaps a second imaginiff: end it", gpio=gpio
            )
        if owner is not None:
            return HardwareError(
                'GPIO {gpio} is held by "{owner}": end that, or wire another pin', gpio=gpio, owner=owner
            )
    names = ", ".join(map(str, gpios))
    if len(gpios) == 1:
        return HardwareError(
            "GPIO {gpio} is held by another program: end it, or wire another pin", gpio=names
        )
    return HardwareError(
        "One of GPIO {gpios} is held by another program: end it, or wire another pin", gpios=names
    )


def _owner(chip: GpioChip | None, gpio: int, load: Callable[[str], Any]) -> str | None:
    """Who holds a line; None if nobody does or nobody can tell."""
    if chip is None:
        return None
    try:
        with load("gpiod").Chip(str(chip.path)) as opened:
            info = opened.get_line_info(gpio)
    except (ImportError, OSError):
        return None
    return (info.consumer or "the kernel") if info.used else None
