"""Law 6, and what else is read from the code of the steps without running it."""
