"""A program in any language on the black-box cases of a kata: how it is started, what it comes to."""
