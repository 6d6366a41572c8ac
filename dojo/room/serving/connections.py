"""The connections of a room: it holds out against clients that are slow, too many, or that read no answer."""

import resource
import time
from collections import Counter
from collections.abc import Collection
from operator import attrgetter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# that a client has to send its request, and to read on in the answer
CLIENT_TIMEOUT_S = 20
MAX_CONNECTIONS = 500
MIN_CONNECTIONS = 20
# of the connections that are allowed, this share is ended when there are too many. If only one were ended,
# each new connection of a storm would go through all of them again.
SHARE_ENDED = 0.05
# files that the room needs besides its connections
FILES_OF_THE_ROOM = 56
# of answers that wait for clients that do not read: with more, one of them is ended
MAX_UNREAD_BYTES = 32 * 1024**2


class GuardedProtocol(H11Protocol):
    """HTTP that holds out against clients who take all that there is: a connection is for one request."""

    since: float  # when the client connected, or read on in a long answer

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.since = time.monotonic()
        end_greedy(self.connections)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.since = time.monotonic()

    def pause_writing(self) -> None:
        super().pause_writing()
        end_greedy(self.connections)


def end_greedy(connections: set[Any]) -> None:
    """End the connections of clients that are slow, that are too many, or that do not read their answers.

    uvicorn says of which protocols they may be; in a room all of them are guarded. It is called at each new
    connection, so it has to be quick: in a storm it would else be what silences the room.
    """
    # who came before has had its time to send its request, or to read on in the answer
    too_long_ago = time.monotonic() - CLIENT_TIMEOUT_S
    ended = set[GuardedProtocol]()
    unread: dict[GuardedProtocol, int] = {}
    for connection in connections:
        if connection.since < too_long_ago:
            ended.add(connection)
        size = connection.transport.get_write_buffer_size()
        if size:
            unread[connection] = size
    limit = max_connections()
    if len(connections) > limit:
        ended.update(oldest_of_the_busiest_address(connections, max(1, int(limit * SHARE_ENDED))))
    # one of them is enough: it is looked at again at the next connection, and at the next answer that waits
    if sum(unread.values()) > MAX_UNREAD_BYTES:
        ended.add(max(unread, key=unread.__getitem__))
    for connection in ended:
        connections.discard(connection)
        connection.transport.abort()


def max_connections() -> int:
    """Return how many connections there may be: the system limits the files of a process."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(MIN_CONNECTIONS, min(MAX_CONNECTIONS, files - FILES_OF_THE_ROOM))


def oldest_of_the_busiest_address(
    connections: Collection[GuardedProtocol], number: int
) -> list[GuardedProtocol]:
    """Return a number of connections of the address that has the most, the oldest first."""
    counts = Counter(client_address(connection) for connection in connections)
    most = max(counts.values())
    found = [connection for connection in connections if counts[client_address(connection)] == most]
    return sorted(found, key=attrgetter("since"))[:number]


def client_address(connection: GuardedProtocol) -> str:
    """Return the address of the client of a connection; nothing if it has none."""
    return connection.client[0] if connection.client else ""
