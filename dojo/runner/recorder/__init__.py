"""What a run opens, looks up and imports: its answer is repeated only while all of that is as it was."""
