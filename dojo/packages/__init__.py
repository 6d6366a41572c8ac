"""What a story requires besides our own packages: in which versions, and how they are installed."""
