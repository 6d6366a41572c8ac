"""`make step-7 diff`: what step 7 changed. Piped into a file it is a patch."""

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.syntax import Syntax

from dojo.steps import ROOT, Step, all_steps, find
from dojo.verb import ended


def difference(before: Step | None, step: Step) -> str:
    """The unified diff between the files of two steps; from nothing for a new one."""
    known = {file.name: file for file in before.files} if before else {}
    return "".join(line for file in step.files for line in of_file(known.get(file.name), file))


def of_file(old: Path | None, new: Path) -> Iterator[str]:
    """The unified diff between two files."""
    before, after = (f.read_text(encoding="utf-8").splitlines(keepends=True) if f else [] for f in (old, new))
    old_name, new_name = (f.relative_to(ROOT).as_posix() if f else "/dev/null" for f in (old, new))
    return difflib.unified_diff(before, after, old_name, new_name)


def main() -> int:
    step = find(int(sys.argv[1]))
    before = next((other for other in all_steps() if other.number == step.number - 1), None)
    try:
        text = difference(before, step)
    except FileNotFoundError as missing:
        print(f"{missing.filename} is missing: git checkout steps brings it back", file=sys.stderr)
        return 1
    console = Console()
    if console.is_terminal:
        console.print(Syntax(text, "diff", theme="ansi_dark", background_color="default", word_wrap=True))
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
