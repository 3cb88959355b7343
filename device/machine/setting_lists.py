"""The settings' lists in the menu: pages of settings, their values, decks in and out."""

from collections.abc import Callable, Collection

from device.engine import events as ev
from device.machine import effects as fx
from device.machine import practice
from device.machine.lists import change, menu_of, show
from device.machine.menus import (
    BACK,
    DONE,
    NEXT_PAGE,
    Action,
    DecksList,
    MainList,
    MenuList,
    NamesList,
    PutAwayList,
    SettingsList,
    SettingValues,
    Sure,
    TrackSteps,
    Value,
    pages_of,
    place_of,
)
from device.machine.options import (
    COUNT,
    DECKS,
    NAMES,
    PRACTICE,
    PUT_AWAY,
    items_of,
    kept,
    setting_of,
    track_of,
    values_of,
    with_house,
    with_setting,
)
from device.machine.phases import DeckOffer, Finale, Lobby, Resume, State
from device.machine.seats import forget_half_die
from device.machine.step import Step

# Which settings there are, and which are left alone


def is_fixed(state: State, key: str) -> bool:
    """Whether a settings file sets it: the file wins, so the menu leaves it alone."""
    return key in state.settings.fixed


def is_idle(state: State, key: str) -> bool:
    """Whether a setting would change nothing now: faces of a die, or decks, that are not in play."""
    match key:
        case "practice":
            return practice.is_barred(state)
        case "game.faces":
            return setting_of(state, "game.die") == "box"
        case "game.decks":
            return setting_of(state, "game.cards") == "box" or not state.offer.decks
        case "game.audience":
            return setting_of(state, "game.cards") == "box"
        case _:
            return False


def refused_settings(state: State, page: int) -> frozenset[int]:
    """The numbers on a page of the settings that are refused now."""
    return fixed_settings(state, page) | _numbers(state, page, is_idle)


def fixed_settings(state: State, page: int) -> frozenset[int]:
    """The numbers on a page of the settings that a settings file sets."""
    return _numbers(state, page, is_fixed)


def _numbers(state: State, page: int, is_so: Callable[[State, str], bool]) -> frozenset[int]:
    items = items_of(state)
    places = {key: place_of(key, page, len(items)) for key in range(1, NEXT_PAGE)}
    return frozenset(key for key, place in places.items() if place is not None and is_so(state, items[place]))


def _turns_page(step: Step, key: int, count: int) -> bool:
    """Whether the key is the next page's, and there is one."""
    return key == NEXT_PAGE and pages_of(count) > 1


# Keys


def press_settings(step: Step, menu_list: SettingsList, key: int) -> bool:
    """A setting, the next page, or back."""
    items = items_of(step.state)
    place = place_of(key, menu_list.page, len(items))
    if key == BACK:
        show(step, MainList())
    elif place is not None:
        _show_setting(step, items[place])
    elif _turns_page(step, key, len(items)):
        show(step, SettingsList((menu_list.page + 1) % pages_of(len(items))))
    else:
        return False
    return True


def _show_setting(step: Step, key: str) -> None:
    if key == PRACTICE:
        practice.begin(step, menu_of(step).pad)
        return
    lists: dict[str, MenuList] = {
        NAMES: NamesList(),
        DECKS: DecksList(decks_in_play(step.state)),
        PUT_AWAY: PutAwayList(),
    }
    show(step, lists.get(key, SettingValues(key)))


def press_values(step: Step, menu_list: SettingValues, key: int) -> bool:
    """One of a setting's values; eight goes back."""
    values = values_of(step.state, menu_list.key)
    place = place_of(key, menu_list.page, len(values))
    if key == BACK:
        show(step, SettingsList())
    elif place is not None:
        choose(step, menu_list.key, values[place])
    elif _turns_page(step, key, len(values)):
        show(step, SettingValues(menu_list.key, (menu_list.page + 1) % pages_of(len(values))))
    else:
        return False
    return True


