"""What `pyproject.toml` says to a workspace, in its table `[tool.dojo]`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from dojo.errors import describe_error
from dojo.story.toml.reading import BadFile

FILE = "pyproject.toml"


@dataclass(frozen=True)
class Settings:
    """The settings of a workspace.

    Attributes:
        quick_gates: the names of the stories of which `make test` checks what the matrix shows, and no more.
        site: the address at which the site is published; empty if it is not.
        repository: the address from which others clone the workspace; empty if there is none.
    """

    quick_gates: tuple[str, ...] = ()
    site: str = ""
    repository: str = ""


def read_settings(top: Path) -> Settings:
    """Return the settings of the workspace at `top`; raises BadFile."""
    file = top / FILE
    if not file.is_file():
        return Settings()
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadFile(f"{FILE}: {describe_error(error)}") from None
    table = values.get("tool", {}).get("dojo", {})
    return Settings(
        quick_gates=tuple(table.get("quick_gates", [])),
        site=str(table.get("site", "")),
        repository=str(table.get("repository", "")),
    )
