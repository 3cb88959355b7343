"""The generated scripts go everywhere: a proof over scripts in which nothing happens would prove nothing."""

from PIL import Image

from device.engine import events as ev
from device.machine import effects as fx
from hw.ports import Glow
from tests.secrecy.buses import Buses
from tests.secrecy.proof import write
from tests.secrecy.script import Crash, Cut, Disk, Edge, Script

PHASES = {"lobby", "roll", "vote", "lock", "reveal", "finale", "resume", "paused", "menu"}
EVENTS = {ev.Opened, ev.Undone, ev.Left, ev.Joined, ev.TurnPassed, ev.LobbyOpened, ev.CardDrawn}
SCRIPTS = 50
LIGHTS = 0x40
"""Where the chip of lights answers."""


def test_the_scripts_reach_every_phase_and_everything_that_can_happen_to_a_vote() -> None:
    phases, events, effects, steps, errors = set(), set(), set(), set(), 0
    doubled = wasted = longest = 0
    for seed in range(SCRIPTS):
        script, observed = write(seed)
        for _, effect in observed.channels["effects"]:
            effects.add(type(effect))
            phases |= {effect.phase} if isinstance(effect, fx.PhaseBegan) else set()
            events |= {type(effect.event)} if isinstance(effect, fx.Happened) else set()
        steps |= {type(step) for step in script.steps}
        errors += len(observed.channels.get("error", ()))
        doubled += doubles(script)
        wasted += len(script.presses) - sum(map(len, script.counted))
        longest = max(longest, len(script.counted))
    assert phases == PHASES
    assert events >= EVENTS
    assert effects >= {fx.Voted, fx.Withdrawn, fx.Refused, fx.Jammed, fx.OpenBallots, fx.VoidBallots}
    assert {Cut, Crash, Disk, Edge} <= steps
    assert errors
    assert doubled
    assert wasted
    assert longest > 2


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
