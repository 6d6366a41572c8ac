"""An evening that needs no disk: code and tests as texts, which run here and now, each save a light."""

import sys
from types import ModuleType

from dojo.attempt.clock import clock
from dojo.attempt.light import Light
from dojo.attempt.snapshot import File, Snapshot
from dojo.prove.session.book import Book
from dojo.prove.session.judging import Known
from dojo.prove.session.replays import Reading
from dojo.prove.session.stages import stages
from dojo.prove.session.versions import Attempted
from dojo.runner.result import Cell, colour_of, counted
from dojo.story.tests import SuiteTest

TOLD = (
    (1, "one is said", "drives", 1),
    (2, "two is said", "drives", 2),
    (4, "four is said", "guards", 2),
    (5, "five is said", "guards", 2),
    (7, "seven is said", "drives", 3),
)
IDS = [f"suite/test_numbers.py::test_{number}" for number, *_ in TOLD]
OURS = {id: SuiteTest(id, *told) for id, (_, *told) in zip(IDS, TOLD)}
BEGAN = 1_700_000_000.0


def says(text):
    """Code that says something of a number."""
    return f"def say(number):\n    return {text}\n"


def saved(code, tests, *, after=60, verb="watch", **told):
    """A save: the code, the tests, and the seconds since the last one."""
    return after, verb, code, tests, told


def back(to, *, after=60):
    """`make back TO=`."""
    return after, "back", None, None, {"to": to}


ONE = "def test_one():\n    assert fizz.say(1) == '1', 'not 1'\n"
TWO = "def test_two():\n    assert fizz.say(2) == '2', 'not 2'\n"
THREE = "def test_three():\n    assert fizz.say(3) == 'fizz', 'no fizz'\n"
TABLE = """\
import pytest
@pytest.mark.parametrize("row", [(1, '1'), (2, '2')])
def test_say(*row):
    assert fizz.say(row[0]) == row[1]
"""
CODE = {
    "-": "",
    "stub": says("None"),
    "zero": says("0"),
    "text": says("str(number)"),
    "other_text": says("f'{number}'"),
    "fizz": says("str(number) if number % 3 else 'fizz'"),
    "crash": says("['1', '2'][number]"),
    "word": "def say(number, word):\n    return str(number)\n",
    "tell": "def tell(number):\n    return str(number)\n",
    "slip": "def say(:\n",
}
TESTS = {
    "one": ONE,
    "two": TWO,
    "three": THREE,
    "first": ONE.replace("test_one", "test_first"),
    "one_or_so": ONE.replace("'1'", "str(1)"),
    "one_is_none": ONE.replace("'1'", "None"),
    "one_is_all": ONE.replace("== '1'", "is None or True"),
    "slip_one": ONE.replace("'1'", "one"),
    "word_one": ONE.replace("say(1)", "say(1, 'one')"),
    "tell_one": ONE.replace("say", "tell"),
    "skipped_one": f"def left_out(test):\n    test.left_out = True\n    return test\n@left_out\n{ONE}",
    "three_of_6": THREE.replace("(3)", "(6)"),
    "table": TABLE,
    "wrong_table": TABLE.replace("'2'", "'two'"),
    "six": "".join(f"def test_{n}():\n    assert fizz.say({n})\n" for n in range(6)),
    "say": "from fizz import say\n",
    "tell": "from fizz import say, tell\n",
}


def saves(text):
    """Some saves in a line: `- | stub one 10s | text one+two | start text | back 2 | text# one`.

    Each has its code and its tests, and perhaps the seconds before it; `#` is a comment in the code.
    """
    return [
        back(int(words[1])) if words[0] == "back" else save(words)
        for words in map(str.split, text.split("|"))
    ]


def save(words):
    """A save from its words: what it is, its code, its tests, its seconds."""
    told = {}
    if words[0] == "start":
        told["verb"] = words.pop(0)
    if words[-1][:-1].isdigit():
        told["after"] = int(words.pop()[:-1])
    code, *tests = words
    comment = "# layout alone\n" * code.count("#")
    tests = "".join(TESTS[name] for names in tests for name in names.split("+"))
    return saved(comment + CODE[code.rstrip("#")], tests, **told)


def case(code, colour, rule, *, revealed=0):
    """A run of a program: the case that it names."""
    return 60, "next", code, colour, {"revealed": revealed, "test": f"cases[{rule}]"}


