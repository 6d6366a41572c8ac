"""Notes which programs a test of a repository starts, so that its answer may be cached.

What a program reads is not noted: it may be git, or the repository's own command. It is copied next to the
plugin. It runs on Python 3.9, and of ours it imports only what records dependencies.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dojo.runner.recorder import dependencies
else:
    # copied next to this file under this name
    import prove_dependencies as dependencies

# they do not say which programs they start
SHELLS = ("sh", "bash", "dash", "zsh", "ksh")


def note_programs() -> None:
    """Note programs from now on, in place of taking each of them for something that cannot be seen."""
    for event, note in (("subprocess.Popen", note_program), ("os.posix_spawn", note_spawned)):
        dependencies.CANNOT_BE_SEEN.pop(event, None)
        dependencies.HEARD[event] = note


def note_program(program: Any, arguments: Any, folder: Any, environment: Any) -> None:
    """Note a program that is started with some arguments, in a folder and with variables, or in ours."""
    if not dependencies.is_calling():
        return
    name = os.fsdecode(program)
    words = [os.fsdecode(argument) for argument in arguments]
    if os.path.basename(name) in SHELLS and "-c" in words:  # noqa: PTH119
        dependencies.note_untracked("starts a shell")
        return
    dependencies.note("variable PATH")
    found = find_program(name, folder, os.environ if environment is None else environment)
    if found:
        dependencies.note_path("status", found)


def note_spawned(program: Any, arguments: Any, environment: Any) -> None:
    """Note a program that is started without a look at the PATH."""
    note_program(program, arguments, None, environment)


def find_program(name: str, folder: Any, environment: Mapping[Any, Any]) -> str | None:
    """Find the file of a program where `subprocess` looks for it."""
    path = None
    for variable, value in environment.items():
        if os.fsdecode(variable) == "PATH":
            path = os.fsdecode(value)
    if os.sep in name:
        name = os.path.join(os.fsdecode(folder or ""), name)  # noqa: PTH118
    before, dependencies.Present.is_reading = dependencies.Present.is_reading, True
    try:
        return shutil.which(name, path=path)
    finally:
        dependencies.Present.is_reading = before
