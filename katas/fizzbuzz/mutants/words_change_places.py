"""Three says Buzz, and five says Fizz.

The names of the game were mixed up, and the room laughed about something else.

step: 3
theme: fizz and buzz
shown by: saying 3
riddle: It knows all words, and few meanings.
hint: Play it in a circle once.
"""

from finished import the_rest

WORDS = [
    (3, "Buzz"),
    (5, "Fizz"),
    (7, "Bang"),
]


the_rest(globals())
