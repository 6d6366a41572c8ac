"""What is on the disk: a story's steps, marks, hints, katas and mutants."""
