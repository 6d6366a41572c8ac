"""`make step-7 diff`: what step 7 changed. Piped into a file it is a patch."""

import difflib
import sys

from rich.console import Console
from rich.syntax import Syntax

from dojo.steps import ROOT, Step, all_steps, find


def difference(before: Step | None, step: Step) -> str:
    """The unified diff between the modules of two steps; from nothing for the first one."""
    old = before.code.splitlines(keepends=True) if before else []
    old_name = before.module.relative_to(ROOT).as_posix() if before else "/dev/null"
    new_name = step.module.relative_to(ROOT).as_posix()
    new = step.code.splitlines(keepends=True)
    return "".join(difflib.unified_diff(old, new, old_name, new_name))


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
    sys.exit(main())
