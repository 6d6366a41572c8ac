"""make judge: who tests the tests?"""

import io
import os
import re

import pytest
from rich.console import Console

from dojo.attempts import find
from dojo.bench_judge import forty_tests
from dojo.documents import DOCUMENTS, NAMES
from dojo.judged import told
from dojo.jury import judged
from dojo.lights import all_lights
from dojo.snapshot import File, taken
from dojo.start import start
from dojo.trial import try_all
from dojo.wrong import all_wrong

CARDS = "import poker\n\n\ndef test_a_jack():\n    assert poker.card('J♣') > poker.card('T♣')\n"
QUEENS = "\n\ndef test_a_queen():\n    assert poker.card('Q♣') > poker.card('J♣')\n"
ACES = "\n\ndef test_an_ace():\n    assert poker.card('A♣') > poker.card('K♣')\n"
LOOP = "\n\ndef test_a_loop():\n    while True:\n        pass\n"


def judge(*tests, **files):
    """The judgement of a test file with this text, and of other files."""
    files = {"test_poker.py": "".join(tests)} | {name.replace("_py", ".py"): t for name, t in files.items()}
    return judged({os.fsencode(name): File("100644", text.encode()) for name, text in files.items()})


def said(judgement, more="riddle"):
    """What is shown of it on a screen of 80 columns."""
    out = Console(file=io.StringIO(), width=80, highlight=False, markup=False, emoji=False)
    told(judgement, more, out)
    return out.file.getvalue()


def names(wrongs):
    return [wrong.name for wrong in wrongs]


@pytest.fixture(scope="module")
def of_faces():
    """The judgement of tests that know the values of cards."""
    return judge(CARDS, QUEENS)


@pytest.fixture
def attempt(workspace):
    """An attempt whose own tests know the values of cards."""
    attempt = start("tables-3", "holdem", workspace.root)
    (attempt.folder / "test_poker.py").write_text(CARDS + QUEENS, encoding="utf-8")
    return attempt


def test_every_right_evaluator_accepts_and_some_wrong_ones_are_caught(of_faces):
    assert [step.number for step in of_faces.accepted] == [43, 44, 45, 46, 47, 48, 49]
    assert names(of_faces.caught) == ["queen_below_jack"]
    assert names(of_faces.alive) == ["ace_always_low", "king_above_ace", "ten_below_nine"]


REACHES = [
    pytest.param("poker.card('6♣') == poker.card('6♣')", 1, 0, id="a card"),
    pytest.param("poker.card('J♣') > poker.card('T♣')", 4, 4, id="faces"),
    pytest.param("poker.flush(poker.cards('A♠ T♠ 3♠ 4♠ 2♠'))", 8, 10, id="a flush"),
    pytest.param("not poker.flush(poker.cards('A♠ T♣ 3♣ 4♣ 2♣'))", 7, 6, id="no flush"),
    pytest.param(
        "poker.hand(poker.cards('2♦ 2♠ 2♥ 2♣ 3♦')) > poker.hand(poker.cards('A♥ A♦ A♠ K♥ K♠'))",
        17,
        35,
        id="four of a kind",
    ),
]


@pytest.mark.parametrize(("says", "step", "wrong"), REACHES)
def test_they_are_judged_by_the_wrong_ones_of_the_steps_that_they_reach(says, step, wrong):
    judgement = judge(f"import poker\n\n\ndef test_it():\n    assert {says}\n")
    assert (judgement.reach, len(judgement.wrong)) == (step, wrong)
    assert all(wrong.step <= step for wrong in judgement.wrong)


def test_what_shows_through_functions_that_they_do_not_call_is_none_of_their_business():
    judgement = judge("import poker\n\n\ndef test_it():\n    assert poker.left_wins([]) == 0\n")
    assert judgement.reach == 43
    assert "ties_count_as_wins" in names(judgement.wrong)
    assert {wrong.theme for wrong in judgement.wrong}.isdisjoint({"best of seven", "marking", "labels"})


def test_a_test_that_fails_on_a_right_evaluator_catches_nothing():
    judgement = judge("import poker\n\n\ndef test_it():\n    assert poker.card('A♣') == (14, '♣')\n", ACES)
    assert judgement.accepted == []
    assert judgement.unsound == {"test_poker.py::test_it"}
    assert names(judgement.caught) == ["ace_always_low", "king_above_ace"]


def test_a_test_that_knows_one_design_is_not_accepted_by_another():
    judgement = judge(
        "import poker\n\n\ndef test_it():\n    assert poker.largest_group_first([]) == []\n", ACES
    )
    assert 43 in [step.number for step in judgement.accepted]
    assert 47 not in [step.number for step in judgement.accepted]


