"""Heat's classes for custom constraints that are written in Rust."""


class _Constraint:
    """A constraint; `native` says why it refuses a value."""

    native = None

    def validate(self, value, context):
        return self.native.refuses(value) is None

    def error(self, value):
        return self.native.refuses(value) or ''


def load(natives):
    """The mapping of names to classes."""
    return {
        name: type('Constraint', (_Constraint,), {'native': native})
        for name, native in natives.items()
    }
