"""Each kind of mistake that was made on repositories of other people, as a tiny one."""

import py_compile
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from py_compile import PycInvalidationMode

import pytest

from dojo.errors import EnvironmentProblem
from dojo.prove.commits import NOT_HERE
from dojo.prove.measure.collect.collector import Collector
from dojo.prove.self_check import BAD, COMMITS, GOOD, HOLDS, check_itself
from prove.made import in_short
from prove.planted import PYTHON, SUBMODULE, Content, git, proved, repository

PRICE = "def price(n):\n    return n * 10\n"
BROKEN = "def price(n):\n    return n * 10 + 1\n"
STRONG = "from shop import price\n\n\ndef test_price():\n    assert price(3) == 30\n"
WEAK = "from shop import price\n\n\ndef test_price():\n    {}\n"
RED = STRONG.replace("30", "31")
READS = "import json\n\n\ndef price(n):\n    return n * json.load(open('prices.json'))['one']\n"
OTHER = "from shop import price\n\n\ndef test_other():\n    assert price(0) == 0\n"
HIDES = """\
import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    outcome = yield
    outcome.get_result().outcome = "passed"
"""
ORDERED = """\
from shop import price

SEEN = []

def test_a():
    SEEN.append(price(0))

def test_b():
    assert SEEN == {}
"""
FIXTURE = """\
import pytest

@pytest.fixture({})
def number(request):
    return getattr(request, "param", 3)
"""
USES_FIXTURE = "from shop import price\n\n\n" + "".join(
    f"def test_{number}(number):\n    assert price(number) > {number}\n\n\n" for number in range(3)
)
LEAVES = """\
from shop import price

SEEN = []

def test_price():
    SEEN.append(1)
    assert (len(SEEN), price(3)) == (1, 30)
"""
NEEDS_ANOTHER = """\
from shop import price

SEEN = []

def test_first():
    SEEN.append(price(3))

def test_price():
    # alone it passes, whatever the code does
    assert SEEN in ([], [30])
"""
SKIPS = "import pytest\n" + STRONG.replace("def test", "@pytest.mark.{}\ndef test")
FAILS = SKIPS.format("xfail").replace("30", "31")
PATCHES = """\
import shop

def test_it(monkeypatch):
    monkeypatch.setattr(shop, "RATE", 2)
    assert shop.price(1) == 10
"""
PATCHES_JSON = """\
import json
from unittest import mock
import shop

def test_it():
    with mock.patch.object(json, "RATE", 2):
        assert shop.price(1) == 10
"""
PATCHES_RATES = """\
from unittest import mock

def test_it():
    with mock.patch("rates.RATE", 2):
        assert __import__("rates").RATE == 2
"""
CRASHES = "\n\n".join(f"def test_{number}():\n    import shop; shop.price('x') - 1" for number in range(5))

ROWS = """\
import pytest
from shop import price


@pytest.mark.parametrize(("{name}", "expected"), [(1, 10), ({three}, 30)])
def test_price({name}, expected):
    assert price({name}) == expected
"""
UNREAD = """\
from {} import Mapping
from shop import price


class TestShop:
    def test_price(self):
        assert price(3) == 30


class TestMore(TestShop): ...
"""
REFUSES = "def price(n):\n    raise ValueError('no')\n"
RAISES = """\
import pytest
from shop import price


def test_price():
    with pytest.raises(ValueError{}:
        price(3)
{}"""
# a row with an object that says nothing of what is in it
OBJECT = """\
import pytest
from shop import price


class Case:
    def __init__(self, number, expected):
        self.number, self.expected = number, expected


@pytest.mark.parametrize("case", [Case(3, {})])
def test_price(case):
    assert price(case.number) == case.expected
"""
ITEM = """from dataclasses import dataclass


@dataclass
class Item:
    number: int
{}

def price(item):
    return item.number * 10
"""
ITEMS = """import pytest
from shop import Item, price


@pytest.mark.parametrize("item", [Item(3)])
def test_price(item):
    assert price(item) == 30
"""
ASKS = "from shop import price\n\n\nclass Asks:\n    def test_one(self):\n        assert price(1) == 10\n"
INHERITS = """\
from asks import Asks
from shop import price


class TestShop(Asks):
    def test_three(self):
        assert price(3) == 30
"""
CAMELS = "import shop\n" + "".join(
    f"def test_{{}}Price():\n    assert shop.price({number}) == {number}0\n" for number in range(3)
).format("zero", "one", "two")
SNAKES = CAMELS.replace("Price", "_price").replace("shop.price", "shop.get_price")


