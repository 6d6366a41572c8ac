"""The wrong evaluators: each has one fault, which one can make in its step, and which our suite catches."""

import re
import sys
from types import ModuleType

import pytest
from conftest import ROOT

from dojo.attempts import Attempt
from dojo.inputs import all_inputs, answers, shown
from dojo.suite import with_suite
from dojo.trial import try_all
from dojo.wrong import Wrong, all_right, all_wrong

WRONG = [pytest.param(wrong, id=wrong.name) for wrong in all_wrong()]
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


def answered(name, code):
    """What an evaluator answers to each input."""
    module = sys.modules[name] = ModuleType(name)
    exec(compile(code, name, "exec"), module.__dict__)
    return answers(module, INPUTS)


def suite_on(wrongs, folder):
    """What each test of our suite comes to on each of these."""
    attempts = [Attempt(folder / wrong.name) for wrong in wrongs]
    for attempt, wrong in zip(attempts, wrongs, strict=True):
        attempt.folder.mkdir()
        attempt.module.write_text(wrong.whole, encoding="utf-8")

    def body(suite):
        trials = [suite.trial(attempt, suite.tests, drawn=False) for attempt in attempts]
        try_all(trials)
        return [[(test, trial.results[test.id].colour) for test in suite.tests] for trial in trials]

    return dict(zip((wrong.name for wrong in wrongs), with_suite(body), strict=True))


def too_early(wrong, colours):
    """The tests that drive a step before that of the wrong evaluator, and that it does not pass."""
    return [
        test.rule
        for test, colour in colours
        if test.kind == "drives" and test.written < wrong.step and colour != "green"
    ]


def caught(colours):
    return any(colour != "green" for _, colour in colours)


def same(answers_of):
    """Two that answer the same to everything, where there are two."""
    known = {}
    for name, given in answers_of.items():
        if repr(given) in known:
            return known[repr(given)], name
        known[repr(given)] = name
    return None


@pytest.fixture(scope="module")
def right():
    return answered("right", all_right()[0].code)


@pytest.fixture(scope="module")
def wrong_answers():
    return {wrong.name: answered(f"wrong_{wrong.name}", wrong.whole) for wrong in all_wrong()}


@pytest.fixture(scope="module")
def colours(tmp_path_factory):
    return suite_on(all_wrong(), tmp_path_factory.mktemp("wrong ones"))


def test_there_are_many_on_every_theme():
    assert len(all_wrong()) >= 48
    assert {wrong.theme for wrong in all_wrong()} == THEMES


def test_the_right_ones_are_of_different_design_and_answer_the_same(right):
    assert [step.number for step in all_right()] == [43, 44, 45, 46, 47, 48, 49]
    assert [step.number for step in all_right() if answered(step.name, step.code) != right] == []


@pytest.mark.parametrize("wrong", WRONG)
def test_its_story_shows_the_shortest_input_on_which_it_differs(wrong, wrong_answers, right):
    assert wrong.shown == shown(wrong.step, INPUTS, wrong_answers[wrong.name], right)


@pytest.mark.parametrize("wrong", WRONG)
def test_it_tells_what_it_does_and_where_and_asks_a_riddle(wrong):
    assert wrong.does.endswith(".")
    assert wrong.story.endswith((".", "?", ")"))
    assert set(wrong.fields) - {"needs"} == {"step", "theme", "shown by", "riddle", "hint"}
    assert "?" not in wrong.fields["riddle"]


@pytest.mark.parametrize("wrong", WRONG)
def test_neither_riddle_nor_hint_gives_the_hand_away(wrong):
    for words in (wrong.fields["riddle"], wrong.fields["hint"]):
        assert re.findall(r"[2-9TJQKA][♣♦♥♠]", words) == []
        assert words not in (wrong.does, wrong.story)


def test_no_two_answer_the_same(wrong_answers):
    assert same(wrong_answers) is None


def test_no_two_have_the_same_riddle():
    riddles = [wrong.fields["riddle"] for wrong in all_wrong()]
    assert sorted(riddles) == sorted(set(riddles))


