"""Where a panel hangs, as the wiring says: what to call it, how to open it, what to say when it fails."""

import errno
from collections.abc import Callable
from dataclasses import dataclass

from luma.core.error import DeviceDisplayModeError, DeviceNotFoundError

from hw.buses import CHECK, Buses, spi_fault
from hw.panel.serials import I2cSerial, LumaPins, Serial, SpiSerial
from hw.pi import Pi
from hw.ports import HardwareError
from hw.wiring import Link, PanelWiring, Wiring

WHOLE_FRAME = 4095
"""Data bytes in one message: the kernel takes 4,096 bytes, one of them is the control byte."""


@dataclass(frozen=True, slots=True)
class Line:
    """How to reach a panel. `open` raises `HardwareError`, `OSError` or one of luma's errors."""

    open: Callable[[], Serial]
    fault: Callable[[Exception], HardwareError]


def line_to(wiring: Wiring, pi: Pi) -> Line:
    """The line to this wiring's panel on that Pi. Beside key expanders it carries one page at a time."""
    panel = wiring.panel
    match panel.link:
        case Link.I2C:
            longest = panel.width if wiring.is_bus_shared else WHOLE_FRAME
            return Line(lambda: _open_i2c(panel, pi, longest), lambda error: _i2c_fault(panel, error))
        case Link.SPI:
            return Line(lambda: _open_spi(wiring, pi), lambda error: _spi_fault(panel, error))
        case Link.PINS:
            raise ValueError("a panel needs a bus")


def _open_i2c(panel: PanelWiring, buses: Buses, longest: int) -> Serial:
    return I2cSerial(buses.i2c(panel.bus), panel.address, longest, buses.turns(panel.bus))


def _open_spi(wiring: Wiring, pi: Pi) -> Serial:
    panel, port, pins = wiring.panel, pi.spi(), LumaPins(pi.pins(wiring.backend))
    try:
        return SpiSerial(port, pins, panel.device, panel.dc, panel.reset)
    except BaseException:
        pins.close()
        raise


def _i2c_fault(panel: PanelWiring, error: Exception) -> HardwareError:
    return _size_fault(error) or HardwareError(
        "No display answers at {address} on {bus}: check the wiring, then {check}",
        address=f"0x{panel.address:02X}",
        bus=f"i2c-{panel.bus}",
        check=CHECK,
    )


def _spi_fault(panel: PanelWiring, error: Exception) -> HardwareError:
    """Nobody answers on SPI: only the port itself can fail."""
    if isinstance(error, DeviceNotFoundError):  # luma's word for ENOENT
        error = OSError(errno.ENOENT, "no such port")
    os_error = error if isinstance(error, OSError) else OSError(str(error))
    return _size_fault(error) or spi_fault(panel.device, os_error)


def _size_fault(error: Exception) -> HardwareError | None:
    if not isinstance(error, DeviceDisplayModeError):
        return None
    return HardwareError("{why}: correct panel.width and panel.height", why=error)
