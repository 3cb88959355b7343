"""Session scripts: every command, and every mistake with its line (docs/scripts.md)."""

from pathlib import Path

import pytest

from device.app.script import (
    Cut,
    Edge,
    Expect,
    Line,
    Script,
    ScriptError,
    Seed,
    Set,
    Shot,
    Wait,
    parse_script,
)
from device.engine.table import PADS, Pad

PATH = Path("evening.script")


def parsed(text: str) -> Script:
    """The script of that text."""
    return parse_script(PATH, text)


def actions(text: str) -> list[object]:
    """What the lines of a script do."""
    return [line.action for line in parsed(text).lines]


def down(pad: Pad, key: int) -> Edge:
    """A key going down."""
    return Edge(pad, key, is_down=True)


def up(pad: Pad, key: int) -> Edge:
    """A key coming up."""
    return Edge(pad, key, is_down=False)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("press red 3", [down(Pad.RED, 3), Wait(80), up(Pad.RED, 3), Wait(20)]),
        ("hold blue 8 1.2s", [down(Pad.BLUE, 8), Wait(1200), up(Pad.BLUE, 8), Wait(20)]),
        (
            "chord white 1 8 1s",
            [
                down(Pad.WHITE, 1),
                down(Pad.WHITE, 8),
                Wait(1000),
                up(Pad.WHITE, 1),
                up(Pad.WHITE, 8),
                Wait(20),
            ],
        ),
        ("down cyan 1", [down(Pad.CYAN, 1)]),
        ("up cyan 1", [up(Pad.CYAN, 1)]),
        ("wait 250ms", [Wait(250)]),
        ("wait 2s", [Wait(2000)]),
        ("wait 3m", [Wait(180_000)]),
        ("wait 0.25s", [Wait(250)]),
        ("wait 0ms", [Wait(0)]),
        ("shot lobby.png", [Shot("lobby.png")]),
        ('shot "a b/Lobby.PNG"', [Shot("a b/Lobby.PNG")]),
        ("cut", [Cut()]),
        ("expect voted", [Expect("voted", ())]),
        ("expect voted pad=red", [Expect("voted", (("pad", "red"),))]),
        (
            'expect screen title="A = B" page=1',
            [Expect("screen", (("title", "A = B"), ("page", "1")))],
        ),
        ("expect tiebreak contenders=", [Expect("tiebreak", (("contenders", ""),))]),
        (
            "expect revealed positions.red=3 votes.blue=1",
            [Expect("revealed", (("positions.red", "3"), ("votes.blue", "1")))],
        ),
    ],
)
def test_each_command_does_what_it_says(line: str, expected: list[object]) -> None:
    assert actions(line) == expected


@pytest.mark.parametrize("pad", PADS)
def test_pads_are_colours_in_full(pad: Pad) -> None:
    assert actions(f"down {pad.value} 1") == [down(pad, 1)]


def test_comments_blank_lines_and_spaces_are_nothing() -> None:
    assert actions("\n# all of this\n   \n\tcut   # a cut\n") == [Cut()]


def test_a_hash_in_quotation_marks_is_no_comment() -> None:
    assert actions("shot '#1.png'") == [Shot("#1.png")]


def test_lines_have_their_numbers() -> None:
    script = parsed("seed 1\n\nwait 1s\ncut\n")
    assert script.lines == (Line(3, Wait(1000)), Line(4, Cut()))


def test_seed_and_set_come_before_everything_else() -> None:
    script = parsed("seed -7\nset game.track 12\nset game.die box\ncut")
    assert script.setup == (Seed(-7), Set("game.track", 12, line=2), Set("game.die", "box", line=3))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("game.lock_seconds 2.5", 2.5),
        ("game.vote_seconds 30", 30.0),
        (
            'game.names "Anna,Bob,Cleo,Dan,Eve,Finn,Gus,"',
            ["Anna", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", ""],
        ),
        ('game.faces "red 1, gray 2"', ["red 1", "gray 2"]),
        ('game.decks ""', []),
    ],
)
def test_values_are_read_as_their_key_wants_them(words: str, value: object) -> None:
    [setup] = parsed(f"set {words}").setup
    assert isinstance(setup, Set)
    assert setup.value == value


def test_a_script_tells_what_it_needs_to_see() -> None:
    script = parsed("expect lights rhythms=off")
    assert script.expects("lights")
    assert not script.expects("screen")


MISTAKES = [
    (
        "jump",
        "no command 'jump': take one of seed, set, press, hold, chord, down, up, wait, shot, cut, expect",
    ),
    ("seed", "write it as: seed N"),
    ("seed 1 2", "write it as: seed N"),
    ("seed one", "'one' is not a whole number: write one, such as 7"),
    ("seed 1.5", "'1.5' is not a whole number: write one, such as 7"),
    ("set game.track", "write it as: set KEY VALUE"),
    ("set game.tracks 3", "there is no setting 'game.tracks': take one of "),
    ("set game.track many", "game.track = "),
    ("set game.track 0", 'game.track = "0" is not a whole number from 1 to 99: write one that is'),
    ("press red", "write it as: press PAD KEY"),
    ("press red 1 2", "write it as: press PAD KEY"),
    ("press Red 1", "no pad 'Red': take one of red, orange, yellow, green, cyan, blue, purple, white"),
    ("press pink 1", "no pad 'pink'"),
    ("press 1 1", "no pad '1'"),
    ("press red 0", "no key '0': take a number from 1 to 8"),
    ("press red 9", "no key '9': take a number from 1 to 8"),
    ("down red 11", "no key '11'"),
    ("up red \u0663", "no key"),
    ("hold red 1", "write it as: hold PAD KEY 1.2s"),
    ("hold red 1 long", "'long' is no time in whole milliseconds: write it like 250ms, 1.2s or 3m"),
    ("hold red 1 -1s", "'-1s' is no time"),
    ("chord red 1 8", "write it as: chord PAD KEY KEY 1.2s"),
    ("chord red 1 9 1s", "no key '9'"),
    ("wait", "write it as: wait 2s"),
    ("wait 2", "'2' is no time in whole milliseconds"),
    ("wait 2h", "'2h' is no time"),
    ("wait 0.5ms", "'0.5ms' is no time in whole milliseconds"),
    ("wait 1.0005s", "'1.0005s' is no time in whole milliseconds"),
    ("shot", "write it as: shot FILE.png"),
    ("shot lobby.jpg", "'lobby.jpg' is no picture's name: end it in .png"),
    ("cut now", "write it as: cut"),
    ("expect", "write it as: expect TYPE [KEY=VALUE ...]"),
    ("expect joy", "no record 'joy': take one of board, card, joined"),
    ("expect voted red", "'red' is no KEY=VALUE: write it as one"),
    ("expect voted =red", "'=red' is no KEY=VALUE"),
    ('shot "lobby.png', "a quotation mark is not closed: close it"),
    ("seed 1", "seed and set come before every other command: move it up"),
    ("set game.track 3", "seed and set come before every other command: move it up"),
]


@pytest.mark.parametrize(("line", "what"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_a_mistake_is_told_with_its_line_and_its_cure(line: str, what: str) -> None:
    with pytest.raises(ScriptError) as caught:
        parsed(f"# an evening\nwait 1s\n{line}\n")
    assert str(caught.value).startswith(f"evening.script:3: {what}")


def test_the_first_mistake_is_the_one_that_is_told() -> None:
    with pytest.raises(ScriptError, match=r"evening\.script:2: "):
        parsed("cut\njump\nrun\n")
