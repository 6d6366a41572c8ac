"""Law 7: what a README tells the room to try is tried: a change has that result, a command prints that."""

import pytest

from dojo.author.fill import fill
from dojo.gate.evidence import Evidence
from dojo.gate.prose.commands import first_wrong, read_command
from gate.planting import lines, says

QUESTION = "**Ask the room:** what is five?"
ASKED = "**Ask the room:** which test took it away?"
TRY = "**Try it:** nothing is left of any number."
BY = "-    return number % by == 0\n"
DIFF = f"{BY}+    return False\n"
SAYS = '-    return "Fizz" if divisible(number, 3) else str(number)\n'
SWAPPED = '+    return str(number) if divisible(number, 3) else "Fizz"\n'
GREEN = "Every test stays green."
RED = "Red: “fizz is said”."


def claim(copy, diff=DIFF, seen=RED, above=TRY, step=4, question=QUESTION):
    """Write a claim where the story of a step asks the room."""
    text = f"{above}\n\n```diff\n{diff}```\n\n{seen}\n\n{question}"
    copy.edit(f"step_{step:02}/README.md", question, text)


UNTRUE = [
    (
        DIFF,
        "Red: “four is said”.",
        f":28: says Red: “four is said”., and the result is: {RED}; run make todo",
    ),
    (DIFF, "Amber: “fizz is said”.", f"says Amber: “fizz is said”., and the result is: {RED}"),
    (DIFF, GREEN, f"says {GREEN}, and the result is: {RED}"),
    (DIFF, "Red: “fizz is said” and 2 more.", f"and 2 more., and the result is: {RED}"),
    (DIFF, "Red: “five is said”.", f"says Red: “five is said”., and the result is: {RED}"),
    (DIFF, "…", f":28: says nothing, and the result is: {RED}"),
    (f'{SAYS}+    return ""\n', "Red: “names are said back”.", "Red: “names are said back” and 4 more.; run"),
    (f"{BY}+    return number % 0\n", GREEN, "and the result is: Amber: “one is said” and 4 more.; run make"),
    (DIFF, "We shall see.", ":28: the result has to follow the diff; write “Every test stays green.”"),
    (f"-    return 1\n{DIFF}", RED, ":23: this fits nowhere in the step: return 1; quote"),
    (
        "return number % by == 0\n",
        RED,
        ":23: a line of a diff begins with -, + or a space: return number % by == 0",
    ),
    (f" {BY[1:]}", RED, ":23: this diff changes nothing; let its lines begin with - and +"),
    (
        " \n+NO = 0\n",
        RED,
        ":23: this fits in 2 places of the step, not in one: ; quote the lines round it too",
    ),
]


@pytest.mark.parametrize(("diff", "seen", "message"), UNTRUE, ids=[message for _, _, message in UNTRUE])
def test_a_claim_that_is_not_true_is_named(small, diff, seen, message):
    claim(small, diff, seen)
    says(small, "law 7 · steps/step_04_divisible/README.md:", message)


FORMS = [
    ("Nothing is left.", ":23: a block of diff follows a paragraph that begins with **Try it:**; write one"),
    (f"{TRY}\n\n<!-- a note -->", ":23: HTML: <!-- a note -->; write it in Markdown, or leave it out"),
    (f"{TRY}\n\n{TRY}", ":21: a block of diff has to follow **Try it:**; write it there"),
]


@pytest.mark.parametrize(("above", "message"), FORMS)
def test_a_diff_stands_below_what_is_to_be_tried_and_nothing_between(small, above, message):
    claim(small, above=above)
    (said,) = lines(small)
    assert f"README.md{message}" in said


def test_where_no_test_is_written_nothing_can_turn_red(small):
    claim(
        small, '-"""Fizz."""\n+"""Buzz."""\n', GREEN, step=0, question="**Ask the room:** what comes first?"
    )
    says(small, "law 7 · steps/step_00_nothing_yet/README.md:", "no test is written by then")


def test_a_claim_on_a_step_without_its_module_is_no_traceback(small):
    claim(small)
    small.path("step_04/fizz.py").unlink()
    (said,) = lines(small)
    assert said.startswith("law 6 · steps/step_04_divisible/fizz.py: a step has one, and this one is missing")


