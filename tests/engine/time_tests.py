#!/usr/bin/env python3
"""Times `heat-codegen test` beside Heat in a process of its own, for the same cases.

    tests/engine/time_tests.py --program target/release/heat-codegen
    tests/engine/time_tests.py --program target/release/heat-codegen site/architectures --cases 200

Heat is measured twice, with `stand_ins/` in place of all services. A process reads and validates the stack of each case, and neither
creates it nor looks at what the case expects: `heat-codegen` does more in its time. An engine does the same as `heat-codegen`: it creates
and updates the stack of each case, and what the case expects is read from it; the processor time of the engine is counted, without that of
the client.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile
import time

import expectations
import installed_heat
from heat_engine import heat_process
from heat_engine.configuration import Configuration
from running import Engine
from template_tests import ARCHITECTURES, HERE, Judge, Source, all_results, read_all, request

ROUNDS = 5
TICKS = os.sysconf('SC_CLK_TCK')


def begin(state: pathlib.Path) -> None:
    """Makes this process one of Heat, with stand-ins."""
    shutil.rmtree(state, ignore_errors=True)
    heat_process.begin(Configuration(state, (HERE / 'stand_ins',)))
    from heat.engine import resources
    resources.initialise()


def validate(body: dict) -> bool:
    """Reads and validates a stack; returns whether Heat accepts it."""
    from heat.common import context, template_format
    from heat.engine import environment, stack, template

    user = context.RequestContext(user_id='admin', project_id='admin', username='admin', password='admin', is_admin=True)
    parsed = template.Template(template_format.parse(body['text']), files=body['files'], env=environment.Environment(body['environment']))
    made = stack.Stack(user, 'timed', parsed)
    try:
        made.validate()
    except Exception:  # pylint: disable=broad-exception-caught
        return False
    return True


def bodies(paths: list[pathlib.Path]) -> list[tuple[dict, bool]]:
    """What a client sends for each case, and whether the case expects that Heat accepts it."""
    import yaml
    found = []
    for path in paths:
        file = expectations.read(path)
        for case in file.cases.values():
            body = request(file, case, shows_conditions=False)
            found.append(({**body, 'text': yaml.safe_dump(body['template'])}, not case.refused))
    return found


def engine_seconds(paths: list[pathlib.Path], program: pathlib.Path) -> float:
    """Processor time of an engine that creates and updates the stacks of all cases, and shows what they expect."""
    state = installed_heat.ROOT / 'target' / 'engine' / 'time-tests-engine'
    shutil.rmtree(state, ignore_errors=True)
    engine = Engine.start(state, [HERE / 'stand_ins'], False, 'max_stacks_per_tenant=-1')
    try:
        judge = Judge(engine, state / 'answers')
        cases = [(file, case, said) for file, said in read_all(Source('timed', paths), program) for case in file.cases.values()]
        began = processor_seconds(engine.process.pid)
        for number, (file, case, said) in enumerate(cases):
            all_results(judge, f'case-{number}', file, case, said)
        return processor_seconds(engine.process.pid) - began
    finally:
        engine.stop()


def processor_seconds(process: int) -> float:
    fields = pathlib.Path(f'/proc/{process}/stat').read_text(encoding='utf-8').rpartition(')')[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def program_seconds(program: pathlib.Path, folders: list[pathlib.Path], copies: int) -> tuple[float, float]:
    """Median seconds of the process for the cases, and its processor time."""
    with tempfile.TemporaryDirectory() as name:
        for folder in folders:
            for copy in range(copies):
                shutil.copytree(folder, pathlib.Path(name) / str(copy) / folder.name)
        times, processor = [], []
        for _ in range(ROUNDS):
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run([program, 'test', name], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            times.append(time.perf_counter() - start)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return statistics.median(times), statistics.median(processor)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folders', nargs='*', type=pathlib.Path, default=[ARCHITECTURES], metavar='FOLDER', help='folders with tests')
    parser.add_argument('--cases', type=int, default=200, metavar='N', help='at least N cases, copies of the same [default: 200]')
    parser.add_argument('--program', type=pathlib.Path, required=True, help='the compiled heat-codegen')
    given = parser.parse_args()
    installed_heat.run_with_heat()
    begin(installed_heat.ROOT / 'target' / 'engine' / 'time-tests')
    paths = sorted(path.resolve() for folder in given.folders for path in folder.rglob('*.test.yaml'))
    cases = bodies(paths)
    copies = -(-given.cases // len(cases))
    agreed = sum(validate(body) == accepted for body, accepted in cases)
    start = time.perf_counter()
    for _ in range(copies):
        for body, _ in cases:
            validate(body)
    heat = time.perf_counter() - start
    program = given.program.resolve()
    seconds, processor = program_seconds(program, [folder.resolve() for folder in given.folders], copies)
    engine = engine_seconds(paths, program) * copies
    print(f'{copies * len(cases)} cases; Heat accepts or refuses {agreed} of {len(cases)} as they expect')
    print(f'heat-codegen test:                {seconds:8.3f} s  {processor:8.3f} s of processor')
    print(f'Heat, which validates them:       {heat:8.3f} s, {heat / seconds:.0f} times as long')
    print(f'an engine, which creates them:    {engine:8.3f} s of processor, {engine / processor:.0f} times as much')


if __name__ == '__main__':
    main()
