"""A read-only system: switched on and off in the Pi's cmdline.txt, and nothing else of it touched."""

from pathlib import Path

import pytest

from device.app.service_environment import SetupError
from device.app.service_readonly import WORD, switch_off, switch_on, with_word, without_word
from device.app.service_setup import System
from device.app.service_status import findings

LINE = "console=tty1 root=PARTUUID=0123-02 rootfstype=ext4 fsck.repair=yes rootwait"
LINES = (
    "",
    LINE,
    f"{LINE}\n",
    f"{LINE}\r\n",
    f"{LINE}  \n",
    f" {LINE}\n\n",
    f"{LINE}\n# a comment\n",
    "caf\udce9\n",
)
GAMES = "/dev/mmcblk0p3 /var/lib/imaginiff ext4 noatime,nofail 0 2\n"


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A Pi's card, with overlayroot and a partition for the games."""
    script = tmp_path / "usr/share/initramfs-tools/scripts/init-bottom/overlayroot"
    for folder in ("boot/firmware", "etc", "proc", "var/lib/imaginiff", script.parent.relative_to(tmp_path)):
        (tmp_path / folder).mkdir(parents=True)
    script.touch()
    (tmp_path / "boot/firmware/config.txt").touch()
    (tmp_path / "boot/firmware/cmdline.txt").write_bytes(f"{LINE}\n".encode())
    (tmp_path / "etc/fstab").write_text(f"# the card\nproc /proc proc defaults 0 0\n{GAMES}")
    (tmp_path / "proc/mounts").write_text("/dev/mmcblk0p2 / ext4 rw 0 0\n")
    return tmp_path


def system(root: Path) -> System:
    return System(root, lambda *words: "", lambda line: None)


def cmdline(root: Path) -> bytes:
    return (root / "boot/firmware/cmdline.txt").read_bytes()


@pytest.mark.parametrize("text", LINES)
def test_the_word_comes_once_onto_the_one_line_and_goes_without_a_trace(text: str) -> None:
    once = with_word(text)
    assert once.partition("\n")[0].split() == [*text.partition("\n")[0].split(), WORD]
    assert with_word(once) == once
    assert without_word(once) == text
    assert without_word(text) == text


def test_words_that_look_like_it_are_left_alone() -> None:
    text = f"x{WORD} {WORD}=1 {LINE}\n"
    assert without_word(text) == text
    assert without_word(with_word(text)) == text


def test_what_people_add_behind_it_stays() -> None:
    assert without_word(with_word(f"{LINE}\n").replace("\n", " quiet\n")) == f"{LINE} quiet\n"


def test_switched_on_and_off_the_file_is_as_it_was(pi: Path) -> None:
    before = cmdline(pi)
    for _ in range(2):
        switch_on(system(pi))
        assert cmdline(pi).decode() == f"{LINE} {WORD}\n"
    for _ in range(2):
        switch_off(system(pi))
        assert cmdline(pi) == before


def test_a_file_in_no_known_encoding_keeps_its_bytes(pi: Path) -> None:
    (pi / "boot/firmware/cmdline.txt").write_bytes(b"caf\xe9\n")
    switch_on(system(pi))
    assert cmdline(pi) == f"caf\udce9 {WORD}\n".encode(errors="surrogateescape")


def test_without_overlayroot_nothing_is_changed_and_the_cure_is_said(pi: Path) -> None:
    (pi / "usr/share/initramfs-tools/scripts/init-bottom/overlayroot").unlink()
    with pytest.raises(SetupError, match="overlayroot is not installed: sudo apt-get install overlayroot"):
        switch_on(system(pi))
    assert cmdline(pi).decode() == f"{LINE}\n"


@pytest.mark.parametrize("fstab", ["", f"# {GAMES}", "/dev/mmcblk0p3 /var/lib ext4 defaults 0 2\n", None])
def test_without_a_partition_of_their_own_the_games_would_be_lost(pi: Path, fstab: str | None) -> None:
    (pi / "etc/fstab").unlink() if fstab is None else (pi / "etc/fstab").write_text(fstab)
    with pytest.raises(SetupError, match="no partition for /var/lib/imaginiff, so all games would be lost"):
        switch_on(system(pi))
    assert cmdline(pi).decode() == f"{LINE}\n"


def test_the_setting_of_raspi_config_is_named_and_not_mixed_with_ours(pi: Path) -> None:
    (pi / "boot/firmware/cmdline.txt").write_text(f"overlayroot=tmpfs {LINE}\n")
    with pytest.raises(SetupError, match=r"cmdline\.txt says overlayroot=tmpfs already"):
        switch_on(system(pi))


@pytest.mark.parametrize("name", ["config.txt", "cmdline.txt"])
def test_on_what_is_no_pi_it_is_refused(pi: Path, name: str) -> None:
    (pi / "boot/firmware" / name).unlink()
    for switch in (switch_on, switch_off):
        with pytest.raises(SetupError, match=r"no cmdline\.txt, so this is no Raspberry Pi"):
            switch(system(pi))


def shown(pi: Path) -> list[str]:
    return [str(finding) for finding in findings(system(pi)) if "read-only" in str(finding)]


def test_status_says_whether_it_holds_and_whether_the_games_are_kept(pi: Path) -> None:
    assert shown(pi) == []
    switch_on(system(pi))
    assert shown(pi) == ["    the system is read-only after the next restart"]
    mounts = "overlayroot / overlay rw 0 0\n"
    (pi / "proc/mounts").write_text(mounts)
    (line,) = shown(pi)
    assert line.startswith(
        "BAD the system is read-only, the games too: their partition for /var/lib/imaginiff"
    )
    (pi / "proc/mounts").write_text(mounts + GAMES)
    assert shown(pi) == ["ok  the system is read-only"]
