"""Programs in any language: how they are built and started, and what they make of a file."""
