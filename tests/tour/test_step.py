"""`make step-7 test`, `red` and the like, on steps with a fault in them."""

import pytest

from dojo.tour.reader import split


def test_a_red_step_fails_and_says_so(workspace, capsys):
    workspace.edit("step_07/poker.py", 'cards[0].suit == "♣"', 'cards[0].suit == "♠"')
    assert workspace.verb("step-7", "test") == 1
    said = capsys.readouterr().out
    assert "step 7: 11 green, 2 RED (“five clubs are a flush” and 1 more), " in said
    assert "first the bar has to be green." in said


def test_a_broken_step_is_amber(workspace, capsys):
    workspace.edit("step_07/poker.py", "    return cards[0].suit", "    return cards[9].suit")
    assert workspace.verb("step-7", "test") == 1
    assert " AMBER (“five clubs are a flush” and 1 more), " in capsys.readouterr().out


def test_a_run_that_is_broken_off_does_not_say_how_far_the_step_is(workspace, capsys):
    flush = "def flush(cards):\n"
    workspace.edit("step_07/poker.py", flush, f"{flush}    raise KeyboardInterrupt\n")
    assert workspace.verb("step-7", "test") == 2
    assert "step 7:" not in capsys.readouterr().out


def test_more_than_was_asked_for_is_green_and_is_told(workspace, capsys):
    workspace.path("step_07/poker.py").write_text(workspace.path("step_08/poker.py").read_text())
    assert workspace.verb("step-7", "test") == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "“five spades are a flush”, which passes already: the code does more than it was asked" in text


def test_a_step_that_does_not_load_is_told_of_once(workspace, capsys):
    workspace.edit("step_07/poker.py", "def flush(cards):", "def flush(cards:")
    assert workspace.verb("step-7", "test") == 1
    said = capsys.readouterr().out
    assert said.count("ERROR at setup of") == 1
    assert "step 7 does not load: SyntaxError: '(' was never closed (poker.py, line 30)" in said
    assert "conftest" not in said


def test_a_test_without_its_mark_is_named_in_a_line(workspace, capfd):
    workspace.edit("tests/suite/test_cards.py", "@pytest.mark.drives(1)\n", "")
    assert workspace.verb("step-7", "test") == 4
    out, err = capfd.readouterr()
    assert "test_a_card_equals_itself[step_07]: mark it with one drives(N) or guards(N)" in err
    assert "INTERNALERROR" not in out + err


def test_red_fails_where_the_step_before_breaks(workspace, capsys):
    workspace.edit("step_06/poker.py", "    return True", "    return cards[9]")
    assert workspace.verb("step-7", "red") == 1
    assert "Not red: “a spade among clubs is no flush” is amber on step 6" in capsys.readouterr().out


def test_red_fails_where_the_step_before_passes_already(workspace, capsys):
    workspace.path("step_06/poker.py").write_text(workspace.path("step_08/poker.py").read_text())
    assert workspace.verb("step-7", "red") == 1
    assert "Not red: “a spade among clubs is no flush” passes on step 6 already." in capsys.readouterr().out


def test_whether_there_is_a_red_is_asked_of_the_tests_and_not_of_the_story(workspace, capsys):
    workspace.edit("step_19/README.md", "test first", "refactoring")
    assert workspace.verb("step-19", "red") == 0
    assert "1 test, red on step 18" in capsys.readouterr().out


def test_an_error_that_is_asked_for_and_does_not_come_is_red(workspace, capsys):
    """It is the test's own assertion that fails; nothing is broken."""
    workspace.edit("step_42/poker.py", 'raise CardError(f"{word} is there twice")', "pass")
    workspace.verb("step-42")
    assert "1 RED (“a card may not be there twice”)" in " ".join(capsys.readouterr().out.split())


def test_the_green_of_a_story_begins_a_screen_of_its_own():
    red, answer = split("# Step 07\n\n## Red\n\nit fails\n\n## Green\n\nit passes\n")
    assert "it fails" in red
    assert answer.startswith("\n## Green")


def test_a_story_without_a_red_begins_on_one_screen():
    story = "# Step 11\n\n## Green\n\nboth pairs win\n"
    assert split(story) == (story, "")


def test_a_diff_is_a_patch(workspace, capsys, tmp_path):
    assert workspace.verb("step-8", "diff") == 0
    (tmp_path / "step.patch").write_text(capsys.readouterr().out, encoding="utf-8")
    before, after = workspace.path("step_07/poker.py"), workspace.path("step_08/poker.py")
    workspace.run("patch", "--quiet", before, tmp_path / "step.patch")
    assert before.read_text() == after.read_text()


def test_a_step_whose_file_is_gone_says_how_to_get_it_back(workspace, capsys):
    workspace.path("step_08/poker.py").unlink()
    assert workspace.verb("step-8", "diff") == 1
    assert capsys.readouterr().err.endswith("poker.py is missing: git checkout steps brings it back\n")


COVERAGE = [
    pytest.param("step-2", 0, "step_02_numbers      2         0  100.0 %", id="a step"),
    pytest.param("STORY=", 0, "step_03_fizz", id="all steps"),
]


@pytest.mark.parametrize(("words", "status", "said"), COVERAGE)
def test_coverage(small, capsys, words, status, said):
    assert small.verb("coverage", words) == status
    assert said in capsys.readouterr().out


def test_coverage_names_what_is_missed_and_fails(small, capsys):
    small.edit(
        "step_02/fizz.py",
        "    return str(number)\n",
        "    if not number:\n        return 0\n    return str(number)\n",
    )
    assert small.verb("coverage", "step-2") == 1
    assert "line 7, the branch from line 6 to 7" in " ".join(capsys.readouterr().out.split())


def test_red_tells_on_which_earlier_steps_a_test_was_green_by_luck(small, capsys):
    """Two is said on step 1 too, for show, and no more on step 2: what is known without a run is told."""
    small.edit(
        "suite/test_numbers.py", 'drives(2, "two is said", 2, "2")', 'drives(3, "six is said", 6, "Fizz")'
    )
    small.edit("step_01/fizz.py", 'return "1"', 'return "Fizz" if number == 6 else "1"')
    small.verb("progress")
    capsys.readouterr()
    small.verb("red", "STEP=3")
    assert "“six is said” was green before, by luck, on step 1." in capsys.readouterr().out


WITHOUT_A_TEST = [
    pytest.param(
        "step-5", "step 5: 5 green; no test drives step 5 yet: write one, marked drives(5, …).", id="it"
    ),
    pytest.param(
        "step-4", "step 4: 5 green; next: step 5, Buzz: no test drives it yet.", id="the one before it"
    ),
    pytest.param("step-3", " next: step 4, Divisible, a refactoring.", id="before a refactoring"),
]


@pytest.mark.parametrize(("step", "told"), WITHOUT_A_TEST)
def test_a_step_that_says_test_first_waits_for_its_test(bare, capsys, monkeypatch, step, told):
    monkeypatch.setenv("COLUMNS", "120")
    bare.verb("new-step", "TITLE=Buzz")
    assert bare.verb(step, "test") == 0
    assert told in capsys.readouterr().out
