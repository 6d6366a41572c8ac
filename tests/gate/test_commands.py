"""Law 7: the commands of a README can be typed, and print what is quoted after them."""

import pytest

from dojo.gate.prose.commands import command, first_wrong
from gate.planting import opens, plant, shuts

QUESTION = "**Ask the room:** which test took it away?"
DIFF = "make step-2 diff"


def typed(line, *printed):
    """A command, and what is quoted of it, written where the story of step 2 asks the room."""
    quoted = "\n".join(["```text", *printed, "```", "", ""]) if printed else ""
    return f"```sh\n{line}\n```\n\n{quoted}{QUESTION}"


def wrong(fault, told, line, *printed):
    """A row: a command with a fault, and what the gate says of it."""
    words = f"step_02_numbers/README.md:{told}"
    return plant(7, f"a command: {fault}", "step_02/README.md", QUESTION, typed(line, *printed), words)


EDITS = [
    wrong("any program", "27: this is no command of the workspace; write make …", "rm -rf steps"),
    wrong(
        "any program, behind a pipe",
        "27: this is no command of the workspace; write make …",
        "cat hints.txt | make step-2 diff",
    ),
    wrong(
        "another program after it",
        "27: this is no command of the workspace; write make …",
        "make step-2 diff && rm -rf steps",
    ),
    wrong(
        "what it prints goes into a file",
        "27: this is no command of the workspace; write make …",
        "make step-2 diff > steps",
    ),
    wrong("no shell can read it", "27: no shell can read this", 'make step-2 diff "'),
    wrong(
        "a shell would do more",
        "27: this is no command of the workspace; write make …",
        "make step-2 run KATA=$(rm hints.txt)",
    ),
    wrong("it reads a file that is nowhere", "27: there is no /game.txt", "make step-2 run < /game.txt"),
    wrong("it reads a file that is not there", "27: there is no game.txt", "make step-2 run < game.txt"),
    wrong(
        "what it prints is not checked",
        "30: what this command prints is not checked",
        "make progress",
        "5 of 5",
    ),
    wrong(
        "it fails",
        "27: this command fails: crashed: status 2, no step is a program for fizz",
        "make step-2 run",
    ),
    wrong("it names a step that is not there", "27: there is no step 9", "make step-9 red"),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_what_a_command_prints_is_what_is_quoted(small, capsys):
    small.edit(
        "step_02/README.md", QUESTION, typed(DIFF, "...", '-    return "1"', "+    return str(number)")
    )
    opens(small, capsys)
    small.edit("step_02/README.md", "+    return str(number)\n", "+    return repr(number)\n")
    shuts(
        small,
        capsys,
        "law 7 · steps/step_02_numbers/README.md:30: this is not printed: +    return repr(number)",
    )


NOT_RUN = [
    "make progress",
    "python -m dojo board",
    "echo 3 | make accept",
    "make step-02 red",
    "# all of them\nmake gate",
]


@pytest.mark.parametrize("line", NOT_RUN)
def test_what_is_not_run_may_be_told_of(small, capsys, line):
    small.edit("step_02/README.md", QUESTION, typed(line))
    opens(small, capsys)


def test_what_is_piped_into_a_command_arrives_as_it_is_written(tmp_path):
    assert command(1, "echo K♣ 'a, b' | make step-2 run X=a:b", tmp_path).given == "K♣ a, b\n"


SAID = "one\ntwo\n\nthree\n"
QUOTED = [
    pytest.param(["one", "two", "", "three"], None, id="all of it"),
    pytest.param(["one", "..."], None, id="the rest is left out"),
    pytest.param(["…", "three"], None, id="the beginning is left out"),
    pytest.param(["one", "...", "three"], None, id="the middle is left out"),
    pytest.param(["one", "three"], "three", id="a line is left out, and it is not said"),
    pytest.param(["one", "two"], "", id="the end is left out, and it is not said"),
    pytest.param(["one", "...", "four"], "four", id="a line that is not there"),
    pytest.param(["two", "...", "one"], "two", id="another order"),
    pytest.param(["one", "two", "", "three", "four"], "four", id="a line more"),
]


@pytest.mark.parametrize(("quoted", "line"), QUOTED)
def test_a_quote_is_held_to_what_is_printed(quoted, line):
    assert first_wrong(quoted, SAID) == line
