#!/usr/bin/env python3
"""Does harm in plug-ins that run in processes of their own: only the resources that they work on may fail, and with a reason.

    tests/engine/isolation.py
    tests/engine/isolation.py --engine legacy --only memory
    tests/engine/isolation.py --in-engine

A hundred stacks of another plug-in live beside each fault: none may be lost. With `--in-engine`, the plug-in is part of the engine
instead, one engine for each fault, and a table of what comes of that is printed; nothing is expected then.
"""

import argparse
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import installed_heat
import reports
import rust_plugins
from case import Case, Document, Failed, Stack, Subject, attribute, template
from checks import Check
from heat_engine import heat_process
from heat_engine.configuration import Configuration
from heat_engine.rest import Api, Unexpected
from results import Column, Result, report, run
from running import Engine
from stored import stored_stack

STATE = installed_heat.ROOT / 'target' / 'engine' / 'isolation'
BESIDE = 100
TIMEOUT = 3
MEMORY_IN_ENGINE = 2 << 30
ISOLATED = ('plugins.isolation = process', f'plugins_faults.call_timeout = {TIMEOUT}', 'plugins_faults.memory_limit = 512',
            'plugins.slow_call = 1', 'debug = true')
# The variable with which a Heat has no oslo.reports.
WITHOUT_REPORTS = 'WITHOUT_REPORTS'
ENDED = 'the process of the plug-in faults '
KILLED = r'was ended by SIGKILL, which the kernel also sends when memory runs out'
# What the reason says of each fault; none if the action succeeds.
FAULTS = {
    'stack-overflow': r'was ended by a segmentation fault \(SIGSEGV\): a stack overflow or an invalid memory access',
    'null-pointer': r'was ended by a segmentation fault \(SIGSEGV\): a stack overflow or an invalid memory access',
    'exit': 'exited with status 3',
    'abort': r'was ended by an abort \(SIGABRT\)',
    'double-panic': r'was ended by an abort \(SIGABRT\) \(.*abort.*\)',
    'memory': r'was ended by an abort \(SIGABRT\) \(.*memory allocation of \d+ bytes failed.*\)',
    'hang': f'did not return within {TIMEOUT} s',
    'descriptors': r'was killed, because it closed its (?:connection|output)',
    'kill': KILLED,
    'garbage': 'was killed, because it sent a message that exceeds the limit',
    'no-json': 'was killed, because it sent what is no message',
    'nested': 'was killed, because it sent what is no message',
    'too-long': 'was killed, because it sent a message that exceeds the limit',
    'lie': 'was killed, because it sent what is no answer',
    'within-length': KILLED,
    'within-message': KILLED,
    'within-request': KILLED,
    'later': None,
    'flood': None,
    'environment': None,
}
# Those that are tried in each handler.
EVERYWHERE = ('stack-overflow', 'exit', 'hang')


def reason(during: str, fault: str) -> str:
    """The pattern of the reason."""
    return rf'PluginProcessFailed: resources\.one: During {during}, {ENDED}(?:{FAULTS[fault]})'


def faulty(fault: str, at: str = 'create', **more: object) -> Document:
    """A template of one resource that does harm."""
    one = {'type': 'My::Faults::Fault', 'properties': {'fault': fault, 'at': at, **more}}
    return template({'one': one}, value=attribute('value', of='one'))


def processes(engine: Engine, plugin: str) -> list[int]:
    """The processes of a plug-in that an engine has."""
    found = []
    for folder in pathlib.Path('/proc').glob('[0-9]*'):
        with contextlib.suppress(OSError):
            fields = (folder / 'stat').read_text(encoding='utf-8').rpartition(')')[2].split()
            arguments = (folder / 'cmdline').read_bytes().split(b'\0')
            if int(fields[1]) == engine.process.pid and f'plug-in {plugin}'.encode() in arguments:
                found.append(int(folder.name))
    return found


def works(case: Case, name: str) -> Stack:
    """The plug-in works: a process has been started again."""
    return case.stack(name).create(faulty('none'))


def fails(case: Case, fault: str) -> None:
    """A fault in the creation of a resource."""
    stack = case.stack(fault)
    if FAULTS[fault] is None:
        stack.create(faulty(fault))
    else:
        stack.create(faulty(fault), 'CREATE_FAILED')
        stack.expect_resource('CREATE_FAILED', re.compile(reason('create', fault)), 'one')
    if fault == 'later':
        time.sleep(0.6)
    works(case, f'{fault}-after').delete()
    stack.delete()


