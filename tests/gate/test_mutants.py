"""Law 9: what a mutant has to be, what is said to be finished, and that each test has failed."""

import re
import sys
from typing import NamedTuple

import pytest

from dojo.gate.evidence import Evidence
from dojo.gate.mutants import check_each_test_fails, check_mutants, check_mutants_caught
from dojo.story.mutants import Mutant
from gate.planting import Faults, append, faults, is_named, lines, lines_of, says

SAYS = '"1" if number % 3 else right_say(number)'
AT_ONE = SAYS.replace('"1" if number % 3', '"2" if number == 1')
REST, ORIGIN = "does not take its rest; begin it with", "The fake was left where it was.\n\n"
TABLE = """import pytest


@pytest.mark.guards(2)
@pytest.mark.parametrize("digit", [4, 5, 7, 8])
def test_digits(fizz, digit):
    assert fizz.say(1) + str(digit) == f"1{digit}"
"""
WHOLE = "write finished = 3: every test is green there"
FAULTS: Faults = {
    "mutants/never_above_one.py": [
        ("hint: What", "help: What", "never_above_one.py:1: its docstring has no field hint; add it to its"),
        ("step: 1", "step: one", "never_above_one.py:1: its field step is not a number; say in which step"),
        ("step: 1", "step: 9", "never_above_one.py:1: there is no step 9; say in which step people"),
        (
            "step: 1",
            "needs: say Say main\nstep: 1",
            "one.py:1: its field needs names Say, which is no function",
        ),
        (ORIGIN, "", "never_above_one.py:1: its docstring needs three parts; say what it does, how it comes"),
        ("def say(number):", "def say(number:", "mutants/never_above_one.py:15: is not valid Python"),
        ("the_rest(globals())", "", f"mutants/never_above_one.py:20: {REST}"),
        ("from finished import the_rest", "", f"mutants/never_above_one.py:20: {REST}"),
        (SAYS, "None + 1", "mutants/never_above_one.py: it breaks in every test; let it have one fault"),
        (
            SAYS,
            "saying(number)",
            "one.py: it only breaks: NameError: name 'saying' is not defined; mend that",
        ),
        (SAYS, "right_say(number)", "never_above_one.py: it passes every test; give it a fault of"),
        (SAYS, AT_ONE, "step: 1", "step: 4", "one.py:1: no test of its step, 4, or of a later one catches"),
    ],
    "mutants/finished.py": [
        ("def join(", "def beside(", "mutants/finished.py: is of an older version; type make update")
    ],
    "story.toml": [
        ("finished = 3\n", "", "story.toml:9: the key finished is missing, and mutants need a finished step"),
        ("finished = 3", "finished = 9", f"story.toml:10: finished: there is no step 9; {WHOLE}"),
        ("finished = 3", "finished = 2", f"said to be finished, and “fizz is said” is red there; {WHOLE}"),
    ],
    "suite/test_more.py": [
        (' == "10\\n"', "", "test_more.py:12 · “names are said back”: no earlier step and no")
    ],
}


@pytest.mark.parametrize("fault", faults("law 9", FAULTS))
def test_a_fault_is_named(small, fault):
    is_named(small, fault)


@pytest.mark.parametrize(("finished", "named"), [("finished = 3\n", ["Say"]), ("", [])])
def test_of_what_a_mutant_needs_only_what_no_test_can_call_is_named(small, finished, named):
    small.edit("mutants/never_above_one.py", "step: 1", "needs: say Say main\nstep: 1")
    small.edit("story.toml", "finished = 3\n", finished)
    said = "\n".join(lines(small, [check_mutants]))
    assert re.findall(r"its field needs names (\w+),", said) == named


def test_a_table_whose_rows_nothing_fails_is_said_once(small):
    """One mutant may fail all of them."""
    for name in ("counts_from_zero", "never_above_one", "always_fizz_from_three"):
        small.path(f"mutants/{name}.py").unlink()
    append(small, "suite/test_table.py", TABLE)
    said = [line for line in lines(small, [check_each_test_fails]) if "test_table.py" in line]
    assert [line.partition("”: ")[2] for line in said] == [
        "no earlier step and no mutant has failed its assertion; and so for 3 more rows of its table; add a"
        " mutant that it catches; if there is none, it may not be able to fail"
    ]


