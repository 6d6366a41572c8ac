"""`make retro`: a page to talk over afterwards. Nothing on it compares anybody with anybody."""
