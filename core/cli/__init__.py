"""The command line: one module per command or group of commands, listed in `parser`, and what they share."""
