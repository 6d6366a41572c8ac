"""The tables and pictures of README.md and its like, made from what the rooms know."""
