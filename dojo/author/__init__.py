"""A story of the author's own: a new one, a new step in it, and what it lacks next."""
