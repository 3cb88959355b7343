"""The Pi's I2C and SPI buses: what drivers use of them, opening them, and what to say when that fails.

The libraries are imported when a bus is first asked for, so that everything else runs without them.
"""

import errno
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from hw.ports import HardwareError
from hw.turns import Turns
from hw.words import system_words

BLOCK = 32
"""The most data bytes that an SMBus block write takes."""

# i2c-dev.h of the kernel: the adapter takes plain messages of any length, by I2C_RDWR.
I2C_FUNC_I2C = 0x01

PI_EXTRA = "pip install 'imaginiff-device[pi]'"
CHECK = "`imaginiff check`"


class I2cBus(Protocol):
    """What drivers use of `smbus2.SMBus`. A call is one transaction; a fault of the bus is an `OSError`."""

    @property
    def funcs(self) -> int:
        """What the adapter can do, in bits of i2c-dev.h."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write a register number and up to 32 bytes."""

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Write a register number, then read up to 32 bytes."""

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte, without writing anything first."""

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Transfer `smbus2.i2c_msg` messages of any length, as one transaction."""

    def close(self) -> None:
        """Give the bus back."""


class SpiPort(Protocol):
    """What drivers use of `spidev.SpiDev`. A fault of the bus is an `OSError`."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int) -> None:
        """Take the port that this chip select is on."""

    def writebytes(self, data: Sequence[int]) -> None:
        """Clock out up to 4,096 bytes."""

    def close(self) -> None:
        """Give the port back. May be called twice."""


class Buses(Protocol):
    """Where drivers get their buses from: the kernel, or a simulation."""

    def i2c(self, number: int) -> I2cBus:
        """The opened bus i2c-`number`. Raises `HardwareError`."""

    def turns(self, number: int) -> Turns:
        """Whose turn it is on i2c-`number`: one for the whole program."""

    def spi(self) -> SpiPort:
        """A port that its user opens. Raises `HardwareError` when no library for it is installed."""


_TURNS: dict[int, Turns] = {}


class KernelBuses:
    """The buses of the machine we run on."""

    def i2c(self, number: int) -> I2cBus:
        """The opened bus i2c-`number`. Raises `HardwareError`: not there, no right, no library."""
        try:
            # smbus2's names for its arguments differ here and there from what it documents.
            return cast("I2cBus", import_module("smbus2").SMBus(number))
        except ImportError as error:
            raise HardwareError("smbus2, which I2C needs, is not installed: {how}", how=PI_EXTRA) from error
        except OSError as error:
            raise i2c_fault(number, error) from error

    def turns(self, number: int) -> Turns:
        """Whose turn it is. A bus is one bus, whichever driver asks for it."""
        return _TURNS.setdefault(number, Turns())

    def spi(self) -> SpiPort:
        """A port through spidev where it is installed, else through lgpio, which the pins use anyway."""
        for library, make in (("spidev", _spidev), ("lgpio", LgpioSpi)):
            try:
                return make(import_module(library))
            except ImportError:
                continue
        raise HardwareError(
            "Neither spidev nor lgpio, one of which SPI needs, is installed: {how}", how=PI_EXTRA
        )


def _spidev(library: Any) -> SpiPort:
    return cast("SpiPort", library.SpiDev())


class LgpioSpi:
    """lgpio's SPI, with spidev's names."""

    def __init__(self, lgpio: Any) -> None:
        self._lgpio = lgpio
        self._handle: int | None = None
        self._bus, self._device = 0, 0
        self.max_speed_hz = 1_000_000
        self.mode = 0

    def open(self, bus: int, device: int) -> None:
        """Say which port. It is taken with the first byte: lgpio wants to know its speed by then."""
        self._bus, self._device = bus, device

    def writebytes(self, data: Sequence[int]) -> None:
        """Clock out bytes."""
        if self._handle is None:
            self._open()
        self._call(self._lgpio.spi_write, self._handle, bytes(data))

    def close(self) -> None:
        """Give the port back. May be called twice."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._call(self._lgpio.spi_close, handle)

    def _open(self) -> None:
        self._handle = self._call(self._lgpio.spi_open, self._bus, self._device, self.max_speed_hz, self.mode)

    def _call(self, function: Any, *args: Any) -> int:
        """Call lgpio. Its errors are of no builtin kind."""
        try:
            return cast("int", function(*args))
        except self._lgpio.error as error:
            raise OSError(errno.EIO, str(error)) from error


def i2c_fault(number: int, error: OSError) -> HardwareError:
    """What to say of a bus that does not open."""
    return _fault(f"i2c-{number}", "i2c", error)


def spi_fault(device: int, error: OSError) -> HardwareError:
    """What to say of a port that does not open."""
    return _fault(f"spidev0.{device}", "spi", error)


def _fault(name: str, group: str, error: OSError) -> HardwareError:
    match error.errno:
        case errno.ENOENT:
            return HardwareError(
                "No bus {name}: {command}, then {check}",
                name=name,
                command=f"`sudo raspi-config nonint do_{group} 0`",
                check=CHECK,
            )
        case errno.EACCES | errno.EPERM:
            return HardwareError(
                "No right to use {name}: join its group, {command}, log in again",
                name=f"/dev/{name}",
                command=f"`sudo usermod -aG {group} $USER`",
            )
        case _:
            return HardwareError(
                "Bus {name} does not work ({why}): {check} tells more",
                name=name,
                why=system_words(error),
                check=CHECK,
            )


def send(bus: I2cBus, address: int, register: int, data: bytes) -> None:
    """Write a register (or control) byte and any number of bytes, in one transaction where the bus can.

    Raises `OSError`. Up to 32 bytes go by an SMBus block, which every adapter and every simulation takes.
    """
    if len(data) <= BLOCK:
        bus.write_i2c_block_data(address, register, list(data))
    elif (message := _long_message(bus, address, bytes([register]) + data)) is not None:
        bus.i2c_rdwr(message)
    else:
        for part in parts(data, BLOCK):
            bus.write_i2c_block_data(address, register, list(part))


def _long_message(bus: I2cBus, address: int, data: bytes) -> Any | None:
    """A message of any length; None where the adapter takes none or smbus2, which makes them, is missing."""
    if not bus.funcs & I2C_FUNC_I2C:
        return None
    try:
        return import_module("smbus2").i2c_msg.write(address, data)
    except ImportError:
        return None


def parts(data: bytes, longest: int) -> Iterable[bytes]:
    """The data in pieces of at most `longest` bytes."""
    return (data[start : start + longest] for start in range(0, len(data), longest))
