"""Mutants that somebody might have written first: functions that do not look at what they are asked.

They show that the tests of a first step can fail by their own assertion, and not only for want of a name.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

TEXT = '''"""{does}

{origin}

step: 1
theme: the first answer
shown by: {shown}
riddle: {riddle}
hint: {hint}
"""

from finished import the_rest

{code}
the_rest(globals())
'''


class Stub(NamedTuple):
    """A mutant whose functions all give the same, and its words."""

    name: str
    gives: str
    does: str
    origin: str
    riddle: str
    hint: str


STUBS = [
    Stub(
        "it_gives_nothing_back",
        "None",
        "It gives nothing back.",
        "Somebody wrote the names that the tests ask for, and no answer yet.",
        "Ask me anything: I have heard you, and that is all.",
        "Does a test look at what comes back?",
    ),
    Stub(
        "it_says_yes_to_everything",
        "True",
        "It says yes to everything.",
        "Somebody wanted to see a first test green, and had no time to look at the next one.",
        "I agree with you, whatever it is.",
        "Which question has no for an answer?",
    ),
    Stub(
        "it_never_says_the_same_twice",
        "object()",
        "It never says the same twice.",
        "Somebody gave back something new each time, and nobody asked twice.",
        "What I said a moment ago is not what I say now.",
        "Which two questions have one answer?",
    ),
]


def stubs(code: str, shown: str) -> dict[str, str]:
    """The texts of these mutants for a finished module.

    Takes the code of the module, and an input that shows the fault; gives the mutants by their names.
    """
    return {
        stub.name: TEXT.format(
            does=stub.does,
            origin=stub.origin,
            riddle=stub.riddle,
            hint=stub.hint,
            shown=shown,
            code="\n\n".join(stubbed(code, stub.gives)) + "\n",
        )
        for stub in STUBS
    }


def stubbed(code: str, gives: str) -> Iterator[str]:
    """The functions and classes of a module, each with the one answer."""
    for node in ast.parse(code).body:
        match node:
            case ast.FunctionDef(name=name):
                yield f"\ndef {name}(*_given, **_named):\n    return {gives}\n"
            case ast.ClassDef(name=name, bases=[], body=body):
                methods = [one.name for one in body if isinstance(one, ast.FunctionDef)]
                lines = [
                    f"    def {one}(self, *_given, **_named):\n        return {gives}\n"
                    for one in methods
                    if one != "__init__"
                ]
                begins = "    def __init__(self, *_given, **_named):\n        pass\n\n"
                begins += f"    def __getattr__(self, _name):\n        return {gives}\n"
                yield f"\nclass {name}:\n" + "\n".join([begins, *lines])
