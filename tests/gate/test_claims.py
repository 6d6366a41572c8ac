"""Law 7: a change that a README tells the room to try is tried, and does what it says."""

import pytest

from gate.planting import opens, plant, shuts

QUESTION = "**Ask the room:** what is five?"
DIFF = "-    return number % by == 0\n+    return False\n"
RED = "Red: “fizz is said”."


def claim(diff=DIFF, seen=RED, starts="**Try it:** nothing is left of any number."):
    """A claim, written where the story of step 4 asks the room."""
    return f"{starts}\n\n```diff\n{diff}```\n\n{seen}\n\n{QUESTION}"


def untrue(fault, told, line=23, **how):
    """A row: a claim with a fault, and what the gate says of it."""
    words = f"step_04_divisible/README.md:{line}: {told}"
    return plant(7, f"a claim: {fault}", "step_04/README.md", QUESTION, claim(**how), words)


EDITS = [
    untrue(
        "a test is said to be red, and is green",
        "“four is said” is green then, not red",
        seen="Red: “four is said”.",
    ),
    untrue(
        "a test is said to be amber, and is red",
        "“fizz is said” is red then, not amber",
        seen="Amber: “fizz is said”.",
    ),
    untrue(
        "all tests are said to stay green",
        "1 test is red then, “fizz is said” among them; the README says 0",
        seen="Every test stays green.",
    ),
    untrue(
        "a test is red that is not named",
        "besides those named 3 tests are red then, “one is said” among them; the README says 0",
        diff='-    return "Fizz" if divisible(number, 3) else str(number)\n+    return ""\n',
        seen="Red: “fizz is said”, “names are said back”.",
    ),
    untrue(
        "more tests are said to be red than are",
        "besides those named no tests are red then; the README says 2",
        seen="Red: “fizz is said” and 2 more.",
    ),
    untrue(
        "a test is amber that is not named",
        "5 tests are amber then",
        diff="-    return number % by == 0\n+    return number % 0\n",
        seen="Every test stays green.",
    ),
    untrue(
        "a test is named that nobody has written",
        "no test that is written by then is called “five is said”",
        seen="Red: “five is said”.",
    ),
    untrue("nothing is said to be seen", "the result has to follow the diff", line=28, seen="We shall see."),
    untrue(
        "what is changed does not stand there",
        "this fits in no places of the step, not in one: return number % by == 1",
        diff="-    return number % by == 1\n+    return False\n",
    ),
    untrue(
        "a line has no sign",
        "a line of a diff begins with -, + or a space: return number % by == 0",
        diff="return number % by == 0\n",
    ),
    untrue("nothing is changed", "this diff changes nothing", diff="     return number % by == 0\n"),
    untrue(
        "a line is added nowhere",
        "this diff only adds; let it begin with the line before",
        diff="+NOTHING = 0\n",
    ),
    untrue(
        "nobody is told to try it",
        "a block of diff follows a paragraph that begins with **Try it:**",
        starts="Nothing is left of any number.",
    ),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_what_is_to_be_tried_needs_a_diff(small, capsys):
    small.edit("step_04/README.md", QUESTION, f"**Try it:** take it away, and all is red.\n\n{QUESTION}")
    shuts(
        small,
        capsys,
        "law 7 · steps/step_04_divisible/README.md:21: a block of diff has to follow **Try it:**",
    )


def test_a_change_that_fits_at_two_places_is_none(small, capsys):
    small.edit("step_04/README.md", QUESTION, claim(diff='-    """What is said\n+    """\n'))
    shuts(small, capsys, "this fits in no places of the step, not in one")
    small.edit("step_04/fizz.py", '    """Is nothing left?"""\n', '    """What is said at a number."""\n')
    small.edit("step_04/README.md", '    """Is nothing left?"""\n', '    """What is said at a number."""\n')
    small.edit("step_04/README.md", '-    """What is said\n', '-    """What is said at a number."""\n')
    shuts(small, capsys, "README.md:23: this fits in 2 places of the step, not in one")


def test_a_claim_on_a_step_without_its_module_is_no_traceback(small, capsys):
    small.edit("step_04/README.md", QUESTION, claim())
    small.path("step_04/fizz.py").unlink()
    shuts(small, capsys, "law 6 · steps/step_04_divisible/fizz.py: a step has one, and this one is missing")


def test_where_no_test_is_written_nothing_can_turn_red(small, capsys):
    question = "**Ask the room:** what comes first?"
    diff = '-"""Fizz."""\n+"""Buzz."""\n'
    told = claim(diff=diff, seen="Every test stays green.").replace(QUESTION, question)
    small.edit("step_00/README.md", question, told)
    shuts(small, capsys, "law 7 · steps/step_00_nothing_yet/README.md:", "no test is written by then")


HONEST = [
    pytest.param(DIFF, RED, id="a test is red"),
    pytest.param(DIFF, f"{RED} The others need no number.", id="and a word on it"),
    pytest.param(
        "-    return number % by == 0\n+    return number % 0\n",
        "Amber: “fizz is said”, “names\nare said back” and 3 more.",
        id="tests are amber",
    ),
    pytest.param(
        "-    return number % by == 0\n+    return not number % by\n",
        "Every test stays green.",
        id="all stay green",
    ),
    pytest.param(
        ' def divisible(number, by):\n     """Is nothing left?"""\n+    number -= 1\n',
        "Red: “one is said”, “four is said” and 2 more.",
        id="a line is added",
    ),
    pytest.param(
        "@@\n-    return number % by == 0\n+    return number % by\n@@\n"
        '-    return "Fizz" if divisible(number, 3) else str(number)\n'
        '+    return str(number) if divisible(number, 3) else "Fizz"\n',
        "Every test stays green.",
        id="two places are changed",
    ),
    pytest.param(
        "-    return number % by == 0\n+    return (\n",
        "Amber: “one is said” and 4 more.",
        id="a step that cannot be read",
    ),
]


@pytest.mark.parametrize(("diff", "seen"), HONEST)
def test_a_claim_that_is_true_keeps_the_gate_open(small, capsys, diff, seen):
    small.edit("step_04/README.md", QUESTION, claim(diff=diff, seen=seen))
    opens(small, capsys)


def test_a_claim_is_run_again_when_the_step_has_changed(small, capsys):
    small.edit("step_04/README.md", QUESTION, claim())
    opens(small, capsys)
    assert len(list((small.root / ".cache" / "claims").iterdir())) == 1
    opens(small, capsys)
    assert len(list((small.root / ".cache" / "claims").iterdir())) == 1
    small.edit("step_04/fizz.py", "return number % by == 0", "return number % by == 0  # none")
    small.edit(
        "step_04/README.md", "-    return number % by == 0\n", "-    return number % by == 0  # none\n"
    )
    small.edit("step_04/README.md", "    return number % by == 0\n", "    return number % by == 0  # none\n")
    opens(small, capsys)
    assert len(list((small.root / ".cache" / "claims").iterdir())) == 2
