#!/usr/bin/env python3
"""Measures what a plug-in costs in a real Heat, as ratios to an empty resource in Python.

    tests/engine/bench.py
    tests/engine/bench.py --python-only
    tests/engine/bench.py --rust FOLDER
    tests/engine/bench.py --isolated

A folder to compare has the types `My::Bench::RustEmpty`, without properties, and `My::Bench::RustReads`, with the properties of
`benchmark/bench_types.py` and a check that reads them. Without one, Python is compared with itself: that shows the noise. Creates
are measured in processor time of the engine, because the machine may do other things as well.

With `--isolated`, a plug-in in a process of its own is compared with the same one in the engine.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import time

import installed_heat
import rust_plugins
from heat_engine.rest import Api
from running import Engine

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = HERE / 'benchmark'
ROUNDS = 7
# A process loads a plug-in once.
PROCESSES = 5
ATTRIBUTE_READS = 200
TICKS = os.sysconf('SC_CLK_TCK')


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--rust', type=pathlib.Path, metavar='FOLDER',
                        help='folder with the types to compare [default: plugins/bench with its fifty types more, for release]')
    parser.add_argument('--python-only', action='store_true', help='compare Python with itself, which shows the noise')
    parser.add_argument('--isolated', action='store_true', help='only compare a plug-in in a process of its own')
    parser.add_argument('--load', type=pathlib.Path, action='append', default=[], metavar='FOLDER',
                        help='only measure how long this folder takes to load; can be repeated')
    parser.add_argument('--creates', type=int, default=40, metavar='N', help='resources per stack [default: 40]')
    return parser.parse_args()


def processor_seconds(process: int) -> float:
    """The processor time that a process and those of its plug-ins have used."""
    seconds = 0.0
    for stat in pathlib.Path('/proc').glob('[0-9]*/stat'):
        with contextlib.suppress(OSError):
            fields = stat.read_text(encoding='utf-8').rpartition(')')[2].split()
            if process in (int(stat.parent.name), int(fields[1])):
                seconds += (int(fields[11]) + int(fields[12])) / TICKS
    return seconds


def creation(engine: Engine, name: str, type_name: str, number: int, one_by_one: bool) -> tuple[float, float]:
    """The processor time and the time of creating a stack of resources."""
    resources = {f'r{one}': {'type': type_name, 'depends_on': [f'r{one - 1}'] if one and one_by_one else []}
                 for one in range(number)}
    body = {'stack_name': name, 'template': {'heat_template_version': '2021-04-16', 'resources': resources}}
    used, began = processor_seconds(engine.process.pid), time.monotonic()
    stack = engine.api.send('POST', 'stacks', body)['stack']['id']
    path = f'stacks/{name}/{stack}'
    await_complete(engine.api, path)
    taken = processor_seconds(engine.process.pid) - used, time.monotonic() - began
    engine.api.send('DELETE', path)
    await_complete(engine.api, path)
    return taken


def await_complete(api: Api, path: str) -> None:
    """Waits until a stack is created, or deleted."""
    while True:
        status = api.get(f'{path}?resolve_outputs=False')['stack']['stack_status']
        if status.endswith('_COMPLETE'):
            return
        if status.endswith('_FAILED'):
            raise SystemExit(f'{path}: {status}')
        time.sleep(0.25)


def creates(folders: list[pathlib.Path], types: list[str], number: int, convergence: bool,
            *options: str) -> dict[str, tuple[float, float]]:
    """The median processor time and time of creating one resource, by type: the types take turns."""
    state = installed_heat.ROOT / 'target' / 'engine' / 'benchmarked'
    shutil.rmtree(state, ignore_errors=True)
    engine = Engine.start(state, folders, convergence, *options)
    try:
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in types}
        for round_number in range(ROUNDS + 1):
            for position, name in enumerate(types):
                # With convergence, resources that are created at the same time wait for each other's rows, for random times.
                # Without it, each step of a stack takes a second.
                measured = creation(engine, f'stack-{round_number}-{position}', name, number, one_by_one=convergence)
                # The first round warms up.
                if round_number:
                    taken[name].append(measured)
    finally:
        engine.stop()
    return {name: (statistics.median(used for used, _ in times) / number, statistics.median(all_ for _, all_ in times) / number)
            for name, times in taken.items()}


def attributes(folders: list[pathlib.Path], types: list[str], *options: str) -> dict[str, float]:
    """The median time of reading an attribute over the API, by type: the types take turns."""
    state = installed_heat.ROOT / 'target' / 'engine' / 'benchmarked'
    shutil.rmtree(state, ignore_errors=True)
    engine = Engine.start(state, folders, True, *options)
    try:
        resources = {name.rpartition(':')[2]: {'type': name} for name in types}
        body = {'stack_name': 'read', 'template': {'heat_template_version': '2021-04-16', 'resources': resources}}
        path = f'stacks/read/{engine.api.send("POST", "stacks", body)["stack"]["id"]}'
        await_complete(engine.api, path)
        taken: dict[str, list[float]] = {name: [] for name in types}
        for _ in range(ATTRIBUTE_READS):
            for name in types:
                began = time.monotonic()
                engine.api.get(f'{path}/resources/{name.rpartition(":")[2]}?with_attr=value')
                taken[name].append(time.monotonic() - began)
    finally:
        engine.stop()
    return {name: statistics.median(times) for name, times in taken.items()}


def compare_isolated(number: int) -> None:
    """Compares a plug-in in a process of its own with the same one in the engine."""
    compiled = rust_plugins.compile_packages('engine-faults', profile='release')
    folder = rust_plugins.install(compiled, 'faults')
    shutil.copy(folder / 'faults.so', folder / 'twin.so')
    isolated, other = types = ['My::Faults::Fault', 'My::Faults::Twin']
    option = 'plugins_faults.isolation = process'
    for convergence in (True, False):
        taken = creates([folder], types, number, convergence, option)
        (isolated_used, isolated_all), (used, all_) = taken[isolated], taken[other]
        print(f'{"convergence" if convergence else "legacy"}: a create costs {used * 1000:.2f} ms of the processor, '
              f'{all_ * 1000:.2f} ms in all; isolated {isolated_used / used:.2f} times as much, {isolated_all / all_:.2f} in all')
    read = attributes([folder], types, option)
    print(f'an attribute over the API: {read[other] * 1000:.2f} ms; isolated {read[isolated] / read[other]:.2f} times as much')


def in_process(folders: list[pathlib.Path]) -> dict[str, dict[str, list[float]]]:
    """Loading and property reads: the seconds in each of several processes."""
    command = [str(installed_heat.python()), str(HERE / 'in_process.py'), *map(str, folders)]
    environment = {**os.environ, **installed_heat.WITHOUT_NOISE}
    found: dict[str, dict[str, list[float]]] = {'load': {}, 'reads': {}}
    for _ in range(PROCESSES):
        ended = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        for what, times in json.loads(ended.stdout).items():
            for name, seconds in times.items():
                found[what].setdefault(name, []).append(seconds)
    return found


def main() -> None:
    given = arguments()
    if given.isolated:
        return compare_isolated(given.creates)
    if not (given.rust or given.python_only or given.load):
        [given.rust] = rust_plugins.build('bench', profile='release', features=('fifty',))
    folders = given.load or [PYTHON, *([given.rust] if given.rust else [])]
    found = in_process(folders)
    for folder, seconds in found['load'].items():
        print(f'loading {pathlib.Path(folder).name}: {statistics.median(seconds) * 1000:.1f} ms '
              f'({min(seconds) * 1000:.1f} to {max(seconds) * 1000:.1f})')
    if given.load:
        return
    reads = {name: min(seconds) for name, seconds in found['reads'].items()}
    python_reads = reads['My::Bench::PythonReads']
    print(f'a thousand property reads, Heat\'s own: {python_reads * 1000:.2f} ms')
    if given.rust:
        rust_reads = reads['My::Bench::RustReads']
        print(f'a thousand property reads, Rust: {rust_reads * 1000:.2f} ms, {rust_reads / python_reads:.2f} times Heat\'s own')
    other = 'My::Bench::RustEmpty' if given.rust else 'My::Bench::PythonAgain'
    for convergence in (True, False):
        taken = creates(folders, ['My::Bench::PythonEmpty', other], given.creates, convergence)
        (python_used, python_all), (used, all_) = taken.values()
        print(f'{"convergence" if convergence else "legacy"}: a create costs {python_used * 1000:.2f} ms of the processor, '
              f'{python_all * 1000:.2f} ms in all; {other} {used / python_used:.2f} times as much, {all_ / python_all:.2f} in all')


if __name__ == '__main__':
    main()
