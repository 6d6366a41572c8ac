"""An evening that needs no disk: code and tests as texts, which run here and now; each save is a light."""

import sys
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from dojo.attempt.light import BackLight, Light, RunLight
from dojo.attempt.snapshot import Files
from dojo.model.outcome import RED_REASONS, Colour, Outcome, Reason
from dojo.prove.lights import LightsProof
from dojo.runner.collect import suite_plugin
from dojo.story.tests import Mark, SuiteTest
from prove.made import files as made

TAUGHT_ID = "suite/test_numbers.py::test_{0}[{0} is said]"
WORDS = {1: "one", 2: "two", 4: "four", 5: "five", 7: "seven"}
OURS = "1 one drives 1, 2 two drives 2, 4 four guards 2, 5 five guards 2, 7 seven drives 3"
TAUGHT = [
    SuiteTest(TAUGHT_ID.format(word), f"{word} is said", Mark(kind), int(step))
    for _, word, kind, step in map(str.split, OURS.split(","))
]
SAYS = {
    "stub": "None",
    "zero": "0",
    "fake": "'1'",
    "text": "str(number)",
    "other_text": "f'{number}'",
    "fizz": "str(number) if number % 3 else 'fizz'",
    "crash": "['1', '2'][number]",
    "small": "str(number) if number < 6 else ''",
    "smaller": "str(number) if number < 6 else '-'",
    "drawn": "next(__import__('sys').drawn)",
}
CODE = {name: f"def say(number):\n    return {text}\n" for name, text in SAYS.items()} | {
    "-": "",
    "word": "def say(number, word):\n    return str(number)\n",
    "tell": "def tell(number):\n    return str(number)\n",
    "slip": "def say(:\n",
    "asks": "answer = input()\n\ndef say(number):\n    return str(number)\n",
    "misspelt": "def say(number):\n    return str(number)\n\nprnt('x')\n",
}
ONE = "def test_one():\n    assert fizz.say(1) == '1', 'not 1'\n"
THREE = "def test_three():\n    assert fizz.say(3) == 'fizz', 'no fizz'\n"
TABLE = """\
import pytest
@pytest.mark.parametrize("row", [(1, '1'), (2, '2')])
def test_say(*row):
    assert fizz.say(row[0]) == row[1]
"""
TESTS = {
    "": "",
    "one": ONE,
    "two": ONE.replace("one", "two").replace("1", "2"),
    "three": THREE,
    "helper": "def a_helper(): ...\n",
    "first": ONE.replace("test_one", "test_first"),
    "one_or_so": ONE.replace("'1'", "str(1)"),
    "one_is_none": ONE.replace("'1'", "None"),
    "one_is_all": ONE.replace("== '1'", "is None or True"),
    "slip_one": ONE.replace("'1'", "one"),
    "word_one": ONE.replace("say(1)", "say(1, 'one')"),
    "tell_one": ONE.replace("say", "tell"),
    "tell_more": ONE.replace("say", "tell") + "    assert fizz.tell(2) == '2'\n",
    "skipped_one": f"def left_out(test):\n    test.left_out = True\n    return test\n@left_out\n{ONE}",
    "three_of_6": THREE.replace("(3)", "(6)"),
    "table": TABLE,
    "bare_table": TABLE.replace("import pytest\n", ""),
    "wrong_table": TABLE.replace("'2'", "'two'"),
}


