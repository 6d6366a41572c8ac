"""The ladder: put hands in order. The task is in README.md beside this file.

python3 katas/ladder/starter.py < katas/ladder/game.txt
"""

import sys

lines = sys.stdin.readlines()  # here it begins
