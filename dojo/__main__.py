"""`python -m dojo VERB …`, or `python dojo VERB …`: everything that the Makefile calls."""

import os
import sys
from typing import NoReturn

if sys.version_info < (3, 11):  # noqa: UP036  the line is for whoever has an older one
    sys.exit("Python 3.11 or newer is needed, and this one is {}.{}".format(*sys.version_info))
if not hasattr(os, "fork"):
    sys.exit("dojo needs Linux or macOS; on Windows, use WSL: type wsl --install, and go on in its terminal")

if not __package__:  # `python dojo VERB`: Python looks into this folder, and not at the one around it
    from pathlib import Path

    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from dojo import bootstrap
from dojo.cli.status import exit_status


def run() -> NoReturn:
    """Run the verbs that were typed, in the environment that they need, and end with their status."""
    if status := exit_status(lambda: bootstrap.main(sys.argv[1:])):
        sys.exit(status)
    # not before: this Python may have been another one, without any package
    from dojo.cli.main import main
    from dojo.screen import streams

    streams.install_safe_streams()
    sys.exit(streams.status_after_writing(main(sys.argv[1:])))


if __name__ == "__main__":
    run()
