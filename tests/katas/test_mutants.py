"""The mutants: each has one fault, which one can make in its step, and which our suite catches."""

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from helpers import TOP

from dojo.engine.cache import Cache, digest, of_suite
from dojo.story.mutants import Mutant, mutants
from katas.on_mutants import catching, run, too_early
from katas.poker import story
from katas.poker.inputs import Answers, all_inputs, shown

MUTANTS = mutants(story())
EACH = [pytest.param(mutant, id=mutant.name) for mutant in MUTANTS]
INPUTS = all_inputs()
THEMES = {
    "reading cards",
    "flushes",
    "straights",
    "groups",
    "kickers",
    "ties",
    "labels",
    "best of seven",
    "marking",
    "errors",
    "spellings",
    "two hands",
}


@cache
def answered(name, code):
    """What an evaluator answers to each input, as far as somebody reads."""
    module = sys.modules[name] = ModuleType(name)
    try:
        exec(compile(code, name, "exec"), module.__dict__)
    finally:
        del sys.modules[name]
    return Answers(module, INPUTS)


def right():
    """What the right ones answer."""
    return answered("right", story().designs[0].code)


def of_mutant(mutant):
    """What a mutant answers."""
    return answered(f"mutant_{mutant.name}", mutant.whole)


def suite_on(some, folder):
    """What each test of our suite comes to on each of these, from the disk where nothing has changed.

    It depends on what any column of the matrix depends on, and on this file.
    """
    kept, suite = Cache(TOP, "mutants"), of_suite(story())
    keys = {mutant.name: digest([Path(__file__)], TOP, [mutant.whole, suite]) for mutant in some}
    columns = {name: kept.read(key) for name, key in keys.items()}
    new = [mutant for mutant in some if not columns[mutant.name]]
    for mutant, column in zip(new, run(new, folder) if new else [], strict=True):
        columns[mutant.name] = column
        kept.write(keys[mutant.name], column)
    return columns


def same(answers_of):
    """Those that answer the same to everything; whoever has given an answer of its own is not asked more."""
    alike = [[(name, iter(answers)) for name, answers in answers_of.items()]]
    for _ in INPUTS:
        alike = [part for group in alike for part in by_next_answer(group) if len(part) > 1]
    return [sorted(name for name, _ in group) for group in alike]


def by_next_answer(group):
    """A group of those who have answered the same so far, in parts by what they answer next."""
    parts = {}
    for name, answers in group:
        parts.setdefault(repr(next(answers)), []).append((name, answers))
    return parts.values()


@pytest.fixture(scope="module")
def columns(tmp_path_factory):
    return suite_on(MUTANTS, tmp_path_factory.mktemp("mutants"))


def test_there_are_many_on_every_theme():
    assert len(MUTANTS) >= 48
    assert {mutant.theme for mutant in MUTANTS} == THEMES


def test_the_right_ones_are_of_different_design_and_answer_the_same():
    assert [step.number for step in story().designs] == [67, 68, 69, 70, 71, 72, 73]
    assert [step.number for step in story().designs if [*answered(step.name, step.code)] != [*right()]] == []


@pytest.mark.parametrize("mutant", EACH)
def test_its_docstring_shows_the_shortest_input_on_which_it_differs(mutant):
    assert mutant.shown_by == shown(mutant.step, INPUTS, of_mutant(mutant), right())


@pytest.mark.parametrize("mutant", EACH)
def test_it_tells_what_it_does_and_where_and_asks_a_riddle(mutant):
    assert mutant.does.endswith(".")
    assert mutant.origin.endswith((".", "?", ")"))
    assert set(mutant.fields) - {"needs"} == {"step", "theme", "shown by", "riddle", "hint"}
    assert "?" not in mutant.fields["riddle"]


@pytest.mark.parametrize("mutant", EACH)
def test_neither_riddle_nor_hint_gives_the_hand_away(mutant):
    for words in (mutant.fields["riddle"], mutant.fields["hint"]):
        assert re.findall(r"[2-9TJQKA][♣♦♥♠]", words) == []
        assert words not in (mutant.does, mutant.origin)


def test_no_two_answer_the_same():
    assert same({mutant.name: of_mutant(mutant) for mutant in MUTANTS}) == []


def test_no_two_have_the_same_riddle():
    riddles = [mutant.fields["riddle"] for mutant in MUTANTS]
    assert sorted(riddles) == sorted(set(riddles))


def test_our_suite_catches_each(columns):
    assert sorted(columns) == sorted(mutant.name for mutant in MUTANTS)
    assert [name for name, column in columns.items() if not catching(column)] == []


def test_each_passes_what_drives_the_steps_before_its_own(columns):
    early = {mutant.name: too_early(mutant, columns[mutant.name]) for mutant in MUTANTS}
    assert {name: rules for name, rules in early.items() if rules} == {}


