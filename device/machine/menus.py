"""The menu's lists: what each shows, which keys it has, where a hold is back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.engine.table import Pad


class Action(Enum):
    """What a menu can do once it was asked for, and said yes to where it asks."""

    UNDO = "undo"
    NEW_CARD = "new_card"
    CLOSE_VOTE = "close_vote"
    LEAVE = "leave"
    NEW_GAME = "new_game"
    SWITCH_OFF = "switch_off"
    RESTART = "restart"


@dataclass(frozen=True, slots=True)
class MainList:
    """1 go on, 2 undo, 3 new card, 4 close the vote now, 5 players, 6 board, 7 settings, 8 end."""


@dataclass(frozen=True, slots=True)
class EndList:
    """1 new game, 2 switch off, 3 restart."""


@dataclass(frozen=True, slots=True)
class PlayersList:
    """1 someone leaves, 2 new order."""


@dataclass(frozen=True, slots=True)
class WhoLeaves:
    """The leaver's board number."""


@dataclass(frozen=True, slots=True)
class NewOrder:
    """Every joined pad presses once, youngest first, then clockwise; `pressed` so far."""

    pressed: tuple[Pad, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardList:
    """1 a position, 2 the ? token, 3 the track."""


@dataclass(frozen=True, slots=True)
class WhosePosition:
    """The board number of the mover to set."""


@dataclass(frozen=True, slots=True)
class PositionSteps:
    """The position of the mover of `pad`, by steps."""

    pad: Pad
    value: int


@dataclass(frozen=True, slots=True)
class WhereToken:
    """The name space of the ? token."""


@dataclass(frozen=True, slots=True)
class TrackSteps:
    """The length of the track, by steps."""

    value: int


@dataclass(frozen=True, slots=True)
class SettingsList:
    """The settings, a key each: their names are in `SETTINGS`."""


@dataclass(frozen=True, slots=True)
class SettingValues:
    """The values of one setting, a key each."""

    key: str


@dataclass(frozen=True, slots=True)
class Sure:
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
    | Sure
)

# Where all eight numbers are answers, a hold of any key is back.
HOLD_IS_BACK = (WhoLeaves, NewOrder, WhosePosition, WhereToken)

STEPS = {2: -1, 3: 1, 4: -5, 5: 5}
DONE = 8
BACK = 8

# The settings page: key, then its values; the first is the built-in default.
SETTINGS: dict[str, tuple[str | int | float, ...]] = {
    "game.die": ("device", "box"),
    "game.cards": ("device", "box"),
    "game.vote_seconds": (0, 30, 60, 90, 120),
    "game.lock_seconds": (3.0, 2.0, 5.0, 8.0),
}


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu, opened by `pad` at `opened_ms`; `serial` counts its lists, so that held keys are not fresh."""

    pad: Pad
    opened_ms: int
    touched_ms: int
    list: MenuList = MainList()
    serial: int = 0
