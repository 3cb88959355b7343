"""What each pad is asked in each phase: the state, as the booth may know it."""

from device.engine.table import Pad
from device.machine.ask import ALL_KEYS, NO_KEYS, PAGE_KEYS, Ask, Kind
from device.machine.menus import HOLD_IS_BACK, Menu, NewOrder, Sure, Typing
from device.machine.names import entry_of
from device.machine.phases import Asked, Finale, Lobby, Lock, Paused, Quiet, Resume, Reveal, Roll, State, Vote
from device.machine.turn import TURN_PICTURE

NO_MENU = -1


def ask_of(state: State, pad: Pad) -> Ask:
    """What `pad` is asked right now."""
    kind, options, pages, holds, list_serial = _asked(state, pad)
    return Ask(kind, options, pages, holds, (state.serial, list_serial), state.quiet is Quiet.ASLEEP)


_Asked = tuple[Kind, frozenset[int], frozenset[int], frozenset[int], int]


def _nothing() -> _Asked:
    return Kind.NOTHING, NO_KEYS, NO_KEYS, NO_KEYS, NO_MENU


def _number(holds: frozenset[int] = NO_KEYS, serial: int = NO_MENU) -> _Asked:
    return Kind.NUMBER, NO_KEYS, NO_KEYS, holds, serial


def _asked(state: State, pad: Pad) -> _Asked:
    is_joined = state.table.is_present(pad)
    menu = state.menu
    if menu is not None and menu.pad == pad:
        return _number(_menu_holds(menu), menu.serial)
    if menu is not None and isinstance(menu.list, Typing) and entry_of(menu.list, pad):
        return _number(ALL_KEYS, menu.serial)
    if menu is not None and isinstance(menu.list, NewOrder) and is_joined:
        return _number(serial=menu.serial)
    if not is_joined:
        return _ask_newcomer(state)
    if isinstance(state.phase, Vote | Lock):
        return _ask_vote(state, pad)
    return _nothing() if menu is not None else _ask_player(state, pad)


def _menu_holds(menu: Menu) -> frozenset[int]:
    if isinstance(menu.list, Sure):
        return frozenset((menu.list.key,))
    return ALL_KEYS if isinstance(menu.list, (*HOLD_IS_BACK, Typing)) else NO_KEYS


def _ask_newcomer(state: State) -> _Asked:
    """A pad that has not joined presses its board number in the lobby; later holds it, also behind a menu."""
    match state.phase:
        case Lobby():
            return _nothing() if state.menu else _number()
        case Roll() | Vote() | Lock() | Reveal() | Paused():
            return _number(ALL_KEYS)
        case _:
            return _nothing()


def _ask_vote(state: State, pad: Pad) -> _Asked:
    """A vote, of those who play this turn; whoever plays from the next card on may turn pages."""
    turn = state.table.turns[-1]
    numbers = frozenset(turn.options)
    options = numbers if pad in turn.voters else NO_KEYS
    return Kind.VOTE, options, PAGE_KEYS - numbers, NO_KEYS, NO_MENU


def _ask_player(state: State, pad: Pad) -> _Asked:
    table, phase = state.table, state.phase
    match phase:
        case Lobby():
            return _number(frozenset(seat.space for seat in table.seats if seat.pad == pad))
        case Roll():
            return _number(frozenset((TURN_PICTURE,)) if pad == table.reader else ALL_KEYS)
        case Reveal():
            may_go_on = phase.is_drumroll or pad in (table.reader, table.next_reader)
            return _number(NO_KEYS if may_go_on else ALL_KEYS)
        case Finale(asked):
            return _number(_held_for_yes(asked, pad) or ALL_KEYS)
        case Resume(asked):
            return _number(_held_for_yes(asked, pad))
        case _:
            return _nothing()


def _held_for_yes(asked: Asked | None, pad: Pad) -> frozenset[int]:
    return frozenset((asked.key,)) if asked and asked.pad == pad else NO_KEYS
