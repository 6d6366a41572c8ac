"""Law 4: each test that is written runs, and is counted."""

import pytest
from helpers import small_copy

from dojo.engine.suite import with_suite
from dojo.gate.suite import collected, forms, rows
from dojo.gate.suite.source import SuiteSource
from gate.planting import MORE, NUMBERS, append, plant, shuts, written

SAYS_FIVE = "    assert fizz.say(5) == '5'\n"
DRIVES = "@pytest.mark.drives(2)\n"

NOT_COLLECTED = [
    written(
        4,
        "a slip in the name",
        f"def tset_five(fizz):  # here\n{SAYS_FIVE}",
        "tset_five",
        "begins with test_",
    ),
    written(4, "check_ in place of test_", f"def check_five(fizz):  # here\n{SAYS_FIVE}", "check_five"),
    written(4, "a capital letter", f"{DRIVES}def Test_five(fizz):  # here\n{SAYS_FIVE}", "Test_five"),
    written(4, "a mark alone", f"{DRIVES}def five_is_said(fizz):  # here\n    fizz.say(5)\n", "five_is_said"),
    written(
        4,
        "a name that begins with _",
        "def _test_five(capsys):  # here\n    assert capsys\n",
        "_test_five",
        "begins with test_",
    ),
    written(
        4,
        "an async test in a file that is not read",
        f"{DRIVES}async def test_five(fizz):  # here\n{SAYS_FIVE}",
        "pytest does not read check_five.py",
        path="suite/check_five.py",
    ),
    written(
        4,
        "a file that pytest does not read",
        f"def test_five(fizz):  # here\n{SAYS_FIVE}",
        "pytest does not read tests.py",
        "test_….py",
        path="suite/tests.py",
    ),
    written(
        4,
        "a file in a folder that pytest does not enter",
        f"def test_five(fizz):  # here\n{SAYS_FIVE}",
        "pytest does not read build/test_five.py",
        path="suite/build/test_five.py",
    ),
    written(
        4,
        "two tests of one name",
        """
        @pytest.mark.drives(2)
        def test_five(fizz):  # here
            assert fizz.say(5) == "5"


        @pytest.mark.drives(2)
        def test_five(fizz):
            assert fizz.say(2) == "2"
        """,
        "puts something else in place of test_five",
    ),
    written(
        4,
        "a test is deleted",
        f"{DRIVES}def test_five(fizz):  # here\n{SAYS_FIVE}\n\ndel test_five\n",
        "puts something else in its place",
    ),
    written(
        4,
        "a test is put to None",
        f"{DRIVES}def test_five(fizz):  # here\n{SAYS_FIVE}\n\ntest_five = None\n",
        "puts something else in its place",
    ),
    written(
        4,
        "a loop takes the name of a test",
        f"{DRIVES}def test_five(fizz):  # here\n{SAYS_FIVE}\n\nfor test_five in range(3):\n    pass\n",
        "puts something else in its place",
    ),
    written(
        4,
        "a test is put to another one",
        f"{DRIVES}def test_five(fizz):  # here\n{SAYS_FIVE}\n\ntest_five = test_fizz_is_said\n",
        "puts something else in place of test_five",
    ),
    written(
        4,
        "a test is deleted by its text",
        f"{DRIVES}def test_five(fizz):  # here\n{SAYS_FIVE}\n\ndel globals()['test_five']\n",
        "puts something else in its place",
    ),
    written(
        4,
        "a test gets the code of another one",
        f"{DRIVES}def test_five(fizz):  # here\n{SAYS_FIVE}\n\n"
        "test_five.__code__ = test_fizz_is_said.__code__\n",
        "puts something else in place of test_five",
    ),
    written(
        4,
        "a test below if False",
        f"if False:\n    {DRIVES}    def test_five(fizz):  # here\n    {SAYS_FIVE}",
        "it stands in the `if` of line",
    ),
    written(
        4,
        "a test for another system",
        """
        import sys

        if sys.platform == "amiga":

            @pytest.mark.drives(2)
            def test_five(fizz):  # here
                assert fizz.say(5) == "5"
        """,
        "it stands in the `if` of line",
    ),
    written(
        4,
        "a test in a try that ends before",
        f"try:\n    import no_such_module\n\n    {DRIVES}    def test_five(fizz):  # here\n    {SAYS_FIVE}"
        "except ImportError:\n    pass\n",
        "it stands in the `try` of line",
    ),
    written(
        4,
        "a test inside a test",
        """
        @pytest.mark.drives(2)
        def test_five(fizz):
            def test_seven():  # here
                assert fizz.say(7) == "7"

            assert fizz.say(5) == "5"
        """,
        "test_seven",
        "stands inside test_five",
    ),
    written(
        4,
        "a class that makes itself",
        f"class TestFive:\n    def __init__(self):\n        self.five = 5\n\n"
        f"    {DRIVES}    def test_five(self, fizz):  # here\n    {SAYS_FIVE}",
        "TestFive has an __init__",
    ),
    written(
        4,
        "a class of another name",
        f"class Five:\n    {DRIVES}    def test_five(self, fizz):  # here\n    {SAYS_FIVE}",
        "the name of its class, Five, does not begin with Test",
    ),
    written(
        4,
        "a class that says that it is none",
        f"class TestFive:\n    __test__ = False\n\n"
        f"    {DRIVES}    def test_five(self, fizz):  # here\n    {SAYS_FIVE}",
        "says __test__",
    ),
    written(
        4,
        "a test that says that it is none",
        f"{DRIVES}def test_five(fizz):  # here\n{SAYS_FIVE}\n\ntest_five.__test__ = False\n",
        "puts something else in its place",
    ),
    written(
        4,
        "two methods of one name",
        f"class TestFive:\n    {DRIVES}    def test_five(self, fizz):  # here\n    {SAYS_FIVE}\n"
        f"    {DRIVES}    def test_five(self, fizz):\n    {SAYS_FIVE}",
        "puts something else in place of test_five",
    ),
    written(
        4,
        "two classes of one name",
        f"class TestFive:\n    {DRIVES}    def test_five(self, fizz):  # here\n    {SAYS_FIVE}\n\n"
        f"class TestFive:\n    {DRIVES}    def test_six(self, fizz):\n        assert fizz.say(7) == '7'\n",
        "puts something else in its place",
    ),
    written(
        4,
        "a row in a table that no test has",
        'from rows import drives\n\nMORE = [drives(2, "five is said", 5, "5")]  # here\n',
        "the row “five is said” does not run",
    ),
    written(
        4,
        "a table that is used in part",
        """
        MORE = [
            drives(2, "five is said", 5, "5"),  # here
            drives(2, "seven is said", 7, "7"),
        ]


        @pytest.mark.parametrize(("number", "said"), MORE[1:])
        def test_more_numbers(fizz, number, said):
            assert fizz.say(number) == said
        """,
        "the row “five is said” does not run",
        path=NUMBERS,
    ),
    written(
        4,
        "a table that is filtered",
        """
        MORE = [
            drives(2, "five is said", 5, "5"),  # here
            drives(2, "seven is said", 7, "7"),
        ]


        @pytest.mark.parametrize(("number", "said"), [row for row in MORE if "seven" in row.id])
        def test_more_numbers(fizz, number, said):
            assert fizz.say(number) == said
        """,
        "the row “five is said” does not run",
        path=NUMBERS,
    ),
    written(
        4,
        "a row of the same rule as one that runs",
        'LEFT = [drives(2, "two is said", 2, "2")]  # here\n',
        "the row “two is said” does not run",
        path=NUMBERS,
    ),
    written(
        4,
        "a pytest.param that no test has",
        'LEFT = [pytest.param(2, "2", marks=pytest.mark.drives(2), id="five ♣")]  # here\n',
        "the row “five ♣” does not run",
    ),
    written(
        4,
        "rows that are made, and that no test has",
        'LEFT = [\n    drives(2, f"{n} is said again", n, str(n))  # here\n    for n in (5, 7)\n]\n',
        "the row “… is said again” does not run",
        path=NUMBERS,
    ),
]


