"""`make board`: the page that shows every red, every change and every green, made from real runs.

Nothing is written while the gate is shut. What has not changed since the last time is not made again.
"""

import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dojo.bench.timings import speed_file
from dojo.files import write_file
from dojo.gate.checks import PROVEN, find
from dojo.gate.evidence import Evidence
from dojo.gate.gate import fingerprint
from dojo.gate.violation import format_draft, format_shut, is_draft
from dojo.runner.cache import DOJO, Cache, digest
from dojo.runner.matrix import Matrix
from dojo.runner.recorder.recording import recording
from dojo.story.story import Story
from dojo.tour.board_page import page


def made_from(story: Story, languages: Sequence[str] = ()) -> str:
    """Hash everything that the page and the gate depend on, and the languages that it is asked for in."""
    pages = []
    for file in DOJO.rglob("*"):
        if file.suffix in (".html", ".css", ".mjs"):
            pages.append(file)
    texts = [fingerprint(story, story.steps, quick=False), *languages]
    return digest([*pages, speed_file(story)], story.top, texts)


def board(story: Story, file: Path, languages: Sequence[str] = ()) -> int:
    """Write the page unless it is up to date, and print its path; returns a status.

    A README is shown in the first of these languages that it is written in. The page of a draft is written,
    and marks what is missing. Raises EnvironmentProblem.
    """
    cache = Cache(story.workspace, "pages")
    key = made_from(story, languages)
    is_current = file.exists() and cache.read(key) == sha256(file.read_bytes()).hexdigest()
    if not is_current:
        with recording() as recorder:
            if not write_board(story, file, languages):
                return 1
        # otherwise a file was saved meanwhile, and the next call writes the page again
        if key == made_from(story, languages):
            cache.write(key, sha256(file.read_bytes()).hexdigest(), recorder.noted)
    print(file)
    return 0


def write_board(story: Story, file: Path, languages: Sequence[str]) -> bool:
    """Write the page if the gate is open, or has only a draft; True if it is written."""
    proven = prove_steps(story)
    if proven is None:
        older = "; the one that is there is older" if file.exists() else ""
        print(f"{file.name} was not written{older}.", file=sys.stderr)
        return False
    write_file(file, page(proven.matrix, proven.unwritten, languages))
    return True


class ProvenSteps(NamedTuple):
    """A story whose gate is open, or has only a draft.

    Attributes:
        matrix: all tests on all steps; on the mutants too, where nothing is missing.
        unwritten: how many texts are missing.
    """

    matrix: Matrix
    unwritten: int


def prove_steps(story: Story) -> ProvenSteps | None:
    """Ask the gate for a story, and print what is missing; None, and what is wrong printed, if it's shut."""
    evidence = Evidence(story)
    violations = find(evidence, PROVEN)
    if not is_draft(violations):
        print(format_shut(violations, story), file=sys.stderr)
        return None
    if violations:
        print(format_draft(violations, story), file=sys.stderr)
        return ProvenSteps(evidence.matrix, len(violations))
    return ProvenSteps(evidence.matrix_with_mutants, 0)
