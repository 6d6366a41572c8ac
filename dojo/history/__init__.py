"""What the lights of an attempt tell together: a summary, a timeline, a page with every diff."""
