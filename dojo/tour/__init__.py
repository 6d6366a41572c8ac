"""The steps in the terminal: progression, red, diff, story, bar, coverage."""
