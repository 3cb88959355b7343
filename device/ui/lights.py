"""The lights: a rhythm for each pad from the public state, and how bright a rhythm is at an instant.

Meaning is in the rhythm, so that nobody needs to see colour. All times are monotonic milliseconds.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import cos, tau
from typing import assert_never

from msgspec import Struct

from device.engine.table import PADS, Pad
from device.machine.menus import Menu, Typing
from device.machine.names import entry_of
from device.machine.phases import (
    DRUMROLL_MS,
    LIGHTS_MS,
    REFUSED_MS,
    Finale,
    Lobby,
    Lock,
    Paused,
    Quiet,
    Resume,
    Reveal,
    Roll,
    State,
    Vote,
)


class Rhythm(StrEnum):
    """What a light does, by the names that traces use."""

    OFF = "off"
    DIM = "dim"
    PULSE = "pulse"
    BREATHE = "breathe"
    FULL = "full"
    REFUSED = "refused"
    CIRCLE = "circle"
    MOVES = "moves"
    NOBODY = "nobody"
    WINS = "wins"


class Light(Struct, frozen=True):
    """One pad's light: its rhythm, the instant it is counted from, and the pad's last vote, which dips it."""

    rhythm: Rhythm = Rhythm.OFF
    since_ms: int = 0
    voted_ms: int | None = None


def rhythms(state: State) -> tuple[Rhythm, ...]:
    """The eight rhythms, in pad order."""
    return tuple(light.rhythm for light in lights_of(state))


def lights_of(state: State) -> tuple[Light, ...]:
    """The eight lights, in pad order."""
    votes = dict(state.vote_marks)
    refused = {refusal.pad: refusal.until_ms - REFUSED_MS for refusal in state.refusals}
    return tuple(_light(state, pad, refused.get(pad), votes.get(pad)) for pad in PADS)


def _light(state: State, pad: Pad, refused_ms: int | None, voted_ms: int | None) -> Light:
    if state.quiet is Quiet.ASLEEP:
        return Light()
    if refused_ms is not None:
        return Light(Rhythm.REFUSED, refused_ms)
    rhythm = _rhythm(state, pad)
    if state.menu is not None:
        rhythm = _typing(state.menu, pad) or _behind_menu(rhythm, is_opener=state.menu.pad == pad)
    return Light(rhythm, _began_ms(state, rhythm), voted_ms if rhythm is Rhythm.FULL else None)


def _typing(menu: Menu, pad: Pad) -> Rhythm | None:
    """While names are typed: a pad that types may act; one that is done waits."""
    entry = entry_of(menu.list, pad) if isinstance(menu.list, Typing) else None
    if entry is None:
        return None
    return Rhythm.DIM if entry.is_done else Rhythm.PULSE


def _behind_menu(rhythm: Rhythm, *, is_opener: bool) -> Rhythm:
    """Lights stay as they are; only the opener may act."""
    if is_opener:
        return Rhythm.PULSE
    return Rhythm.DIM if rhythm is Rhythm.PULSE else rhythm


def _rhythm(state: State, pad: Pad) -> Rhythm:
    """The rhythm of a pad in the phase alone."""
    table, phase = state.table, state.phase
    if not table.is_present(pad):
        return Rhythm.OFF
    match phase:
        case Lobby() | Paused():
            return Rhythm.DIM
        case Roll():
            return Rhythm.PULSE if pad == table.reader else Rhythm.DIM
        case Resume():
            return Rhythm.PULSE
        case Vote() | Lock():
            return _voting(state, pad)
        case Reveal():
            return _revealing(state, phase, pad)
        case Finale():
            return Rhythm.WINS if pad == table.winner else Rhythm.DIM
        case _:
            assert_never(phase)


def _voting(state: State, pad: Pad) -> Rhythm:
    turn = state.table.turn
    if turn is None or pad not in turn.voters:
        return Rhythm.DIM
    return Rhythm.FULL if pad in state.voted else Rhythm.BREATHE


def _revealing(state: State, reveal: Reveal, pad: Pad) -> Rhythm:
    table = state.table
    result = table.turn.result if table.turn else None
    if reveal.is_drumroll or result is None:
        return Rhythm.CIRCLE
    if reveal.lights_until_ms is None:
        return Rhythm.PULSE if pad in (table.reader, table.next_reader) else Rhythm.DIM
    if not result.majority:
        return Rhythm.NOBODY
    return Rhythm.MOVES if pad in result.moved else Rhythm.OFF


def _began_ms(state: State, rhythm: Rhythm) -> int:
    """When a rhythm that has a beginning began; the others keep time together, from 0."""
    if not isinstance(state.phase, Reveal):
        return 0
    if rhythm is Rhythm.CIRCLE and state.phase.drum_until_ms is not None:
        return state.phase.drum_until_ms - DRUMROLL_MS
    if rhythm in (Rhythm.MOVES, Rhythm.NOBODY) and state.phase.lights_until_ms is not None:
        return state.phase.lights_until_ms - LIGHTS_MS
    return 0


# Brightness, 0.0 to 1.0

DIM_LEVEL = 0.12
DIP_MS = 200
FRAME_MS = 25
"""How often a flowing rhythm is set anew: 40 times a second looks smooth."""

BLINK_MS = {Rhythm.PULSE: 1000, Rhythm.REFUSED: 100, Rhythm.MOVES: 250, Rhythm.NOBODY: 830}
"""How long a blinking rhythm stays on, and then off."""

BLINKS = {Rhythm.REFUSED: 3, Rhythm.NOBODY: 3}
"""How often; the others go on for ever."""

BREATH_MS = 3000
CIRCLE_MS = DRUMROLL_MS
_FLOWING = (Rhythm.BREATHE, Rhythm.CIRCLE)
_WINS_STEP_MS = 120
_WINS = (1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.3)


def brightness(light: Light, pad: Pad, at_ms: int) -> float:
    """How bright a pad's light is at an instant, from 0.0 (off) to 1.0 (full)."""
    if _is_dipped(light, at_ms):
        return DIM_LEVEL
    passed_ms = max(0, at_ms - light.since_ms)
    match light.rhythm:
        case Rhythm.OFF:
            return 0.0
        case Rhythm.DIM:
            return DIM_LEVEL
        case Rhythm.FULL:
            return 1.0
        case Rhythm.PULSE | Rhythm.REFUSED | Rhythm.MOVES | Rhythm.NOBODY:
            return 1.0 if _is_on(light.rhythm, passed_ms) else 0.0
        case Rhythm.BREATHE:
            return DIM_LEVEL + (1 - DIM_LEVEL) * ((1 - cos(tau * passed_ms / BREATH_MS)) / 2) ** 2
        case Rhythm.CIRCLE:
            return _circle(pad.number - 1, passed_ms)
        case Rhythm.WINS:
            return _WINS[passed_ms // _WINS_STEP_MS % len(_WINS)]
        case _:
            assert_never(light.rhythm)


def _is_dipped(light: Light, at_ms: int) -> bool:
    return light.voted_ms is not None and light.voted_ms <= at_ms < light.voted_ms + DIP_MS


def _is_on(rhythm: Rhythm, passed_ms: int) -> bool:
    half = passed_ms // BLINK_MS[rhythm]
    return half % 2 == 0 and half < 2 * BLINKS.get(rhythm, half + 1)


def _circle(place: int, passed_ms: int) -> float:
    """A light that goes round the eight pads once and fades over the next two."""
    behind = passed_ms / CIRCLE_MS * len(PADS) - place
    return max(0.0, 1 - behind / 2) if behind >= 0 else 0.0


def levels(lights: Sequence[Light], at_ms: int) -> tuple[float, ...]:
    """The eight brightnesses at an instant, in pad order."""
    return tuple(brightness(light, pad, at_ms) for light, pad in zip(lights, PADS, strict=True))


def colour_everywhere(lights: Sequence[Light]) -> int | None:
    """The number of the pad whose colour all lights may take: the winner's; None outside the finale."""
    return next((number for number, light in enumerate(lights, 1) if light.rhythm is Rhythm.WINS), None)


def next_change_ms(lights: Sequence[Light], at_ms: int) -> int | None:
    """The next instant after `at_ms` at which a brightness changes by itself; None while all are steady."""
    return min(
        (change for light in lights if (change := _next_change(light, at_ms)) is not None), default=None
    )


def _next_change(light: Light, at_ms: int) -> int | None:
    if light.voted_ms is not None and at_ms < light.voted_ms + DIP_MS:
        return max(light.voted_ms, at_ms + 1) if at_ms < light.voted_ms else light.voted_ms + DIP_MS
    if light.rhythm in _FLOWING:
        return at_ms + FRAME_MS
    step_ms = _WINS_STEP_MS if light.rhythm is Rhythm.WINS else BLINK_MS.get(light.rhythm)
    if step_ms is None:
        return None
    steps = max(0, at_ms - light.since_ms) // step_ms + 1
    blinks = BLINKS.get(light.rhythm)
    return None if blinks is not None and steps >= 2 * blinks else light.since_ms + steps * step_ms
