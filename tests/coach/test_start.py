"""`make start`: a new attempt, and its own first test, which is red."""

import pytest

from dojo.attempt.attempts import find
from dojo.attempt.lights import all_lights


def test_start_makes_an_attempt_and_shows_its_own_first_test_red(workspace):
    made = workspace.make("start", "NAME=tables-3")
    folder = workspace.path("katas/holdem/attempts/tables-3")
    assert (made.returncode, made.stderr) == (0, "")
    assert sorted(file.name for file in folder.iterdir()) == [".started", "poker.py", "test_poker.py"]
    assert made.stdout.splitlines()[-1].startswith(" RED  tables-3 · 1 red")
    assert (
        "“a card equals itself” is red: AttributeError: module 'poker' has no attribute 'card'"
        in " ".join(made.stdout.split())
    )
    assert "It is yours: katas/holdem/attempts/tables-3/ with poker.py and test_poker.py." in made.stdout
    assert "make next NAME=tables-3" in made.stdout
    assert "make watch NAME=tables-3" in made.stdout
    (light,) = all_lights(find(workspace.workspace, "tables-3"))
    assert (light.verb, light.colour, light.counts) == ("start", "red", {"green": 0, "red": 1, "amber": 0})


STARTS = [
    pytest.param([], "a name, please: make start NAME=tables-3", id="no name"),
    pytest.param(["NAME=a b"], "'a b' is no name: a to z, A to Z, digits, _,", id="a space"),
    pytest.param(["NAME=../up"], "'../up' is no name", id="another folder"),
    pytest.param(["NAME=.hidden"], "'.hidden' is no name", id="a dot in front"),
    pytest.param(["NAME=-rf"], "'-rf' is no name", id="a dash in front"),
    pytest.param(["NAME=café"], "'café' is no name", id="an accent"),
    pytest.param(["NAME=a;b"], "'a;b' is no name", id="a semicolon"),
    pytest.param(["NAME='a'"], "is no name", id="quotes"),
    pytest.param(["NAME=" + "a" * 41], "is no name", id="41 letters"),
    pytest.param(["NAME=all"], "all is no name", id="what where calls every attempt"),
    pytest.param(["NAME=x", "KATA=bridge"], "there is no kata bridge: there are fizz", id="no kata"),
    pytest.param(["NAME=x", "KATA=../x"], "there is no kata ../x: there are", id="a folder for a kata"),
]


@pytest.mark.parametrize(("words", "told"), STARTS)
def test_a_start_that_cannot_be_is_answered_in_a_line_and_makes_nothing(small, capsys, words, told):
    assert small.verb("start", *words) == 2
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert told in line
    assert said.out == ""
    assert list(small.root.glob("kata/attempts/*")) == []


TYPED = [
    pytest.param(["NAME=-rf 'a';b é"], "\"-rf 'a';b é\" is no name", id="a name"),
    pytest.param(["NAME=x", "KATA=../'x'"], "there is no kata ../'x': there are fizz", id="a kata"),
]


@pytest.mark.parametrize(("words", "told"), TYPED)
def test_it_is_answered_so_where_it_is_typed_too_whatever_signs_are_in_it(typed, words, told):
    made = typed.make("start", *words)
    assert told in made.stderr.splitlines()[0]
    assert "make: *** " in made.stderr or "Makefile:" in made.stderr
    assert (made.returncode, made.stdout) == (2, "")
    assert list(typed.root.glob("katas/fizz/kata/attempts/*")) == []
