"""Everything that anybody outside the booth could observe of a run, channel by channel."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Entry = tuple[int, object]


@dataclass(slots=True)
class Observed:
    """What was observed: in each channel entries with their times. `reveals` counts them at each reveal."""

    channels: dict[str, list[Entry]] = field(default_factory=dict)
    reveals: list[dict[str, int]] = field(default_factory=list)
    reveals_ms: list[int] = field(default_factory=list)
    at_ms: int = 0

    def see(self, channel: str, what: object) -> None:
        """Something can be seen in a channel now."""
        self.channels.setdefault(channel, []).append((self.at_ms, what))

    def reveal(self) -> None:
        """The votes are about to be opened: from here on runs may differ."""
        self.reveals.append({channel: len(entries) for channel, entries in self.channels.items()})
        self.reveals_ms.append(self.at_ms)

    def before(self, reveal: int | None) -> dict[str, list[Entry]]:
        """What was observed before that reveal (counted from 0), and when it came; None: to the very end."""
        if reveal is None:
            return self.channels
        counts = self.reveals[reveal]
        seen = {channel: entries[: counts.get(channel, 0)] for channel, entries in self.channels.items()}
        return {**{channel: entries for channel, entries in seen.items() if entries}, **self._times(reveal)}

    def _times(self, reveal: int) -> dict[str, list[Entry]]:
        return {"reveals": [(at_ms, "a reveal") for at_ms in self.reveals_ms[: reveal + 1]]}


def differences(one: Observed, other: Observed, reveal: int | None) -> list[str]:
    """The channels that tell two runs apart before a reveal, each with its first difference."""
    if reveal is not None and min(len(one.reveals), len(other.reveals)) <= reveal:
        return ["reveals: one of the runs came to none"]
    here, there = one.before(reveal), other.before(reveal)
    return [
        f"{channel}: {_first(here.get(channel, []), there.get(channel, []))}"
        for channel in sorted({*here, *there})
        if here.get(channel) != there.get(channel)
    ]


def _first(one: list[Entry], other: list[Entry]) -> str:
    for number, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            return f"entry {number}: {_short(here)} and {_short(there)}"
    return f"{len(one)} and {len(other)} entries"


def _short(entry: Entry) -> str:
    text = f"{entry[0]} ms {entry[1]!r}"
    return text if len(text) < 400 else f"{text[:400]}..."


class _Handler(logging.Handler):
    """Takes every record with all that it carries, errors and their tracebacks too."""

    def __init__(self, observed: Observed) -> None:
        super().__init__(level=0)
        self._observed = observed

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        text = "".join(traceback.format_exception(error)) if error else ""
        self._observed.see("log", (record.name, record.levelname, record.getMessage(), text))


@contextmanager
def log_into(observed: Observed) -> Iterator[None]:
    """All logs at their most talkative, for as long as this lasts."""
    root, handler = logging.getLogger(), _Handler(observed)
    level = root.level
    root.addHandler(handler)
    root.setLevel(1)
    try:
        yield
    finally:
        root.setLevel(level)
        root.removeHandler(handler)