def fails_elsewhere(case: Case, fault: str) -> None:
    """A fault in a poll, an attribute, the validation, and the constraint of a property."""
    stack = case.stack(f'{fault}-poll')
    stack.create(faulty(fault, 'poll'), 'CREATE_FAILED')
    stack.expect_resource('CREATE_FAILED', re.compile(reason('a poll of create', fault)), 'one')
    stack.delete()

    stack = case.stack(f'{fault}-attribute').begin(faulty(fault, 'attribute'))
    stack.wait('CREATE_COMPLETE', settled=False)
    error = stack.show()['outputs'][0].get('output_error', '')
    case.expect('the error of the output', re.compile(f'.*During the attribute value, {ENDED}(?:{FAULTS[fault]}).*'), error)
    stack.delete()

    for what, body, during in (
            ('validation', faulty(fault, 'validate'), 'validate'),
            ('constraint', faulty('none', checked=fault), 'the constraint my.harmless')):
        answer = case.api.ask('POST', 'stacks', {'stack_name': f'{case.name}-{fault}-{what}', 'template': body})
        case.expect(f'{what}: status', 400, answer.status)
        case.expect(f'{what}: reason', True, bool(re.search(f'During {during}, {ENDED}(?:{FAULTS[fault]})', answer.message)))


def others_in_process(case: Case, engine: Engine) -> None:
    """What one fault does to other actions of the same plug-in: a crash fails them, a hang does not."""
    for fault, outcome in (('hang', 'CREATE_COMPLETE'), ('exit', 'CREATE_FAILED')):
        polled = case.stack(f'polled-{fault}').begin(faulty('none', polls=TIMEOUT + 5))
        time.sleep(1)
        fails(case, fault)
        polled.wait(outcome)
        if outcome == 'CREATE_FAILED':
            polled.expect_resource(outcome, re.compile(reason('a poll of create', fault)), 'one')
        polled.delete()
    together = [case.stack(f'together-{number}').begin(faulty('none' if number % 5 else 'hang', polls=2))
                for number in range(20)]
    for number, stack in enumerate(together):
        stack.wait('CREATE_COMPLETE' if number % 5 else 'CREATE_FAILED', settled=False)
    case.wait_for('one process is left', lambda: len(processes(engine, 'faults')) == 1)


def killed_from_outside(case: Case, engine: Engine) -> None:
    """A process that is killed while nothing runs, and before it reads a call."""
    kept = works(case, 'killed')
    first = kept.attribute('process', 'one')
    case.expect('the process', [first], processes(engine, 'faults'))
    os.kill(first, signal.SIGKILL)
    time.sleep(0.5)
    second = kept.attribute('process', 'one')
    case.expect('another process', True, second is not None and second != first)
    os.kill(second, signal.SIGSTOP)
    timer = threading.Timer(1, os.kill, (second, signal.SIGKILL))
    timer.start()
    answer = case.api.ask('POST', 'stacks', {'stack_name': f'{case.name}-stopped', 'template': faulty('none')})
    is_named = bool(re.search(ENDED + KILLED, answer.message))
    case.expect('a process that is killed before it reads', (400, True), (answer.status, is_named))
    works(case, 'killed-after').delete()
    kept.delete()


def twins(case: Case, engine: Engine) -> None:
    """Two versions of a plug-in have a process each."""
    fault = works(case, 'versions')
    twin = case.stack('twin').create(template({'one': {'type': 'My::Faults::Twin', 'properties': {'polls': 1}}}))
    first, second = (stack.attribute('process', 'one') for stack in (fault, twin))
    case.expect('two processes', True, first != second)
    fails(case, 'abort')
    case.expect('the other process', second, twin.attribute('process', 'one'))
    for stack in (fault, twin):
        stack.delete()


