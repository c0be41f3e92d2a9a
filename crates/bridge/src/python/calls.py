"""Watches the calls of a plug-in: counts them, with their time and failures,
for the report of the engine (`report.py`). The log names those that do not
return, and on the level of debugging how long each one took.

`logs` is a module beside this.
"""

import functools
import itertools
import os
import threading
import time

from heat.engine import resource

logs = None

_DEBUG = 10
_WARNING = 30


class Watch:
    """The calls of a plug-in. A thread looks at those that run."""

    def __init__(self, slow):
        self.watched = []
        self.began = time.monotonic()
        self._slow = slow
        self._running = {}
        self._numbers = itertools.count()
        self._thread = None
        self._lock = threading.Lock()
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self):
        """Start again in a worker of the engine: the calls are those of the
        process that has forked it.
        """
        self._lock = threading.Lock()
        self._running.clear()
        for one in self.watched:
            one.counts.clear()
        self.began = time.monotonic()

    def types(self, natives):
        self.watched = [_Type(self, native) for native in natives]
        return self.watched

    def call(self, of, kind, rsrc, doing, method, *arguments):
        if self._slow and (self._thread is None or
                           not self._thread.is_alive()):
            # Not before: a thread does not survive that Heat forks.
            self._thread = threading.Thread(target=self._look, daemon=True)
            self._thread.start()
        number = next(self._numbers)
        began = time.monotonic()
        self._running[number] = [rsrc, doing, began, self._slow, of]
        outcome = 'returned'
        is_failure = False
        try:
            return method(rsrc, *arguments)
        except BaseException as error:
            outcome = 'failed with %s' % type(error).__name__
            is_failure = not isinstance(error, resource.UpdateReplace)
            raise
        finally:
            seconds = time.monotonic() - began
            self._running.pop(number, None)
            with self._lock:
                count = of.counts.get(kind)
                if count is None:
                    count = of.counts[kind] = Count()
                count.calls += 1
                count.failures += is_failure
                count.seconds += seconds
                if seconds > count.longest:
                    count.longest = seconds
            if logs.level() <= _DEBUG:
                logs.write(_DEBUG, '', '%s %s after %.3f s' % (
                    doing, outcome, seconds), rsrc)

    def running(self, of):
        """The calls of a type that run: how long, what, and the resource."""
        now = time.monotonic()
        return [(now - began, doing, logs.described(rsrc))
                for rsrc, doing, began, _, its in list(self._running.values())
                if its is of]

    def _look(self):
        while True:
            time.sleep(self._slow / 4)
            for call in list(self._running.values()):
                self._look_at(call)

    def _look_at(self, call):
        rsrc, doing, began, limit, _ = call
        seconds = time.monotonic() - began
        if seconds < limit:
            return
        # Again when it has taken twice as long.
        call[3] = seconds * 2
        logs.write(_WARNING, '', '%s has been running for %d s'
                   % (doing, seconds), rsrc)


class Count:
    """The calls of one kind that have ended."""

    __slots__ = ('calls', 'failures', 'seconds', 'longest')

    def __init__(self):
        self.calls = self.failures = 0
        self.seconds = self.longest = 0.0


class _Type:
    """A type whose calls are watched."""

    def __init__(self, watch, native):
        self._watch = watch
        self._native = native
        # By kind: as many as the type has methods and handlers.
        self.counts = {}
        self.names = native.names
        self.schema = native.schema
        self.defines = native.defines
        self.cancels = native.cancels

    def handle(self, rsrc, handler, arguments):
        token = self._watch.call(self, handler, rsrc, handler,
                                 self._native.handle, handler, arguments)
        return token and _Token(self._watch, self, token, handler)

    def attribute(self, rsrc, name):
        return self._watch.call(self, 'an attribute', rsrc,
                                'the attribute %s' % name,
                                self._native.attribute, name)

    def __getattr__(self, method):
        call = functools.partial(self._call, method)
        setattr(self, method, call)
        return call

    def _call(self, method, rsrc, *arguments):
        return self._watch.call(self, method, rsrc, method,
                                getattr(self._native, method), *arguments)


class _Token:
    """A pending action whose calls are watched."""

    def __init__(self, watch, of, token, handler):
        self._watch = watch
        self._of = of
        self._token = token
        self._handler = handler

    def check_complete(self, rsrc):
        doing = 'a poll of %s' % self._handler
        return self._watch.call(self._of, doing, rsrc, doing,
                                self._token.check_complete)

    def cancel(self, rsrc, handler):
        doing = 'the cancellation of %s' % self._handler
        return self._watch.call(self._of, doing, rsrc, doing,
                                self._token.cancel, handler)
