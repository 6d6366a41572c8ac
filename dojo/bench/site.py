"""How large the pages of the web site are, and how soon a step runs in one; for `make bench`."""

import gzip
import shlex
from pathlib import Path

from dojo.bench.commands import run_command
from dojo.bench.timings import MOST, Measured, Target
from dojo.story.story import Story

COLD, WARM, LARGEST = "the site, a first visit", "the site, after a reload", "the site, its largest step"
SITE_TARGETS = [
    Target("verbs", COLD, "", MOST, 15, "to the first bar of a step", "seconds"),
    Target("verbs", WARM, "", MOST, 2, "to the first bar of a step", "seconds"),
    Target("verbs", LARGEST, "", MOST, 60, "compressed, with its style and script", "kB"),
]


def measure_site(story: Story, python: Path, browser: str, rounds: int) -> list[Measured]:
    """Write the site of a story in a copy of the workspace; measure its pages, and how soon they run."""
    run_command(story.command("site"), story.workspace)
    site = story.workspace / "site"
    shared_bytes = sum(compressed_bytes(site / name) for name in ("site.css", "step.js"))
    pages = sorted(site.glob("stories/*/[0-9]*.html"))
    largest = max(compressed_bytes(page) for page in pages) + shared_bytes
    page = pages[len(pages) // 2].relative_to(site)
    words = [str(python), "-m", "dojo.bench.first_bar", str(site), str(page), browser, str(rounds)]
    visits = [line.split() for line in run_command(shlex.join(words), story.workspace).splitlines()]
    return [
        Measured("verbs", LARGEST, [largest / 1000]),
        Measured("verbs", COLD, [float(cold) for cold, _warm in visits]),
        Measured("verbs", WARM, [float(warm) for _cold, warm in visits]),
    ]


def compressed_bytes(file: Path) -> int:
    """Return how large a file is as a web server sends it."""
    return len(gzip.compress(file.read_bytes()))
