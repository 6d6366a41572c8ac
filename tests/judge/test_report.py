"""make judge: who tests the tests?"""

import io
import shutil

import pytest
from helpers import workspace_of
from rich.console import Console

from dojo.attempt.create import create
from dojo.attempt.light import JudgeLight
from dojo.attempt.recording import all_lights
from dojo.judge.report import report
from judge.judging import FIZZ, ONE, TWO, judge


def said(judgement, more="riddle"):
    """What is shown of it on a screen of 80 columns, and the exit status."""
    file = io.StringIO()
    out = Console(file=file, width=80, highlight=False, markup=False, emoji=False)
    status = report(judgement, more, out)
    shown = file.getvalue()
    assert max(map(len, shown.splitlines())) <= 80
    return " ".join(shown.split()), status


@pytest.fixture
def judged(bare, capsys):
    """Judges tests with the verb, and gives all that it prints."""

    def judged(tests, status=0):
        assert bare.verb("judge", tests) == status
        return "".join(capsys.readouterr())

    return judged


NOTHING = "Nothing is judged: there is no test that runs to its end."
MISTAKE = "“x” fails on all of them: AssertionError: assert False Right solutions keep to the rules: such"
CRASHES = "status 3; it does not count “b end” ended Python itself, with status 3; it does not count"
END = "\n\ndef test_{}_end():\n    import os\n    os._exit(3)\n"
DESIGN = f"{ONE}\n\ndef test_it():\n    assert fizz.divisible(4, 2)\n"
KNOWS = "accepted 1 of 2 right solutions, each of a different design “it” fails on step 3, Fizz: Attr"
SAID = {
    "a file without a test": ("x = 1\n", 1, NOTHING),
    "a syntax error": ("def test_x(:\n", 1, f"SyntaxError: invalid syntax (test_fizz.py, line 1) {NOTHING}"),
    "a missing name": ("from fizz import x\n", 1, f"'x' from 'fizz' (fizz.py) {NOTHING}"),
    "no call": ("def test_x():\n    assert 1\n", 0, "They catch nothing yet: small has no wrong solution"),
    "a mistake in the test": ("def test_x():\n    assert False\n", 0, MISTAKE),
    "a test that knows one design": (DESIGN, 0, KNOWS),
    "two that crash": (END.format("a") + END.format("b"), 1, f"{CRASHES} {NOTHING}"),
}


@pytest.mark.parametrize(("tests", "status", "says"), SAID.values(), ids=SAID)
def test_what_there_is_to_say_is_said_plainly(tests, status, says):
    shown, found = said(judge(tests))
    assert says in shown
    assert found == status


def test_a_conftest_that_does_not_run_is_named():
    shown, _ = said(judge(ONE, conftest_py="import nothing\n"))
    assert "conftest.py does not run: ModuleNotFoundError: No module named 'nothing'" in shown


def test_how_many_are_out_of_reach_is_said(bare):
    bare.edit("mutants/never_above_one.py", "step: 1\n", "step: 2\n")
    message, _ = said(judge(ONE, story=bare.story))
    assert "caught 1 of 1 wrong ones, up to step 1, Fake it" in message
    assert "2 more wrong ones have faults that no test here reaches. Test more of: counting." in message


BEGINS, CAUSE, SHOWN = "It begins well.", "What comes after three?", "Shown by: saying 4"
DOES = "From three on everything is Fizz. It asks for the wrong thing."
CODE = "The code: mutants/always_fizz_from_three.py"
MORE = {
    "riddle": {BEGINS, "HINT=1", "REVEAL=1"},
    "hint": {BEGINS, CAUSE, "REVEAL=1"},
    "reveal": {BEGINS, DOES, SHOWN, CODE},
}


@pytest.mark.parametrize("more", MORE)
def test_a_riddle_a_hint_and_all_of_it(more):
    text, _ = said(judge(ONE, TWO, FIZZ), more)
    assert {part for part in set().union(*MORE.values()) if part in text} == MORE[more]


def test_the_judge_of_an_attempt_shows_numbers_bars_and_a_riddle_and_keeps_the_score(bare, judged):
    attempt = create(bare.workspace, "tables-3", "fizz")
    (attempt.folder / "test_fizz.py").write_text(f"{ONE}{TWO}{FIZZ}", encoding="utf-8")
    assert judged("NAME=tables-3") == (
        "accepted 2 of 2 right solutions, each of a different design\n"
        "caught   2 of 3 wrong ones, up to step 3, Fizz\n"
        "  counting       ██ 2 of 2\n"
        "  three          ░ 0 of 1\n"
        "\n"
        "The next one to catch, a mistake of step 3: It begins well.\n"
        "HINT=1 says more, REVEAL=1 shows it.\n"
        "2 of 3 catch nothing that the others don't: “one”, “fizz”\n"
        "\n"
        "Only what is in test_fizz.py was judged, and no test that the kata brought. To\n"
        "write all tests yourself:\n\n"
        "  make start NAME=tables-3-mine KATA=fizz MODE=mine\n"
    )
    light = all_lights(attempt)[-1]
    assert light == JudgeLight(number=1, when=light.when, id=light.id, accepted=(2, 2), caught=(2, 3))


