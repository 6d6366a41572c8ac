"""The workspace as static pages: each step to read and to run, each kata to do, with no server of ours."""
