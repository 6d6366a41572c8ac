"""FizzBuzz. The task is in katas/fizzbuzz/README.md."""

import sys

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")

lines = sys.stdin.read().splitlines()
for line in lines:
    print(line)  # here it begins
