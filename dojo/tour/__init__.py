"""The steps as they are shown: in the terminal, on the board, in the tables and pictures of the pages."""