def test_the_ones_that_catch_nothing_of_their_own_are_known():
    assert judge(CARDS, QUEENS, ACES).idle == ["test_poker.py::test_a_jack"]
    assert len(judge(QUEENS.replace("\n\n", "import poker\n\n", 1), QUEENS.replace("a_q", "the_q")).idle) == 2


def test_what_hangs_is_put_aside_and_the_others_are_judged():
    judgement = judge(CARDS, LOOP, QUEENS)
    assert judgement.falls == ["“a loop” not done after 2 seconds: is there a loop without an end?"]
    assert names(judgement.caught) == ["queen_below_jack"]


def test_what_crashes_python_is_put_aside_and_the_others_are_judged():
    judgement = judge(CARDS, "\n\ndef test_x():\n    import os\n    os._exit(3)\n", QUEENS)
    assert judgement.falls == ["“x” ended Python itself, with status 3"]
    assert names(judgement.caught) == ["queen_below_jack"]


def test_nothing_depends_on_how_many_run_at_a_time_and_in_which_order(monkeypatch, of_faces):
    monkeypatch.setattr("dojo.jury.try_all", lambda trials: try_all(trials[::-1], at_once=7))
    after = judge(CARDS, QUEENS)
    assert (after.caught, after.reach, after.idle) == (of_faces.caught, of_faces.reach, of_faces.idle)


FORK = "\n\ndef test_x():\n    import os, time\n    if os.fork() == 0:\n        time.sleep(600)\n"
MARKED = "\n\nimport pytest\n\n\n@pytest.mark.xfail\ndef test_x():\n    assert False\n"


def test_what_forks_holds_nobody_up():
    assert names(judge(CARDS, QUEENS, FORK).caught) == ["queen_below_jack"]


def test_a_test_that_is_expected_to_fail_is_no_fault():
    assert judge(CARDS, MARKED).unsound == set()


def test_what_a_test_writes_by_a_name_alone_is_not_written_here(here):
    before = sorted(here.root.iterdir())
    judgement = judge(CARDS, "\n\nopen('read.txt', 'w')\n\n\ndef test_x():\n    open('ran.txt', 'w')\n")
    assert (len(judgement.accepted), sorted(here.root.iterdir())) == (7, before)


SAID = [
    pytest.param("", 1, "There are no tests.", id="no tests"),
    pytest.param("x = 1\n", 1, "There are no tests.", id="a file without a test"),
    pytest.param("def test_x(:\n", 1, "SyntaxError: invalid syntax in line 1 No", id="a syntax error"),
    pytest.param("from poker import joker\n", 1, "'joker' from 'poker' No test runs.", id="a missing name"),
    pytest.param("raise SystemExit\n", 1, "test_poker.py does not run: SystemExit", id="an end of Python"),
    pytest.param("import nothing\n", 1, "No module named 'nothing'", id="a missing module"),
    pytest.param("def test_x():\n    assert 1\n", 0, "These tests never call the evaluator.", id="no call"),
    pytest.param("def test_x():\n    assert False\n", 0, "accepted 0 of 7", id="False"),
    pytest.param("def test_x():\n    assert False\n", 0, "fails on every one: AssertionError", id="which"),
    pytest.param("def test_x():\n    assert False\n", 0, "the mistake is in the test", id="whose mistake"),
    pytest.param(f"{LOOP}{LOOP.replace('a_', 'b_')}", 1, "Too many tests hang or crash", id="two loops"),
    pytest.param(
        "import poker\n\ndef test_x():\n    assert poker.card('6♣') == poker.card('6♣')\n",
        0,
        "nothing yet that any of the wrong evaluators gets wrong",
        id="too early",
    ),
]


@pytest.mark.parametrize(("tests", "status", "says"), SAID)
def test_what_there_is_to_say_is_said_plainly(tests, status, says):
    judgement = judge(tests)
    assert says in " ".join(said(judgement).split())
    assert told(judgement, "riddle", Console(file=io.StringIO())) == status
    assert max(map(len, said(judgement).splitlines())) <= 80


def test_what_hangs_when_it_is_read_ends_in_time_and_is_an_error_of_make(workspace):
    workspace.path("test_mine.py").write_text("while True:\n    pass\n", encoding="utf-8")
    made = workspace.make("judge", "TESTS=test_mine.py")
    assert made.returncode == 2
    said = (
        "test_mine.py does not run: not done after 6 seconds: is there a loop without an end? No test runs."
    )
    assert " ".join(made.stdout.split()) == said
    assert "Traceback" not in made.stdout + made.stderr


