"""A plug-in in a process of its own, as Heat's classes call it.

`begin` starts it for plug-ins whose options say so. Their calls go to a
process that has loaded the same file, and that is started for the first call
and again after it has ended. `failures`, `host` and `process` are modules
beside this.
"""

import functools
import os
import threading

failures = None
host = None
process = None


def begin(module, file, options):
    """The plug-in of a module, if its options isolate it."""
    if options['isolation'] == 'none':
        return None
    return _Plugin(module, file, options)


class _Plugin:
    """A plug-in whose calls go to a process."""

    def __init__(self, module, file, options):
        self.name = module.rsplit('.', 1)[-1]
        self.module = module
        self.options = options
        # Another version may be installed while this one runs.
        self.library = os.open(file, os.O_RDONLY)
        self._lock = threading.Lock()
        self._process = None
        # A worker of the engine that is forked has one of its own.
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self):
        started, self._process = self._process, None
        self._lock = threading.Lock()
        if started is not None:
            started.close()

    def _begin(self):
        """A process, started if there is none, and the number of a call,
        which keeps it from being ended.
        """
        with self._lock:
            number = None if self._process is None else self._process.begin()
            if number is None:
                self._process = process.Process(self)
                number = self._process.begin()
            return self._process, number

    def call(self, rsrc, of, method, arguments, doing, context=None):
        # A handler's values are in a list within the arguments.
        message = {'of': of, 'method': method, 'facts': None,
                   'has_context': context is not None,
                   'arguments': host.data(arguments, -2)}
        if rsrc is not None:
            message['facts'] = host.facts(rsrc)
        started, number = self._begin()
        return started.call(rsrc, number, message, doing, context)

    def stop(self):
        """End the process, which is only needed again for another call."""
        with self._lock:
            started, self._process = self._process, None
        if started is not None:
            started.end()

    def type(self, number, native):
        return _Native(self, number, native)

    def finder(self, name):
        return _Finder(self, name)

    def constraint(self, name):
        return _Constraint(self, name)

    def is_available(self, name):
        return self.call(None, ['others', 'available'], '__call__', [name],
                         'the selection of types', host.at_load())


class _Native:
    """A type; what its schema says is known here."""

    def __init__(self, plugin, number, native):
        self._plugin = plugin
        self._of = ['types', number]
        self.names = native.names
        self.schema = native.schema
        self.defines = native.defines
        self.cancels = native.cancels

    def handle(self, rsrc, handler, arguments):
        return self._plugin.call(rsrc, self._of, 'handle',
                                 [handler, arguments], handler)

    def __getattr__(self, method):
        return functools.partial(self._call, method)

    def _call(self, method, rsrc, *arguments):
        doing = method
        if method == 'attribute':
            doing = 'the attribute %s' % arguments
        return self._plugin.call(rsrc, self._of, method, arguments, doing)


class _Finder:

    def __init__(self, plugin, name):
        self._plugin = plugin
        self._name = name

    def find(self, value, context, *entity):
        return self._plugin.call(
            None, ['finders', self._name], 'find', [value, *entity],
            'the finder %s' % self._name, context)


class _Constraint:

    def __init__(self, plugin, name):
        self._plugin = plugin
        self._name = name

    def refuses(self, value, context):
        try:
            return self._plugin.call(
                None, ['constraints', self._name], 'refuses', [value],
                'the constraint %s' % self._name, context)
        except failures.PluginProcessFailed as failure:
            return str(failure)


