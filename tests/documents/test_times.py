"""Times and versions on the pages: written from the bench, held by the code, or part of a leader's plan."""

import re

import pytest
from helpers import TOP

from documents.written import FACILITATING, PAGES, name
from dojo.attempt.light import PAUSE
from dojo.attempt.snapshot import MAX_BYTES, MAX_FILES
from dojo.bench.tables import clock_table
from dojo.bench.timings import read_figures
from dojo.gate.evidence import PROGRAM_S
from dojo.room.sync import ANSWER_TIMEOUT_S
from dojo.runner.child import clock
from dojo.runner.programs.program import CASE_S

NUMBER = (
    r"\d[\d,.–-]*|an?|some|few|several|half|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty"
    r"|thirty|forty|sixty|ninety"
)
UNIT = r"seconds|minutes?|hours?|(?:kilo|mega|giga)bytes?"
TIME = re.compile(
    rf"\b(?:(?:{NUMBER}) (?:{UNIT})|a second at most|(?:within|under) an? (?:{UNIT}|second)"
    r"|\d[\d,.]* (?:[kMG]i?B|ms|s|min|h))\b",
    re.IGNORECASE,
)
WRITTEN_OR_QUOTED = re.compile(r"<!-- (\w+) -->\n.*?<!-- end -->|^```.*?^```$", re.DOTALL | re.MULTILINE)


def find_times(text):
    """Each time and size on a page that no tool writes, and that is no quotation."""
    return [found[0] for found in TIME.finditer(" ".join(WRITTEN_OR_QUOTED.sub("", text).split()))]


# what a leader sets, or tells a room to do; and an example of a law
PLANS = {
    "docs/facilitating.md": {"20 minutes", "four minutes", "five minutes", "a minute"},
    "docs/laws.md": {"within a second"},
    "docs/leading.md": {"five minutes"},
    "docs/start-here.md": {"ten minutes"},
    "katas/fizzbuzz/FACILITATING.md": {
        *("15 minutes", "45 minutes", "60 minutes", "90 minutes"),
        *("two minutes", "four minutes", "five minutes"),
    },
    "katas/fizzbuzz/README.md": {"60 minutes"},
    "katas/holdem/FACILITATING.md": {
        "60 minutes",
        "90 minutes",
        "120 minutes",
        "two minutes",
        "five minutes",
    },
    "katas/roman/FACILITATING.md": {
        *("45 minutes", "60 minutes", "90 minutes", "an hour", "two minutes", "four minutes", "five minutes"),
    },
    "katas/roman/README.md": {"45 minutes"},
    "katas/rover/FACILITATING.md": {
        *("45 minutes", "60 minutes", "an hour", "two minutes", "four minutes", "five minutes"),
    },
    "katas/rover/README.md": {"60 minutes"},
    "katas/tennis/FACILITATING.md": {
        *("45 minutes", "60 minutes", "an hour", "a minute", "two minutes", "four minutes", "five minutes"),
    },
    "katas/tennis/README.md": {"60 minutes"},
    "katas/yatzy/FACILITATING.md": {
        *("45 minutes", "60 minutes", "two minutes", "four minutes", "five minutes"),
    },
    "katas/yatzy/README.md": {"60 minutes"},
}
# a sentence with limits, and what the code has for them
LIMITS = [
    ("docs/authoring-reference.md", "for 20 seconds at most", [20], [PROGRAM_S]),
    (
        "docs/facilitating.md",
        "Each run sends its light, and waits a second at most.",
        [1],
        [ANSWER_TIMEOUT_S],
    ),
    (
        "docs/site.md",
        "A run that doesn't stop, or takes half a gigabyte of memory",
        ["const MOST = 2 ** 29;"],
        re.findall("const MOST = .*?;", (TOP / "dojo/browser/pages/python.mjs").read_text("utf-8")),
    ),
    (
        "docs/participating.md",
        "files that are larger than a megabyte and files that can't be read,"
        " and it takes two hundred files at most",
        [1_000_000, 200],
        [MAX_BYTES, MAX_FILES],
    ),
    ("docs/participating.md", "more than five minutes without a light are a *pause*", [300], [PAUSE]),
    (
        "docs/participating.md",
        "longer than two seconds (five, in our steps) or waits for longer than eight",
        [2, 5, 8],
        [clock.LIMIT, clock.STEP_LIMIT, clock.LIMIT * clock.PATIENCE],
    ),
    ("docs/participating.md", "`LIMIT=20` gives a case twenty seconds", [], []),
    ("katas/fizzbuzz/README.md", "A case may take five seconds.", [5], [CASE_S]),
    ("katas/fizzbuzz/README.md", "`LIMIT=20` gives each twenty seconds", [], []),
    ("katas/holdem/README.md", "A case may take five seconds.", [5], [CASE_S]),
    ("katas/holdem/README.md", "`LIMIT=20` gives each twenty seconds", [], []),
    ("katas/roman/README.md", "A case may take five seconds.", [5], [CASE_S]),
    ("katas/roman/README.md", "`LIMIT=20` gives each twenty seconds", [], []),
    ("katas/rover/README.md", "A case may take five seconds.", [5], [CASE_S]),
    ("katas/rover/README.md", "`LIMIT=20` gives each twenty seconds", [], []),
    ("katas/yatzy/README.md", "A case may take five seconds.", [5], [CASE_S]),
    ("katas/yatzy/README.md", "`LIMIT=20` gives each twenty seconds", [], []),
]


