"""`make watch`: one large bar, drawn again at every save."""
