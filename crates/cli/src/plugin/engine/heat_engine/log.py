"""The part of Heat's log that the author of a plug-in follows."""

from __future__ import annotations

import copy
import logging
import sys
import traceback
from typing import Any

PLUGINS = 'heat.engine.plugins'
# The end of an action of a stack: `Stack CREATE COMPLETE (mine): …`.
STACKS, ACTION = 'heat.engine.stack', 'Stack '
# What libraries, and Heat about its own types, warn of at each start.
NOISE = ('py.warnings', 'oslo_config', 'oslo_policy', 'heat.engine.environment')
# The log of a plug-in has each call of a handler at this level.
OPTIONS = (f'default_log_levels = {PLUGINS}=DEBUG',)


class Plain(logging.Formatter):
    """Writes a traceback from the first line of a plug-in on, if it has one: the lines of Heat before are the same each time."""

    def format(self, record: logging.LogRecord) -> str:
        # Heat's formatter has left its own text of the traceback.
        record = copy.copy(record)
        record.exc_text = None
        return super().format(record)

    def formatException(self, ei: Any) -> str:
        kind, error, trace = ei
        while trace is not None and not is_of_plugin(trace.tb_frame.f_globals.get('__name__')):
            trace = trace.tb_next
        if trace is not None or isinstance(error, SyntaxError):
            return ''.join(traceback.format_exception(kind, error, trace)).rstrip()
        return super().formatException(ei)


class Followed(logging.Handler):
    """Writes the records of plug-ins, of errors and of warnings to the standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            if is_followed(record):
                sys.stderr.write(self.format(record) + '\n')
                sys.stderr.flush()
        except Exception:
            self.handleError(record)


def is_followed(record: logging.LogRecord) -> bool:
    """Returns whether a record is of a plug-in, a warning, or one with the traceback of a handler that failed."""
    if record.name.partition('.')[0] in NOISE or record.name in NOISE:
        return False
    if is_of_plugin(record.name):
        return True
    return record.levelno >= logging.WARNING or bool(record.exc_info and record.exc_info[0]) or (
        record.name == STACKS and record.getMessage().startswith(ACTION))


def is_of_plugin(name: str | None) -> bool:
    """Returns whether a module or a logger is of a plug-in."""
    return bool(name) and f'{name}.'.startswith(f'{PLUGINS}.')


def follow() -> None:
    """Writes the records to the standard error from now on, in addition to Heat's own log."""
    handler = Followed()
    handler.setFormatter(Plain('%(asctime)s %(levelname)s %(name)s: %(message)s', '%H:%M:%S'))
    logging.getLogger().addHandler(handler)
