"""Timeouts, cancelled updates, handlers that block, and many stacks at once."""

import time

from case import Case, Stack, attribute, fault, template
from checks import check

BLOCKED_SECONDS = 30
STACKS = 100


@check('a create that never ends times out')
def timeout(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(faults=[fault('create', 'never')])}), 'CREATE_FAILED', minutes=None)
    case.expect('the stack', case.either('Timed out', 'Create timed out'), stack.show()['stack_status_reason'])
    task = f'CREATE aborted (Task create from Probe "probe" Stack "{stack.name}" [{stack.id}] Timed out)'
    stack.expect_resource('CREATE_FAILED', case.either(task, 'CREATE aborted'))
    # The stack says it before the handler has been told.
    await_line(stack, 'probe: create cancelled')
    case.expect('the last line', 'probe: create cancelled', stack.journal()[-1])


@check('an update is cancelled, and rolled back')
def cancelled(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(repairs=True)}, value=attribute('value')))
    stack.begin_update(template({'probe': stack.probe(repairs=True, value='two', polls=6)}, value=attribute('value')))
    await_line(stack, 'probe: update, poll 1')
    case.api.send('POST', f'{stack.path}/actions', {'cancel_update': None})
    stack.wait('ROLLBACK_COMPLETE')
    stack.expect_outputs(value='one')


@check('an update is cancelled, without rollback')
def cancelled_without_rollback(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe()}))
    stack.begin_update(template({'probe': stack.probe(value='two', polls=6)}))
    await_line(stack, 'probe: update, poll 1')
    case.api.send('POST', f'{stack.path}/actions', {'cancel_without_rollback': None})
    stack.wait('UPDATE_FAILED', settled=False)
    case.wait_for('the resource', lambda: not stack.resource()['resource_status'].endswith('IN_PROGRESS'))
    # Only the stack is stopped: what is under way comes to its end.
    stack.expect_resource('UPDATE_COMPLETE')
    case.expect('the last line', 'probe: update, poll 7', stack.journal()[-1])


@check('delete while it is created')
def deleted_while_created(case: Case) -> None:
    stack = case.stack()
    stack.begin(template({'probe': stack.probe(faults=[fault('create', 'never')])}))
    await_line(stack, 'probe: create, poll 1')
    stack.delete()
    case.expect('the end', ['probe: create cancelled', 'probe: delete', 'probe: delete, poll 1'], stack.journal()[-3:])


def await_line(stack: Stack, line: str) -> None:
    """Waits until a handler wrote a line."""
    stack.case.wait_for(repr(line), lambda: line in stack.journal())


@check('a handler blocks for 30 s, others finish')
def blocks(case: Case) -> None:
    slow = case.stack('slow')
    began = time.monotonic()
    slow.begin(template({'probe': slow.probe(faults=[fault('create', 'block', seconds=BLOCKED_SECONDS)])}))
    await_line(slow, 'probe: create')
    quick = case.stack('quick')
    quick.create(template({'probe': quick.probe(polls=1)}))
    case.expect('the slow one', 'CREATE_IN_PROGRESS', slow.status())
    case.expect('its handler has not returned', False, 'probe: create, poll 1' in slow.journal())
    slow.wait('CREATE_COMPLETE')
    case.expect('it blocked', True, time.monotonic() - began >= BLOCKED_SECONDS)


@check('a hundred stacks at once')
def hundred(case: Case) -> None:
    stacks = [case.stack(str(number)) for number in range(STACKS)]
    for number, stack in enumerate(stacks):
        stack.begin(template({'probe': stack.probe(value=f'value {number}', polls=1)}, value=attribute('value')))
    end = time.monotonic() + 120
    names = {stack.name for stack in stacks}
    while True:
        found = {one['stack_name']: one['stack_status'] for one in case.api.get('stacks')['stacks'] if one['stack_name'] in names}
        if 'CREATE_IN_PROGRESS' not in found.values():
            break
        case.expect('all are created in time', True, time.monotonic() < end)
        time.sleep(1)
    case.expect('the states', {name: 'CREATE_COMPLETE' for name in names}, found)
    for number, stack in enumerate(stacks):
        stack.expect_outputs(value=f'value {number}')
