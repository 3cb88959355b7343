"""The menu's lists: what each shows, which keys it has, where a hold is back."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from device.engine.table import Pad
from device.machine.letters import Entry

Value = str | int | float | bool | tuple[str, ...]
"""What a setting may be."""


class Action(Enum):
    """What a menu can do once it was asked for, and said yes to where it asks."""

    UNDO = "undo"
    NEW_CARD = "new_card"
    NEVER_AGAIN = "never_again"
    BRING_BACK = "bring_back"
    BRING_ALL_BACK = "bring_all_back"
    CLOSE_VOTE = "close_vote"
    LEAVE = "leave"
    NEW_GAME = "new_game"
    SWITCH_OFF = "switch_off"
    RESTART = "restart"


class MainList(Struct, frozen=True):
    """1 go on, 2 undo, 3 new card, 4 close the vote now, 5 players, 6 board, 7 settings, 8 end."""


class EndList(Struct, frozen=True):
    """1 new game, 2 switch off, 3 restart."""


class PlayersList(Struct, frozen=True):
    """1 someone leaves, 2 new order."""


class WhoLeaves(Struct, frozen=True):
    """The leaver's board number."""


class NewOrder(Struct, frozen=True):
    """Every joined pad presses once, youngest first, then clockwise; `pressed` so far."""

    pressed: tuple[Pad, ...] = ()


class BoardList(Struct, frozen=True):
    """1 a position, 2 the ? token, 3 the track."""


class WhosePosition(Struct, frozen=True):
    """The board number of the mover to set."""


class PositionSteps(Struct, frozen=True):
    """The position of the mover of `pad`, by steps."""

    pad: Pad
    value: int


class WhereToken(Struct, frozen=True):
    """The name space of the ? token."""


class TrackSteps(Struct, frozen=True):
    """The length of the track, by steps."""

    value: int


class SettingsList(Struct, frozen=True):
    """The settings, a key each, page by page."""

    page: int = 0


class SettingValues(Struct, frozen=True):
    """The values of one setting, a key each, page by page."""

    key: str
    page: int = 0


class DecksList(Struct, frozen=True):
    """The decks, a key each: a press takes one in or out. `chosen` so far; none: those usually in play."""

    chosen: tuple[str, ...] = ()
    page: int = 0


class PutAwayList(Struct, frozen=True):
    """The cards that were put away for good: 1 bring back the last one, 2 bring back all."""


class NamesList(Struct, frozen=True):
    """1 everybody types their own, 2 one board number's name, 3 no names."""


class WhoseName(Struct, frozen=True):
    """The board number whose name is to be typed."""


class Typing(Struct, frozen=True):
    """Names are typed: each entry on its own pad, all at once or one after the other."""

    entries: tuple[Entry, ...]


class Sure(Struct, frozen=True):
    """Asked once more: hold `key` again for yes. `pad` is the leaver; `back` the list behind."""

    action: Action
    key: int
    back: MenuList
    pad: Pad | None = None


MenuList = (
    MainList
    | EndList
    | PlayersList
    | WhoLeaves
    | NewOrder
    | BoardList
    | WhosePosition
    | PositionSteps
    | WhereToken
    | TrackSteps
    | SettingsList
    | SettingValues
    | DecksList
    | PutAwayList
    | NamesList
    | WhoseName
    | Typing
    | Sure
)

# Where all eight numbers are answers, a hold of any key is back.
HOLD_IS_BACK = (WhoLeaves, NewOrder, WhosePosition, WhereToken, WhoseName)

STEPS = {2: -1, 3: 1, 4: -5, 5: 5}
DONE = 8
BACK = 8
NEXT_PAGE = 7
A_PAGE = 6


def pages_of(count: int) -> int:
    """How many pages a list of that many items takes."""
    return max(1, -(-count // A_PAGE))


def place_of(key: int, page: int, count: int) -> int | None:
    """Which of `count` items a key means on a page of a list, counted from 0; None: no item's."""
    place = page % pages_of(count) * A_PAGE + key - 1
    return place if key <= A_PAGE and place < count else None


class Menu(Struct, frozen=True):
    """A menu, opened by `pad` at `opened_ms`; `serial` counts its lists, so that held keys are not fresh."""

    pad: Pad
    opened_ms: int
    touched_ms: int
    list: MenuList = MainList()
    serial: int = 0
