"""What a bench has measured: a file, its words, its tables, its plot."""
