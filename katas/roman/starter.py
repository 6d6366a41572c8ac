"""Roman numerals, both ways. The task is in README.md beside this file.

python3 katas/roman/starter.py < katas/roman/sample.txt
"""

import sys

for line in sys.stdin:
    line = line.strip()  # here it begins
