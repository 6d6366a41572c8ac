"""A thousand deals: count the wins. The task is in README.md beside this file.

python3 katas/deals/starter.py < katas/deals/game.txt
"""

import sys

for line in sys.stdin:
    line = line.rstrip()  # here it begins
