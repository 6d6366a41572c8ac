"""A repository that is only read: its commits, and their files."""
