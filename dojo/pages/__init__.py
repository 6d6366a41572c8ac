"""What the pages for the browser share: templates, highlighted code, diffs."""
