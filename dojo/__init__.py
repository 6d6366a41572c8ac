"""The tooling behind the verbs of the Makefile."""
