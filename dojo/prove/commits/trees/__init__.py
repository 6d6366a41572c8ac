"""The files of a commit: read from git, and laid out in a folder."""