@pytest.mark.usefixtures("attempt")
def test_the_judge_of_an_attempt_shows_numbers_bars_and_a_riddle_and_keeps_the_score(workspace):
    made = workspace.make("judge", "NAME=tables-3", "HINT=1")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith(
        "accepted 7 of 7 right evaluators, each of another design\n"
        "caught   1 of 4 wrong ones, up to step 4, Faces\n"
    )
    assert "  reading cards  █░░░ 1 of 4\n" in made.stdout
    assert "The first shall be the last" in made.stdout
    assert "What does an ace beat?" in made.stdout
    assert "87 more are wrong about what these tests do not reach." in made.stdout
    light = all_lights(find("tables-3", workspace.root))[-1]
    assert (light.verb, light.judged) == ("judge", False)
    assert light.told == {"accepted": [7, 7], "caught": [1, 4], "reach": 4}
    assert "judge  accepts 7 of 7, catches 1 of 4" in workspace.make("lights", "NAME=tables-3").stdout


MORE = [
    pytest.param("riddle", ["The first shall be the last"], ["2♠", "What does an ace beat?"], id="riddle"),
    pytest.param("hint", ["The first shall", "What does an ace beat?"], ["2♠"], id="hint"),
    pytest.param("reveal", ["A♣ against 2♠", "katas/wrong/ace_always_low.py"], [], id="reveal"),
]


@pytest.mark.parametrize(("more", "there", "not_there"), MORE)
def test_a_riddle_a_hint_and_all_of_it(of_faces, more, there, not_there):
    text = said(of_faces, more)
    assert [part for part in there if part not in text] == []
    assert [part for part in not_there if part in text] == []


def test_tests_cannot_hurt_the_workspace(workspace, attempt):
    """They write beside themselves, and through a link: all of it goes into the copy."""
    (attempt.folder / "link.py").symlink_to(workspace.path("README.md"))
    text = (
        "import pathlib, poker\n\n\ndef test_x():\n    here = pathlib.Path(__file__).parent\n"
        "    for name in ('poker.py', 'link.py', 'test_poker.py'):\n"
        "        (here / name).write_text('gone')\n    assert poker.card('J♣') > poker.card('T♣')\n"
    )
    (attempt.folder / "test_poker.py").write_text(text, encoding="utf-8")
    before = {path: path.read_bytes() for path in sorted(workspace.root.glob("*/**/*.py"))}
    assert workspace.make("judge", "NAME=tables-3").returncode == 0
    assert {path: path.read_bytes() for path in sorted(workspace.root.glob("*/**/*.py"))} == before


def test_our_suite_is_accepted_by_all_and_catches_all(here):
    made = here.make("judge", "TESTS=tests/suite")
    accepted, caught = re.findall(r"^(?:accepted|caught) +(\d+ of \d+)", made.stdout, re.MULTILINE)
    assert [number.split(" of ")[0] == number.split(" of ")[1] for number in (accepted, caught)] == [
        True,
        True,
    ]
    assert "Nothing is left to catch." in made.stdout


def test_a_part_of_our_suite_is_judged_by_the_steps_that_it_reaches(here):
    made = here.make("judge", "TESTS=tests/suite/test_cards.py")
    assert "caught   4 of 4 wrong ones, up to step 6, Suits" in made.stdout


ERRORS = [
    pytest.param(["TESTS=nowhere"], "there is no nowhere: TESTS= names", id="nowhere"),
    pytest.param(["NAME=nobody"], "there is no attempt", id="nobody"),
    pytest.param(
        ["TESTS=tests/suite/rows.py"], "there are no tests in tests/suite/rows.py", id="no tests of ours"
    ),
]


@pytest.mark.parametrize(("words", "told"), ERRORS)
def test_what_cannot_be_judged_is_an_error_of_one_line(workspace, words, told):
    made = workspace.make("judge", *words)
    line, of_make = made.stderr.splitlines()
    assert told in line
    assert (made.returncode, made.stdout, of_make[:5]) == (2, "", "make:")


def test_a_file_of_any_name_is_judged(workspace):
    workspace.path("mine.py").write_text(CARDS, encoding="utf-8")
    assert "accepted 7 of 7" in workspace.make("judge", "TESTS=mine.py").stdout


def test_a_conftest_that_does_not_run_is_named():
    judgement = judge(CARDS, conftest_py="import nothing\n")
    assert "No module named 'nothing'" in judgement.faults[0].why


def test_the_forty_tests_of_the_bench_are_judged_by_all_there_are(tmp_path):
    forty_tests(tmp_path)
    judgement = judged(taken(tmp_path).files)
    assert (len(judgement.tests), judgement.wrong.keys()) == (40, set(all_wrong()))
    assert judgement.reach == 43


def test_every_document_is_judged(here):
    assert sorted(file.name for file in here.path(DOCUMENTS).glob("*.py")) == sorted(NAMES)
