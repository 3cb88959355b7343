"""Asking once more before something is lost, in finale and resume: let go, then hold the same key."""

from msgspec.structs import replace

from device.engine.table import Pad
from device.machine.ask import PAGE_STEPS
from device.machine.effects import Reason
from device.machine.inputs import Held, PageTurned, Pressed
from device.machine.phases import Asked, Finale, Resume
from device.machine.seats import new_game
from device.machine.step import Step
from device.machine.turn import go_on, page_turned

GO_ON, NEW_GAME = 1, 2


def ask(step: Step, pad: Pad, key: int) -> None:
    """Ask `pad` once more; a hold of `key` will be yes."""
    _set_asked(step, Asked(pad, key, step.at_ms))


def say_no(step: Step) -> None:
    """The question is dropped."""
    _set_asked(step, None)


def _set_asked(step: Step, asked: Asked | None) -> None:
    step.set(phase=replace(_phase(step), asked=asked), serial=step.state.serial + 1)


def asked_of(step: Step, pad: Pad) -> Asked | None:
    """What this pad is asked."""
    asked = _phase(step).asked
    return asked if asked and asked.pad == pad else None


def _phase(step: Step) -> Finale | Resume:
    phase = step.state.phase
    assert isinstance(phase, Finale | Resume)  # the transition table brings only these here
    return phase


def resume_press(step: Step, press: Pressed) -> None:
    """1 go on, 2 new game, which asks once more; while asked, any other key is no."""
    asked = asked_of(step, press.pad)
    if asked:
        _answer_short(step, asked, press.key)
    elif press.key == GO_ON:
        go_on(step)
    elif press.key == NEW_GAME:
        ask(step, press.pad, press.key)
    else:
        step.refuse(press.pad, Reason.NOT_AN_OPTION)


def resume_hold(step: Step, hold: Held) -> None:
    """Yes: a new game. Nothing else is held here."""
    new_game(step)


def finale_press(step: Step, press: Pressed) -> None:
    """7 and 8 turn the pages of the evening's figures; while asked, any other key is no."""
    asked = asked_of(step, press.pad)
    if asked:
        _answer_short(step, asked, press.key)
    elif press.key in PAGE_STEPS:
        page_turned(step, PageTurned(press.pad, PAGE_STEPS[press.key], press.at_ms))


def finale_hold(step: Step, hold: Held) -> None:
    """A hold on any joined pad asks for a new lobby; the same hold again is yes."""
    if asked_of(step, hold.pad):
        new_game(step)
    else:
        ask(step, hold.pad, hold.key)


def _answer_short(step: Step, asked: Asked, key: int) -> None:
    """A short press of the same key is nothing, any other key is no."""
    if key != asked.key:
        say_no(step)
