"""Checks of several workers, which run alone."""

import os
import signal
import time
from collections.abc import Callable

import reports
from case import Case, Failed, Stack, fault, template
from workers import Workers, children

STACKS = 30
READS = 100


def shared_state(case: Case, heat: Workers) -> None:
    """Each worker counts the handlers that it runs."""
    first = case.stack('first').create(template({'probe': case.stack('first').probe()}))
    before = handled(first, heat)
    stacks = [case.stack(str(number)) for number in range(STACKS)]
    for stack in stacks:
        stack.begin(template({'probe': stack.probe()}))
    for stack in stacks:
        stack.wait('CREATE_COMPLETE')
    after = handled(first, heat)
    case.expect('both workers counted', [True, True], [after[worker] > before[worker] for worker in heat.processes()])
    case.expect('what they counted', STACKS, sum(after.values()) - sum(before.values()))


def handled(stack: Stack, heat: Workers) -> dict[int, int]:
    """How many handlers each worker has run: some worker reads the attributes."""
    found: dict[int, int] = {}
    path = f'{stack.path}/resources/probe?with_attr=process&with_attr=handled'
    for _ in range(READS):
        attributes = stack.case.api.get(path)['resource']['attributes']
        found[heat.worker_of(attributes['process'])] = attributes['handled']
        if len(found) == len(heat.processes()):
            break
    stack.case.expect('the processes that read attributes are the workers, or theirs', heat.processes(), sorted(found))
    return found


def counted(case: Case, heat: Workers) -> None:
    """Each worker reports the calls that it has made; together they are all."""
    before = creates(heat)
    stacks = [case.stack(str(number)) for number in range(STACKS)]
    for stack in stacks:
        stack.begin(template({'probe': stack.probe()}))
    for stack in stacks:
        stack.wait('CREATE_COMPLETE')
    after = creates(heat)
    if case.subject.language == 'Python':
        case.expect('no plug-in in Rust', {}, after)
        return
    case.expect('both workers counted', [True, True], [after[worker] > before[worker] for worker in heat.processes()])
    case.expect('what they counted', STACKS, sum(after.values()) - sum(before.values()))
    first = reports.plugins(reports.request(heat.engine.pid, heat.printed))
    case.expect('the process that forks counts nothing', {}, first['probe'])


def creates(heat: Workers) -> dict[int, int]:
    """The creates that each worker reports, if the plug-in is in Rust."""
    found = {}
    for worker in heat.processes():
        for types in reports.plugins(reports.request(worker, heat.printed)).values():
            found[worker] = types.get('My::Custom::Probe', reports.Counted()).ended.get('create', (0, 0))[0]
    return found


def killed(case: Case, heat: Workers) -> None:
    """The resource of a worker that is killed stays in progress until the next action."""
    stack = case.stack()
    stack.begin(template({'probe': stack.probe(faults=[fault('create', 'never')])}))
    case.wait_for('the first poll', lambda: 'probe: create, poll 1' in stack.journal())
    workers = heat.processes()
    worker = next((process for process in workers if stops(process, stack)), None)
    if worker is None:
        raise Failed('no worker creates the resource')
    isolated = children(worker)
    os.kill(worker, signal.SIGKILL)
    case.wait_for('another worker', lambda: len(heat.processes()) == len(workers) and worker not in heat.processes())
    case.wait_for('the process of the plug-in ends', lambda: not any(os.path.exists(f'/proc/{one}') for one in isolated), 5)
    time.sleep(10)
    # The engine without convergence finds what it left when a worker starts.
    case.expect('the stack', case.either('CREATE_IN_PROGRESS', 'CREATE_FAILED'), stack.status())
    if case.convergence:
        stack.expect_resource('CREATE_IN_PROGRESS')
    case.see('the reason', stack.show()['stack_status_reason'])
    stack.update(template({'probe': stack.probe(value='two')}))
    stack.expect_resource('CREATE_COMPLETE')
    if case.convergence:
        # It is named after the action that finds the worker gone.
        failed = ('UPDATE_FAILED', 'Worker went down during resource UPDATE')
        case.expect('the second event', failed, stack.events()[1])


def stops(process: int, stack: Stack) -> bool:
    """Whether a stack's polls stop if a process is stopped; if not, it goes on."""
    os.kill(process, signal.SIGSTOP)
    # A poll may be under way in the other process.
    time.sleep(1.5)
    before = len(stack.journal())
    time.sleep(2.5)
    if len(stack.journal()) == before:
        return True
    os.kill(process, signal.SIGCONT)
    return False


CHECKS: list[tuple[str, Callable[[Case, Workers], None]]] = [
    ('shared state in each worker', shared_state),
    ('each worker reports its calls', counted),
    ('a worker is killed while it creates', killed),
]
