"""What a history says of each test: first seen, red when and why, green when, changed, deleted, restored."""
