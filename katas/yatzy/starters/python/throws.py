"""Yatzy. The task is in katas/yatzy/README.md."""

import sys

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")

lines = sys.stdin.read().splitlines()
for line in lines:
    words = line.split()
    print(0)  # here it begins