SLIPS = [
    pytest.param(
        f"{BY}+    return nmber % by == 0\n",
        "NameError: name 'nmber' is not defined",
        id="a parameter was renamed",
    ),
    pytest.param(
        f"{BY}+    return number.modulo(by) == 0\n",
        "AttributeError: 'int' object has no attribute 'modulo'",
        id="an attribute was renamed",
    ),
    pytest.param(
        f"{BY}+    return left == 0\n+    left = number % by\n",
        "UnboundLocalError: cannot access local variable 'left'",
        id="a name has no value yet",
    ),
    pytest.param(
        f"{BY}+    from math import modulo\n+    return modulo(number, by) == 0\n",
        "ImportError: cannot import name 'modulo'",
        id="an import was renamed",
    ),
    pytest.param(f"{BY}+    return (\n", "SyntaxError: '(' was never closed", id="half a line"),
    pytest.param(
        "-def say(number):\n+def tell(number):\n",
        "AttributeError: module 'fizz' has no attribute 'say'",
        id="red for want of a name",
    ),
]


@pytest.mark.parametrize(("diff", "error"), SLIPS)
def test_a_change_that_cannot_run_is_no_claim_unless_the_words_name_its_error(small, diff, error):
    claim(small, diff, "Red: “fizz is said”.")
    says(
        small,
        "README.md:2",
        f"this change ends in {error}",
        "; mend it, or name the error in the words round it",
    )
    before = small.path("step_04/README.md").read_text("utf-8")
    fill(Evidence(small.story))
    assert small.path("step_04/README.md").read_text("utf-8") == before


NAMED = {
    "above": (
        f"{TRY} Python looks for the name and raises a `NameError`.",
        "Amber: “one is said” and 4 more.",
    ),
    "below": (TRY, "Amber: “one is said” and 4 more. It's a NameError."),
}


@pytest.mark.parametrize("place", NAMED)
def test_the_words_that_name_the_error_keep_the_gate_open(small, place):
    above, seen = NAMED[place]
    claim(small, f"{BY}+    return nmber % by == 0\n", seen, above)
    assert lines(small) == []


def test_another_error_in_the_words_is_not_the_one_that_happens(small):
    claim(
        small,
        f"{BY}+    return nmber % by == 0\n",
        "Amber: “one is said” and 4 more. It's an AttributeError.",
    )
    says(small, "this change ends in NameError: name 'nmber' is not defined")


HONEST = [
    (DIFF, f"{RED} The others need no number."),
    (f"{BY}+    return number % 0\n", "Amber: “fizz is said”, “names\nare said back” and 3 more."),
    (f"{BY}+    return not number % by\n", GREEN),
    ('     """Is nothing left?"""\n+    number -= 1\n', "Red: “one is said” and 3 more."),
    (f"@@\n{BY}+    return number % by\n@@\n{SAYS}{SWAPPED}", GREEN),
    (f"{BY}+    return (\n", "Amber: “one is said” and 4 more. It's a `SyntaxError`."),
]


@pytest.mark.parametrize(("diff", "seen"), HONEST)
def test_a_claim_that_is_true_keeps_the_gate_open(small, diff, seen):
    claim(small, diff, seen)
    assert lines(small) == []


def test_only_the_tests_that_are_written_by_then_count(small):
    claim(small, '-    return str(number)\n+    return "1"\n', "Red: “two is said”.", step=2, question=ASKED)
    assert lines(small) == []


def test_a_result_is_written_and_the_words_behind_it_stay(small):
    claim(small, seen="Red: “four is said”. The others need no number.")
    fill(Evidence(small.story))
    assert f"\n{RED} The others need no number.\n" in small.path("step_04/README.md").read_text("utf-8")


RECOLOURED = [
    (DIFF, GREEN, f"a result was green, and is red now: {RED} Read whether the words after it still fit"),
    (
        f"{BY}+    return number % 0\n",
        RED,
        "a result was red, and is amber now: Amber: “fizz is said” and 4 more.",
    ),
    (f"{BY}+    return not number % by\n", RED, f"a result was red, and is green now: {GREEN}"),
    (DIFF, f"{RED} Amber: “four is said”.", f"a result was red and amber, and is red now: {RED}"),
]


