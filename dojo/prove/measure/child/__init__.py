"""What runs in the repository's own Python, from 3.9 and pytest 6 on: of dojo, it needs only these files."""
