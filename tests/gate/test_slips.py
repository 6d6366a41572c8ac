"""What slips into the texts of a story when files are merged, copied or saved by another editor."""

import pytest

from dojo.gate.checks import FILES
from gate.planting import Faults, append, faults, is_read, lines, says

SIDES = "<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n\n"
QUESTION = "**Ask the room:**"
FAULTS: Faults = {
    "step_01/README.md": [
        (
            QUESTION,
            f"{SIDES}{QUESTION}",
            "law 7 · steps/step_01_fake_it/README.md:26: has a conflict that git",
        ),
        (
            QUESTION,
            f"See [the song](song.md).\n\n{QUESTION}",
            "law 7 · steps/step_01_fake_it/README.md:26: there is no song.md; write it, or mend the link",
        ),
        (
            QUESTION,
            f"See step 44.\n\n{QUESTION}",
            "law 7 · steps/step_01_fake_it/README.md:26: names step 44, and the last one is step 4",
        ),
        (
            QUESTION,
            f"One line.\nTODO: another one.\n\n{QUESTION}",
            "law 7 · steps/step_01_fake_it/README.md:27: has TODO in place of words; write them, or leave it",
        ),
        (
            "- `say` is a constant.",
            "- ...",
            "law 7 · steps/step_01_fake_it/README.md:24: has ... in place of words; write them, or leave it",
        ),
    ],
    "kata/README.md": [
        ("", SIDES, "law 7 · kata/README.md: | has a conflict that git has left; keep one of its sides"),
        (
            "",
            "Say it.\r",
            "law 7 · kata/README.md: | has the line ends of Windows, or a carriage return; save it",
        ),
    ],
    "mutants/never_above_one.py": [
        (
            "The fake was",
            "The fake\r\nwas",
            "law 9 · mutants/never_above_one.py:3: has the line ends of Windows",
        ),
    ],
    "mutants/finished.py": [
        ("", "MORE = 1", "law 9 · mutants/finished.py: was edited | type make update | into another file"),
    ],
    "suite/rows.py": [
        ("", "MORE = 1", "law 4 · suite/rows.py: was edited | type make update | into another file"),
    ],
    "suite/test_numbers.py": [
        (
            '"two is said"',
            '""',
            "law 4 · suite/test_numbers.py:8: this row has an empty rule; say the rule in",
        ),
        (
            '"two is said"',
            '"two\\nis said"',
            "law 4 · suite/test_numbers.py:8: the rule of this row has a line end; say",
        ),
    ],
}


@pytest.mark.parametrize("fault", faults("law", FAULTS))
def test_a_slip_is_named(small, fault):
    is_read(small, fault)


def test_two_cases_with_one_number_are_named(small):
    for name in ("03-five", "03-six"):
        append(small, f"kata/cases/{name}.in", name)
    says(small, "law 7 · kata/cases/03-six.in: has the number of 03-five.in; give it one", groups=[FILES])


def test_a_statement_without_words_is_named(small):
    small.path("kata/README.md").write_text("# Fizz\n", encoding="utf-8")
    says(small, "law 7 · kata/README.md: says nothing; write what participants have to do", groups=[FILES])


def test_an_output_with_line_ends_of_windows_is_named(small):
    append(small, "kata/cases/01-one.in", "1")
    append(small, "kata/cases/01-one.out", "1")
    small.path("kata/cases/01-one.out").write_bytes(b"1\n1\r\n")
    problem = "has the line ends of Windows, and those of an output do not count"
    message = f"law 7 · kata/cases/01-one.out:2: {problem}; save it with those of Unix"
    says(small, message, groups=[FILES])


COPY = (
    "law 4 · suite/test_more.py:18: test_fizz_again is a copy of test_fizz_is_said;"
    " let it ask something else, or remove it"
)
COPIES = [
    pytest.param("def test_fizz_again(fizz):", [COPY], id="a copy"),
    pytest.param("def test_fizz_again(fizz, capsys):", [], id="another fixture"),
]


@pytest.mark.parametrize(("head", "said"), COPIES)
def test_a_test_with_the_code_of_another_one_is_named(small, head, said):
    append(small, "suite/test_more.py", f'@pytest.mark.guards(4)\n{head}\n    assert fizz.say(3) == "Fizz"')
    assert [line for line in lines(small, FILES) if "test_fizz_again" in line] == said


def test_a_case_with_the_input_of_another_one_is_named(small):
    for name in ("01-one.in", "01-one.out", "02-two.in", "02-two.out"):
        append(small, f"kata/cases/{name}", "1")
    says(
        small,
        "law 7 · kata/cases/02-two.in: has the input of 01-one.in; give it another one, or remove it",
        groups=[FILES],
    )