def logged(case: Case, engine: Engine) -> None:
    """Lines of the process are in Heat's log, with plug-in, resource, level and request."""
    stack = case.stack('log').create(faulty('log'))
    case.stack('panic').create(faulty('panic'), 'CREATE_FAILED')
    case.stack('slow').create(faulty('hang'), 'CREATE_FAILED')
    text = engine.log.read_text(encoding='utf-8')
    plugin, request = r'heat\.engine\.plugins\.faults', r'\[.*req-.*\] '
    for what, pattern in {
            'a line': rf'INFO {plugin}\.faults {request}Fault "one".* Stack "the-log-log" \[{stack.id}\]: a line of the plug-in',
            'a line of a thread': rf'WARNING {plugin}\.faults \[.*\] a line of a thread',
            'a panic': rf'ERROR {plugin} {request}Fault "one".*: The plug-in panicked at .*lib\.rs:\d+:\d+.*: a single panic',
            'a call': rf'DEBUG {plugin} {request}Fault "one".* Stack "the-log-log" .*: create returned after \d+\.\d+ s',
            'a failed call': rf'DEBUG {plugin} {request}Fault "one".*"the-log-panic" .*: create failed with PluginPanicked after',
            'a call that hangs': rf'WARNING {plugin} {request}Fault "one".*"the-log-slow" .*: create has been running for 1 s',
            'an end': rf'ERROR {plugin}\.process .*The process \d+ of the plug-in faults exited with status 3'}.items():
        case.expect(f'{what} in the log', True, bool(re.search(pattern, text)))


def reported(case: Case, engine: Engine) -> None:
    """The report of the engine has a section for each plug-in, with what their processes failed and what runs."""
    printed = engine.log.with_name('printed')
    before = reports.plugins(reports.request(engine.process.pid, printed))
    case.expect('the plug-ins', ['faults', 'probe', 'twin'], sorted(before))
    fails(case, 'exit')
    serving = processes(engine, 'faults')
    for process in serving:
        # As `systemctl kill` does, which signals all processes of a service.
        os.kill(process, signal.SIGUSR2)
    twin = case.stack('twin').create(template({'one': {'type': 'My::Faults::Twin'}}))
    # Before anything hangs: a process that hangs is ended, on a loaded machine before the report has been read.
    case.expect('the process goes on', serving, processes(engine, 'faults'))
    hangs = case.stack('hangs').begin(faulty('hang'))
    after = reported_while_running(engine, printed)
    for plugin, type_name, expected in (('faults', 'My::Faults::Fault', (2, 1)), ('twin', 'My::Faults::Twin', (1, 0))):
        first, second = (found[plugin].get(type_name, reports.Counted()).ended.get('create', (0, 0)) for found in (before, after))
        case.expect(f'creates and failures of {plugin}', expected, (second[0] - first[0], second[1] - first[1]))
    running = after['faults']['My::Faults::Fault'].running
    case.expect('what runs', [('create', re.compile(rf'Fault "one" .*Stack "{hangs.name}".*'))], running)
    hangs.wait('CREATE_FAILED')
    for stack in (twin, hangs):
        stack.delete()


