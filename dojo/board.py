"""`make board`: the page that shows every red, every change and every green, made from real runs.

Nothing is written while the gate is shut. What nobody changed since the last time is not run again.
"""

import sys
from hashlib import sha256
from pathlib import Path

from dojo import kept, speed
from dojo.gate import breaches, does_not_run, shut
from dojo.matrix import SUITE, Broken
from dojo.page import board
from dojo.steps import ROOT, all_steps
from dojo.verb import ended
from dojo.waiting import with_a_bar

PAGE = "board.html"
LAST = f"{kept.FOLDER}/page.json"


def made_from(root: Path) -> str:
    """Everything that the page and the gate depend on, in a few letters."""
    files = [*root.glob("steps/**/*.py"), *root.glob("steps/*/README.md"), *root.glob(f"{SUITE}/**/*.py")]
    files.append(root / speed.FILE)
    files += [file for file in root.glob("dojo/**/*") if file.suffix in (".py", ".html", ".css", ".js")]
    return kept.digest(files, root, [kept.key(step, root) for step in all_steps(root)])


def up_to_date(root: Path) -> bool:
    """Is the page there as it was written last, and would it be written like this again?"""
    page = root / PAGE
    if not page.exists():
        return False
    return kept.read(root, LAST).get(PAGE) == written(page.read_bytes(), made_from(root))


def written(html: bytes, its_key: str) -> dict[str, str]:
    """What is noted of a page, beside it."""
    return {"from": its_key, "is": sha256(html).hexdigest()}


def write(root: Path) -> str:
    """Write the page; gives what the gate has to say where it is shut, and then writes nothing."""
    before = made_from(root)
    matrix = with_a_bar(lambda on_part: kept.kept_or_run(root, on_part))
    if found := breaches(matrix, root):
        return shut(found)
    html = board(matrix)
    draft = root / f".{PAGE}"
    draft.write_text(html, encoding="utf-8")
    draft.replace(root / PAGE)
    if before == made_from(root):  # else somebody saved while it ran, and the next time makes it anew
        kept.write(root, LAST, {PAGE: written(html.encode(), before)})
    return ""


def main() -> int:
    page = ROOT / PAGE
    try:
        wrong = "" if up_to_date(ROOT) else write(ROOT)
    except Broken as broken:
        wrong = does_not_run(broken, ROOT)
    if wrong:
        old = "; the one that is there is older" if page.exists() else ""
        print(wrong, f"{PAGE} was not written{old}.", sep="\n", file=sys.stderr)
        return 1
    print(page)
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
