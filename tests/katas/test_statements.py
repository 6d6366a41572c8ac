"""The katas: what a statement shows is what the program does, and a starter is red."""

import io
import re
import runpy
import sys
from collections import Counter

import pytest
from helpers import TOP

from dojo.gate.katas import explain_program
from dojo.runner.collect import unload_after
from katas.cases import OURS, sample_of
from katas.poker import story

with unload_after(story()):  # a copy of the suite has files of the same names
    sys.path.append(str(TOP / "tests" / "suite"))
    # a suite is not checked: its files are top-level modules, as those of each story are
    from test_ladder import LADDER  # type: ignore[import-not-found]
    from test_program import GAME, MARKED_GAME  # type: ignore[import-not-found]

KATAS = {name: kata for name, (_, kata) in OURS.items()}


def example(kata):
    """The input and the output that a statement shows."""
    return re.findall(r"```text\n(.*?)```", KATAS[kata].statement, re.DOTALL)[:2]


@pytest.fixture
def solved(here):
    """What the program of the finished step does with an input."""

    def run(kata, stdin):
        module = OURS[kata][0].designs[0].module
        made = here.run(sys.executable, module, *KATAS[kata].words, stdin=stdin)
        return made.returncode, made.stdout, made.stderr

    return run


@pytest.mark.parametrize("kata", KATAS)
def test_the_example_is_what_the_program_does_and_the_starter_does_not(here, solved, kata):
    given, printed = example(kata)
    assert solved(kata, given) == (0, printed, "")
    made = here.run(sys.executable, f"katas/{kata}/starter.py", stdin=given)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout != printed


@pytest.mark.parametrize("kata", ["holdem", "roman", "fizzbuzz", "rover", "yatzy"])
def test_the_example_is_the_sample(kata):
    sample = KATAS[kata].sample
    assert sample
    file = sample.name
    assert f"The input, which is [`{file}`]({file}):" in KATAS[kata].statement
    assert example(kata)[0] == sample_of(kata)


def test_the_program_marks_the_example_as_the_suite_does_whatever_the_locale(here):
    assert example("holdem") == [GAME, MARKED_GAME]
    module = story().step(92).module
    made = here.run(sys.executable, module, stdin=GAME, LC_ALL="POSIX", PYTHONCOERCECLOCALE="0")
    assert made.stdout == MARKED_GAME


def test_the_sample_of_the_ladder_is_in_order_and_two_hands_go_through(solved):
    _, printed, _ = solved("ladder", sample_of("ladder"))
    rungs = [set(line.split(" = ")) for line in printed.splitlines()]
    assert rungs == [set(hands) for _, *hands in LADDER]
    assert solved("two_hands", sample_of("two_hands"))[::2] == (0, "")


def test_the_sample_of_the_deals_is_as_its_maker_makes_it_and_its_count_is_told(here, solved):
    assert here.run(sys.executable, "katas/deals/make_deals.py").stdout == sample_of("deals")
    status, printed, complaints = solved("deals", sample_of("deals"))
    assert (status, complaints) == (0, "")
    assert f"| the left hand wins | {printed.strip()} |" in KATAS["deals"].statement


def test_the_sample_of_the_deals_holds_what_its_statement_says():
    poker = runpy.run_path(str(story().step(92).module))
    held: Counter[str] = Counter()
    for line in sample_of("deals").splitlines():
        cards = poker["cards"](line)
        left, right = poker["hand"](cards[:5]), poker["hand"](cards[5:])
        outcome = poker["outcome"](left, right)
        held[{"win": "the left hand wins", "lose": "the right hand wins", "draw": "ties"}[outcome]] += 1
        held["both of one ranking, and no tie"] += str(left) == str(right) and outcome != "draw"
        for hand in (left, right):
            held[str(hand)] += 1
            held["wheels, in one suit or not"] += [card.value for card in hand.cards] == [5, 4, 3, 2, 14]
    told = re.findall(r"^\| ([\w ,]+) \| (\d+) \|$", KATAS["deals"].statement, re.MULTILINE)
    assert {name: int(number) for name, number in told} == held


