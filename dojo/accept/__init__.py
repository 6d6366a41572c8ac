"""Any program, in any language, on the black-box cases of a kata."""
