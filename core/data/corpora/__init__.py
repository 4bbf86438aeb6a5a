"""Public corpora by name: where they are published, how to fetch them, and how to read their files."""
