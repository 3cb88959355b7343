"""What the panel says: the public state as a `Screen`. An unrevealed vote is no part of it."""

from typing import assert_never

from msgspec.structs import replace

from device.engine.table import MIN_PLAYERS, PADS, Table
from device.machine.phases import (
    Finale,
    Lobby,
    Lock,
    Paging,
    Paused,
    Quiet,
    Resume,
    Reveal,
    Roll,
    State,
    Vote,
)
from device.ui import views
from device.ui.card_screens import (
    die_screen,
    drumroll_screen,
    lock_screen,
    reveal_screen,
    vote_screen,
)
from device.ui.finale_screen import finale_screen
from device.ui.menu_screens import menu_screen, sure_part
from device.ui.note_sheets import note_part
from device.ui.notices import notice_of
from device.ui.pages import paging
from device.ui.people import People, Texts, people_at
from device.ui.roll_screen import roll_screen
from device.ui.views import (
    Block,
    Flow,
    Item,
    Para,
    Screen,
    Size,
    Space,
)


def screen_of(state: State, texts: Texts) -> Screen:
    """What is shown now: the phase's screen, or what lies over it."""
    if state.quiet is Quiet.ASLEEP:
        return Screen("asleep", ((views.Dark(),),))
    people = people_at(state.table, state.settings.house.names, texts)
    screen = _over(state, people) or phase_screen(state, people)
    return replace(screen, notice=notice_of(state, people))


def page_of(state: State) -> int:
    """The page of `screen_of` to show: what lies over a phase has a single one."""
    return state.pager.page if _shows_pages(state) else 0


def is_turned(state: State) -> bool:
    """Whether the picture stands on its head: as set for everybody, the other way round for some readers."""
    settings, table = state.settings, state.table
    is_readers = table.reader in settings.turned_pads and not isinstance(state.phase, Lobby | Finale)
    return settings.is_turned != is_readers


def paging_of(state: State, texts: Texts, size: tuple[int, int]) -> Paging:
    """How the phase's screen falls into pages on a panel of that size, whatever lies over it now."""
    people = people_at(state.table, state.settings.house.names, texts)
    return paging(phase_screen(state, people), size)


def _shows_pages(state: State) -> bool:
    phase = state.phase
    is_asked = isinstance(phase, Finale | Resume) and phase.asked is not None
    is_covered = state.quiet is Quiet.ASLEEP or state.notes or state.menu is not None
    return not (is_covered or is_asked or _shows_die(state))


def _shows_die(state: State) -> bool:
    return isinstance(state.phase, Vote) and state.phase.die_until_ms is not None


def _over(state: State, people: People) -> Screen | None:
    """What lies over the phase: a note, a menu, something asked once more, the die as it fell."""
    phase = state.phase
    if state.notes:
        return Screen("note", ((note_part(state.notes[0], people),),))
    if state.menu is not None:
        return menu_screen(state, state.menu, people)
    if isinstance(phase, Finale | Resume) and phase.asked is not None:
        question = people.texts.gettext("A new game?")
        code = people.code(phase.asked.pad)
        return Screen("sure", ((sure_part(question, phase.asked.key, people, code),),))
    if _shows_die(state) and state.table.turn:
        return die_screen(state.table.turn, people)
    return None


def phase_screen(state: State, people: People) -> Screen:
    """The phase's own screen."""
    phase = state.phase
    match phase:
        case Lobby():
            return _lobby(state, people)
        case Roll():
            reader = state.table.reader
            return _paused(people) if reader is None else roll_screen(state, phase, reader, people)
        case Vote() | Lock() | Reveal():
            return _card(state, phase, people)
        case Finale():
            winner = state.table.winner
            return _paused(people) if winner is None else finale_screen(winner, people)
        case Resume():
            return _resume(people)
        case Paused():
            return _paused(people)
        case _:
            assert_never(phase)


def _card(state: State, phase: Vote | Lock | Reveal, people: People) -> Screen:
    """A phase with a card on the table."""
    turn = state.table.turn
    if turn is None or (isinstance(phase, Reveal) and turn.result is None):
        return drumroll_screen(people)
    match phase:
        case Vote():
            return vote_screen(state, turn, people)
        case Lock():
            return lock_screen(state, turn, phase.left_s, people)
        case Reveal() if turn.result is not None:
            return reveal_screen(turn, turn.result, people)
    return drumroll_screen(people)


# Lobby


def _lobby(state: State, people: People) -> Screen:
    """The board's spaces and who sits there; before anybody has joined, what to do in large letters."""
    _ = people.texts.gettext
    codes = tuple(_code_on(space, people) for space in range(1, len(PADS) + 1))
    count = len(state.table.present)
    can_start = count >= MIN_PLAYERS
    line = _("{n} in. Start: hold your number") if can_start else _("{n} in. {least} or more can start")
    lines = (line.format(n=count, least=MIN_PLAYERS), _("Menu: hold 1+8"))
    heading = _("Youngest first, clockwise: press your board number")
    if count:
        return Screen("lobby", ((views.Lobby(heading, codes, lines),),))
    call = Flow(
        (
            Para(_("Press your board number, 1 to 8"), Size.LARGE),
            Space(6),
            Para(_("Youngest first, clockwise. Numbers are the spaces on your board.")),
        )
    )
    return Screen("lobby", ((call,), (views.Lobby(heading, codes, lines[1:]),)))


def _code_on(space: int, people: People) -> str:
    seat = people.table.seat_on(space)
    return people.code(seat.pad) if seat and not seat.is_away else ""


# Around a game


def _resume(people: People) -> Screen:
    _ = people.texts.gettext
    items = (Item(1, _("Go on"), size=Size.LARGE), Item(2, _("New game"), size=Size.LARGE))
    blocks: list[Block] = [Para(_("Welcome back!"), Size.LARGE), *_whose_game(people.table, people)]
    return Screen("resume", ((Flow((*blocks, Space(3), *items)),),))


def _whose_game(table: Table, people: People) -> tuple[Block, ...]:
    if table.reader is None:
        return ()
    text = people.texts.gettext("{name} reads").format(name=people.name(table.reader))
    return (Para(text),)


def _paused(people: People) -> Screen:
    _ = people.texts.gettext
    count = len(people.table.present)
    here = people.texts.ngettext(
        "{n} is here, {least} are needed.", "{n} are here, {least} are needed.", count
    )
    return Screen(
        "paused",
        (
            (
                Flow(
                    (
                        Para(_("Paused"), Size.LARGE),
                        Space(2),
                        Para(here.format(n=count, least=MIN_PLAYERS)),
                        Para(_("Hold your board number to join.")),
                        Space(2),
                        Para(_("Menu: hold 1+8.")),
                    )
                ),
            ),
        ),
    )