def reported_while_running(engine: Engine, printed: pathlib.Path) -> dict[str, dict[str, reports.Counted]]:
    """What a report says of plug-ins, the first one after a call of the faulty plug-in has begun."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        found = reports.plugins(reports.request(engine.process.pid, printed))
        if found['faults']['My::Faults::Fault'].running:
            return found
    raise Failed(f'no report within {TIMEOUT} s says that a call runs')


def long_reasons(case: Case, engine: Engine) -> None:
    """Reasons of a million characters are cut to what Heat and its databases store and show."""
    cut = r'x{9900,10000}… \(\d+ more characters\)'
    stack = case.stack('failure').create(faulty('long'), 'CREATE_FAILED')
    stack.expect_resource('CREATE_FAILED', re.compile(rf'Error: resources\.one: {cut}'), 'one')
    stack.delete()
    for what, body in (('validation', faulty('long', 'validate')), ('constraint', faulty('none', checked='long'))):
        answer = case.api.ask('POST', 'stacks', {'stack_name': f'{case.name}-{what}', 'template': body})
        case.expect(f'{what}: status', 400, answer.status)
        case.expect(f'{what}: reason', True, bool(re.search(cut, answer.message)) and len(answer.message) < 20_000)


def forked(case: Case) -> None:
    """Each worker that an engine forks has a process of its own, which ends with it; that of the first one is not touched."""
    before, *children, after = in_heat(case, 'forked')
    case.expect('the first process before and after', before, after)
    case.expect('three processes', 3, len({before, *children}))
    case.wait_for('they end', lambda: not any(pathlib.Path(f'/proc/{process}').exists() for process in (before, *children)), 5)


def selected(case: Case) -> None:
    """A selection of types that ends its process registers no types, and a process that loads the plug-in lives."""
    for fault in ('exit', 'stack-overflow', 'hang'):
        case.expect(f'types after {fault}', [], in_heat(case, 'selected', FAULTS_SELECTION=fault))
        log = (case.folder / f'{case.name}-selected' / 'heat.log').read_text(encoding='utf-8')
        reason_logged = re.search(f'During the selection of types, {ENDED}(?:{FAULTS[fault]})', log)
        case.expect('the reason in the log', True, bool(reason_logged))


def unreported(case: Case) -> None:
    """Without oslo.reports, the types are registered all the same."""
    case.expect('processes', 4, len(in_heat(case, 'unreported', **{WITHOUT_REPORTS: 'yes'})))
    log = (case.folder / f'{case.name}-unreported' / 'heat.log').read_text(encoding='utf-8')
    case.expect('the reason in the log', True, 'The plug-in faults is in no report: ' in log)


def in_heat(case: Case, what: str, **variables: str) -> Any:
    """What a Heat prints that loads the plug-in in a process of its own; see `print_in_heat`."""
    command = [installed_heat.python(), __file__, '--in-heat', str(case.folder / f'{case.name}-{what}')]
    environment = {**os.environ, **installed_heat.WITHOUT_NOISE, **variables}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment)
    if ended.returncode:
        raise Failed(ended.stderr)
    return json.loads(ended.stdout)


def print_in_heat(state: pathlib.Path) -> None:
    """Prints the types of a plug-in, none if it selects none; or its processes: see `print_processes_of_forks`.

    Once it is loaded, its file is gone, as if another version had been installed.
    """
    shutil.rmtree(state, ignore_errors=True)
    plugins = state / 'plugins'
    shutil.copytree(rust_plugins.folder('faults'), plugins)
    heat_process.begin(Configuration(state, (plugins,), options=ISOLATED))
    if WITHOUT_REPORTS in os.environ:
        # An import of it fails then.
        sys.modules['oslo_reports'] = None  # type: ignore[assignment]
    from heat.engine import resources
    resources.initialise()
    shutil.rmtree(plugins)
    types = [name for name in resources.global_env().get_types() if name == 'My::Faults::Fault']
    if types:
        print_processes_of_forks()
    else:
        print(json.dumps(types))


def print_processes_of_forks() -> None:
    """Prints the process of a plug-in before Heat forks, in two forks that serve at the same time, and afterwards."""
    stack = stored_stack('forked', 'My::Faults::Fault')
    one = stack['one']

    def process() -> int:
        return int(one._resolve_attribute('process'))

    found = [process()]
    pipes = []
    for _ in range(2):
        output, written = os.pipe()
        if os.fork() == 0:
            os.write(written, str(process()).encode())
            # The other one serves, too.
            time.sleep(1)
            os._exit(0)
        os.close(written)
        pipes.append(output)
    found += [int(os.read(output, 64)) for output in pipes]
    for _ in pipes:
        os.wait()
    print(json.dumps([*found, process()]))


def beside(case: Case) -> list[Stack]:
    """Stacks of another plug-in, which are created while there are faults."""
    plain = {'type': 'My::Custom::Plain', 'properties': {'polls': 5}}
    return [case.stack(f'beside-{number}').begin(template({'plain': plain})) for number in range(BESIDE)]


def checks(engine: Engine) -> dict[str, Check]:
    """All checks, by title. Those of one engine run one after the other: a fault fails whatever else its process does."""
    found: dict[str, Check] = {fault: lambda case, fault=fault: fails(case, fault) for fault in FAULTS}
    for fault in EVERYWHERE:
        found[f'{fault} elsewhere'] = lambda case, fault=fault: fails_elsewhere(case, fault)
    special: dict[str, Callable[[Case, Engine], None]] = {
        'others in the process': others_in_process, 'killed from outside': killed_from_outside,
        'two versions': twins, 'the log': logged, 'the report': reported,
        'reasons of a million characters': long_reasons}
    for title, function in special.items():
        found[title] = lambda case, function=function: function(case, engine)
    return found


def in_no_engine(subject: Subject, only: str) -> dict[str, Result]:
    """Runs the checks that start Heat themselves, without an engine."""
    found = {}
    for title, function in {'forked workers': forked, 'selection of types': selected, 'without oslo.reports': unreported}.items():
        if re.search(only, title):
            found[title] = run(function, Case(Api('', pathlib.Path()), title.replace(' ', '-'), STATE, True, subject))
    return found


def run_column(column: Column, folders: list[pathlib.Path], only: str) -> None:
    """Runs all checks in one engine."""
    folder = STATE / column.name
    engine = Engine.start(folder, folders, column.convergence, *ISOLATED)
    try:
        case = Case(engine.api, 'all', folder, column.convergence, column.subject)
        stacks = beside(case)
        link = pathlib.Path(f'/proc/{engine.process.pid}/cwd')
        directory = link.readlink()
        for title, function in checks(engine).items():
            if re.search(only, title):
                name = re.sub(r'\W+', '-', title)
                column.results[title] = run(function, Case(engine.api, name, folder, column.convergence, column.subject))
        column.results['a hundred stacks beside'] = run(lambda case: all_complete(case, stacks), case)
        case.expect('the working directory of the engine', directory, link.readlink())
        column.results['the engine stops'] = run(lambda case: stops(case, engine), case)
    finally:
        engine.stop()


def all_complete(case: Case, stacks: list[Stack]) -> None:
    """None of the stacks is lost."""
    names = {stack.name for stack in stacks}

    def states() -> list[str]:
        found = [one for one in case.api.get('stacks')['stacks'] if one['stack_name'] in names]
        return sorted(one['stack_status'] for one in found)

    case.wait_for('all stacks end', lambda: 'CREATE_IN_PROGRESS' not in states())
    case.expect('the stacks', ['CREATE_COMPLETE'] * BESIDE, states())


def stops(case: Case, engine: Engine) -> None:
    """No process survives its engine, whatever its handlers do."""
    if not engine.alive():
        raise Failed('the engine is dead')
    case.stack('at-the-end').begin(faulty('hang'))
    time.sleep(1)
    left = [*processes(engine, 'faults'), *processes(engine, 'probe')]
    case.expect('two processes at least', True, len(left) >= 2)
    engine.stop()
    case.wait_for('the processes end', lambda: not any(pathlib.Path(f'/proc/{process}').exists() for process in left), 5)


@contextlib.contextmanager
def in_engine(fault: str, folders: list[pathlib.Path]) -> Iterator[Engine]:
    """An engine that the plug-in is a part of."""
    engine = Engine.start(STATE / f'in-engine-{fault}', folders, True)
    # Otherwise the machine would run out of memory.
    resource.prlimit(engine.process.pid, resource.RLIMIT_DATA, (MEMORY_IN_ENGINE, MEMORY_IN_ENGINE))
    try:
        yield engine
    finally:
        engine.stop()


def outcome_in_engine(fault: str, folders: list[pathlib.Path]) -> str:
    """What becomes of an engine and of a stack."""
    with in_engine(fault, folders) as engine:
        case = Case(engine.api, fault, STATE, True, Subject('Rust', folders[0], None, survives=False))
        began = time.monotonic()
        try:
            stack = case.stack().begin(faulty(fault))
            while time.monotonic() < began + 10 and not engine.process.has_ended():
                if not stack.status().endswith('IN_PROGRESS'):
                    found = stack.resource('one')
                    return f'the engine lives; {found["resource_status"]}: {found["resource_status_reason"][:100]}'
                time.sleep(0.2)
        except (OSError, http.client.HTTPException, Unexpected):
            return 'the engine has ended' if engine.process.has_ended(1) else 'the engine does not answer'
        return 'the engine has ended' if engine.process.has_ended() else 'the engine lives; the stack stays in progress'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', choices=['convergence', 'legacy'], help='only this engine')
    parser.add_argument('--only', default='', metavar='PATTERN', help='only the faults whose name matches')
    parser.add_argument('--in-engine', action='store_true', help='what the faults do to an engine that has the plug-in')
    parser.add_argument('--in-heat', type=pathlib.Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.in_heat:
        return print_in_heat(given.in_heat)
    installed_heat.python()
    compiled = rust_plugins.compile_packages('engine-faults', 'engine-probe')
    folders = [rust_plugins.install(compiled, name) for name in ('faults', 'probe')]
    # The same library as another module: its version, for two in one engine.
    folders.append(rust_plugins.install(compiled, 'faults', 'twin'))
    shutil.rmtree(STATE, ignore_errors=True)
    if given.in_engine:
        for fault in FAULTS:
            if re.search(given.only, fault):
                print(f'{fault:<16} {outcome_in_engine(fault, folders)}', flush=True)
        return
    began = time.monotonic()
    subject = Subject('Rust', folders[0], None, survives=True)
    run_columns = [Column(subject, kind == 'convergence') for kind in ('convergence', 'legacy') if given.engine in (None, kind)]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        futures = [pool.submit(run_column, column, folders, given.only) for column in run_columns]
        others = in_no_engine(subject, given.only)
        for future in futures:
            future.result()
    # They concern both engines.
    for column in run_columns:
        column.results.update(others)
    sys.exit(report(run_columns, list(run_columns[0].results), began))


if __name__ == '__main__':
    main()
