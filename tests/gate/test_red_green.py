"""Laws 1 to 3 and 5: what the runs of a story show."""

import pytest

from dojo.runner.child import clock
from gate.planting import faults, shuts

EDITS = faults(r'''
## law 1: a test is green too early > step_01_fake_it | two is said | green before it
@ suite/test_numbers.py
-drives(2, "two is said", 2, "2"),
+drives(2, "two is said", 1, "1"),
## law 1: a step does not make its test green > step_02_numbers | two is said | drives step 2, but is red here
@ step_02/fizz.py
-    return str(number)
+    return str(number + 1)
## law 1: a later step breaks an older test > step_03_fizz | two is said | is red here
@ step_03/fizz.py
-    return str(number)
+    return "1" if number != 4 else "4"
## law 1: a driver is really a guard > step_03_fizz | two is said
> it is green by then: mark it guards(4)
@ suite/test_numbers.py
-drives(2, "two is said", 2, "2"),
+drives(4, "two is said", 2, "2"),
## law 1: a guard is really a driver > step_01_fake_it | two is said
> guards step 2, but is red here | it turns green at step 2: mark it drives(2)
-drives(2, "two is said", 2, "2"),
+guards(2, "two is said", 2, "2"),
## law 1: a test drives a later step than its mark says > step_02_numbers | fizz is said
> it turns green at step 3: mark it drives(3)
@ suite/test_more.py
-drives(3)
+drives(2)
## law 1: a test guards a later step than its mark says > step_02_numbers | fizz is said
> it turns green at step 3: mark it drives(3)
-drives(3)
+guards(2)
## law 2: None is called > step_01_fake_it | two is said | TypeError
@ step_01/fizz.py
-    return "1"
+    return None()
## law 2: the step asserts by itself > step_01_fake_it | two is said | AssertionError
-    return "1"
+    assert not number
## law 2: a name is missing inside the step > step_01_fake_it | two is said | AttributeError
-    return "1"
+    return number.nothing
## law 2: None is there where something is asked for > step_01_fake_it
> AttributeError: 'NoneType' object has no attribute 'strip'
@ suite/test_numbers.py
-    assert fizz.say(number) == said
+    assert (None if number == 2 else fizz.say(number)).strip() == said
## law 2: the step does not compile > step_01_fake_it | two is said | SyntaxError
@ step_01/fizz.py
-def say(number):
+def say(number:
## law 2: the step imports what is not there > step_01_fake_it | two is said | ImportError
 """Fizz."""
+
+from json import nothing
## law 2: its import ends Python > step_01_fake_it | two is said | ended Python itself, with status 0
 """Fizz."""
+
+import os
+
+os._exit(0)
## law 3: a refactoring loses a case > step_04_divisible | fizz is said
> was green on step_03_fizz and is red after a refactoring
@ step_04/fizz.py
-divisible(number, 3)
+divisible(number, 5)
## law 5: a line that no test asks for > step_02_numbers | fizz.py | no test green by then reaches it
@ step_02/fizz.py
+    if number < 0:
+        return 0
     return str(number)
## law 5: a branch that no test asks for > step_02_numbers | fizz.py | the branch from line
+    if number:
+        number = int(number)
     return str(number)
## law 5: a line that a later test asks for > step_02_numbers | fizz.py | no test green by then reaches it
+    if number == 10:
+        return 10
     return str(number)
''')


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


ENDLESS = faults("""law 2
## the step loops for ever
> step_01_fake_it | one is said | not done after 0.2 seconds: is there a loop without an end?
@ step_01/fizz.py
-    return "1"
+    while True:
+        pass
## the step calls for ever, where coverage holds a lock at each call
> step_01_fake_it | one is said | not done after 0.2 seconds: is there a loop without an end?
@ step_01/fizz.py
+def again():
+    pass
+
+
 def say(number):
@ step_01/fizz.py
-    return "1"
+    while True:
+        again()
## the step waits for ever
> step_01_fake_it | one is said
> not done after 0.4 seconds: does it wait for something, or loop without an end?
-    return "1"
+    import time
+
+    time.sleep(600)
""")


@pytest.mark.parametrize("planted", ENDLESS)
def test_the_gate_waits_for_nothing(small, capsys, monkeypatch, planted):
    monkeypatch.setattr(clock, "STEP_LIMIT", 0.2)
    monkeypatch.setattr(clock, "PATIENCE", 2 if "sleep" in str(planted.edits) else 600)
    planted.is_named(small, capsys)


SAID = '    return "Fizz" if divisible(number, 3) else str(number)\n'


@pytest.fixture
def broken(small):
    """Step 4 breaks what nothing asks for yet; step 5 mends it, and calls that a test first."""
    folder = small.path("step_04/fizz.py").parent
    right = small.path("step_04/fizz.py").read_text()
    small.edit("step_04/fizz.py", SAID, '    if number == 11:\n        return "10"\n' + SAID)
    new = folder.with_name("step_05_eleven")
    new.mkdir()
    (new / "fizz.py").write_text(right)
    story = (folder / "README.md").read_text()
    (new / "README.md").write_text(story.replace("Step 04", "Step 05").replace("refactoring", "test first"))
    small.edit("suite/test_numbers.py", "= [\n", '= [\n    drives(5, "eleven is said", 11, "11"),\n')
    return small


def test_a_red_that_a_refactoring_makes_is_named(broken, capsys):
    shuts(
        broken,
        capsys,
        "law 1 · step_04_divisible · suite/test_numbers.py:7 · “eleven is said”",
        "was green on step_03_fizz, and only this refactoring made it red",
    )


def test_a_refactoring_may_change_what_nobody_asked_and_say_so(broken, capsys):
    broken.edit("step_04/README.md", "No colour has changed.", "It changes what nobody\n  asked.")
    broken.verb("gate")
    assert "only this refactoring made it red" not in capsys.readouterr().err