ALIKE = [
    ("never_above_one", "The fake", "A fake", "has the code of never_above_one.py; give it another fault"),
    ("counts_from_zero", "def say(number", "def divisible(number, by", "passes every test; give it a"),
    ("counts_from_zero", "def say(number", "def said(number", "step_03_fizz, which has no said, or let that"),
]


@pytest.mark.parametrize(("of", "old", "new", "message"), ALIKE)
def test_a_mutant_that_is_a_copy_or_has_an_unknown_name_is_named(small, of, old, new, message):
    text = small.path(f"mutants/{of}.py").read_text("utf-8")
    small.path("mutants/odd.py").write_text(text.replace(old, new), "utf-8")
    says(small, "law 9 · mutants/odd.py: ", message)


def test_what_did_not_run_on_a_mutant_is_missing(small):
    evidence = Evidence(small.story)
    on_mutants = evidence.matrix_with_mutants.on_mutants
    del on_mutants[next(iter(on_mutants))][evidence.tests[0].id]
    (said,) = lines_of(small, check_mutants_caught(evidence))
    message = "“one is said”: missing: every test runs on every mutant; remove what ends the run"
    assert said == f"law 4 · mutants/counts_from_zero.py · {message}"


def test_the_judge_says_it_in_a_line(small, capsys):
    small.edit("mutants/never_above_one.py", "def say(number):", "def say(number:")
    assert small.verb("judge", f"TESTS={small.root}/suite") == 2
    assert capsys.readouterr().err.startswith("mutants/never_above_one.py:15: is not valid Python: ")


CLASS = '''class Caller:
    """Says numbers."""

    def say(self, number):
        """What is said at a number."""
        return say(number)

    def name(self):
        """Its name."""
        return "caller"
'''
OF_A_CLASS = '''class Caller(right_Caller):
    """Says numbers, and not its name."""

    def name(self):
        """No name."""
        return ""
'''
TEST = """@pytest.mark.drives(3)
def test_a_caller_has_a_name(fizz):
    caller = fizz.Caller()
    assert (caller.name(), caller.say(3)) == ("caller", "Fizz")
"""


def test_a_mutant_of_a_class_builds_on_the_right_one(small):
    append(small, "step_03/fizz.py", CLASS)
    append(small, "step_04/fizz.py", CLASS)
    append(small, "suite/test_more.py", TEST)
    text = small.path("mutants/counts_from_zero.py").read_text("utf-8")
    text = text[: text.index("def say")] + OF_A_CLASS + "\n\nthe_rest(globals())\n"
    small.path("mutants/nobody.py").write_text(
        text.replace("import the_rest", "import right_Caller, the_rest")
    )
    matrix = Evidence(small.story).matrix_with_mutants
    (nobody,) = (mutant for mutant in matrix.on_mutants if mutant.name == "nobody")
    (failing,) = (test for test in matrix.tests if matrix.on_mutant(test, nobody).colour != "green")
    assert failing.rule == "a caller has a name"
    assert "('', 'Fizz')" in matrix.on_mutant(failing, nobody).why
    code = "import nobody; print(nobody.Caller().say(3))"
    assert small.run(sys.executable, "-c", code, PYTHONPATH="mutants").stdout == "Fizz\n"


ANNOTATIONS = "from __future__ import annotations\n"


class Replacement(NamedTuple):
    """Code of the finished step, what a mutant has in its place, and what an expression then comes to.

    Both begin with the head. The mutant may import right names.
    """

    finished: str
    mutant: str
    expression: str
    value: str
    head: str = ""
    imports: str = ""


