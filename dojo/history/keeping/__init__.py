"""`make keep`: a finished attempt becomes a story of its own, which passes the gate but for the words."""
