"""The menu's screens, and everything that is asked once more."""

from typing import assert_never

from device.engine.cards import question
from device.engine.table import NAME_SPACES, Pad
from device.machine.menu import has_second_page, refused_now
from device.machine.menus import (
    BACK,
    DONE,
    STEPS,
    Action,
    BoardList,
    DecksList,
    EndList,
    MainList,
    Menu,
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
from device.machine.phases import State
from device.ui.glyphs import SMALL
from device.ui.marks import fitted
from device.ui.people import People
from device.ui.setting_screens import decks_part, put_away_part, settings_part, values_part
from device.ui.typing_screens import typing_part
from device.ui.views import Flow, Grid, Item, Para, Part, Screen, Size, Space, Steps, Tags, Title

_NAME_WIDTH = 50
"""Names in a list of eight are shortened to this many pixels: they stand in full on the board."""


_BLANK = "___"
"""In place of a name in the question of a card that is on no table."""

_LINE_WIDTH = 124
"""Of such a question as much is shown as has room on a line: it stands in full in its deck."""


def menu_screen(state: State, menu: Menu, people: People) -> Screen:
    """The list that the menu shows."""
    return Screen("menu", ((_part(state, menu, people),),))


def _part(state: State, menu: Menu, people: People) -> Part:
    _ = people.texts.gettext
    code = people.code(menu.pad)
    match menu.list:
        case MainList() | EndList() | PlayersList() | BoardList() | NamesList():
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
            name = _short(pad, _NAME_WIDTH, people)
            return _steps(Title(_("{name}: position").format(name=name), code), value, people)
        case TrackSteps(value):
            return _steps(Title(_("Spaces of the track"), code), value, people)
        case SettingsList(page):
            return settings_part(state, page, code, people)
        case SettingValues(key, page):
            return values_part(state, key, page, code, people)
        case DecksList(chosen, page):
            return decks_part(state, chosen, page, code, people)
        case PutAwayList():
            return put_away_part(state, code, people)
        case WhoseName():
            return _spaces(Title(_("Whose name? Hold: back"), code), set(range(1, NAME_SPACES + 1)), people)
        case Typing():
            return typing_part(state, menu.list, menu.pad, people)
        case Sure():
            more = _("7: never again.") if has_second_page(state, menu.list) else ""
            asked = _question(state, menu.list, people)
            return sure_part(asked, menu.list.key, people, code, more, _card_of(state, menu.list))
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
        NamesList: (
            _("Names"),
            {1: _("Everybody types"), 2: _("Type for a number"), 3: _("No names"), **back},
        ),
        BoardList: (_("Board"), {1: _("A position"), 2: _("The ? token"), 3: _("The track"), **back}),
    }


def _spaces(title: Title, live: set[int], people: People) -> Grid:
    """The eight name spaces; those that can be chosen now have a key cap."""
    return Grid(
        title,
        tuple(
            Item(space, _in_cell(space, people), is_live=space in live) for space in range(1, NAME_SPACES + 1)
        ),
    )


def _in_cell(space: int, people: People) -> str:
    """Who stands on a name space, as far as a cell has room."""
    seat = people.table.seat_on(space)
    if seat is not None:
        return _short(seat.pad, _NAME_WIDTH, people)
    return fitted(SMALL, people.beside_number(space), _NAME_WIDTH)


def _order(pressed: tuple[Pad, ...], title: Title, people: People) -> Flow:
    """Who has pressed so far."""
    text = people.texts.gettext("Press in turn, youngest first. Hold any key: back")
    return Flow((Para(text), Space(2), Tags(tuple(people.code(pad) for pad in pressed))), title)


def _steps(title: Title, value: int, people: People) -> Steps:
    items = [Item(key, f"{step:+}".replace("-", "−")) for key, step in STEPS.items()]
    return Steps(title, value, (*items, Item(DONE, people.texts.gettext("Done"))))


# Asked once more


def sure_part(
    question: str, key: int, people: People, code: str = "", more: str = "", about: str = ""
) -> Flow:
    """The question, what it is about, how to say yes and no; `more` is one more thing that can be said."""
    _ = people.texts.gettext
    hint = _("Let go, then hold {key}: yes. Any other key: no.").format(key=key)
    hint = f"{more} {hint}" if more else hint
    asked = (Para(question, Size.FIT), *((Para(about),) if about else ()))
    return Flow((*asked, Space(4), Para(hint)), Title(_("Sure?"), code))


def _card_of(state: State, sure: Sure) -> str:
    """The card that would come back, as far as a line has room."""
    if sure.action is not Action.BRING_BACK:
        return ""
    return fitted(SMALL, question(state.offer.put_away[0], _BLANK, _BLANK), _LINE_WIDTH)


def _short(pad: Pad, width: int, people: People) -> str:
    """A player's name in that many pixels; a shortened one with the pad's code, which is never shortened."""
    name, person = people.name(pad), people.person(pad)
    if SMALL.width(name) <= width:
        return name
    tail = SMALL.width(f"a {person.code}") - SMALL.width("a")
    return f"{fitted(SMALL, person.name, width - tail)} {person.code}"


def _question(state: State, sure: Sure, people: People) -> str:
    _ = people.texts.gettext
    match sure.action:
        case Action.UNDO if state.lobby_behind is not None:
            return _("End the practice?")
        case Action.UNDO:
            is_card = state.table.has_open_card
            return _("Take back this card and its roll?") if is_card else _("Take back the last turn?")
        case Action.NEW_CARD:
            return _("Another card? Votes given are void.")
        case Action.NEVER_AGAIN:
            return _("Never this card again?")
        case Action.BRING_BACK:
            return _("Bring it back?")
        case Action.BRING_ALL_BACK:
            count = len(state.offer.put_away)
            text = people.texts.ngettext("Bring back {n} card?", "Bring back all {n} cards?", count)
            return text.format(n=count)
        case Action.CLOSE_VOTE:
            count = len(state.voted)
            text = people.texts.ngettext("Close with {n} vote?", "Close with {n} votes?", count)
            return text.format(n=count)
        case Action.LEAVE:
            name = _short(sure.pad, 2 * _NAME_WIDTH, people) if sure.pad else ""
            return _("{name} leaves?").format(name=name)
        case Action.NEW_GAME:
            return _("A new game?")
        case Action.SWITCH_OFF:
            return _("Switch off?")
        case Action.RESTART:
            return _("Restart?")
        case _:
            assert_never(sure.action)
