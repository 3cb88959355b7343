"""The rules read a second time: a game is a list of happenings, told from its beginning whenever one asks.

A happening is a plain dictionary, named by its first key:

    {"start": [("red", 3), ...], "track": 25}          the players in turn order, with their name spaces
    {"roll": "choices", "spaces": 2, "answers": 4}     die and card; `answers` counts only on a Choices card
    {"another": 6}                                     another card, with so many answers
    {"reveal": {"red": 4, ...}}                        the numbers that stood when the vote closed
    {"pass": True}                                     the reveal goes on: the turn passes
    {"undo": True}
    {"leave": "red"}   {"join": "red", "space": 3}     `join` is coming back, taking over and joining late
    {"position": 7, "space": 3}   {"token": 5}   {"track": 20}      set by hand
    {"order": ["blue", "red", ...]}                    the players at the table, youngest first

`tell` returns the table as a plain dictionary. A seat is a name space that is a player's or kept for one: a
leaver's seat lives on under another pad.
"""

from collections import Counter
from copy import copy
from typing import Any

Happening = dict[str, Any]
World = dict[str, Any]
Seat = int

SPACES = range(1, 9)


def tell(happenings: list[Happening]) -> World:
    """How the table stands after all this. Raises ValueError for what the rules do not allow."""
    stood: list[World] = []  # stood[n] is the table just before happening n: undo reads it
    world: World = {}
    for number, happening in enumerate(happenings):
        stood.append(world)
        kind = next(iter(happening))
        world = {key: copy(value) for key, value in world.items()}
        HOW[kind](world, happening, number, stood)
    return world


def _start(world: World, happening: Happening, *_: Any) -> None:
    seats = [space for _, space in happening["start"]]
    world |= {
        "track": happening["track"],
        "order": seats,
        "pad": {space: pad for pad, space in happening["start"]},
        "at": dict.fromkeys(seats, 0),
        "here": set(seats),
        "token": 1,
        "turn": seats[0],
        "is_scored": False,
        "card": None,
        "plays": set(),
        "rolls": [],
        "contenders": [],
        "leads": {},
        "winner": None,
        "result": None,
    }


def _roll(world: World, happening: Happening, number: int, _: list[World]) -> None:
    """rules, A turn, 1 and 2."""
    if world["card"] or world["winner"] or world["is_scored"]:
        raise ValueError("nobody may roll now")
    own = world["turn"]
    category = happening["roll"]
    if category != "everybody":
        world["token"] = _next_space(world["token"])
    if category == "versus" and world["token"] == own:
        world["token"] = _next_space(own)
    world["card"] = {
        "category": category,
        "spaces": happening["spaces"],
        "subject": None if category == "everybody" else world["token"],
        "options": _options(category, world["token"], own, happening.get("answers")),
    }
    world["plays"] = set(world["here"])
    world["rolls"] = [*world["rolls"], number]


def _next_space(space: int) -> int:
    return 1 if space == 8 else space + 1


def _options(category: str, subject: int, own: int, answers: int | None) -> list[int]:
    if category == "choices":
        assert answers is not None
        return list(range(1, answers + 1))
    return list(SPACES) if category == "everybody" else sorted({subject, own})


def _another(world: World, happening: Happening, *_: Any) -> None:
    """rules, Changing one's mind: Another card. Who came while the last was open plays."""
    if not world["card"]:
        raise ValueError("no card is open")
    world["plays"] = set(world["here"])
    if world["card"]["category"] == "choices":
        world["card"]["options"] = _options("choices", 0, 0, happening["another"])


def _reveal(world: World, happening: Happening, *_: Any) -> None:
    """rules, A turn, 4 and 5, and Winning."""
    card = world["card"]
    votes = {
        seat: happening["reveal"][world["pad"][seat]]
        for seat in world["order"]
        if seat in world["plays"] and happening["reveal"].get(world["pad"][seat]) in card["options"]
    }
    count = Counter(votes.values())
    most = max(count.values(), default=0)
    majority = sorted(answer for answer in count if count[answer] == most) if most >= 2 else []
    moved = [seat for seat in votes if votes[seat] in majority]
    for seat in moved:
        world["at"][seat] = min(world["at"][seat] + card["spaces"], world["track"])
    world["result"] = {"votes": votes, "majority": majority, "moved": moved, "spaces": card["spaces"]}
    world |= {"card": None, "plays": set(), "is_scored": True}
    _judge(world, moved, card["spaces"])


def _judge(world: World, moved: list[Seat], worth: int) -> None:
    if world["contenders"]:
        leads = {seat: lead + worth * (seat in moved) for seat, lead in world["leads"].items()}
        best = [seat for seat in leads if leads[seat] == max(leads.values())]
        world["leads"] = leads
        world["winner"] = best[0] if len(best) == 1 else None
        return
    finished = [
        seat for seat in world["order"] if seat in world["here"] and world["at"][seat] == world["track"]
    ]
    if len(finished) == 1:
        world["winner"] = finished[0]
    elif finished:
        world["contenders"] = finished
        world["leads"] = dict.fromkeys(finished, 0)


def _pass(world: World, *_: Any) -> None:
    """rules, A turn, 6."""
    if not world["is_scored"] or world["winner"]:
        raise ValueError("the turn does not pass now")
    world["turn"] = _clockwise(world["order"], world["turn"], world["here"]) or world["turn"]
    world["is_scored"] = False


def _clockwise(order: list[Seat], seat: Seat, here: set[Seat]) -> Seat | None:
    """The next of the order after `seat` who is here, `seat` itself last of all."""
    place = order.index(seat) + 1
    return next((other for other in order[place:] + order[:place] if other in here), None)


