"""Where lights are kept: on a disk, in the format of today and in those of earlier editions.

The names of the files are here, and not in `disk`, so that an attempt is found without an import of SQLite.
"""

from pathlib import Path

SUFFIX = ".db"
EARLIER_SUFFIX = ".git"
EARLIER_BRANCH = Path("refs", "heads", "lights")
