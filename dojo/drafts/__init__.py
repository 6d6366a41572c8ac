"""What a new story is written with: files all or none, shared files, names, READMEs from real runs."""
