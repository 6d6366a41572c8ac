"""Law 7: what a README quotes is written from the code and from real runs, and compared with them."""

import pytest

from dojo.author.fill import fill
from dojo.gate.evidence import Evidence
from dojo.gate.prose.quotes import failing
from gate.planting import faults, opens, shuts

EDITS = faults(r'''law 7
## a README quotes other code
> step_02_numbers/README.md:18: quotes return repr(number), and it is return str(number)
> run make todo FILL=1
@ step_02/README.md
-    return str(number)
+    return repr(number)
## a README leaves out a line of code
> step_04_divisible/README.md:11: quotes return number % by == 0, and it is """Is
@ step_04/README.md
-    """Is nothing left?"""
## a README quotes a line too far in
> step_04_divisible/README.md:11: quotes return number % by == 0, and it is return number % by == 0; run make
@ step_04/README.md
-    return number % by == 0
+        return number % by == 0
## a README quotes a failure that does not happen
> assert '1' == '3', and it is E       AssertionError: assert '1' == '2'
@ step_02/README.md
-E       AssertionError: assert '1' == '2'
+E       AssertionError: assert '1' == '3'
## a README quotes nothing > step_03_fizz/README.md:11: quotes an empty line, and it is >
@ step_03/README.md
->       assert fizz.say(3) == "Fizz"
-E       AssertionError: assert '3' == 'Fizz'
## an empty block > step_02_numbers/README.md:18: an empty block; fill it, or remove it
@ step_02/README.md
-```python say:3
-    return str(number)
+```python
## a block has no marker
> step_02_numbers/README.md:18: quotes ```python, and it is ```python say:3; run make todo FILL=1
-```python say:3
+```python
## code without a marker stands nowhere
> step_02_numbers/README.md:18: this stands nowhere: return 1; write behind the fence
-```python say:3
-    return str(number)
+```python
+    return 1
## a marker is the name of nothing
> step_02_numbers/README.md:18: nothing is called tell in this step; write a name that it has
-```python say:3
-    return str(number)
+```python tell
## a marker has more lines than there are
> step_02_numbers/README.md:18: the lines of say number 3; write a number up to that
-```python say:3
-    return str(number)
+```python say:4
## a marker is no marker
> step_02_numbers/README.md:18: 'the code' says not where this comes from; write tests
-```python say:3
-    return str(number)
+```python the code
## a marker names a test too many
> step_02_numbers/README.md:7: the tests that drive this step number 1; write a number up to that
-```python tests
-    drives(2, "two is said", 2, "2"),
+```python tests 2
## *Red* quotes a test that drives another step
> step_02_numbers/README.md:7: *Red* quotes the tests that drive
-```python tests
-    drives(2, "two is said", 2, "2"),
+```python suite NUMBERS:2
+    drives(1, "one is said", 1, "1"),
## *Red* quotes a guard > step_03_fizz/README.md:7: *Red* quotes the tests that drive the step
@ step_03/README.md
-```python tests 1:3
-    assert fizz.say(3) == "Fizz"
+```python
+    guards(3, "four is said", 4, "4"),
## *Red* quotes the code of the step
> step_02_numbers/README.md:7: *Red* quotes the tests that drive the step
@ step_02/README.md
-```python tests
-    drives(2, "two is said", 2, "2"),
+```python say:3
+    return str(number)
## *Red* quotes no failure
> step_03_fizz/README.md:5: *Red* quotes no failure: a block of text; run make todo
@ step_03/README.md
-```text failure
->       assert fizz.say(3) == "Fizz"
-E       AssertionError: assert '3' == 'Fizz'
-```
-
## *Green* quotes no code
> step_02_numbers/README.md:16: *Green* quotes no code: a block of python; run make todo
@ step_02/README.md
-```python say:3
-    return str(number)
-```
+It says what it hears.
## *Green* quotes old code
> step_02_numbers/README.md:18: *Green* quotes what is new in the step | this is neither: def say(number):
-```python say:3
-    return str(number)
+```python say:1
+def say(number):
## *Green* quotes the suite > step_02_numbers/README.md:18: *Green* quotes what is new
-```python say:3
-    return str(number)
+```python
+    assert fizz.say(number) == said
## *Refactor* quotes what the step before had
> step_04_divisible/README.md:11: *Refactor* quotes what is new
@ step_04/README.md
-```python divisible
-def divisible(number, by):
-    """Is nothing left?"""
-    return number % by == 0
+```python say:2
+    """What is said at a number."""
## *Green* of a refactoring quotes new code
> step_04_divisible/README.md:7: *Green* of a refactoring is where it
-All of it works.
+```python divisible:3
+    return number % by == 0
+```
## all tests of a step are counted wrong
> step_02_numbers/README.md:16: says All two tests fail, and it is 1: the tests that drive a step; run
@ step_02/README.md
+All two tests fail.
+
 ## Green
## the guards of a step are counted wrong
> step_03_fizz/README.md:25: says Two guards are new, and it is 1: the guards
@ step_03/README.md
-Four is a guard.
+Two
+  guards are new.
## all tests are counted wrong > step_03_fizz/README.md:25: says All 6 tests of the suite, and it is 5:
-Four is a guard.
+All 6 tests of the suite are green.
## all mutants are counted wrong > step_03_fizz/README.md:25: says All 4 mutants, and it is 3:
-Four is a guard.
+All 4 mutants are caught.
''')


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


