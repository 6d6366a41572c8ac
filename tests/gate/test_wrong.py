"""Law 9: what a mutant has to be, and what is said to be finished."""

import pytest

from gate.planting import plant

NEVER = "mutants/never_above_one.py"
EDITS = [
    plant(9, "a mutant has no hint", NEVER, "hint: What", "help: What", NEVER, "has no field hint"),
    plant(
        9,
        "a mutant is still a draft",
        NEVER,
        "theme: counting",
        "theme: …",
        NEVER,
        "is still a draft; say its theme",
    ),
    plant(
        9, "a mutant has no number", NEVER, "step: 1", "step: one", NEVER, "its field step is not a number"
    ),
    plant(
        9,
        "a mutant does not say how it comes about",
        NEVER,
        "The fake was left where it was.\n\n",
        "",
        NEVER,
        "what it does, how it comes",
    ),
    plant(
        9,
        "a mutant is no Python",
        NEVER,
        "def say(number):",
        "def say(number:",
        f"{NEVER}:15",
        "is not valid Python",
    ),
    plant(
        9,
        "a mutant leaves its rest out",
        NEVER,
        "the_rest(globals())\n",
        "",
        f"{NEVER}:19: does not take its rest; end it with the_rest(globals())",
    ),
    plant(
        9,
        "a mutant does not know its rest",
        NEVER,
        "from finished import the_rest\n",
        "",
        f"{NEVER}:19: does not take its rest; begin it with from finished import the_rest",
    ),
    plant(
        9,
        "nothing is finished",
        "story.toml",
        "finished = 3",
        "finished = 9",
        "finished",
        "there is no step 9",
    ),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_the_judge_says_it_in_a_line(small, capsys):
    small.edit(NEVER, "def say(number):", "def say(number:")
    assert small.verb("judge", f"TESTS={small.root}/suite") == 2
    assert capsys.readouterr().err.startswith(f"{NEVER}:15: is not valid Python: ")
