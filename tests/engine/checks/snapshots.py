"""Snapshots and restoring."""

from case import Case, Stack, attribute, fault, template
from checks import check
from heat_engine.rest import Document


def snapshot(stack: Stack, outcome: str = 'COMPLETE') -> Document:
    """Takes a snapshot, and waits for its outcome."""
    taken = stack.case.api.send('POST', f'{stack.path}/snapshots', {'name': 'one'})['id']
    path = f'{stack.path}/snapshots/{taken}'
    stack.case.wait_for('the snapshot', lambda: stack.case.api.get(path)['snapshot']['status'] != 'IN_PROGRESS')
    # Without convergence, the snapshot is complete before its stack is.
    stack.case.wait_for('the stack', lambda: not stack.status().endswith('IN_PROGRESS'))
    found: Document = stack.case.api.get(path)['snapshot']
    stack.case.expect(f'the snapshot: {found["status_reason"]}', outcome, found['status'])
    return found


@check('snapshot and restore')
def restore(case: Case) -> None:
    stack = case.stack()
    outputs = {'value': attribute('value')}
    stack.create(template({'probe': stack.probe(value='two', polls=1)}, **outputs))
    taken = snapshot(stack)
    stack.update(template({'probe': stack.probe(value='three')}, **outputs))
    stack.expect_outputs(value='three')
    case.api.send('POST', f'{stack.path}/snapshots/{taken["id"]}/restore')
    stack.wait('RESTORE_COMPLETE')
    stack.expect_outputs(value='two')
    case.expect('the snapshot is polled', ['probe: snapshot', 'probe: snapshot, poll 1', 'probe: snapshot, poll 2'],
                [line for line in stack.journal() if 'snapshot' in line])


@check('a snapshot is deleted')
def deleted(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(value='two')}))
    taken = snapshot(stack)
    path = f'{stack.path}/snapshots/{taken["id"]}'
    case.api.send('DELETE', path)
    case.wait_for('the deletion', lambda: case.api.ask('GET', path).status == 404)
    case.expect('the handler', ['probe: delete_snapshot (two)', 'probe: delete_snapshot, poll 1'],
                [line for line in stack.journal() if 'delete_snapshot' in line])


@check('a snapshot fails')
def fails(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(faults=[fault('snapshot', 'error', poll=1, message='no room')])}))
    snapshot(stack, 'FAILED')
    stack.expect_resource('SNAPSHOT_FAILED', 'Error: resources.probe: no room')
