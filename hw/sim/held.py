"""Which keys are held down, over all open pages: a key is down while any page holds it."""

from collections.abc import Hashable, Iterator
from typing import Annotated

import msgspec

from hw.ports import KEYS, PADS


class KeyChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One key going down or up. The key is no part of the `repr`."""

    pad: Annotated[int, msgspec.Meta(ge=1, le=PADS)]
    key: Annotated[int, msgspec.Meta(ge=1, le=KEYS)]
    down: bool

    def __repr__(self) -> str:
        return f"KeyChange(pad={self.pad})"


_decoder = msgspec.json.Decoder(KeyChange)


def parse(message: str) -> KeyChange | None:
    """Read what a page sent: `{"pad": 1, "key": 8, "down": true}`. Anything else is None."""
    try:
        return _decoder.decode(message)
    except (msgspec.MsgspecError, UnicodeError):
        return None


class HeldKeys:
    """The keys that each page holds. Its answers are the changes of the key itself, whoever pressed it."""

    def __init__(self) -> None:
        self._held: dict[Hashable, set[tuple[int, int]]] = {}

    def __repr__(self) -> str:
        return "HeldKeys()"

    def apply(self, page: Hashable, change: KeyChange) -> bool:
        """Take in one page's change; true if that makes the key itself go down or up."""
        key = (change.pad, change.key)
        was_down = self._is_down(key)
        held = self._held.setdefault(page, set())
        if change.down:
            held.add(key)
        else:
            held.discard(key)
        return self._is_down(key) != was_down

    def release(self, page: Hashable) -> Iterator[KeyChange]:
        """Forget a page that has gone; yields the keys that go up with it."""
        for pad, key in sorted(self._held.pop(page, set())):
            if not self._is_down((pad, key)):
                yield KeyChange(pad=pad, key=key, down=False)

    def _is_down(self, key: tuple[int, int]) -> bool:
        return any(key in held for held in self._held.values())
