"""The proof on the commits of a repository: what each new test came to before its commit, and in it."""
