"""The proof on the commits of a repository."""
