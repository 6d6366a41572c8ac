"""The command line: verbs, their words, their environments and an archive of all; how a verb ends."""
