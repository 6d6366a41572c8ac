"""make judge: who tests the tests?"""

import io
import shutil

import pytest
from helpers import TOP, workspace_of
from rich.console import Console

from dojo.attempt.create import create
from dojo.attempt.light import all_lights
from dojo.judge.report import report
from judge.judging import FIZZ, LOOP, ONE, TWO, judge


def said(judgement, more="riddle"):
    """What is shown of it on a screen of 80 columns."""
    out = Console(file=io.StringIO(), width=80, highlight=False, markup=False, emoji=False)
    report(judgement, more, out)
    return out.file.getvalue()


NOTHING = "Nothing is judged: there is no test that runs to its end."
HANGS = f"fizz.py does not run: not done after 0.6 seconds: is there a loop without an end? {NOTHING}"
MISTAKE = (
    "“x” fails on all of them: AssertionError: assert False Right solutions keep to the rules: such a test"
)
CRASHES = "status 3; it does not count “b end” ended Python itself, with status 3; it does not count"
END = "\n\ndef test_{}_end():\n    import os\n    os._exit(3)\n"
DESIGN = f"{ONE}\n\ndef test_it():\n    assert fizz.divisible(4, 2)\n"
SAID = {
    "a file without a test": ("x = 1\n", 1, NOTHING),
    "a syntax error": ("def test_x(:\n", 1, f"SyntaxError: invalid syntax (test_fizz.py, line 1) {NOTHING}"),
    "a missing name": ("from fizz import x\n", 1, f"'x' from 'fizz' (fizz.py) {NOTHING}"),
    "an end of Python": ("raise SystemExit\n", 1, "test_fizz.py does not run: SystemExit"),
    "no call": ("def test_x():\n    assert 1\n", 0, "They catch nothing yet: small has no wrong solution"),
    "a mistake in the test": ("def test_x():\n    assert False\n", 0, MISTAKE),
    "a test that knows one design": (DESIGN, 0, "“it” fails on step 3, Fizz: AttributeError: "),
    "two that crash": (END.format("a") + END.format("b"), 1, f"{CRASHES} {NOTHING}"),
    "two loops": (f"{LOOP}{LOOP.replace('a_', 'b_')}", 1, f"end?; it does not count {NOTHING}"),
    "a file that hangs when read": ("while True: pass\n", 1, HANGS),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("tests", "status", "says"), SAID.values(), ids=SAID)
def test_what_there_is_to_say_is_said_plainly(tests, status, says):
    judgement = judge(tests)
    shown = said(judgement)
    assert says in " ".join(shown.split())
    assert report(judgement, "riddle", Console(file=io.StringIO())) == status
    assert max(map(len, shown.splitlines())) <= 80


def test_how_many_are_out_of_reach_is_said_and_that_none_is_reached_yet(small):
    small.edit("mutants/never_above_one.py", "step: 1\n", "step: 2\n")
    assert "They catch nothing yet: small has no wrong solution that" in said(judge(ONE, story=small.story))
    shutil.copy(TOP / "tests" / "small" / "mutants" / "counts_from_zero.py", small.root / "mutants")
    told = " ".join(said(judge.__wrapped__(ONE, story=small.story)).split())
    assert "caught 1 of 1 wrong ones, up to step 1, Fake it" in told
    assert "2 more wrong ones have faults that no test here reaches. No test yet for: counting." in told


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
    text = said(judge(ONE, TWO, FIZZ), more)
    assert {part for part in set().union(*MORE.values()) if part in text} == MORE[more]


@pytest.fixture
def attempt(small):
    return create(small.workspace, "tables-3", "fizz")


def test_the_judge_of_an_attempt_shows_numbers_bars_and_a_riddle_and_keeps_the_score(small, attempt, capsys):
    (attempt.folder / "test_fizz.py").write_text(f"{ONE}{TWO}{FIZZ}", encoding="utf-8")
    assert small.verb("judge", "NAME=tables-3", "HINT=1") == 0
    assert capsys.readouterr().out == (
        "accepted 2 of 2 right solutions, each of a different design\n"
        "caught   1 of 2 wrong ones, up to step 3, Fizz\n"
        "  counting       █ 1 of 1\n"
        "  three          ░ 0 of 1\n"
        "\n"
        "The next one to catch, a mistake of step 3: It begins well.\n"
        "What comes after three?\n"
        "REVEAL=1 shows it.\n"
        "2 of 3 catch nothing that another does not: “one”, “fizz”\n"
    )
    light = all_lights(attempt)[-1]
    assert (light.verb, light.judged) == ("judge", False)
    assert (light.accepted, light.caught, light.reach) == ((2, 2), (1, 2), 3)


def test_tests_cannot_hurt_the_workspace_and_what_the_judge_does_not_get_is_said(small, attempt, capsys):
    """They write beside themselves, and through a link: all of it goes into the copy."""
    (attempt.folder / "test_long.py").write_text(f"{ONE}#{'x' * 1_000_000}")
    (attempt.folder / "link.py").symlink_to(small.path("story.toml"))
    (attempt.folder / "test_fizz.py").write_text(
        "import pathlib, fizz\n\n\ndef test_x():\n    here = pathlib.Path(__file__).parent\n"
        "    for name in ('fizz.py', 'link.py', 'test_fizz.py'):\n"
        "        (here / name).write_text('gone')\n    assert fizz.say(1) == '1'\n"
    )
    files = [*small.root.glob("*/**/*.py"), small.path("story.toml")]
    before = {path: path.read_bytes() for path in files}
    assert attempt.folder / "link.py" in before
    assert small.verb("judge", "NAME=tables-3") == 0
    assert {path: path.read_bytes() for path in files} == before
    assert sorted(small.root.glob("*/**/*.py")) == sorted(files[:-1])
    said = " ".join(capsys.readouterr().out.split())
    assert "Left out: test_long.py (larger than a megabyte), link.py (a link)" in said


