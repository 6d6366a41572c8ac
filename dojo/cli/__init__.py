"""The command line: the verbs, their words, and how a verb ends."""