@pytest.mark.parametrize(
    ("page", "sentence", "told", "limits"), LIMITS, ids=[f"{row[0]}: {row[1]}" for row in LIMITS]
)
def test_a_limit_on_a_page_is_that_of_the_code(page, sentence, told, limits):
    (text,) = [" ".join(one.read_text("utf-8").split()) for one in PAGES if name(one) == page]
    assert sentence in text
    assert told == limits


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_other_time_is_on_a_page(page):
    limits = {time for where, sentence, *_ in LIMITS if where == name(page) for time in find_times(sentence)}
    assert {*find_times(page.read_text("utf-8"))} == PLANS.get(name(page), set()) | limits


PLANTED = {
    "of a verb, in words": ("`make test` takes two and a half minutes", ["half minutes"]),
    "in figures": ("the gate takes 43 s", ["43 s"]),
    "with two words": ("in under a minute", ["under a minute"]),
    "across two lines": ("it takes ten\nseconds", ["ten seconds"]),
    "a size": ("`.venv-dev`, some 150 MB", ["150 MB"]),
    "the second of some": ("we ask for a second one", []),
    "written by the tool": ("<!-- times -->\n| 43 s |\n<!-- end -->", []),
    "quoted": ("```text\n3 min 20 s\n```", []),
}


@pytest.mark.parametrize(("text", "times"), PLANTED.values(), ids=PLANTED)
def test_a_time_that_is_planted_is_found(text, times):
    assert find_times(text) == times


VERSION = re.compile(
    r"(?:Python|pytest) \d[\d.]*\d*(?: to [\d.]+\d| and pytest \d+)?(?:,? or newer)?(?=[ ,.;:?|])"
)
# what a page says of versions, and where the code has it
VERSIONS = [
    ("Python 3.11 or newer", "Makefile", "sys.exit(sys.version_info < (3, 11))"),
    (
        "Python 3.9 and pytest 6, or newer",
        "dojo/prove/measure/interpreter.py",
        'assert sys.version_info >= (3, 9) and int(_pytest.__version__.split(".")[0]) >= 6',
    ),
    ("Python 3.11 to 3.14", "dojo/cli/bundle.py", 'PYTHONS = ("3.11", "3.12", "3.13", "3.14")'),
    ("pytest 9", "requirements/lock.txt", "\npytest==9."),
]


@pytest.mark.parametrize(("file", "text"), [row[1:] for row in VERSIONS], ids=[row[0] for row in VERSIONS])
def test_a_version_on_a_page_is_that_of_the_code(file, text):
    assert text in (TOP / file).read_text("utf-8")


def test_no_other_version_is_on_a_page():
    texts = [" ".join(WRITTEN_OR_QUOTED.sub("", page.read_text("utf-8")).split()) for page in PAGES]
    assert {found for text in texts for found in VERSION.findall(text)} == {row[0] for row in VERSIONS}


def test_each_kata_with_a_plan_is_named_where_sessions_are_led():
    (leading,) = [page.read_text("utf-8") for page in PAGES if name(page) == "docs/leading.md"]
    assert "There is a plan, minute by minute, for six katas:" in leading
    plans = [page.parent.name for page in FACILITATING]
    assert (plans, [kata for kata in plans if f"(../katas/{kata}/FACILITATING.md)" not in leading]) == (
        ["fizzbuzz", "holdem", "roman", "rover", "tennis", "yatzy"],
        [],
    )


def test_the_times_of_the_verbs_are_those_of_the_bench(here):
    table = clock_table(read_figures(here.story))
    (internals,) = [page for page in PAGES if name(page) == "docs/internals.md"]
    assert table in internals.read_text("utf-8")
    assert table.startswith("| command | on the clock |\n|---|---:|\n| `make progress`, from nothing | ")
    for command in ("`make gate`, roman, from nothing", "`make test`", "`make check`, after make test"):
        assert f"\n| {command} | " in table
