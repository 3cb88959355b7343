"""The simulated I2C bus behaves as the kernel's does through smbus2."""

import errno

import pytest
from smbus2 import i2c_msg

from hw.sim.bus import SimI2c
from hw.sim.lamps import Pca9685

ADDRESS = 0x40


@pytest.fixture
def bus() -> SimI2c:
    """A bus with one chip that has registers."""
    bus = SimI2c()
    bus.plug(ADDRESS, Pca9685())
    return bus


def test_what_is_written_is_read_back_in_every_way(bus: SimI2c) -> None:
    bus.write_byte_data(ADDRESS, 0x00, 0x20)
    bus.write_i2c_block_data(ADDRESS, 0x06, [1, 2, 3])
    assert bus.read_i2c_block_data(ADDRESS, 0x06, 3) == [1, 2, 3]
    assert bus.read_byte_data(ADDRESS, 0x07) == 2
    assert bus.read_byte(ADDRESS) == 3
    bus.write_byte(ADDRESS, 0x06)
    assert bus.read_byte(ADDRESS) == 1


def test_messages_of_one_transaction_are_transferred_in_turn(bus: SimI2c) -> None:
    ask, answer = i2c_msg.write(ADDRESS, [0xFE]), i2c_msg.read(ADDRESS, 1)
    bus.i2c_rdwr(i2c_msg.write(ADDRESS, [0xFE, 0x05]), ask, answer)
    assert bytes(answer) == b"\x05"


def test_nobody_at_an_address_is_a_remote_error(bus: SimI2c) -> None:
    with pytest.raises(OSError) as caught:
        bus.write_byte(0x41, 0)
    assert caught.value.errno == errno.EREMOTEIO


def test_a_block_is_32_bytes_at_most(bus: SimI2c) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        bus.write_i2c_block_data(ADDRESS, 0, [0] * 33)
    with pytest.raises(ValueError, match="32 bytes"):
        bus.read_i2c_block_data(ADDRESS, 0, 33)


def test_an_adapter_of_blocks_alone_takes_no_messages() -> None:
    with pytest.raises(OSError) as caught:
        SimI2c(is_plain=False).i2c_rdwr(i2c_msg.write(ADDRESS, [0]))
    assert caught.value.errno == errno.EOPNOTSUPP


def test_a_fault_reaches_nobody_and_is_not_counted(bus: SimI2c) -> None:
    bus.fault = lambda sent: errno.ETIMEDOUT if sent.address == ADDRESS else None
    with pytest.raises(TimeoutError):
        bus.write_byte_data(ADDRESS, 0xFE, 0x05)
    assert bus.bytes_sent == 0


def test_an_unplugged_chip_forgets_everything(bus: SimI2c) -> None:
    chip = Pca9685()
    bus.plug(0x41, chip)
    bus.write_byte_data(0x41, 0xFE, 0x05)
    bus.unplug(0x41)
    bus.plug(0x41, chip)
    assert bus.read_byte_data(0x41, 0xFE) == 0x1E
