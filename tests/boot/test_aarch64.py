"""On a Pi's processor: everything that the game needs is there for it, and a whole game is played on it."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.boot import workshop

pytestmark = pytest.mark.boot

ROOT = Path(__file__).parents[2]
PLATFORMS = (
    "manylinux2014_aarch64",
    "manylinux_2_17_aarch64",
    "manylinux_2_28_aarch64",
    "manylinux_2_34_aarch64",
)
# Debian's own Python 3.11 and what it and the wheels link to.
PYTHON = (
    "python3.11-minimal,libpython3.11-stdlib,libc6,libgcc-s1,libstdc++6,zlib1g,libsqlite3-0,libexpat1,libssl3,"
    "libffi8,libbz2-1.0,liblzma5,libuuid1,libreadline8"
)
PLAY = """
import sys
sys.path[:0] = sys.argv[1:3]
import aiohttp, gpiod, gpiozero, lgpio, luma.oled.device, msgspec, smbus2, PIL.Image, sqlite3
import device.app.play, hw.pads.matrix, hw.pads.mcp23017, hw.pads.tca9555, hw.panel.ssd1309, hw.panel.sh1106
import hw.lights.leds, hw.lights.apa102, hw.lights.pca9685
from device.app.cli import main
print(__import__("platform").machine(), main(["replay", sys.argv[3]]))
"""


def test_the_game_is_played_on_a_pis_processor(tmp_path: Path) -> None:
    workshop.need({"mmdebstrap": "mmdebstrap", "qemu-aarch64-static": "qemu-user-static"})
    tree, site, wheels = tmp_path / "debian", tmp_path / "site", tmp_path / "wheels"
    options = [f"--platform={name}" for name in PLATFORMS]
    workshop.run(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--python-version=311"),
        *("--implementation=cp", "--abi=cp311", "--abi=abi3", "--abi=none", *options, "--dest", str(wheels)),
        *_requirements(),
    )
    for wheel in wheels.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(site)
    workshop.run(
        *("mmdebstrap", "--quiet", "--mode=root", "--variant=extract", "--architectures=arm64"),
        *(f"--include={PYTHON}", "bookworm", str(tree), "/etc/apt/sources.list.d/debian.sources"),
    )
    folder = tmp_path / "lg"
    folder.mkdir()
    script = ROOT / "tests" / "playthroughs" / "win.script"
    done = subprocess.run(
        [
            "qemu-aarch64-static",
            "-L",
            tree,
            tree / "usr/bin/python3.11",
            "-S",
            "-c",
            PLAY,
            ROOT,
            site,
            script,
        ],
        env={**os.environ, "LG_WD": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("aarch64 0\n", "")


def _requirements() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["pi"]]
