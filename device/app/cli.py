"""The command line: `imaginiff` and its commands. Errors are one line on stderr, never a traceback."""

import argparse
import contextlib
import gc
import io
import logging
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

PLAY, REPLAY, DECKS, CONFIG, HISTORY = "play", "replay", "decks", "config", "history"
CHECK, WIRING, SERVICE = "check", "wiring", "service"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns 0 fine, 1 the world is at fault, 2 the caller is."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal of another encoding shows what it can
    try:
        status = _run(words)
        if sys.stdout is not None:  # None: somebody closed it
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone: nothing more to say, and nothing to be said about it.
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        return _fail(f"{error.filename or 'what is printed'}: {error.strerror}: choose another place for it")
    except KeyboardInterrupt:
        return 1
    return status


def _run(words: list[str]) -> int:
    if words[:1] == [DECKS]:
        return _decks(words[1:])
    if words[:1] == [SERVICE]:
        return _service(words[1:])
    options = _parser().parse_args(words, argparse.Namespace(config=None, verbose=False))
    _start_log(options.verbose, os.environ)
    status: int = options.run(options)
    return status


def _drop_output() -> None:
    """What is not printed yet goes nowhere: Python would try, and complain, once more as it ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"imaginiff: {message}: `{self.prog} --help` shows how\n")


def _parser() -> argparse.ArgumentParser:
    # SUPPRESS: an option may stand before the command or after it, and the one not given changes nothing.
    talk = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    talk.add_argument("-v", "--verbose", action="store_true", help="say more in the log")
    shared = _Parser(add_help=False, argument_default=argparse.SUPPRESS, parents=[talk])
    shared.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser = _Parser(
        prog="imaginiff", description="A tabletop companion for the party game Imaginiff.", parents=[shared]
    )
    parser.set_defaults(run=_play, new=False, virtual=False, browser=True)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    play = commands.add_parser(PLAY, parents=[shared], help="the game (also without any command)")
    play.add_argument("--virtual", action="store_true", help="on the virtual table in the browser")
    play.add_argument(
        "--new", action="store_true", help="begin with a new lobby, never ask about the old game"
    )
    play.add_argument("--no-browser", dest="browser", action="store_false", help="do not open the page")
    play.set_defaults(run=_play)

    replay = commands.add_parser(REPLAY, parents=[talk], help="run session scripts in virtual time")
    replay.add_argument("scripts", nargs="+", type=Path, metavar="SCRIPT")
    replay.add_argument("--trace", metavar="FILE", help="write what happens as JSON Lines; - is stdout")
    replay.add_argument("--shots", type=Path, default=Path(), metavar="DIR", help="where pictures go")
    replay.set_defaults(run=_replay)

    check = commands.add_parser(CHECK, parents=[shared], help="try every key, every light and the panel")
    check.add_argument("--virtual", action="store_true", help="on the virtual table in the browser")
    check.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="WORDS",
        help='put a fault into the virtual table\'s wires, such as "stuck red 8"',
    )
    check.set_defaults(run=_check)

    wiring = commands.add_parser(WIRING, parents=[shared], help="what is wired to what, pin by pin")
    wiring.add_argument(
        "--svg", nargs="?", const="-", metavar="FILE", help="draw it, in this file or on the terminal"
    )
    wiring.set_defaults(run=_wiring)

    commands.add_parser(SERVICE, help="the appliance: install, remove, status", add_help=False)
    commands.add_parser(DECKS, help="list, check, show and import decks", add_help=False)

    config = commands.add_parser(CONFIG, parents=[shared], help="what is set, from where, and what is wrong")
    config.set_defaults(run=_config)

    history = commands.add_parser(HISTORY, parents=[shared], help="past games and their figures")
    history.add_argument("--csv", action="store_true", help="as a table for a spreadsheet")
    history.set_defaults(run=_history)
    return parser


def _start_log(is_verbose: bool, environment: Mapping[str, str]) -> None:
    level = logging.DEBUG if is_verbose or environment.get("IMAGINIFF_LOG") == "debug" else logging.INFO
    logging.basicConfig(level=level, format="imaginiff: %(message)s", stream=sys.stderr)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    # Values of variables never go into the log, whatever breaks: a vote could be among them.
    logging.raiseExceptions = False


def _play(options: argparse.Namespace) -> int:
    # Until the game listens to signals itself, whatever ends it ends it in order: nothing has begun yet.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    gc.disable()  # until the game is ready: what a start makes is there to stay
    from device.app.service_splash import early_panel_of

    early = early_panel_of(os.environ)  # the splash: before the program itself is read from the card
    from device.app.play import play

    def open_page(url: str) -> None:
        has_screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
        if options.browser and (has_screen or sys.platform in ("darwin", "win32")):
            import webbrowser

            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(url)

    def tell(line: str) -> None:
        print(line, flush=True)

    return play(options.config, options.new, options.virtual, tell, opened=open_page, early=early)


def _replay(options: argparse.Namespace) -> int:
    from device.app.replay import replay

    if options.trace in (None, "-"):
        return replay(options.scripts, sys.stdout if options.trace else None, options.shots)
    try:
        # A script's name need not be text: what cannot be written is replaced, as on a terminal.
        with Path(options.trace).open("w", encoding="utf-8", errors="replace") as trace:
            return replay(options.scripts, trace, options.shots)
    except OSError as error:
        return _fail(f"cannot write {options.trace}: {error.strerror}: choose another file with --trace")


def _check(options: argparse.Namespace) -> int:
    from device.app.check_command import check_command

    def tell(line: str) -> None:
        print(line, flush=True)

    return check_command(options.config, options.virtual, options.fault, tell, os.environ)


def _wiring(options: argparse.Namespace) -> int:
    from device.app.wiring_command import show_wiring

    return show_wiring(options.config, options.svg, os.environ, sys.stdout, sys.stderr)


def _service(words: list[str]) -> int:
    from device.app.service_command import service_command

    return service_command(words, sys.stdout, sys.stderr)


def _decks(words: list[str]) -> int:
    from device.app.config import load_config
    from device.app.deck_command import decks_command
    from device.app.history import cards_put_away
    from device.app.paths import deck_folders

    folders = deck_folders(os.environ, load_config().file)
    return decks_command(words, sys.stdout, sys.stderr, folders, lambda: cards_put_away(os.environ))


def _config(options: argparse.Namespace) -> int:
    from device.app.config_command import show_config

    return show_config(options.config, os.environ, sys.stdout, sys.stderr)


def _history(options: argparse.Namespace) -> int:
    from device.app.history import show_history

    return show_history(os.environ, options.csv, sys.stdout, sys.stderr)


def _fail(line: str) -> int:
    print(f"imaginiff: {line}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
