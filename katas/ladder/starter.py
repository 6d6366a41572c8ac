"""The ladder: put hands in order. The task is in README.md beside this file.

python3 katas/ladder/starter.py < katas/ladder/game.txt
"""

import sys

for line in sys.stdin:
    line = line.rstrip()  # here it begins
