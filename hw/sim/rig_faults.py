"""Faults of a rig, in words, for the solder check at the virtual table: what goes wrong when one solders."""

from collections.abc import Callable, Mapping

from hw.ports import KEYS, PADS, HardwareError
from hw.sim.rig import Rig
from hw.sim.wires import ALL_NETS, Diode, KeyMatrix
from hw.uses import PAD_NAMES

SLOW_HERTZ = 10_000
"""A frame of 128x64 then takes a second."""

FAULTS: Mapping[str, str] = {
    "stuck PAD KEY": "a key does not open",
    "bouncing PAD KEY MS": "a contact bounces that long",
    "reversed PAD KEY": "a diode the wrong way round",
    "open PAD row 1-2": "a row's wire of a pad does not connect",
    "open PAD column 1-4": "a column's wire of a pad does not connect",
    "unplugged PAD": "a pad's cable is out",
    "touching NET NET": "two nets of the box, R1 to R8 and C1 to C8, are joined",
    "unplugged panel": "the panel's cable is out",
    "slow bus": "every I2C bus is slow",
}


def make_fault(rig: Rig, words: str) -> None:
    """Make a fault, said as in `FAULTS`; pads by name or number. Raises `HardwareError` for any other."""
    try:
        _maker(words.split())(rig)
    except (ValueError, KeyError) as error:
        known = ", ".join(FAULTS)
        raise HardwareError(f'no such fault: "{words}": say one of {known}') from error
    rig.faults.append(words)


def _maker(words: list[str]) -> Callable[[Rig], None]:
    """What makes it. Raises `ValueError`."""
    match words:
        case ["unplugged", "panel"]:
            return lambda rig: rig.plug_panel(False)
        case ["unplugged", name]:
            pad = _pad(name)
            return lambda rig: rig.unplug(pad)
        case ["stuck", name, number]:
            pad, key = _pad(name), _number(number, KEYS)
            return lambda rig: rig.stick(pad, key)
        case ["bouncing", name, number, ms]:
            pad, key, length_ms = _pad(name), _number(number, KEYS), _number(ms, 1000)
            return lambda rig: rig.bounce(pad, key, length_ms)
        case ["reversed", name, number]:
            pad, key = _pad(name), _number(number, KEYS)
            return lambda rig: _solder(rig, lambda matrix: matrix.solder(pad, key, Diode.REVERSED))
        case ["open", name, "row" | "column" as kind, number]:
            pad, wire = _pad(name), f"{kind} {_number(number, 2 if kind == 'row' else 4)}"
            return lambda rig: _solder(rig, lambda matrix: matrix.cut(pad, wire))
        case ["touching", one, other] if {one, other} <= set(ALL_NETS):
            return lambda rig: _solder(rig, lambda matrix: matrix.short(one, other))
        case ["slow", "bus"]:
            return _slow_down
    raise ValueError("unknown")


def _slow_down(rig: Rig) -> None:
    for bus in rig.by_number.values():
        bus.be_slow(SLOW_HERTZ)


def _solder(rig: Rig, work: Callable[[KeyMatrix], None]) -> None:
    if not isinstance(rig.keys, KeyMatrix):
        raise HardwareError(f"{rig.wiring.pads.driver} has no matrix: that fault cannot be made")
    with rig.lock:
        work(rig.keys)


def _pad(name: str) -> int:
    return PAD_NAMES.index(name) + 1 if name in PAD_NAMES else _number(name, PADS)


def _number(word: str, last: int) -> int:
    if not 1 <= (number := int(word)) <= last:
        raise ValueError("out of range")
    return number
