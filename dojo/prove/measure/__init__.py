"""What the tests of a commit come to, measured: which commits and files, the runs, and the evidence."""
