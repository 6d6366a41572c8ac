"""Mars rover. The task is in README.md beside this file.

python3 katas/rover/starter.py < katas/rover/sample.txt
"""

import sys

for line in sys.stdin:
    words = line.split()  # here it begins
