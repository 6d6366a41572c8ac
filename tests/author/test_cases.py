"""`make cases`: a kata's outputs are those of its finished step, and the gate asks for the step."""

import pytest

PROGRAM = """

if __name__ == "__main__":
    import sys

    print(*map(say, map(int, sys.stdin)), sep="\\n")
"""


def test_it_asks_for_a_program_and_writes_what_the_finished_step_prints(small, capsys):
    (small.root / "kata" / "cases").mkdir()
    (small.root / "kata" / "cases" / "01-three.in").write_text("3\n")
    for step in ("step_03", "step_04"):
        with small.path(f"{step}/fizz.py").open("a") as file:
            file.write(PROGRAM)
    assert small.verb("cases") == 2
    where = "write program = N below [katas.fizz] in story.toml"
    assert capsys.readouterr().err == f"no step of small is a program for fizz: {where}\n"
    small.edit("story.toml", 'folder = "kata"', 'folder = "kata"\nprogram = 3')
    assert small.verb("cases") == 0
    done = "kata/cases: as step 3, Fizz, prints it.\n"
    assert capsys.readouterr().out == f"written: kata/cases/01-three.out\n{done}"
    assert small.verb("cases") == 0
    assert capsys.readouterr().out == done
    assert small.path("kata/cases/01-three.out").read_text() == "Fizz\n"
    small.path("kata/cases/01-three.in").write_text("three\n")
    assert small.verb("cases") == 2
    assert capsys.readouterr().err.startswith("step 3 fails on kata/cases/01-three.in: crashed: ")


REFUSES = """

if __name__ == "__main__":
    import sys

    sys.exit("no number: three")
"""


@pytest.fixture
def refusing(small):
    """The small story, whose program complains of whatever it reads."""
    (small.root / "kata" / "cases").mkdir()
    (small.root / "kata" / "cases" / "01-no-number.in").write_text("three\n")
    small.edit("story.toml", 'folder = "kata"', 'folder = "kata"\nprogram = 3')
    with small.path("step_03/fizz.py").open("a") as file:
        file.write(REFUSES)
    return small


def test_a_case_that_has_to_fail_needs_the_words_for_it(refusing, capsys):
    assert refusing.verb("cases") == 2
    message = "step 3 fails on kata/cases/01-no-number.in: crashed: status 1, no number: three; if it should"
    assert capsys.readouterr().err.startswith(message)
    complaints = refusing.path("kata/cases/01-no-number.in").with_suffix(".err")
    complaints.write_text("no such number\n")
    assert refusing.verb("cases") == 2
    message = "step 3 says 'no number: three' on standard error, and not 'no such number' as kata/cases/01-no"
    assert capsys.readouterr().err.startswith(message)
    complaints.write_text("no number\n")
    assert refusing.verb("cases") == 0
    assert complaints.with_suffix(".out").read_text() == ""
