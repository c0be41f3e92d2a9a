"""Engines that run as processes of their own, one for each way to set Heat up."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import TextIO

import installed_heat
from heat_engine.rest import Api

SERVE = pathlib.Path(__file__).with_name('serve.py')
# Engines that cannot start end within seconds; others take longer where much else runs.
LONGEST_START = 240


class DidNotStart(Exception):
    """The engine ended instead of serving; the text is what it printed last."""


@dataclasses.dataclass
class Process:
    """A process that another one has forked."""

    pid: int
    # Refers to this process, even if another one has got its number.
    descriptor: int

    def has_ended(self, seconds: float | None = 0) -> bool:
        """Whether it ends within a time, or None: waits until it has ended."""
        return bool(select.select([self.descriptor], [], [], seconds)[0])

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Does not run meanwhile."""
        signal.pidfd_send_signal(self.descriptor, signal.SIGSTOP)
        try:
            yield
        finally:
            signal.pidfd_send_signal(self.descriptor, signal.SIGCONT)

    def kill(self) -> None:
        if not self.has_ended():
            signal.pidfd_send_signal(self.descriptor, signal.SIGKILL)


class Forks:
    """A process that has imported Heat, and forks itself for each engine. It is started for the first of them."""

    def __init__(self) -> None:
        self.channel: socket.socket | None = None
        self.lock = threading.Lock()

    def start(self, arguments: list[str], errors: int) -> tuple[Process, TextIO]:
        """Starts an engine that prints its errors to a descriptor; with its standard output."""
        output, written = os.pipe()
        with self.lock:
            channel = self.channel = self.channel or importing()
            socket.send_fds(channel, [json.dumps(arguments).encode()], [written, errors])
            os.close(written)
            answer, descriptors, _, _ = socket.recv_fds(channel, 64, 1)
        if not answer:
            raise DidNotStart('Heat cannot be imported')
        return Process(int(answer), descriptors[0]), open(output, encoding='utf-8')


def importing() -> socket.socket:
    """Starts a process that imports Heat, which ends when the socket is closed."""
    channel, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with other:
        subprocess.Popen([installed_heat.python(), SERVE, '--on-request', str(other.fileno())], pass_fds=[other.fileno()],
                         stdout=sys.stderr, env={**os.environ, **installed_heat.WITHOUT_NOISE})
    return channel


FORKS = Forks()


@dataclasses.dataclass
class Engine:
    """One process, with the engine and the API."""

    process: Process
    # Kept open: what plug-ins print would end them otherwise.
    output: TextIO
    api: Api
    log: pathlib.Path
    loading: float

    @classmethod
    def start(cls, state: pathlib.Path, plugin_dirs: list[pathlib.Path], convergence: bool, *options: str, keystone: str = '') -> Engine:
        """Starts one, and waits until it serves."""
        arguments = ['--state', str(state), '--port', '0']
        arguments += [] if convergence else ['--legacy']
        for folder in plugin_dirs:
            arguments += ['--plugins', str(folder)]
        arguments += ['--keystone', keystone] if keystone else []
        for option in options:
            arguments += ['--option', option]
        state.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        printed = state / 'printed'
        with printed.open('w', encoding='utf-8') as errors:
            process, output = FORKS.start(arguments, errors.fileno())
        timer = threading.Timer(LONGEST_START, process.kill)
        timer.start()
        url = output.readline().strip()
        timer.cancel()
        if not url:
            process.has_ended(None)
            raise DidNotStart((printed.read_text(encoding='utf-8') + tail(state / 'heat.log')).strip())
        return cls(process, output, Api(url, state / 'heat.log'), state / 'heat.log', time.monotonic() - began)

    def alive(self) -> bool:
        """Whether the process still runs and answers."""
        return not self.process.has_ended() and self.api.ask('GET', 'build_info').status == 200

    def stop(self) -> None:
        self.process.kill()
        self.process.has_ended(None)


def tail(path: pathlib.Path, characters: int = 4000) -> str:
    """The end of a file, which need not exist."""
    return path.read_text(encoding='utf-8', errors='replace')[-characters:] if path.exists() else ''
