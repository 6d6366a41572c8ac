"""Red, green, refactor: the colour of a run of an attempt, and what comes next."""
