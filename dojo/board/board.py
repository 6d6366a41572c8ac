"""`make board`: the page that shows every red, every change and every green, made from real runs.

Nothing is written while the gate is shut. What has not changed since the last time is not made again.
"""

import sys
from hashlib import sha256
from pathlib import Path

from dojo.bench.timings import speed_file
from dojo.board.page import page
from dojo.gate.checks import PROVEN, find
from dojo.gate.evidence import Evidence
from dojo.gate.gate import fingerprint
from dojo.gate.violation import format_draft, format_shut, is_draft
from dojo.pages.templates import write_file
from dojo.runner.cache import DOJO, Cache, digest
from dojo.story.story import Story


def made_from(story: Story) -> str:
    """Everything that the page and the gate depend on, in a few letters."""
    pages = [file for file in DOJO.rglob("*") if file.suffix in (".html", ".css", ".js")]
    return digest([*pages, speed_file(story)], story.top, [fingerprint(story, story.steps, quick=False)])


def board(story: Story, file: Path) -> int:
    """Write the page unless it is up to date, and print its path; gives a status."""
    cache = Cache(story.workspace, "pages")
    known = file.exists() and cache.read(made_from(story)) == sha256(file.read_bytes()).hexdigest()
    if wrong := "" if known else written(story, file, cache):
        old = "; the one that is there is older" if file.exists() else ""
        print(wrong, f"{file.name} was not written{old}.", sep="\n", file=sys.stderr)
        return 1
    print(file)
    return 0


def written(story: Story, file: Path, cache: Cache) -> str:
    """Write the page; if the gate is shut, write nothing and give what the gate says.

    The page of a draft is written, and marks what is missing. Raises EnvironmentProblem.
    """
    before, evidence = made_from(story), Evidence(story)
    wrong = find(evidence, PROVEN)
    if not is_draft(wrong):
        return format_shut(wrong, story)
    if wrong:
        print(format_draft(wrong, story), file=sys.stderr)
    found = evidence.matrix if wrong else evidence.matrix_with_mutants
    write_file(file, page(found, len(wrong)))
    if before == made_from(story):  # otherwise a file was saved meanwhile, and the next call writes it again
        cache.write(before, sha256(file.read_bytes()).hexdigest())
    return ""
