"""The menu: opening, closing, walking its lists, and what its items do."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from device.engine import events as ev
from device.engine.table import House, Pad
from device.machine import effects as fx
from device.machine.inputs import Held, Pressed
from device.machine.menus import (
    BACK,
    DONE,
    SETTINGS,
    STEPS,
    Action,
    BoardList,
    EndList,
    MainList,
    Menu,
    MenuList,
    NewOrder,
    PlayersList,
    PositionSteps,
    SettingsList,
    SettingValues,
    Sure,
    TrackSteps,
    WhereToken,
    WhoLeaves,
    WhosePosition,
)
from device.machine.phases import Finale, Lobby, Lock, Paused, Resume, Roll, Settings, State, Vote
from device.machine.seats import forget_half_die, leave, new_game
from device.machine.step import Step
from device.machine.turn import another_card, close_vote

LONGEST_TRACK = 99

# Opening and closing


def open_menu(step: Step, pad: Pad) -> None:
    """A chord opens the menu, or takes it over; the clocks behind it stand still from its first opening."""
    menu, phase = step.state.menu, step.state.phase
    if not (step.table.is_present(pad) or isinstance(phase, Lobby | Paused)) or (menu and menu.pad == pad):
        return
    if isinstance(phase, Finale | Resume):
        step.set(phase=replace(phase, asked=None))
    opened_ms = menu.opened_ms if menu else step.at_ms
    serial = menu.serial + 1 if menu else 0
    step.set(menu=Menu(pad, opened_ms, step.at_ms, serial=serial), notice=None)
    step.say(fx.PhaseBegan("menu"))


def show(step: Step, menu_list: MenuList) -> None:
    """Show another list of the menu: keys that are down are not fresh in it."""
    menu = _menu(step)
    step.set(menu=replace(menu, list=menu_list, serial=menu.serial + 1), notice=None)


# What is refused now


def refused_now(state: State, menu_list: MenuList) -> frozenset[int]:
    """The numbers of a list that are refused now (`not_now`), and shown without a key cap."""
    phase = state.phase
    match menu_list:
        case MainList():
            is_barred = {
                2: not state.table.has_rolled,
                3: not isinstance(phase, Vote | Lock),
                4: not isinstance(phase, Vote),
                6: isinstance(phase, Lobby | Resume | Finale),
            }
        case PlayersList():
            is_barred = {2: state.table.has_open_card}
        case EndList():
            is_barred = {1: isinstance(phase, Lobby)}
        case _:
            is_barred = {}
    return frozenset(number for number, barred in is_barred.items() if barred)


# Keys


def menu_press(step: Step, press: Pressed) -> None:
    """A press of the pad that has the menu, or of any joined pad while a new order is taken."""
    menu = _menu(step)
    if isinstance(menu.list, NewOrder):
        _press_order(step, menu.list, press.pad)
    elif press.pad == menu.pad:
        if press.key in refused_now(step.state, menu.list):
            step.refuse(press.pad, fx.Reason.NOT_NOW)
        elif not _PRESSES[type(menu.list)](step, menu.list, press.key):
            step.refuse(press.pad, fx.Reason.NOT_AN_OPTION)


def menu_hold(step: Step, hold: Held) -> None:
    """Yes to what was asked, or back from a list whose eight numbers are all answers."""
    menu = _menu(step)
    if hold.pad != menu.pad:
        return
    if isinstance(menu.list, Sure):
        _ACTIONS[menu.list.action](step, menu.list)
    else:
        show(step, BoardList() if isinstance(menu.list, WhosePosition | WhereToken) else PlayersList())


def _menu(step: Step) -> Menu:
    menu = step.state.menu
    assert menu is not None  # the machine gives these inputs to the menu only while it is open
    return menu


# Each list: True when the key is one of its numbers


def _press_main(step: Step, menu_list: MainList, key: int) -> bool:
    asks = {2: Action.UNDO, 3: Action.NEW_CARD, 4: Action.CLOSE_VOTE}
    lists: dict[int, MenuList] = {5: PlayersList(), 6: BoardList(), 7: SettingsList(), 8: EndList()}
    if key in asks:
        show(step, Sure(asks[key], key, menu_list))
    elif key in lists:
        show(step, lists[key])
    else:
        step.close_menu()
    return True


def _press_end(step: Step, menu_list: EndList, key: int) -> bool:
    asks = {1: Action.NEW_GAME, 2: Action.SWITCH_OFF, 3: Action.RESTART}
    return _show_one(
        step, key, {BACK: MainList(), **{k: Sure(action, k, menu_list) for k, action in asks.items()}}
    )


def _press_players(step: Step, menu_list: PlayersList, key: int) -> bool:
    return _show_one(step, key, {1: WhoLeaves(), 2: NewOrder(), BACK: MainList()})


def _press_board(step: Step, menu_list: BoardList, key: int) -> bool:
    lists = {1: WhosePosition(), 2: WhereToken(), 3: TrackSteps(step.table.track), BACK: MainList()}
    return _show_one(step, key, lists)


def _press_settings(step: Step, menu_list: SettingsList, key: int) -> bool:
    lists: dict[int, MenuList] = {number: SettingValues(name) for number, name in enumerate(SETTINGS, 1)}
    return _show_one(step, key, {**lists, BACK: MainList()})


def _show_one(step: Step, key: int, lists: dict[int, Any]) -> bool:
    if key in lists:
        show(step, lists[key])
    return key in lists


def _press_who_leaves(step: Step, menu_list: WhoLeaves, key: int) -> bool:
    seat = step.table.seat_on(key)
    if seat is None or seat.is_away:
        return False
    show(step, Sure(Action.LEAVE, key, menu_list, seat.pad))
    return True


def _press_whose(step: Step, menu_list: WhosePosition, key: int) -> bool:
    seat = step.table.seat_on(key)
    if seat is not None:
        show(step, PositionSteps(seat.pad, seat.position))
    return seat is not None


def _press_token(step: Step, menu_list: WhereToken, key: int) -> bool:
    step.happen(ev.TokenSet(key))
    step.close_menu()
    return True


def _press_position(step: Step, menu_list: PositionSteps, key: int) -> bool:
    if key == DONE:
        step.happen(ev.PositionSet(menu_list.pad, menu_list.value))
        step.close_menu()
    elif key in STEPS:
        value = min(max(menu_list.value + STEPS[key], 0), step.table.track)
        _change(step, replace(menu_list, value=value))
    return key == DONE or key in STEPS


def _press_track(step: Step, menu_list: TrackSteps, key: int) -> bool:
    if key == DONE:
        step.happen(ev.TrackSet(menu_list.value))
        step.set(settings=replace(step.state.settings, track=menu_list.value))
        step.say(fx.KeepSetting("game.track", menu_list.value))
        step.close_menu()
    elif key in STEPS:
        _change(step, TrackSteps(min(max(menu_list.value + STEPS[key], 1), LONGEST_TRACK)))
    return key == DONE or key in STEPS


def _change(step: Step, menu_list: MenuList) -> None:
    """The same list with another value in it: no new list, so quick presses all count."""
    step.set(menu=replace(_menu(step), list=menu_list), notice=None)


def _press_values(step: Step, menu_list: SettingValues, key: int) -> bool:
    values = SETTINGS[menu_list.key]
    if key == BACK:
        show(step, SettingsList())
    elif key <= len(values):
        _choose(step, menu_list.key, values[key - 1])
    return key == BACK or key <= len(values)


def _press_sure(step: Step, menu_list: Sure, key: int) -> bool:
    """A short press of the same key is nothing, any other key is no."""
    if key != menu_list.key:
        show(step, menu_list.back)
    return True


def _press_order(step: Step, menu_list: NewOrder, pad: Pad) -> None:
    if not step.table.is_present(pad) or pad in menu_list.pressed:
        return
    pressed = tuple(p for p in menu_list.pressed if step.table.is_present(p))
    _change(step, NewOrder((*pressed, pad)))
    if len(pressed) + 1 == len(step.table.present):
        step.happen(ev.Ordered((*pressed, pad)))
        step.close_menu()


_PRESSES: dict[type, Callable[[Step, Any, int], bool]] = {
    MainList: _press_main,
    EndList: _press_end,
    PlayersList: _press_players,
    WhoLeaves: _press_who_leaves,
    BoardList: _press_board,
    WhosePosition: _press_whose,
    PositionSteps: _press_position,
    WhereToken: _press_token,
    TrackSteps: _press_track,
    SettingsList: _press_settings,
    SettingValues: _press_values,
    Sure: _press_sure,
}


# Settings


def _choose(step: Step, key: str, value: str | int | float) -> None:
    step.set(settings=with_setting(step.state.settings, key, value))
    house = _with_house(step.table.house, key, value)
    if house != step.table.house and not isinstance(step.state.phase, Lobby):
        step.happen(ev.HouseChanged(house))
        forget_half_die(step)
    step.say(fx.KeepSetting(key, value))
    step.close_menu()


def with_setting(settings: Settings, key: str, value: str | int | float) -> Settings:
    """The settings with one of `SETTINGS` changed."""
    match key:
        case "game.vote_seconds":
            return replace(settings, vote_ms=round(float(value) * 1000))
        case "game.lock_seconds":
            return replace(settings, lock_ms=round(float(value) * 1000))
        case _:
            return replace(settings, house=_with_house(settings.house, key, value))


def _with_house(house: House, key: str, value: str | int | float) -> House:
    """The house with a setting changed, where it is one of the house."""
    match key:
        case "game.die":
            return replace(house, has_own_die=value == "device")
        case "game.cards":
            return replace(house, has_own_cards=value == "device")
        case _:
            return house


def setting_of(state: State, key: str) -> str | int | float:
    """The present value of one of `SETTINGS`."""
    settings = state.settings
    house = settings.house if isinstance(state.phase, Lobby) else state.table.house
    match key:
        case "game.vote_seconds":
            return settings.vote_ms // 1000
        case "game.lock_seconds":
            return settings.lock_ms / 1000
        case "game.die":
            return "device" if house.has_own_die else "box"
        case _:
            return "device" if house.has_own_cards else "box"


# What was asked for, and said yes to


def _undo(step: Step, sure: Sure) -> None:
    card = step.table.turns[-1].card
    step.say(fx.VoidBallots())
    step.set(voted=frozenset(), vote_marks=())
    step.happen(ev.Undone(card))
    step.begin(step.due(Roll()))


def _new_card(step: Step, sure: Sure) -> None:
    another_card(step, _menu(step).pad)


def _leave(step: Step, sure: Sure) -> None:
    assert sure.pad is not None  # leaving is asked of somebody
    leave(step, sure.pad)
    step.close_menu()


def _switch_off(step: Step, sure: Sure) -> None:
    step.close_menu()
    step.say(fx.SwitchOff())


def _restart(step: Step, sure: Sure) -> None:
    step.close_menu()
    step.say(fx.Restart())


_ACTIONS: dict[Action, Callable[[Step, Sure], None]] = {
    Action.UNDO: _undo,
    Action.NEW_CARD: _new_card,
    Action.CLOSE_VOTE: lambda step, _: close_vote(step),
    Action.LEAVE: _leave,
    Action.NEW_GAME: lambda step, _: new_game(step),
    Action.SWITCH_OFF: _switch_off,
    Action.RESTART: _restart,
}