@pytest.mark.filterwarnings("ignore::pytest.PytestCollectionWarning")
@pytest.mark.parametrize("planted", NOT_COLLECTED)
def test_what_is_written_and_does_not_run_is_named(tmp_path, planted):
    def found(story):
        source, tests = SuiteSource(story), with_suite(story, lambda suite: suite.tests)
        return [*collected.breaches(source, tests), *rows.breaches(source, tests)]

    planted.is_among(small_copy(tmp_path), found)


FORMS = [
    written(4, "a test yields", f"{DRIVES}def test_five(fizz):  # here\n{SAYS_FIVE}    yield\n", "yields"),
    written(4, "an async test", f"{DRIVES}async def test_five(fizz):  # here\n{SAYS_FIVE}", "is async"),
    written(
        4,
        "subtests",
        f"{DRIVES}def test_five(fizz, subtests):  # here\n    with subtests.test():\n    {SAYS_FIVE}",
        "has subtests",
    ),
    written(
        4,
        "subtests of unittest",
        """
        import unittest


        class TestFive(unittest.TestCase):
            def test_five(self):  # here
                for n in (5, 7):
                    with self.subTest(n=n):
                        self.assertEqual(n, 5)
        """,
        "has subtests",
    ),
    written(
        4, "a module may be missing", "pytest.importorskip('json')  # here\n", "pytest.importorskip leaves"
    ),
    written(
        4,
        "a whole file may be left out",
        "import sys\n\nif sys.platform == 'amiga':\n"
        "    pytest.skip('not here', allow_module_level=True)  # here\n",
        "pytest.skip leaves tests out",
    ),
    written(
        4,
        "a test is left out elsewhere",
        f"from pytest import skip as later\n\n\n{DRIVES}def test_five(fizz):\n"
        f"    if fizz is None:\n        later('x')  # here\n{SAYS_FIVE}",
        "pytest.skip leaves tests out",
    ),
    written(
        4,
        "unittest leaves a test out",
        "import unittest\n\n\ndef test_five(fizz):\n    raise unittest.SkipTest  # here\n",
        "unittest.SkipTest leaves tests out",
    ),
    written(
        4,
        "a test ends the run",
        f"{DRIVES}def test_five(fizz):\n{SAYS_FIVE}    pytest.exit('enough')  # here\n",
        "pytest.exit leaves tests out",
    ),
    written(
        4,
        "a hook in a file of tests",
        "def pytest_generate_tests(metafunc):  # here\n    metafunc.parametrize('n', [])\n",
        "pytest_generate_tests is a hook",
    ),
    written(
        4,
        "a hook in a helper",
        "def pytest_collection_modifyitems(items):  # here\n    items[:] = items[1:]\n",
        "pytest_collection_modifyitems is a hook",
        path="suite/helper.py",
    ),
    written(
        4,
        "a hook from elsewhere",
        "from helper import pytest_generate_tests  # here\n",
        "pytest_generate_tests is a hook",
    ),
    written(
        4, "a plugin", "pytest_plugins = ['helper']  # here\n", "pytest_plugins changes what pytest runs"
    ),
    written(4, "files to ignore", "collect_ignore = ['test_numbers.py']  # here\n", "collect_ignore changes"),
]


