"""More runs of every test: again, on mutants, under plain pytest, and watched for side effects."""
