"""The generated scripts go everywhere: a proof over scripts in which nothing happens would prove nothing."""

from dataclasses import dataclass, field

import pytest
from PIL import Image

from device.engine import events as ev
from device.machine import effects as fx
from hw.ports import Glow
from tests.secrecy.buses import Buses
from tests.secrecy.observed import Observed
from tests.secrecy.proof import write
from tests.secrecy.script import Crash, Cut, Disk, Edge, Script

PHASES = {"lobby", "roll", "vote", "lock", "reveal", "finale", "resume", "paused", "menu"}
EVENTS = {ev.Opened, ev.Undone, ev.Left, ev.Joined, ev.TurnPassed, ev.LobbyOpened, ev.CardDrawn}
EFFECTS = {fx.Voted, fx.Withdrawn, fx.Refused, fx.Jammed, fx.OpenBallots, fx.VoidBallots}
STEPS = {Cut, Crash, Disk, Edge}
SCRIPTS = 50
LIGHTS = 0x40
"""Where the chip of lights answers."""


@dataclass
class Reach:
    """Where scripts have been so far."""

    phases: set[str] = field(default_factory=set)
    events: set[type] = field(default_factory=set)
    effects: set[type] = field(default_factory=set)
    steps: set[type] = field(default_factory=set)
    errors: int = 0
    doubled: int = 0
    wasted: int = 0
    longest: int = 0

    def add(self, script: Script, observed: Observed) -> None:
        """One more script, and what came of it."""
        for _, effect in observed.channels["effects"]:
            self.effects.add(type(effect))
            self.phases |= {effect.phase} if isinstance(effect, fx.PhaseBegan) else set()
            self.events |= {type(effect.event)} if isinstance(effect, fx.Happened) else set()
        self.steps |= {type(step) for step in script.steps}
        self.errors += len(observed.channels.get("error", ()))
        self.doubled += doubles(script)
        self.wasted += len(script.presses) - sum(map(len, script.counted))
        self.longest = max(self.longest, len(script.counted))

    @property
    def missing(self) -> list[str]:
        """What no script has done yet."""
        found = {
            "a phase": self.phases == PHASES,
            "an event": self.events >= EVENTS,
            "an effect": self.effects >= EFFECTS,
            "a step": self.steps >= STEPS,
            "an error": self.errors > 0,
            "a key that is down already": self.doubled > 0,
            "a vote that does not count": self.wasted > 0,
            "more than two votes": self.longest > 2,
        }
        return [what for what, is_found in found.items() if not is_found]


def test_the_scripts_reach_every_phase_and_everything_that_can_happen_to_a_vote() -> None:
    reach = Reach()
    for seed in range(SCRIPTS):
        reach.add(*write(seed))
        if not reach.missing:
            return
    pytest.fail(f"not reached: {reach.missing}")


def doubles(script: Script) -> int:
    """Edges of a key that is down already, or up already."""
    down: set[int] = set()
    count = 0
    for step in script.steps:
        if isinstance(step, Edge):
            count += (step.press in down) == step.is_down
            (down.add if step.is_down else down.discard)(step.press)
    return count


def test_what_goes_over_the_buses_hangs_on_virtual_time_alone() -> None:
    buses = Buses()
    try:
        picture, lit = Image.new("1", (128, 64)), (1.0,) * 8
        sent = [buses.show(picture, Glow.BRIGHT, lit, None, at_ms) for at_ms in (0, 2999, 3000)]
    finally:
        buses.close()
    to_lights = [[data for address, data in transfers if address == LIGHTS] for transfers in sent]
    assert [bool(frames) for frames in to_lights] == [True, False, True]
