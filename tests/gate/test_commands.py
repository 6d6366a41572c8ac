"""Law 7: the commands of a README can be typed, and print what is quoted after them."""

import pytest

from dojo.author.fill import fill
from dojo.gate.evidence import Evidence
from dojo.gate.prose.tried import first_wrong, read_command
from gate.planting import opens, shuts

QUESTION = "**Ask the room:** which test took it away?"
DIFF = "make step-2 diff"


def typed(line, *printed):
    """A command, and what is quoted of it, written where the story of step 2 asks the room."""
    quoted = "\n".join(["```text output", *printed, "```", "", ""]) if printed else ""
    return f"```sh\n{line}\n```\n\n{quoted}{QUESTION}"


NONE = "27: this is no command of the workspace; write make …"
WRONG = [
    ("rm -rf steps", NONE),
    ("cat hints.txt | make step-2 diff", NONE),
    ("make step-2 diff && rm -rf steps", NONE),
    ("make step-2 diff > steps", NONE),
    ("make step-2 run KATA=$(rm hints.txt)", NONE),
    ('make step-2 diff "', "27: no shell can read this"),
    ("make step-2 run < /game.txt", "27: there is no /game.txt"),
    ("make step-2 run < game.txt", "27: there is no game.txt"),
    ("make step-2 run", "27: this command fails: crashed: status 2, step 2 has no program for fizz"),
    ("make step-9 red", "27: there is no step 9"),
]


@pytest.mark.parametrize(("line", "told"), WRONG, ids=[line for line, _ in WRONG])
def test_a_command_that_is_wrong_is_named(small, capsys, line, told):
    small.edit("step_02/README.md", QUESTION, typed(line))
    shuts(small, capsys, f"law 7 · steps/step_02_numbers/README.md:{told}")


def test_what_a_command_prints_and_nobody_checks_is_named(small, capsys):
    small.edit("step_02/README.md", QUESTION, typed("make progress", "5 of 5"))
    shuts(
        small, capsys, "law 7 · steps/step_02_numbers/README.md:30: what this command prints is not checked"
    )


def test_what_a_command_prints_is_what_is_quoted(small, capsys):
    lines = ("...", '-    return "1"', "+    return str(number)")
    small.edit("step_02/README.md", QUESTION, typed(DIFF, *lines))
    opens(small, capsys)
    small.edit("step_02/README.md", "+    return str(number)\n", "+    return repr(number)\n")
    shuts(
        small, capsys, "law 7", "README.md:30: this is not printed: +    return repr(number); run make todo"
    )
    fill(Evidence(small.story))
    assert "\n+    return str(number)\n" in small.path("step_02/README.md").read_text("utf-8")
    opens(small, capsys)


NOT_RUN = [
    "make progress",
    "python -m dojo board",
    "echo 3 | make accept",
    "make step-02 red",
    "# all of them\nmake gate",
]


def test_what_is_not_run_may_be_told_of(small, capsys):
    small.edit("step_02/README.md", QUESTION, typed("\n".join(NOT_RUN)))
    opens(small, capsys)


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
