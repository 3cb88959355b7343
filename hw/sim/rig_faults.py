"""Faults of a rig, in words, for `imaginiff check --fault` and for pages: what goes wrong in soldering."""

from collections.abc import Callable, Mapping

from hw.ports import KEYS, PADS, HardwareError
from hw.sim.rig import Rig
from hw.sim.rig_bus import SharedI2c
from hw.sim.wires import ALL_NETS, Diode, KeyMatrix
from hw.uses import PAD_NAMES

SLOW_HERTZ = 10_000
"""A frame of 128x64 then takes a second."""

# Words in capitals, and ranges, are for whoever says it to fill in.
FAULTS: Mapping[str, str] = {
    "stuck PAD KEY": "a key does not open",
    "bouncing PAD KEY MS": "a contact bounces that long",
    "reversed PAD KEY": "a diode the wrong way round",
    "missing PAD KEY": "a wire in place of a diode",
    "open PAD row 1-2": "a row's wire of a pad does not connect",
    "open PAD column 1-4": "a column's wire of a pad does not connect",
    "touching NET NET": "two nets of the box, R1 to R8 and C1 to C8, are joined",
    "unplugged PAD": "a pad's cable is out",
    "unplugged panel": "the panel's cable is out",
    "slow bus": "every I2C bus is slow",
    "failing bus": "nothing answers on any I2C bus",
    "hanging bus": "everything on an I2C bus takes 5 seconds, and fails",
}
OF_MATRIX = ("reversed", "missing", "open", "touching")
LONGEST_BOUNCE_MS = 1000

Switch = Callable[[Rig, bool], None]
"""Makes a fault, or lifts it. To make it twice is as good as once."""
Place = tuple[object, ...]
"""What is wrong then: where two faults are of one place, the one made last counts."""


def faults_of(rig: Rig) -> dict[str, str]:
    """Those of `FAULTS` that this rig can have."""
    return {words: meaning for words, meaning in FAULTS.items() if _why_not(rig, words.split()) is None}


class RigWires:
    """The wires of a rig, for pages that make faults in them."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig

    @property
    def faults(self) -> Mapping[str, str]:
        """Those that this rig can have."""
        return faults_of(self._rig)

    def set_fault(self, words: str, is_made: bool) -> None:
        """Make a fault, or mend it. Raises `HardwareError` for one that cannot be."""
        (make_fault if is_made else lift_fault)(self._rig, words)


def make_fault(rig: Rig, words: str) -> None:
    """Make a fault, said as in `FAULTS`; pads by name or number. Raises `HardwareError` for any other."""
    _, switch = _found(rig, words)
    switch(rig, True)
    rig.faults.append(words)


def lift_fault(rig: Rig, words: str) -> None:
    """Mend a fault that has been made. What else is wrong in its place is so from then on, without a gap."""
    place, switch = _found(rig, words)
    rig.faults.remove(words)
    others = [found for found in (_found(rig, other) for other in rig.faults) if found[0] == place]
    if others:
        _, switch = others[-1]
    switch(rig, bool(others))


def _found(rig: Rig, words: str) -> tuple[Place, Switch]:
    try:
        found = _read(words.split())
    except ValueError as error:
        known = ", ".join(FAULTS)
        raise HardwareError(f'no such fault: "{words}": say one of {known}') from error
    if (reason := _why_not(rig, words.split())) is not None:
        raise HardwareError(f'"{words}" cannot be made: {reason}')
    return found


def _why_not(rig: Rig, words: list[str]) -> str | None:
    """Why this rig cannot have such a fault."""
    if words[0] in OF_MATRIX and not isinstance(rig.keys, KeyMatrix):
        return f"{rig.wiring.pads.driver} has no matrix"
    if words[-1] == "bus" and not rig.by_number:
        return "nothing is wired to an I2C bus"
    return None


def _read(words: list[str]) -> tuple[Place, Switch]:
    """Where it is, and what makes and lifts it. Raises `ValueError`."""
    match words:
        case ["stuck", name, number]:
            pad, key = _pad(name), _number(number, KEYS)
            return ("stuck", pad, key), lambda rig, is_on: rig.stick(pad, key, is_on)
        case ["bouncing", name, number, ms]:
            pad, key, length_ms = _pad(name), _number(number, KEYS), _number(ms, LONGEST_BOUNCE_MS)
            return ("bouncing", pad, key), lambda rig, is_on: rig.bounce(pad, key, length_ms if is_on else 0)
        case ["reversed", name, number]:
            return _soldered(_pad(name), _number(number, KEYS), Diode.REVERSED)
        case ["missing", name, number]:
            return _soldered(_pad(name), _number(number, KEYS), Diode.MISSING)
        case ["open", name, "row" | "column" as kind, number]:
            pad, wire = _pad(name), f"{kind} {_number(number, 2 if kind == 'row' else 4)}"
            return ("open", pad, wire), _working(lambda matrix, is_on: matrix.cut(pad, wire, is_on))
        case ["touching", one, other] if one != other and {one, other} <= set(ALL_NETS):
            one, other = sorted((one, other))
            return ("touching", one, other), _working(lambda matrix, is_on: matrix.short(one, other, is_on))
        case ["unplugged", "panel"]:
            return ("unplugged", "panel"), lambda rig, is_on: rig.plug_panel(not is_on)
        case ["unplugged", name]:
            pad = _pad(name)
            return ("unplugged", pad), lambda rig, is_on: rig.unplug(pad, is_on)
        case ["slow", "bus"]:
            return ("pace",), _on_buses(lambda bus, is_on: bus.be_slow(SLOW_HERTZ if is_on else None))
        case ["failing", "bus"]:
            return ("answers",), _on_buses(SharedI2c.fail)
        case ["hanging", "bus"]:
            return ("answers",), _on_buses(SharedI2c.hang)
    raise ValueError("unknown")


def _soldered(pad: int, key: int, diode: Diode) -> tuple[Place, Switch]:
    return ("diode", pad, key), _working(
        lambda matrix, is_on: matrix.solder(pad, key, diode if is_on else matrix.usual)
    )


def _on_buses(work: Callable[[SharedI2c, bool], None]) -> Switch:
    def switch(rig: Rig, is_on: bool) -> None:
        for bus in rig.by_number.values():
            work(bus, is_on)

    return switch


def _working(work: Callable[[KeyMatrix, bool], None]) -> Switch:
    """Work on the key matrix."""

    def switch(rig: Rig, is_on: bool) -> None:
        assert isinstance(rig.keys, KeyMatrix)
        with rig.lock:
            work(rig.keys, is_on)

    return switch


def _pad(name: str) -> int:
    return PAD_NAMES.index(name) + 1 if name in PAD_NAMES else _number(name, PADS)


def _number(word: str, last: int) -> int:
    if not 1 <= (number := int(word)) <= last:
        raise ValueError("out of range")
    return number
