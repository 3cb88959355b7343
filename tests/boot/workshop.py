"""Where the test systems are made: Debian trees, cached, each known by what is in it.

Needs root. What is missing on this machine is installed with apt.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "imaginiff-boot"

# What the package depends on, and what the tests look at the system with.
PACKAGES = (
    *("systemd-sysv", "udev", "kmod", "dbus", "polkitd", "passwd", "python3", "python3-venv", "make"),
    *("i2c-tools", "strace"),
)
# Binary to package, of this machine.
TOOLS = {
    "systemd-nspawn": "systemd-container",
    "mmdebstrap": "mmdebstrap",
    "systemd-analyze": "systemd",
    "nsenter": "util-linux",
    "strace": "strace",
}


# Somebody else may be installing something: then it waits.
APT = ("apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "-qq", "--no-install-recommends")


def need(tools: dict[str, str]) -> None:
    """Install the tools that are missing: binary to package."""
    with _alone("tools"):
        missing = sorted({package for binary, package in tools.items() if shutil.which(binary) is None})
        if missing:
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            run("apt-get", "update", "-qq", environment=environment)
            run(*APT, *missing, environment=environment)


def run(*words: str | Path, environment: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """Run a command; its output. What it said is in the failure."""
    done = subprocess.run(
        list(map(str, words)),
        env=environment,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, f"{words} ended with {done.returncode}:\n{done.stdout[-4000:]}"
    return done.stdout


def debian(extra: Sequence[str] = ()) -> Path:
    """A tree of Debian 12 with the packages that ours depends on, made once."""
    packages = (*PACKAGES, *extra)
    return cached("debian", repr(packages).encode(), lambda tree: _bootstrap(tree, packages))


def cached(kind: str, content: bytes, make: Callable[[Path], object]) -> Path:
    """The folder `kind`-HASH of the cache, made by `make(folder)` when it is not there. Older ones go."""
    folder = CACHE / f"{kind}-{hashlib.sha256(content).hexdigest()[:16]}"
    with _alone(kind):
        if not folder.exists():
            for old in CACHE.glob(f"{kind}-*"):
                shutil.rmtree(old, ignore_errors=True)
            fresh = folder.with_suffix(".new")
            shutil.rmtree(fresh, ignore_errors=True)
            make(fresh)
            fresh.rename(folder)
    return folder


@contextmanager
def _alone(kind: str) -> Iterator[None]:
    """Tests run side by side; what they share is made once, and the others wait for it."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _bootstrap(tree: Path, packages: Sequence[str]) -> None:
    need(TOOLS)
    without = [f"--dpkgopt=path-exclude=/usr/share/{what}/*" for what in ("man", "locale", "info")]
    sources = [path for path in _sources() if path.exists()]
    run(
        *("mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", f"--include={','.join(packages)}"),
        *without,
        *("bookworm", tree),
        *sources,
    )
    # No host of ours, no network, no clock service: nothing that takes time at boot.
    (tree / "etc/resolv.conf").unlink(missing_ok=True)
    (tree / "etc/machine-id").write_text("")


def _sources() -> list[Path]:
    """This machine's own sources, if it is a Debian 12: they are reachable."""
    folder = Path("/etc/apt")
    return [folder / "sources.list.d/debian.sources", folder / "sources.list"]


@contextmanager
def overlay(lower: Path, folder: Path) -> Iterator[Path]:
    """`lower` to be written on, without changing it: changes go to `folder`/upper."""
    upper, work, merged = folder / "upper", folder / "work", folder / "merged"
    for path in (upper, work, merged):
        path.mkdir(parents=True, exist_ok=True)
    run(
        "mount", "-t", "overlay", "overlay", "-o", f"lowerdir={lower},upperdir={upper},workdir={work}", merged
    )
    try:
        yield merged
    finally:
        run("umount", "--lazy", merged)


if __name__ == "__main__":
    from tests.boot.machine import kernel

    print(debian(), kernel())
