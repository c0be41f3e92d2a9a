"""The process of an isolated plug-in, as its engine sees it.

Each call has a connection of its own while it runs, so that threads, green
ones as well, wait for nothing but their own answers. `failures`, `frames`,
`host` and `logs` are modules beside this, and `code` is that of `frames` and
of `worker`, by name.
"""

import collections
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

from oslo_log import log as logging

failures = None
frames = None
host = None
logs = None
code = {}

LOG = logging.getLogger(__name__)

_BOOTSTRAP = """\
import json, os, socket, sys, types
os.set_blocking(int(sys.argv[1]), True)
control = socket.socket(fileno=int(sys.argv[1]))
start = json.loads(control.recv(1 << 20))
for name, code in start['code'].items():
    sys.modules[name] = globals()[name] = types.ModuleType(name)
    exec(compile(code, name + '.py', 'exec'), vars(globals()[name]))
worker.frames = frames
worker.main(control, start)
"""

# A process that does not start would keep all calls waiting.
_START_SECONDS = 60
# What a process that has closed a connection may take to end.
_END_SECONDS = 2
# The last lines that it has printed in this time may say why it ended.
_LAST_SECONDS = 2
# Connections that are kept: each has a thread in the process.
_MAX_IDLE = 16
# The output of a process that goes to the log, per second.
_MAX_LINES = 500
_MAX_LINE = 8000

_SIGNALS = {
    **{one: one.name for one in signal.Signals},
    signal.SIGSEGV: 'a segmentation fault (SIGSEGV): a stack overflow or an '
                    'invalid memory access',
    signal.SIGABRT: 'an abort (SIGABRT)',
    signal.SIGKILL: 'SIGKILL, which the kernel also sends when memory runs '
                    'out',
}

# What conversions of values raise.
_EXCEPTIONS = {one.__name__: one for one in (
    OverflowError, RecursionError, RuntimeError, TypeError,
    UnicodeEncodeError, ValueError)}


class _Token:
    """A pending action in a process, which has to live as long."""

    def __init__(self, process, number, doing):
        self._process = process
        self._of = ['tokens', number]
        self._doing = doing

    def _call(self, rsrc, method, arguments, doing):
        message = {'of': self._of, 'method': method, 'arguments': arguments,
                   'facts': host.facts(rsrc)}
        return self._process.call(rsrc, None, message, doing)

    def check_complete(self, rsrc):
        return self._call(rsrc, 'check_complete', [],
                          'a poll of %s' % self._doing)

    def cancel(self, rsrc, handler):
        return self._call(rsrc, 'cancel', [handler],
                          'the cancellation of %s' % self._doing)

    def __del__(self):
        self._process.drop(self._of[1])


