"""A kata of two modules, whose suite has a double, and imports the second module."""

import pytest

from coach.conftest import in_a_line

SUITE = """\
import pytest
from words import Names


class Double:
    \"\"\"A double for names.\"\"\"

    def name(self, number):
        return "one"


@pytest.fixture
def double():
    return Double()


@pytest.mark.drives(1)
def test_one_is_said(fizz):
    assert fizz.say(1) == "1"


@pytest.mark.drives(2)
def test_a_name_is_asked_for(fizz):
    assert fizz.say(1, Double()) == "one"


@pytest.mark.drives(2)
def test_it_is_asked_again(fizz, double):
    assert fizz.say(2, Double()) == "one"


@pytest.mark.drives(2)
def test_names_are_known():
    assert Names().name(1) == "one"
"""
WORDS = "kata/attempts/tables-3/words.py"
ASKS = "def say(number, names=None):\n    return names.name(number) if names else str(number)\n"
SHOWN = """\
It uses:

    class Double:
        \"\"\"A double for names.\"\"\"

        def name(self, number):
            return "one"

"""


@pytest.fixture
def two_modules(bare):
    """The small story, whose tests now ask for names in the module `words`."""
    bare.path("suite/test_numbers.py").write_text(SUITE)
    return bare


@pytest.mark.usefixtures("two_modules")
def test_a_double_is_shown_with_the_first_test_that_uses_it(save, show):
    save("def say(number, names=None):\n    return str(number)\n")
    show("next")
    assert f"both.\n\n{SHOWN}“a name is asked for” is red: " in show("next")
    assert "It uses" not in show("next")


@pytest.mark.usefixtures("two_modules")
def test_what_an_earlier_test_has_shown_is_not_shown_again(save, show):
    save(ASKS.replace("names.name(number)", "names.name(number) * (2 - number)"))
    show("next")
    assert SHOWN in show("next")
    shown = show("next")
    assert "“it is asked again” is red: " in shown
    assert "It uses" not in shown


@pytest.fixture
def at_the_second_module(two_modules, save, show):
    """An attempt whose next test asks for the second module."""
    save(ASKS)
    show("next")
    show("next")
    return two_modules


PACKAGE = "kata/attempts/tables-3/words/__init__.py"
MISSING = {
    "no file": (WORDS, None, "there is no words.py yet, and Names has to be in it"),
    "an empty file": (WORDS, "", "words.py has no “Names” yet"),
    "an empty package": (PACKAGE, "", "words/__init__.py has no “Names” yet"),
}


@pytest.mark.parametrize(("file", "code", "missing"), MISSING.values(), ids=MISSING)
def test_a_name_is_missing_in_the_module_that_the_suite_imports_it_from(
    at_the_second_module, show, file, code, missing
):
    if code is not None:
        at_the_second_module.path(file).parent.mkdir(exist_ok=True)
        at_the_second_module.path(file).write_text(code)
    assert f"\n\n    {missing}\n" in show("next")


def test_the_second_module_is_missing_itself(two_modules, save, show):
    two_modules.edit("suite/test_numbers.py", "from words import Names", "import words")
    two_modules.edit("suite/test_numbers.py", "Names().name(1)", "words.Names().name(1)")
    save(ASKS)
    show("next")
    show("next")
    assert "\n\n    there is no words.py yet\n" in show("next")


def test_a_name_that_their_own_code_lacks_is_not_missing_in_the_second_module(two_modules, save, show):
    save("def say(number, names=None):\n    return Names() if names else str(number)\n")
    two_modules.path(WORDS).write_text("class Names:\n    pass\n")
    show("next")
    shown = show("next")
    assert "    NameError: name 'Names' is not defined\n" in shown
    assert "yet" not in shown


def test_the_second_module_is_read_by_the_suite(at_the_second_module, show):
    show("next")
    at_the_second_module.path(WORDS).write_text("Names = 1\n")
    shown = in_a_line(show("next"))
    assert "“names are known” is amber" in shown
    assert "No test reads" not in shown
