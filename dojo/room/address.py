"""The one address that a room is served at."""

import errno
import ipaddress
import re
import socket

from dojo.errors import UsageError

PORT, TRIES = 8765, 20
ADDRESS = re.compile(r"(?P<host>[^:\[\]/]+|\[[0-9a-fA-F:.]+\])?(?::(?P<port>[0-9]{1,5}))?")
LOOPBACK = "127.0.0.1"


def bind(address: str, last_port: int = 0) -> socket.socket:
    """A socket that listens at an address: a host, a port, both, or neither.

    Without a host it is this machine's address on its network; without a port the one of last time, or the
    first that is free. Raises UsageError.
    """
    found = ADDRESS.fullmatch(address)
    if not found or int(found["port"] or 0) > 65535:
        raise UsageError(f"ADDRESS is a host and a port, for example 192.168.1.20:8765, not {address}")
    host = (found["host"] or "").strip("[]")
    if host in ("0.0.0.0", "::"):
        raise UsageError(f"a room has one address, and {host} is all of them: ADDRESS= names one")
    host = host or own_address()
    port = int(found["port"]) if found["port"] else None
    ports = [port] if port is not None else [last_port or PORT, *range(PORT, PORT + TRIES), 0]
    for one in ports:
        try:
            return listen(host, one)
        except (OSError, UnicodeError) as error:
            fault = getattr(error, "strerror", None) or "no such host"
    where = f"{bracketed(host)}:{PORT if port is None else port}"
    raise UsageError(
        f"the room cannot be served at {where}: {fault}; ADDRESS=:8800 names another port,"
        f" and ADDRESS={LOOPBACK} this computer alone"
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises OSError."""
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(where)
        if ip_of(made).is_unspecified:
            raise OSError(errno.EADDRNOTAVAIL, "that is every address of this computer, and a room has one")
        made.listen(512)
    except OSError:
        made.close()
        raise
    return made


def own_address() -> str:
    """The address of this machine on its network, or the one that only itself can reach. It sends nothing."""
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect((far, 9))
            except OSError:
                continue
            return str(asked.getsockname()[0])
    return LOOPBACK


def name_of(listens: socket.socket) -> str:
    """192.168.1.20:8765, or [fe80::1]:8765"""
    host, port = listens.getsockname()[:2]
    return f"{bracketed(host)}:{port}"


def bracketed(host: str) -> str:
    """A host as it stands before a port."""
    return f"[{host}]" if ":" in host else host


def ip_of(listens: socket.socket) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The IP address that a socket listens at."""
    return ipaddress.ip_address(listens.getsockname()[0].partition("%")[0])
