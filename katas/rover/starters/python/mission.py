"""Mars rover. The task is in katas/rover/README.md."""

import sys

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")

for line in sys.stdin.read().splitlines():
    word, rest = line.split(" ", 1)
    if word == "rover":
        rover = rest
    if word == "go":
        print(rover)  # here it begins
