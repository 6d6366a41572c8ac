"""What is said in place of a number."""

import pytest


@pytest.mark.drives(3)
def test_fizz_is_said(fizz):
    assert fizz.say(3) == "Fizz"


@pytest.mark.guards(4)
def test_names_are_said_back(fizz, capsys):
    print(fizz.say(10))
    assert capsys.readouterr().out == "10\n"
