"""What the Pi's own configuration has claimed of the header: I2C, SPI and the serial console."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Board:
    """The buses that the kernel has switched on, and with them their pins."""

    is_i2c_on: bool = False
    is_spi_on: bool = False
    is_uart_on: bool = False


def read_board(root: Path = Path("/")) -> Board:
    """What is on, as the device nodes under `root` tell. Off a Pi nothing is."""
    dev = root / "dev"
    return Board(
        is_i2c_on=(dev / "i2c-1").exists(),
        is_spi_on=any(dev.glob("spidev0.*")),
        is_uart_on=_is_uart_on_header(dev / "serial0"),
    )


def _is_uart_on_header(serial: Path) -> bool:
    """A Pi 5's `serial0` is its own debug connector (ttyAMA10), everybody else's is GPIO 14 and 15."""
    return serial.exists() and serial.resolve().name != "ttyAMA10"
