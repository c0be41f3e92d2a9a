"""What Python's yaql makes of an expression, with the context that Heat gives it."""

import collections
import collections.abc  # yaql expects that somebody has done this
import datetime
import json
import math
import os
import re
import signal
import time

import yaql
from dateutil import tz
from yaql.language import contexts
from yaql.language import utils

ENGINES = []
SECONDS = 2


class TooLong(BaseException):
    """An expression without end; yaql and Python catch only what is an `Exception`."""


def engine():
    if not ENGINES:
        ENGINES.append(yaql.YaqlFactory().create({'yaql.limitIterators': 200, 'yaql.memoryQuota': 10000}))
        ENGINES.append(yaql.create_context())
    return ENGINES


def written(value):
    """A result as text: strings and floats as Python writes them in JSON, sets in order, objects by their kind."""
    if value is None or isinstance(value, (bool, int)):
        return repr(value)
    if isinstance(value, float):
        return 'nan' if math.isnan(value) else repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, (set, frozenset)):
        return f"set({', '.join(sorted(map(written, value)))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{written(key)}: {written(member)}' for key, member in value.items())}}}"
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        # There are several classes of time zones, of which some depend on the machine.
        offset = value.utcoffset()
        return repr(value.replace(tzinfo=tz.tzoffset(None, offset) if offset else tz.tzutc()))
    if isinstance(value, (datetime.datetime, datetime.timedelta, re.Pattern)):
        return repr(value)
    if isinstance(value, contexts.ContextBase):
        return '<Context>'
    if value is utils.NO_VALUE or type(value).__name__ == 'MarkerClass':
        return '<NoValue>'
    return '<Other>'


def of_expression(expression, data):
    """The answer; none for an expression that does not end."""
    def stop(_signal, _frame):
        raise TooLong

    parse, context = engine()
    # The local time is that of UTC.
    before = os.environ.get('TZ')
    os.environ['TZ'] = 'UTC'
    time.tzset()
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        return {'result': written(parse(expression).evaluate({'data': data}, context.create_child_context()))}
    except TooLong:
        return None
    except Exception as exc:
        return {'error_class': type(exc).__name__}
    finally:
        signal.alarm(0)
        os.environ.pop('TZ')
        if before is not None:
            os.environ['TZ'] = before
        time.tzset()