def _undo(world: World, _: Happening, __: int, stood: list[World]) -> None:
    """rules, Changing one's mind: Undo. An open card's roll is the last one, else the last turn's is."""
    if not world["rolls"]:
        return
    *rolls, last = world["rolls"]
    then = stood[last]
    here, order = world["here"], world["order"]
    contenders = [seat for seat in order if seat in then["contenders"] and seat in here]
    world |= {
        "at": {seat: min(then["at"].get(seat, 0), world["track"]) for seat in order},
        "token": then["token"],
        "contenders": contenders,
        "leads": {seat: then["leads"][seat] for seat in contenders},
        "turn": _who_rolls_again(world, then),
        "rolls": rolls,
        "card": None,
        "plays": set(),
        "winner": None,
        "is_scored": False,
        "result": None,
    }


def _who_rolls_again(world: World, then: World) -> Seat:
    """Who rolled it, wherever they sit now; if away, who has their place now, else the next clockwise."""
    roller: Seat = then["turn"]
    same_pad = seat_of(world, then["pad"][roller])
    for seat in (same_pad, roller):
        if seat is not None and seat in world["here"]:
            return seat
    order = world["order"] if roller in world["order"] else then["order"]
    return _clockwise(order, roller, world["here"]) or roller


def _leave(world: World, happening: Happening, *_: Any) -> None:
    """rules, Leaving and joining. What is not said of a game already won: nothing changes in the win."""
    seat = seat_of(world, happening["leave"])
    if seat is None or seat not in world["here"]:
        raise ValueError(f"{happening['leave']} is not at the table")
    world["here"].discard(seat)
    world["plays"].discard(seat)
    if seat == world["turn"] and not world["is_scored"]:
        world["turn"] = _clockwise(world["order"], seat, world["here"]) or seat
    if seat in world["contenders"]:
        world["contenders"].remove(seat)
        del world["leads"][seat]
        if len(world["contenders"]) == 1 and not world["winner"]:
            world |= {"winner": world["contenders"][0], "card": None, "plays": set()}
    if not world["rolls"]:  # before the first roll, or before it again
        _give_up(world, seat)


def _join(world: World, happening: Happening, *_: Any) -> None:
    """rules, Leaving and joining: on a leaver's space their seat, else a new one, last in order."""
    pad, seat = happening["join"], happening["space"]
    own = seat_of(world, pad)
    if seat in world["here"] or own in world["here"]:
        raise ValueError("that space, or that pad, is a player's")
    if seat not in world["order"]:
        world["order"].append(seat)
        world["at"][seat] = 0
    if own is not None and own != seat:
        _give_up(world, own)
    world["pad"][seat] = pad
    world["here"].add(seat)
    if world["turn"] not in world["here"] and not world["is_scored"]:
        world["turn"] = _clockwise([*world["order"], world["turn"]], world["turn"], world["here"])


def _give_up(world: World, seat: Seat) -> None:
    """A seat that is kept for nobody any more. If it had the turn, the turn passes from that place."""
    if world["turn"] == seat and world["order"] != [seat]:
        world["turn"] = world["order"][world["order"].index(seat) - 1]
    world["order"].remove(seat)
    del world["pad"][seat], world["at"][seat]


def _position(world: World, happening: Happening, *_: Any) -> None:
    if not 0 <= happening["position"] <= world["track"]:
        raise ValueError("that is not on the track")
    world["at"][happening["space"]] = happening["position"]


def _token(world: World, happening: Happening, *_: Any) -> None:
    world["token"] = happening["token"]


def _track(world: World, happening: Happening, *_: Any) -> None:
    world["track"] = happening["track"]
    world["at"] = {seat: min(at, happening["track"]) for seat, at in world["at"].items()}


def _order(world: World, happening: Happening, *_: Any) -> None:
    """rules, New order: leavers go last; whoever has the turn keeps it."""
    if world["card"]:
        raise ValueError("a card is open")
    first = [seat_of(world, pad) for pad in happening["order"]]
    if set(first) != world["here"]:
        raise ValueError("everybody at the table presses once")
    world["order"] = [*first, *(seat for seat in world["order"] if seat not in world["here"])]
    world["contenders"] = [seat for seat in world["order"] if seat in world["contenders"]]


HOW = {
    "start": _start,
    "roll": _roll,
    "another": _another,
    "reveal": _reveal,
    "pass": _pass,
    "undo": _undo,
    "leave": _leave,
    "join": _join,
    "position": _position,
    "token": _token,
    "track": _track,
    "order": _order,
}


def seat_of(world: World, pad: str) -> Seat | None:
    """Where that pad sits, or where its place is kept."""
    return next((seat for seat in world["order"] if world["pad"][seat] == pad), None)


def pads(world: World, seats: Any) -> list[str]:
    """The pads of these seats, in turn order."""
    return [world["pad"][seat] for seat in world["order"] if seat in seats]


def by_pad(world: World, values: dict[Seat, int]) -> dict[str, int]:
    """Values of seats as a map of pads, in turn order."""
    return {world["pad"][seat]: values[seat] for seat in world["order"] if seat in values}


def reader(world: World) -> str:
    """The pad whose turn it is."""
    return str(world["pad"][world["turn"]])


def next_reader(world: World) -> str | None:
    """The pad that has the turn once this one has passed."""
    seat = _clockwise(world["order"], world["turn"], world["here"])
    return world["pad"][seat] if seat else None


def winner(world: World) -> str | None:
    """The winner's pad, or None."""
    return world["pad"][world["winner"]] if world["winner"] else None
