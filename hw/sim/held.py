"""What pages hold: keys that are down, and faults in the wires. A thing is held while any page holds it."""

from collections.abc import Hashable, Iterator
from typing import Annotated, Generic, TypeVar

import msgspec

from hw.ports import KEYS, PADS

Thing = TypeVar("Thing", tuple[int, int], str)


class KeyChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One key going down or up. The key is no part of the `repr`."""

    pad: Annotated[int, msgspec.Meta(ge=1, le=PADS)]
    key: Annotated[int, msgspec.Meta(ge=1, le=KEYS)]
    down: bool

    def __repr__(self) -> str:
        return f"KeyChange(pad={self.pad})"


class FaultChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault made or mended. It may name a key that a pad is asked for now: so `repr` does not tell."""

    fault: str
    made: bool

    def __repr__(self) -> str:
        return "FaultChange()"


_decoders = msgspec.json.Decoder(KeyChange), msgspec.json.Decoder(FaultChange)


def parse(message: str) -> KeyChange | FaultChange | None:
    """Read what a page sent: `{"pad": 1, "key": 8, "down": true}`, `{"fault": "slow bus", "made": true}`.

    Anything else is None.
    """
    for decoder in _decoders:
        try:
            return decoder.decode(message)
        except (msgspec.MsgspecError, UnicodeError):
            continue
    return None


class Held(Generic[Thing]):
    """What each page holds. Its answers are the changes of the thing itself, whoever made them."""

    def __init__(self) -> None:
        self._held: dict[Hashable, set[Thing]] = {}

    def __repr__(self) -> str:
        return "Held()"

    def apply(self, page: Hashable, thing: Thing, is_held: bool) -> bool:
        """A page takes hold of a thing, or lets go; true if that is a change of the thing itself."""
        was_held = self._is_held(thing)
        held = self._held.setdefault(page, set())
        if is_held:
            held.add(thing)
        else:
            held.discard(thing)
        return self._is_held(thing) != was_held

    def release(self, page: Hashable) -> Iterator[Thing]:
        """Forget a page that has gone; yields what nobody holds any more."""
        for thing in sorted(self._held.pop(page, set())):
            if not self._is_held(thing):
                yield thing

    def _is_held(self, thing: Thing) -> bool:
        return any(thing in held for held in self._held.values())