@pytest.mark.parametrize("planted", FORMS)
def test_what_is_not_run_as_it_is_written_is_named(tmp_path, planted):
    planted.is_among(small_copy(tmp_path), lambda story: forms.breaches(SuiteSource(story)))


GATES = [
    plant(
        4,
        "the gate: a slip in a name",
        MORE,
        "def test_names_are",
        "def tset_names_are",
        "suite/test_more.py:12",
        "tset_names_are_said_back is written as a test and does not run",
    ),
    plant(
        4,
        "the gate: a table is used in part",
        NUMBERS,
        ", NUMBERS)",
        ", NUMBERS[:-1])",
        "suite/test_numbers.py:9",
        "the row “four is said” does not run",
    ),
    plant(
        4,
        "the gate: the suite does not run, and why is read in it",
        MORE,
        "def test_names_are_said_back(fizz, capsys):",
        "async def test_names_are_said_back(fizz, capsys):",
        "suite/test_more.py:12",
        "is async",
    ),
]


@pytest.mark.parametrize("planted", GATES)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_a_file_that_pytest_does_not_read_shuts_the_gate(small, capsys):
    append(small, "suite/check_more.py", f"import pytest\n\n\n{DRIVES}def test_five(fizz):\n{SAYS_FIVE}")
    shuts(small, capsys, "law 4 · suite/check_more.py:5", "pytest does not read check_more.py")
