"""Law 8, by hand: a file changed to the same size in the same second is the file that runs."""

import os

NAME = ("return 6", "return x")
SYNTAX = ("6 if", "9 or")
PRINTS = ("print(line)", "print(LINE)")
EQUAL = ('assert poker.card("6♣") == poker.card("6♣")', 'assert poker.card("6♣") != poker.card("6♣")')
VERBS = [
    ("test step-1", "step_01/poker.py", NAME, ("1 green", "AMBER")),
    ("red step-2", "step_01/poker.py", NAME, ("as it should be", "is amber on")),
    ("coverage step-2", "step_02/poker.py", SYNTAX, ("100.0 %", "all of it")),
    ("run step-36", "step_36/poker.py", PRINTS, ("9♥ 5♠", "NameError")),
    ("test step-1", "tests/suite/test_cards.py", EQUAL, ("1 green", "1 RED")),
]


def test_no_verb_trusts_cached_bytecode(workspace):
    for words, file, change, said in VERBS:
        path = workspace.path(file)
        old = path.read_text(encoding="utf-8")
        new = old.replace(*change)
        assert len(new.encode()) == len(old.encode())
        for text, expected in zip((old, new), said, strict=True):
            path.write_text(text, encoding="utf-8")
            os.utime(path, (1_700_000_000, 1_700_000_000))
            made = workspace.make(*words.split(), stdin="9♥ 5♠\n")
            assert expected in made.stdout + made.stderr, words
        path.write_text(old, encoding="utf-8")
