"""A Heat as it is deployed: `heat-engine` with forked workers, and `heat-wsgi-api`, over a broker and a database server."""

import dataclasses
import os
import pathlib
import signal
import subprocess
import time

import installed_heat
import services
from heat_engine.configuration import Configuration
from heat_engine.rest import Api


# What a worker logs when it begins to listen to the broker.
LISTENS = 'Starting engine_worker'


def await_listening(engine: subprocess.Popen[bytes], configuration: Configuration, within: float = 90) -> None:
    """Waits until the workers listen: a request that comes earlier is answered by nobody, and blocks the API for a minute."""
    end = time.monotonic() + within
    while not configuration.log.exists() or configuration.log.read_text(encoding='utf-8').count(LISTENS) < configuration.workers:
        if time.monotonic() > end or engine.poll() is not None:
            raise TimeoutError(f'the workers do not start; see {configuration.state}')
        time.sleep(0.5)


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in pathlib.Path('/proc').glob('[0-9]*'):
        try:
            fields = (folder / 'stat').read_text(encoding='utf-8').rpartition(')')[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != 'Z':
            found.append(int(folder.name))
    return sorted(found)


@dataclasses.dataclass
class Workers:
    """The processes of one Heat."""

    engine: subprocess.Popen[bytes]
    front: subprocess.Popen[bytes]
    api: Api
    log: pathlib.Path

    @property
    def printed(self) -> pathlib.Path:
        """What the processes print."""
        return self.log.with_name('printed')

    @classmethod
    def start(cls, configuration: Configuration) -> 'Workers':
        """Prepares the database, starts all processes, and waits until all workers are up."""
        configuration.write()
        file = ['--config-file', str(configuration.file)]
        environment = {**os.environ, **installed_heat.WITHOUT_NOISE}
        port = services.free_port()
        with open(configuration.state / 'printed', 'wb') as printed:
            def run(*command: str | pathlib.Path) -> subprocess.Popen[bytes]:
                return subprocess.Popen(command, stdout=printed, stderr=printed, env=environment)

            if run(installed_heat.command('heat-manage'), *file, 'db_sync').wait():
                raise RuntimeError(f'the database cannot be prepared; see {configuration.state}')
            engine = run(installed_heat.command('heat-engine'), *file)
            await_listening(engine, configuration)
            front = run(installed_heat.command('heat-wsgi-api'), '--host', '127.0.0.1', '--port', str(port), '--', *file)
        started = cls(engine, front, Api(f'http://127.0.0.1:{port}/v1/admin', configuration.log), configuration.log)
        try:
            services.await_port(port, front)
            started.await_workers(configuration.workers)
        except Exception:
            started.stop()
            raise
        return started

    def processes(self) -> list[int]:
        """The workers: the children of the engine's first process."""
        return children(self.engine.pid)

    def worker_of(self, process: int) -> int:
        """The worker that a process is, or that has started it, as the process of an isolated plug-in."""
        workers = self.processes()
        return next((worker for worker in workers if process == worker or process in children(worker)), process)

    def await_workers(self, number: int, within: float = 90) -> None:
        """Waits until all workers say that they are up."""
        end = time.monotonic() + within
        while True:
            answer = self.api.ask('GET', 'services')
            up = [one for one in answer.document.get('services', []) if one['status'] == 'up']
            if answer.status == 200 and len(up) >= number and len(self.processes()) == number:
                return
            if time.monotonic() > end or self.engine.poll() is not None:
                raise TimeoutError(f'{len(up)} of {number} workers are up; see {self.log}')
            time.sleep(0.5)

    def alive(self) -> bool:
        """Whether the engine and the API run."""
        return self.engine.poll() is None and self.api.ask('GET', 'build_info').status == 200

    def stop(self) -> None:
        """Ends all processes."""
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        for first in (self.engine, self.front):
            first.kill()
            first.wait()
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
