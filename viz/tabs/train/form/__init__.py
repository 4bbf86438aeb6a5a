"""The form of a new run: its fields, settings, name and start."""
