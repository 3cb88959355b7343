"""What the web server may log: where an error happened and its type, in one line, never what was in it."""

import logging
import traceback

from aiohttp.http_exceptions import HttpProcessingError


def quiet_logger() -> logging.Logger:
    """A logger for aiohttp's server, which by itself logs a traceback for whatever a stranger sends."""
    logger = logging.getLogger("hw.sim.web")
    logger.addFilter(_without_values)
    return logger


def _without_values(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError):
        return False  # a request that is no HTTP: its sender was told, nobody else needs to know
    if error is not None:
        record.msg, record.args, record.exc_info = f"the virtual table: {describe(error)}", (), None
    return True


def describe(error: BaseException) -> str:
    """Type and place of an error. Its text and its variables may hold a key, which is secret."""
    frames = traceback.extract_tb(error.__traceback__)
    return (
        f"{type(error).__name__} at {frames[-1].filename}:{frames[-1].lineno}"
        if frames
        else type(error).__name__
    )
