"""Law 7: what a kata gives a participant is true: its rules, its cases, and its first test."""

import pytest

from dojo.gate import evidence, katas
from dojo.gate.evidence import Evidence
from dojo.gate.violation import MUTANT
from dojo.runner.program import Outcome
from dojo.story.mutants import kata_rules
from gate.planting import append, reads, told_of
from gate.whole import HOME, add_cases, is_named

RULES = """\
# The rules of the kata.

Each number is said
    counts_from_zero
    never_above_one

Fizz is said at those that three divides
    always_fizz_from_three
"""


def listed(copy, text=RULES):
    """The small story, whose kata has a file of rules."""
    copy.path("kata/rules.txt").write_text(text, encoding="utf-8")
    first = 'first_test = "kata/first_test.py"\n'
    copy.edit("story.toml", first, f'{first}rules = "kata/rules.txt"\n')
    return copy


def in_words(story):
    """Each rule, and the names of the mutants that break it."""
    return {rule.text: [mutant.name for mutant in rule.mutants] for rule in kata_rules(story.katas[0], story)}


def test_rules_that_are_listed_keep_the_law(bare):
    listed(bare)
    assert list(katas.check_rules(Evidence(bare.story))) == []
    assert in_words(bare.story) == {
        "Each number is said": ["counts_from_zero", "never_above_one"],
        "Fizz is said at those that three divides": ["always_fizz_from_three"],
    }


def test_without_a_list_the_themes_of_the_mutants_are_the_rules(bare):
    assert list(katas.check_rules(Evidence(bare.story))) == []
    assert in_words(bare.story) == {
        "counting": ["counts_from_zero", "never_above_one"],
        "three": ["always_fizz_from_three"],
    }


ALWAYS = "    always_fizz_from_three\n"
FAULTS = [
    (ALWAYS, "", "kata/rules.txt:7: no mutant breaks “Fizz is said at those that three divides”; name one"),
    (ALWAYS, "", "mutants/always_fizz_from_three.py: breaks no rule of a kata; name it below one"),
    ("one", "two", "kata/rules.txt:5: there is no mutant never_above_two; write the name of one"),
]


def test_the_rule_of_a_draft_of_a_mutant_is_missing_and_not_wrong(bare):
    bare.edit("mutants/always_fizz_from_three.py", "theme: three", "theme: …")
    said = katas.check_rules(Evidence(listed(bare, RULES.replace(ALWAYS, "")).story))
    assert [one.missing for one in said] == ["", MUTANT]


@pytest.mark.parametrize(("old", "new", "told"), FAULTS, ids=[told for _, _, told in FAULTS])
def test_a_fault_is_named(bare, old, new, told):
    reads(listed(bare, RULES.replace(old, new)), f"law 7 · {told}")


RED = "“one is said” is red on step_03_fizz: "
FIRST_TESTS = [
    ("def test_one", "def broken(:\n\n\ndef test_one", "6: it is amber on step_03_fizz: SyntaxError: "),
    ("fizz.say(1)", "fizz.answer()", f"7: {RED}AttributeError: module 'fizz' has no attribute 'answer'; "),
    ('"1"', '"2"', f"7: {RED}"),
    ("import fizz", "import fuzz", "3: it is amber on step_03_fizz: ModuleNotFoundError: "),
    ("import fizz", "from fizz import answer", "3: it is red on step_03_fizz: ImportError: cannot import"),
    ("def test_one", "def one", " has no test, and each attempt begins with it; "),
    ('assert fizz.say(1) == "1"', "assert True", " is green before there is any code; write a test that "),
]


@pytest.mark.parametrize(("old", "new", "told"), FIRST_TESTS, ids=[new for _, new, _ in FIRST_TESTS])
def test_a_first_test_with_which_nobody_can_begin_is_named(story, old, new, told):
    story.edit(f"{HOME}/kata/first_test.py", old, new)
    said = told_of(story, katas.check_first_tests(Evidence(story.story)))
    head = "law 7 · katas/fizz/kata/first_test.py:"
    assert [line[: len(head + told)] for line in said] == [f"{head}{told}"], said


def test_a_first_test_is_tried_by_the_gate(story, capsys):
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    is_named(story, capsys, "law 7 · katas/fizz/kata/first_test.py:7: “one is said” is red on step_03_fizz: ")


def test_katas_that_share_a_first_test_hear_of_it_once(story):
    table = (story.root / HOME / "story.toml").read_text("utf-8").partition("[katas.fizz]")[2]
    append(story, f"{HOME}/story.toml", "[katas.buzz]" + table.partition("[verbs")[0])
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    assert len(story.story.katas) == 2
    assert len(told_of(story, katas.check_first_tests(Evidence(story.story)))) == 1


def test_a_first_test_that_has_not_changed_is_not_run_again(story, monkeypatch):
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    before = told_of(story, katas.check_first_tests(Evidence(story.story)))
    monkeypatch.setattr(katas, "prepare_own_tests", None)
    assert told_of(story, katas.check_first_tests(Evidence(story.story))) == before


PROGRAM = '\n\nif __name__ == "__main__":\n    print({})\n'
WORDS = 'folder = "kata"\nprogram = 4\nwords = ["1"]'
FAILS = ["kata/cases/01-one.in: step 4 fails this case: ", "kata/cases/02-two.in: step 4 fails this case: "]
PROGRAMS = [
    ({4: "1"}, []),
    ({4: '__import__("sys").argv[1]'}, []),
    ({4: 'len(__import__("sys").argv)'}, FAILS),
    ({3: "1", 4: "1"}, ["katas.fizz.program: step 4 prints the same as the step before; "]),
]


@pytest.fixture
def answered(story):
    """What is said of two cases where steps are programs that print this, by their numbers."""
    add_cases(story)
    story.edit(f"{HOME}/story.toml", 'folder = "kata"', WORDS)
    story.edit(f"{HOME}/story.toml", "finished = 3", "finished = 4")

    def answered(programs):
        for number, printed in programs.items():
            step = story.story.step(number)
            step.module.write_text(step.code + PROGRAM.format(printed), "utf-8")
        return told_of(story, katas.check_cases(Evidence(story.story)))

    return answered


@pytest.mark.parametrize(("programs", "told"), PROGRAMS)
def test_the_program_of_a_kata_is_run(answered, programs, told):
    said = answered(programs)
    assert len(said) == len(told)
    assert [one for one, words in zip(said, told, strict=True) if words not in one] == []


KEPT = [("1", 20, []), ("max(iter(int, 1))", 0, [*FAILS, "step 4 fails: hangs"])]


@pytest.mark.parametrize(("printed", "seconds", "told"), KEPT, ids=["it answers", "it hangs"])
def test_what_a_program_answers_is_kept_unless_it_hangs(answered, monkeypatch, printed, seconds, told):
    monkeypatch.setattr(evidence, "PROGRAM_S", seconds)
    said = answered({4: printed})
    assert [words for words in told if not any(words in one for one in said)] == []
    assert len(said) == len(told)
    monkeypatch.setattr(evidence, "run_with_input", lambda *_, **__: Outcome("red", "is run again"))
    again = answered({})
    assert [one for one in again if "is run again" in one] == (again[1:] if told else [])


def test_cases_that_no_step_is_held_to_are_named(bare):
    append(bare, "kata/cases/01-one.in", "1")
    append(bare, "kata/cases/01-one.out", "1")
    (violation,) = katas.check_cases(Evidence(bare.story))
    told = "law 7 · story.toml:26: katas.fizz: no step is held to its cases; write program = the number"
    assert violation.format(bare.story).startswith(told)
