"""What runs in the repository's own Python: Python 3.9, pytest 6, and nothing of ours but these files."""
