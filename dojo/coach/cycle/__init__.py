"""Red, green, refactor: what a run of an attempt comes to, and what comes after it."""
