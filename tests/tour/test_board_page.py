"""The page as a text: whatever a story, a test or a failure says stays text."""

import pytest

from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.tests import Mark, SuiteTest
from dojo.tour.board_page import page

MARKUP = "<script>document.title = 'planted'</script>"
ID = "suite/test_numbers.py::test_numbers[one is said]"


def planted(story, *, rule="a rule", why="", failure="", short=""):
    """A matrix of one test, which says this."""
    test = SuiteTest(ID, rule, Mark.DRIVES, 1)
    red, green = Result(ID, rule, "red", why, failure, short), Result(ID, rule, "green")
    cells = {(ID, step.number): green if step.number else red for step in story.steps}
    return Matrix(story, story.steps, [test], cells)


@pytest.mark.parametrize("where", ["rule", "why", "short"])
def test_markup_stays_text(small, where):
    html = page(planted(small.story, **{where: MARKUP}))
    assert "planted" in html
    assert MARKUP not in html
    assert html.count("<script") == 3


@pytest.mark.parametrize(("unwritten", "is_said"), [(0, True), (1, False)])
def test_where_a_mutant_may_be_missing_it_does_not_say_that_each_test_has_failed(small, unwritten, is_said):
    html = page(planted(small.story), unwritten)
    assert ("Each has failed by its own assertion" in html) == is_said


def test_code_that_is_given_has_green_tests_and_no_step_before(small):
    test = SuiteTest(ID, "a rule", Mark.GUARDS, 0)
    cells = {(ID, step.number): Result(ID, "a rule", "green") for step in small.story.steps}
    html = " ".join(page(Matrix(small.story, small.story.steps, [test], cells)).split())
    assert "1 green from the start</p> <p>Nothing is red: this code is given, and so are its tests." in html
    assert "<h3>Given with the code, and green</h3>" in html


def test_a_step_that_no_test_drives_says_how_many_colours_it_changes(small):
    html = " ".join(page(planted(small.story)).split())
    assert "<p>Of 1 tests, none changed colour.</p>" in html


GERMAN = """\
# Schritt 01 · Eins

*Kapitel 1 · Zählen · der Test zuerst*

Eine Konstante genügt.

**Frag in die Runde:** und was
kommt danach?
"""


def test_a_readme_is_shown_in_the_language_that_is_asked_for(small):
    small.path("step_01/README.de.md").write_text(GERMAN)
    german = page(planted(small.story), languages=["fr", "de"])
    assert '<div class="prose" lang="de">\n<p>Eine Konstante genügt.</p>' in german
    asked = '<div class="question" lang="de"><p>Frag in die Runde</p><p>Und was\nkommt danach?</p></div>'
    assert asked in german
    # the other steps have no German
    assert german.count('lang="de"') == 2
    assert "<p>Ask the room</p>" in german
    assert 'lang="de"' not in page(planted(small.story), languages=["en", "de"])


def test_a_translation_without_a_question_is_shown(small):
    small.path("step_01/README.de.md").write_text(GERMAN.partition("**Frag")[0])
    assert page(planted(small.story), languages=["de"]).count('lang="de"') == 1


def test_a_change_to_try_is_shown_as_a_change(small):
    block = f"```diff\n def say(number):\n-    return 1\n+    return {MARKUP}\n```\n\n"
    small.edit("step_01/README.md", "**Ask the room:**", f"{block}**Ask the room:**")
    html = page(planted(small.story))
    assert '<pre><code class="language-diff"><span class=line> def say' in html
    assert "<span class=line> def say(number):</span><del class=line>-    return 1</del>" in html
    assert "<ins class=line>+    return &lt;script&gt;" in html
    assert MARKUP not in html


ASK = "**Ask the room:**"
EDITS = {
    "the title": ("story.toml", '"Fizz, step by step"', f'"{MARKUP}"'),
    "a story": ("step_01/README.md", ASK, f"{MARKUP}\n{ASK}"),
    "a question": ("step_01/README.md", ASK, f"{ASK} {MARKUP}"),
    "a picture": ("step_01/README.md", ASK, f"![planted](y.png)\n{ASK}"),
    "a link": ("step_01/README.md", ASK, f"[planted](y.html)\n{ASK}"),
    "the code": ("step_01/fizz.py", '"""Fizz."""', f'"""Fizz."""  # {MARKUP}'),
}


@pytest.mark.parametrize(("path", "old", "new"), EDITS.values(), ids=EDITS)
def test_what_a_story_says_stays_text(small, path, old, new):
    small.edit(path, old, new)
    html = page(planted(small.story))
    assert "planted" in html
    assert [word for word in ("<img", "y.html", MARKUP) if word in html] == []
    assert html.count("<script") == 3


@pytest.mark.parametrize("end", ["\n\n", "# the end"], ids=["empty lines", "no line end"])
def test_a_step_that_ends_otherwise_is_shown(small, end):
    module = small.path("step_02/fizz.py")
    module.write_text(f"{module.read_text(encoding='utf-8')}{end}", encoding="utf-8")
    assert "<h2" in page(planted(small.story))


def test_how_a_step_is_told(small):
    """The question stands apart from the story, and a refactoring is not called red."""
    html = page(planted(small.story))
    assert "Ask the room:" not in html
    called = {n: 'beat-name red">Red' in html.split(f'id="step-{n}-red-head"')[1][:400] for n in (0, 1, 2)}
    assert called == {0: False, 1: True, 2: False}
    assert '<select id="jump">\n<option value="" hidden>choose one</option>' in html


KINDS = {
    "refactoring": ("↻", "a refactoring", "What would you tidy?"),
    "another design": ("≡", "another design", "How else could you write it?"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_that_no_test_drives_has_the_mark_of_its_kind(small, kind):
    mark, name, question = KINDS[kind]
    small.edit("step_04/README.md", "refactoring*", f"{kind}*")
    html = page(planted(small.story))
    assert f'<span role="img" aria-label="{name}">{mark}</span>' in html
    assert f"</span> Divisible {mark}</a>" in html
    assert f"No test drives step 4: it is {name}." in html
    assert f'data-ask="{question}"' in html
