"""The menu's screens, and everything that is asked once more."""

from typing import assert_never

from device.engine.table import NAME_SPACES, Pad
from device.machine.menu import refused_now, setting_of
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
from device.machine.phases import State
from device.ui.glyphs import SMALL
from device.ui.marks import fitted
from device.ui.people import People
from device.ui.views import Flow, Grid, Item, Para, Part, Screen, Size, Space, Steps, Tags, Title

_NAME_WIDTH = 50
"""Names in a list of eight are shortened to this many pixels: they stand in full on the board."""

CHECK = "✓"


def menu_screen(state: State, menu: Menu, people: People) -> Screen:
    """The list that the menu shows."""
    return Screen("menu", ((_part(state, menu, people),),))


def _part(state: State, menu: Menu, people: People) -> Part:
    _ = people.texts.gettext
    code = people.code(menu.pad)
    match menu.list:
        case MainList() | EndList() | PlayersList() | BoardList():
            return _labels(state, menu, people)
        case WhoLeaves():
            here = {seat.space for seat in state.table.seats if not seat.is_away}
            return _spaces(Title(_("Who leaves? Hold: back"), code), here, people)
        case WhosePosition():
            seats = {seat.space for seat in state.table.seats}
            return _spaces(Title(_("Whose? Hold: back"), code), seats, people)
        case WhereToken():
            return _spaces(Title(_("? token. Hold: back"), code), set(range(1, NAME_SPACES + 1)), people)
        case NewOrder(pressed):
            title = _("New order: {count} of {all}").format(count=len(pressed), all=len(state.table.present))
            return _order(pressed, Title(title, code), people)
        case PositionSteps(pad, value):
            name = fitted(SMALL, people.name(pad), _NAME_WIDTH)
            return _steps(Title(_("{name}: position").format(name=name), code), value, people)
        case TrackSteps(value):
            return _steps(Title(_("Spaces of the track"), code), value, people)
        case SettingsList():
            return _settings(state, code, people)
        case SettingValues(key):
            return _values(state, key, code, people)
        case Sure():
            return sure_part(_question(state, menu.list, people), menu.list.key, people, code)
        case _:
            assert_never(menu.list)


def _labels(state: State, menu: Menu, people: People) -> Grid:
    """A list of labels; what is refused now is shown without a key cap."""
    title, labels = _lists(people)[type(menu.list)]
    refused = refused_now(state, menu.list)
    items = (Item(number, text, is_live=number not in refused) for number, text in labels.items())
    return Grid(Title(title, people.code(menu.pad)), tuple(items))


def _lists(people: People) -> dict[type, tuple[str, dict[int, str]]]:
    _ = people.texts.gettext
    main = {
        1: _("Go on"),
        2: _("Undo"),
        3: _("New card"),
        4: _("Close vote"),
        5: _("Players"),
        6: _("Board"),
        7: _("Settings"),
        8: _("End"),
    }
    back = {BACK: _("Back")}
    return {
        MainList: (_("Menu"), main),
        EndList: (_("End"), {1: _("New game"), 2: _("Switch off"), 3: _("Restart"), **back}),
        PlayersList: (_("Players"), {1: _("Someone leaves"), 2: _("New order"), **back}),
        BoardList: (_("Board"), {1: _("A position"), 2: _("The ? token"), 3: _("The track"), **back}),
    }


def _spaces(title: Title, live: set[int], people: People) -> Grid:
    """The eight name spaces; those that can be chosen now have a key cap."""
    return Grid(
        title,
        tuple(
            Item(space, fitted(SMALL, people.beside_number(space), _NAME_WIDTH), is_live=space in live)
            for space in range(1, NAME_SPACES + 1)
        ),
    )


def _order(pressed: tuple[Pad, ...], title: Title, people: People) -> Flow:
    """Who has pressed so far."""
    text = people.texts.gettext("Press in turn, youngest first. Hold any key: back")
    return Flow((Para(text), Space(2), Tags(tuple(people.code(pad) for pad in pressed))), title)


def _steps(title: Title, value: int, people: People) -> Steps:
    items = [Item(key, f"{step:+}".replace("-", "−")) for key, step in STEPS.items()]
    return Steps(title, value, (*items, Item(DONE, people.texts.gettext("Done"))))


# Settings


def _settings(state: State, code: str, people: People) -> Flow:
    _ = people.texts.gettext
    items = (
        Item(number, _setting_name(key, people), _value_text(setting_of(state, key), people))
        for number, key in enumerate(SETTINGS, 1)
    )
    return Flow((*items, Item(BACK, _("Back"))), Title(_("Settings"), code))


def _values(state: State, key: str, code: str, people: People) -> Grid:
    """The values of a setting, the present one with a check mark."""
    present = setting_of(state, key)
    marks = {value: f" {CHECK}" if value == present else "" for value in SETTINGS[key]}
    items = (
        Item(number, _value_text(value, people) + mark)
        for number, (value, mark) in enumerate(marks.items(), 1)
    )
    back = Item(BACK, people.texts.gettext("Back"))
    return Grid(Title(_setting_name(key, people), code), (*items, back))


def _setting_name(key: str, people: People) -> str:
    _ = people.texts.gettext
    names = {
        "game.die": _("Die"),
        "game.cards": _("Cards"),
        "game.vote_seconds": _("Time to vote"),
        "game.lock_seconds": _("Countdown"),
    }
    return names.get(key, key)


def _value_text(value: str | int | float, people: People) -> str:
    _ = people.texts.gettext
    words = {"device": _("this device's"), "box": _("the box's")}
    if isinstance(value, str):
        return words.get(value, value)
    return _("{seconds} s").format(seconds=f"{value:g}") if value else _("no limit")


# Asked once more


def sure_part(question: str, key: int, people: People, code: str = "") -> Flow:
    """The question, and how to say yes and no."""
    _ = people.texts.gettext
    hint = _("Let go, then hold {key}: yes. Any other key: no.").format(key=key)
    return Flow((Para(question, Size.FIT), Space(4), Para(hint)), Title(_("Sure?"), code))


def _question(state: State, sure: Sure, people: People) -> str:
    _ = people.texts.gettext
    match sure.action:
        case Action.UNDO:
            is_card = state.table.has_open_card
            return _("Take back this card and its roll?") if is_card else _("Take back the last turn?")
        case Action.NEW_CARD:
            return _("Another card? Votes given are void.")
        case Action.CLOSE_VOTE:
            count = len(state.voted)
            text = people.texts.ngettext("Close with {n} vote?", "Close with {n} votes?", count)
            return text.format(n=count)
        case Action.LEAVE:
            name = people.name(sure.pad) if sure.pad else ""
            return _("{name} leaves?").format(name=fitted(SMALL, name, 2 * _NAME_WIDTH))
        case Action.NEW_GAME:
            return _("A new game?")
        case Action.SWITCH_OFF:
            return _("Switch off?")
        case Action.RESTART:
            return _("Restart?")
        case _:
            assert_never(sure.action)
