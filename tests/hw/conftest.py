"""What tests of the virtual table begin with."""

import gc
from collections.abc import Iterator

import pytest

from tests.hw.pages import Table


@pytest.fixture
def table() -> Iterator[Table]:
    """A virtual table without a browser."""
    table = Table()
    yield table
    table.virtual.close()
    gc.collect()  # a socket or loop left open would warn now, and warnings are errors
