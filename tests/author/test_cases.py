"""`make cases`: a kata's outputs are those of its finished step, and the gate asks for the step."""

PROGRAM = (
    'if __name__ == "__main__":\n    import sys\n\n    print(*map(say, map(int, sys.stdin)), sep="\\n")\n'
)


def with_a_case(small, number="3"):
    """The small story with an input, and with a program on its last step."""
    (small.root / "kata" / "cases").mkdir()
    (small.root / "kata" / "cases" / "01-three.in").write_text(f"{number}\n")
    for step in ("step_03", "step_04"):
        file = small.path(f"{step}/fizz.py")
        file.write_text(f"{file.read_text()}\n\n{PROGRAM}")
    return small


def test_the_outputs_are_written_as_the_finished_step_prints_them(small, capsys):
    with_a_case(small).edit("story.toml", 'folder = "kata"', 'folder = "kata"\nprogram = 3')
    assert small.verb("cases") == 0
    assert (
        capsys.readouterr().out
        == "written: kata/cases/01-three.out\nkata/cases: as step 3, Fizz, prints it.\n"
    )
    assert (small.root / "kata" / "cases" / "01-three.out").read_text() == "Fizz\n"
    assert small.verb("cases") == 0
    assert "written" not in capsys.readouterr().out


def test_an_input_on_which_the_program_fails_writes_nothing(small, capsys):
    with_a_case(small, "three").edit("story.toml", 'folder = "kata"', 'folder = "kata"\nprogram = 3')
    assert small.verb("cases") == 2
    assert capsys.readouterr().err.startswith("step 3 fails on kata/cases/01-three.in: crashed: ")


def test_without_a_program_it_asks_for_one(small, capsys):
    assert with_a_case(small).verb("cases") == 2
    where = "write program = N below [katas.fizz] in story.toml"
    assert capsys.readouterr().err == f"no step of small is a program for fizz: {where}\n"
