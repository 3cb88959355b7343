"""Session scripts, written in the words of the keys: press, hold, chord, and the ways through the menu."""

from dataclasses import dataclass, field

PADS = ["red", "orange", "yellow", "green", "cyan", "blue", "purple", "white"]

UNDO, NEW_CARD, CLOSE_VOTE, PLAYERS, BOARD, END = 2, 3, 4, 5, 6, 8
LEAVES, NEW_ORDER = 1, 2
POSITION, TOKEN, TRACK = 1, 2, 3
NEW_GAME = 1
ONE_LESS, ONE_MORE, FIVE_LESS, FIVE_MORE, DONE = 2, 3, 4, 5, 8


@dataclass
class Script:
    """A session script as it grows. Every method adds lines that leave all keys up."""

    lines: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The whole script."""
        return "\n".join(self.lines) + "\n"

    def set(self, key: str, value: object) -> None:
        self.lines.append(f"set {key} {value}")

    def wait(self, seconds: float) -> None:
        self.lines.append(f"wait {seconds:g}s")

    def press(self, pad: str, *keys: int) -> None:
        self.lines += [f"press {pad} {key}" for key in keys]

    def hold(self, pad: str, key: int) -> None:
        self.lines.append(f"hold {pad} {key} 1.1s")

    def yes(self, pad: str, key: int) -> None:
        """Choose what asks, and say yes: hold the same key."""
        self.press(pad, key)
        self.hold(pad, key)

    def two_keys(self, pad: str, first: int, second: int) -> None:
        """Two keys of one pad for a moment: never a vote."""
        self.lines += [f"down {pad} {first}", f"down {pad} {second}", "wait 60ms"]
        self.lines += [f"up {pad} {first}", f"up {pad} {second}", "wait 20ms"]

    def menu(self, pad: str, *keys: int) -> None:
        """Open the menu and press these keys in it."""
        self.lines.append(f"chord {pad} 1 8 1.1s")
        self.press(pad, *keys)

    def steps(self, pad: str, distance: int) -> None:
        """Change a number set by steps by that much, and set it."""
        one, five = (ONE_MORE, FIVE_MORE) if distance > 0 else (ONE_LESS, FIVE_LESS)
        fives, ones = divmod(abs(distance), 5)
        self.press(pad, *[five] * fives, *[one] * ones, DONE)

    def cut(self) -> None:
        self.lines.append("cut")
