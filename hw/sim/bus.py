"""Simulated I2C and SPI buses: chips that come and go, faults on order, and how long everything takes.

They have the names and the manners of smbus2 and spidev, so real drivers run over them.
"""

import errno
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from ctypes import memmove
from dataclasses import dataclass
from os import strerror
from typing import Any, Protocol

from hw.backend import Pins, open_pins
from hw.board import Board
from hw.buses import BLOCK, I2C_FUNC_I2C, I2cBus, SpiPort, i2c_fault
from hw.turns import Turns

KEPT = 10_000
"""How many transactions a bus remembers."""

I2C_M_RD = 0x0001
BITS_A_BYTE = 9
"""Eight and the acknowledgement."""


class I2cChip(Protocol):
    """A chip on an I2C bus. One call is what comes between a start and the next start or stop."""

    def write(self, data: bytes) -> None:
        """Take in bytes."""

    def read(self, count: int) -> bytes:
        """Give that many bytes."""

    def power_on(self) -> None:
        """Wake up as after power-on, with whatever is then in the memory."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One transfer: to or from whom, and the bytes after the address."""

    address: int
    data: bytes
    is_read: bool = False

    @property
    def bytes_on_bus(self) -> int:
        """How many bytes that takes, the address too."""
        return 1 + len(self.data)


Fault = Callable[[Sent], int | None]
"""Decides what becomes of a transfer: None for nothing, or the errno that it ends in."""


def no_fault(_: Sent) -> int | None:
    """Everything works."""
    return None


class SimI2c:
    """An I2C bus as `smbus2.SMBus` shows it.

    `fault` may be set at any time. `hertz` and `wait` make it slow: every transfer calls `wait` with the
    seconds it takes at that clock. `sent` has the last transfers, oldest first. With `is_plain` False it
    is an adapter that takes no messages, only SMBus blocks.
    """

    def __init__(
        self, hertz: int = 400_000, wait: Callable[[float], None] | None = None, is_plain: bool = True
    ) -> None:
        self.fault: Fault = no_fault
        self.sent: deque[Sent] = deque(maxlen=KEPT)
        self.open_count = 0
        self.funcs = I2C_FUNC_I2C if is_plain else 0
        self._chips: dict[int, I2cChip] = {}
        self._hertz = hertz
        self._wait = wait

    @property
    def bytes_sent(self) -> int:
        """How many bytes went over the bus since `sent` was last cleared."""
        return sum(sent.bytes_on_bus for sent in self.sent)

    def plug(self, address: int, chip: I2cChip) -> None:
        """Connect a chip, which powers it on."""
        chip.power_on()
        self._chips[address] = chip

    def unplug(self, address: int) -> None:
        """Disconnect a chip. It forgets everything."""
        del self._chips[address]

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write a register number and up to 32 bytes."""
        if len(data) > BLOCK:
            raise ValueError("Data length cannot exceed 32 bytes")  # in smbus2's words
        self._write(i2c_addr, bytes([register, *data]))

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Write a register number and one byte."""
        self._write(i2c_addr, bytes([register, value]))

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Write one byte."""
        self._write(i2c_addr, bytes([value]))

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Write a register number, then read up to 32 bytes."""
        if length > BLOCK:
            raise ValueError("Desired block length over 32 bytes")
        self._write(i2c_addr, bytes([register]))
        return list(self._read(i2c_addr, length))

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """Write a register number, then read one byte."""
        return self.read_i2c_block_data(i2c_addr, register, 1)[0]

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte, without writing anything first."""
        return self._read(i2c_addr, 1)[0]

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Transfer `smbus2.i2c_msg` messages; what is read goes into their buffers."""
        if not self.funcs & I2C_FUNC_I2C:
            raise OSError(errno.EOPNOTSUPP, strerror(errno.EOPNOTSUPP))
        for message in i2c_msgs:
            if message.flags & I2C_M_RD:
                memmove(message.buf, self._read(message.addr, message.len), message.len)
            else:
                self._write(message.addr, bytes(message))

    def close(self) -> None:
        """Nothing to give back: another user of the bus goes on."""
        self.open_count -= 1

    def _write(self, address: int, data: bytes) -> None:
        self._transfer(Sent(address, data)).write(data)

    def _read(self, address: int, count: int) -> bytes:
        return self._transfer(Sent(address, bytes(count), is_read=True)).read(count)

    def _transfer(self, sent: Sent) -> I2cChip:
        """The chip that a transfer reaches. Raises the `OSError` it ends in, after the time it takes."""
        if self._wait is not None:
            self._wait(sent.bytes_on_bus * BITS_A_BYTE / self._hertz)
        number = self.fault(sent)
        if number is None and sent.address not in self._chips:
            number = errno.EREMOTEIO  # what i2c-bcm2835 says when nobody acknowledges
        if number is not None:
            raise OSError(number, strerror(number))
        self.sent.append(sent)
        return self._chips[sent.address]


class SimSpi:
    """An SPI port as `spidev.SpiDev` shows it. `chip` takes in what is clocked out.

    There is no acknowledgement on SPI: with nothing connected, everything seems to work.
    """

    def __init__(self, chip: Callable[[bytes], None] = lambda _: None) -> None:
        self.chip = chip
        self.sent: deque[bytes] = deque(maxlen=KEPT)
        self.fault: Callable[[bytes], int | None] = lambda _: None
        self.max_speed_hz = 125_000_000
        self.mode = 0
        self.opened: tuple[int, int] | None = None

    def open(self, bus: int, device: int) -> None:
        """Take the port."""
        self.opened = (bus, device)

    def writebytes(self, data: Sequence[int]) -> None:
        """Clock out bytes."""
        if self.opened is None:
            raise OSError(errno.EBADF, strerror(errno.EBADF))
        if (number := self.fault(bytes(data))) is not None:
            raise OSError(number, strerror(number))
        self.sent.append(bytes(data))
        self.chip(bytes(data))

    def close(self) -> None:
        """Give the port back."""
        self.opened = None


class SimBuses:
    """A Pi with simulated buses: I2C buses by number, which may come and go, and one SPI port.

    Its pins are those of the factory that gpiozero has.
    """

    def __init__(self, i2c: Mapping[int, SimI2c] | None = None, spi: SimSpi | None = None) -> None:
        self.by_number = dict(i2c or {})
        self._turns: dict[int, Turns] = {}
        self.port = spi or SimSpi()

    def i2c(self, number: int) -> I2cBus:
        """The bus i2c-`number`. Raises `HardwareError`, as the kernel's would, when it is not there."""
        if number not in self.by_number:
            raise i2c_fault(number, OSError(errno.ENOENT, strerror(errno.ENOENT)))
        bus = self.by_number[number]
        bus.open_count += 1
        return bus

    def turns(self, number: int) -> Turns:
        """Whose turn it is."""
        return self._turns.setdefault(number, Turns())

    def spi(self) -> SpiPort:
        """The SPI port."""
        return self.port

    def look_for_header(self) -> None:
        """It is there."""

    def pins(self, wanted: str) -> Pins:
        """Pins of gpiozero's factory."""
        return open_pins(wanted)

    def board(self) -> Board:
        """Nothing is claimed."""
        return Board()
