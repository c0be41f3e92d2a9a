"""RabbitMQ and PostgreSQL, from the packages of Debian, each with a folder and a port of its own."""

import contextlib
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator

RABBITMQ = pathlib.Path('/usr/lib/rabbitmq/bin/rabbitmq-server')
POSTGRESQL = pathlib.Path('/usr/lib/postgresql')
PACKAGES = 'apt-get install rabbitmq-server postgresql'


class NotInstalled(Exception):
    """A package is missing."""


def free_port() -> int:
    """A port that nothing uses."""
    with socket.socket() as tried:
        tried.bind(('127.0.0.1', 0))
        port: int = tried.getsockname()[1]
        return port


def await_port(port: int, process: subprocess.Popen[bytes], within: float = 90) -> None:
    """Waits until something listens."""
    end = time.monotonic() + within
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(('127.0.0.1', port), 1):
            return
        time.sleep(0.2)
    raise TimeoutError(f'{process.args!r} does not listen to port {port}')


@contextlib.contextmanager
def rabbitmq() -> Iterator[str]:
    """Runs a broker, and gives its address."""
    if not RABBITMQ.exists():
        raise NotInstalled(PACKAGES)
    port, mapper, folder = free_port(), free_port(), tempfile.mkdtemp(prefix='rabbitmq')
    environment = {
        **os.environ, 'HOME': folder, 'ERL_EPMD_PORT': str(mapper), 'RABBITMQ_NODENAME': 'heat@localhost',
        'RABBITMQ_NODE_PORT': str(port), 'RABBITMQ_DIST_PORT': str(free_port()), 'RABBITMQ_MNESIA_BASE': folder,
        'RABBITMQ_LOG_BASE': folder, 'RABBITMQ_PID_FILE': f'{folder}/pid', 'RABBITMQ_ENABLED_PLUGINS_FILE': f'{folder}/plugins',
    }
    with open(f'{folder}/printed', 'wb') as printed:
        process = subprocess.Popen([RABBITMQ], env=environment, stdout=printed, stderr=printed)
    try:
        await_port(port, process)
        yield f'rabbit://guest:guest@127.0.0.1:{port}/'
    finally:
        process.terminate()
        process.wait()
        subprocess.run(['epmd', '-kill'], env=environment, capture_output=True, check=False)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """Runs a database server, and gives the address of an empty database."""
    versions = sorted(POSTGRESQL.glob('*/bin')) if POSTGRESQL.exists() else []
    if not versions:
        raise NotInstalled(PACKAGES)
    port, folder = free_port(), tempfile.mkdtemp(prefix='postgresql')
    # It refuses to run as root.
    user = 'postgres' if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0:
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        switched = ['runuser', '-u', user, '--'] if os.geteuid() == 0 else []
        subprocess.run([*switched, str(versions[-1] / program), *arguments], check=True, stdout=subprocess.DEVNULL, cwd='/')

    data = f'{folder}/data'
    run('initdb', '-D', data, '-A', 'trust', '-U', 'heat', '-E', 'UTF8', '--no-sync')
    run('pg_ctl', '-D', data, '-w', '-l', f'{folder}/log', '-o',
        f'-p {port} -k {folder} -c max_connections=400 -c fsync=off', 'start')
    try:
        run('createdb', '-h', '127.0.0.1', '-p', str(port), '-U', 'heat', 'heat')
        yield f'postgresql+psycopg2://heat@127.0.0.1:{port}/heat'
    finally:
        run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
        shutil.rmtree(folder, ignore_errors=True)
