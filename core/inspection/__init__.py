"""Looking inside one translation."""
