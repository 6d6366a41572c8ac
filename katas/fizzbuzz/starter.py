"""FizzBuzz. The task is in README.md beside this file.

python3 katas/fizzbuzz/starter.py < katas/fizzbuzz/sample.txt
"""

import sys

for line in sys.stdin:
    number = int(line)  # here it begins
