"""Public corpora by name: where they are published, how they are fetched, and how their files are read."""
