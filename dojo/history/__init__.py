"""The lights of an attempt, together: a summary, a timeline, a page with every diff."""
