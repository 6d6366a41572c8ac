"""Which system this is, as far as anybody has to ask."""

import errno
import os

WINDOWS = os.name == "nt"
HAS_FORK = hasattr(os, "fork")
"""Where there is no fork, there are no process groups, no `exec` and no signals but Ctrl-C either."""
NOBODY_READS = {errno.EPIPE, errno.EINVAL} if WINDOWS else {errno.EPIPE}
"""What is wrong with a pipe whose reader has ended."""
