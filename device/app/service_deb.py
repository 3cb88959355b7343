"""Building the package: our files, our wheel, and the wheels that it needs, for every system it runs on.

Needs a checkout, pip and dpkg-deb. Source: deb-control(5), dpkg-deb(1).
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from device.app.service_environment import LIBRARIES, PYTHONS, SetupError, has_lgpio_wheel

ROOT = Path(__file__).parents[2]

# From here to there. Executables say so in their own mode.
FILES = {
    "systemd/imaginiff.service": "usr/lib/systemd/system/imaginiff.service",
    "systemd/imaginiff.shutdown": "usr/lib/systemd/system-shutdown/imaginiff",
    "systemd/imaginiff.sysusers": "usr/lib/sysusers.d/imaginiff.conf",
    "systemd/imaginiff.modules": "usr/lib/modules-load.d/imaginiff.conf",
    "systemd/60-imaginiff.rules": "usr/lib/udev/rules.d/60-imaginiff.rules",
    "systemd/50-imaginiff.rules": "usr/share/polkit-1/rules.d/50-imaginiff.rules",
    "docs/appliance.md": "usr/share/doc/imaginiff/appliance.md",
    "LICENSE": "usr/share/doc/imaginiff/copyright",
}
SCRIPTS = ("preinst", "postinst", "prerm", "postrm")
WHEELS = "usr/lib/imaginiff/wheels"
COMMAND = "usr/bin/imaginiff"
PROGRAM = "/opt/imaginiff/current/bin/imaginiff"


class Target(Struct, frozen=True):
    """A kind of system: its processor and its Python."""

    machine: str
    python: tuple[int, int]

    @property
    def platforms(self) -> tuple[str, ...]:
        """The kinds of wheels that its C library (Debian 12's, 2.36) can load."""
        glibc = [f"manylinux_2_{minor}_{self.machine}" for minor in range(17, 37)]
        return (*glibc, f"manylinux2014_{self.machine}")


TARGETS = tuple(Target(machine, python) for machine in ("aarch64", "x86_64") for python in PYTHONS)


def is_checkout(root: Path = ROOT) -> bool:
    """Whether a package can be built from here."""
    return (root / "pyproject.toml").is_file() and (root / "systemd").is_dir()


def build(
    out: Path, targets: Sequence[Target] = TARGETS, version: str | None = None, root: Path = ROOT
) -> Path:
    """Build the package into the folder `out`; its path. Raises `SetupError`."""
    if shutil.which("dpkg-deb") is None:
        raise SetupError("dpkg-deb is missing: build the package on Debian or Raspberry Pi OS")
    version = version or _version(root)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _lay_files(tree, root)
        _lay_wheels(tree / WHEELS, targets, root)
        _lay_control(tree / "DEBIAN", version, root)
        path = out / f"imaginiff_{version}_all.deb"
        # Wheels are compressed already.
        _run("dpkg-deb", "--build", "--root-owner-group", "-Zgzip", "-z1", tree, path)
    return path


def _version(root: Path) -> str:
    found = re.search(
        r'^version = "(.+)"$', (root / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    if found is None:
        raise SetupError(f"{root / 'pyproject.toml'} has no version: write one")
    return found[1]


def _lay_files(tree: Path, root: Path) -> None:
    for source, target in FILES.items():
        path = tree / target
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / source, path)
        path.chmod(0o755 if os.access(root / source, os.X_OK) else 0o644)
    link = tree / COMMAND
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(PROGRAM)
    # What was made here must not carry this user's umask.
    for folder in (tree, *(path for path in tree.rglob("*") if path.is_dir())):
        folder.chmod(0o755)


def _lay_wheels(wheels: Path, targets: Sequence[Target], root: Path) -> None:
    wheels.mkdir(parents=True)
    wheels.chmod(0o755)
    wheels.parent.chmod(0o755)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    _run(*pip, "wheel", "--no-deps", "--wheel-dir", wheels, root)
    (ours,) = wheels.glob("*.whl")
    for target in targets:
        names = [str(ours), *LIBRARIES, *(["lgpio>=0.2.2"] if has_lgpio_wheel(target.python) else [])]
        _run(*pip, "download", "--dest", wheels, *_only_for(target), *names)
    for wheel in wheels.iterdir():
        wheel.chmod(0o644)


def _only_for(target: Target) -> list[str]:
    python = ".".join(map(str, target.python))
    words = ["--only-binary=:all:", "--implementation", "cp", "--python-version", python]
    return words + [word for platform in target.platforms for word in ("--platform", platform)]


def _lay_control(folder: Path, version: str, root: Path) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    source = root / "systemd" / "deb"
    control = (source / "control").read_text(encoding="utf-8").replace("@VERSION@", version)
    (folder / "control").write_text(control, encoding="utf-8")
    for name in SCRIPTS:
        shutil.copyfile(source / name, folder / name)
        (folder / name).chmod(0o755)


def _run(*words: str | Path) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        raise SetupError(f"`{Path(words[0]).name}` failed, see above: is there a network?")


def main(arguments: Sequence[str]) -> int:
    """`python -m device.app.service_deb FOLDER`."""
    try:
        print(build(Path(arguments[0] if arguments else "dist")))
    except SetupError as error:
        print(f"imaginiff: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
