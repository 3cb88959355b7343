"""Random evenings at the table: whole games as session scripts, with the facts the oracle expects of each.

`evening(seed, peek)` plays as people do: votes changed and withdrawn, wrong presses, undo, leavers,
comers-back, power cuts in every phase. Where the device rolls or draws, `peek` replays the script so far and
the author looks which question came. A seed gives one script as long as the program deals the same cards.
"""

import random

from . import rules
from .compare import Record
from .evening import Evening, Peek
from .script import CLOSE_VOTE, END, NEW_CARD, NEW_GAME, PADS

COLOURS = {1: "choices", 2: "everybody", 3: "versus"}
DEVICE_FACES = {
    ("choices", 1),
    ("choices", 2),
    ("everybody", 2),
    ("everybody", 3),
    ("versus", 1),
    ("versus", 3),
}
BOX_ANSWERS = 6
NO_FACE = 7  # with the box's die: no colour and no number, so that it only goes on
REVEAL_PAGES = 9  # more presses than any reveal has pages


def no_peeking(_: str) -> list[Record]:
    raise AssertionError("with the box's die and cards nothing is left to chance")


class Game(Evening):
    """An evening turn by turn: what happens before a roll, in a vote, in the lock and in the reveal."""

    def turn(self) -> bool:
        """One turn, or what becomes of it. Returns whether the game goes on."""
        self._before_roll()
        if not rules.winner(self.world):
            self._roll()
            self._vote()
        if self.world["is_scored"]:
            self._reveal()
        return rules.winner(self.world) is None

    def _before_roll(self) -> None:
        while self.chance(0.25) and not rules.winner(self.world):
            what = self.rng.choice(["undo", "order", "wrong", "interlude", "interlude"])
            if what == "undo" and self.world["rolls"]:
                self.undo()
            elif what == "order":
                self.set_order()
            elif what == "wrong":
                self._wrong_before_roll()
            else:
                self.interlude()

    def _wrong_before_roll(self) -> None:
        reader = rules.reader(self.world)
        self.script.press(self.rng.choice([pad for pad in PADS if pad != reader]), self.rng.randint(1, 8))
        if self.has_box_die:
            self.script.press(reader, self.rng.randint(4, 7), self.rng.randint(1, 3), 7, 8)

    def _roll(self) -> None:
        reader = rules.reader(self.world)
        if self.has_box_die:
            colour, spaces = self.rng.randint(1, 3), self.rng.choice([1, 1, 2, 2, 3, 3, 4, 5, 6])
            self._face_by_somebody(reader, colour)
            if self.chance(0.1):
                self.cut()  # half a die is no roll
                self.script.press(reader, colour)
            self._face_by_somebody(reader, spaces)
            category = COLOURS[colour]
        else:
            self._face_by_somebody(reader, self.rng.randint(1, 8))
            rolled = self._peeked("rolled")
            category, spaces = rolled["category"], rolled["spaces"]
            assert (category, spaces) in DEVICE_FACES
        answers, card = self._look_at_card(category)
        self.happens(roll=category, spaces=spaces, answers=answers)
        self.expect("rolled", reader=reader, category=category, spaces=spaces)
        self._expect_card(card)

    def _face_by_somebody(self, reader: str, key: int) -> None:
        """The reader's press, or the hold of another for an absent reader."""
        if self.chance(0.1):
            self.script.hold(self.rng.choice([pad for pad in self.here if pad != reader]), key)
        else:
            self.script.press(reader, key)

    def _look_at_card(self, category: str) -> tuple[int, str | None]:
        """How many answers the card has, and which it is (None: not to be checked)."""
        if self.has_box_cards:
            return BOX_ANSWERS, None
        card = self._peeked("card")
        return len(card["options"]), card["card"]

    def _peeked(self, kind: str) -> Record:
        records = [record for record in self.peek(self.script.text()) if record["type"] == kind]
        return records[-1]

    def _expect_card(self, card: str | None) -> None:
        """The card just drawn; one taken back before is the next one of its category."""
        world = self.world
        category = world["card"]["category"]
        put_back = self.put_back.get(category)
        values = {
            "category": category,
            "subject": world["card"]["subject"],
            "options": world["card"]["options"],
        }
        if self.has_box_cards:
            values |= {"deck": None, "card": None}
        elif put_back:
            values["card"] = put_back.pop()
        if card is not None:
            self.card_of_roll[world["rolls"][-1]] = card
        self.expect("card", **values)

    # The vote

    def _vote(self) -> None:
        """Votes, changes and interludes, until the vote closes or the card is taken back."""
        closes_early = self.chance(0.2)
        while self.world["card"]:
            if not self.waiting:
                self._lock()
            elif closes_early and self.chance(0.3):
                self.script.yes(self.menu(), CLOSE_VOTE)
                self._is_revealed()
            elif self.chance(0.12):
                self._interlude_in_vote()
            else:
                self._somebody_presses()

    def _somebody_presses(self) -> None:
        options = self.world["card"]["options"]
        pad = self.rng.choice(self.waiting)
        what = self.rng.random()
        if what < 0.1:
            self.script.press(pad, *(key for key in rules.SPACES if key not in options))
        elif what < 0.2 and self.votes:
            self._votes(self.rng.choice(list(self.votes)), self.rng.choice(options))
        elif what < 0.25 and self.away:
            self.script.press(self.rng.choice(self.away), self.rng.randint(1, 8))
        elif what < 0.3:
            self._withdraws(self.rng.choice([pad, *self.votes]))
        else:
            self._votes(pad, self._likely(options))

    def _likely(self, options: list[int]) -> int:
        """Most people think alike, or nobody would ever move."""
        return self.rng.choice(options) if self.chance(0.4) else options[len(self.happenings) % len(options)]

    def _votes(self, pad: str, number: int) -> None:
        self.script.press(pad, number)
        self.votes[pad] = number

    def _withdraws(self, pad: str) -> None:
        self.script.two_keys(pad, *self.rng.sample(rules.SPACES, 2))
        self.votes.pop(pad, None)

    def _interlude_in_vote(self) -> None:
        what = self.rng.choice(["undo", "another", "interlude", "interlude"])
        if what == "undo":
            self.undo()
        elif what == "another":
            self._another_card()
        else:
            self.interlude()
        if self.world["card"] and not self.waiting:
            self._is_revealed()

    def _another_card(self) -> None:
        self.script.yes(self.menu(), NEW_CARD)
        self.votes = {}
        answers, card = self._look_at_card(self.world["card"]["category"])
        self.happens(another=answers)
        self._expect_card(card)

    def _lock(self) -> None:
        """Everybody has voted: perhaps one more thing within its three seconds, then drum-roll and reveal."""
        what = self.rng.random()
        if what < 0.1 and self.votes:
            self._votes(self.rng.choice(list(self.votes)), self.rng.choice(self.world["card"]["options"]))
        elif what < 0.15 and self.votes:
            self._withdraws(self.rng.choice(list(self.votes)))
        elif what < 0.2:
            self._interlude_in_vote()
        elif what < 0.25:
            self.script.wait(3.1)
            self._interlude_in_drum_roll()
        else:
            self._is_revealed()

    def _interlude_in_drum_roll(self) -> None:
        if self.chance(0.5):
            self.cut()
        else:
            self.undo()

    def _is_revealed(self) -> None:
        """Lock and drum-roll go by, and the result is there."""
        self.script.wait(5)
        card = self.world["card"]
        self.happens(reveal=dict(self.votes))
        self.votes = {}
        world = self.world
        self.expect(
            "revealed",
            votes=rules.by_pad(world, world["result"]["votes"]),
            majority=world["result"]["majority"],
            moved=rules.pads(world, world["result"]["moved"]),
            spaces=card["spaces"],
            positions=rules.by_pad(world, world["at"]),
            token=world["token"],
        )
        before = rules.tell(self.happenings[:-1])
        if rules.winner(world):
            self.expect("won", pad=rules.winner(world))
        elif world["contenders"] and not before["contenders"]:
            self.expect("tiebreak", contenders=rules.pads(world, world["contenders"]))

    # The reveal

    def _reveal(self) -> None:
        """Something in between, now and then; then the old reader's presses turn the pages and go on."""
        while self.chance(0.15) and self.world["is_scored"]:
            if self.chance(0.3) and self.world["rolls"]:
                self.undo()
            elif self.chance(0.2) and rules.reader(self.world) in self.here:
                self.set_order()
            elif not rules.winner(self.world):
                self.interlude(may_reader_leave=self.has_box_die)
        if not self.world["is_scored"]:
            return
        if rules.reader(self.world) in self.here:
            self._goes_on(rules.reader(self.world))
        else:
            self._goes_on(rules.next_reader(self.world) or "")
        if not rules.winner(self.world):
            self.happens(**{"pass": True})

    def _goes_on(self, pad: str) -> None:
        for _ in range(REVEAL_PAGES):
            self.script.wait(1.1)
            self.script.press(pad, NO_FACE)


def evening(seed: int, peek: Peek = no_peeking, box: tuple[bool, bool] = (True, True)) -> Game:
    """One evening: a game to its end or for some turns, sometimes its win undone, sometimes another game.

    `box` says whether the box's die and the box's cards are used; by default both, so that nothing is random.
    With `peek` an evening is shorter, for every look replays it from the start.
    """
    has_box_die, has_box_cards = box
    night = Game(random.Random(seed), peek, has_box_die, has_box_cards)
    night.open()
    for _ in range(25 if all(box) else 8):
        if night.turn():
            if night.chance(0.02) and not night.has_set_track():
                night.script.yes(night.menu(END), NEW_GAME)
                night.start_again()
        elif night.world["rolls"] and night.chance(0.3):
            night.undo()
        elif night.chance(0.3) and not night.has_set_track():
            night.new_game()
        else:
            break
    return night
