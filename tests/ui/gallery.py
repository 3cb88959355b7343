"""One state for each kind of screen, by name: what the pictures show."""

import dataclasses

from msgspec.structs import replace

from device.engine import events as ev
from device.engine.cards import Category
from device.engine.table import House, Pad, Table
from device.machine import menus
from device.machine.effects import Reason
from device.machine.letters import Entry, Layer
from device.machine.phases import (
    Asked,
    DeckOffer,
    Finale,
    Lobby,
    Lock,
    Note,
    Notice,
    Offer,
    Pager,
    Paused,
    Quiet,
    Resume,
    Reveal,
    Roll,
    Settings,
    State,
    Vote,
)

from .tables import (
    ANSWERS,
    EIGHT,
    FIVE,
    LONG_NAMES,
    NAMES,
    SHORT_NAMES,
    choices,
    everybody,
    lobby,
    passed,
    played,
    started,
    state,
    versus,
    voting,
    with_card,
    with_votes,
)

RESULT = Reveal(result_ms=9_000, lights_until_ms=14_000)
BOX = House(has_own_die=False, has_own_cards=False)
BAD_KEY = Note("Settings file, line 12", ('track = "long" is not a number. Playing to 25.', "imaginiff.toml"))
SET_ASIDE = Note("The record was damaged", ("It is kept as journal.bad-1. This is a new game.",))

named = started(names=NAMES)
eight = started(EIGHT, NAMES)
short = started(EIGHT, SHORT_NAMES)
nameless = started()
long_question = choices(
    "If {} ran a hotel for very tired ghosts, what would every one of them get?", ANSWERS[:3]
)
longest_question = choices(
    "If {} ran a hotel for very tired ghosts, what would every one of them get, what would they write about "
    "it in the morning, and who on earth would read that aloud to the others at breakfast?"
)
seven_lines = choices(answers=(*ANSWERS[:2], "Somebody tiptoeing very badly", *ANSWERS[3:]))
nine_lines = choices(answers=tuple(f"{text}, all night and all day long" for text in ANSWERS))


def notice(what: str, pad: Pad, space: int | None = None) -> Notice:
    return Notice(what, pad, 12_000, space)


def menu(menu_list: menus.MenuList, table: Table = named, **more: object) -> State:
    """A vote with a menu over it."""
    opened = menus.Menu(Pad.BLUE, 9_500, 9_500, menu_list)
    return voting(with_card(table, choices()), 3, menu=opened, **more)


def tied_at_the_end() -> Table:
    """Two reached the Winner's space together."""
    table = played(ev.PositionSet(Pad.YELLOW, 24), ev.PositionSet(Pad.BLUE, 24), table=started(FIVE, NAMES))
    return with_votes(with_card(table, choices()), 3, 3, 1, 2, 4)


def tie_break() -> Table:
    """Two on the Winner's space, and a round after that."""
    table = passed(tied_at_the_end())
    return with_votes(with_card(table, everybody(), spaces=3), 2, 5, 5, 2, 2)


def won(names: tuple[str, ...] = NAMES) -> Table:
    """Anna won after a few rounds."""
    table = started(FIVE, names)
    for votes in ((1, 1, 1, 2, 3), (4, 4, 4, 4, 4), (1, 2, 3, 5, 6), (2, 3, 2, 3, 1)):
        table = passed(with_votes(with_card(table, choices()), *votes))
    table = played(ev.PositionSet(Pad.YELLOW, 24), table=table)
    return played(ev.Finished(), table=with_votes(with_card(table, choices()), 1, 1, 2, 3, 4))


def three_pairs(names: tuple[str, ...] = NAMES, rounds: int = 1) -> Table:
    """Red won; three pairs of eight agreed in every round, and nobody else ever did."""
    table = played(ev.PositionSet(Pad.RED, 25 - 2 * rounds), table=started(EIGHT, names))
    for _ in range(rounds):
        table = with_votes(with_card(table, choices()), 1, 1, 2, 2, 3, 3, 4, 5)
        table = table if table.winner else passed(table)
    return played(ev.Finished(), table=table)


