"""Switching the device off, and on again: logind does it, allowed to us by a polkit rule. No sudo."""

import subprocess
from collections.abc import Sequence

from hw.words import SaidError

PATIENCE_S = 5.0
_LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


class PowerError(SaidError):
    """The device cannot be switched off from here. The message says why, and what to do, in one line."""


def power_command(is_restart: bool) -> tuple[str, ...]:
    """The call to logind. `false`: nobody can be asked for a password."""
    return ("busctl", "call", *_LOGIND, "Reboot" if is_restart else "PowerOff", "b", "false")


def switch_off(is_restart: bool, command: Sequence[str] | None = None) -> None:
    """Ask logind. Returns at once; SIGTERM follows. Raises `PowerError`.

    `command` is for machines without logind.
    """
    try:
        done = subprocess.run(
            command or power_command(is_restart),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_S,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise PowerError("busctl is not installed: pull the plug, nothing is lost") from None
    except (OSError, subprocess.TimeoutExpired):
        raise PowerError("logind does not answer: pull the plug, nothing is lost") from None
    if done.returncode:
        reason = " ".join(done.stderr.split()) or "no reason given"
        raise PowerError("logind refuses ({why}): pull the plug, nothing is lost", why=reason)
