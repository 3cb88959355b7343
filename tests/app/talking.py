"""A program of ours in a process of its own, and what it says."""

import queue
import subprocess
import threading
import time

PATIENCE_S = 20.0


class Talking:
    """A running process. What was heard of what it prints, on both channels, is kept in `lines`."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.lines: list[str] = []
        self._queue: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def says(self, words: str) -> str:
        """Wait for a line that has these words."""
        end_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                line = self._queue.get(timeout=max(0.0, end_s - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"never said {words!r}: {self.lines}") from None
            self.lines.append(line)
            if words in line:
                return line

    def ended(self) -> int:
        """Its exit status, once it has ended and all that it said has been heard."""
        status = self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        while not self._queue.empty():
            self.lines.append(self._queue.get())
        return status

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(line.rstrip())
        self.process.stdout.close()
