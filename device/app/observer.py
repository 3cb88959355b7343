"""The log of a game, in plain words: what everybody at the table has seen, never a vote."""

import logging

from device.engine import events as ev
from device.engine.table import Table
from device.machine import effects as fx

log = logging.getLogger("device.game")


class LogObserver:
    """Writes what happens to the log. Numbers of keys and votes are never among it."""

    def instant(self, at_ms: int) -> None:
        """The log has its own clock."""

    def effect(self, effect: fx.Effect, table: Table) -> None:
        """One thing that happened."""
        match effect:
            case fx.PhaseBegan(phase):
                log.debug("%s", phase)
            case fx.Refused(pad, reason):
                log.debug("%s refused: %s", pad, reason)
            case fx.Voted(pad):
                log.debug("%s has voted", pad)
            case fx.Withdrawn(pad):
                log.debug("%s has withdrawn", pad)
            case fx.Jammed(pad):
                log.warning("a key of the %s pad is stuck", pad)
            case fx.Happened(ev.GameStarted()):
                log.info("a game begins, with %d players", len(table.present))
            case fx.Happened(ev.Finished()):
                log.info("%s wins", table.winner)
            case fx.Happened(event):
                log.debug("%s", type(event).__name__)
            case fx.SwitchOff() | fx.Restart():
                log.info("%s from the menu", "restart" if isinstance(effect, fx.Restart) else "switch off")
