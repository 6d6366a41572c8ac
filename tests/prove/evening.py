"""An evening that needs no disk: code and tests as texts, which run here and now; each save is a light."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from dojo.attempt.light import BackLight, Light, RunLight
from dojo.attempt.snapshot import Files
from dojo.model.outcome import RED_REASONS, Colour, Outcome, Reason
from dojo.prove.lights import LightsProof
from dojo.prove.verdict import Verdict
from dojo.prove.versions import Revision
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
    "": "",
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


@dataclass(frozen=True)
class Save:
    """What somebody had on the disk when a light was recorded.

    Attributes:
        code: the code, by its name in `CODE`; that of a program is its text; none if it is empty.
        tests: the tests, by their names in `TESTS`.
        verb: what recorded the light.
        revealed: how many of our tests are shown from now on; None if as many as before.
        test: the number that our test in hand asks for.
        unnoticed: how many changed lines no test would have noticed a change in.
        grows: True if the code can do something new.
        suite: another name if somebody has edited the tests of the kata.
        comments: how many lines of comments the code begins with.
        case, colour: which case of a program ran, and how it came out.
        to: the light that `make back` went to.
    """

    code: str = ""
    tests: tuple[str, ...] = ()
    verb: str = "watch"
    revealed: int | None = None
    test: int | None = None
    unnoticed: int = 0
    grows: bool = False
    suite: str = ""
    comments: int = 0
    case: str = ""
    colour: str = ""
    to: int | None = None


def save(
    code: str = "",
    *tests: str,
    verb: str = "watch",
    revealed: int | None = None,
    test: int | None = None,
    unnoticed: int = 0,
    grows: bool = False,
    suite: str = "",
    comments: int = 0,
) -> Save:
    """A save of code and tests."""
    return Save(code, tests, verb, revealed, test, unnoticed, grows, suite, comments)


def run_case(code: str, colour: str, *, case: str, verb: str = "watch") -> Save:
    """A case of a program that was run."""
    return Save(code, verb=verb, case=case, colour=colour)


def back(*, to: int, test: int | None = None) -> Save:
    """A `make back` to a light."""
    return Save(verb="back", to=to, test=test)


def lights_of(saves: Sequence[Save]) -> tuple[list[Light], dict[str, Files]]:
    """The light of each save; and the files of each light, by its id."""
    lights: list[Light] = []
    files: dict[str, Files] = {}
    texts: dict[str, str] = {}
    revealed = 0
    for number, saved in enumerate(saves, 1):
        more: dict[str, Any] = {}
        colour = saved.colour
        if saved.revealed is not None:
            revealed = more["revealed"] = saved.revealed
        if saved.case:
            test = f"cases[{saved.case}]"
            reason = {"red": Reason.ASSERTED, "amber": Reason.CRASHED}.get(colour)
            texts = {"scores.py": saved.code}
            more |= {"test": test, "taught": {test: Outcome(test, Colour(colour), reason)}}
        elif saved.to is not None:
            more["to"] = saved.to
        else:
            texts = texts_of(saved)
            found = run(texts, [test.id for test in TAUGHT[:revealed]])
            colours = [str(outcome.colour) for outcome in found.values()]
            colour = next((one for one in ("amber", "red") if one in colours), "green")
            more["own"] = {id: one for id, one in found.items() if not id.startswith("suite/")}
            more["taught"] = {id: one for id, one in found.items() if id.startswith("suite/")}
            more |= {"unnoticed": saved.unnoticed, "grows": saved.grows}
            more["suite"] = saved.suite or "as it is"
            if saved.suite:
                # somebody edits the tests of the kata: they are red for a while
                colour = "red"
                more["taught"] = {id: Outcome(id, Colour.RED, Reason.ASSERTED) for id in more["taught"]}
        if saved.test is not None:
            more["test"] = TAUGHT_ID.format(WORDS[saved.test])
            # the second test, and the last one, open a step
            more["opens"] = (more["test"],) if saved.test in (2, 7) else ()
        id = f"light {number}"
        lights.append(made_light(number, saved.verb, colour, id, more))
        files[id] = made(texts)
    return lights, files


def texts_of(saved: Save) -> dict[str, str]:
    """The text of each file of a save."""
    code = "# layout alone\n" * saved.comments + CODE[saved.code]
    tests = "".join(TESTS[name] for name in saved.tests)
    return {"fizz.py": code, "test_fizz.py": f"import fizz\n{tests}"}


def made_light(number: int, verb: str, colour: str, id: str, fields: dict[str, Any]) -> Light:
    """A light of an evening."""
    place: dict[str, Any] = {"number": number, "when": 60.0 * number, "id": id}
    if verb == "back":
        return BackLight(**place, **fields)
    return RunLight(**place, verb=verb, colour=Colour(colour), **fields)


def verdicts(saves: Sequence[Save]) -> list[tuple[str, Verdict]]:
    """The verdicts on an evening, each with the number of its light."""
    return [
        (number_of_light(version), verdict) for version in versions(saves) for verdict in version.verdicts
    ]


def remarks(saves: Sequence[Save]) -> list[tuple[str, str]]:
    """The remarks on an evening, each with the number of its light."""
    return [(number_of_light(version), remark) for version in versions(saves) for remark in version.remarks]


def versions(saves: Sequence[Save]) -> list[Revision]:
    """What `prove` finds at each light of an evening; one with cases is that of a program."""
    is_program = any(saved.case for saved in saves)
    return LightsProof(*lights_of(saves), is_program=is_program).revisions


def number_of_light(version: Revision) -> str:
    """The number of a light, as its version is called."""
    return version.name.split()[1]


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
