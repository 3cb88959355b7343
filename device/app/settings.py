"""The configuration's keys: what each may be, what it is unless set, and what to say of a wrong value."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec

from device.app.hardware_keys import HARDWARE_KEYS
from device.app.key import Key
from device.app.texts import LANGUAGES
from device.engine.table import DEFAULT_TRACK, DEVICE_FACES, NAME_SPACES, PADS, Face, House, Pad
from device.machine.options import DIE_COLOURS, face_text
from device.machine.phases import Settings
from hw.wiring import from_values
from hw.words import SaidError, Words

Value = str | int | float | bool | list[Any]


COLOURS = {colour: category for category, colour in DIE_COLOURS.items()}
_FACE = re.compile(r"\s*(red|gr[ae]y|black)\s+([1-6])\s*", re.IGNORECASE)

_Source = Literal["device", "box"]
_Text = Annotated[str, msgspec.Meta(max_length=200)]


KEYS: dict[str, Key] = {
    "game.track": Key(
        Annotated[int, msgspec.Meta(ge=1, le=99)], DEFAULT_TRACK, Words("a whole number from 1 to 99")
    ),
    "game.die": Key(_Source, "device", Words('"device" or "box"')),
    "game.faces": Key(
        Annotated[
            list[Annotated[str, msgspec.Meta(pattern=f"(?i)^{_FACE.pattern}$")]],
            msgspec.Meta(min_length=1, max_length=100),
        ],
        [face_text(face) for face in DEVICE_FACES],
        Words('a list of faces like "red 1": red, gray or black, and 1 to 6'),
    ),
    "game.cards": Key(_Source, "device", Words('"device" or "box"')),
    "game.decks": Key(
        list[_Text], [], Words("a list of decks' names; an empty list is the core deck and your own")
    ),
    "game.names": Key(
        Annotated[list[_Text], msgspec.Meta(min_length=NAME_SPACES, max_length=NAME_SPACES)],
        [""] * NAME_SPACES,
        Words("a list of eight names, one a name space of the board"),
    ),
    "game.lock_seconds": Key(Annotated[float, msgspec.Meta(ge=0, le=60)], 3.0, Words("seconds from 0 to 60")),
    "game.vote_seconds": Key(
        Annotated[float, msgspec.Meta(ge=0, le=3600)], 0.0, Words("seconds from 0 (no timer) to 3600")
    ),
    "game.audience": Key(Literal["all", "family"], "all", Words('"all" or "family"')),
    "game.language": Key(
        Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(LANGUAGES)})$")],
        "en",
        Words("one of {these}", these=", ".join(f'"{code}"' for code in LANGUAGES)),
    ),
    "panel.brightness": Key(
        Literal["bright", "middle", "soft"], "bright", Words('"bright", "middle" or "soft"')
    ),
    "panel.turned": Key(bool, False, Words("true or false")),
    "panel.turned_pads": Key(
        list[Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(PADS)})$")]],
        [],
        Words('a list of pads whose readers see the picture the other way round, such as ["red"]'),
    ),
    **HARDWARE_KEYS,
    "table.address": Key(
        Literal["127.0.0.1", "::1", "localhost"], "127.0.0.1", Words('"127.0.0.1" or "::1"')
    ),
    "table.port": Key(Annotated[int, msgspec.Meta(ge=1, le=65535)], 8064, Words("a port from 1 to 65535")),
}


class BadValueError(SaidError, ValueError):
    """A value that a key may not have. The message says what it may be."""


def checked(name: str, value: Any) -> Any:
    """`value` as the key's type. Raises `BadValueError`, and `KeyError` for a key that there is not."""
    key = KEYS[name]
    try:
        return msgspec.convert(value, key.type)
    except msgspec.ValidationError:
        raise _not_what_it_may_be(name, value) from None


def parsed(name: str, word: str) -> Any:
    """The value of a key written as one word, as `set` does in a script. Raises as `checked` does."""
    default = KEYS[name].default
    if isinstance(default, list):
        words = [part.strip() for part in word.split(",")] if word else []
        try:
            return checked(name, words)
        except BadValueError:  # a list of numbers, then
            return checked(name, [_number_or_word(part) for part in words])
    if isinstance(default, bool):
        return checked(name, {"true": True, "false": False}.get(word, word))
    if isinstance(default, int | float):
        try:
            return checked(name, float(word) if isinstance(default, float) else int(word, 0))
        except ValueError:
            raise _not_what_it_may_be(name, word) from None
    return checked(name, word)


def _not_what_it_may_be(name: str, value: Any) -> BadValueError:
    return BadValueError(
        "{key} = {value} is not {what}", key=name, value=_shown(value), what=KEYS[name].may_be
    )


def panel_size(values: Mapping[str, Any]) -> tuple[int, int]:
    """The panel's width and height in pixels: as set, else as its driver has them."""
    panel = from_values(values).panel
    return panel.width, panel.height


def _number_or_word(word: str) -> int | str:
    return int(word, 0) if re.fullmatch(r"0x[0-9a-fA-F]+|\d+", word) else word


def _shown(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def game_settings(values: dict[str, Any], fixed: Iterable[str] = ()) -> Settings:
    """What the machine needs to know of the configuration. A file sets the `fixed` keys."""
    house = House(
        has_own_die=values["game.die"] == "device",
        faces=tuple(_face(text) for text in values["game.faces"]),
        has_own_cards=values["game.cards"] == "device",
        names=tuple(map(_tidy_name, values["game.names"])),
    )
    return Settings(
        track=values["game.track"],
        house=house,
        lock_ms=round(values["game.lock_seconds"] * 1000),
        vote_ms=round(values["game.vote_seconds"] * 1000),
        decks=tuple(values["game.decks"]),
        audience=values["game.audience"],
        language=values["game.language"],
        brightness=values["panel.brightness"],
        is_turned=values["panel.turned"],
        turned_pads=frozenset(map(Pad, values["panel.turned_pads"])),
        fixed=frozenset(fixed),
    )


def _tidy_name(name: str) -> str:
    """The name on one line; a name in which nothing can be seen is none."""
    tidy = " ".join(name.split())
    return tidy if any(unicodedata.category(char)[0] not in "CMZ" for char in tidy) else ""


def _face(text: str) -> Face:
    match = _FACE.fullmatch(text)
    if match is None:
        raise BadValueError("{face} is no face of a die", face=repr(text))
    colour = match[1].lower().replace("grey", "gray")
    return Face(COLOURS[colour], int(match[2]))
