"""One archive of the workspace and its packages, for laptops without a network."""
