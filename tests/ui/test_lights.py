"""The lights: each row of the table of rhythms, and what each rhythm looks like."""

from functools import partial
from itertools import pairwise

import pytest
from msgspec.structs import replace

from device.engine import events as ev
from device.engine.table import PADS, Pad
from device.machine import menus
from device.machine.phases import (
    Finale,
    Lobby,
    Lock,
    Paused,
    Quiet,
    Refusal,
    Resume,
    Reveal,
    Roll,
    State,
    Vote,
)
from device.ui.lights import (
    DIM_LEVEL,
    DIP_MS,
    Light,
    Rhythm,
    brightness,
    colour_everywhere,
    levels,
    lights_of,
    next_change_ms,
    rhythms,
)

from .gallery import won
from .tables import choices, lobby, played, started, state, voting, with_card, with_votes

CARD = with_card(started(), choices())
OPEN = with_votes(CARD, 3, 3, 1, 2, 4)
DRUM = Reveal(drum_until_ms=11_000)
RESULT = Reveal(result_ms=10_000, lights_until_ms=15_000)


def by_pad(shown: State) -> dict[Pad, str]:
    """The rhythms of the pads whose light is not off."""
    return {pad: str(r) for pad, r in zip(PADS, rhythms(shown), strict=True) if r is not Rhythm.OFF}


def all_five(rhythm: str, **others: str) -> dict[Pad, str]:
    joined = (Pad.RED, Pad.YELLOW, Pad.GREEN, Pad.BLUE, Pad.WHITE)
    return {pad: others.get(pad.value, rhythm) for pad in joined}


def test_pads_that_have_not_joined_are_off() -> None:
    assert by_pad(state(lobby(()), Lobby())) == {}


def test_joined_pads_wait_dimly_in_the_lobby() -> None:
    assert by_pad(state(lobby(), Lobby())) == all_five("dim")


def test_the_reader_may_roll() -> None:
    assert by_pad(state(started(), Roll())) == all_five("dim", yellow="pulse")


def test_those_without_a_vote_breathe_and_the_others_are_full() -> None:
    assert by_pad(voting(CARD, 2)) == all_five("breathe", yellow="full", blue="full")


def test_who_plays_from_the_next_card_on_waits() -> None:
    late = played(ev.Joined(Pad.CYAN, 6), table=CARD)
    assert by_pad(voting(late))[Pad.CYAN] == "dim"


def test_in_lock_all_are_full() -> None:
    locked = replace(voting(CARD, 5), phase=Lock(Vote(5_000), 12_500, 3))
    assert by_pad(locked) == all_five("full")


def test_a_circle_in_the_drum_roll() -> None:
    assert by_pad(state(CARD, DRUM)) == all_five("circle")
    assert by_pad(state(CARD, Reveal())) == all_five("circle")


def test_the_majority_moves_and_the_others_are_off() -> None:
    assert by_pad(state(OPEN, RESULT)) == {Pad.YELLOW: "moves", Pad.BLUE: "moves"}


def test_when_nobody_moves_all_say_so() -> None:
    assert by_pad(state(with_votes(CARD, 1, 2, 3, 4, 5), RESULT)) == all_five("nobody")


def test_then_those_who_may_go_on_pulse() -> None:
    after = Reveal(result_ms=5_000)
    assert by_pad(state(OPEN, after)) == all_five("dim", yellow="pulse", blue="pulse")


def test_the_winner_wins() -> None:
    assert by_pad(state(won(), Finale())) == all_five("dim", yellow="wins")


def test_any_joined_pad_may_go_on_after_a_start() -> None:
    assert by_pad(state(CARD, Resume())) == all_five("pulse")


def test_paused_pads_wait_and_leavers_are_off() -> None:
    table = played(*(ev.Left(pad) for pad in (Pad.RED, Pad.WHITE, Pad.GREEN)), table=CARD)
    assert by_pad(state(table, Paused(Vote(8_000), 9_000))) == {Pad.YELLOW: "dim", Pad.BLUE: "dim"}


def test_a_refusal_is_shown_on_its_pad_even_if_it_has_not_joined() -> None:
    refused = replace(state(lobby(), Lobby()), refusals=(Refusal(Pad.CYAN, 10_400),))
    assert by_pad(refused) == {**all_five("dim"), Pad.CYAN: "refused"}


def test_behind_a_menu_only_the_opener_may_act() -> None:
    opened = menus.Menu(Pad.WHITE, 9_000, 9_000)
    assert by_pad(replace(state(started(), Roll()), menu=opened)) == all_five("dim", white="pulse")
    behind = replace(voting(CARD, 2), menu=opened)
    assert by_pad(behind) == all_five("breathe", yellow="full", blue="full", white="pulse")


def test_asleep_all_lights_are_off() -> None:
    assert by_pad(replace(voting(CARD, 2), quiet=Quiet.ASLEEP)) == {}
    assert by_pad(replace(voting(CARD, 2), quiet=Quiet.DIM)) == all_five(
        "breathe", yellow="full", blue="full"
    )