@dataclass(frozen=True)
class Case:
    """The files of two commits or more, and what is said of the last one.

    Attributes:
        says: a part of the sentences or of the remarks.
        is_shared: True if it may be in one repository with others, in files of its own.
    """

    commits: Sequence[Mapping[str, Content]]
    found: Sequence[str] = ()
    says: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    is_shared: bool = False


def weakened(assertion: str) -> Case:
    """A test of which less is left, while its code breaks."""
    before = {"shop.py": PRICE, "test_shop.py": STRONG}
    return Case(
        [before, {"shop.py": BROKEN, "test_shop.py": WEAK.format(assertion)}],
        ["asked more: price"],
        "“price” asked more before: as it was, it fails on the code of now: assert 31 == 30",
        is_shared=True,
    )


BOTH = {"shop.py": PRICE, "test_shop.py": STRONG}
CASES = {
    "a licence alone accuses no test": Case([BOTH, {"LICENSE": "x", "README.md": "x"}]),
    "a test that needs the one before it passes either way": Case(
        [
            {"shop.py": PRICE, "test_shop.py": ORDERED.format("[1]")},
            {"shop.py": PRICE + "\n\nMORE = 1\n", "test_shop.py": ORDERED.format("[0]")},
        ],
        ["passes: b"],
        is_shared=True,
    ),
    "a test that finds what it has left itself": Case(
        [
            {"shop.py": "def price(n):\n    return 0\n", "test_none.py": "def test_none(): pass\n"},
            {"shop.py": PRICE, "test_shop.py": LEAVES},
        ],
        ["proven: price"],
        is_shared=True,
    ),
    "a test that is red only after another one": Case(
        [
            {"shop.py": "def price(n):\n    return 0\n", "test_none.py": "def test_none(): pass\n"},
            {"shop.py": PRICE, "test_shop.py": NEEDS_ANOTHER},
        ],
        ["passes: first", "proven: price"],
        is_shared=True,
    ),
    "code that was not Python before": Case(
        [BOTH | {"shop.py": "def (\n"}, {"shop.py": PRICE}],
        ["no answer:"],
        "code is not Python: SyntaxError",
    ),
    "two new tests that say the same of two modules": Case(
        [
            {"shop.py": PRICE, "other.py": BROKEN, "test_none.py": "def test_none(): pass\n"},
            {
                "shop.py": PRICE + "\n\nMORE = 1\n",
                "test_first.py": STRONG.replace("shop", "other"),
                "test_later.py": STRONG,
            },
        ],
        ["still red: price", "passes: price"],
    ),
    "weakened to >=": weakened("assert price(3) >= 1"),
    "weakened to is not None": weakened("assert price(3) is not None"),
    "weakened by or True": weakened("assert price(3) == 30 or True"),
    "weakened to a bare assert": weakened("assert price(3)"),
    "weakened by a try": weakened(
        "try:\n        assert price(3) == 30\n    except AssertionError:\n        pass"
    ),
    "a strong test went, and a weak one came": Case(
        [BOTH, {"shop.py": BROKEN, "test_shop.py": OTHER.replace("== 0", ">= 0")}],
        ["refactoring: other", "asked more: price"],
    ),
    "a skip that comes": Case(
        [BOTH, {"test_shop.py": SKIPS.format("skip(reason='later')")}],
        ["switched off: price"],
        "later",
        is_shared=True,
    ),
    "all new tests are skipped": Case(
        [
            {"shop.py": PRICE},
            {"test_shop.py": SKIPS.format("skip") + "\n\n@pytest.mark.skip\ndef test_more(): pass\n"},
        ],
        ["no answer:"],
        "none of the 2 new tests runs: it is skipped: unconditional skip",
    ),
    "an xfail that comes": Case(
        [BOTH, {"test_shop.py": SKIPS.format("xfail")}], ["switched off: price"], is_shared=True
    ),
    "a setting that collects nothing": Case(
        [BOTH, {"pytest.ini": "[pytest]\npython_functions = check\n"}], ["switched off: price"]
    ),
    "a hook that turns reports green": Case(
        [BOTH, {"conftest.py": HIDES, "shop.py": BROKEN}], ["switched off: price"], "a hook of the repository"
    ),
    "a setting that lets tests run": Case(
        [
            {"code/shop.py": PRICE, "test_shop.py": STRONG},
            {"pytest.ini": "[pytest]\npythonpath = code\n"},
        ],
    ),
    "a setting and a test that needs it": Case(
        [
            {"code/shop.py": "", "test_other.py": "def test_it(): pass\n"},
            {"pytest.ini": "[pytest]\npythonpath = code\n", "code/shop.py": PRICE, "test_shop.py": STRONG},
        ],
        ["by name: price"],
    ),
    "a plugin that is not installed": Case(
        [BOTH, {"test_more.py": "def test_it(mocker): pass\n"}],
        ["no answer: it"],
        "it needs the fixture mocker, of pytest-mock",
        is_shared=True,
    ),
    "a module that a build has not written": Case(
        [
            {
                "shop/__init__.py": "from shop._version import version\n",
                "test_none.py": "def test_none(): pass\n",
            },
            {"test_shop.py": "import shop\n\n\ndef test_it():\n    assert shop.version\n"},
        ],
        ["no answer: it"],
        "it needs shop._version, which is not in the commit: does a build write it?",
    ),
    "code that asks for its own version": Case(
        [
            {
                "shop.py": "from importlib.metadata import version\n\nVERSION = version('shop')\n",
                "test_none.py": "def test_none(): pass\n",
            },
            {
                "shop.py": "VERSION = 1\n",
                "test_shop.py": "from shop import VERSION\n\n\ndef test_it():\n    assert VERSION\n",
            },
        ],
        ["no answer: it"],
        "shop has to be installed in PYTHON: the code asks for its version",
    ),
    "inherited tests in a file that could not be read before": Case(
        [
            {"shop.py": PRICE, "test_shop.py": UNREAD.format("collections"), "test_other.py": OTHER},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": UNREAD.format("collections.abc")},
        ],
        ["refactoring:"],
    ),
    "a test that broke the code and was changed": Case(
        [
            {"shop.py": PRICE, "test_shop.py": STRONG.replace("price(3)", "price(None)")},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": STRONG},
        ],
        ["made green: price"],
        is_shared=True,
    ),
    "a test of a warning asserts something": Case(
        [
            BOTH,
            {
                "test_more.py": "import pytest, warnings\n\n\ndef test_it():\n"
                "    with pytest.warns(UserWarning):\n        warnings.warn('look')\n"
            },
        ],
        ["passes: it"],
        "“it” passes either way: it is a guard, or it tests nothing.",
        is_shared=True,
    ),
    "a test that fails while we note which lines run": Case(
        [
            {"shop.py": PRICE, "test_shop.py": f"{STRONG}    assert __import__('sys').gettrace() is None\n"},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n"},
        ],
        ["refactoring:"],
    ),
    "what only a type checker reads": Case(
        [
            {"shop.py": PRICE, "test_shop.py": STRONG},
            {
                "shop.py": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from os import PathLike\n"
                f"    Name = str | PathLike[str]\n\n\n{PRICE}",
            },
        ],
        ["refactoring:"],
        "a refactoring: 2 lines of code changed, no test changed its colour, and the tests run all of them.",
    ),
    "benchmarks that assert nothing": Case(
        [
            BOTH,
            {"test_bench.py": "".join(f"def test_{number}():\n    len('a')\n\n\n" for number in range(3))},
        ],
        ["passes:"],
        "3 tests pass either way: they assert nothing by themselves.",
    ),
    "async without a plugin": Case(
        [BOTH, {"test_more.py": "async def test_it(): assert 1\n"}],
        ["no answer: it"],
        "it is async",
        is_shared=True,
    ),
    "data that breaks a test": Case(
        [
            {"shop.py": READS, "test_shop.py": STRONG, "prices.json": '{"one": 10}'},
            {"prices.json": '{"one": 11}'},
        ],
        ["broke:"],
        "data changed, and broke “price”",
    ),
    "data that breaks nothing": Case([BOTH, {"prices.json": "{}"}]),
    "files of tests as the settings name them": Case(
        [
            {
                "shop.py": "def price(n):\n    return 0\n",
                "pytest.ini": "[pytest]\npython_files = check_*.py\n",
            },
            {"shop.py": PRICE, "check_shop.py": STRONG},
        ],
        ["proven: price"],
    ),
    "files of tests as pyproject.toml names them": Case(
        [
            {
                "shop.py": "def price(n):\n    return 0\n",
                "pyproject.toml": '[tool.pytest.ini_options]\npython_files = ["*_spec.py"]\n',
            },
            {"shop.py": PRICE, "shop_spec.py": STRONG},
        ],
        ["proven: price"],
    ),
    "line ends as .gitattributes says": Case(
        [
            {
                ".gitattributes": "*.csv text eol=crlf\n",
                "a.csv": "a\nb\n",
                "test_a.py": "def test_none(): pass\n",
            },
            {"test_b.py": "def test_ends():\n    assert open('a.csv', 'rb').read() == b'a\\r\\nb\\r\\n'\n"},
        ],
        ["passes: ends"],
    ),
    "a monkeypatch of what is missing": Case(
        [{"shop.py": PRICE}, {"shop.py": f"RATE = 1\n{PRICE}", "test_shop.py": PATCHES}],
        ["by name: it"],
        "`RATE`",
        is_shared=True,
    ),
    "a patch of what is missing in another package": Case(
        [
            {"shop.py": PRICE},
            {"shop.py": f"import json\njson.RATE = 1\n{PRICE}", "test_shop.py": PATCHES_JSON},
        ],
        ["by crash: it"],
        "does not have the attribute 'RATE'",
        is_shared=True,
    ),
    "a patch in a module that is missing": Case(
        [{"shop.py": PRICE}, {"rates.py": "RATE = 1\n", "test_shop.py": PATCHES_RATES}],
        ["by name: it"],
        "`rates`",
    ),
    "a row came, and another one asks for the change": Case(
        [
            {"shop.py": PRICE, "test_shop.py": ROWS.format(name="n", three="3")},
            {
                "shop.py": "def price(n):\n    return n * 10 if n < 3 else 25\n",
                "test_shop.py": ROWS.format(name="n", three="2").replace("30", "20), (3, 25"),
            },
        ],
        ["guard: price[2-20]", "proven: price[3-25]"],
        is_shared=True,
    ),
    "a row with an object that asks for the change": Case(
        [
            {"shop.py": PRICE, "test_shop.py": OBJECT.format(30)},
            {"shop.py": BROKEN, "test_shop.py": OBJECT.format(31)},
        ],
        ["proven: price[case0]"],
        is_shared=True,
    ),
    "a row with an object of the code, which the code writes in another way": Case(
        [
            {"shop.py": ITEM.format(""), "test_shop.py": ITEMS},
            {
                "shop.py": ITEM.format("    name: str = 'milk'\n"),
                "test_shop.py": f"{ITEMS}\n\ndef test_name():\n    assert Item(3).name == 'milk'\n",
            },
        ],
        ["by name: name"],
        is_shared=True,
    ),
    "a setting that pytest cannot take": Case(
        [BOTH, {"pytest.ini": "[pytest]\nminversion = 99\n"}],
        ["no answer:"],
        "could not answer: pytest does not start: pytest.ini: 'minversion' requires pytest-99",
    ),
    "a setting that pytest cannot take, and code": Case(
        [BOTH, {"pytest.ini": "[pytest]\nminversion = 99\n", "shop.py": BROKEN}],
        ["no answer:"],
        "could not answer: pytest does not start: pytest.ini: 'minversion' requires pytest-99",
    ),
    "a setting that pytest cannot take, and a new test": Case(
        [BOTH, {"pytest.ini": "[pytest]\nlog_level = LOUD\n", "test_more.py": "def test_it(): pass\n"}],
        ["no answer: it"],
        "“it” could not be answered: pytest does not start: 'LOUD' is not recognized",
    ),
    "a setting that pytest could not take before": Case(
        [{**BOTH, "pytest.ini": "[pytest]\nminversion = 99\n"}, {"pytest.ini": None}],
    ),
    "a red of before the range is paid": Case(
        [{"shop.py": PRICE, "test_shop.py": RED}, {"shop.py": BROKEN}], ["pays: price"]
    ),
    "a committed environment": Case(
        [
            BOTH,
            {
                "env/pyvenv.cfg": "",
                "env/lib/test_them.py": "def test_them(): pass\n",
                "env/lib/them.py": "A = 1\n",
            },
        ],
    ),
    "an assertion that became a match": Case(
        [
            {
                "shop.py": REFUSES,
                "test_shop.py": RAISES.format(") as error", "    assert str(error.value) == 'no'\n"),
            },
            {"test_shop.py": RAISES.format(", match='no')", "")},
        ],
        ["refactoring: price"],
    ),
    "one cause of many is one line": Case(
        [
            {"shop.py": "def price(n):\n    return n\n", "test_shop.py": "def test_none(): assert 2\n"},
            {"shop.py": "def price(n):\n    return 1\n", "test_shop.py": CRASHES},
        ],
        ["by crash:"],
        "5 tests fail without the change, with a crash: TypeError",
        is_shared=True,
    ),
    "tests that are left out": Case(
        [BOTH, {"shop.py": BROKEN, "bench/test_bench.py": STRONG}],
        ["broke:"],
        "1 line of code changed, and broke “price”.",
        options={"excluded": ["bench"]},
    ),
    "tests that pytest runs only if they are named": Case(
        [
            {
                "shop.py": PRICE,
                "bench/test_bench.py": STRONG,
                "tests/test_shop.py": OTHER,
                "pytest.ini": "[pytest]\ntestpaths = tests\n",
            },
            {"shop.py": "def price(n):\n    return n * 11\n"},
        ],
        ["refactoring:"],
    ),
    "code that is left out": Case(
        [BOTH, {"benchmarks/long.py": "A = 1\nB = 2\n"}], options={"excluded": ["benchmarks"]}
    ),
    "code that is not left out": Case([BOTH, {"benchmarks/long.py": "A = 1\nB = 2\n"}], ["untested:"]),
    "fewer tests than before": Case(
        [{"shop.py": PRICE, "test_shop.py": f"{STRONG}\n\ndef test_two(): pass\n"}, {"test_shop.py": STRONG}],
        [],
        "Fewer tests than before in the same files: 1, and 2 before.",
    ),
    "a test that asserts nothing": Case(
        [BOTH, {"test_more.py": "def test_it(): pass\n"}],
        ["passes: it"],
        "it asserts nothing by itself",
        is_shared=True,
    ),
    "a parameter with another name": Case(
        [
            {"shop.py": PRICE, "test_shop.py": ROWS.format(name="number", three="3")},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": ROWS.format(name="n", three="3")},
        ],
        ["refactoring: price, 2 rows"],
        is_shared=True,
    ),
    "rows with values of another type": Case(
        [
            {"shop.py": PRICE, "test_shop.py": ROWS.format(name="n", three="3")},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": ROWS.format(name="n", three="3.0")},
        ],
        ["refactoring: price[3.0-30]"],
        is_shared=True,
    ),
    "a fixture that gets parameters": Case(
        [
            {"shop.py": PRICE, "conftest.py": FIXTURE.format(""), "test_shop.py": USES_FIXTURE},
            {
                "shop.py": f"{PRICE}\n\nMORE = 1\n",
                "conftest.py": FIXTURE.format("params=[3, 4]"),
                "test_shop.py": USES_FIXTURE,
            },
        ],
        ["passes:"],
        "3 tests pass either way: they have other rows, from a helper that changed.",
    ),
    "a row that came": Case(
        [
            {"shop.py": PRICE, "test_shop.py": ROWS.format(name="n", three="3")},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": ROWS.format(name="n", three="0, 0), (3")},
        ],
        ["passes: price[0-0]"],
        is_shared=True,
    ),
    "a test that crashed by itself and was repaired": Case(
        [
            {"shop.py": PRICE, "test_shop.py": STRONG.replace("    assert", "    1 + ''\n    assert")},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": STRONG},
        ],
        ["repaired: price"],
        "“price” crashed by itself before, and was repaired.",
        is_shared=True,
    ),
    "a test that named what is not there and was changed": Case(
        [
            {"shop.py": PRICE, "test_shop.py": STRONG.replace("price(3)", "prise(3)")},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": STRONG},
        ],
        ["made green: price"],
        is_shared=True,
    ),
    "an xfail that was rewritten": Case(
        [
            {"shop.py": PRICE, "test_shop.py": FAILS},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": FAILS.replace("31", "32")},
        ],
        is_shared=True,
    ),
    "tests and code that are spelled in another way": Case(
        [
            {"shop.py": PRICE, "test_shop.py": CAMELS},
            {"shop.py": PRICE.replace("price", "get_price"), "test_shop.py": SNAKES},
        ],
        ["adapted:"],
        "3 tests were adapted: names in the code changed, and they ask no more than before.",
        is_shared=True,
    ),
    "inherited tests in a file that was moved": Case(
        [
            {"shop.py": PRICE, "asks.py": ASKS, "conftest.py": "", "test_shop.py": INHERITS},
            {"shop.py": f"{PRICE}\n\nMORE = 1\n", "test_shop.py": None, "tests/test_shop.py": INHERITS},
        ],
        ["refactoring:"],
    ),
    "what makes the documents is no code": Case(
        [
            {"shop.py": PRICE, "test_shop.py": STRONG, "doc/source/conf.py": "project = 'shop'\n"},
            {"doc/source/conf.py": "project = 'our shop'\n"},
        ],
    ),
    "a test that is always true": Case(
        [BOTH, {"test_more.py": "def test_it():\n    assert 1 == 2 or True\n"}],
        ["passes: it"],
        "its assertion is true whatever the code does",
        is_shared=True,
    ),
}