def all_alike() -> Table:
    """Red won a game in which everybody gave the same answer in every round."""
    table = played(ev.PositionSet(Pad.RED, 21), table=started(EIGHT, NAMES))
    table = passed(with_votes(with_card(table, everybody()), *[5] * 8))
    return with_votes(with_card(table, everybody()), *[5] * 8)


def typing(
    *texts: str, table: Table = named, pads: tuple[tuple[Pad, int], ...] = FIVE, **last: object
) -> State:
    """Names being typed in the lobby, or beside a table; `last` is said of the last entry."""
    entries = [Entry(pad, space, text, is_old=False) for (pad, space), text in zip(pads, texts, strict=False)]
    entries[-1] = dataclasses.replace(entries[-1], **last)  # type: ignore[arg-type]
    opened = menus.Menu(pads[0][0], 9_500, 9_500, menus.Typing(tuple(entries)))
    return state(table, Lobby(), menu=opened, offer=OFFER)


def boxed(category: Category) -> Table:
    """A card of the box, rolled with the box's die."""
    return with_card(started(FIVE, NAMES, BOX), None, category, spaces=5)


def practising(*votes: int) -> State:
    """A practice card, with so many votes or with these revealed."""
    table = played(ev.Rolled(Category.CHOICES, 0), ev.CardDrawn(choices()), table=named)
    return state(with_votes(table, *votes), RESULT) if votes else voting(table, 2)


OFFER = Offer(
    tuple(
        DeckOffer(name, title, is_family)
        for name, title, is_family in (
            ("core", "The core deck", True),
            ("old-friends", "Old friends", False),
            ("family-trip", "A family trip", True),
        )
    ),
    ("Anna", "Grandma Rosie"),
    ("en", "de"),
)
AWAY = replace(OFFER, put_away=(longest_question, choices()))
MANY = replace(OFFER, decks=tuple(DeckOffer(f"deck {n}", f"Deck with a long title {n}") for n in range(9)))
FIXED = Settings(fixed=frozenset({"game.die", "game.track"}))

