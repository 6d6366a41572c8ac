"""The rooms on the disk: a folder with a database each, and the files that pairs hand in."""
