"""The verbs: an ordinary function for each, in a module for each kind of user."""
