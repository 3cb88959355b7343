"""What people do of an evening, one deed at a time: with the script grows what the oracle expects of it."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import rules
from .compare import Record
from .script import (
    BOARD,
    LEAVES,
    NEW_ORDER,
    PADS,
    PLAYERS,
    POSITION,
    TOKEN,
    TRACK,
    UNDO,
    Script,
)

Peek = Callable[[str], list[Record]]


@dataclass
class Evening:
    """One evening: the script, what has happened in the game, and the facts expected of the whole."""

    rng: random.Random
    peek: Peek
    has_box_die: bool
    has_box_cards: bool
    script: Script = field(default_factory=Script)
    expected: list[Record] = field(default_factory=list)
    happenings: list[rules.Happening] = field(default_factory=list)
    votes: dict[str, int] = field(default_factory=dict)
    card_of_roll: dict[int, str] = field(default_factory=dict)
    put_back: dict[str, list[str]] = field(default_factory=dict)
    _told: tuple[int, rules.World] = (0, {})

    # What stands

    @property
    def world(self) -> rules.World:
        """The table now. It is told anew only when something has happened; nobody may change it."""
        if self._told[0] != len(self.happenings):
            self._told = (len(self.happenings), rules.tell(self.happenings))
        return self._told[1]

    @property
    def here(self) -> list[str]:
        world = self.world
        return rules.pads(world, world["here"])

    @property
    def away(self) -> list[str]:
        return [pad for pad in PADS if pad not in self.here]

    @property
    def waiting(self) -> list[str]:
        world = self.world
        return [pad for pad in rules.pads(world, world["plays"]) if pad not in self.votes]

    def space(self, pad: str) -> int:
        seat = rules.seat_of(self.world, pad)
        assert seat is not None
        return seat

    def chance(self, of_one: float) -> bool:
        return self.rng.random() < of_one

    def happens(self, **happening: Any) -> None:
        self.happenings.append(happening)

    def expect(self, kind: str, **values: Any) -> None:
        self.expected.append({"type": kind, **values})

    # Lobby and finale

    def open(self) -> None:
        """Settings, then everybody presses a space, some of them twice; one starts the game."""
        players = self.rng.sample(PADS, self.rng.randint(3, 8))
        track = self.rng.choice([4, 5, 6, 8, 8, 12, 25])
        self.script.lines.append(f"seed {self.rng.randrange(1000)}")
        self.script.set("game.track", track)
        self.script.set("game.die", "box" if self.has_box_die else "device")
        self.script.set("game.cards", "box" if self.has_box_cards else "device")
        spaces = self._sit_down(players, {})
        self._start(list(spaces.items()), track)

    def _sit_down(self, players: list[str], seated: dict[str, int]) -> dict[str, int]:
        """These pads press free spaces, beside those who are seated. Returns the spaces of both."""
        spaces = dict(seated)
        for pad in players:
            if spaces and self.chance(0.2):
                self.script.press(pad, self.rng.choice(list(spaces.values())))  # taken
            for _ in range(2 if self.chance(0.2) else 1):
                free = [space for space in rules.SPACES if space not in spaces.values()]
                if free:
                    spaces[pad] = self.rng.choice(free)
                    self.script.press(pad, spaces[pad])
                    self.expect("joined", pad=pad, space=spaces[pad])
        return spaces

    def _start(self, players: list[tuple[str, int]], track: int) -> None:
        starter, space = self.rng.choice(players)
        self.script.hold(starter, space)
        self.happenings = []
        self._told = (0, {})
        self.card_of_roll = {}
        self.put_back = {}
        self.votes = {}
        self.happens(start=players, track=track)

    def new_game(self) -> None:
        """The winning reveal has gone on: wipe the names, and another game with the same pads."""
        pad, key = self.rng.choice(self.here), self.rng.randint(1, 8)
        self.script.hold(pad, key)
        self.script.hold(pad, key)
        self.start_again()

    def start_again(self) -> None:
        """The lobby after a game: the same pads and spaces; others join if they are too few."""
        track = self.world["track"]
        spaces = {pad: self.space(pad) for pad in self.here}
        for pad in self.away[: max(0, 3 - len(spaces))]:
            spaces |= self._sit_down([pad], spaces)
        self._start(list(spaces.items()), track)

    # The menu

    def menu(self, *keys: int) -> str:
        """Some pad opens the menu and presses these keys."""
        pad = self.rng.choice(self.here)
        self.script.menu(pad, *keys)
        return pad

    def wrong_menu(self) -> None:
        """The menu, looked into and left; a no to an undo."""
        pad = self.menu()
        if self.world["rolls"] and self.chance(0.5):
            self.script.press(pad, UNDO, 5)
        self.script.press(pad, 1)

    def undo(self) -> None:
        """Take back the open card or the last turn. After a win by leaving too few may be left to go on."""
        pad = self.menu()
        self.script.yes(pad, UNDO)
        category, card = self._last_card()
        self.happens(undo=True)
        self.votes = {}
        if card is not None:
            self.put_back.setdefault(category, []).append(card)
        world = self.world
        self.expect(
            "undone",
            positions=rules.by_pad(world, world["at"]),
            token=world["token"],
            reader=rules.reader(world),
        )
        self.fill()

    def _last_card(self) -> tuple[str, str | None]:
        roll = self.world["rolls"][-1]
        return self.happenings[roll]["roll"], self.card_of_roll.pop(roll, None)

    def leave(self, pad: str) -> None:
        opener = self.menu(PLAYERS, LEAVES)
        space = self.space(pad)
        self.script.yes(opener, space)
        self.happens(leave=pad)
        self.votes.pop(pad, None)
        self.expect("left", pad=pad, space=space)
        if rules.winner(self.world):
            self.expect("won", pad=rules.winner(self.world))

    def set_order(self) -> None:
        order = self.rng.sample(self.here, len(self.here))
        self.menu(PLAYERS, NEW_ORDER)
        for place, pad in enumerate(order):
            self.script.press(pad, self.rng.randint(1, 8))
            if place and place + 1 < len(order) and self.chance(0.3):
                self.script.press(self.rng.choice(order[:place]), 3)  # again: ignored
        self.happens(order=order)

    def set_board(self) -> None:
        world = self.world
        kind = self.rng.choice([POSITION, POSITION, TOKEN, TRACK])
        if kind == TOKEN:
            token = self.rng.randint(1, 8)
            self.menu(BOARD, TOKEN, token)
            self.happens(token=token)
        elif kind == TRACK:
            track = self.rng.randint(max(4, world["track"] - 6), world["track"] + 6)
            pad = self.menu(BOARD, TRACK)
            self.script.steps(pad, track - world["track"])
            self.happens(track=track)
        else:
            seat = self.rng.choice(world["order"])
            position = self.rng.randint(0, world["track"])
            pad = self.menu(BOARD, POSITION, seat)
            self.script.steps(pad, position - world["at"][seat])
            self.happens(position=position, space=seat)
        world = self.world
        self.expect(
            "board", positions=rules.by_pad(world, world["at"]), token=world["token"], track=world["track"]
        )

    # Coming and going

    def join(self) -> None:
        """Somebody away holds a space: their own, another leaver's, or one that is no player's."""
        pad = self.rng.choice(self.away)
        world = self.world
        kept = [seat for seat in world["order"] if seat not in world["here"]]
        free = [space for space in rules.SPACES if space not in world["here"]]
        own = rules.seat_of(world, pad)
        if own and self.chance(0.6):
            space = own
        else:
            space = self.rng.choice(kept if kept and self.chance(0.3) else free)
        self.script.hold(pad, space)
        self.happens(join=pad, space=space)
        self.expect("joined", pad=pad, space=space)

    def pause(self) -> None:
        """Players leave until fewer than 3 are left, and others come until the game goes on."""
        while len(self.here) > 2 and not rules.winner(self.world):
            self.leave(self.rng.choice(self.here))
        if rules.winner(self.world):
            return
        if self.chance(0.3):
            self.cut()
        self.fill()

    def fill(self) -> None:
        """Others come until the game goes on."""
        while len(self.here) < 3:
            self.join()

    def cut(self) -> None:
        """The power fails and comes back; somebody goes on. Votes of the open card are gone."""
        self.script.cut()
        pad = self.rng.choice(self.here)
        if self.chance(0.3):
            self.script.press(pad, self.rng.randint(3, 7))
        self.script.press(pad, 1)
        self.votes = {}

    def has_set_track(self) -> bool:
        """Whether this game's track was set by hand: the rules do not say whether the next game keeps it."""
        return any("track" in happening for happening in self.happenings[1:])

    def may_leave(self) -> bool:
        """Whether the game goes on when somebody leaves."""
        return len(self.here) > 3

    def interlude(self, may_reader_leave: bool = True) -> None:
        """Something between the votes or turns that may happen in any phase."""
        what = self.rng.choice(["leave", "join", "join", "board", "cut", "pause", "look"])
        world = self.world
        if what == "leave" and self.may_leave():
            self.leave(
                self.rng.choice([pad for pad in self.here if may_reader_leave or pad != rules.reader(world)])
            )
        elif what == "join" and self.away:
            self.join()
        elif what == "board":
            self.set_board()
        elif what == "cut":
            self.cut()
        elif what == "pause" and may_reader_leave and self.may_leave() and self.chance(0.4):
            self.pause()
        elif what == "look":
            self.wrong_menu()
