"""The pages of a story: its steps by chapters, each step to read and to run, its board, its search."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from dojo.browser.kata_page import kata_page as attempt_html
from dojo.diff import split_lines
from dojo.runner.matrix import Matrix
from dojo.screen.code import highlight
from dojo.screen.markdown import Rendered, render
from dojo.story.katas import Kata
from dojo.story.steps import by_chapter
from dojo.story.story import Story
from dojo.tour.board_page import page
from dojo.tour.progression import count_states
from dojo.tour.replay import Replay, replays
from dojo.website.addresses import (
    FRONT,
    Addresses,
    attempt_page,
    board_page,
    folder_of,
    from_page,
    kata_page,
    step_page,
    story_page,
)
from dojo.website.frame import LICENCES, Entry, Frame
from dojo.website.python_files import PythonFiles, texts_of_step
from dojo.wording import count_of

# what the page of a kata may load and ask: the site
SOURCES = (
    "'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'"
)

# how the anchors of a README begin: the page has names of its own
OF_TEXT = "text-"
# that a step may take in its page: the finished ones fill tables, which a reader's own code need not
MOST_GIGABYTES = 2


@dataclass(frozen=True)
class SiteStory:
    """A story as the site has it.

    Attributes:
        story: the story.
        matrix: all tests on all steps.
        unwritten: how many of its texts are missing.
    """

    story: Story
    matrix: Matrix
    unwritten: int

    @cached_property
    def replays(self) -> list[Replay]:
        """What its pages show of each step and the one before it."""
        return list(replays(self.matrix, ()))

    @property
    def example(self) -> Replay | None:
        """The second step that a test drives by its own assertion, for the first one only begins; or None."""
        driven = [replay for replay in self.replays if replay.is_asked_for_by_assertion]
        return driven[1] if len(driven) > 1 else None

    @property
    def summary(self) -> str:
        """How long it is."""
        tests = count_of(len(self.matrix.tests), "test")
        return f"{count_of(len(self.replays), 'step')}, {tests}"

    @property
    def entry(self) -> Entry:
        """Its line in a list of stories."""
        return Entry(self.story.title, story_page(self.story), self.summary)

    @property
    def katas(self) -> list[Entry]:
        """The lines of its katas in a list of katas."""
        return [Entry(kata.title, kata_page(self.story, kata)) for kata in self.story.katas]


def story_pages(
    site_story: SiteStory, frame: Frame, addresses: Addresses, python: PythonFiles
) -> Iterator[tuple[str, str]]:
    """Yield the paths and the texts of all pages of a story, but for those that are Markdown files."""
    board = board_page(site_story.story)
    overview = from_page(board, story_page(site_story.story))
    yield board, page(site_story.matrix, site_story.unwritten, overview=overview)
    yield search_path(site_story.story), json.dumps(list(search_entries(site_story)), ensure_ascii=False)
    yield story_page(site_story.story), overview_page(site_story, frame)
    for replay in site_story.replays:
        path = step_page(site_story.story, replay.step)
        yield path, page_of_step(site_story, replay, frame, addresses, python)
    for kata in site_story.story.katas:
        yield attempt_page(site_story.story, kata), page_of_attempt(site_story.story, kata, python)


def page_of_attempt(story: Story, kata: Kata, python: PythonFiles) -> str:
    """Return the page on which a kata is done."""
    path = attempt_page(story, kata)
    return attempt_html(
        story,
        kata,
        python.settings(story, f"{from_page(path, python.folder)}/"),
        SOURCES,
        start=from_page(path, FRONT),
        overview=from_page(path, story_page(story)),
        licences=from_page(path, LICENCES),
    )


def overview_page(site_story: SiteStory, frame: Frame) -> str:
    """Return the page with all steps of a story, by chapters."""
    story, matrix = site_story.story, site_story.matrix
    replays_of = {replay.step: replay for replay in site_story.replays}
    # for each chapter its heading, and its steps with how many tests have each state there
    chapters = []
    for steps in by_chapter(matrix.steps):
        rows = [(replays_of[step], count_states(matrix, step)) for step in steps]
        chapters.append((story.heading(steps[0].chapter), rows))
    introduction = f"{site_story.summary}. Read a step, change it, and run its tests in the page."
    marks = {replay.mark: str(replay.kind) for replay in site_story.replays if replay.mark}
    return frame.page(
        "story.html",
        story_page(story),
        story.title,
        introduction,
        story=story,
        introduction=introduction,
        chapters=chapters,
        total=len(matrix.tests),
        marks=marks,
        unwritten=site_story.unwritten,
        board=board_page(story),
        search=search_path(story),
        address=partial(step_page, story),
        kata_address=partial(attempt_page, story),
        script="search.js",
    )


def page_of_step(
    site_story: SiteStory, replay: Replay, frame: Frame, addresses: Addresses, python: PythonFiles
) -> str:
    """Return the page of a step."""
    story, step = site_story.story, replay.step
    path = step_page(story, step)
    follow = partial(addresses.address, path, step.readme.resolve())
    lesson = render(replay.lesson.prose, follow, OF_TEXT)
    return frame.page(
        "step.html",
        path,
        f"{step.number} {step.title}",
        lesson.first or f"Step {step.number} of {story.title}",
        replay=replay,
        story=story,
        lesson=lesson,
        question=question_of(replay, follow),
        before=story.before(step),
        after=story.after(step),
        overview=story_page(story),
        address=partial(step_page, story),
        total=len(site_story.matrix.tests),
        **to_try(site_story, replay, path, python),
    )


def question_of(replay: Replay, follow: partial[str]) -> Rendered | None:
    """Return what a step asks the room; None if it asks nothing."""
    return render(replay.lesson.question, follow, OF_TEXT) if replay.lesson.question else None


def to_try(site_story: SiteStory, replay: Replay, path: str, python: PythonFiles) -> dict[str, object]:
    """Return what a page needs on which a step can be tried."""
    step, before = replay.step, replay.before
    number = len(replay.colours)
    tests_run = "1 test runs" if number == 1 else f"{number} tests run"
    return {
        "told": {
            **python.settings(site_story.story, f"{from_page(path, python.folder)}/"),
            "step": step.number,
            "gigabytes": MOST_GIGABYTES,
            "module": step.module.name,
            "here": texts_of_step(step),
            "before": texts_of_step(before) if before else {},
        },
        "code_lines": highlight(split_lines(step.code)),
        "tests_run": tests_run if number else "",
        "script": "step.js",
        "runs_python": True,
    }


def search_path(story: Story) -> str:
    """Return the path of what a search over the steps of a story reads."""
    return f"{folder_of(story)}/search.json"


def search_entries(site_story: SiteStory) -> Iterator[dict[str, str]]:
    """Yield each step with all its words: its title; its text, and the rules of its tests."""
    for replay in site_story.replays:
        step = replay.step
        texts = []
        for markdown in (replay.lesson.prose, replay.lesson.question):
            texts.append(render(markdown, str).html.striptags())
        texts += [test.rule for test in (*replay.driving, *replay.guarding)]
        yield {
            "address": from_page(story_page(site_story.story), step_page(site_story.story, step)),
            "title": f"{step.number} {step.title}",
            "text": " ".join(" ".join(texts).split()),
        }
