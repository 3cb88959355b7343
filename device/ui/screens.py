"""What the panel says: the public state as a `Screen`. An unrevealed vote is no part of it."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from device.engine.table import MIN_PLAYERS, PADS, Pad, Table
from device.machine.phases import (
    Finale,
    Lobby,
    Lock,
    Note,
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
from device.ui.figures import Figures, figures
from device.ui.flow import MARGIN
from device.ui.glyphs import SMALL, wrap
from device.ui.menu_screens import menu_screen, sure_part
from device.ui.notices import notice_of
from device.ui.pages import layout_size, leaves, paging
from device.ui.people import People, Texts, categories, die_colours, people_at
from device.ui.views import (
    Block,
    Caps,
    Flow,
    Item,
    Para,
    Part,
    Row,
    Screen,
    Size,
    Space,
    Tagged,
    Title,
    Winner,
)

MOST_PAIRS = 4
"""So many pairs that think alike are named; more than that are counted."""


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
            return _roll(state, phase, people)
        case Vote() | Lock() | Reveal():
            return _card(state, phase, people)
        case Finale():
            return _finale(people)
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


# Roll


def _roll(state: State, phase: Roll, people: People) -> Screen:
    """Who rolls, and how; with the box's die its colour, then its number."""
    reader = state.table.reader
    if reader is None:
        return _paused(people)
    if state.table.house.has_own_die:
        blocks = _roll_device(people.person(reader), people)
    elif phase.colour is None:
        blocks = _roll_colour(people.person(reader), people)
    else:
        blocks = _roll_number(die_colours(people.texts)[phase.colour], people.person(reader), people)
    turning = people.texts.gettext("Upside down? Hold 8.")
    return Screen("roll", ((Flow((*blocks, *_stuck(state, people))),),), hints=(turning,))


def _roll_device(reader: views.Person, people: People) -> tuple[Block, ...]:
    _ = people.texts.gettext
    return (
        Para(_("{name}, press any key!").format(name=reader.name), Size.LARGE),
        Space(5),
        Tagged(reader.code, _("I roll the die.")),
        Space(2),
        Para(_("Turn me to the reader.")),
    )


def _roll_colour(reader: views.Person, people: People) -> tuple[Block, ...]:
    _ = people.texts.gettext
    kinds = categories(people.texts)
    items = (
        Item(number, colour, kinds[category], Size.LARGE)
        for number, (category, colour) in enumerate(die_colours(people.texts).items(), 1)
    )
    return (Tagged(reader.code, _("{name}: die?").format(name=reader.name), Size.LINE), Space(2), *items)


def _roll_number(colour: str, reader: views.Person, people: People) -> tuple[Block, ...]:
    _ = people.texts.gettext
    return (
        Tagged(reader.code, _("{colour}: number?").format(colour=colour), Size.FIT),
        Space(4),
        Caps(tuple(range(1, 7))),
        Space(4),
        Item(8, _("the colour again")),
    )


def _stuck(state: State, people: People) -> tuple[Block, ...]:
    """The pads that have a stuck key: never which key."""
    pads = people.listed(tuple(people.code(pad) for pad in PADS if pad in state.stuck))
    return (Para(people.texts.gettext("Stuck key: {pads}").format(pads=pads)),) if pads else ()


# Around a game


def note_sheets(note: Note, texts: Texts, size: tuple[int, int]) -> tuple[Note, ...]:
    """A note as one or more that each fit a page of a panel of that size, numbered in their titles."""
    people = People(Table(), (), texts)
    if _is_one_page(note, people, size):
        return (note,)
    sheets: list[tuple[str, ...]] = [()]
    for text in note.lines:
        lines = wrap(SMALL, text, layout_size(size)[0] - 2 * MARGIN)
        whole = (lines,) if _is_one_page(Note(f"{note.title} 9/9", lines), people, size) else ()
        for piece in whole or ((line,) for line in lines):
            fuller = (*sheets[-1], *piece)
            if sheets[-1] and not _is_one_page(Note(f"{note.title} 9/9", fuller), people, size):
                sheets.append(piece)
            else:
                sheets[-1] = fuller
    return tuple(
        Note(f"{note.title} {number}/{len(sheets)}", sheet) for number, sheet in enumerate(sheets, 1)
    )


