"""Watches the calls of a plug-in: the log names those that do not return, and
on the level of debugging how long each one took.

`logs` is a module beside this.
"""

import functools
import itertools
import threading
import time

logs = None

_DEBUG = 10
_WARNING = 30


class Watch:
    """The calls of a plug-in that run. A thread looks at them."""

    def __init__(self, slow):
        self._slow = slow
        self._running = {}
        self._numbers = itertools.count()
        self._thread = None

    def types(self, natives):
        return [_Type(self, native) for native in natives]

    def call(self, rsrc, doing, method, *arguments):
        if self._slow and (self._thread is None or
                           not self._thread.is_alive()):
            # Not before: a thread does not survive that Heat forks.
            self._thread = threading.Thread(target=self._look, daemon=True)
            self._thread.start()
        number = next(self._numbers)
        began = time.monotonic()
        self._running[number] = [rsrc, doing, began, self._slow]
        outcome = 'returned'
        try:
            return method(rsrc, *arguments)
        except BaseException as error:
            outcome = 'failed with %s' % type(error).__name__
            raise
        finally:
            del self._running[number]
            if logs.level() <= _DEBUG:
                logs.write(_DEBUG, '', '%s %s after %.3f s' % (
                    doing, outcome, time.monotonic() - began), rsrc)

    def _look(self):
        while True:
            time.sleep(self._slow / 4)
            for call in list(self._running.values()):
                self._look_at(call)

    def _look_at(self, call):
        rsrc, doing, began, limit = call
        seconds = time.monotonic() - began
        if seconds < limit:
            return
        # Again when it has taken twice as long.
        call[3] = seconds * 2
        logs.write(_WARNING, '', '%s has been running for %d s'
                   % (doing, seconds), rsrc)


class _Type:
    """A type whose calls are watched."""

    def __init__(self, watch, native):
        self._watch = watch
        self._native = native
        self.names = native.names
        self.schema = native.schema
        self.defines = native.defines
        self.cancels = native.cancels

    def handle(self, rsrc, handler, arguments):
        token = self._watch.call(rsrc, handler, self._native.handle, handler,
                                 arguments)
        return token and _Token(self._watch, token, handler)

    def attribute(self, rsrc, name):
        return self._watch.call(rsrc, 'the attribute %s' % name,
                                self._native.attribute, name)

    def __getattr__(self, method):
        call = functools.partial(self._call, method)
        setattr(self, method, call)
        return call

    def _call(self, method, rsrc, *arguments):
        return self._watch.call(rsrc, method, getattr(self._native, method),
                                *arguments)


class _Token:
    """A pending action whose calls are watched."""

    def __init__(self, watch, token, handler):
        self._watch = watch
        self._token = token
        self._handler = handler

    def check_complete(self, rsrc):
        return self._watch.call(rsrc, 'a poll of %s' % self._handler,
                                self._token.check_complete)

    def cancel(self, rsrc, handler):
        return self._watch.call(rsrc, 'the cancellation of %s' % self._handler,
                                self._token.cancel, handler)
