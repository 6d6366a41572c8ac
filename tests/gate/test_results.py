"""Laws 1 to 3: the colour of each test on each step."""

import pytest

from dojo.runner.child import clock
from gate.planting import Faults, faults, is_named, is_said, lines, says

ONE = '    return "1"'
SAY = '"""Fizz."""\n'
ROW = 'drives(2, "two is said", 2, "2")'
ASSERT = "assert fizz.say(number) == said"
SAYS = "import pytest\nfrom fizz import say\n\nSAYS = [say]\n"
NONE = "assert (None if number == 2 else fizz.say(number)).strip() == said"
BROKE = "law 2 · step_01_fake_it · suite/test_numbers.py:8 · “two is said”: drives step 2, but is amber here"
TWO = "law 1 · step_02_numbers · suite/test_numbers.py:8 · “two is said”:"
IS_RED = f"{TWO} is red on every step, on the last one too:"
NO_SONG = "on the last one too: there is no fixture song here, nor in what story.toml requires"
BREAKS = IS_RED.replace("law 1", "law 2").replace("is red", "breaks")
UNLOADED = "law 2 · steps/step_01_fake_it/fizz.py: does not load:"
ALL_RED = (
    "suite/test_numbers.py:7 · “one is said”: is red on every step, on the last one too: AssertionError:"
)
MEND_TEST = "no step is to blame: mend the test"
FAULTS: Faults = {
    "suite/test_numbers.py": [
        (
            ROW,
            'drives(2, "two is said", 1, "1")',
            "law 1 · step_01_fake_it | is green before it: nothing was",
        ),
        (
            ROW,
            ROW.replace("drives(2", "drives(4"),
            "law 1 · step_03 | it is green by then: mark it guards(4)",
        ),
        (
            ROW,
            ROW.replace("drives", "guards"),
            f"{TWO} guards step 2, but is red on step 1; it turns green at step 2: mark it drives(2)",
        ),
        (ASSERT, NONE, f"{BREAKS} AttributeError: 'NoneType' object has no attribute 'strip'; {MEND_TEST}"),
        (ROW, 'drives(2, "two is said", 2, "3")', f"{IS_RED} AssertionError: assert '2' == '3'; {MEND_TEST}"),
        (
            "== said",
            "is said + 'x'",
            f"{ALL_RED} assert '1' is ('1' + 'x'); and so for 2 more rows of its table; {MEND_TEST}",
        ),
    ],
    "suite/test_more.py": [
        ("drives(3)", "drives(2)", "law 1 · step_02_numbers | it turns green at step 3: mark it drives(3)"),
        (
            "drives(3)",
            "drives(4)",
            'fizz.say(3) == "Fizz"',
            'fizz.say(3) in ("1", "Fizz")',
            "law 1 · step_03 | it is green by then: mark it guards(4), or drives(3), which made it green",
        ),
        ("drives(3)", "guards(2)", "law 1 · step_02_numbers | it turns green at step 3: mark it drives(3)"),
        (
            "is_said(fizz)",
            "is_said(fizz, song)",
            f"law 2 · step_03_fizz | {NO_SONG}; no step is to blame: mend",
        ),
        # red on step 3, for want of a name, and amber on the last one
        (
            'fizz.say(3) == "Fizz"',
            "fizz.divisible(3, 0)",
            "law 2 · step_03_fizz | breaks on every step, on the last one too: ZeroDivisionError",
        ),
        ("def test_names", "async def test_names", "law 2 | “names are said back” | async def"),
        ("import pytest\n", SAYS, "fizz.say(3)", "SAYS[0](3)", "law 2 | TypeError: fizz.say() is called"),
    ],
    "step_01/fizz.py": [
        (ONE, "    return None()", f"{BROKE}, it broke: TypeError"),
        (ONE, "    assert not number", f"{BROKE}, it broke: AssertionError"),
        (ONE, "    return number.nothing", f"{BROKE}, it broke: AttributeError"),
        (
            "def say(number):",
            "def say(number:",
            "law 6 · steps/step_01_fake_it/fizz.py:4: is not valid Python",
        ),
        (SAY, f"{SAY}\nfrom json import no\n", f"{UNLOADED} ImportError: cannot import name 'no'"),
        (SAY, f"{SAY}\nimport os\n\nos._exit(0)\n", f"{UNLOADED} importing it ended Python itself, with"),
    ],
    "step_02/fizz.py": [
        (
            "str(number)",
            "str(number + 1)",
            "law 1 · step_02_numbers | “two is said”: drives step 2, but is red",
        ),
    ],
    "step_03/fizz.py": [
        (
            "return str(number)",
            'return "1"',
            "law 1 · step_03_fizz | “two is said”: drives step 2, but is red",
        ),
    ],
    "step_04/fizz.py": [
        (
            "number, 3",
            "number, 5",
            "law 3 · step_04_divisible | was green on step_03_fizz and is red after a",
        ),
    ],
}


