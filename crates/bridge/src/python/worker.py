"""The process of a plug-in: calls what its engine asks for.

The engine starts it with a control socket, and sends this code. `frames` is
a module beside this. Each connection that comes over the control socket has
a thread, and one call at a time. Heat is not here: a call comes with the
facts of its resource, and all else about it is a request to the engine.
"""

import functools
import importlib.machinery
import importlib.util
import itertools
import json
import os
import resource
import signal
import socket
import sys
import threading
import traceback
import types

frames = None

_parts = {}
_tokens = {}
_numbers = itertools.count()
# The engine of the call in this thread.
_calling = threading.local()
_level = 0
# What a handler may ask of its resource.
_requests = ()

# Begins a line of the output that is one of the log.
_RECORD = '\x1e'


class Failed(Exception):
    """A failure of a handler, with what `failures.py` makes one of."""


def failure(_rsrc, *parts):
    return Failed(*parts)


def level():
    return _level


def write(number, target, message, rsrc):
    """Write a line to the log of the engine."""
    if rsrc is not None:
        rsrc._engine.send({'log': [number, target, message]})
        return
    line = _RECORD + json.dumps([number, target, message]) + '\n'
    os.write(2, line.encode('ascii'))


def _same(value):
    return value


def begin(**parts):
    """The loader passes what the plug-in has."""
    _parts.update(parts)


class _Engine:
    """The engine, during one call. It answers requests."""

    def __init__(self, connection):
        self._connection = connection
        # Handlers may have threads.
        self._lock = threading.Lock()

    def send(self, message):
        with self._lock:
            self._connection.send(message)

    def request(self, name, *arguments):
        with self._lock:
            self._connection.send({'request': [name, arguments]})
            answer = self._connection.receive()
        if answer is None:
            raise frames.Broken('The engine does not wait for this handler.')
        if 'error' in answer:
            name, text, kind = answer['error']
            # Its name is in the failure that a handler gets.
            raise type(name, (Exception,), {'kind': kind})(text)
        return answer['value']


class _Resource:
    """A resource as handlers see it."""

    def __init__(self, engine, facts):
        self._engine = engine
        for path, value in facts.items():
            *owners, name = path.split('.')
            owner = self
            for one in owners:
                owner = vars(owner).setdefault(one, types.SimpleNamespace())
            if name.endswith('()'):
                name, value = name[:-2], functools.partial(_same, value)
            setattr(owner, name, value)
        self.stack.context = engine

    def __getattr__(self, name):
        if name in _requests:
            return self._engine.request(name)
        if name + '()' in _requests:
            return functools.partial(self._engine.request, name)
        raise AttributeError(name)


# What `services.py` is in the engine. A context is the engine that is asked.

def facts(engine):
    return engine.request('services.facts')


def token(engine, was_refused):
    return engine.request('services.token', was_refused)


def endpoint(engine, service_type, interface):
    return engine.request('services.endpoint', service_type, interface)


def delete_entity(rsrc):
    return rsrc._engine.request('services.delete_entity')


def treated(_rsrc, error):
    return getattr(error, 'kind', 'Error')


def at_load():
    return _calling.engine


def _answer(connection, call):
    engine = _calling.engine = _Engine(connection)
    arguments = call['arguments']
    part, key = call['of']
    if call['facts'] is not None:
        arguments.insert(0, _Resource(engine, call['facts']))
    elif part in ('finders', 'constraints'):
        arguments.insert(1, engine if call['has_context'] else None)
    try:
        of = _tokens[key] if part == 'tokens' else _parts[part][key]
        value = getattr(of, call['method'])(*arguments)
    except Failed as failed:
        return {'failure': failed.args}
    except BaseException as error:
        return {'exception': [type(error).__name__, error.args, str(error)]}
    if hasattr(value, 'check_complete'):
        number = next(_numbers)
        _tokens[number] = value
        return {'token': number}
    return {'value': value}


def _serve(stream):
    connection = frames.Connection(stream)
    try:
        while True:
            call = connection.receive()
            if call is None:
                return
            answer = _answer(connection, call)
            try:
                connection.send(dict(answer, call=call['call']))
            except frames.Broken:
                raise
            except Exception as error:
                # It is too long, or the arguments of an exception are no
                # data.
                connection.send({'exception': [
                    'ValueError', [str(error)], str(error)],
                    'call': call['call']})
    except frames.Broken:
        # Nobody waits for the answer.
        pass
    finally:
        connection.close()


def _limit(megabytes):
    if megabytes:
        # Not the address space: each thread reserves more than it uses.
        size = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    try:
        # If the machine runs out of memory, this process goes first.
        with open('/proc/self/oom_score_adj', 'w') as file:
            file.write('500')
    except OSError:
        pass


def _import(name, library):
    """Import the file that the engine has opened when it loaded it, though
    another one may have its name now.
    """
    file = '/proc/self/fd/%d' % library
    loader = importlib.machinery.ExtensionFileLoader(name, file)
    spec = importlib.util.spec_from_file_location(name, file, loader=loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)


def main(control, start):
    global _level, _requests
    _level = start['level']
    _requests = frozenset(start['requests'])
    for output in (1, 2):
        os.set_blocking(output, True)
    # Who stops an engine, or asks for its report, may signal all its
    # processes. It may have work to finish, and this process ends when it
    # ends.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP,
                   signal.SIGUSR2):
        signal.signal(number, lambda *_: None)
    sys.modules['heat_plugin_worker'] = sys.modules[__name__]
    try:
        _limit(start['memory_limit'])
        _import(start['module'], start['library'])
    except BaseException as error:
        control.send(json.dumps(
            '%s: %s' % (type(error).__name__, error)).encode('ascii'))
        os._exit(1)
    control.send(b'null')
    try:
        _accept(control)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _blocking(descriptor):
    """A socket of the engine. Those of one with green threads do not wait."""
    os.set_blocking(descriptor, True)
    return socket.socket(fileno=descriptor)


def _accept(control):
    """Serve until the engine has ended, or the plug-in closes the socket."""
    while True:
        try:
            data, sockets, _, _ = socket.recv_fds(control, 64, 1)
        except OSError:
            data, sockets = b'', []
        if not data:
            os._exit(0)
        if not sockets:
            # A token that nobody has any more.
            _tokens.pop(int(data), None)
            continue
        stream = _blocking(sockets[0])
        threading.Thread(target=_serve, args=(stream,), daemon=True).start()