def _is_one_page(note: Note, people: People, size: tuple[int, int]) -> bool:
    return len(leaves(Screen("note", ((note_part(note, people),),)), size)) == 1


def note_part(note: Note, people: People) -> Flow:
    """An inverse title with a warning sign, a few small lines, and how to put it away."""
    lines = (*(Para(line) for line in note.lines), Para(people.texts.gettext("Any key: got it")))
    return Flow(lines, Title(note.title, is_warning=True))


def _finale(people: People) -> Screen:
    """The winner; then, on 7 and 8, the evening in figures."""
    _ = people.texts.gettext
    winner = people.table.winner
    if winner is None:
        return _paused(people)
    person = people.person(winner)
    parts = _figures(people)
    figures = (_("7 and 8: the evening's figures"),) if parts else ()
    hints = (*figures, _("New game: hold any key."))
    cup = Winner(person.name, _("wins!"), person.code, _wipe(people), hints)
    return Screen("finale", ((cup,), *((part,) for part in parts)))


def _wipe(people: People) -> str:
    """On every page of the finale: ink that stays sets."""
    return people.texts.gettext("Wipe the names off the board.")


def _figures(people: People) -> tuple[Part, ...]:
    _, n_ = people.texts.gettext, people.texts.ngettext
    counted = figures(people.table)
    if not counted.rounds:
        return ()
    evening = n_("The evening: {n} round", "The evening: {n} rounds", counted.rounds).format(n=counted.rounds)
    pages: tuple[tuple[str, tuple[Block, ...]], ...] = (
        (evening, tuple(_honours(counted, people))),
        (_("They think alike"), _alike(counted, people)),
        (_("On the board"), _standings(people)),
        (_("With the majority"), _agreed(counted, people)),
    )
    return tuple(Flow(blocks, Title(title), Para(_wipe(people))) for title, blocks in pages if blocks)


def _honours(counted: Figures, people: People) -> Iterator[Block]:
    """Who was what, with how often: everybody who shares it."""
    _ = people.texts.gettext
    (best, read), (wolves, alone), (favourites, chosen) = counted.best, counted.wolves, counted.favourites
    if best:
        yield Row(_("Reads you best: {names}").format(names=_names(best, people)), str(read))
    if wolves:
        yield Row(_("Lone wolf: {names}").format(names=_names(wolves, people)), str(alone))
    if favourites:
        spaces = people.listed(tuple(map(people.on_space, favourites)))
        yield Row(_("Most chosen: {names}").format(names=spaces), str(chosen))
    pairs, agreed = counted.alike
    if len(pairs) == 1:
        yield Row(_("{pair} think alike").format(pair=_pair(pairs[0], people)), str(agreed))
    elif len(pairs) > MOST_PAIRS:
        yield Row(_("{n} pairs think alike").format(n=len(pairs)), str(agreed))


def _names(pads: Sequence[Pad], people: People) -> str:
    if len(pads) == len(people.table.seats):
        return people.texts.gettext("everybody")
    return people.listed(tuple(map(people.name, pads)))


def _alike(counted: Figures, people: People) -> tuple[Row, ...]:
    """The closest pairs, where several are as close."""
    pairs, agreed = counted.alike
    return (
        tuple(Row(_pair(pair, people), str(agreed)) for pair in pairs) if 1 < len(pairs) <= MOST_PAIRS else ()
    )


def _pair(pair: tuple[Pad, Pad], people: People) -> str:
    one, other = map(people.name, pair)
    return people.texts.gettext("{one} and {other}").format(one=one, other=other)


def _standings(people: People) -> tuple[Row, ...]:
    board = sorted(people.table.seats, key=lambda seat: -seat.position)
    return tuple(Row(people.on_space(seat.space), str(seat.position)) for seat in board)


def _agreed(counted: Figures, people: People) -> tuple[Row, ...]:
    return tuple(Row(people.name(pad), str(times)) for pad, times in counted.in_majority)


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
