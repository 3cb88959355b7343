"""What broke: an error as types and places, never values; its short number; and the part it lies in.

A value could be a vote, so neither an error's message nor its variables are ever looked at.
"""

import traceback
import zlib
from enum import Enum
from pathlib import Path

from msgspec import Struct

_ROOT = Path(__file__).parents[2]
_MOST_PLACES = 12


class Part(Enum):
    """What safe mode can leave out."""

    DECKS = "decks"
    PANEL = "panel"
    LIGHTS = "lights"
    GAME = "game"


# The first that fits counts, from the innermost place outwards.
_PARTS = {
    "hw/panel/": Part.PANEL,
    "device/app/panel_worker.py": Part.PANEL,
    "hw/lights/": Part.LIGHTS,
    "device/app/lights_worker.py": Part.LIGHTS,
    "device/ui/lights.py": Part.LIGHTS,
    "device/app/deck": Part.DECKS,
    "device/app/library.py": Part.DECKS,
    "device/app/piles.py": Part.DECKS,
    # What is drawn comes from the cards: letters nobody has thought of.
    "device/ui/": Part.DECKS,
}


class Blame(Struct, frozen=True):
    """An error, for the log and for a phone call: 1000-9999, its type, where it happened, innermost first."""

    number: int
    kind: str
    places: tuple[str, ...]

    @property
    def part(self) -> Part | None:
        """The part it lies in; None when that is none that could be left out."""
        for place in self.places:
            for start, part in _PARTS.items():
                if place.startswith(start):
                    return part
        return None

    def __str__(self) -> str:
        return f"error {self.number}: {self.kind} at {' < '.join(self.places) or 'an unknown place'}"


KILLED = Blame(1000, "killed from outside, or hung", ())


def blame(error: BaseException) -> Blame:
    """What of an error may be said. The same fault of the same version always has the same number."""
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    places = tuple(f"{_short(Path(name))}:{line}" for name, line in reversed(frames))[:_MOST_PLACES]
    kind = " from ".join(_kinds(error))
    return Blame(1001 + zlib.crc32(f"{kind} {places}".encode()) % 8999, kind, places)


def _kinds(error: BaseException) -> list[str]:
    """The type of an error, and of what caused it."""
    kinds: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(kinds) < 4:
        kinds.append(type(cause).__name__)
        cause = cause.__cause__
    return kinds


def _short(path: Path) -> str:
    """A file of ours from its package on, any other by its folder and name."""
    if path.is_relative_to(_ROOT) and "site-packages" not in path.relative_to(_ROOT).parts:
        return path.relative_to(_ROOT).as_posix()
    return "/".join(path.parts[-2:])
