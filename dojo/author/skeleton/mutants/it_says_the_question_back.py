"""It says the question back.

The function was written before anybody knew an answer.

step: 1
theme: answers
shown by: asking a question
riddle: You have heard it all before.
hint: Is the answer another one than the question?
"""

from finished import the_rest


def answer(question):
    """The answer to a question."""
    return question


the_rest(globals())
