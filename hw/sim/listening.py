"""A listening socket on this machine alone; a port in use gives way to the next free one."""

import errno
import ipaddress
import socket

from hw.ports import HardwareError

TRIES = 20
LAST_PORT = 65535


def listen(address: str, port: int) -> socket.socket:
    """Listen on a loopback `address` at `port`, or at the first free one of the `TRIES` from there.

    Port 0 takes any free one. Raises `HardwareError` when the address is not loopback, or nothing is free.
    """
    host = loopback(address)
    if not 0 <= port <= LAST_PORT:
        raise HardwareError(f"port {port} does not exist: choose one from 1024 to {LAST_PORT} under [table]")
    for candidate in range(port, min(port + TRIES, LAST_PORT + 1)):
        listener = _try(host, candidate)
        if listener is not None:
            return listener
    raise HardwareError(f"ports {port} to {candidate} are all in use: choose another under [table]")


def loopback(address: str) -> str:
    """The numeric form of a loopback address; `localhost` is 127.0.0.1."""
    try:
        parsed = ipaddress.ip_address("127.0.0.1" if address.lower() == "localhost" else address)
    except ValueError:
        parsed = None
    if parsed is None or not parsed.is_loopback:
        raise HardwareError(f"{address!r} is no address of this machine alone: use 127.0.0.1 under [table]")
    return str(parsed)


def _try(host: str, port: int) -> socket.socket | None:
    """The listening socket, or None where the port is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise _refused(host, port, error) from None
    try:
        # So that a restart gets its port back from connections that still linger in the kernel.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise _refused(host, port, error) from None
    return listener


def _refused(host: str, port: int, error: OSError) -> HardwareError:
    if error.errno == errno.EACCES:
        return HardwareError(f"port {port} is the administrator's: choose one from 1024 up under [table]")
    return HardwareError(f"{host} port {port}: {error.strerror}: choose another under [table]")
