"""Kata name."""


def answer(question):
    """The answer to a question."""
    return "its answer"
