"""The recorded forms of results and exceptions of Heat."""

import math
import sysconfig

INSTALLED = sysconfig.get_path('purelib')


class Dropped(Exception):
    """Nothing is recorded for this input: a finder was asked for values that are not in its table."""

    def __init__(self, unanswered):
        super().__init__(unanswered)
        self.unanswered = unanswered


class NotOne(Exception):
    """Nothing is recorded for this input: the subject of the question is refused before it is asked."""


def as_json(value):
    """A value of Heat as JSON; values that JSON lacks are objects with one `$` key."""
    if isinstance(value, float) and not math.isfinite(value):
        return {'$float': 'nan' if math.isnan(value) else 'inf' if value > 0 else '-inf'}
    if isinstance(value, dict):
        return {key: as_json(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    return value


def message_of(text):
    """A message without the path in which Heat happens to be installed."""
    return text.replace(INSTALLED, '/SITE_PACKAGES')


def error(exc):
    """The recorded form of an exception."""
    recorded = {'error_class': type(exc).__name__, 'message': message_of(str(exc))}
    if getattr(exc, 'path', None) is not None and hasattr(exc, 'error_message'):
        recorded['path'] = [str(step) for step in exc.path]
        recorded['error'] = str(exc.error)
        recorded['error_message'] = message_of(str(exc.error_message))
    return recorded


def outcome(function):
    """The result of a call, or the exception."""
    try:
        return {'value': as_json(function())}
    except Exception as exc:
        return error(exc)


def verdict(function):
    """Whether a call succeeded, or the exception."""
    try:
        function()
        return {'ok': True}
    except Exception as exc:
        return error(exc)