@pytest.mark.parametrize(("diff", "seen", "notice"), RECOLOURED, ids=[notice for _, _, notice in RECOLOURED])
def test_todo_says_when_it_writes_a_result_of_another_colour(small, capsys, diff, seen, notice):
    claim(small, diff, seen)
    small.verb("todo", "FILL=1")
    assert f"\nsteps/step_04_divisible/README.md: {notice}" in capsys.readouterr().out
    small.verb("todo", "FILL=1")
    assert "a result was" not in capsys.readouterr().out


@pytest.mark.parametrize("seen", ["Red: “four is said”.", "…"])
def test_a_result_that_keeps_its_colour_or_is_new_is_written_without_more(small, capsys, seen):
    claim(small, seen=seen)
    small.verb("todo", "FILL=1")
    assert "a result was" not in capsys.readouterr().out


def test_a_claim_is_run_again_when_the_step_has_changed(small):
    claim(small)
    claims = small.root / ".cache" / "claims"
    assert lines(small) == []
    assert len(list(claims.iterdir())) == 1
    # nothing has changed
    assert lines(small) == []
    assert len(list(claims.iterdir())) == 1
    small.edit("step_04/fizz.py", '"""Fizz."""\n', '"""Fizz, as it is said."""\n')
    assert lines(small) == []
    assert len(list(claims.iterdir())) == 2


def typed(copy, line, *printed):
    """Write a command, and what is quoted of it, where the story of step 2 asks the room."""
    quoted = "\n".join(["```text output", *printed, "```", "", ""]) if printed else ""
    copy.edit("step_02/README.md", ASKED, f"```sh\n{line}\n```\n\n{quoted}{ASKED}")


NONE = "27: this is no command of the workspace; write make …"
WRONG = [
    ("rm -rf steps", NONE),
    ("cat hints.txt | make step-2 diff", NONE),
    ("make step-2 diff && rm -rf steps", NONE),
    ("make step-2 diff > steps", NONE),
    ("make step-2 run KATA=$(rm hints.txt)", NONE),
    ('make step-2 diff "', "27: no shell can read this"),
    ("make step-2 run < game.txt", "27: there is no game.txt; name a file as it is seen from the top"),
    ("make step-2 run", "27: this command fails: crashed: status 2, step 2 has no program for fizz"),
    ("make step-9 red", "27: there is no step 9; name one that exists"),
]


@pytest.mark.parametrize(("line", "message"), WRONG, ids=[line for line, _ in WRONG])
def test_a_command_that_is_wrong_is_named(small, line, message):
    typed(small, line)
    says(small, f"law 7 · steps/step_02_numbers/README.md:{message}")


def test_what_a_command_prints_and_nobody_checks_is_named(small):
    typed(small, "make progress", "5 of 5")
    says(small, "law 7 · steps/step_02_numbers/README.md:30: what this command prints is not checked; quote")


def test_what_several_verbs_print_is_not_checked(small):
    typed(small, "make step-2 diff progress", "5 of 5")
    says(small, "law 7 · steps/step_02_numbers/README.md:30: what this command prints is not checked; quote")


def test_what_a_command_prints_is_what_is_quoted(small):
    typed(small, "make step-2 diff", "...", '-    return "1"', "+    return repr(number)")
    says(small, "law 7 · ", "README.md:30: this is not printed: +    return repr(number); run make todo")
    fill(Evidence(small.story))
    assert "\n+    return str(number)\n" in small.path("step_02/README.md").read_text("utf-8")
    assert lines(small) == []


NOT_RUN = """make progress
python -m dojo board
echo 3 | make accept
make step-02 red
# all of them
make gate"""


def test_what_is_not_run_may_be_told_of(small):
    typed(small, NOT_RUN)
    assert lines(small) == []


def test_what_is_piped_into_a_command_arrives_as_it_is_written(bare):
    assert read_command(1, "echo K♣ 'a, b' | make step-2 run X=a:b", bare.story).given == "K♣ a, b\n"


SAID = "one\ntwo\n\nthree\n"
QUOTED = [
    (["one", "two", "", "three"], None),
    (["one", "..."], None),
    (["…", "three"], None),
    (["one", "...", "three"], None),
    (["one", "three"], "three"),
    (["one", "two"], ""),
    (["one", "...", "four"], "four"),
    (["two", "...", "one"], "two"),
    (["one", "two", "", "three", "four"], "four"),
]


@pytest.mark.parametrize(("quoted", "line"), QUOTED)
def test_a_quote_is_held_to_what_is_printed(quoted, line):
    assert first_wrong(quoted, SAID) == line
