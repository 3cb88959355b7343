"""A key of the configuration."""

from dataclasses import dataclass
from typing import Any

from hw.words import Words


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its type, its default, and the words for what it may be."""

    type: Any
    default: Any
    may_be: Words
