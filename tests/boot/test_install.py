"""Installing, updating and removing, in the README's words."""

import re
from pathlib import Path

import pytest

from device.app.service_deb import build
from tests.boot import workshop
from tests.boot.box import START, THREE_JOIN, VIRTUAL, drop_in, play, wait_for_words, wait_until_ready
from tests.boot.conftest import HERE, Boot
from tests.boot.container import Container

pytestmark = pytest.mark.boot

README = (workshop.ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (workshop.ROOT / "docs/appliance.md").read_text(encoding="utf-8")
CONFIG = "# For more options see\r\n[pi5]\r\ndtparam=spi=on\r\ndtparam=uart0=on"
RASPI_CONFIG = '#!/bin/sh\necho "$*" >>/raspi-config.log\n[ "$2" = get_serial_cons ] && echo 0\nexit 0\n'

# What dpkg, apt, systemd and the accounts' own backups change whenever any package comes or goes.
NOT_OURS = re.compile(
    r"^/(var/lib/(dpkg|apt|systemd|imaginiff)|var/cache|var/log|var/tmp|tmp|run|proc|sys|dev|root|home)(/|$)"
    r"|^/etc/(passwd|group|shadow|gshadow|subuid|subgid)-?$|^/etc/\.(pwd\.lock|updated)$|^/var/\.updated$"
    r"|^/etc/(machine-id|ld\.so\.cache|systemd/system/imaginiff\.service\.d.*)$|^/usr/local/bin/hand\.py$"
    r"|/__pycache__"
)


Lines = list[list[str]]


def words_of(page: str, heading: str) -> list[Lines]:
    """The blocks of commands under a heading of a page, as root would give them."""
    section = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert section is not None
    blocks = re.findall(r"^```sh\n(.*?)^```", section[1], re.MULTILINE | re.DOTALL)
    return [[words for words in map(command, block.splitlines()) if words != ["reboot"]] for block in blocks]


def command(line: str) -> list[str]:
    return line.partition("#")[0].removeprefix("sudo ").split()


INSTALL, REMOVE = words_of(README, "On a Raspberry Pi")


def like_a_pi(tree: Path) -> None:
    """What a Pi has, and a Debian has not."""
    firmware = tree / "boot/firmware"
    firmware.mkdir()
    (firmware / "config.txt").write_bytes(CONFIG.encode())
    tool = tree / "usr/bin/raspi-config"
    tool.write_text(RASPI_CONFIG)
    tool.chmod(0o755)
    drop_in(tree, VIRTUAL)


def bring(box: Container, package: Path) -> None:
    for old in (box.tree / "root").glob("*.deb"):
        old.unlink()
    (box.tree / "root" / package.name).write_bytes(package.read_bytes())


def do(box: Container, lines: Lines) -> str:
    """Follow the page."""
    return "".join(box.run("sh", "-c", f"cd /root && {' '.join(words)} --yes") for words in lines)


def files(box: Container) -> set[str]:
    found = box.run("find", "/", "-xdev", "-path", "/proc", "-prune", "-o", "-print").splitlines()
    return {path for path in found if not NOT_OURS.search(path)}


def accounts(box: Container) -> list[str]:
    return [box.run("getent", name) for name in ("passwd", "group")]


def status(box: Container, code: int = 0) -> str:
    return box.run("imaginiff", "service", "status", status=code)


def test_installed_played_updated_in_mid_game_and_removed_in_the_readmes_words(
    boot: Boot, debian: Path, package: Path, tmp_path: Path
) -> None:
    box = boot(debian, prepare=like_a_pi)
    files_before, accounts_before = files(box), accounts(box)
    firmware = box.tree / "boot/firmware"

    bring(box, build(tmp_path, (HERE,), version="0.0.9"))
    do(box, INSTALL)
    wait_until_ready(box)
    assert "ok  starts with the power" in status(box)
    assert "version 0.0.9 is installed" in status(box)
    config = (firmware / "config.txt").read_text()
    for line in ("dtparam=i2c_arm_baudrate=400000", "dtparam=spi=off", "gpio=18,14,15,7,8,9,10,11=op,dl"):
        assert line in config
    assert "do_serial_cons 1" in (box.tree / "raspi-config.log").read_text()

    (firmware / "imaginiff.toml").write_text("[game]\ntrack = 12\n")
    play(box, *THREE_JOIN, *START)
    wait_for_words(box, "a game begins")
    bring(box, package)
    do(box, INSTALL)
    wait_for_words(box, "imaginiff: resume")
    wait_until_ready(box)
    assert "version 0.1.0 is installed" in status(box)
    assert (firmware / "imaginiff.toml").read_text() == "[game]\ntrack = 12\n"
    assert (firmware / "config.txt").read_text() == config, "not once more"
    assert len(list((box.tree / "opt/imaginiff").glob("env-*"))) == 1

    do(box, REMOVE)
    assert files(box) - files_before <= {"/raspi-config.log"}
    # An empty folder of systemd's that dpkg tidies up.
    assert files_before - files(box) <= {"/usr/lib/systemd/system-shutdown"}
    assert accounts(box) == accounts_before
    assert (firmware / "config.txt").read_bytes() == CONFIG.encode()
    assert "do_serial_cons 0" in (box.tree / "raspi-config.log").read_text()
    assert (box.tree / "var/lib/imaginiff/games.sqlite").stat().st_size > 0

    bring(box, package)
    do(box, INSTALL)
    wait_for_words(box, "imaginiff: resume", times=2)
    assert (firmware / "imaginiff.toml").read_text() == "[game]\ntrack = 12\n"


def test_the_page_of_the_appliance_says_the_same() -> None:
    assert words_of(PAGE, "Install") == [INSTALL]
    assert words_of(PAGE, "Remove") == [REMOVE]


def test_what_its_owner_has_switched_off_stays_off_when_it_is_updated(
    boot: Boot, installed: Path, package: Path
) -> None:
    box = boot(installed)
    wait_until_ready(box)
    box.run("systemctl", "disable", "--quiet", "--now", "imaginiff.service")
    bring(box, package)
    do(box, [["apt-get", "install", "--reinstall", "./imaginiff_*_all.deb"]])
    assert box.call("systemctl", "is-enabled", "imaginiff.service").stdout.strip() == "disabled"
    assert box.show("ActiveState") == "inactive"


def test_a_read_only_system_is_refused_where_it_would_forget_the_games(boot: Boot, installed: Path) -> None:
    def as_a_pi(tree: Path) -> None:
        like_a_pi(tree)
        (tree / "boot/firmware/cmdline.txt").write_text("console=tty1 rootwait\n")

    box = boot(installed, prepare=as_a_pi)
    cmdline = box.tree / "boot/firmware/cmdline.txt"

    def ask(way: str, status: int) -> str:
        return box.run("imaginiff", "service", "readonly", way, status=status)

    assert "overlayroot is not installed" in ask("on", 1)
    box.run("install", "-D", "/dev/null", "/usr/share/initramfs-tools/scripts/init-bottom/overlayroot")
    assert "all games would be lost" in ask("on", 1)
    assert cmdline.read_text() == "console=tty1 rootwait\n"
    (box.tree / "etc/fstab").write_text("/dev/mmcblk0p3 /var/lib/imaginiff ext4 noatime,nofail 0 2\n")
    assert "after a restart" in ask("on", 0)
    assert cmdline.read_text() == "console=tty1 rootwait overlayroot=tmpfs:recurse=0\n"
    assert "after a restart" in ask("off", 0)
    assert cmdline.read_text() == "console=tty1 rootwait\n"


def test_on_a_plain_debian_the_settings_are_in_etc(boot: Boot, installed: Path) -> None:
    box = boot(installed)
    wait_until_ready(box)
    assert "#track = 25" in (box.tree / "etc/imaginiff.toml").read_text()
    shown = status(box)
    assert "settings: /etc/imaginiff.toml" in shown
    assert "ok  running since" in shown


def test_status_says_in_plain_words_what_is_wrong_and_what_to_do(boot: Boot, installed: Path) -> None:
    box = boot(installed)
    wait_until_ready(box)
    box.run("systemctl", "disable", "--quiet", "--now", "imaginiff.service")
    shown = status(box, code=1)
    assert "BAD not running: `sudo systemctl start imaginiff.service`" in shown
    assert "BAD does not start with the power: `sudo systemctl enable imaginiff.service`" in shown


@pytest.mark.parametrize(
    ("release", "words"),
    [
        ('ID=ubuntu\nVERSION_ID="24.04"\nPRETTY_NAME="Ubuntu 24.04"\n', "this is Ubuntu 24.04, which nobody"),
        ('ID=debian\nVERSION_ID="11"\nPRETTY_NAME="Debian 11"\n', "this is Debian 11, which nobody"),
    ],
)
def test_other_systems_are_told_plainly_and_left_as_they_were(
    boot: Boot, debian: Path, package: Path, release: str, words: str
) -> None:
    def pretend(tree: Path) -> None:
        (tree / "usr/lib/os-release").write_text(release)

    box = boot(debian, prepare=pretend)
    before = files(box)
    bring(box, package)
    done = box.call("sh", "-c", "apt-get install --yes /root/*.deb")
    assert done.returncode != 0
    assert f"imaginiff: {words}" in done.stdout
    assert "use Raspberry Pi OS bookworm or trixie (64-bit), or Debian 12" in done.stdout
    assert files(box) == before
