"""Who may talk to the virtual table: pages of this server, opened on this machine, and nobody else.

Listening on loopback keeps other machines out, but not other web sites: any page open in a browser here can
send requests to this port, by name (DNS rebinding) or by address. Host and Origin tell them apart.
"""

from multidict import CIMultiDictProxy

HTTP_PORT = 80


def hosts_served(address: str, port: int) -> frozenset[str]:
    """The values of the Host header that mean this server. `address` is numeric."""
    names = {"localhost", "127.0.0.1", "[::1]", f"[{address}]" if ":" in address else address}
    without_port = names if port == HTTP_PORT else set()
    return frozenset(f"{name}:{port}" for name in names) | without_port


def refusal(headers: CIMultiDictProxy[str], hosts: frozenset[str], *, origin_required: bool) -> str | None:
    """Why a request with these headers is refused, in one line; None lets it in.

    Browsers send Origin with every WebSocket and leave it out of plain page loads: hence `origin_required`.
    """
    host = headers.getall("Host", [])
    if len(host) != 1 or host[0].lower() not in hosts:
        return "Refused: open the table by the address that the program printed."
    origins = headers.getall("Origin", [])
    if not origins and not origin_required:
        return None
    if origins != [f"http://{host[0].lower()}"]:
        return "Refused: only the table's own page may use it."
    return None


def security_headers(hosts: frozenset[str]) -> dict[str, str]:
    """What every answer carries: nothing from elsewhere, nothing inline, in nobody's frame."""
    # Not every browser counts a WebSocket of the same origin as 'self'; a policy cannot name IPv6 addresses.
    sockets = " ".join(f"ws://{host}" for host in sorted(hosts) if not host.startswith("["))
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": f"'self' {sockets}",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Cache-Control": "no-cache",
    }
