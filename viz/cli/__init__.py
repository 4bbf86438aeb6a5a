"""The commands of `python -m viz`."""