CODE = '```python say:3-4\n    if number % 3 == 0:\n        return "Fizz"\n```\n\n'
FAILURE = """\
```text failure
>       assert fizz.say(3) == "Fizz"
E       AssertionError: assert '3' == 'Fizz'
```

"""
WRITTEN = {
    "a block that is not so": ('return "Fizz"\n', 'return "Buzz"\n'),
    "a block without a marker": ("```python say:3-4", "```python"),
    "pasted lines of a failure": ('```text failure\n>       assert fizz.say(3) == "Fizz"\n', "```text\n"),
    "lines that have moved": ("```python say:3-4", "```python say:2-3"),
    "a failure that is missing": (FAILURE, ""),
    "code that is missing": (CODE, ""),
    "a number in a word": ("One new guard is", "Three new guard is"),
    "a number in digits": ("All 5 tests of the suite", "All 12 tests of the suite"),
}


@pytest.mark.parametrize(("right", "wrong"), WRITTEN.values(), ids=WRITTEN)
def test_a_fact_that_is_wrong_or_missing_is_written(small, capsys, right, wrong):
    readme = small.path("step_03/README.md")
    small.edit(
        "step_03/README.md", "Four is a guard.", "One new guard is 4. All 5 tests of the suite are green."
    )
    small.edit("step_03/README.md", right, wrong)
    assert fill(Evidence(small.story)) == [readme]
    assert right.strip("\n") in readme.read_text("utf-8")
    assert fill(Evidence(small.story)) == []
    opens(small, capsys)


HONEST = [
    ("## What to notice", "python say:3\n    return str(number)\n"),
    ("## What to notice", 'python before say:3\n    return "1"\n'),
    (
        "## Green",
        "python suite test_numbers:2-3\n"
        "def test_numbers(fizz, number, said):\n    assert fizz.say(number) == said\n",
    ),
    ("- The constant is gone.", "python suite test_numbers:3\nassert fizz.say(number) == said\n"),
    (
        "- The constant is gone.",
        'python fizz.py\n"""Fizz."""\n\n\ndef say(number):\n'
        '    """What is said at a number."""\n    return str(number)\n',
    ),
]


def test_an_honest_story_may_quote(small, capsys):
    """Also without the indentation of the code."""
    small.edit("step_02/README.md", "    return str(number)", "return str(number)")
    for above, code in HONEST:
        small.edit("step_02/README.md", above, f"```{code}```\n\n{above}")
    opens(small, capsys)


def test_a_comment_above_a_definition_belongs_to_it(small, capsys):
    small.edit("step_04/fizz.py", "def divisible", "# nothing is left\ndef divisible")
    shuts(
        small,
        capsys,
        "README.md:11: quotes ```python divisible, and it is ```python divisible:2-4",
    )


FAILURES = {
    "the line that fails, and what was raised": (
        "    x = 1\n>   assert f() == 2\nE   assert 1 == 2\n",
        [">   assert f() == 2", "E   assert 1 == 2"],
    ),
    "no address": (">   f\nE   1 == 2\nE    +  where <f at 0x7f44>()\n", [">   f", "E   1 == 2"]),
    "unless there is nothing else": (">   f\nE   <A at 0x7f44>\n", [">   f", "E   <A at 0x7f44>"]),
    "up to an empty line": (">   f\nE   1 == 2\nE\nE     - 2\nE     + 1\n", [">   f", "E   1 == 2"]),
}


@pytest.mark.parametrize(("failure", "quoted"), FAILURES.values(), ids=FAILURES)
def test_a_failure_is_quoted_without_what_changes(failure, quoted):
    assert failing(failure) == quoted


def test_a_full_failure_has_the_lines_below_the_first_empty_one():
    failure, quoted = FAILURES["up to an empty line"]
    assert failing(failure, full=True) == [*quoted, "E     - 2", "E     + 1"]
