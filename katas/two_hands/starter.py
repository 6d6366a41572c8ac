"""Two hands: who wins, and with what. The task is in README.md beside this file.

python3 katas/two_hands/starter.py < katas/two_hands/game.txt
"""

import sys

for line in sys.stdin:
    line = line.rstrip()  # here it begins
