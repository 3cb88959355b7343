"""The menu: opening, closing, walking its lists, and what its items do."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from device.engine import events as ev
from device.engine.table import Pad
from device.machine import effects as fx
from device.machine.inputs import Held, Pressed
from device.machine.lists import change, menu_of, show
from device.machine.menus import (
    BACK,
    DONE,
    NEXT_PAGE,
    STEPS,
    Action,
    BoardList,
    DecksList,
    EndList,
    MainList,
    Menu,
    MenuList,
    NamesList,
    NewOrder,
    PlayersList,
    PositionSteps,
    PutAwayList,
    SettingsList,
    SettingValues,
    Sure,
    TrackSteps,
    Typing,
    WhereToken,
    WhoLeaves,
    WhoseName,
    WhosePosition,
)
from device.machine.names import hold_key, keep_typed, press_key, press_names, press_whose_name
from device.machine.phases import Finale, Lobby, Lock, Paused, Resume, Roll, State, Vote
from device.machine.seats import end_practice, leave, new_game
from device.machine.setting_lists import (
    bring_back,
    fixed_settings,
    press_decks,
    press_put_away,
    press_settings,
    press_values,
    refused_decks,
    refused_settings,
    set_track,
)
from device.machine.step import Step
from device.machine.turn import another_card, close_vote

LONGEST_TRACK = 99

# Opening and closing


def open_menu(step: Step, pad: Pad) -> None:
    """A joined pad's chord opens the menu, or takes it over; any pad's opens it in lobby and paused.

    The clocks behind it stand still from its first opening.
    """
    menu, phase = step.state.menu, step.state.phase
    is_open_to_all = isinstance(phase, Lobby | Paused) and menu is None
    if not (step.table.is_present(pad) or is_open_to_all) or (menu and menu.pad == pad):
        return
    if isinstance(phase, Finale | Resume):
        step.set(phase=replace(phase, asked=None))
    keep_typed(step)
    opened_ms = menu.opened_ms if menu else step.at_ms
    serial = menu.serial + 1 if menu else 0
    step.set(menu=Menu(pad, opened_ms, step.at_ms, serial=serial), notice=None)
    step.say(fx.PhaseBegan("menu"))


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
                6: isinstance(phase, Lobby | Resume | Finale) or state.lobby_behind is not None,
            }
        case PlayersList():
            is_barred = {2: state.table.has_open_card}
        case EndList():
            is_barred = {1: isinstance(phase, Lobby)}
        case NamesList():  # letters would be seen: nobody types with a vote open
            is_barred = {1: state.table.has_open_card or not state.table.present}
        case SettingsList(page):
            return refused_settings(state, page)
        case DecksList(_, page):
            return refused_decks(state, page)
        case _:
            is_barred = {}
    return frozenset(number for number, barred in is_barred.items() if barred)


# Keys


def menu_press(step: Step, press: Pressed) -> None:
    """A press of the pad that has the menu, or of any joined pad while a new order is taken, or names are."""
    menu = menu_of(step)
    if isinstance(menu.list, NewOrder):
        _press_order(step, menu.list, press.pad)
    elif isinstance(menu.list, Typing):
        press_key(step, menu.list, press)
    elif press.pad == menu.pad:
        if press.key in refused_now(step.state, menu.list):
            _refuse(step, menu, press.key)
        elif not _PRESSES[type(menu.list)](step, menu.list, press.key):
            step.refuse(press.pad, fx.Reason.NOT_AN_OPTION)


def _refuse(step: Step, menu: Menu, key: int) -> None:
    """Not now; where a settings file has the last word, that is said."""
    step.refuse(menu.pad, fx.Reason.NOT_NOW)
    if isinstance(menu.list, SettingsList) and key in fixed_settings(step.state, menu.list.page):
        step.notice("fixed", menu.pad)


def menu_hold(step: Step, hold: Held) -> None:
    """Yes to what was asked, or back from a list whose eight numbers are all answers."""
    menu = menu_of(step)
    if isinstance(menu.list, Typing):
        hold_key(step, menu.list, hold)
    elif hold.pad != menu.pad:
        return
    elif isinstance(menu.list, Sure):
        _ACTIONS[menu.list.action](step, menu.list)
    else:
        show(step, _BEHIND.get(type(menu.list), PlayersList()))


_BEHIND: dict[type, MenuList] = {
    WhosePosition: BoardList(),
    WhereToken: BoardList(),
    WhoseName: NamesList(),
}


# Each list: True when the key is one of its numbers


def _press_main(step: Step, menu_list: MainList, key: int) -> bool:
    asks = {2: Action.UNDO, 3: Action.NEW_CARD, 4: Action.CLOSE_VOTE}
    lists: dict[int, MenuList] = {5: PlayersList(), 6: BoardList(), 7: SettingsList(), 8: EndList()}
    if key in asks:
        show(step, Sure(asks[key], key, menu_list))
    elif key in lists:
        if key == 7:
            step.say(fx.FindOffer())
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
        change(step, replace(menu_list, value=value))
    return key == DONE or key in STEPS


def _press_track(step: Step, menu_list: TrackSteps, key: int) -> bool:
    if key == DONE:
        set_track(step, menu_list.value)
        step.set(settings=replace(step.state.settings, track=menu_list.value))
        step.say(fx.KeepSetting("game.track", menu_list.value))
        step.close_menu()
    elif key in STEPS:
        change(step, TrackSteps(min(max(menu_list.value + STEPS[key], 1), LONGEST_TRACK)))
    return key == DONE or key in STEPS


def _press_sure(step: Step, menu_list: Sure, key: int) -> bool:
    """A short press of the same key is nothing, any other key is no. Another card has a second page."""
    if key == NEXT_PAGE and has_second_page(step.state, menu_list):
        show(step, Sure(Action.NEVER_AGAIN, key, menu_list.back))
    elif key != menu_list.key:
        show(step, menu_list.back)
    return True


def has_second_page(state: State, sure: Sure) -> bool:
    """Whether the open card could be put away for good: it is one of the device's."""
    turn = state.table.turn
    return sure.action is Action.NEW_CARD and turn is not None and turn.card is not None


def _press_order(step: Step, menu_list: NewOrder, pad: Pad) -> None:
    if not step.table.is_present(pad) or pad in menu_list.pressed:
        return
    pressed = tuple(p for p in menu_list.pressed if step.table.is_present(p))
    change(step, NewOrder((*pressed, pad)))
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
    SettingsList: press_settings,
    SettingValues: press_values,
    DecksList: press_decks,
    PutAwayList: press_put_away,
    NamesList: press_names,
    WhoseName: press_whose_name,
    Sure: _press_sure,
}


# What was asked for, and said yes to


def _undo(step: Step, sure: Sure) -> None:
    if step.state.lobby_behind is not None:
        end_practice(step)
        return
    card = step.table.turns[-1].card
    step.void_votes()
    step.happen(ev.Undone(card))
    step.begin(step.due(Roll()))


def _new_card(step: Step, sure: Sure) -> None:
    another_card(step, menu_of(step).pad, is_for_good=sure.action is Action.NEVER_AGAIN)


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
    Action.NEVER_AGAIN: _new_card,
    Action.BRING_BACK: bring_back,
    Action.BRING_ALL_BACK: bring_back,
    Action.CLOSE_VOTE: lambda step, _: close_vote(step),
    Action.LEAVE: _leave,
    Action.NEW_GAME: lambda step, _: new_game(step),
    Action.SWITCH_OFF: _switch_off,
    Action.RESTART: _restart,
}
