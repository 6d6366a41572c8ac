"""A story of the author's own: a new one, and a new step in it."""
