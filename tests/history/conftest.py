"""An attempt that was played: so many seconds after the last light, by which verb, of which colour."""

import pytest

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import record

SEEN = "tests/suite/test_cards.py::test_a_card_equals_itself"
PLAYED = [  # seconds since the last one, verb, colour, counts, test, file, told
    (0, "start", "red", {"red": 1}, "", "1\n", {}),
    (60, "next", "green", {"green": 1}, SEEN, "1\n2\n", {"expected": "green", "held": True}),
    (30, "watch", "red", {"green": 1, "red": 1}, SEEN, "1\n2\n3\n", {}),
    (20, "hint", "red", {}, SEEN, "1\n2\n3\n", {}),
    (10, "watch", "amber", {"green": 1, "amber": 1}, SEEN, "oh\n", {}),
    (5, "back", "amber", {}, "", "oh no\n", {"to": 2}),
    (40, "next", "green", {"green": 2}, SEEN, "1\n2\nx\ny\n", {"expected": "red", "held": False}),
]


@pytest.fixture
def attempt(bare):
    """The attempt tables-3 in a copy, played as it stands above."""
    kata = bare.story.katas[0]
    attempt = Attempt(kata.attempts / "tables-3", bare.story, kata)
    attempt.folder.mkdir(parents=True)
    now = 1_700_000_000.0
    with pytest.MonkeyPatch.context() as patch:
        for seconds, verb, colour, counts, test, text, told in PLAYED:
            now += seconds
            patch.setattr("time.time", lambda now=now: now)
            attempt.module.write_text(text)
            record(attempt, verb=verb, colour=colour, counts=counts, test=test, **told)
    return attempt
