"""Yatzy. The task is in README.md beside this file.

python3 katas/yatzy/starter.py < katas/yatzy/sample.txt
"""

import sys

for line in sys.stdin:
    words = line.split()  # here it begins
