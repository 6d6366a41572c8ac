"""A failure, as a participant reads it."""
