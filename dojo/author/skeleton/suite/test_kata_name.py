"""Each question has its answer."""

import pytest
from rows import drives

ANSWERS = [
    drives(1, "the first example", "a question", "its answer"),
]


@pytest.mark.parametrize(("question", "answer"), ANSWERS)
def test_answers(kata_name, question, answer):
    assert kata_name.answer(question) == answer
