"""Engines that run as processes of their own, one for each way to set Heat up."""

import dataclasses
import os
import pathlib
import subprocess
import threading
import time

import installed_heat
from rest import Api

SERVE = pathlib.Path(__file__).with_name('serve.py')
# Engines that cannot start end within seconds; others take longer where much else runs.
LONGEST_START = 240


class DidNotStart(Exception):
    """The engine ended instead of serving; the text is what it printed last."""


@dataclasses.dataclass
class Engine:
    """One process, with the engine and the API."""

    process: subprocess.Popen[str]
    api: Api
    log: pathlib.Path
    loading: float

    @classmethod
    def start(cls, state: pathlib.Path, plugin_dirs: list[pathlib.Path], convergence: bool, *options: str) -> 'Engine':
        """Starts one, and waits until it serves."""
        command = [str(installed_heat.python()), str(SERVE), '--state', str(state), '--port', '0']
        command += [] if convergence else ['--legacy']
        for folder in plugin_dirs:
            command += ['--plugins', str(folder)]
        for option in options:
            command += ['--option', option]
        state.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        printed = state / 'printed'
        with printed.open('w', encoding='utf-8') as errors:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True,
                                       env={**os.environ, **installed_heat.WITHOUT_NOISE})
        timer = threading.Timer(LONGEST_START, process.kill)
        timer.start()
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        timer.cancel()
        if not url:
            process.wait()
            raise DidNotStart((printed.read_text(encoding='utf-8') + tail(state / 'heat.log')).strip())
        return cls(process, Api(url, state / 'heat.log'), state / 'heat.log', time.monotonic() - began)

    def alive(self) -> bool:
        """Whether the process still runs and answers."""
        return self.process.poll() is None and self.api.ask('GET', 'build_info').status == 200

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def tail(path: pathlib.Path, characters: int = 4000) -> str:
    """The end of a file, which need not exist."""
    return path.read_text(encoding='utf-8', errors='replace')[-characters:] if path.exists() else ''