class Process:
    """A process of a plug-in.

    If a call does not return in time, the process gets no more calls. Those
    that run, and actions that are polled, may end; then it is killed.
    """

    def __init__(self, plugin):
        self._plugin = plugin
        self._timeout = plugin.options['call_timeout']
        self._numbers = itertools.count()
        self._idle = []
        self._running = set()
        self._tokens = set()
        self._retired = False
        self._ending = False
        self._killed_because = None
        self._tail = collections.deque(maxlen=3)
        self._control, control = socket.socketpair(socket.AF_UNIX,
                                                   socket.SOCK_SEQPACKET)
        self._output, output = socket.socketpair()
        try:
            self._process = subprocess.Popen(
                [sys.executable, '-I', '-S', '-c', _BOOTSTRAP,
                 str(control.fileno()), 'plug-in ' + plugin.name],
                stdin=subprocess.DEVNULL, stdout=output.fileno(),
                stderr=output.fileno(), start_new_session=True,
                pass_fds=[control.fileno(), plugin.library])
        finally:
            control.close()
            output.close()
        self._reader = threading.Thread(target=self._read_output, daemon=True)
        self._reader.start()
        self._start()

    def _start(self):
        """Wait until it has loaded the plug-in."""
        self._control.settimeout(_START_SECONDS)
        try:
            self._control.send(json.dumps({
                'code': code, 'module': self._plugin.module,
                'library': self._plugin.library, 'level': logs.level(),
                'memory_limit': self._plugin.options['memory_limit'],
                'requests': host.REQUESTS}).encode('ascii'))
            loaded = self._control.recv(1 << 16)
        except socket.timeout:
            self.end()
            raise self._failed('loading the plug-in', 'did not start within '
                               '%d s' % _START_SECONDS)
        except OSError:
            loaded = b''
        if not loaded:
            raise self._failed('loading the plug-in', self._cause(
                frames.Ended('it closed its connection')))
        error = json.loads(loaded.decode('ascii'))
        if error is not None:
            self.end()
            raise self._failed('loading the plug-in',
                               'cannot load it: %s' % error)
        # Nothing that is sent later may wait: see `drop`.
        self._control.setblocking(False)

    def begin(self):
        """Return the number of a new call; none if it takes none."""
        number = next(self._numbers)
        self._running.add(number)
        if self._retired or self._process.poll() is not None:
            self._running.discard(number)
            return None
        return number

    def call(self, rsrc, number, message, doing, context=None):
        """The answer of a call; those of tokens have no number yet.
        Exceptions that are thrown into this thread meanwhile are raised when
        it has ended, as by calls in the engine.
        """
        if number is None:
            number = next(self._numbers)
            self._running.add(number)
        message = dict(message, call=number)
        try:
            connection = self._connection(doing)
            try:
                answer, thrown = self._answer(connection, rsrc, context,
                                              message)
            except frames.TooLong:
                self._keep(connection)
                raise
            except frames.Late:
                connection.close()
                self._retired = True
                raise self._failed(doing, 'did not return within %d s'
                                   % self._timeout) from None
            except frames.Broken as broken:
                connection.close()
                raise self._failed(doing, self._cause(broken)) from None
            except BaseException:
                connection.close()
                raise
            self._keep(connection)
            if thrown is not None:
                raise thrown
            return self._result(rsrc, answer, doing)
        finally:
            self._running.discard(number)
            self._end_if_retired()

    def _connection(self, doing):
        try:
            return self._idle.pop()
        except IndexError:
            pass
        ours, theirs = socket.socketpair()
        try:
            socket.send_fds(self._control, [b'connect'], [theirs.fileno()])
        except OSError:
            ours.close()
            raise self._failed(doing, self._cause(frames.Ended(
                'it does not accept connections'))) from None
        finally:
            theirs.close()
        return frames.Connection(ours)

    def _keep(self, connection):
        if len(self._idle) < _MAX_IDLE:
            self._idle.append(connection)
        else:
            connection.close()

    def _answer(self, connection, rsrc, context, message):
        until = time.monotonic() + self._timeout
        thrown = None
        connection.send(message)
        while True:
            try:
                got = connection.receive(until)
            except Exception:
                raise
            except BaseException as error:
                # The action goes on until the handler returns.
                thrown = thrown or error
                continue
            if got is None:
                raise frames.Ended('it closed its connection')
            if not isinstance(got, dict):
                raise frames.Broken('it sent what is no answer')
            if 'request' in got:
                _send_answer(connection, host.answer(
                    rsrc, context, got['request']))
            elif 'log' in got:
                _log(rsrc, got['log'])
            elif got.get('call') == message['call']:
                return got, thrown
            else:
                raise frames.Broken('it sent what is no answer')

    def _result(self, rsrc, answer, doing):
        if 'value' in answer:
            return answer['value']
        try:
            if 'token' in answer:
                number = int(answer['token'])
                self._tokens.add(number)
                return _Token(self, number, doing)
            if 'failure' in answer:
                failure = failures.failure(rsrc, *answer['failure'])
            else:
                name, arguments, text = answer['exception']
                kind = _EXCEPTIONS.get(name)
                failure = (RuntimeError('%s: %s' % (name, text))
                           if kind is None else kind(*arguments))
        except Exception:
            raise self._failed(doing, 'sent what is no answer') from None
        raise failure

    def drop(self, number):
        """Forget a token. The garbage collector calls this anywhere, so it
        waits for nothing; a token that is not dropped here ends with the
        process.
        """
        self._tokens.discard(number)
        try:
            os.write(self._control.fileno(), b'%d' % number)
        except (OSError, ValueError):
            pass
        self._end_if_retired()

    def _end_if_retired(self):
        if self._retired and not self._running and not self._tokens:
            self.end()

    def end(self):
        self._ending = True
        self._process.kill()
        self.close()

    def close(self):
        """Close all connections, at which the process ends."""
        self._control.close()
        while self._idle:
            self._idle.pop().close()

    def _failed(self, doing, cause):
        failure = failures.PluginProcessFailed(
            plugin=self._plugin.name, doing=doing, cause=cause)
        LOG.error('%s', failure)
        return failure

    def _cause(self, broken):
        """Why the process does not answer. One that still runs is killed."""
        try:
            is_end = isinstance(broken, frames.Ended)
            status = self._process.wait(_END_SECONDS if is_end else 0)
        except subprocess.TimeoutExpired:
            # Other threads find the same process killed.
            self._killed_because = self._killed_because or str(broken)
            self.end()
        if self._killed_because:
            return 'was killed, because %s' % self._killed_because
        self.close()
        cause = _status(status)
        if status != -signal.SIGABRT:
            return cause
        # What aborts prints why. Users see it, so nothing else is shown.
        self._reader.join(1)
        now = time.monotonic()
        last = ' '.join(line for at, line in list(self._tail)
                        if now - at < _LAST_SECONDS)[-200:]
        last = ''.join(one if one.isprintable() else ' ' for one in last)
        return '%s (%s)' % (cause, last) if last else cause

    def _read_output(self):
        """Write what the process prints to the log, and not too much."""
        rest, second, lines = b'', 0, 0
        while True:
            try:
                some = self._output.recv(1 << 16)
            except OSError:
                some = b''
            if not some:
                break
            *complete, rest = (rest + some).split(b'\n')
            if len(rest) > _MAX_LINE:
                complete, rest = complete + [rest], b''
            for line in complete:
                now = int(time.monotonic())
                lines = lines + 1 if now == second else 0
                second = now
                if lines < _MAX_LINES:
                    self._write(line[:_MAX_LINE])
                elif lines == _MAX_LINES:
                    LOG.warning('The plug-in %s prints too much: more than '
                                '%d lines in a second are omitted',
                                self._plugin.name, _MAX_LINES)
            if lines >= _MAX_LINES:
                time.sleep(0.01)
        self._output.close()
        while self._process.poll() is None:
            time.sleep(0.05)
        if not self._ending:
            LOG.error('The process %d of the plug-in %s %s',
                      self._process.pid, self._plugin.name,
                      _status(self._process.returncode))

    def _write(self, line):
        text = line.decode('utf-8', 'replace')
        if text.startswith('\x1e'):
            try:
                return _log(None, json.loads(text[1:]))
            except (ValueError, RecursionError):
                pass
        if text.strip():
            self._tail.append((time.monotonic(), text.strip()))
            LOG.info('The plug-in %s printed: %s', self._plugin.name, text)


def _status(status):
    if status >= 0:
        return 'exited with status %d' % status
    return 'was ended by %s' % _SIGNALS.get(
        -status, 'signal %d' % -status)


def _send_answer(connection, answer):
    try:
        connection.send(answer)
    except frames.TooLong as error:
        connection.send({'error': [
            type(error).__name__, str(error), 'Error']})


def _log(rsrc, line):
    try:
        number, target, message = line
        logs.write(int(number), str(target), str(message), rsrc)
    except (TypeError, ValueError):
        pass
