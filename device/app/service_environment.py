"""The private Python environment under /opt: built offline from a folder of wheels, then switched to at once.

Only the standard library, and nothing of ours: the package's post-install runs this with the system's Python,
straight out of our wheel.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PROGRAM = "imaginiff-device"
LIBRARIES = ("gpiod", "smbus2")
PYTHONS = ((3, 11), (3, 13))
APT_LGPIO = Path("/usr/lib/python3/dist-packages")
CURRENT = "current"


class SetupError(Exception):
    """Installing cannot go on. The message names the thing and the cure, in one line."""


def has_lgpio_wheel(version: tuple[int, int]) -> bool:
    """lgpio has no wheel for Python 3.13 and later: there it is apt's."""
    return version < (3, 13)


def build(wheels: Path, home: Path, version: tuple[int, int] = sys.version_info[:2]) -> Path:
    """Build a new environment beside the old one, and make it `home`/current. Raises `SetupError`.

    Whenever the power goes, `current` is a whole environment. The old one stays for the program that still
    runs in it: `tidy` removes it.
    """
    if version not in PYTHONS:
        have = " and ".join(".".join(map(str, python)) for python in PYTHONS)
        raise SetupError(
            f"This system's Python is {version[0]}.{version[1]}, the package has parts for {have}: "
            "use Raspberry Pi OS bookworm or trixie (64-bit), or Debian 12"
        )
    home.mkdir(parents=True, exist_ok=True)
    folder = _free_name(home)
    try:
        _run(
            "Python's venv module does not work: apt-get install python3-venv",
            sys.executable,
            "-m",
            "venv",
            folder,
        )
        _install(folder, wheels, version)
        _flush(folder)
        _switch(home, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def tidy(home: Path) -> None:
    """Remove all environments but the current one."""
    now = (home / CURRENT).resolve()
    for folder in home.glob("env-*"):
        if folder.resolve() != now:
            shutil.rmtree(folder, ignore_errors=True)


def link_lgpio(site: Path, apt: Path = APT_LGPIO) -> None:
    """Link lgpio, and nothing else, from apt's packages. Raises `SetupError` where it is not there."""
    files = [*apt.glob("lgpio.py"), *apt.glob("_lgpio*.so")]
    if len(files) < 2:
        raise SetupError("lgpio is missing: apt-get install python3-lgpio (Raspberry Pi OS has it)")
    for file in files:
        link = site / file.name
        link.unlink(missing_ok=True)
        link.symlink_to(file)


def _install(folder: Path, wheels: Path, version: tuple[int, int]) -> None:
    python = folder / "bin" / "python"
    names = [PROGRAM, *LIBRARIES, *(["lgpio"] if has_lgpio_wheel(version) else [])]
    pip = (python, "-m", "pip", "install", "--quiet", "--no-index", "--no-cache-dir", "--no-compile")
    _run(
        "The package has no parts for this kind of computer: it needs a 64-bit system",
        *pip,
        "--disable-pip-version-check",
        "--find-links",
        wheels,
        *names,
    )
    site = next((folder / "lib").glob("python3*")) / "site-packages"
    if not has_lgpio_wheel(version):
        link_lgpio(site)
    # The service cannot write .pyc files, and starts five times as slowly without them.
    _run("The program cannot be compiled", python, "-m", "compileall", "-q", site)


def _run(cure: str, *words: str | Path) -> None:
    """Run a command that nobody's pip settings reach into."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))
    }
    environment["PIP_CONFIG_FILE"] = os.devnull
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, cwd="/")
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        raise SetupError(cure)


def _free_name(home: Path) -> Path:
    number = 1
    while (home / f"env-{number}").exists():
        number += 1
    return home / f"env-{number}"


def _flush(folder: Path) -> None:
    """On the disk before the switch: else a power cut could leave `current` with empty files."""
    os.sync()


def _switch(home: Path, folder: Path) -> None:
    fresh = home / f"{CURRENT}.new"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(folder.name)
    fresh.replace(home / CURRENT)


def main(arguments: Sequence[str]) -> int:
    """`python -m device.app.service_environment WHEELS HOME`."""
    wheels, home = map(Path, arguments)
    try:
        build(wheels, home)
    except SetupError as error:
        print(f"imaginiff: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
