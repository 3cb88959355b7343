"""What one does with a box that is running in a container: play on it, and see what it says."""

from pathlib import Path

from tests.boot.container import Container

PYTHON = "/opt/imaginiff/current/bin/python"
HAND = Path(__file__).with_name("hand.py")

# The container has no pins: there the game plays on its virtual table, which needs the loopback interface.
VIRTUAL = """\
[Service]
ExecStart=
ExecStart=/opt/imaginiff/current/bin/imaginiff play --virtual --no-browser
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
IPAddressAllow=localhost
Environment=IMAGINIFF_LOG=debug
"""
DROP_INS = Path("etc/systemd/system/imaginiff.service.d")

THREE_JOIN = ("press red 1", "press green 2", "press blue 3")
START = ("hold red 1 1.3s",)
SWITCH_OFF = ("chord red 1 8 1.3s", "press red 8", "press red 2", "hold red 2 1.3s")
RESTART = ("chord red 1 8 1.3s", "press red 8", "press red 3", "hold red 3 1.3s")


def drop_in(tree: Path, text: str, name: str = "virtual") -> None:
    """Change the unit, as `systemctl edit` does."""
    (tree / DROP_INS).mkdir(parents=True, exist_ok=True)
    (tree / DROP_INS / f"{name}.conf").write_text(text)


def wait_until_ready(box: Container, patience_s: float = 60) -> int:
    """Wait until presses count; the number of the game's process."""
    box.wait_for("ActiveState", "active", patience_s=patience_s)
    return int(box.show("MainPID"))


def play(box: Container, *lines: str) -> None:
    """Do these things with the keys of the virtual table, one after the other."""
    press(box, *lines)
    box.wait(lambda: box.show("ActiveState", "hand") in ("inactive", "failed"), "the hand")
    assert box.show("Result", "hand") == "success", box.log("hand")


def press(box: Container, *lines: str) -> None:
    """Begin to do these things. The box may switch off under the hand, so nobody waits for it."""
    (box.tree / "usr/local/bin/hand.py").write_text(HAND.read_text())
    process = box.show("MainPID")
    words = ("nsenter", f"--target={process}", "--net", PYTHON, "/usr/local/bin/hand.py", *lines)
    box.run("systemd-run", "--quiet", "--unit=hand", "--collect", *words)


def wait_for_words(box: Container, words: str, times: int = 1, patience_s: float = 60) -> None:
    """Wait until the game's log has these words so many times."""
    try:
        box.wait(lambda: box.log().count(words) >= times, f"{words!r} in the log", patience_s)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{box.log()[-6000:]}") from None
