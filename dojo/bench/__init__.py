"""How fast the verbs are beside bare pytest."""
