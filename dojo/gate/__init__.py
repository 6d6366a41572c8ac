"""The laws, a module each, and the verdict on a story."""
