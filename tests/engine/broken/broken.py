"""A plug-in that cannot be loaded."""

raise RuntimeError('broken on purpose')
