"""Law 7: what a participant is given is true: hints, and the tests, rules, cases and first test of a kata."""

import pytest

from dojo.gate import evidence, katas
from dojo.gate.checks import FILES
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Missing
from dojo.runner.programs.command import ProgramOutcome
from dojo.story.mutants import kata_rules
from gate.planting import Faults, append, faults, is_named, lines, says

TWO, THREE = " 2  Two numbers, two answers: what turns a number into a text?\n", " 3  What is left"
LEFT = f"{THREE} when three is divided by three?\n"
ROW = '    drives(2, "two is said", 2, "2"),\n'
ROWS = f'{ROW}    drives(2, "five is said", 5, "5"),\n'
TESTS, OF_FIZZ = 'of_every_kata = ["test_numbers.py"]\n', 'tests = ["test_more.py::test_fizz_is_said"'
NO_KATA = 'of_no_kata = ["test_more.py::test_names_are_said_back"'
FIZZ = "suite/test_more.py:7 · “fizz is said”: belongs to"
FAULTS: Faults = {
    "hints.txt": [
        (TWO, "", "step_02_numbers · hints.txt: a test drives step 2, which has no hint; add a line 2 and"),
        (THREE, f" 4  What?\n{THREE}", "hints.txt:5: is for no test that drives step 4: What?; write a"),
        (THREE, f" 9  What?\n{THREE}", "law 7 · hints.txt:5: is for no test that drives step 9: What?;"),
        (THREE, f" 2  What?\n{THREE}", "hints.txt:5: “two is said” of step 2 has a hint already; keep"),
        (THREE, f"    five: What?\n{THREE}", "hints.txt:5: is for no test that drives step 2: five: What?;"),
        (LEFT, TWO.replace("2", "3"), "hints.txt:5: says the same as line 4; say what helps with this test"),
        (LEFT, " 3  …\n", "step_03_fizz · hints.txt:5: is still a draft; say it in your own words"),
    ],
    "suite/test_numbers.py": [
        (ROW, ROWS, "step_02_numbers · hints.txt · “five is said”: drives step 2 and has no hint; indented"),
    ],
    "story.toml": [
        (f"{OF_FIZZ}]", "tests = []", f"{FIZZ} no kata; name it in story.toml, in a kata's tests or"),
        (NO_KATA, 'of_no_kata = ["test_more.py"', f"{FIZZ} a kata, and story.toml says of_no_kata; take it"),
        (OF_FIZZ, f'{OF_FIZZ}, "buzz"', "story.toml:29: katas.fizz: no test is called buzz; write a name as"),
        (NO_KATA, f'{NO_KATA}, "buzz"', "story.toml:24: tests.of_no_kata: no test is called buzz; write a"),
        (TESTS, "", f"{OF_FIZZ}]", "tests = []", "story.toml:25: katas.fizz: no test leads to it; name some"),
        (
            '"kata"',
            '"kata"\nprogram = 4',
            "story.toml:10: finished = 3 comes before step 4, the program of fizz",
        ),
        ('"kata"', '"kata"\nprogram = 9', "story.toml:28: katas.fizz.program: there is no step 9: the steps"),
    ],
}


@pytest.mark.parametrize("fault", faults("law 7", FAULTS))
def test_a_fault_is_named(small, fault):
    is_named(small, fault)


def test_a_story_without_a_source_hints_and_katas_needs_none(small):
    toml = small.path("story.toml").read_text("utf-8").replace('hints = "hints.txt"\n', "")
    small.path("story.toml").write_text(toml.partition("[source]")[0], "utf-8")
    for step in small.story.steps:
        step.readme.write_text(step.prose.partition("\nRetold")[0], "utf-8")
    assert lines(small) == []


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
    assert lines(listed(bare), FILES) == []
    assert in_words(bare.story) == {
        "Each number is said": ["counts_from_zero", "never_above_one"],
        "Fizz is said at those that three divides": ["always_fizz_from_three"],
    }


