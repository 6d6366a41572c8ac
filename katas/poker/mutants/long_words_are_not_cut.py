"""A word is quoted whole, however long it is.

A complaint names the word, and the words that we think of are short.

step: 90
theme: errors
needs: main
shown by: the program, given XXXXXXXXXXXXXXXXXXXXX
riddle: It never leaves a word out.
hint: How long can a line be in which there is no space?
"""

from finished import the_rest

LONGEST_QUOTE = 1_000_000_000


the_rest(globals())
