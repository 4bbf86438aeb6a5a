"""Inspection of one translation."""
