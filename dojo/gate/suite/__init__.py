"""Law 4: the suite, read as it is written."""
