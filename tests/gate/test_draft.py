"""A draft: the code and the tests of a story hold, and its READMEs, hints or mutants are to be written."""

from dojo.gate.violation import STATUS


def unwritten(small):
    """The small story without two READMEs, one hint, and two mutants that one test needs."""
    small.path("step_03/README.md").unlink()
    small.edit("step_02/README.md", "- The constant is gone.", "- …")
    small.edit("hints.txt", " 2  Two numbers, two answers: what turns a number into a text?\n", " 2  …\n")
    small.path("mutants/counts_from_zero.py").unlink()
    small.edit("mutants/never_above_one.py", "theme: counting", "theme: …")
    return small


MISSING = (
    "A draft: laws 1 to 6 hold. Missing: the READMEs of 2 steps, 1 hint, 1 mutant. make todo lists them.\n"
)


def test_the_gate_says_what_a_draft_lacks(small, capsys):
    assert unwritten(small).verb("gate") == STATUS
    assert capsys.readouterr().err == MISSING


def test_a_mutant_of_a_name_that_is_gone_is_missing(small, capsys):
    small.edit("mutants/never_above_one.py", "def say(", "def tell(")
    assert small.verb("gate") == STATUS
    assert capsys.readouterr().err == "A draft: laws 1 to 6 hold. Missing: 1 mutant. make todo lists them.\n"


def test_what_is_wrong_is_named_before_what_is_missing(small, capsys):
    unwritten(small).edit("step_03/fizz.py", "% 3", "% 5")
    assert small.verb("gate") == 1
    said = capsys.readouterr().err
    assert "law 1 · step_03_fizz · suite/test_more.py:7" in said
    assert "README.md" not in said


TAUGHT = [
    ("progress", "03 Fizz"),
    ("step-3 red", "1 test, red on step 2, as it should be"),
    ("step-3 diff", '+        return "Fizz"'),
    ("step-3 story", "This step has no README yet."),
    ("step-3", "step 3: 4 green"),
    ("board", "board.html"),
    ("start NAME=a", "“one is said” is red: "),
]
PLAYED = [
    ("next", "GREEN"),
    ("next", "GREEN"),
    ("next", "fizz is said"),
    ("hint", "What is left"),
    ("where", "step 2"),
]


def test_a_draft_can_be_taught_and_a_participant_goes_through_it(small, capsys):
    unwritten(small)
    for words, said in [*TAUGHT, *PLAYED]:
        assert small.verb(*words.split()) == 0, words
        assert said in capsys.readouterr().out
        if words == "start NAME=a":
            attempt = small.path("kata/attempts/a/fizz.py")
            attempt.write_text(small.path("step_02/fizz.py").read_text())
    assert small.verb("judge") == 0


def test_the_board_marks_what_is_not_written(small):
    assert unwritten(small).verb("board") == 0
    assert (small.root / "board.html").read_text("utf-8").count("<p>Not written yet.</p>") == 1
