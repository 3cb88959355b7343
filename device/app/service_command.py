"""`imaginiff service`: install, remove, status, readonly. There is one way to install: the package."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from device.app import service_deb, service_readonly
from device.app.service_environment import SetupError
from device.app.service_setup import System, run
from device.app.service_status import findings, is_healthy, plain

USAGE = (
    "imaginiff: service: say install, remove, status, readonly on or readonly off: "
    "`imaginiff service status` shows how things are"
)
_POST_INSTALL = Path("/var/lib/dpkg/info/imaginiff.postinst")
_APT = (
    "apt-get",
    "install",
    "--yes",
    "--quiet",
    "--reinstall",
    "--allow-downgrades",
    "--no-install-recommends",
)


def service_command(words: Sequence[str], stdout: TextIO = sys.stdout, stderr: TextIO = sys.stderr) -> int:
    """Run one of them. Returns the exit status."""
    match list(words):
        case ["status"]:
            return _status(stdout)
        case ["install"]:
            return _as_root("install", stderr) or _install(stderr)
        case ["remove"]:
            return _as_root("remove", stderr) or _call("dpkg", "--purge", "imaginiff")
        case ["readonly", "on" | "off" as way]:
            return _as_root(f"readonly {way}", stderr) or _set_readonly(way == "on", stdout, stderr)
        case _:
            print(USAGE, file=stderr)
            return 2


def _status(stdout: TextIO) -> int:
    found = findings(System(Path("/"), run, lambda line: None))
    for finding in found:
        print(plain(str(finding)), file=stdout)
    return 0 if is_healthy(found) else 1


def _set_readonly(is_on: bool, stdout: TextIO, stderr: TextIO) -> int:
    system = System(Path("/"), run, lambda line: print(f"imaginiff: {line}", file=stdout))
    try:
        service_readonly.switch_on(system) if is_on else service_readonly.switch_off(system)
    except SetupError as error:
        print(f"imaginiff: {error}", file=stderr)
        return 1
    return 0


def _install(stderr: TextIO) -> int:
    """From a checkout: build the package for this system and install it. Installed already: set up again."""
    try:
        if service_readonly.is_in_force(Path("/")):
            raise SetupError(
                "the system is read-only: imaginiff service readonly off, restart, and install then"
            )
        if service_deb.is_checkout():
            return _install_checkout()
        if _POST_INSTALL.is_file():
            return _call("sh", str(_POST_INSTALL), "configure")
        raise SetupError("there is nothing to install from here: take the .deb, or a checkout of the project")
    except SetupError as error:
        print(f"imaginiff: {error}", file=stderr)
        return 1


def _install_checkout() -> int:
    # apt's own user must be able to read it.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        print("imaginiff: building the package", flush=True)
        package = service_deb.build(Path(folder), (this_system(),))
        return _call(*_APT, str(package))


def this_system() -> service_deb.Target:
    """The kind of system that we run on. The package uses Debian's own Python, whichever runs this."""
    found = run("/usr/bin/python3", "-c", "import sys; print(*sys.version_info[:2])")
    if found is None:
        raise SetupError("Debian's Python is missing: apt-get install python3 python3-venv")
    major, minor = map(int, found.split())
    return service_deb.Target(os.uname().machine, (major, minor))


def _as_root(word: str, stderr: TextIO) -> int:
    if os.geteuid() == 0:
        return 0
    print(f"imaginiff: only root can do that: sudo {sys.argv[0]} service {word}", file=stderr)
    return 1


def _call(*words: str) -> int:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return 0 if subprocess.run(words, env=environment, check=False).returncode == 0 else 1
