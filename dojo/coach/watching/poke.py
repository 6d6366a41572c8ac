"""pytest-watch runs this at every save: it tells the server. Nothing slow is imported here."""

import os
import sys

words = [int(word) for word in sys.argv[1:]]
if len(words) == 1:  # a port of the process that hands pokes over
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tells:
        tells.sendto(b"!", ("127.0.0.1", words[0]))
else:
    try:
        os.kill(*words)
    except ProcessLookupError:
        sys.exit("the process that runs the tests has ended: make watch again")
