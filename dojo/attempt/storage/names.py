"""The names of the files that lights are in: an attempt is found by them, without an import of SQLite."""

from pathlib import Path

SUFFIX = ".db"
EARLIER_SUFFIX = ".git"
EARLIER_BRANCH = Path("refs", "heads", "lights")
