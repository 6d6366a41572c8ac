"""What is seen: one palette for terminal and pages, shapes and bars, templates, highlighted code, diffs."""