@pytest.mark.parametrize("wrong", WRONG)
def test_our_suite_catches_it(wrong, colours):
    assert caught(colours[wrong.name])


@pytest.mark.parametrize("wrong", WRONG)
def test_it_passes_what_drives_the_steps_before_its_own(wrong, colours):
    assert too_early(wrong, colours[wrong.name]) == []


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
"""What each row of `katas/slips.md` tells, as an evaluator."""


def slips():
    """The document of each row, and the test that catches it, as the page has them."""
    for part in (ROOT / "katas" / "slips.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        document = part.partition("\n")[0]
        for rule in re.findall(r"^\| .+ \| `([^`]+)`[^|]*\|$", part, re.MULTILINE):
            yield document, rule


def test_every_slip_is_an_evaluator():
    assert [document for document, _ in slips()] == [name for name, of in SLIPS.items() for _ in of]


NAMED = [
    pytest.param(wrong, rule, id=f"{document}: {wrong}")
    for wrong, (document, rule) in zip([wrong for of in SLIPS.values() for wrong in of], slips(), strict=True)
]


def catching(colours):
    """The rules of the tests that notice a wrong evaluator."""
    return {test.rule for test, colour in colours if colour != "green"}


@pytest.mark.parametrize(("wrong", "rule"), NAMED)
def test_the_test_that_is_named_beside_a_slip_catches_it(wrong, rule, colours):
    assert rule in catching(colours[wrong])


def test_a_test_that_does_not_catch_a_slip_would_be_noticed_beside_it(colours):
    assert "two pair" in catching(colours["two_pairs"]) - catching(colours["no_wheel"])


@pytest.fixture
def planted(tmp_path):
    """A wrong evaluator with this code."""

    def plant(code, name="planted", step=19):
        file = tmp_path / f"{name}.py"
        told = f"step: {step}\ntheme: ties\nshown by: x\nriddle: R.\nhint: H."
        text = f'"""It does.\n\nA story.\n\n{told}\n"""\n\nfrom finished import the_rest\n\n{code}'
        file.write_text(f"{text}\nthe_rest(globals())\n", encoding="utf-8")
        return Wrong(file)

    return plant


def test_one_that_is_right_is_noticed(planted, right, tmp_path):
    one = planted('def value(sign):\n    return 2 + "23456789TJQKA".index(sign)\n')
    assert shown(one.step, INPUTS, answered("planted", one.whole), right) == ""
    assert not caught(suite_on([one], tmp_path)["planted"])


def test_two_that_are_one_are_noticed(planted):
    low = 'VALUES = "23456789TJQAK"\n'
    codes = {name: planted(low, name).whole for name in ("one", "other")}
    assert same({name: answered(name, code) for name, code in codes.items()}) == ("one", "other")


def test_one_that_nobody_could_write_in_its_step_is_noticed(planted, tmp_path):
    one = planted("def flush(cards):\n    return False\n")
    assert too_early(one, suite_on([one], tmp_path)["planted"])[0] == "five clubs are a flush"


PROGRAMS = [
    pytest.param("katas/wrong/two_pairs.py", "A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣ Two Pairs (winner)\n", id="the file"),
    pytest.param("whole.py", "A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣ Two Pairs (winner)\n", id="in one file"),
]


@pytest.mark.parametrize(("file", "printed"), PROGRAMS)
def test_it_is_a_program_too(workspace, file, printed):
    workspace.path("whole.py").write_text(Wrong(ROOT / "katas/wrong/two_pairs.py").whole, encoding="utf-8")
    made = workspace.run(sys.executable, file, stdin="A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣\n", PYTHONUTF8="1")
    assert (made.returncode, made.stdout, made.stderr) == (0, printed, "")


def test_the_suite_runs_on_the_file_as_it_stands(workspace):
    wrong = "katas/wrong/no_wheel.py"
    made = workspace.run(sys.executable, "-m", "pytest", "tests/suite", "--poker", wrong, "-x", "-q")
    assert made.returncode == 1
    assert "the wheel is a straight" in made.stdout