def lights_of(text: str) -> tuple[list[Light], dict[str, Files]]:
    """The lights of `start text one | text# one+two | next text shown=2 test=2 | back to=1`; their files.

    Each has its code and its tests; `#` is a comment in the code, and `suite=` an edited suite. Of a program:
    `1 red case=one`.
    """
    lights: list[Light] = []
    files: dict[str, Files] = {}
    texts: dict[str, str] = {}
    revealed = 0
    for number, save in enumerate(text.split("|"), 1):
        told = dict(word.split("=") for word in save.split() if "=" in word)
        words = [word for word in save.split() if "=" not in word]
        verb = words.pop(0) if words[0] in ("start", "next", "back") else "watch"
        code, tests, *_ = [*words, "", ""]
        more: dict[str, Any] = {}
        colour = ""
        if "shown" in told:
            revealed = more["revealed"] = int(told["shown"])
        if "case" in told:
            texts, colour, more["test"] = {"scores.py": code}, tests, f"cases[{told['case']}]"
            reason = {"red": Reason.ASSERTED, "amber": Reason.CRASHED}.get(colour)
            more["taught"] = {more["test"]: Outcome(more["test"], Colour(colour), reason)}
        elif verb == "back":
            more["to"] = int(told["to"])
        else:
            code = "# layout alone\n" * code.count("#") + CODE[code.rstrip("#")]
            tests = "".join(TESTS[name] for name in tests.split("+"))
            texts = {"fizz.py": code, "test_fizz.py": f"import fizz\n{tests}"}
            found = run(texts, [test.id for test in TAUGHT[:revealed]])
            colours = [str(outcome.colour) for outcome in found.values()]
            colour = next((one for one in ("amber", "red") if one in colours), "green")
            more["own"] = {id: one for id, one in found.items() if not id.startswith("suite/")}
            more["taught"] = {id: one for id, one in found.items() if id.startswith("suite/")}
            more |= {"unnoticed": int(told.get("unnoticed", 0)), "grows": "grows" in told}
            more["suite"] = told.get("suite", "as it is")
            if "suite" in told:
                # somebody edits the tests of the kata: they are red for a while
                colour = "red"
                more["taught"] = {id: Outcome(id, Colour.RED, Reason.ASSERTED) for id in more["taught"]}
        if "test" in told:
            more["test"] = TAUGHT_ID.format(WORDS[int(told["test"])])
            # the second test, and the last one, open a step
            more["opens"] = (more["test"],) if told["test"] in "27" else ()
        id = f"light {number}"
        lights.append(made_light(number, verb, colour, id, more))
        files[id] = made(texts)
    return lights, files


def made_light(number: int, verb: str, colour: str, id: str, fields: dict[str, Any]) -> Light:
    """A light of an evening."""
    place: dict[str, Any] = {"number": number, "when": 60.0 * number, "id": id}
    if verb == "back":
        return BackLight(**place, **fields)
    return RunLight(**place, verb=verb, colour=Colour(colour), **fields)


def proved(text: str, what: str) -> list[tuple[str, Any]]:
    """The `verdicts` or the `remarks` on an evening, each with the number of its light."""
    is_program = "case=" in text
    versions = LightsProof(*lights_of(text), is_program=is_program).revisions
    return [(version.name.split()[1], one) for version in versions for one in getattr(version, what)]


def run(texts: Mapping[str, str], ours: Iterable[str] = ()) -> dict[str, Outcome]:
    """What the tests in some files come to, and some of ours."""
    fizz, tests = ModuleType("fizz"), ModuleType("test_fizz")
    try:
        if "fizz.py" not in texts:
            raise ModuleNotFoundError("No module named 'fizz'", name="fizz")
        exec(compile(texts["fizz.py"], "/evening/fizz.py", "exec"), fizz.__dict__)
        sys.modules["fizz"] = fizz
        exec(compile(texts["test_fizz.py"], "/evening/test_fizz.py", "exec"), tests.__dict__)
    except Exception as error:
        return {"test_fizz.py": outcome("test_fizz.py", error, "file")}
    finally:
        sys.modules.pop("fizz", None)
    own = [
        call(f"test_fizz.py::{name}{row}", test, values)
        for name, test in vars(tests).items()
        if name.startswith("test_") and not hasattr(test, "left_out")
        for row, values in rows(test)
    ]
    all_outcomes = [*own, *(call(id, asks, (fizz, number_of(id))) for id in ours)]
    return {found.test: found for found in all_outcomes}


def rows(test: Callable[..., None]) -> list[tuple[str, tuple[Any, ...]]]:
    """The rows of a test, by what pytest writes behind its name."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    if not marks:
        return [("", ())]
    return [(f"[{'-'.join(map(str, row))}]", row) for row in marks[0].args[1]]


def number_of(id: str) -> int:
    """The number that one of our tests asks for."""
    return next(number for number, word in WORDS.items() if f"[{word} " in id)


def asks(fizz: ModuleType, number: int) -> None:
    """What our tests ask."""
    assert fizz.say(number) == str(number), f"not {number}"


def call(id: str, test: Callable[..., None], values: tuple[Any, ...]) -> Outcome:
    """What a test comes to."""
    try:
        test(*values)
    except Exception as error:
        return outcome(id, error, "test")
    return Outcome(id, Colour.GREEN)


def outcome(id: str, error: Exception, phase: str) -> Outcome:
    """What a runner tells of an error."""
    tests = ("/evening/test_fizz.py", __file__)
    word, missing = suite_plugin().classify(error, lambda file: file in tests)
    reason = Reason(word)
    if reason == Reason.CRASHED and phase == "file":
        reason = Reason.NOT_LOADED
    colour = Colour.RED if reason in RED_REASONS else Colour.AMBER
    words = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
    return Outcome(id, colour, reason, missing, words, f"E   {words}")
