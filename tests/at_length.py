"""What runs with `--at-length` alone, as CI has it: more of the same, or the whole program in real time."""

from collections.abc import Sequence
from typing import Any

import pytest


def at_length(*values: Any) -> list[Any]:
    """Values of a parametrized test for which it runs at length only."""
    return [pytest.param(value, marks=pytest.mark.at_length) for value in values]


def thinned(values: Sequence[Any], ids: Sequence[str] | None = None) -> list[Any]:
    """Every third value by default, all of them at length."""
    names = ids or [str(value) for value in values]
    return [
        pytest.param(value, id=name, marks=[pytest.mark.at_length] if n % 3 else [])
        for n, (value, name) in enumerate(zip(values, names, strict=True))
    ]