PAIR = "cards('6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦')"
TWOS, ACE = "hand(cards('2♣ 2♦ 3♠ 4♥ 5♥'))", "hand(cards('A♣ K♦ Q♠ J♥ 9♥'))"
NAMES = [
    ("card", "of two cards the one of the higher value is greater", "card('6♣') > card('5♠')"),
    ("card", 'its `suit` is `"♣"`', "card('6♣').suit == '♣'"),
    ("cards", "a list of cards", "cards('6♣ 6♦') == [card('6♣'), card('6♦')]"),
    ("flush", "whether all of them are of one suit", "flush(cards('6♣ 5♣ A♣'))"),
    ("flush", "whether all of them are of one suit", "not flush(cards('6♣ 5♣ A♦'))"),
    ("hand", "the stronger is greater", f"{TWOS} > {ACE}"),
    ("hand", "`str` of it is its ranking", f"str({TWOS}) == 'Pair'"),
    ("best", "the best hand of seven cards", f"str(best({PAIR})) == 'Pair'"),
    ("best", "`None` where there are fewer", f"best({PAIR}[:6]) is None"),
    ("mark_results", '`""`, `"Pair"`', f"mark_results([None, best({PAIR})]) == ['', 'Pair (winner)']"),
    ("scores", "the lines, with all that", "scores(['9♥ 5♠']) == ['9♥ 5♠']"),
    ("main", "the status", "main() == 0"),
]


def test_each_name_of_hold_em_gives_what_the_statement_tells(monkeypatch):
    gives = dict(re.findall(r"^\| `(\w+)\(.*\)` \| (.*) \|$", KATAS["holdem"].statement, re.MULTILINE))
    assert [*gives] == list(dict.fromkeys(name for name, *_ in NAMES))
    for name, told, so in NAMES:
        monkeypatch.setattr(sys, "argv", ["poker.py"])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8"))
        assert told in gives[name]
        assert eval(so, runpy.run_path(str(story().designs[0].module))), so


FUNCTIONS = {"ladder": ["compare", "ladder"], "two_hands": ["showdown"], "deals": ["left_wins"]}


@pytest.mark.parametrize("kata", FUNCTIONS)
def test_the_statement_tells_its_functions_its_cases_and_how_to_try_them(kata):
    """Law 7: the finished step passes them."""
    statement, module = KATAS[kata].statement, story().designs[0].module
    told = statement.partition("## In Python, test by test")[2].partition("\n## ")[0]
    named = re.findall(r"`(\w+)\(\w*(?:, \w+)*\)`", told)
    assert named == [*FUNCTIONS[kata], "main"]
    assert set(named) <= runpy.run_path(str(module)).keys()
    assert f'\nmake accept KATA={kata} CMD="python3 {story().shown(module)} {kata}"\n' in statement
    assert f"\nThe {len(KATAS[kata].cases)} [cases]" in statement


def test_the_statement_of_roman_tells_numbers_and_what_is_no_numeral(solved):
    statement = KATAS["roman"].statement
    told = re.findall(r"\b(\d+)(?:\s+is|,) `([IVXLCDM]+)`", statement)
    assert [number for number, _ in told] == ["1666", "40", "90", "400", "900", "1994", "3999"]
    rows = statement.partition("| no numeral | because |\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    none = [text for row in rows for text in re.findall(r"`(.+?)`", row.split("|")[1])]
    assert len(none) > 9
    printed = [*(numeral for _, numeral in told), *(f"{text} is no numeral" for text in none)]
    given = [*(number for number, _ in told), *none]
    assert solved("roman", "\n".join(given))[1].splitlines() == printed


@pytest.mark.parametrize("kata", KATAS)
def test_the_first_step_that_answers_is_the_one_that_the_story_names(kata):
    story, program = OURS[kata][0], KATAS[kata].program
    assert program is not None
    assert explain_program(KATAS[kata], program, story, story.designs[0]) == ""
