"""Scripts of presses and times. Where a press may be a secret, a script says which keys it could be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from device.engine.table import Pad


@dataclass(slots=True)
class Press:
    """One key going down. `others` are the keys that it could have been with nobody the wiser."""

    pad: Pad
    key: int
    others: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Edge:
    """The key of a press goes down or up; twice the same is a stale or double edge."""

    press: int
    is_down: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """Time passes."""

    ms: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The power fails and comes back."""


@dataclass(frozen=True, slots=True)
class Crash:
    """The program breaks at the next vote or withdrawal, and is started again."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk fills up, or has room again."""

    is_full: bool


Step = Edge | Wait | Cut | Crash | Disk


@dataclass(slots=True)
class Script:
    """Everything that happens from outside, and which presses counted in which reveal."""

    seed: int
    presses: list[Press] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    counted: list[frozenset[int]] = field(default_factory=list)

    def keys(self) -> list[int]:
        """The key of each press, as it was played."""
        return [press.key for press in self.presses]

    def other_keys(self, fixed: frozenset[int], chance: Random) -> list[int]:
        """Other secrets: most presses that can be another key are one, but for the `fixed`."""
        return [
            press.key
            if number in fixed or not press.others or chance.random() < 0.15
            else chance.choice(sorted(press.others))
            for number, press in enumerate(self.presses)
        ]

    def told(self, keys: Mapping[int, int] | list[int]) -> str:
        """The script in words, with these keys: for the message of a test that fails."""
        lines = []
        for step in self.steps:
            match step:
                case Edge(number, is_down):
                    press = self.presses[number]
                    lines.append(f"{'down' if is_down else 'up'} {press.pad} {keys[number]}")
                case Wait(ms):
                    lines.append(f"wait {ms}ms")
                case _:
                    lines.append(repr(step))
        return "\n".join(lines)
