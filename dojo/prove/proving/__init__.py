"""What a proof says, whoever made it: the kinds of verdict, the report, the page."""