def test_tests_cannot_hurt_the_workspace_and_what_the_judge_does_not_get_is_said(bare, judged):
    """They write beside themselves, and through a link: all of it goes into the copy."""
    attempt = create(bare.workspace, "tables-3", "fizz")
    (attempt.folder / "test_long.py").write_text(f"{ONE}#{'x' * 1_000_000}")
    (attempt.folder / "link.py").symlink_to(bare.path("story.toml"))
    (attempt.folder / "test_fizz.py").write_text(
        "import pathlib, fizz\n\n\ndef test_x():\n    here = pathlib.Path(__file__).parent\n"
        "    for name in ('fizz.py', 'link.py', 'test_fizz.py'):\n"
        "        (here / name).write_text('gone')\n    assert fizz.say(1) == '1'\n"
    )
    files = [*bare.root.glob("*/**/*.py"), bare.path("story.toml")]
    before = {path: path.read_bytes() for path in files}
    assert attempt.folder / "link.py" in before
    shown = " ".join(judged("NAME=tables-3").split())
    assert "Left out: test_long.py (larger than a megabyte), link.py (a link)" in shown
    assert {path: path.read_bytes() for path in files} == before
    assert sorted(bare.root.glob("*/**/*.py")) == sorted(files[:-1])


def test_our_suite_is_judged_by_the_steps_that_it_reaches(bare, judged):
    suite = f"TESTS={bare.root}/suite"
    accepted = "accepted 2 of 2 right solutions, each of a different design"
    bars = "up to step 4, Divisible counting ██ 2 of 2 three █ 1 of 1 They catch all there is to catch."
    assert " ".join(judged(suite).split()).startswith(f"{accepted} caught 3 of 3 wrong ones, {bars}")
    bare.edit("suite/test_numbers.py", '    guards(3, "four is said", 4, "4"),\n', "")
    beyond = "1 more wrong one has a fault that no test here reaches. Test more of: three."
    bars = f"up to step 2, Numbers counting ██ 2 of 2 {beyond} All wrong ones up to step 2 are caught."
    shown = " ".join(judged(f"{suite}/test_numbers.py").split())
    assert shown.startswith(f"{accepted} caught 2 of 2 wrong ones, {bars}")


def test_a_suite_that_does_not_run_and_a_story_without_an_end_are_errors_of_one_line(bare, judged):
    suite = f"TESTS={bare.root}/suite"
    bare.edit("suite/test_numbers.py", 'drives(2, "two is said", 2, "2")', 'drives(2, 2, "2")')
    (line,) = judged(suite, status=1).splitlines()
    assert line.startswith("suite/test_numbers.py:8")
    assert ": the suite does not run: TypeError: Expected id" in line
    bare.edit("story.toml", "finished = 3\n", "")
    whole = "story.toml: nothing is judged without the key finished: it names the first whole step\n"
    assert judged(suite, status=2) == whole


def test_a_file_of_any_name_is_judged_with_the_conftest_beside_it_and_so_is_a_folder(bare, judged):
    (bare.root / "mine").mkdir()
    bare.path("mine/some.py").write_text(ONE.replace("test_one()", "test_one(one)").replace("(1)", "(one)"))
    fixture = "import pytest\n\n\n@pytest.fixture\ndef one():\n    return 1\n"
    bare.path("mine/conftest.py").write_text(fixture)
    assert "accepted 2 of 2" in judged(f"TESTS={bare.root}/mine/some.py")
    bare.path("mine/test_two.py").write_text(f"import fizz\n{TWO}")
    assert "caught   2 of 2 wrong ones, up to step 2, Numbers\n" in judged(f"TESTS={bare.root}/mine")


OTHER = "{} belongs to another suite, or is a copy of one: name the suite itself, leave STORY= out, or give"
ASKED = {
    "a file of a kata's suite": (["TESTS=katas/fizz/suite/test_more.py"], 0, "up to step 4, Divisible\n"),
    "tests next to a kata": (["TESTS=katas/fizz/test_mine.py"], 0, "up to step 1, Fake it\n"),
    "no tests": (
        ["TESTS=katas/fizz/suite/rows.py"],
        2,
        "there are no tests in katas/fizz/suite/rows.py\n",
    ),
    "another story": (
        ["TESTS=katas/fizz/suite", "STORY=till"],
        2,
        f"{OTHER.format('katas/fizz/suite')} tests that import till\n",
    ),
    "a copy outside": (
        ["TESTS=../a copy", "STORY=small"],
        2,
        f"{OTHER.format('../a copy')} tests that import fizz\n",
    ),
}


@pytest.fixture(scope="module")
def two_stories(tmp_path_factory):
    """A workspace whose first story is another one than the small one, which lies in katas/fizz."""
    two = workspace_of(tmp_path_factory.mktemp("two"), honest="steps", small="katas/fizz")
    two.path("katas/fizz/test_mine.py").write_text(ONE)
    shutil.copytree(two.path("katas/fizz/suite"), two.root.parent / "a copy")
    return two


@pytest.mark.parametrize(("words", "status", "says"), ASKED.values(), ids=ASKED)
def test_tests_are_judged_for_the_story_that_they_belong_to(
    two_stories, monkeypatch, capsys, words, status, says
):
    monkeypatch.chdir(two_stories.root)
    assert two_stories.verb("judge", *words) == status
    out, err = capsys.readouterr()
    if status == 0:
        assert says in out
    else:
        assert (out, err) == ("", says)
