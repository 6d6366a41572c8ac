"""How code is read: its syntax, without a run, and what it imports."""