def test_without_a_list_the_themes_of_the_mutants_are_the_rules(bare):
    assert lines(bare, FILES) == []
    assert in_words(bare.story) == {
        "counting": ["counts_from_zero", "never_above_one"],
        "three": ["always_fizz_from_three"],
    }


ALWAYS = "    always_fizz_from_three\n"
UNLISTED = [
    (ALWAYS, "", "kata/rules.txt:7: no mutant breaks “Fizz is said at those that three divides”; name one"),
    (ALWAYS, "", "mutants/always_fizz_from_three.py: breaks no rule of a kata; name it below one"),
    (
        ALWAYS,
        ALWAYS.strip(),
        "kata/rules.txt:8: always_fizz_from_three is a mutant, and not a rule; write it",
    ),
    (
        "Fizz is said at those that three divides",
        "Each number is said",
        "kata/rules.txt:7: says the same rule as line 3",
    ),
    ("one", "two", "kata/rules.txt:5: there is no mutant never_above_two; write the name of one"),
]


@pytest.mark.parametrize(("old", "new", "message"), UNLISTED, ids=[message for _, _, message in UNLISTED])
def test_a_list_of_rules_that_is_wrong_is_named(bare, old, new, message):
    says(listed(bare, RULES.replace(old, new)), f"law 7 · {message}", groups=[FILES])


def test_a_mutant_in_the_place_of_a_rule_is_named_once(bare):
    """It is in the list, if only in the wrong place."""
    copy = listed(bare, RULES.replace(ALWAYS, "    counts_from_zero\nalways_fizz_from_three\n"))
    said = [line for line in lines(copy, FILES) if "always_fizz_from_three" in line]
    assert len(said) == 1
    assert "kata/rules.txt:9: always_fizz_from_three is a mutant, and not a rule" in said[0]


def test_the_mutants_of_a_rule_that_is_there_twice_are_kept(bare):
    again = RULES.replace("Fizz is said at those that three divides", "Each number is said")
    assert in_words(listed(bare, again).story) == {
        "Each number is said": ["counts_from_zero", "never_above_one", "always_fizz_from_three"]
    }


def test_the_rule_of_a_draft_of_a_mutant_is_missing_and_not_wrong(bare):
    bare.edit("mutants/always_fizz_from_three.py", "theme: three", "theme: …")
    said = katas.check_rules(Evidence(listed(bare, RULES.replace(ALWAYS, "")).story))
    assert [one.missing for one in said] == [None, Missing.MUTANT]


RED = "“one is said” is red on step_03_fizz: "
NO_START = {
    "kata/first_test.py": [
        ("def test_one", "def broken(:\n\n\ndef test_one", "6: it is amber on step_03_fizz: SyntaxError: "),
        ("fizz.say(1)", "fizz.answer()", f"7: {RED}AttributeError: module 'fizz' has no attribute"),
        ('"1"', '"2"', f"7: {RED}"),
        ("import fizz", "import fuzz", "3: it is amber on step_03_fizz: ModuleNotFoundError: "),
        ("import fizz", "from fizz import no", "3: it is red on step_03_fizz: ImportError: cannot import"),
        ("def test_one", "def one", " has no test, and each attempt begins with it; "),
        ('assert fizz.say(1) == "1"', "assert True", " is green before there is any code; write a"),
    ]
}


@pytest.mark.parametrize("fault", faults("law 7 · kata/first_test.py:", NO_START))
def test_a_first_test_with_which_nobody_can_begin_is_named(small, fault):
    is_named(small, fault)


def test_katas_that_share_a_first_test_hear_of_it_once_and_it_is_not_run_again(small, monkeypatch):
    small.add_kata("buzz", "test_more.py::test_fizz_is_said").edit("kata/first_test.py", '"1"', '"2"')
    assert len(small.story.katas) == 2
    before = lines(small, [katas.check_first_tests])
    assert len(before) == 1
    monkeypatch.setattr(katas, "prepare_own_tests", None)
    assert lines(small, [katas.check_first_tests]) == before