@pytest.mark.parametrize("fault", faults("law", FAULTS))
def test_a_fault_is_named(small, fault):
    is_named(small, fault)


ONE_LINE = [
    pytest.param(
        "suite/test_numbers.py",
        "assert fizz.say(number) == said",
        "assert fizz.say(number) == said or True",
        "law 9 · step_02_numbers · suite/test_numbers.py:8 · “two is said”: nothing was red before its step,"
        " for “or True” is always true; write a comparison on both sides",
        id="a table whose test cannot fail",
    ),
    pytest.param(
        "suite/test_numbers.py",
        "assert fizz.say(number) == said",
        "return fizz.say(number) == said",
        "law 9 · step_02_numbers · suite/test_numbers.py:8 · “two is said”: nothing was red before its step,"
        " for it returns what it should assert; write assert in place of return",
        id="a return in place of an assert",
    ),
    pytest.param(
        "suite/test_numbers.py",
        "def test_numbers",
        "def numbers",
        "law 4 · suite/test_numbers.py:14: numbers has rows, and does not run: it is not called test_…;"
        " call it test_numbers",
        id="a table whose function is not called test_",
    ),
    pytest.param(
        "suite/test_more.py",
        "def test_fizz_is_said",
        "def fizz_is_said",
        "law 4 · suite/test_more.py:7: fizz_is_said has a mark, and does not run: it is not called test_…;"
        " call it test_fizz_is_said",
        id="a function with a mark that is not called test_",
    ),
    pytest.param(
        "step_03/fizz.py",
        "def say(number):",
        "def say(number):\n    return '0'\n\n\ndef unused(number):",
        "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: drives step 3, but is red here:"
        " AssertionError: assert '0' == 'Fizz'; mend steps/step_03_fizz/fizz.py",
        id="a step that does nothing of what drove it",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), ONE_LINE)
def test_a_cause_is_named_and_no_other_mark_is_asked_for(small, path, old, new, said):
    small.edit(path, old, new)
    found = lines(small)
    is_said(found, said)
    assert [line for line in found if "mark it" in line] == []


def test_a_guard_that_its_own_step_broke_keeps_its_mark(small):
    """It is green on the step before, and on the one after."""
    small.edit("step_03/fizz.py", "return str(number)", 'return "5" if number == 4 else str(number)')
    (said,) = [line for line in lines(small) if "“four is said”" in line and line.startswith("law 1")]
    assert said.endswith("mend steps/step_03_fizz/fizz.py")


RENAMED = "is red here: AttributeError: module 'fizz' has no attribute 'say'; and so for 4 more tests; mend"
NOT_TRIED = "not tried, after those that hang or end Python"


def test_what_is_wrong_with_many_tests_for_one_reason_is_said_once(small):
    small.edit("step_03/fizz.py", "def say(number):", "def tell(number):")
    (of_step,) = [line for line in lines(small) if line.startswith("law 1 · step_03_fizz")]
    assert RENAMED in of_step


def test_of_many_tests_the_one_that_drives_the_next_step_is_named(small):
    """In the table, two others stand above it."""
    small.edit("suite/test_numbers.py", "= [\n", '= [\n    drives(1, "one is said again", 1, "1"),\n')
    small.edit("step_01/fizz.py", ONE, "    return None()")
    (line,) = [line for line in lines(small) if line.startswith("law 2 · step_01_fake_it")]
    assert "“two is said”: drives step 2, but is amber here" in line
    assert "; and so for 2 more tests; " in line


def test_a_step_whose_driver_has_the_wrong_mark_is_no_refactoring(small):
    """It may change the colours of other tests, as a step does that a test drives."""
    small.edit("suite/test_more.py", "drives(3)", "guards(3)")
    small.edit("step_03/fizz.py", "return str(number)", 'return "1"')
    said = lines(small)
    is_said(said, "“fizz is said”: guards step 3, but is red on step 2")
    assert [line for line in said if line.startswith("law 3 · step_03_fizz")] == []


def test_a_step_that_does_not_load_is_compared_with_no_other(small):
    """Not even the one before it with the one after it: what it changed is unknown."""
    small.edit("step_03/fizz.py", SAY, f"{SAY}\nfrom json import no\n")
    said = lines(small)
    is_said(said, "steps/step_03_fizz/fizz.py: does not load")
    assert [line for line in said if line.startswith("law 3")] == []


def test_what_was_not_tried_is_not_named_beside_what_ended_python(small):
    small.edit("step_03/fizz.py", "    if number", "    import os\n\n    os._exit(0)\n    if number")
    said = lines(small)
    assert [line for line in said if "ended Python itself, with status 0" in line]
    assert [line for line in said if NOT_TRIED in line] == []


