"""Laws 1 to 3, 5 and 8: what the runs of a story show."""

import pytest

from gate.planting import FAKE, MORE, NUMBERS, SAYS, TWO, plant

EDITS = [
    plant(
        1,
        "a test is green too early",
        NUMBERS,
        TWO,
        TWO.replace('2, "2"', '1, "1"'),
        "step_01_fake_it",
        "two is said",
        "green before it",
    ),
    plant(
        1,
        "a step does not make its test green",
        "step_02/fizz.py",
        SAYS,
        "    return str(number + 1)\n",
        "step_02_numbers",
        "two is said",
        "drives step 2, but is red here",
    ),
    plant(
        1,
        "a later step breaks an older test",
        "step_03/fizz.py",
        "    return str(number)\n",
        '    return "1" if number != 4 else "4"\n',
        "step_03_fizz",
        "two is said",
        "is red here",
    ),
    plant(
        1,
        "a guard was red when it was written",
        NUMBERS,
        TWO,
        TWO.replace("drives", "guards"),
        "step_01_fake_it",
        "two is said",
        "guards step 2, but is red here",
    ),
    plant(
        1,
        "a driver is really a guard",
        NUMBERS,
        TWO,
        'drives(4, "two is said", 2, "2"),',
        "step_03_fizz",
        "two is said",
        "it is really a guard: mark it guards(4), or drives(2), where it turns green",
    ),
    plant(
        1,
        "a guard is really a driver",
        NUMBERS,
        TWO,
        TWO.replace("drives", "guards"),
        "step_01_fake_it",
        "two is said",
        "it is really a driver: mark it drives(2)",
    ),
    plant(
        1,
        "a test drives a later step than its mark says",
        MORE,
        "drives(3)",
        "drives(2)",
        "step_02_numbers",
        "fizz is said",
        "it turns green at step 3: mark it drives(3)",
    ),
    plant(
        1,
        "a test guards a later step than its mark says",
        MORE,
        "drives(3)",
        "guards(2)",
        "step_02_numbers",
        "fizz is said",
        "it turns green at step 3: mark it drives(3)",
    ),
    plant(
        2,
        "None is called",
        "step_01/fizz.py",
        FAKE,
        "    return None()\n",
        "step_01_fake_it",
        "two is said",
        "TypeError",
    ),
    plant(
        2,
        "something is not known",
        "step_01/fizz.py",
        FAKE,
        "    raise NotImplementedError(number)\n",
        "step_01_fake_it",
        "two is said",
        "NotImplementedError",
    ),
    plant(
        2,
        "the step asserts by itself",
        "step_01/fizz.py",
        FAKE,
        "    assert not number\n",
        "step_01_fake_it",
        "two is said",
        "AssertionError",
    ),
    plant(
        2,
        "a name is missing inside the step",
        "step_01/fizz.py",
        FAKE,
        "    return number.nothing\n",
        "step_01_fake_it",
        "two is said",
        "AttributeError",
    ),
    plant(
        2,
        "None is there where something is asked for",
        NUMBERS,
        "    assert fizz.say(number) == said\n",
        "    assert (None if number == 2 else fizz.say(number)).strip() == said\n",
        "step_01_fake_it",
        "AttributeError: 'NoneType' object has no attribute 'strip'",
    ),
    plant(
        2,
        "the step does not compile",
        "step_01/fizz.py",
        "def say(number):",
        "def say(number:",
        "step_01_fake_it",
        "two is said",
        "SyntaxError",
    ),
    plant(
        2,
        "the step imports what is not there",
        "step_01/fizz.py",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nfrom json import nothing\n',
        "step_01_fake_it",
        "two is said",
        "ImportError",
    ),
    plant(
        2,
        "the step ends Python when it is imported",
        "step_01/fizz.py",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nimport os\n\nos._exit(0)\n',
        "step_01_fake_it",
        "two is said",
        "ended Python itself, with status 0",
    ),
    plant(
        3,
        "a refactoring loses a case",
        "step_04/fizz.py",
        "divisible(number, 3)",
        "divisible(number, 5)",
        "step_04_divisible",
        "fizz is said",
        "was green on step_03_fizz and is red after a refactoring",
    ),
    plant(
        5,
        "a line that no test asks for",
        "step_02/fizz.py",
        SAYS,
        f"    if number < 0:\n        return 0\n{SAYS}",
        "step_02_numbers",
        "fizz.py",
        "no test green by then reaches it",
    ),
    plant(
        5,
        "a branch that no test asks for",
        "step_02/fizz.py",
        SAYS,
        f"    if number:\n        number = int(number)\n{SAYS}",
        "step_02_numbers",
        "fizz.py",
        "the branch from line",
    ),
    plant(
        5,
        "a line that only a later test asks for",
        "step_02/fizz.py",
        SAYS,
        f"    if number == 10:\n        return 10\n{SAYS}",
        "step_02_numbers",
        "fizz.py",
        "no test green by then reaches it",
    ),
    plant(
        8,
        "the steps are imported as Python imports",
        "suite/conftest.py",
        "        return self.source_to_code(self.get_data(self.path), self.path)",
        "        return super().get_code(_name)",
        "step_00_nothing_yet",
        "stale bytecode was run",
    ),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


LOOPS = plant(
    2,
    "the step loops for ever",
    "step_01/fizz.py",
    FAKE,
    "    while True:\n        pass\n",
    "step_01_fake_it",
    "one is said",
    "not done after 0.2 seconds: is there a loop without an end?",
)
WAITS = plant(
    2,
    "the step waits for ever",
    "step_01/fizz.py",
    FAKE,
    "    import time\n\n    time.sleep(600)\n",
    "step_01_fake_it",
    "one is said",
    "not done after 0.4 seconds: does it wait for something, or loop without an end?",
)


@pytest.mark.parametrize("planted", [LOOPS])
def test_the_gate_stops_a_loop(small, capsys, planted):
    small.set_limit(0.2)
    planted.is_named(small, capsys)


@pytest.mark.parametrize("planted", [WAITS])
def test_the_gate_waits_for_nothing(small, capsys, planted):
    small.set_limit(0.2, patience=2)
    planted.is_named(small, capsys)