ALONE = {name: case for name, case in CASES.items() if not case.is_shared}
SHARED = [name for name, case in CASES.items() if case.is_shared]


@pytest.mark.parametrize("case", ALONE.values(), ids=ALONE)
def test_what_is_said_of_the_last_commit(tmp_path, case):
    commits = [(str(number), files) for number, files in enumerate(case.commits)]
    proof = proved(repository(tmp_path / "shop", *commits), "main", **case.options)
    verdicts = list(proof.verdicts)
    assert [in_short(verdict) for verdict in verdicts] == list(case.found)
    sentences = [verdict.says for verdict in verdicts]
    for version in proof.versions:
        sentences += version.remarks
    assert case.says in " ".join(sentences)


def in_files_of_its_own(text: Content, number: int) -> Content:
    """A text in which the modules of a case have a number."""
    return re.sub(r"\bshop\b", f"shop_{number}", text) if isinstance(text, str) else text


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """The verdicts on the cases that are in one repository, by their numbers."""
    commits: list[tuple[str, dict[str, Content]]] = [("0", {}), ("1", {})]
    for number, name in enumerate(SHARED):
        for (_, files), more in zip(commits, CASES[name].commits):
            for path, text in more.items():
                files[path.replace(".py", f"_{number}.py")] = in_files_of_its_own(text, number)
    found = defaultdict(list)
    for verdict in proved(repository(tmp_path_factory.mktemp("shared") / "shop", *commits), "main").verdicts:
        case = re.search(r"_(\d+)[.]py", verdict.file)
        assert case
        found[int(case[1])].append(verdict)
    return found


