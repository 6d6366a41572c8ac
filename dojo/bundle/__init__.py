"""The workspace and all that it needs in one archive, for laptops without a network."""
