"""The evidence on a version: what its tests come to, on its own code and on that of the version before."""
