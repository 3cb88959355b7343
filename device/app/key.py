"""A key of the configuration."""

from typing import Any

from msgspec import Struct

from hw.words import Words


class Key(Struct, frozen=True):
    """One key: its type, its default, and the words for what it may be."""

    type: Any
    default: Any
    may_be: Words
