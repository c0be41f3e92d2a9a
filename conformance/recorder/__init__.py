"""Asks a real Heat for its answers to the project's own inputs; see record.py."""
