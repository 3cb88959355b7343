"""A fault in a file that people write, and how it is told: settings and decks alike."""

from pathlib import Path

from msgspec import Struct


class Fault(Struct, frozen=True):
    """What is wrong in a file, and how to mend it. `line` counts from 1; 0 is the whole file."""

    path: Path
    line: int
    what: str
    cure: str
    is_warning: bool = False

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else str(self.path)
        return f"{place}: {self.what}: {self.cure}"
