"""Law 7: the READMEs, the hints and the katas, held against the facts."""