def test_our_suite_is_accepted_by_all_and_catches_all(small, capsys):
    assert small.verb("judge", f"TESTS={small.root}/suite") == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "accepted 2 of 2 right solutions, each of a different design\n"
        "caught   2 of 2 wrong ones, up to step 4, Divisible\n"
    )
    assert "They catch all there is to catch." in said
    small.edit("story.toml", 'mutants = "mutants"\n', "")
    assert small.verb("judge", f"TESTS={small.root}/suite") == 0
    out = capsys.readouterr().out
    assert "accepted 2 of 2" in out
    assert out.endswith("They catch nothing yet: small has no wrong solution that they reach.\n")


def test_a_part_of_our_suite_is_judged_by_the_steps_that_it_reaches(small, capsys):
    small.edit("suite/test_numbers.py", '    guards(3, "four is said", 4, "4"),\n', "")
    assert small.verb("judge", f"TESTS={small.root}/suite/test_numbers.py") == 0
    said = capsys.readouterr().out
    assert "caught   1 of 1 wrong ones, up to step 2, Numbers\n" in said
    beyond = "1 more wrong one has a fault that no test here reaches. No test yet for: three."
    assert f"{beyond} All wrong ones up to step 2 are caught." in " ".join(said.split())


def test_a_row_of_which_no_test_can_be_made_is_an_error_of_one_line(small, capsys):
    small.edit("suite/test_numbers.py", 'drives(2, "two is said", 2, "2")', 'drives(2, 2, "2")')
    assert small.verb("judge", f"TESTS={small.root}/suite") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("suite/test_numbers.py:8")
    assert ": the suite does not run: TypeError: Expected id" in line


def test_a_file_of_any_name_is_judged_with_the_conftest_beside_it_and_so_is_a_folder(small, capsys):
    (small.root / "mine").mkdir()
    small.path("mine/some.py").write_text(ONE.replace("test_one()", "test_one(one)").replace("(1)", "(one)"))
    fixture = "import pytest\n\n\n@pytest.fixture\ndef one():\n    return 1\n"
    small.path("mine/conftest.py").write_text(fixture)
    assert small.verb("judge", f"TESTS={small.root}/mine/some.py") == 0
    assert "accepted 2 of 2" in capsys.readouterr().out
    small.path("mine/test_two.py").write_text(f"import fizz\n{TWO}")
    assert small.verb("judge", f"TESTS={small.root}/mine") == 0
    assert "caught   1 of 1 wrong ones, up to step 2, Numbers\n" in capsys.readouterr().out


def test_a_conftest_that_does_not_run_is_named():
    """Of one's own tests it speaks in the plural."""
    judgement = judge(ONE, conftest_py="import nothing\n")
    assert "No module named 'nothing'" in judgement.faults[0].why
    assert "your own tests do not run: " in said(judgement)


@pytest.fixture
def two(tmp_path, monkeypatch):
    """A workspace whose first story is another one than the small one, which lies in katas/fizz."""
    copy = workspace_of(tmp_path, honest="steps", small="katas/fizz")
    copy.path("katas/fizz/test_mine.py").write_text(ONE)
    monkeypatch.chdir(copy.root)
    return copy


BELONGING = {
    "its suite, in part": (["TESTS=katas/fizz/suite/test_more.py"], "up to step 4, Divisible\n"),
    "what lies in its folder": (["TESTS=katas/fizz/test_mine.py"], "up to step 1, Fake it\n"),
    "as it is named": (["TESTS=katas/fizz/suite", "STORY=small"], "up to step 4, Divisible\n"),
}


@pytest.mark.parametrize(("words", "told"), BELONGING.values(), ids=BELONGING)
def test_tests_are_judged_for_the_story_that_they_belong_to(two, capsys, words, told):
    assert two.verb("judge", *words) == 0
    assert told in capsys.readouterr().out


OTHER = "{} belongs to another suite, or is a copy of one: name the suite itself, leave STORY= out, or give"
WHOLE = "story.toml: nothing is judged without the key finished: it names the first whole step\n"
ERRORS = {
    "TESTS=nowhere": "there is no nowhere: TESTS= names a file of tests, or a folder\n",
    "NAME=nobody": "there is no attempt nobody: make start NAME=nobody makes it\n",
    "TESTS=katas/fizz/suite/rows.py": "there are no tests in katas/fizz/suite/rows.py\n",
    "TESTS=katas/fizz/suite STORY=till": f"{OTHER.format('katas/fizz/suite')} tests that import till\n",
    "TESTS=../a copy STORY=small": f"{OTHER.format('../a copy')} tests that import fizz\n",
}


@pytest.mark.parametrize(("words", "told"), ERRORS.items(), ids=ERRORS)
def test_what_cannot_be_judged_is_an_error_of_one_line(two, capsys, words, told):
    shutil.copytree(two.path("katas/fizz/suite"), two.root.parent / "a copy")
    assert two.verb("judge", *words.replace(" STORY", "|STORY").split("|")) == 2
    assert capsys.readouterr() == ("", told)


def test_a_story_without_a_finished_step_cannot_judge(small, capsys):
    small.edit("story.toml", "finished = 3\n", "")
    assert small.verb("judge", f"TESTS={small.root}/suite") == 2
    assert capsys.readouterr() == ("", WHOLE)
