"""A mailbox for one thread: it holds only the newest thing, so that nobody ever waits for a slow reader."""

import threading
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Closed(Exception):  # noqa: N818 - nothing went wrong
    """The mailbox was closed: the reader may go home."""


class Mailbox(Generic[Thing]):
    """Holds the newest thing put into it, until it is taken."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._newest: Thing | None = None
        self._is_closed = False

    def put(self, thing: Thing) -> None:
        """Put a thing in, in place of one that was not taken yet. Never waits."""
        with self._changed:
            self._newest = thing
            self._changed.notify()

    def take(self, timeout_s: float | None = None) -> Thing | None:
        """The newest thing; None when nothing came in time. Raises `Closed`."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._is_closed, timeout_s)
            if self._is_closed:
                raise Closed
            thing, self._newest = self._newest, None
            return thing

    def close(self) -> None:
        """Nothing more will come."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