BASE = "class Base:\n    word = 'right'\n\n\n"
WRONG_BASE = "class Base(right_Base):\n    word = 'wrong'\n"
REPLACEMENTS = {
    "an async def": Replacement(
        "import asyncio\n\n\nasync def wait():\n    return 'right'\n",
        "async def wait():\n    return 'wrong'\n",
        "asyncio.run(wait()), asyncio.run(right_wait())",
        "('wrong', 'right')",
    ),
    "one name of several": Replacement(
        "LOW, HIGH = 1, 9\n\n\ndef span():\n    return LOW, HIGH\n",
        "LOW = 2\n",
        "span(), right_LOW",
        "((2, 9), 1)",
    ),
    "a constant with a type": Replacement(
        "STEP: int = 3\n\n\ndef double():\n    return 2 * STEP\n",
        "STEP = 5\n",
        "double(), right_STEP",
        "(10, 3)",
    ),
    "a function with a decorator": Replacement(
        "def twice(function):\n    return lambda: 2 * function()\n\n\n@twice\ndef one():\n    return 1\n",
        "def one():\n    return 3\n",
        "one(), right_one()",
        "(3, 2)",
    ),
    "what the finished step computes from it when it is imported": Replacement(
        "def one():\n    return 1\n\n\nONES = [one()]\n",
        "def one():\n    return 3\n",
        "ONES",
        "[3]",
    ),
    "a name that only an annotation has": Replacement(
        "def later(number: Later):\n    return number\n",
        "def say(number: Later):\n    return str(later(number))\n",
        "say(3)",
        "'3'",
        head=ANNOTATIONS,
    ),
    "a class that others are made of": Replacement(
        f"{BASE}class Child(Base):\n    pass\n\n\nMADE = [Base()]\n",
        WRONG_BASE,
        "Child.word, MADE[0].word, right_Base.word",
        "('wrong', 'wrong', 'right')",
        imports="right_Base, ",
    ),
    "a function that a class holds, and another class": Replacement(
        f"def one():\n    return 1\n\n\n{BASE}class Holder:\n    first, base = staticmethod(one), Base\n",
        f"def one():\n    return 3\n\n\n{WRONG_BASE}",
        "Holder.first(), Holder.base.word, right_Base.word",
        "(3, 'wrong', 'right')",
        imports="right_Base, ",
    ),
    "a class, and a function below it": Replacement(
        f"{BASE}def one():\n    return 1\n\n\nONES = [one(), Base.word]\n",
        f"{WRONG_BASE}\n\ndef one():\n    return 3\n",
        "ONES, right_one()",
        "([3, 'wrong'], 1)",
        imports="right_Base, ",
    ),
}
# before Python 3.12 there is no such statement
if sys.version_info >= (3, 12):
    REPLACEMENTS["a type alias"] = Replacement(
        "type Numbers = list[int]\n",
        "type Numbers = list[str]\n",
        "Numbers.__value__, right_Numbers.__value__",
        "(list[str], list[int])",
    )


@pytest.mark.parametrize("replacement", REPLACEMENTS.values(), ids=REPLACEMENTS)
def test_a_mutant_may_replace_any_statement_of_the_finished_step(bare, replacement):
    step = bare.path("step_03/fizz.py")
    code = step.read_text("utf-8").removeprefix('"""Fizz."""\n')
    step.write_text(f'"""Fizz."""\n\n{replacement.head}{code}\n\n{replacement.finished}', "utf-8")
    text = bare.path("mutants/counts_from_zero.py").read_text("utf-8")
    head, line, _ = text.partition("from finished import the_rest\n")
    line = line.replace("the_rest", f"{replacement.imports}the_rest")
    file = bare.path("mutants/other.py")
    code = f"{head}{replacement.head}{line}\n\n{replacement.mutant}\n\nthe_rest(globals())\n"
    file.write_text(code, "utf-8")

    names: dict[str, object] = {"__name__": "fizz"}
    exec(Mutant(file, bare.story).whole, names)
    assert repr(eval(replacement.expression, names)) == replacement.value

    program = f"import other; print(repr(eval({replacement.expression!r}, vars(other))))"
    assert bare.run(sys.executable, "-c", program, PYTHONPATH="mutants").stdout == f"{replacement.value}\n"
