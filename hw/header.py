"""The 40-pin header of every Pi since the B+: what is where, and what the kernel may own."""

GROUND, V5, V3 = "ground", "5 V", "3.3 V"

# Pin 1 first; a number is a GPIO (Raspberry Pi documentation, "GPIO and the 40-pin header").
HEADER: tuple[int | str, ...] = (
    *(V3, V5, 2, V5, 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, V3, 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
GPIOS = tuple(sorted(pin for pin in HEADER if isinstance(pin, int)))

EEPROM_PINS = (0, 1)
UART_PINS = {14: "UART TX", 15: "UART RX"}
I2C_PINS = {1: {2: "I2C SDA", 3: "I2C SCL"}}
SPI_PINS = {10: "SPI MOSI", 9: "SPI MISO", 11: "SPI SCLK", 8: "SPI CE0", 7: "SPI CE1"}


def pin_of(gpio: int) -> int | None:
    """The number on the header, 1-40, of a GPIO; None for one that is not there."""
    return HEADER.index(gpio) + 1 if gpio in GPIOS else None
