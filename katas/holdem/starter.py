"""Hold'em: mark the lines. The task is in README.md beside this file.

python3 katas/holdem/starter.py < katas/holdem/game.txt
"""

import sys

for line in sys.stdin:
    line = line.rstrip()  # here it begins
