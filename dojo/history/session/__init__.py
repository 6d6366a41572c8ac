"""How much was changed at a time: the facts of a session."""
