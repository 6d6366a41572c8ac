"""An author's own story: a new one, a new step in it, what it lacks, and any program on a kata's cases."""