def choose(step: Step, key: str, value: Value) -> None:
    """A setting takes a value, in the game that is played and for all games to come."""
    if value == COUNT:
        show(step, TrackSteps(track_of(step.state)))
        return
    step.set(settings=with_setting(step.state.settings, key, value))
    house = with_house(step.table.house, key, value)
    if house != step.table.house and not isinstance(step.state.phase, Lobby):
        step.happen(ev.HouseChanged(house))
        forget_half_die(step)
    if isinstance(value, int) and key == "game.track":
        set_track(step, value)
    step.say(fx.KeepSetting(key, kept(key, value)))
    step.close_menu()


def set_track(step: Step, track: int) -> None:
    """The length of the track, on the board of this game too where one is played."""
    if not isinstance(step.state.phase, Lobby | Resume | Finale):
        step.happen(ev.TrackSet(track))


# Decks


def decks_in_play(state: State) -> tuple[str, ...]:
    """The decks that are in play, in the order of the list."""
    chosen = {name.casefold() for name in state.settings.decks}
    there = [deck for deck in state.offer.decks if deck.name.casefold() in chosen]
    return tuple(deck.name for deck in there or usual(state.offer.decks))


def usual(decks: Collection[DeckOffer]) -> list[DeckOffer]:
    """Those that are in play when none was chosen."""
    return [deck for deck in decks if deck.is_usual]


def refused_decks(state: State, page: int) -> frozenset[int]:
    """The decks on a page that are left out whatever is chosen: not for the family, where only those are."""
    decks = state.offer.decks
    places = {key: place_of(key, page, len(decks)) for key in range(1, NEXT_PAGE)}
    is_family = state.settings.audience == "family"
    return frozenset(
        key for key, at in places.items() if at is not None and is_family and not decks[at].is_family
    )


def press_decks(step: Step, menu_list: DecksList, key: int) -> bool:
    """A deck comes in or goes out; the last one stays. Eight is done."""
    decks = step.state.offer.decks
    place = place_of(key, menu_list.page, len(decks))
    if key == DONE:
        _set_decks(step, menu_list.chosen)
    elif place is not None:
        _turn_over(step, menu_list, decks[place].name)
    elif _turns_page(step, key, len(decks)):
        show(step, DecksList(menu_list.chosen, (menu_list.page + 1) % pages_of(len(decks))))
    else:
        return False
    return True


def _turn_over(step: Step, menu_list: DecksList, name: str) -> None:
    chosen = set(menu_list.chosen) ^ {name}
    if chosen:
        names = tuple(deck.name for deck in step.state.offer.decks if deck.name in chosen)
        change(step, DecksList(names, menu_list.page))
    else:
        step.refuse(menu_of(step).pad, fx.Reason.NOT_NOW)
        step.notice("last_deck", menu_of(step).pad)


def _set_decks(step: Step, chosen: tuple[str, ...]) -> None:
    """None chosen means the usual ones, and any that are added later."""
    if chosen == tuple(deck.name for deck in usual(step.state.offer.decks)):
        chosen = ()
    if chosen != step.state.settings.decks:
        step.set(settings=with_setting(step.state.settings, DECKS, chosen))
        step.say(fx.KeepSetting(DECKS, chosen))
    step.close_menu()


# Cards that were put away for good


def press_put_away(step: Step, menu_list: PutAwayList, key: int) -> bool:
    """The last one comes back, or all do: both ask."""
    asks = {1: Action.BRING_BACK, 2: Action.BRING_ALL_BACK}
    if key == BACK:
        show(step, SettingsList())
    elif key in asks:
        show(step, Sure(asks[key], key, menu_list))
    return key == BACK or key in asks


def bring_back(step: Step, sure: Sure) -> None:
    """Cards may be drawn again."""
    away = step.state.offer.put_away
    for card in away[:1] if sure.action is Action.BRING_BACK else away:
        step.happen(ev.CardBroughtBack(card))
    step.close_menu()