# What the rhythms look like


def course(light: Light, until_ms: int, pad: Pad = Pad.RED) -> list[tuple[int, float]]:
    """The instants at which the light changes by itself from 0 on, each with its new brightness."""
    seen = [(0, brightness(light, pad, 0))]
    while (at_ms := next_change_ms([light], seen[-1][0])) is not None and at_ms < until_ms:
        seen.append((at_ms, brightness(light, pad, at_ms)))
    return seen


@pytest.mark.parametrize(
    ("rhythm", "level"), [(Rhythm.OFF, 0.0), (Rhythm.DIM, DIM_LEVEL), (Rhythm.FULL, 1.0)]
)
def test_steady_lights_need_no_wake_up(rhythm: Rhythm, level: float) -> None:
    assert course(Light(rhythm), 100_000) == [(0, level)]


def test_pulse_is_a_second_on_and_a_second_off() -> None:
    assert course(Light(Rhythm.PULSE), 3_500) == [(0, 1.0), (1000, 0.0), (2000, 1.0), (3000, 0.0)]


def test_refused_is_three_quick_blinks_and_then_rest() -> None:
    blinks = [(0, 1.0), (100, 0.0), (200, 1.0), (300, 0.0), (400, 1.0), (500, 0.0)]
    assert course(Light(Rhythm.REFUSED), 5_000) == blinks


def test_nobody_is_three_slow_blinks_within_five_seconds() -> None:
    seen = course(Light(Rhythm.NOBODY), 60_000)
    assert [level for _, level in seen] == [1.0, 0.0] * 3
    assert all(later[0] - earlier[0] > 500 for earlier, later in pairwise(seen))
    assert seen[-1][0] < 5_000


def test_moves_goes_on_blinking() -> None:
    seen = course(Light(Rhythm.MOVES), 5_000)
    assert [level for _, level in seen] == [1.0, 0.0] * 10


def test_breathing_goes_up_and_down_in_three_seconds_and_never_off() -> None:
    seen = [brightness(Light(Rhythm.BREATHE), Pad.RED, at_ms) for at_ms in range(0, 3_001, 10)]
    assert min(seen) == seen[0] == pytest.approx(seen[-1]) == pytest.approx(DIM_LEVEL)
    assert max(seen) == seen[150] == pytest.approx(1.0)
    assert seen[:151] == sorted(seen[:151])
    assert seen[150:] == sorted(seen[150:], reverse=True)


def test_the_circle_passes_every_pad_once_in_order() -> None:
    light = Light(Rhythm.CIRCLE, since_ms=500)
    peaks = [max(range(500, 2_001), key=partial(brightness, light, pad)) for pad in PADS]
    assert peaks == sorted(set(peaks))
    assert brightness(light, Pad.RED, 500) == 1.0
    assert all(500 <= peak < 2_000 for peak in peaks)


@pytest.mark.parametrize("rhythm", Rhythm)
def test_every_rhythm_stays_between_off_and_full(rhythm: Rhythm) -> None:
    for at_ms in range(0, 10_000, 7):
        assert 0.0 <= brightness(Light(rhythm, 100), Pad.BLUE, at_ms) <= 1.0


def test_every_vote_dips_the_light_alike() -> None:
    for marks in (((Pad.YELLOW, 9_950),), ((Pad.BLUE, 1_000), (Pad.YELLOW, 9_950))):
        light = lights_of(replace(voting(CARD, 2), vote_marks=marks))[Pad.YELLOW.number - 1]
        assert light.rhythm is Rhythm.FULL
        assert brightness(light, Pad.YELLOW, 9_949) == 1.0
        assert brightness(light, Pad.YELLOW, 9_950) == DIM_LEVEL
        assert brightness(light, Pad.YELLOW, 9_950 + DIP_MS - 1) == DIM_LEVEL
        assert brightness(light, Pad.YELLOW, 9_950 + DIP_MS) == 1.0
        assert next_change_ms([light], 9_950) == 9_950 + DIP_MS
        assert next_change_ms([light], 9_950 + DIP_MS) is None


def test_rhythms_with_a_beginning_begin_with_what_they_show() -> None:
    circle = lights_of(state(CARD, DRUM))[0]
    moves = lights_of(state(OPEN, RESULT))[Pad.YELLOW.number - 1]
    refused = lights_of(replace(state(lobby(), Lobby()), refusals=(Refusal(Pad.CYAN, 10_400),)))[4]
    assert (circle.since_ms, moves.since_ms, refused.since_ms) == (9_500, 10_000, 9_800)


def test_lights_that_can_take_the_winners_colour() -> None:
    assert colour_everywhere(lights_of(state(won(), Finale()))) == Pad.YELLOW.number
    assert colour_everywhere(lights_of(voting(CARD, 2))) is None


def test_levels_are_given_in_pad_order() -> None:
    shown = levels(lights_of(state(lobby(), Lobby())), 0)
    assert shown == tuple(DIM_LEVEL if pad in all_five("dim") else 0.0 for pad in PADS)