@pytest.mark.parametrize("name", SHARED)
def test_what_is_said_of_a_test_of_the_last_commit(shared, name):
    verdicts = shared[SHARED.index(name)]
    assert [in_short(verdict) for verdict in verdicts] == list(CASES[name].found)
    assert CASES[name].says in " ".join(verdict.says for verdict in verdicts)


def test_what_was_unstable_once_proves_nothing_anywhere_in_the_range(tmp_path):
    seen = tmp_path / "seen"
    flaky = STRONG.replace(
        "    assert",
        f"    import os\n    there = os.path.exists({str(seen)!r})\n"
        f"    open({str(seen)!r}, 'w').close()\n    assert there or",
    )
    folder = repository(
        tmp_path / "shop",
        ("0", {"shop.py": "def price(n):\n    return 0\n"}),
        ("proves it", {"shop.py": PRICE, "test_shop.py": STRONG}),
        ("comes out differently", {"shop.py": "def price(n):\n    return 1\n", "test_shop.py": flaky}),
    )
    found = {
        version.title: [*map(in_short, version.verdicts)]
        for version in proved(folder, "main~2..main").versions
    }
    assert found == {"proves it": ["no answer: price"], "comes out differently": ["no answer: price"]}


def test_a_test_that_code_alone_has_broken_is_set_aside_where_it_goes(tmp_path):
    folder = repository(
        tmp_path / "shop",
        ("begun", BOTH),
        ("breaks it", {"shop.py": BROKEN}),
        ("sets it aside", {"test_shop.py": None}),
    )
    [_, last] = proved(folder, "main~2..main").versions
    assert last.remarks[0] == "Set aside while red: “price”."


