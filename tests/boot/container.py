"""A container with systemd as its first process, looked at from outside."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 60.0


class Container:
    """A booted tree. `run` runs a command in it as root."""

    def __init__(self, tree: Path, *options: str) -> None:
        self.tree = tree
        self.console = tree.parent / "console"
        with self.console.open("w") as console:
            self._nspawn = subprocess.Popen(
                [
                    *(
                        "systemd-nspawn",
                        "--quiet",
                        "--boot",
                        "--register=no",
                        "--keep-unit",
                        "--private-network",
                    ),
                    *(
                        "--console=pipe",
                        f"--directory={tree}",
                        "--machine=imaginiff-test",
                        "--resolv-conf=off",
                    ),
                    *("--capability=all", "--setenv=SYSTEMD_LOG_LEVEL=info", *options),
                ],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
            )
        self._pid = self._first_process()

    def _first_process(self) -> int:
        path = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        self.wait(lambda: bool(path.read_text().split()), "a first process")
        return int(path.read_text().split()[0])

    def run(self, *words: str, status: int | None = 0) -> str:
        """Run a command; its output. Fails on another exit status; None: any will do."""
        done = self.call(*words)
        assert status is None or done.returncode == status, (words, done.returncode, done.stdout, self.log())
        return done.stdout

    def call(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a command, whatever comes of it."""
        enter = [
            "nsenter",
            f"--target={self._pid}",
            "--mount",
            "--uts",
            "--ipc",
            "--net",
            "--pid",
            "--cgroup",
        ]
        return subprocess.run(
            [
                *enter,
                "--root",
                "--wd=/",
                "env",
                "-i",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                "HOME=/root",
                *words,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=180,
            check=False,
        )

    def show(self, name: str, unit: str = "imaginiff.service") -> str:
        """A property of a unit."""
        return self.run("systemctl", "show", "--value", f"--property={name}", unit).strip()

    def log(self, unit: str = "imaginiff.service") -> str:
        """What a unit has written to the log, and systemd about it."""
        return self.call("journalctl", "--no-pager", "--output=short-monotonic", f"--unit={unit}").stdout

    def wait(self, is_so: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
        """Wait until something is so. The only place where the tests let time pass."""
        end_s = time.monotonic() + patience_s
        while not is_so():
            assert time.monotonic() < end_s, (
                f"waited {patience_s} s for {what}\n{self.console.read_text()[-3000:]}"
            )
            assert self._nspawn.poll() is None or what == "its end", self.console.read_text()[-3000:]
            time.sleep(0.05)

    def wait_for(
        self, name: str, value: str, unit: str = "imaginiff.service", patience_s: float = PATIENCE_S
    ) -> None:
        """Wait until a property of a unit is `value`."""
        try:
            self.wait(lambda: self.show(name, unit) == value, f"{unit} {name}={value}", patience_s)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.log(unit)[-5000:]}") from None

    def wait_for_boot(self) -> None:
        """Wait until systemd answers and has nothing left to start."""
        words = ("systemctl", "is-system-running")
        try:
            self.wait(lambda: self.call(*words).stdout.strip() in ("running", "degraded"), "the boot", 120)
        except AssertionError as error:
            jobs = self.call("systemctl", "list-jobs", "--no-pager").stdout
            raise AssertionError(f"{error}\n{self.call(*words).stdout}{jobs}") from None

    def end(self, patience_s: float = PATIENCE_S) -> int:
        """Wait until it has ended by itself; systemd-nspawn's exit status."""
        return self._nspawn.wait(patience_s)

    def close(self) -> None:
        """Pull its plug."""
        if self._nspawn.poll() is None:
            # Its first process takes all others with it; nspawn then cleans up behind it.
            subprocess.run(["kill", "-KILL", str(self._pid)], check=False)
            try:
                self._nspawn.wait(20)
            except subprocess.TimeoutExpired:
                self._nspawn.send_signal(signal.SIGKILL)
                self._nspawn.wait()


@contextmanager
def booted(tree: Path, *options: str) -> Iterator[Container]:
    """Boot a tree; at the end its plug is pulled."""
    container = Container(tree, *options)
    try:
        container.wait_for_boot()
        yield container
    finally:
        container.close()
