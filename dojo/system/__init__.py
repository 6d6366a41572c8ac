"""What goes one way on Linux and macOS, and another way elsewhere: each in one place."""

import os

WINDOWS = os.name == "nt"
HAS_FORK = hasattr(os, "fork")
"""Where there is no fork, there are no process groups, no `exec` and no signals but Ctrl-C either."""
