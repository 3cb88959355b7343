"""Saying the same trouble seldom, however often it comes back."""

from collections.abc import Callable

AGAIN_MS = 10_000


class Seldom:
    """Passes on what is said, but nothing in the 10 s after that."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], int]) -> None:
        """`clock` tells monotonic milliseconds."""
        self._say = say
        self._clock = clock
        self._said_ms: int | None = None

    def __call__(self, text: str) -> None:
        """Say it, unless something was said a moment ago."""
        now_ms = self._clock()
        if self._said_ms is None or now_ms - self._said_ms >= AGAIN_MS:
            self._said_ms = now_ms
            self._say(text)
