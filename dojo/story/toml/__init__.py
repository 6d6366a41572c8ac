"""What a `story.toml` says, and how it is read."""
