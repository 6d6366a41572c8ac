"""Hold'em: mark the lines. The task is in README.md beside this file.

python3 katas/holdem/starter.py < katas/holdem/game.txt
"""

import sys

lines = sys.stdin.readlines()  # here it begins
