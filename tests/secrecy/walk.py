"""Random games: a walk plays a device as people do, wrong presses and cuts and all, and writes a script."""

from collections.abc import Callable, Iterable
from random import Random

from device.engine.table import PADS, Pad, Stage
from device.machine.ask import Ask, Kind
from device.machine.asks import ask_of
from device.machine.menus import A_PAGE, NEXT_PAGE
from device.machine.options import ITEMS, PRACTICE
from device.machine.phases import Finale, Lobby, Lock, Paused, Quiet, Resume, Reveal, Roll, State, Vote
from tests.secrecy.device import Device
from tests.secrecy.ledger import Ledger
from tests.secrecy.runs import LONG_EVENING, act
from tests.secrecy.script import Crash, Cut, Disk, Edge, Press, Script, Step, Wait

ACTS, MANY_ACTS = 18, 150
CHORD = {1: 8, 8: 1}
ALL_KEYS = range(1, 9)


class Walk:
    """Plays `device` at random and writes `script`, by which the same is played with other secrets."""

    def __init__(self, device: Device, seed: int) -> None:
        self.script = Script(seed)
        self._device = device
        self._chance = Random(f"walk {seed}")
        self._ledger = Ledger()
        self._down: dict[int, Press] = {}

    def play(self) -> Script:
        """Some rounds of a game, and what else may happen. Ends with a vote that is revealed, if it can."""
        self._sit_down()
        for _ in range(ACTS if self.script.seed % LONG_EVENING else MANY_ACTS):
            self._act()
        self._let_go(list(self._down))
        self._come_to_a_reveal()
        self.script.counted = self._ledger.counted
        return self.script

    # One step: it is written down and happens

    def _step(self, step: Step, press: int | None = None) -> None:
        self._device.heard.clear()
        self.script.steps.append(step)
        act(self._device, self.script, self.script.keys(), step)
        self._ledger.hear(self._device.heard, press, self._down)

    def _wait(self, ms: int) -> None:
        self._step(Wait(ms))

    def _press_down(self, pad: Pad, key: int) -> int:
        number = len(self.script.presses)
        press = Press(pad, key, self._others(pad, key))
        for before in self._down.values():
            if before.pad == pad:  # two keys: never the same one, and a chord is one in both runs or in none
                before.others -= {key, CHORD.get(key, key)}
                press.others -= {before.key, CHORD.get(before.key, before.key), *before.others}
                press.others -= {CHORD.get(other, other) for other in before.others}
                if CHORD.get(key) == before.key:
                    before.others.clear()
                    press.others.clear()
        self.script.presses.append(press)
        self._ledger.going_down(number, pad)
        self._down[number] = press
        self._step(Edge(number, True), number)
        return number

    def _let_go(self, presses: Iterable[int]) -> None:
        for number in presses:
            if self._down.pop(number, None):
                self._step(Edge(number, False))

    def _press(self, pad: Pad, *keys: int) -> None:
        for key in keys:
            if self._is_down(pad, key):
                continue
            number = self._press_down(pad, key)
            self._wait(self._chance.choice((15, 80, 80, 200)))
            self._let_go([number])
            self._wait(self._chance.choice((0, 20, 100)))

    def _hold(self, pad: Pad, key: int, ms: int = 1000) -> None:
        if self._is_down(pad, key):
            return
        number = self._press_down(pad, key)
        self._wait(ms)
        self._let_go([number])
        self._wait(20)

    def _chord(self, pad: Pad) -> None:
        keys = self._chance.choice(((1, 8), (8, 1)))
        if any(self._is_down(pad, key) for key in keys):
            return
        presses = [self._press_down(pad, key) for key in keys]
        self._wait(self._chance.choice((1000, 1000, 1000, 1300, 990)))
        self._let_go(presses)
        self._wait(20)

    def _is_down(self, pad: Pad, key: int) -> bool:
        return any(
            press.pad == pad and (press.key == key or key in press.others) for press in self._down.values()
        )

    def _others(self, pad: Pad, key: int) -> set[int]:
        """The keys that nobody can tell from this one: votes among votes, refused among refused."""
        ask = ask_of(self._state, pad)
        if ask.kind is not Kind.VOTE:
            return set()
        alike = ask.options if key in ask.options else frozenset(ALL_KEYS) - ask.options - ask.pages
        return set(alike - {key}) if key in alike else set()

    # Who and where

    @property
    def _state(self) -> State:
        return self._device.state

    def _any(self, pads: Iterable[Pad]) -> Pad:
        return self._chance.choice(list(pads) or list(PADS))

    def _joined(self) -> Pad:
        return self._any(self._state.table.present)

    def _key_for(self, ask: Ask) -> int:
        options = sorted(ask.options) or list(ALL_KEYS)
        return self._chance.choice(options) if self._chance.random() < 0.85 else self._chance.randint(1, 8)

    # What people do

    def _sit_down(self) -> None:
        pads = self._chance.sample(PADS, self._chance.randint(3, 5))
        for space, pad in enumerate(pads, 1):
            self._press(pad, space)
        if self._chance.random() < 0.15:
            self._practise(pads[0])
        self._hold(pads[0], 1)

    def _act(self) -> None:
        odd = self._chance.random()
        if odd < 0.13:
            self._chance.choice(self._oddities())()
        elif self._state.menu is not None:
            self._in_menu(self._state.menu.pad)
        elif odd < 0.24 and not isinstance(self._state.phase, Lobby | Resume | Finale):
            self._open_menu()
        else:
            self._play_on()

    def _play_on(self) -> None:
        match self._state.phase:
            case Lobby():
                self._sit_down_again()
            case Roll():
                self._roll()
            case Vote() | Lock():
                self._vote()
            case Reveal(result_ms=None):
                self._wait(self._chance.choice((500, 1500)))
            case Reveal():
                self._wait(self._chance.choice((1000, 1000, 5000)))
                self._press(self._state.table.reader or PADS[0], 3)
            case Paused():
                self._come_back()
            case Resume():
                self._press(self._joined(), 1)
            case Finale():
                self._hold(self._joined(), 4)

    def _practise(self, pad: Pad) -> None:
        """A practice card, whose votes are as secret as any."""
        self._chord(pad)
        page, place = divmod(ITEMS.index(PRACTICE), A_PAGE)
        self._press(pad, 7, *[NEXT_PAGE] * page, place + 1)

    def _sit_down_again(self) -> None:
        if len(self._state.table.present) < 3:
            self._come_back(self._press)
        else:
            seat = self._state.table.seats[0]
            self._hold(seat.pad, seat.space)

    def _come_back(self, gesture: Callable[[Pad, int], None] | None = None) -> None:
        table = self._state.table
        away = [pad for pad in PADS if not table.is_present(pad)]
        taken = {seat.space for seat in table.seats if not seat.is_away}
        free = sorted(set(ALL_KEYS) - taken)
        if free:
            (gesture or self._hold)(self._any(away), self._chance.choice(free))

    def _roll(self) -> None:
        reader = self._state.table.reader or PADS[0]
        self._press(reader, self._chance.randint(1, 3))
        if isinstance(self._state.phase, Roll):
            self._press(reader, self._chance.randint(1, 4))

    def _vote(self) -> None:
        if isinstance(self._state.phase, Lock) and self._chance.random() < 0.4:
            self._wait(self._chance.choice((400, 2999, 3000, 4500)))
            return
        table = self._state.table
        missing = [pad for pad in table.turns[-1].voters if pad not in self._state.voted]
        pad = self._any(missing) if missing and self._chance.random() < 0.7 else self._joined()
        key = self._key_for(ask_of(self._state, pad))
        kind = self._chance.random()
        if kind < 0.55:
            self._press(pad, key)
        elif kind < 0.65:
            self._press(pad, key, key)
        elif kind < 0.75:
            self._hold(pad, key, self._chance.choice((999, 1000, 2500)))
        elif kind < 0.83:
            self._two_keys(pad, key)
        elif kind < 0.9 and not self._is_down(pad, key):
            self._press_down(pad, key)
        else:
            self._wait(self._chance.choice((300, 1500, 6000)))

    def _two_keys(self, pad: Pad, key: int) -> None:
        second = self._chance.choice([other for other in ALL_KEYS if other != key])
        if self._is_down(pad, key) or self._is_down(pad, second):
            return
        presses = [self._press_down(pad, key)]
        self._wait(self._chance.choice((0, 40)))
        presses.append(self._press_down(pad, second))
        self._wait(self._chance.choice((40, 400)))
        self._chance.shuffle(presses)
        self._let_go(presses)
        if self._chance.random() < 0.3:
            self._close_vote()

    def _close_vote(self) -> None:
        pad = self._joined()
        self._chord(pad)
        if self._state.menu is not None and self._state.menu.pad == pad:
            self._press(pad, 4)
            self._hold(pad, 4)

    def _open_menu(self) -> None:
        pad = self._joined()
        self._chord(pad)
        if self._state.menu is not None and self._state.menu.pad == pad:
            self._in_menu(pad)

    def _in_menu(self, pad: Pad) -> None:
        kind = self._chance.random()
        if kind < 0.15:
            self._vote_behind()
        elif kind < 0.25:
            self._wait(self._chance.choice((500, 60_000)))
        elif kind < 0.45:
            self._press(pad, self._chance.randint(1, 8))
        elif kind < 0.6:
            self._leave(pad)
        else:
            item = self._chance.choice((1, 2, 3, 4))
            self._press(pad, item)
            self._say_yes(pad, item)

    def _vote_behind(self) -> None:
        if isinstance(self._state.phase, Vote | Lock):
            self._vote()
        else:
            self._press(self._joined(), self._chance.randint(1, 8))

    def _leave(self, pad: Pad) -> None:
        seat = self._chance.choice(self._state.table.seats or (None,))
        if seat is not None:
            self._press(pad, 5, 1, seat.space)
            self._say_yes(pad, seat.space)

    def _say_yes(self, pad: Pad, key: int) -> None:
        if self._chance.random() < 0.85:
            self._hold(pad, key)
        else:
            self._press(pad, self._chance.randint(1, 8))

    # What goes wrong

    def _oddities(self) -> tuple[Callable[[], None], ...]:
        return (
            self._cut,
            self._crash,
            self._fill_disk,
            self._let_go_of_some,
            self._edge_again,
            self._stick,
            self._sleep,
            self._hold_as_newcomer,
            self._press_anything,
        )

    def _cut(self) -> None:
        self._ledger.cut()
        self._step(Cut())

    def _crash(self) -> None:
        self._step(Crash())

    def _fill_disk(self) -> None:
        self._step(Disk(self._chance.random() < 0.5))

    def _let_go_of_some(self) -> None:
        self._let_go([number for number in self._down if self._chance.random() < 0.6])

    def _edge_again(self) -> None:
        """A stale or a double edge: down what is down, or up what is up."""
        if self.script.presses:
            number = self._chance.randrange(len(self.script.presses))
            press = self.script.presses[number]
            if number in self._down:
                self._step(Edge(number, True))
            elif not any(down.pad == press.pad for down in self._down.values()):
                self._step(Edge(number, False))

    def _stick(self) -> None:
        pad = self._joined()
        key = self._key_for(ask_of(self._state, pad))
        if not self._is_down(pad, key):
            self._press_down(pad, key)
            self._wait(30_000)

    def _sleep(self) -> None:
        self._wait(self._chance.choice((5 * 60_000, 16 * 60_000)))
        if self._state.quiet is Quiet.ASLEEP:
            pad = self._joined()
            self._press(pad, self._key_for(ask_of(self._state, pad)))

    def _hold_as_newcomer(self) -> None:
        if self._state.table.stage is not Stage.LOBBY:
            self._come_back()

    def _press_anything(self) -> None:
        self._press(self._any(PADS), self._chance.randint(1, 8))

    # The end

    def _come_to_a_reveal(self) -> None:
        reveals = len(self._ledger.counted)
        for _ in range(40):
            if len(self._ledger.counted) > reveals:
                self._wait(1000)
                return
            if self._state.menu is not None:
                self._wait(60_000)
            elif isinstance(self._state.phase, Vote):
                self._vote_once()
            elif isinstance(self._state.phase, Lock):
                self._wait(3000)
            else:
                self._play_on()

    def _vote_once(self) -> None:
        missing = [pad for pad in self._state.table.turns[-1].voters if pad not in self._state.voted]
        pad = self._any(missing)
        self._press(pad, self._chance.choice(sorted(ask_of(self._state, pad).options) or [1]))
