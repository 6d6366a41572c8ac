"""Law 7: a change that a README tells the room to try is tried, and does what it says."""

import pytest

from dojo.author.fill import fill
from dojo.gate.evidence import Evidence
from gate.planting import opens, shuts

QUESTION = "**Ask the room:** what is five?"
BY = "-    return number % by == 0\n"
DIFF = f"{BY}+    return False\n"
GREEN = "Every test stays green."
RED = "Red: “fizz is said”."


def claim(diff=DIFF, seen=RED, starts="**Try it:** nothing is left of any number."):
    """A claim, written where the story of step 4 asks the room."""
    return f"{starts}\n\n```diff\n{diff}```\n\n{seen}\n\n{QUESTION}"


IS = "28: says {}, and the result is: {}; run make todo FILL=1"
UNTRUE = [
    (DIFF, "Red: “four is said”.", IS.format("Red: “four is said”.", RED)),
    (DIFF, "Amber: “fizz is said”.", IS.format("Amber: “fizz is said”.", RED)),
    (DIFF, GREEN, IS.format(GREEN, RED)),
    (DIFF, "Red: “fizz is said” and 2 more.", IS.format("Red: “fizz is said” and 2 more.", RED)),
    (DIFF, "Red: “five is said”.", IS.format("Red: “five is said”.", RED)),
    (DIFF, "…", IS.format("nothing", RED)),
    (
        '-    return "Fizz" if divisible(number, 3) else str(number)\n+    return ""\n',
        "Red: “fizz is said”, “names are said back”.",
        "Red: “fizz is said”, “names are said back” and 3 more.; run make todo FILL=1",
    ),
    (f"{BY}+    return number % 0\n", GREEN, "and the result is: Amber: “one is said” and 4 more.; run make"),
    (DIFF, "We shall see.", "28: the result has to follow the diff"),
    (
        "-    return number % by == 1\n+    return False\n",
        RED,
        "23: this fits in no places of the step, not in one: return number % by == 1",
    ),
    (
        "return number % by == 0\n",
        RED,
        "23: a line of a diff begins with -, + or a space: return number % by == 0",
    ),
    ("     return number % by == 0\n", RED, "23: this diff changes nothing"),
    ("+NOTHING = 0\n", RED, "places of the step, not in one: NOTHING = 0; quote the lines round it too"),
]


@pytest.mark.parametrize(("diff", "seen", "told"), UNTRUE, ids=[told for _, _, told in UNTRUE])
def test_a_claim_that_is_not_true_is_named(small, capsys, diff, seen, told):
    small.edit("step_04/README.md", QUESTION, claim(diff, seen))
    shuts(small, capsys, "law 7 · steps/step_04_divisible/README.md:", told)


def test_a_diff_that_nobody_is_told_to_try_is_named(small, capsys):
    small.edit("step_04/README.md", QUESTION, claim(starts="Nothing is left of any number."))
    shuts(small, capsys, ":23: a block of diff follows a paragraph that begins with **Try it:**")


def test_html_is_no_part_of_a_claim(small, capsys):
    small.edit("step_04/README.md", QUESTION, claim(starts="**Try it:** nothing is left.\n\n<!-- a note -->"))
    assert small.verb("gate") == 1
    said, _ = capsys.readouterr().err.splitlines()
    assert "README.md:23: HTML: <!-- a note -->; write it in Markdown" in said


def test_what_is_to_be_tried_needs_a_diff(small, capsys):
    small.edit("step_04/README.md", QUESTION, f"**Try it:** take it away, and all is red.\n\n{QUESTION}")
    shuts(small, capsys, "step_04_divisible/README.md:21: a block of diff has to follow **Try it:**")


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
    told = claim(diff=diff, seen=GREEN).replace(QUESTION, question)
    small.edit("step_00/README.md", question, told)
    shuts(small, capsys, "law 7 · steps/step_00_nothing_yet/README.md:", "no test is written by then")


HONEST = [
    (DIFF, RED),
    (DIFF, f"{RED} The others need no number."),
    (f"{BY}+    return number % 0\n", "Amber: “fizz is said”, “names\nare said back” and 3 more."),
    (f"{BY}+    return not number % by\n", GREEN),
    (
        ' def divisible(number, by):\n     """Is nothing left?"""\n+    number -= 1\n',
        "Red: “one is said”, “four is said” and 2 more.",
    ),
    (
        "@@\n-    return number % by == 0\n+    return number % by\n@@\n"
        '-    return "Fizz" if divisible(number, 3) else str(number)\n'
        '+    return str(number) if divisible(number, 3) else "Fizz"\n',
        GREEN,
    ),
    (f"{BY}+    return (\n", "Amber: “one is said” and 4 more."),
]


@pytest.mark.parametrize(("diff", "seen"), HONEST)
def test_a_claim_that_is_true_keeps_the_gate_open(small, capsys, diff, seen):
    small.edit("step_04/README.md", QUESTION, claim(diff=diff, seen=seen))
    opens(small, capsys)


def test_only_the_tests_that_are_written_by_then_count(small, capsys):
    question = "**Ask the room:** which test took it away?"
    told = claim('-    return str(number)\n+    return "1"\n', "Red: “two is said”.")
    small.edit("step_02/README.md", question, told.replace(QUESTION, question))
    opens(small, capsys)


def test_a_result_is_written_and_the_words_behind_it_stay(small, capsys):
    small.edit("step_04/README.md", QUESTION, claim(seen="Red: “four is said”. The others need no number."))
    fill(Evidence(small.story))
    assert f"\n{RED} The others need no number.\n" in small.path("step_04/README.md").read_text("utf-8")
    opens(small, capsys)


def test_a_claim_is_run_again_when_the_step_has_changed(small, capsys):
    small.edit("step_04/README.md", QUESTION, claim())
    claims = small.root / ".cache" / "claims"
    for _ in range(2):
        opens(small, capsys)
        assert len(list(claims.iterdir())) == 1
    small.edit("step_04/fizz.py", '"""Fizz."""\n', '"""Fizz, as it is said."""\n')
    opens(small, capsys)
    assert len(list(claims.iterdir())) == 2
