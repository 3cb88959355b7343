"""A practice card: shown in the lobby, voted on and revealed like any other, and it moves nobody.

It is played at a table of its own, made from the lobby's. Nothing of that table is an event of the game, so
there is nothing to undo, to resume, or to count; only its card is used.
"""

from device.engine import events as ev
from device.engine.cards import Category
from device.engine.game import apply
from device.engine.table import MIN_PLAYERS, Face, Pad
from device.machine import effects as fx
from device.machine.inputs import CardFound
from device.machine.phases import Drawing, Lobby, State
from device.machine.step import Step
from device.machine.turn import lay_card

FACE = Face(Category.CHOICES, 0)
"""What a practice card is worth."""


def is_barred(state: State) -> bool:
    """Whether there can be no practice now: it is for a lobby that could start."""
    return not isinstance(state.phase, Lobby) or len(state.table.present) < MIN_PLAYERS


def begin(step: Step, pad: Pad) -> None:
    """The menu's practice card is asked for."""
    step.set(drawing=Drawing(pad, FACE))
    if step.state.settings.house.has_own_cards:
        step.say(fx.DrawCard(FACE.category))
    else:
        _open_table(step)
        lay_card(step, None)


def card_found(step: Step, found: CardFound) -> None:
    """A card was drawn for practice."""
    _open_table(step)
    lay_card(step, found.card)


def _open_table(step: Step) -> None:
    lobby, settings = step.table, step.state.settings
    step.set(table=apply(lobby, ev.GameStarted(settings.track, settings.house)), lobby_behind=lobby)
