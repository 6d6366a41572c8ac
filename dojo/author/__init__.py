"""An author's own story: a new one, a new step in it, and what it lacks next."""
