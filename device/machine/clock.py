"""Deadlines are data: when the next one is, and what happens when it has come."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.engine.table import Pad
from device.machine import names
from device.machine.asking import say_no
from device.machine.effects import Jammed
from device.machine.inputs import KeyFreed, KeyStuck, Noted, OfferFound, Paged, Touched
from device.machine.menus import Menu, Typing
from device.machine.phases import (
    ASLEEP_MS,
    DIM_MS,
    MENU_MS,
    NOTE_READ_MS,
    Asked,
    Finale,
    Lock,
    Paused,
    Phase,
    Quiet,
    Resume,
    Reveal,
    State,
    Vote,
)
from device.machine.step import Step
from device.machine.turn import close_vote, open_ballots, show_page


def next_deadline(state: State) -> int | None:
    """When the machine next wants `TimePassed`, in its own milliseconds; None: never."""
    times: list[int | None] = [refusal.until_ms for refusal in state.refusals]
    if state.notice is not None:
        times.append(state.notice.until_ms)
    if state.quiet is not Quiet.ASLEEP:
        times.append(state.touched_ms + (DIM_MS if state.quiet is Quiet.AWAKE else ASLEEP_MS))
    if state.menu is not None:
        times.append(state.menu.touched_ms + MENU_MS)
        times += _open_letters(state.menu)
    else:
        times += _phase_deadlines(state.phase)
        if _turns_pages(state):
            times.append(state.pager.until_ms)
    return min((time for time in times if time is not None), default=None)


def _open_letters(menu: Menu) -> Sequence[int | None]:
    return [entry.until_ms for entry in menu.list.entries] if isinstance(menu.list, Typing) else ()


def _phase_deadlines(phase: Phase) -> Sequence[int | None]:
    match phase:
        case Vote():
            return phase.die_until_ms, phase.closes_ms
        case Lock(vote):
            return phase.ends_ms - (phase.left_s - 1) * 1000, vote.die_until_ms, vote.closes_ms
        case Reveal():
            return phase.drum_until_ms, phase.lights_until_ms
        case Finale(Asked(since_ms=since_ms)) | Resume(Asked(since_ms=since_ms)):
            return (since_ms + MENU_MS,)
    return ()


def _turns_pages(state: State) -> bool:
    return not isinstance(state.phase, Paused) and state.quiet is not Quiet.ASLEEP


def time_passed(step: Step) -> None:
    """What is due by now, in this order."""
    _end_words(step)
    _grow_quiet(step)
    menu = step.state.menu
    if menu is not None:
        names.settle_letters(step)
        if step.at_ms >= menu.touched_ms + MENU_MS:
            names.keep_typed(step)
            step.close_menu()
        return
    _turn_page(step)
    _pass_phase(step)


def _end_words(step: Step) -> None:
    state = step.state
    if any(refusal.until_ms <= step.at_ms for refusal in state.refusals):
        step.set(refusals=tuple(r for r in state.refusals if r.until_ms > step.at_ms))
    if state.notice is not None and state.notice.until_ms <= step.at_ms:
        step.set(notice=None)


def _grow_quiet(step: Step) -> None:
    silence_ms = step.at_ms - step.state.touched_ms
    if silence_ms >= ASLEEP_MS:
        step.set(quiet=Quiet.ASLEEP)
    elif silence_ms >= DIM_MS:
        step.set(quiet=Quiet.DIM)


def _turn_page(step: Step) -> None:
    until_ms = step.state.pager.until_ms
    if until_ms is not None and until_ms <= step.at_ms and _turns_pages(step.state):
        show_page(step, step.state.pager.page + 1)


def _pass_phase(step: Step) -> None:
    phase, at_ms = step.state.phase, step.at_ms
    match phase:
        case Vote(closes_ms=int(closes_ms)) | Lock(vote=Vote(closes_ms=int(closes_ms))) if closes_ms <= at_ms:
            close_vote(step)
        case Lock(_, ends_ms) if ends_ms <= at_ms:
            close_vote(step)
        case Vote() if _is_past(phase.die_until_ms, at_ms):
            step.set(phase=replace(phase, die_until_ms=None))
        case Lock():
            _count_down(step, phase)
        case Reveal() if _is_past(phase.drum_until_ms, at_ms):
            open_ballots(step)
        case Reveal() if _is_past(phase.lights_until_ms, at_ms):
            step.set(phase=replace(phase, lights_until_ms=None))
        case Finale(Asked(since_ms=since_ms)) | Resume(Asked(since_ms=since_ms)) if (
            since_ms + MENU_MS <= at_ms
        ):
            say_no(step)


def _is_past(time_ms: int | None, at_ms: int) -> bool:
    return time_ms is not None and time_ms <= at_ms


def _count_down(step: Step, lock: Lock) -> None:
    vote = lock.vote
    if _is_past(vote.die_until_ms, step.at_ms):
        vote = replace(vote, die_until_ms=None)
    left_s = max(1, -(-(lock.ends_ms - step.at_ms) // 1000))
    step.set(phase=Lock(vote, lock.ends_ms, left_s))


# Touches, pages, notes


def touched(step: Step, touch: Touched) -> None:
    """A key keeps the device awake, and a menu of its pad open; a note that was there to be read goes."""
    menu = step.state.menu
    if menu is not None and (menu.pad == touch.pad or _types(menu, touch.pad)):
        menu = replace(menu, touched_ms=touch.at_ms)
    was_asleep = step.state.quiet is Quiet.ASLEEP
    step.set(touched_ms=touch.at_ms, quiet=Quiet.AWAKE, menu=menu)
    if was_asleep and step.state.pager.until_ms is not None and _turns_pages(step.state):
        show_page(step, step.state.pager.page)  # its time passed unseen: it stays as long again
    if step.state.notes and touch.at_ms >= step.state.note_ms + NOTE_READ_MS:
        step.set(notes=step.state.notes[1:], note_ms=touch.at_ms)


def _types(menu: Menu, pad: Pad) -> bool:
    return isinstance(menu.list, Typing) and names.entry_of(menu.list, pad) is not None


def offer_found(step: Step, found: OfferFound) -> None:
    """What there is to choose from in the settings."""
    step.set(offer=found.offer)


def paged(step: Step, measured: Paged) -> None:
    """The present screen was measured: its first page stays for its time, then pages turn.

    Measured anew, it shows the page it showed, as long as it would have; where there is none such, the last.
    """
    pager, paging = step.state.pager, measured.paging
    page = min(pager.page, len(paging.dwell_ms) - 1)
    until_ms = pager.since_ms + paging.first_ms if pager.until_ms is None else pager.until_ms
    if until_ms < step.at_ms:
        until_ms = step.at_ms + paging.dwell_ms[page]
    step.set(
        pager=replace(
            pager, paging=paging, page=page, until_ms=until_ms if len(paging.dwell_ms) > 1 else None
        )
    )


def noted(step: Step, said: Noted) -> None:
    """The program has something to say: the same thing only once."""
    notes = step.state.notes
    if said.note not in notes:
        step.set(notes=(*notes, said.note), note_ms=step.state.note_ms if notes else step.at_ms)


def key_stuck(step: Step, stuck: KeyStuck) -> None:
    """A key is stuck: the screen names the pad, never the key."""
    step.set(stuck=step.state.stuck | {stuck.pad})
    step.notice("stuck", stuck.pad)
    step.say(Jammed(stuck.pad))


def key_freed(step: Step, freed: KeyFreed) -> None:
    """No key of the pad is stuck any more."""
    step.set(stuck=step.state.stuck - {freed.pad})
