"""Code that may do anything, in a process of its own."""
