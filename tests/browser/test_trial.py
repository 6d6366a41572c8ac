"""A step that a reader tries in a page: the tests up to it run on the reader's code; Python is this one."""

import json

import pytest

STEP_3 = "def say(number):\n    return 'Fizz' if number % 3 == 0 else str(number)\n"
STEP_2 = "def say(number):\n    return str(number)\n"


@pytest.fixture
def try_step(opened_browser):
    """What the page shows of a reader's code on a step."""
    return lambda number, code, **files: json.loads(
        opened_browser.try_step("small", number, json.dumps({"fizz.py": code} | files))
    )


def test_the_tests_up_to_a_step_run_on_the_code_of_a_reader(try_step):
    shown = try_step(3, STEP_3)
    assert shown["colour"] == "green"
    assert shown["counts"] == "4 green"
    assert [test["rule"] for test in shown["tests"]] == [
        "one is said",
        "two is said",
        "fizz is said",
        "four is said",
    ]


def test_a_test_of_a_later_step_does_not_run(try_step):
    assert try_step(2, STEP_2)["counts"] == "2 green"


def test_the_code_of_the_step_before_shows_how_the_step_began(try_step):
    shown = try_step(3, STEP_2)
    assert (shown["colour"], shown["counts"], shown["rule"]) == ("red", "3 green, 1 failed", "fizz is said")
    assert 'assert fizz.say(3) == "Fizz"' in shown["failure"]


def test_code_that_does_not_load_is_amber_and_says_why(try_step):
    shown = try_step(3, "def say(number:\n")
    assert (shown["colour"], shown["counts"]) == ("amber", "4 did not load")
    assert "SyntaxError" in shown["tests"][0]["why"]


def test_what_the_code_prints_is_shown_beside_its_failure(try_step):
    code = "def say(number):\n    print('at', number)\n"
    assert try_step(1, code)["printed"] == "at 1\n"


def test_tests_that_cannot_be_read_are_amber_and_say_why(try_step, small, opened_browser):
    opened_browser.suites.close()
    small.edit("suite/test_more.py", "import pytest\n", "import nothing_like_it\n")
    shown = try_step(3, STEP_3)
    assert (shown["colour"], shown["counts"]) == ("amber", "the tests can't be read")
    assert "nothing_like_it" in shown["failure"]


def test_on_the_first_step_no_test_runs(try_step):
    shown = try_step(0, "")
    assert (shown["colour"], shown["counts"], shown["tests"]) == ("", "no test yet", [])


@pytest.mark.parametrize("file", ["words.py", "words/english.py", "words/english/short.py"])
def test_a_second_module_of_a_reader_lies_beside_the_first(try_step, file):
    module = file.removesuffix(".py").replace("/", ".")
    code = f"from {module} import word\ndef say(number):\n    return word(number)\n"
    shown = try_step(2, code, **{file: "def word(number):\n    return str(number)\n"})
    assert (shown["colour"], shown["failure"]) == ("green", "")
