"""Asks a real Heat what it says of the project's own inputs; see record.py."""
