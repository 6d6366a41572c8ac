"""The address at which the site of a workspace is published, if it is."""

import tomllib
from pathlib import Path

SETTINGS = "pyproject.toml"


def find_home(top: Path) -> str:
    """Return what `[project.urls]` in pyproject.toml has as Homepage; an empty text where that is missing."""
    file = top / SETTINGS
    settings = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    home: str = settings.get("project", {}).get("urls", {}).get("Homepage", "")
    return home
