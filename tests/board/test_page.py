"""The page as a text: whatever a story, a test or a failure says stays text."""

import pytest

from dojo.board.page import page
from dojo.engine.cell import Cell
from dojo.engine.matrix import Matrix
from dojo.story.tests import SuiteTest

MARKUP = "<script>document.title = 'planted'</script>"
ID = "suite/test_numbers.py::test_numbers[one is said]"


def planted(story, *, rule="a rule", why="", failure="", short=""):
    """A matrix of one test, which says this."""
    test = SuiteTest(ID, rule, "drives", 1)
    red, green = Cell(ID, rule, "red", why, failure, short), Cell(ID, rule, "green")
    cells = {(ID, step.number): green if step.number else red for step in story.steps}
    return Matrix(story, story.steps, [test], cells)


@pytest.mark.parametrize("where", ["rule", "why", "short"])
def test_markup_stays_text(small, where):
    html = page(planted(small.story, **{where: MARKUP}))
    assert "planted" in html
    assert MARKUP not in html
    assert html.count("<script") == 3


def test_the_title_of_a_story_stays_text(small):
    small.edit("story.toml", '"Fizz, step by step"', f'"{MARKUP}"')
    html = page(planted(small.story))
    assert "planted" in html
    assert MARKUP not in html
    assert html.count("<script") == 3


def test_a_change_to_try_is_shown_as_a_change(small):
    block = f"```diff\n def say(number):\n-    return 1\n+    return {MARKUP}\n```\n\n"
    small.edit("step_01/README.md", "**Ask the room:**", f"{block}**Ask the room:**")
    html = page(planted(small.story))
    assert '<pre><code class="language-diff"><span class=line> def say' in html
    assert "<span class=line> def say(number):</span><del class=line>-    return 1</del>" in html
    assert "<ins class=line>+    return &lt;script&gt;" in html
    assert MARKUP not in html


def test_the_story_of_a_step_lets_no_markup_through(small):
    readme = small.path("step_01/README.md")
    readme.write_text(readme.read_text(encoding="utf-8") + f"\n{MARKUP}\n![x](y.png)\n", encoding="utf-8")
    html = page(planted(small.story))
    assert "planted" in html
    assert MARKUP not in html
    assert "<img" not in html


def test_the_code_of_a_step_stays_text(small):
    small.edit("step_01/fizz.py", '"""Fizz."""', f'"""Fizz."""  # {MARKUP}')
    html = page(planted(small.story))
    assert "planted" in html
    assert MARKUP not in html