ENDLESS = {
    "step_01/fizz.py": [
        (ONE, "    while True:\n        pass", "not done after 0.2 seconds: is there a loop without an end?"),
        (
            ONE,
            "    while True:\n        again()\n\n\ndef again():\n    pass",
            "not done after 0.2 seconds: is there a loop without an end?",
        ),
        (
            ONE,
            "    import time\n\n    time.sleep(600)",
            "not done after 0.4 seconds: does it wait for something, or loop without an end?",
        ),
    ],
}


@pytest.mark.parametrize("fault", faults("law 2 · step_01_fake_it", ENDLESS))
def test_the_gate_waits_for_nothing(small, monkeypatch, fault):
    """Also where coverage holds a lock at each call."""
    monkeypatch.setattr(clock, "STEP_LIMIT", 0.2)
    monkeypatch.setattr(clock, "PATIENCE", 2 if "sleep" in str(fault.edits) else 600)
    is_named(small, fault)


SAID = '    return "Fizz" if divisible(number, 3) else str(number)\n'
BROKEN = (
    "law 1 · step_04_divisible · suite/test_numbers.py:7 · “eleven is said”: "
    "was green on step_03_fizz, and only this refactoring made it red"
)


def test_a_refactoring_that_makes_a_red_is_named_unless_it_says_so(small):
    """Step 4 breaks what nothing asks for yet; step 5 mends it, and calls that a test first."""
    new = small.path("steps/step_05_eleven")
    new.mkdir()
    (new / "fizz.py").write_text(small.path("step_04/fizz.py").read_text())
    small.edit("step_04/fizz.py", SAID, f'    if number == 11:\n        return "10"\n{SAID}')
    small.edit("suite/test_numbers.py", "= [\n", '= [\n    drives(5, "eleven is said", 11, "11"),\n')
    says(small, BROKEN)
    small.edit("step_04/README.md", "No colour has changed.", "It changes what nobody\n  asked.")
    assert [line for line in lines(small) if line.startswith("law 1")] == []


CHANGES_NO_COLOUR = [
    pytest.param("", "is red after a refactoring; keep it green", id="a refactoring"),
    pytest.param(
        "\n[roads]\ngalleries = [2]\n", "is red after another design; keep it green", id="another design"
    ),
]


@pytest.mark.parametrize(("roads", "problem"), CHANGES_NO_COLOUR)
def test_what_no_test_drives_changes_no_colour(small, roads, problem):
    small.edit("story.toml", "\n[tests]\n", f"{roads}\n[tests]\n")
    small.edit("step_04/fizz.py", SAID, f'    if number == 1:\n        return "one"\n{SAID}')
    says(small, f"was green on step_03_fizz and {problem}")


def test_a_test_that_is_green_on_all_steps_was_made_red_by_none(small):
    """Step 4 is a refactoring, and the next step is driven by what was never red."""
    new = small.path("steps/step_05_eleven")
    new.mkdir()
    (new / "fizz.py").write_text(small.path("step_04/fizz.py").read_text() + "\n\nTEN = 10\n")
    small.edit("suite/test_numbers.py", "= [\n", '= [\n    drives(5, "eleven is said", 11, "11"),\n')
    said = lines(small)
    assert [line for line in said if "is green before it" in line]
    assert [line for line in said if "made it red" in line] == []


ALONE = [
    pytest.param(
        "suite/test_more.py",
        [("drives(3)", "guards(3)"), ('fizz.say(3) == "Fizz"', 'fizz.say(3) in ("1", "Fizz")')],
        "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: guards step 3, but is red on step 2;"
        " it turns green at step 3: mark it drives(3)",
        id="a guard that is green by luck on an earlier step",
    ),
    pytest.param(
        "suite/test_more.py",
        [("drives(3)", "drives(2)"), ('fizz.say(3) == "Fizz"', 'fizz.say(3) in ("1", "Fizz")')],
        "law 1 · step_02_numbers · suite/test_more.py:7 · “fizz is said”: drives step 2, but is red on step"
        " 2; it turns green at step 3: mark it drives(3)",
        id="a driver of the step before, which is green by luck on an earlier one",
    ),
    pytest.param(
        "suite/test_more.py",
        [("drives(3)", "guards(3)")],
        "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: guards step 3, but is red on step 2;"
        " it turns green at step 3: mark it drives(3)",
        id="the only driver of a step is called a guard",
    ),
    pytest.param(
        "suite/test_more.py",
        [("drives(3)", "guards(3)"), ('assert fizz.say(3) == "Fizz"', 'assert fizz.say(3).index("F") == 0')],
        "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: guards step 3, but is amber on step 2,"
        " it breaks there: ValueError: substring not found; mark it guards(4), or let it fail by an assertion"
        " there, and mark it drives(3)",
        id="a guard that breaks on the step before",
    ),
]


@pytest.mark.parametrize(("path", "edits", "message"), ALONE)
def test_a_wrong_mark_is_told_in_one_line_that_says_the_right_one(small, path, edits, message):
    for old, new in edits:
        small.edit(path, old, new)
    assert lines(small) == [message]