card = with_card(named, choices())
GALLERY: dict[str, State] = {
    "lobby-empty": state(lobby(()), Lobby()),
    "lobby-two": state(lobby(FIVE[:2]), Lobby()),
    "lobby-five": state(lobby(), Lobby()),
    "note-wrong-setting": state(lobby(FIVE[:3]), Lobby(), notes=(BAD_KEY, SET_ASIDE)),
    "note-journal-set-aside": state(card, Resume(), notes=(SET_ASIDE,)),
    "lobby-taken": state(lobby(), Lobby(), notice=notice(Reason.TAKEN, Pad.CYAN, 3)),
    "lobby-too-few": state(lobby(FIVE[:2]), Lobby(), notice=notice(Reason.TOO_FEW, Pad.YELLOW)),
    "roll": state(named, Roll()),
    "roll-nameless": state(nameless, Roll()),
    "roll-stuck-key": state(named, Roll(), stuck=frozenset({Pad.RED, Pad.WHITE})),
    "roll-whose-turn": state(named, Roll(), notice=notice("whose_turn", Pad.RED)),
    "roll-no-card": state(named, Roll(), notice=notice(Reason.NO_CARD, Pad.YELLOW)),
    "roll-box-colour": state(started(FIVE, NAMES, BOX), Roll()),
    "roll-box-number": state(started(FIVE, NAMES, BOX), Roll(Category.CHOICES)),
    "roll-box-not-a-face": state(
        started(FIVE, NAMES, BOX), Roll(), notice=notice(Reason.NOT_A_FACE, Pad.YELLOW)
    ),
    "die": state(card, Vote(9_000, die_until_ms=10_500)),
    "die-everybody": state(with_card(named, everybody(), spaces=3), Vote(9_000, die_until_ms=10_500)),
    "die-filler": state(with_card(nameless, choices(), spaces=1), Vote(9_000, die_until_ms=10_500)),
    "vote": voting(card, 2),
    "vote-nameless": voting(with_card(nameless, choices()), 2),
    "vote-long-question": voting(with_card(named, long_question), 1),
    "vote-longest-question": voting(with_card(named, longest_question), 1),
    "vote-seven-lines": voting(with_card(named, seven_lines), 1),
    "vote-nine-lines": voting(with_card(named, nine_lines), 1),
    "vote-two-missing": voting(card, 3),
    "vote-two-missing-long-question": voting(with_card(named, long_question), 3),
    "vote-two-missing-longest-question": voting(with_card(named, longest_question), 3),
    "vote-two-missing-nameless": voting(with_card(nameless, choices()), 3),
    "vote-one-missing": voting(card, 4),
    "vote-everybody": voting(with_card(eight, everybody()), 5),
    "vote-everybody-short-names": voting(with_card(short, everybody()), 5),
    "vote-everybody-short-names-two-missing": voting(with_card(short, everybody()), 6),
    "vote-everybody-one-long-name": voting(
        with_card(started(EIGHT, (*SHORT_NAMES[:7], "Countess Wilhelmine Wolf")), everybody()), 5
    ),
    "vote-everybody-nameless": voting(with_card(nameless, everybody()), 1),
    "vote-versus": voting(with_card(eight, versus(), spaces=3), 3),
    "vote-versus-one-missing": voting(with_card(eight, versus(), spaces=3), 7),
    "vote-versus-filler": voting(with_card(nameless, versus()), 1),
    "vote-box-choices": voting(with_card(started(FIVE, NAMES, BOX), None, Category.CHOICES), 1),
    "vote-box-everybody": voting(boxed(Category.EVERYBODY), 1),
    "vote-box-versus": voting(boxed(Category.VERSUS), 1),
    "vote-box-filler": voting(with_card(started(FIVE, house=BOX), None, Category.CHOICES), 1),
    "vote-box-two-missing": voting(boxed(Category.CHOICES), 3),
    "die-box": state(boxed(Category.VERSUS), Vote(9_000, die_until_ms=10_500)),
    "lock-box": replace(voting(boxed(Category.CHOICES), 5), phase=Lock(Vote(5_000), 12_500, 3)),
    "vote-joined": voting(card, 1, notice=notice("joined", Pad.PURPLE, 7)),
    "vote-stuck": voting(card, 1, notice=notice("stuck", Pad.RED)),
    "vote-not-an-option": voting(
        with_card(named, long_question), 1, notice=notice(Reason.NOT_AN_OPTION, Pad.RED)
    ),
    "vote-not-an-option-versus": voting(
        with_card(eight, versus(), spaces=3), 3, notice=notice(Reason.NOT_AN_OPTION, Pad.PURPLE)
    ),
    "vote-plays-later": voting(card, 1, notice=notice(Reason.NOT_NOW, Pad.PURPLE)),
    "lock": replace(voting(card, 5), phase=Lock(Vote(5_000), 12_500, 3)),
    "lock-seven-lines": replace(
        voting(with_card(named, seven_lines), 5), phase=Lock(Vote(5_000), 12_500, 2), pager=Pager(page=1)
    ),
    "drumroll": state(card, Reveal(drum_until_ms=11_000)),
    "reveal": state(with_votes(with_card(short, choices()), 3, 1, 3, 3, 3, 3, 5, 5), RESULT),
    "reveal-all-but-one": state(with_votes(with_card(eight, choices()), 3, 3, 3, 3, 3, 3, 5, 3), RESULT),
    "reveal-everybody-moves": state(with_votes(card, 6, 6, 6, 6, 6), RESULT),
    "reveal-tie": state(with_votes(with_card(eight, everybody(), spaces=3), 2, 4, 7, 2, 4, 7, 1, 3), RESULT),
    "reveal-four-way-tie": state(with_votes(with_card(eight, nine_lines), 1, 1, 2, 2, 3, 3, 4, 4), RESULT),
    "reveal-nobody": state(with_votes(card, 1, 2, 3, 4, 5), RESULT),
    "reveal-one-vote": state(with_votes(card, 0, 2), RESULT),
    "reveal-no-votes": state(with_votes(card), RESULT),
    "reveal-nameless": state(with_votes(with_card(nameless, choices()), 3, 3, 1, 3, 2), RESULT),
    "reveal-nameless-everybody": state(
        with_votes(with_card(started(FIVE[:3]), everybody(), spaces=3), 5, 1, 5), RESULT
    ),
    "reveal-nameless-versus": state(with_votes(with_card(started(EIGHT), versus()), *(1, 2) * 4), RESULT),
    "reveal-three-players": state(with_votes(with_card(started(FIVE[:3], NAMES), versus()), 1, 2, 1), RESULT),
    "reveal-box-card": state(
        with_votes(with_card(started(FIVE, NAMES, BOX), None, Category.CHOICES), 2, 2, 1), RESULT
    ),
    "reveal-box-tie": state(with_votes(boxed(Category.CHOICES), 2, 2, 5, 5, 1), RESULT),
    "reveal-box-everybody": state(with_votes(boxed(Category.EVERYBODY), 2, 2, 5, 2, 1), RESULT),
    "reveal-box-versus": state(with_votes(boxed(Category.VERSUS), 2, 2, 1, 2, 1), RESULT),
    "reveal-tie-break": state(tie_break(), RESULT),
    "reveal-tie-break-begins": state(tied_at_the_end(), RESULT),
    "reveal-not-now": state(
        with_votes(card, 6, 6, 6, 6, 6), RESULT, notice=notice(Reason.NOT_NOW, Pad.WHITE)
    ),
    "finale": state(won(), Finale()),
    "finale-three-pairs": state(three_pairs(), Finale()),
    "finale-three-pairs-long-names": state(three_pairs(LONG_NAMES), Finale()),
    "finale-three-pairs-nameless": state(three_pairs(("",) * 8, 3), Finale()),
    "finale-all-alike": state(all_alike(), Finale()),
    "finale-asked": state(won(), Finale(Asked(Pad.RED, 5, 9_000))),
    "finale-nameless": state(won(("",) * 8), Finale()),
    "finale-at-once": state(played(ev.Left(Pad.YELLOW), table=passed(tied_at_the_end())), Finale()),
    "resume": state(card, Resume()),
    "resume-asked": state(card, Resume(Asked(Pad.RED, 2, 9_000))),
    "paused": state(
        played(ev.Left(Pad.RED), ev.Left(Pad.WHITE), ev.Left(Pad.GREEN), table=card),
        Paused(Vote(8_000), 9_000),
    ),
    "menu": menu(menus.MainList()),
    "menu-in-the-lobby": state(lobby(), Lobby(), menu=menus.Menu(Pad.RED, 9_000, 9_000)),
    "menu-not-now": menu(menus.MainList(), notice=notice(Reason.NOT_NOW, Pad.BLUE)),
    "menu-end": menu(menus.EndList()),
    "menu-players": menu(menus.PlayersList()),
    "menu-board": menu(menus.BoardList()),
    "menu-who-leaves": menu(menus.WhoLeaves()),
    "menu-new-order": menu(menus.NewOrder((Pad.WHITE, Pad.YELLOW))),
    "menu-whose-position": menu(menus.WhosePosition(), table=nameless),
    "menu-position": menu(menus.PositionSteps(Pad.BLUE, 7)),
    "menu-token": menu(menus.WhereToken()),
    "menu-track": menu(menus.TrackSteps(25)),
    "menu-settings": menu(menus.SettingsList()),
    "menu-settings-second-page": menu(menus.SettingsList(1), offer=OFFER),
    "menu-settings-third-page": menu(menus.SettingsList(2), offer=OFFER),
    "menu-settings-fixed": menu(menus.SettingsList(), settings=FIXED, notice=None),
    "menu-settings-fixed-notice": menu(
        menus.SettingsList(), settings=FIXED, notice=notice("fixed", Pad.BLUE)
    ),
    "menu-setting-die": menu(menus.SettingValues("game.die")),
    "menu-setting-time": menu(menus.SettingValues("game.vote_seconds")),
    "menu-setting-length": menu(menus.SettingValues("game.track")),
    "menu-setting-length-counted": menu(
        menus.SettingValues("game.track"), table=started(FIVE, NAMES, track=31)
    ),
    "menu-setting-faces": menu(menus.SettingValues("game.faces")),
    "menu-setting-audience": menu(menus.SettingValues("game.audience")),
    "menu-setting-light": menu(menus.SettingValues("panel.brightness")),
    "menu-setting-picture": menu(menus.SettingValues("panel.turned")),
    "menu-setting-language": menu(menus.SettingValues("game.language"), offer=OFFER),
    "menu-decks": menu(menus.DecksList(("core",)), offer=OFFER),
    "menu-decks-for-families": menu(
        menus.DecksList(("core", "old-friends")), offer=OFFER, settings=Settings(audience="family")
    ),
    "menu-decks-many": menu(menus.DecksList(("deck 0", "deck 3")), offer=MANY),
    "menu-decks-last": menu(menus.DecksList(("core",)), offer=OFFER, notice=notice("last_deck", Pad.BLUE)),
    "menu-settings-cards-put-away": menu(menus.SettingsList(2), offer=AWAY),
    "menu-put-away": menu(menus.PutAwayList(), offer=AWAY),
    "sure-bring-back": menu(menus.Sure(menus.Action.BRING_BACK, 1, menus.PutAwayList()), offer=AWAY),
    "sure-bring-all-back": menu(menus.Sure(menus.Action.BRING_ALL_BACK, 2, menus.PutAwayList()), offer=AWAY),
    "menu-names": menu(menus.NamesList()),
    "menu-names-in-the-lobby": state(
        lobby(), Lobby(), menu=menus.Menu(Pad.RED, 9_000, 9_000, menus.NamesList())
    ),
    "menu-whose-name": menu(menus.WhoseName()),
    "typing": typing("Ann", "", "Christopher", "Łukasz", "Be", key=2, until_ms=11_000),
    "typing-three": typing("Anna", "Bo", "C", pads=FIVE[:3], is_done=True),
    "typing-eight": typing(*NAMES, table=eight, pads=EIGHT),
    "typing-more": typing("Ann", "Christopher", "Zoe", pads=FIVE[:3], layer=Layer.MORE),
    "typing-digits": typing("Ann", "Christopher", "Zoe ", pads=FIVE[:3], layer=Layer.DIGITS),
    "typing-long": typing("W" * 24, "m" * 24, pads=FIVE[:2], key=8, until_ms=11_000),
    "typing-filler": typing("Sherlock", pads=((Pad.YELLOW, 2),)),
    "typing-ends-for-all": typing("Anna", pads=FIVE[:1], is_done=True, layer=Layer.MORE),
    "practice": practising(),
    "practice-box": voting(
        played(ev.Rolled(Category.CHOICES, 0), ev.CardDrawn(None), table=started(FIVE, NAMES, BOX)), 2
    ),
    "practice-reveal": practising(3, 3, 3, 1, 2),
    "sure-undo": menu(menus.Sure(menus.Action.UNDO, 2, menus.MainList())),
    "sure-new-card": menu(menus.Sure(menus.Action.NEW_CARD, 3, menus.MainList())),
    "sure-new-card-box": state(
        boxed(Category.CHOICES),
        Vote(8_000),
        menu=menus.Menu(Pad.BLUE, 9_500, 9_500, menus.Sure(menus.Action.NEW_CARD, 3, menus.MainList())),
    ),
    "sure-never-again": menu(menus.Sure(menus.Action.NEVER_AGAIN, 7, menus.MainList())),
    "sure-close-vote": menu(menus.Sure(menus.Action.CLOSE_VOTE, 4, menus.MainList())),
    "sure-leave": menu(menus.Sure(menus.Action.LEAVE, 3, menus.WhoLeaves(), Pad.BLUE)),
    "sure-switch-off": menu(menus.Sure(menus.Action.SWITCH_OFF, 2, menus.EndList())),
    "asleep": state(lobby(), Lobby(), quiet=Quiet.ASLEEP),
}