PROGRAM = '\n\nif __name__ == "__main__":\n    print({})\n'
FAILS = [
    "law 7 · step_04_divisible · kata/cases/01-one.in: step 4 fails this case: ",
    "law 7 · step_04_divisible · kata/cases/02-two.in: step 4 fails this case: ",
]
OTHER = "prints something else: it prints '2', and the case says '1'; mend it"
NOT_FIRST = "law 7 · story.toml:28: katas.fizz.program: "
NO_LINE = f"{NOT_FIRST}step 4 fails: crashed: status 1"
# nothing is said of what it printed until then
CRASHED = "crashed: status 1, ZeroDivisionError: integer division or modulo by zero; mend it"
ALREADY = f"{NOT_FIRST}step 3 answers already; write the number of the first step that"
WORDS = '__import__("sys").argv'
PROGRAMS = [
    pytest.param({4: "1"}, [], id="it answers"),
    pytest.param({4: f"{WORDS}[1]"}, [], id="it answers with its word"),
    pytest.param({4: f"len({WORDS})"}, [f"{line}{OTHER}" for line in FAILS], id="it prints something else"),
    pytest.param({4: "1 // 0"}, [NO_LINE, *(f"{line}{CRASHED}" for line in FAILS)], id="it crashes"),
    pytest.param({3: "1", 4: "1"}, [ALREADY], id="an earlier step answers"),
    pytest.param({3: "'2\\n1'", 4: "1"}, [ALREADY], id="an earlier step prints one of the lines"),
    pytest.param({3: "2", 4: "1"}, [], id="an earlier step prints another line"),
    pytest.param({3: "''", 4: "1"}, [], id="an earlier step prints an empty line"),
]


@pytest.fixture
def answered(bare):
    """What is said of two cases where steps are programs that print this, by their numbers."""
    for name in ("01-one.in", "01-one.out", "02-two.in", "02-two.out"):
        append(bare, f"kata/cases/{name}", "1")
    bare.edit("story.toml", 'folder = "kata"', 'folder = "kata"\nprogram = 4\nwords = ["1"]')
    bare.edit("story.toml", "finished = 3", "finished = 4")

    def answered(programs):
        for number, printed in programs.items():
            append(bare, f"step_{number:02}/fizz.py", PROGRAM.format(printed))
        return lines(bare, [katas.check_cases])

    return answered


@pytest.mark.parametrize(("programs", "messages"), PROGRAMS)
def test_the_program_of_a_kata_is_run(answered, programs, messages):
    said = answered(programs)
    # a message may be the beginning of a line
    beginnings = [line[: len(message)] for line, message in zip(said, messages, strict=True)]
    assert beginnings == messages


@pytest.fixture
def no_other_run(monkeypatch):
    """From the call on, each program that is run again says so."""
    again = ProgramOutcome("red", "is run again")
    return lambda: monkeypatch.setattr(evidence, "run_with_input", lambda *_, **__: again)


def test_what_a_program_answers_is_kept(answered, no_other_run):
    assert answered({4: "1"}) == []
    no_other_run()
    assert answered({}) == []


def test_that_a_program_hangs_is_not_kept(answered, monkeypatch, no_other_run):
    monkeypatch.setattr(evidence, "PROGRAM_S", 0)
    said = answered({4: "max(iter(int, 1))"})
    assert "step 4 fails: hangs" in said[0]
    no_other_run()
    _program, *cases = answered({})
    printed = "is run again: it prints '', and the case says '1'; mend it, or the words of the program in"
    assert cases == [f"{line}{printed} story.toml" for line in FAILS]


def test_cases_that_no_step_is_held_to_are_named(bare):
    append(bare, "kata/cases/01-one.in", "1")
    append(bare, "kata/cases/01-one.out", "1")
    (said,) = lines(bare, [katas.check_cases])
    message = "law 7 · story.toml:26: katas.fizz: no step is held to its cases; write program = the number"
    assert said.startswith(message)
