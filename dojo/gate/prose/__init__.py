"""Law 7: the READMEs, read against the facts."""
