#!/usr/bin/env python3
"""Checks a plug-in in Rust in a Heat whose threads eventlet has replaced, as those before release 27 are.

    tests/engine/green_threads.py
    tests/engine/green_threads.py --isolated

Resources are created in green threads, each by a handler that blocks: the handlers have to run at the same time, and so do the other
green threads. Each green thread calls itself while it waits, which writes over the stack that all of them share: nothing of a
handler may be there. There is no engine: one green thread would wait for the lock of SQLite that another has, in the only thread
that there is. Last, a plug-in asks a Keystone that runs in a green thread of the same process.

With `--isolated`, the handlers run in processes of their own, and one of them exits, and one hangs, while the others block.

Heat 24 is installed if necessary; HEAT_PYTHON names the Python of such a Heat.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import time
from typing import Any

import installed_heat
import reports
import rust_plugins
from heat_engine import heat_process
from heat_engine.configuration import Configuration
from stored import stored_stack

RELEASE = '24.0.0'
ENVIRONMENT = installed_heat.ROOT / 'target' / 'heat24'
STATE = installed_heat.ROOT / 'target' / 'engine' / 'green-threads'
RESOURCES = 8
BLOCKED = 2.0
STEP = 0.1
DEPTH = 50
TIMEOUT = 3
ISOLATED = ('plugins.isolation = process', f'plugins_faults.call_timeout = {TIMEOUT}')
FAULTS = {'exit': 'exited with status 3', 'hang': f'did not return within {TIMEOUT} s', 'kill': 'was ended by SIGKILL.*'}


def overwrite(depth: int = DEPTH) -> int:
    """Uses the stack of the interpreter itself: a function that sorts calls functions of Python from one in C."""
    return len(sorted([depth], key=lambda _: overwrite(depth - 1))) if depth else 0


def others(steps: list[float]) -> None:
    """A green thread that runs whenever it may."""
    while True:
        time.sleep(STEP)
        overwrite()
        steps.append(time.monotonic())


def create(number: int) -> tuple[tuple[str, str], str, float, float]:
    """Creates a resource: its state, what it kept, when that began and when it ended."""
    from heat.engine import scheduler

    fault = {'action': 'create', 'kind': 'block', 'seconds': BLOCKED}
    stack = stored_stack(f'green{number}', 'My::Custom::Probe', value=f'kept {number}', polls=1, faults=[fault])
    resource = stack['one']
    began = time.monotonic()
    scheduler.TaskRunner(resource.create)()
    return resource.state, resource.data()['value'], began, time.monotonic()


@dataclasses.dataclass
class Keystone:
    """A small Keystone in a green thread of this process: while it answers, a call that blocked the process would never end."""

    url: str = ''
    asked: list[tuple[str, str, str]] = dataclasses.field(default_factory=list)

    def start(self) -> None:
        import eventlet
        from eventlet import wsgi

        listener = eventlet.listen(('127.0.0.1', 0))
        self.url = f'http://127.0.0.1:{listener.getsockname()[1]}/v3'
        eventlet.spawn(wsgi.server, listener, self.answer, log_output=False)

    def answer(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        method, path = environ['REQUEST_METHOD'], environ['PATH_INFO']
        self.asked.append((method, path, environ.get('HTTP_X_AUTH_TOKEN', '')))
        time.sleep(STEP)
        found = {'id': path.rpartition('/')[2], 'name': 'one', 'domain_id': 'default', 'tags': ['ready']}
        start_response('200 OK', [('Content-Type', 'application/json')])
        return [json.dumps({'project': found, 'domain': found}).encode()]


def act_as_user(keystone: Keystone) -> tuple[str, str]:
    """Validates and creates a project: a constraint, a finder, a handler and a poll ask Keystone."""
    from heat.common import context
    from heat.engine import scheduler

    user = context.RequestContext(user_id='user', project_id='project', auth_token='token-of-the-user', auth_url=keystone.url,
                                  is_admin=True)
    stack = stored_stack('project', 'My::Identity::Project', user, domain='default', parent='team',
                                      ready_tag='ready')
    resource = stack['one']
    resource.validate()
    scheduler.TaskRunner(resource.create)()
    return resource.state


def fail(fault: str) -> tuple[tuple[str, str], str]:
    """Fails to create a resource: its state, and the reason."""
    from heat.common import exception
    from heat.engine import scheduler

    stack = stored_stack(f'green-{fault}', 'My::Faults::Fault', fault=fault)
    resource = stack['one']
    try:
        scheduler.TaskRunner(resource.create)()
    except exception.ResourceFailure:
        pass
    return resource.state, resource.status_reason


def report_on_signal() -> None:
    """What heat-engine does: SIGUSR2 writes a report, here into a file."""
    from heat import version
    from oslo_reports import guru_meditation_report
    guru_meditation_report.TextGuruMeditation.setup_autorun(version, service_name='heat', log_dir=str(STATE))


def creates() -> tuple[int, int, int]:
    """The creates that a report of this process counts: those that have ended, those that failed, and those that run."""
    written: list[pathlib.Path] = []
    # oslo.reports writes none if the first use of its section about the configuration registers more options.
    while not written:
        os.kill(os.getpid(), signal.SIGUSR2)
        time.sleep(STEP)
        written = list(STATE.glob('heat_gurumeditation_*'))
    text = max(written, key=lambda file: file.stat().st_mtime).read_text(encoding='utf-8')
    probe = reports.plugins(reports.sections(text))['probe'].get('My::Custom::Probe', reports.Counted())
    ended, failed = probe.ended.get('create', (0, 0))
    return ended, failed, sum(doing == 'create' for doing, _ in probe.running)


def creates_while_they_run() -> tuple[int, int, int]:
    """The same, as soon as a report has one that runs, or that has ended."""
    while True:
        ended, failed, running = creates()
        if ended or running:
            return ended, failed, running


def expect(what: str, expected: Any, seen: Any) -> None:
    if seen != expected:
        raise SystemExit(f'{what}\n    expected: {expected}\n    seen:     {seen}')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--isolated', action='store_true', help='handlers in processes of their own')
    given = parser.parse_args()
    installed_heat.run_with_heat(ENVIRONMENT, RELEASE)
    plugins = rust_plugins.build('probe', 'faults')
    projects = rust_plugins.install(rust_plugins.compile_packages('project'), 'project')
    shutil.rmtree(STATE, ignore_errors=True)
    configuration = Configuration(STATE, (*plugins, projects), options=ISOLATED if given.isolated else ())
    heat_process.begin(configuration, green=True)

    import eventlet
    from heat.engine import resources
    resources.initialise()

    steps: list[float] = []
    running = eventlet.spawn(others, steps)
    # One after the other: each of them ends the process of the others.
    faults = eventlet.spawn(lambda: {fault: fail(fault) for fault in FAULTS if given.isolated})
    report_on_signal()
    meantime = eventlet.spawn(creates_while_they_run)
    began = time.monotonic()
    created = [thread.wait() for thread in [eventlet.spawn(create, number) for number in range(RESOURCES)]]
    taken = time.monotonic() - began
    failed = faults.wait()
    running.kill()
    reported = meantime.wait(), creates()

    first_end = min(end for _, _, _, end in created)
    meanwhile = sum(step < first_end for step in steps)
    print(f'{RESOURCES} resources after {taken:.1f} s, whose handlers blocked {BLOCKED} s each; others ran {meanwhile} times meanwhile')
    expect('the states', [('CREATE', 'COMPLETE')] * RESOURCES, [state for state, _, _, _ in created])
    expect('what is kept', [f'kept {number}' for number in range(RESOURCES)], [value for _, value, _, _ in created])
    expect('all begin before one ends', True, max(began for _, _, began, _ in created) < first_end)
    expect('others run meanwhile', True, meanwhile > BLOCKED / STEP / 2)
    print(f'creates in reports (ended, failed, running): {reported[0]} while they block, {reported[1]} at the end')
    expect('the reports', (True, (RESOURCES, 0, 0)), (reported[0][2] > 0, reported[1]))
    for fault, (state, reason) in failed.items():
        print(f'{fault}: {reason}')
        expect(f'the state after {fault}', ('CREATE', 'FAILED'), state)
        pattern = f'PluginProcessFailed: resources.one: During create, the process of the plug-in faults {FAULTS[fault]}'
        expect(f'the reason of {fault}', True, bool(re.fullmatch(pattern, reason)))

    keystone = Keystone()
    keystone.start()
    states = [thread.wait() for thread in [eventlet.spawn(act_as_user, keystone)]]
    print(f'a project: {states}, asked: {[(method, path) for method, path, _ in keystone.asked]}')
    expect('the project', [('CREATE', 'COMPLETE')], states)
    expect('the tokens', {'token-of-the-user'}, {token for _, _, token in keystone.asked})
    asked = {(method, path) for method, path, _ in keystone.asked}
    expect('requests', {('GET', '/v3/domains/default'), ('GET', '/v3/projects/team'), ('POST', '/v3/projects'),
                        ('GET', '/v3/projects/projects')}, asked)


if __name__ == '__main__':
    main()