COUNTS = """\
from pathlib import Path
from shop import price

def test_price():
    counter = Path({folder!r}) / str(price(3))
    runs = counter.read_text() if counter.exists() else ""
    counter.write_text(runs + "x")
    # on the code before, it passes the third time alone
    assert price(3) == 30 or len(runs) == 2
"""


def test_what_is_red_twice_and_green_then_proves_nothing(tmp_path):
    folder = repository(
        tmp_path / "shop",
        ("0", {"shop.py": "def price(n):\n    return 0\n"}),
        ("1", {"shop.py": PRICE, "test_shop.py": COUNTS.format(folder=str(tmp_path))}),
    )
    assert [in_short(verdict) for verdict in proved(folder, "main").verdicts] == ["no answer: price"]


def test_bytecode_in_a_commit_is_not_trusted(tmp_path):
    source, compiled = tmp_path / "shop.py", tmp_path / "shop.pyc"
    source.write_text(PRICE)
    # Python takes it without a look at the source
    py_compile.compile(str(source), str(compiled), invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    name = f"__pycache__/shop.{sys.implementation.cache_tag}.pyc"
    commits = [("0", BOTH), ("1", {"shop.py": BROKEN, name: compiled.read_bytes()})]
    assert [in_short(one) for one in proved(repository(tmp_path / "shop", *commits), "main").verdicts] == [
        "broke:"
    ]


def test_a_line_of_the_branch_counts_for_the_merge_that_a_ci_makes(tmp_path):
    folder = repository(tmp_path / "shop", ("0", BOTH))
    git(folder, "branch", "feature")
    git(folder, "symbolic-ref", "HEAD", "refs/heads/feature")
    (folder / "test_more.py").write_text(OTHER)
    git(folder, "reset", "--quiet", "--mixed")
    git(folder, "add", "test_more.py")
    git(folder, "commit", "--quiet", "-m", "A guard\n\nno-red: it guards nothing at all", when=5)
    merge = git(folder, "commit-tree", "HEAD^{tree}", "-p", "main", "-p", "HEAD", "-m", "merged", when=6)
    git(folder, "update-ref", "refs/pull/1/merge", merge)
    [verdict] = proved(folder, "refs/pull/1/merge").verdicts
    assert verdict.explained == "it guards nothing at all"


def test_a_revert_is_not_accused(tmp_path):
    less = {"shop.py": BROKEN, "test_shop.py": WEAK.format("assert price(3) >= 1")}
    folder = repository(tmp_path / "shop", ("0", less), ("A price for three", BOTH))
    git(folder, "reset", "--quiet", "--hard")
    git(folder, "revert", "--no-edit", "HEAD")
    [verdict] = proved(folder, "main").verdicts
    assert verdict.explained == "it takes back an earlier commit"


def test_a_message_alone_makes_no_revert(tmp_path):
    message = 'Revert "A price for three"\n\nThis reverts commit {}.'
    folder = repository(tmp_path / "shop", ("0", {"shop.py": "PRICE = 1\n"}), ("A price for three", BOTH))
    git(folder, "reset", "--quiet", "--hard")
    reverted = git(folder, "rev-parse", "HEAD")
    (folder / "shop.py").write_text(BROKEN)
    (folder / "test_shop.py").write_text(WEAK.format("assert price(3) >= 1"))
    git(folder, "commit", "--quiet", "--all", "--message", message.format(reverted))
    [verdict] = proved(folder, "main").verdicts
    assert (in_short(verdict), verdict.explained) == ("asked more: price", "")


def test_what_is_in_no_commit_yet_is_compared_with_the_last_one(tmp_path):
    folder = repository(tmp_path / "shop", ("0", {"shop.py": "def price(n):\n    return 0\n"}))
    git(folder, "reset", "--quiet", "--hard")
    (folder / "shop.py").write_text(PRICE)
    (folder / "test_shop.py").write_text(STRONG)
    proof = proved(folder, ".")
    assert [in_short(verdict) for verdict in proof.verdicts] == ["proven: price"]
    assert proof.title == "the working tree of shop"


HELPER = "def expected():\n    return {}\n"
HELPED = f"from helper import expected\n{STRONG.replace('30', 'expected()')}"


def test_what_a_helper_made_green_is_no_change_of_the_test(tmp_path):
    folder = repository(
        tmp_path / "shop",
        ("0", {"shop.py": PRICE}),
        ("1", {"tests/test_shop.py": HELPED, "tests/helper.py": HELPER.format(31)}),
        ("2", {"tests/helper.py": HELPER.format(30)}),
    )
    red, green = proved(folder, "main~2..main").verdicts
    assert (in_short(red), in_short(green)) == ("still red: price", "made green: price")
    assert green.says == "“price” was made green by changing what it uses, not the code."


def test_an_assertion_that_was_changed_is_shown_next_to_what_it_was(tmp_path):
    changed = {"shop.py": BROKEN, "test_shop.py": STRONG.replace("30", "31")}
    [verdict] = proved(repository(tmp_path / "shop", ("0", BOTH), ("1", changed)), "main").verdicts
    assert (in_short(verdict), verdict.cause) == ("proven: price", "its own assertion failed")
    assert (verdict.expected_before, verdict.expected_now) == ("price(3) == 30", "price(3) == 31")


def test_a_partial_clone_is_no_proof(tmp_path):
    """Its files are not there, and are not taken for empty ones."""
    folder = repository(tmp_path / "shop", ("0", {"shop.py": "RATE = 1\n"}), ("1", BOTH))
    git(folder, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", f"file://{folder}", str(clone))
    [verdict] = proved(clone, "HEAD").verdicts
    assert verdict.says == f"could not answer: {NOT_HERE}"


def test_after_an_interrupt_what_is_known_is_said(tmp_path, monkeypatch):
    folder = repository(tmp_path / "shop", ("0", BOTH), ("1", {"shop.py": BROKEN}), ("2", {"shop.py": PRICE}))
    collect = Collector.collect

    def interrupted(collector, change, reds):
        if change.after.content("shop.py") == PRICE.encode():
            raise KeyboardInterrupt
        return collect(collector, change, reds)

    monkeypatch.setattr(Collector, "collect", interrupted)
    proof = proved(folder, "main~2..main")
    assert proof.is_stopped
    assert [in_short(verdict) for verdict in proof.verdicts] == ["broke:"]
    assert list(proof.remarks) == ["Stopped after 1 of 2 commits: the next call goes on from there."]


def test_a_submodule_that_is_checked_out_is_there(tmp_path):
    inner = repository(tmp_path / "inner", ("0", {"shop.py": PRICE}))
    commit = git(inner, "rev-parse", "HEAD")
    folder = repository(tmp_path / "shop", ("0", {"inner": SUBMODULE}))
    git(folder, "reset", "--quiet", "--hard")
    git(folder, "update-index", "--cacheinfo", f"160000,{commit},inner")
    (folder / "inner").rmdir()
    git(tmp_path, "clone", "--quiet", str(inner), str(folder / "inner"))
    test = "import sys\n\nsys.path.insert(0, 'inner')\n" + STRONG
    (folder / "test_shop.py").write_text(test)
    git(folder, "add", "test_shop.py")
    git(folder, "commit", "--quiet", "-m", "1", when=5)
    assert [in_short(verdict) for verdict in proved(folder, "HEAD").verdicts] == ["by name: price"]


def test_the_tool_proves_a_known_good_commit_and_a_known_bad_one():
    assert check_itself(str(PYTHON)) == HOLDS


FAULTS = {
    "a gate that cannot pass": ("GOOD", BAD, "the known good commit should be “proven”"),
    "a gate that cannot fail": (
        "BAD",
        GOOD,
        "the known bad commit should be “passes either way”, and is not: ",
    ),
}


@pytest.mark.parametrize(("name", "text", "says"), FAULTS.values(), ids=FAULTS)
def test_a_gate_that_always_says_the_same_is_found(monkeypatch, name, text, says):
    commits = [(title, dict(files)) for title, files in COMMITS]
    commits[1 if name == "GOOD" else 2][1]["test_twice.py"] = text
    monkeypatch.setattr("dojo.prove.self_check.COMMITS", commits)
    with pytest.raises(EnvironmentProblem, match=says):
        check_itself(str(PYTHON))
