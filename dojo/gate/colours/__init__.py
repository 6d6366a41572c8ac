"""Laws 1 to 5, 8 and 9: what the runs of a story show."""
