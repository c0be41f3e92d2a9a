"""Heat's classes for custom constraints that are written in Rust."""


import threading


class _Constraint:
    """A constraint; `native` says why it refuses a value.

    Heat asks for the reason after it has asked whether the value is valid, in
    the same thread, but without the context.
    """

    native = None

    def __init__(self):
        self._last = threading.local()

    def validate(self, value, context):
        self._last.reason = self.native.refuses(value, context)
        return self._last.reason is None

    def error(self, value):
        return getattr(self._last, 'reason', None) or ''


def load(natives):
    """The mapping of names to classes."""
    return {
        name: type('Constraint', (_Constraint,), {'native': native})
        for name, native in natives.items()
    }
