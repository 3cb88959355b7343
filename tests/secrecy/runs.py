"""Runs of a script with one set of secrets or another, on a device of its own."""

from collections.abc import Sequence

from device.engine.table import House
from device.machine.phases import Settings
from hw.ports import KeyEdge
from tests.disk import quick_folder
from tests.secrecy.device import Device, Parts
from tests.secrecy.observed import Observed, log_into
from tests.secrecy.script import Crash, Cut, Disk, Edge, Script, Step, Wait

LONG_EVENING = 20
"""Every so many games is a long one on a short track, which may come to its finale."""


def settings_of(seed: int) -> Settings:
    """Settings as different as tables are: dice, cards, timers, names and tracks."""
    names = ("Anna", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal") if seed % 3 else ("",) * 8
    house = House(has_own_die=bool(seed % 2), has_own_cards=bool(seed % 5), names=names)
    track = 2 + seed % 9 if seed % LONG_EVENING else 1
    return Settings(track, house, lock_ms=3000 if seed % 7 else 0, vote_ms=20_000 * (seed % 4 == 0))


def act(device: Device, script: Script, keys: Sequence[int], step: Step) -> None:
    """Let one step of a script happen."""
    match step:
        case Edge(number, is_down):
            pad = script.presses[number].pad.number
            device.feed(KeyEdge(pad, keys[number], is_down, device.at_ms))
        case Wait(ms):
            device.wait(ms)
        case Cut():
            device.cut()
        case Crash():
            device.will_break()
        case Disk(is_full):
            device.fill_disk(is_full)


def run(
    script: Script, keys: Sequence[int], parts: Parts | None = None, until: int | None = None
) -> Observed:
    """Run a script with these keys on a new device; what was observed, up to a reveal or to the end."""
    observed = Observed()
    with (
        quick_folder() as folder,
        log_into(observed),
        Device(folder, settings_of(script.seed), script.seed, observed, parts) as device,
    ):
        for step in script.steps:
            if until is not None and len(observed.reveals) > until:
                break
            act(device, script, keys, step)
    return observed