SLIPS = {
    "The dialogue (Haskell)": [
        "suits_break_ties",
        "kings_over_nines_are_a_straight",
        "only_the_wheel_is_a_straight",
        "best_is_only_a_ranking",
        "two_pairs",
        "an_empty_line_at_the_end",
    ],
    "Three first stabs (Common Lisp, Clojure, Haskell)": [
        "no_wheel",
        "cards_that_cannot_be_compared",
        "compared_from_the_highest_card",
        "left_hand_wins_in_a_ranking",
        "three_of_a_kind_crash",
        "each_value_once",
        "suits_break_the_last_tie",
    ],
    "Valuations (F#)": ["wheel_counts_its_ace_high", "wheel_in_one_suit_ace_high"],
    "Hand power (Scala)": ["first_equal_values_draw", "wheel_counts_its_ace_high"],
    "The thousand deals (F#)": ["a_draw_is_lost", "no_wheel_in_one_suit"],
}
"""What each row of `katas/poker/slips.md` tells, as an evaluator."""


def slips():
    """The document of each row, and the test that catches it, as the page has them."""
    for part in (TOP / "katas" / "poker" / "slips.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        document = part.partition("\n")[0]
        for rule in re.findall(r"^\| .+ \| `([^`]+)`[^|]*\|$", part, re.MULTILINE):
            yield document, rule


def test_every_slip_is_an_evaluator():
    assert [document for document, _ in slips()] == [name for name, of in SLIPS.items() for _ in of]


def test_the_test_that_is_named_beside_a_slip_catches_it(columns):
    planted = [mutant for of in SLIPS.values() for mutant in of]
    missed = [
        (mutant, rule)
        for mutant, (_, rule) in zip(planted, slips(), strict=True)
        if rule not in catching(columns[mutant])
    ]
    assert missed == []


def test_a_test_that_does_not_catch_a_slip_would_be_noticed_beside_it(columns):
    assert "two pair" in catching(columns["two_pairs"]) - catching(columns["no_wheel"])


@pytest.fixture
def planted(workspace):
    """A mutant with this code."""

    def plant(code, name="planted", step=19):
        file = workspace.path(f"katas/poker/mutants/{name}.py")
        told = f"step: {step}\ntheme: ties\nshown by: x\nriddle: R.\nhint: H."
        text = f'"""It does.\n\nA story.\n\n{told}\n"""\n\nfrom finished import the_rest\n\n{code}'
        file.write_text(f"{text}\nthe_rest(globals())\n", encoding="utf-8")
        return Mutant(file, workspace.story)

    return plant


@pytest.fixture
def planted_columns(planted, tmp_path):
    """Two mutants, of which one is right and one could not be written in its step; and their columns."""
    right_one = planted('def value(sign):\n    return 2 + "23456789TJQKA".index(sign)\n', "right_one")
    early = planted("def flush(cards):\n    return False\n", "early")
    runs = run([right_one, early], tmp_path)
    return dict(zip((right_one, early), runs, strict=True))


def test_one_that_is_right_or_that_nobody_could_write_in_its_step_is_noticed(planted_columns):
    (right_one, its_column), (early, other_column) = planted_columns.items()
    assert shown(right_one.step, INPUTS, of_mutant(right_one), right()) == ""
    assert catching(its_column) == set()
    assert too_early(right_one, its_column) == []
    assert too_early(early, other_column)[0] == "five clubs are a flush"


def test_two_that_are_one_are_noticed(planted):
    low = 'VALUES = "23456789TJQAK"\n'
    codes = {name: planted(low, name).whole for name in ("one", "other")}
    assert same({name: answered(name, code) for name, code in codes.items()}) == [["one", "other"]]


PRINTED = "A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣ Two Pairs (winner)\n"


@pytest.mark.parametrize("program", ["its file", "whole"])
def test_it_is_a_program_too(tmp_path, here, program):
    """Beside the module that it takes its rest from, or as the judge has it."""
    (two_pairs,) = (mutant for mutant in MUTANTS if mutant.name == "two_pairs")
    whole = tmp_path / "whole.py"
    whole.write_text(two_pairs.whole, encoding="utf-8")
    file = whole if program == "whole" else two_pairs.file
    made = here.run(sys.executable, "-B", file, stdin="A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣\n", PYTHONUTF8="1")
    assert (made.returncode, made.stdout, made.stderr) == (0, PRINTED, "")


def test_the_suite_runs_on_the_file_as_it_stands(here):
    mutant = "katas/poker/mutants/no_wheel.py"
    made = here.run(
        sys.executable, "-B", "-m", "pytest", "tests/suite/test_hands.py", "--poker", mutant, "-q"
    )
    assert made.returncode == 1
    assert "the wheel is a straight" in made.stdout
