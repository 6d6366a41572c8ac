"""`make board`: the page that shows every red, every change and every green, made from real runs.

Nothing is written while the gate is shut. What has not changed since the last time is not made again.
"""

import sys
from hashlib import sha256
from pathlib import Path

from dojo.bench.timings import speed_file
from dojo.files import write_file
from dojo.gate.checks import PROVEN, find
from dojo.gate.evidence import Evidence
from dojo.gate.gate import fingerprint
from dojo.gate.violation import format_draft, format_shut, is_draft
from dojo.runner.cache import DOJO, Cache, digest
from dojo.runner.recorder.recording import recording
from dojo.story.story import Story
from dojo.tour.board_page import page


def made_from(story: Story) -> str:
    """Everything that the page and the gate depend on, in a few letters."""
    pages = [file for file in DOJO.rglob("*") if file.suffix in (".html", ".css", ".mjs")]
    return digest([*pages, speed_file(story)], story.top, [fingerprint(story, story.steps, quick=False)])


def board(story: Story, file: Path) -> int:
    """Write the page unless it is up to date, and print its path; gives a status. Raises EnvironmentProblem.

    The page of a draft is written, and marks what is missing.
    """
    cache, key = Cache(story.workspace, "pages"), made_from(story)
    if not file.exists() or cache.read(key) != sha256(file.read_bytes()).hexdigest():
        with recording() as recorder:
            evidence = Evidence(story)
            wrong = find(evidence, PROVEN)
            if not is_draft(wrong):
                old = "; the one that is there is older" if file.exists() else ""
                print(
                    format_shut(wrong, story), f"{file.name} was not written{old}.", sep="\n", file=sys.stderr
                )
                return 1
            if wrong:
                print(format_draft(wrong, story), file=sys.stderr)
            write_file(file, page(evidence.matrix if wrong else evidence.matrix_with_mutants, len(wrong)))
        if key == made_from(story):  # otherwise a file was saved meanwhile, and the next call writes it again
            cache.write(key, sha256(file.read_bytes()).hexdigest(), recorder.noted)
    print(file)
    return 0
