"""Names typed on the pads: who types, what the keys do, and what becomes of the names."""

import dataclasses

from msgspec.structs import replace

from device.engine import events as ev
from device.engine.table import NAME_SPACES, Pad
from device.machine import effects as fx
from device.machine import letters
from device.machine.inputs import Held, Pressed
from device.machine.letters import Entry, Layer
from device.machine.lists import change, menu_of, show
from device.machine.menus import BACK, NamesList, SettingsList, Typing, WhoseName
from device.machine.options import NAMES
from device.machine.phases import Lobby, State
from device.machine.step import Step

EVERYBODY, ONE, NO_NAMES = 1, 2, 3


def names_of(state: State) -> tuple[str, ...]:
    """The eight names, as they are now."""
    house = state.settings.house if isinstance(state.phase, Lobby) else state.table.house
    return house.names if any(house.names) else state.settings.house.names


def press_names(step: Step, menu_list: NamesList, key: int) -> bool:
    """1 everybody types their own name, 2 the name of one board number, 3 no names."""
    if key == EVERYBODY:
        names = names_of(step.state)
        seats = [seat for seat in step.table.seats if not seat.is_away]
        show(step, Typing(tuple(Entry(seat.pad, seat.space, names[seat.space - 1]) for seat in seats)))
    elif key == ONE:
        show(step, WhoseName())
    elif key == NO_NAMES:
        _set_names(step, ("",) * NAME_SPACES)
        step.close_menu()
    elif key == BACK:
        show(step, SettingsList())
    return key in (EVERYBODY, ONE, NO_NAMES, BACK)


def press_whose_name(step: Step, menu_list: WhoseName, key: int) -> bool:
    """The menu's pad types the name of any board number: a filler's too."""
    show(step, Typing((Entry(menu_of(step).pad, key, names_of(step.state)[key - 1]),)))
    return True


# Typing


def entry_of(typing: Typing, pad: Pad) -> Entry | None:
    """What a pad types."""
    return next((entry for entry in typing.entries if entry.pad == pad), None)


def press_key(step: Step, typing: Typing, press: Pressed) -> None:
    """A key of a pad that types: a letter, a digit, or a number of its list."""
    entry = entry_of(typing, press.pad)
    if entry is None:
        step.refuse(press.pad, fx.Reason.NOT_NOW)
    elif entry.layer is not Layer.MORE:
        _take(step, typing, press.pad, letters.typed(entry, press.key, press.at_ms))
    elif press.key == letters.DONE and entry.is_done and press.pad == menu_of(step).pad:
        finish(step)
    else:
        _take(step, typing, press.pad, letters.listed(entry, press.key, step.state.offer.names))


def hold_key(step: Step, typing: Typing, hold: Held) -> None:
    """A held key is back: from the letters to the pad's list, and again to the letters."""
    entry = entry_of(typing, hold.pad)
    if entry is None:
        finish(step)
    else:
        _take(step, typing, hold.pad, letters.held(entry))


def _take(step: Step, typing: Typing, pad: Pad, entry: Entry | None) -> None:
    """A pad's name as it is now (None: the key does nothing). When all are done, the names count."""
    if entry is None:
        step.refuse(pad, fx.Reason.NOT_AN_OPTION)
        return
    typing = Typing(tuple(entry if other.pad == pad else other for other in typing.entries))
    change(step, typing)
    if all(other.is_done for other in typing.entries):
        finish(step)


def settle_letters(step: Step) -> None:
    """Letters whose time is over stand."""
    menu = step.state.menu
    if menu is None or not isinstance(menu.list, Typing):
        return
    entries = tuple(
        letters.settled(entry) if entry.until_ms is not None and entry.until_ms <= step.at_ms else entry
        for entry in menu.list.entries
    )
    if entries != menu.list.entries:
        step.set(menu=replace(menu, list=Typing(entries)))


def finish(step: Step) -> None:
    """Typing is over: the names count, and the menu closes."""
    keep_typed(step)
    step.close_menu()


def keep_typed(step: Step) -> None:
    """However typing ends, what was typed counts."""
    menu = step.state.menu
    if menu is None or not isinstance(menu.list, Typing):
        return
    names = list(names_of(step.state))
    for entry in menu.list.entries:
        names[entry.space - 1] = " ".join(entry.text.split())
    _set_names(step, tuple(names))


def _set_names(step: Step, names: tuple[str, ...]) -> None:
    if names == names_of(step.state):
        return
    settings = step.state.settings
    step.set(settings=replace(settings, house=dataclasses.replace(settings.house, names=names)))
    if not isinstance(step.state.phase, Lobby):
        step.happen(ev.HouseChanged(dataclasses.replace(step.table.house, names=names)))
    step.say(fx.KeepSetting(NAMES, names))
