"""The settings of the menu as data: what each may be, what it is now, and the settings with one changed."""

import dataclasses
from typing import Any

from msgspec.structs import replace

from device.engine.cards import Category
from device.engine.table import DEFAULT_TRACK, DEVICE_FACES, Face, House
from device.machine.menus import Value
from device.machine.phases import Lobby, Settings, State

DIE_COLOURS = {Category.CHOICES: "red", Category.EVERYBODY: "gray", Category.VERSUS: "black"}
"""The die's colour for each kind of card, as settings and traces write it."""


def face_text(face: Face) -> str:
    """A face as settings write it: "red 1"."""
    return f"{DIE_COLOURS[face.category]} {face.spaces}"


def faces_up_to(most: int) -> tuple[Face, ...]:
    """A die that shows every number from 1 to `most` in every colour."""
    return tuple(Face(category, spaces) for category in DIE_COLOURS for spaces in range(1, most + 1))


FACE_SETS: dict[str, tuple[Face, ...]] = {
    "usual": DEVICE_FACES,
    "three": faces_up_to(3),
    "six": faces_up_to(6),
}
"""The dice to choose from: the built-in six faces; 1 to 3 in every colour; 1 to 6, as any die may."""

COUNT = "count"
"""The choice of a length that is not a number yet: count your board."""

VALUES: dict[str, tuple[Value, ...]] = {
    "game.track": (DEFAULT_TRACK, 12, COUNT),
    "game.cards": ("device", "box"),
    "game.die": ("device", "box"),
    "game.faces": tuple(FACE_SETS),
    "game.audience": ("all", "family"),
    "game.vote_seconds": (0, 30, 60, 90, 120),
    "game.lock_seconds": (3.0, 2.0, 5.0, 8.0),
    "panel.brightness": ("bright", "middle", "soft"),
    "panel.turned": (False, True),
}
"""Every setting whose values are always the same; the first is the built-in default."""

NAMES, DECKS, LANGUAGE = "game.names", "game.decks", "game.language"
PRACTICE, PUT_AWAY = "practice", "put_away"

ITEMS: tuple[str, ...] = (
    NAMES,
    PRACTICE,
    "game.track",
    "game.cards",
    "game.die",
    "game.faces",
    DECKS,
    "game.audience",
    "game.vote_seconds",
    "game.lock_seconds",
    "panel.brightness",
    "panel.turned",
    LANGUAGE,
    PUT_AWAY,
)
"""The settings in the order of their numbers, page after page."""


def items_of(state: State) -> tuple[str, ...]:
    """The settings there are now: a language only where there is a choice, and cards put away if any are."""
    is_there = {LANGUAGE: len(state.offer.languages) > 1, PUT_AWAY: bool(state.offer.put_away)}
    return tuple(key for key in ITEMS if is_there.get(key, True))


def values_of(state: State, key: str) -> tuple[Value, ...]:
    """What a setting may be."""
    return state.offer.languages if key == LANGUAGE else VALUES[key]


def setting_of(state: State, key: str) -> Value:
    """The present value of a setting; "" for faces that are none of `FACE_SETS`."""
    house = state.settings.house if isinstance(state.phase, Lobby) else state.table.house
    match key:
        case "game.track":
            return track_of(state)
        case "game.faces":
            return next((name for name, faces in FACE_SETS.items() if faces == house.faces), "")
        case "game.die":
            return "device" if house.has_own_die else "box"
        case "game.cards":
            return "device" if house.has_own_cards else "box"
        case _:
            value: Value = getattr(state.settings, _FIELDS[key])
            return value / 1000 if key in _SECONDS and isinstance(value, int) else value


def track_of(state: State) -> int:
    """The length of the track: of the game that is played, in the lobby of the next one."""
    return state.settings.track if isinstance(state.phase, Lobby) else state.table.track


def with_setting(settings: Settings, key: str, value: Value) -> Settings:
    """The settings with one of them changed."""
    if key not in _FIELDS:
        return replace(settings, house=with_house(settings.house, key, value))
    change: dict[str, Any] = {_FIELDS[key]: value}
    if key in _SECONDS and isinstance(value, int | float):
        change = {_FIELDS[key]: round(value * 1000)}
    return replace(settings, **change)


_FIELDS = {
    "game.track": "track",
    "game.vote_seconds": "vote_ms",
    "game.lock_seconds": "lock_ms",
    "game.audience": "audience",
    "game.decks": "decks",
    "game.language": "language",
    "panel.brightness": "brightness",
    "panel.turned": "is_turned",
}
"""Where `Settings` holds what is no matter of the house."""

_SECONDS = ("game.vote_seconds", "game.lock_seconds")


def with_house(house: House, key: str, value: Value) -> House:
    """The house with a setting changed, where it is one of the house."""
    match key:
        case "game.die":
            return dataclasses.replace(house, has_own_die=value == "device")
        case "game.cards":
            return dataclasses.replace(house, has_own_cards=value == "device")
        case "game.faces":
            return dataclasses.replace(house, faces=FACE_SETS[str(value)])
        case _:
            return house


def kept(key: str, value: Value) -> Value:
    """A value as a settings file would have it."""
    return tuple(map(face_text, FACE_SETS[str(value)])) if key == "game.faces" else value
