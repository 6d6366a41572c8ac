"""The address of a room: the one that was asked for, the one of last time, or the first that is free."""

import re
import socket
from contextlib import suppress

from dojo.errors import UsageError

ADDRESS = re.compile(r"(?P<host>[^:\[\]/]+|\[[0-9a-fA-F:.]+\])?(?::(?P<port>[0-9]{1,5}))?")
EXAMPLE = "192.168.1.20:8765"
LOOPBACK = "127.0.0.1"
# the first port that is tried, and how many there are to try
PORT = 8765
TRIES = 20
MAX_PORT = 65535
# for the system, it is any port that is free
ANY_PORT = 0
# these stand for all addresses of a machine
ALL_ADDRESSES = ("0.0.0.0", "::")
# clients that wait to be let in: one that finds the queue full comes again after 1 s, and then after 2
QUEUE = 1024


def bind(address: str, last_port: int = 0) -> socket.socket:
    """Return a socket that listens at an address; raises UsageError.

    Without a host it is this machine's, without a port the one of last time, or the first that is free.
    """
    host, asked_port = read_address(address)
    host = host or own_address()
    ports = [last_port or PORT, *range(PORT, PORT + TRIES), ANY_PORT]
    if asked_port is not None:
        ports = [asked_port]
    fault = ""
    for port in ports:
        try:
            return listen_at(host, port)
        except (OSError, UnicodeError) as error:
            fault = getattr(error, "strerror", None) or "no such host"
    raise UsageError(
        f"the room cannot be served at {address or host}: {fault.partition(' (')[0]};"
        f" ADDRESS=:8800 names another port, and ADDRESS={LOOPBACK} this computer alone"
    )


def read_address(address: str) -> tuple[str, int | None]:
    """Return the host and the port of an address, each if it has one; raises UsageError."""
    match = ADDRESS.fullmatch(address)
    if not match or int(match["port"] or 0) > MAX_PORT:
        raise UsageError(f"ADDRESS is a host and a port, for example {EXAMPLE}, not {address}")
    host = (match["host"] or "").strip("[]")
    port = int(match["port"]) if match["port"] else None
    return host, port


def listen_at(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raises UsageError, and OSError and UnicodeError as sockets do."""
    family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    if place[0] in ALL_ADDRESSES:
        raise UsageError(f"a room has one address, and {host} is all of them: ADDRESS= names one")
    return socket.create_server(place, family=family, backlog=QUEUE)


def own_address() -> str:
    """Return the address of this machine on its network, or the one that only itself can reach.

    It sends nothing.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return LOOPBACK


def format_address(listens: socket.socket) -> str:
    """Return the address of a socket as it is typed: 192.168.1.20:8765, or [fe80::1]:8765."""
    host, port = listens.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