def evening(*saves, is_program=False):
    """The lights, and what lay in the folder at each."""
    lights, snapshots, now, revealed = [], {}, BEGAN, 0
    texts = {}
    for number, (after, verb, code, tests, told) in enumerate(saves, 1):
        now += after
        revealed = told.get("revealed", revealed)
        colour, counts, more = "", {}, {}
        if is_program:
            texts, colour, counts = {"scores.js": code}, tests, {tests: 1}
        elif verb != "back":
            texts = {"fizz.py": code, "test_fizz.py": f"import fizz\n{tests}"}
            cells = ran(files_of(texts), [*OURS][:revealed]).values()
            counts = counted(cells)
            colour = colour_of(counts)
            more = {"own": {cell.id: cell.colour for cell in cells if cell.id not in OURS}}
        commit = f"commit {number}"
        lights.append(Light(number, now, verb, colour, counts, commit=commit, **more | told))
        snapshots[commit] = Snapshot(files_of(texts))
    return lights, snapshots


def files_of(texts):
    """Texts as the files of a folder."""
    return {name.encode(): File("100644", text.encode()) for name, text in texts.items()}


def proved(*saves, is_program=False):
    """The versions of an evening."""
    lights, snapshots = evening(*saves, is_program=is_program)
    book = Book(replayed)
    known = Known(book, {} if is_program else OURS, clock(lights))
    there = stages(lights, snapshots, "katas/tables-3", None if is_program else list(OURS))
    return book.settled(Attempted(there, known, is_program=is_program).versions)


def verdicts(*saves, **how):
    """Each verdict, with the number of its light."""
    versions = proved(*saves, **how)
    return [(version.name.split()[1], one) for version in versions for one in version.verdicts]


def kinds(*saves, **how):
    """The kind of each verdict, and the rule of its test."""
    return [f"{number} {one.kind}: {one.rule}".strip() for number, one in verdicts(*saves, **how)]


def sentences(*saves, **how):
    """The sentences of the verdicts."""
    return [one.says for _, one in verdicts(*saves, **how)]


def remarks(*saves, **how):
    """Each remark, with the number of its light."""
    versions = proved(*saves, **how)
    return [f"{version.name.split()[1]} {remark}" for version in versions for remark in version.remarks]


def replayed(requests):
    """The replays, run here and now; each line of the code counts as run."""
    lines = {"fizz.py": list(range(100))}
    return {request: Reading(ran(dict(request.files), request.ours), lines) for request in requests}


def ran(files, ours=()):
    """What the tests in some files come to, and some of ours."""
    fizz = ModuleType("fizz")
    tests = ModuleType("test_fizz")
    try:
        if b"fizz.py" not in files:
            raise ModuleNotFoundError("No module named 'fizz'")
        exec(files[b"fizz.py"].content, fizz.__dict__)
        sys.modules["fizz"] = fizz
        exec(files[b"test_fizz.py"].content, tests.__dict__)
    except Exception as error:
        colour = "red" if str(error).startswith("cannot import name") else "amber"
        return {"test_fizz.py": Cell("test_fizz.py", "test_fizz.py", colour, why(error))}
    finally:
        sys.modules.pop("fizz", None)
    own = [
        called(f"test_fizz.py::{name}{row}", test, values)
        for name, test in vars(tests).items()
        if name.startswith("test_") and not hasattr(test, "left_out")
        for row, values in rows(test)
    ]
    return {cell.id: cell for cell in [*own, *(called(id, asks, (fizz, int(id[-1]))) for id in ours)]}


def rows(test):
    """The rows of a test, by what pytest writes behind its name."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    if not marks:
        return [("", ())]
    return [(f"[{'-'.join(map(str, row))}]", row) for row in marks[0].args[1]]


def asks(fizz, number):
    """What our tests ask."""
    assert fizz.say(number) == str(number), f"not {number}"


def called(id, test, values):
    """What a test comes to."""
    try:
        test(*values)
    except Exception as error:
        colour = "red" if isinstance(error, AssertionError | AttributeError) else "amber"
        return Cell(id, id, colour, why(error), f"E   {why(error)}")
    return Cell(id, id, "green")


def why(error):
    """The line that pytest has for it."""
    text = str(error).partition(" (unknown location)")[0]
    return text if isinstance(error, AssertionError) else f"{type(error).__name__}: {text}"
