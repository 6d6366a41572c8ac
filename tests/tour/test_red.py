"""`make step-N red` says where an assertion was seen to fail, if here only a name is missing."""


def test_the_mutant_is_named_on_which_the_assertion_fails(small, capfd):
    assert small.verb("red", "step-1") == 0
    said = " ".join(capfd.readouterr().out.split())
    assert said.endswith(
        "1 test, red on step 0, as it should be: step 1 makes it green."
        " “one is said” has only a name missing here. Its assertion fails on a mutant: It counts from zero."
    )


def test_of_many_the_first_are_named(small, capfd):
    rows = "".join(f'    drives(1, "{n} is said", {n}, "{n}"),\n' for n in range(10, 80, 10))
    small.edit("suite/test_numbers.py", '    drives(1, "one', f'{rows}    drives(1, "one')
    small.edit("step_01/fizz.py", 'return "1"', "return str(number)")
    assert small.verb("red", "step-1") == 0
    said = " ".join(capfd.readouterr().out.split())
    assert " 8 tests, all red on step 0, as it should be: step 1 makes them green. " in said
    assert said.count("Its assertion fails on a mutant:") == 5
    assert said.endswith("The same goes for 3 more.")


def test_a_test_that_nothing_fails_is_named_as_such(small, capfd):
    small.path("mutants/counts_from_zero.py").unlink()
    assert small.verb("red", "step-1") == 0
    said = " ".join(capfd.readouterr().out.split())
    assert said.endswith("“one is said” has only a name missing here. Its assertion fails on no mutant yet.")


def test_a_step_that_says_test_first_and_has_no_test_yet_is_no_refactoring(bare, capfd):
    assert bare.verb("new-step", "TITLE=Buzz") == 0
    capfd.readouterr()
    assert bare.verb("red", "step-5") == 1
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "No test drives step 5 yet: write one, marked drives(5, …).\n")
