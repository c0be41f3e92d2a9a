"""Creating and deleting."""

import re

from case import Case, attribute, fault, template
from checks import check


@check('create with outputs')
def outputs(case: Case) -> None:
    stack = case.stack()
    stack.create(template(
        {'probe': stack.probe(value='two', size=7, tint='red')},
        value=attribute('value'), size=attribute('size'), stored=attribute('stored'), show=attribute('show', 'size'),
        id={'get_resource': 'probe'}))
    name = re.compile(f'{stack.name}-probe-[a-z0-9]{{12}}')
    stack.expect_outputs(value='two', size=7, stored={'value': 'two'}, show=7, id=name)
    found = stack.expect_resource('CREATE_COMPLETE')
    case.expect('the physical id', name, found['physical_resource_id'])
    stack.expect_journal('create', 'create, poll 1')


@check('create: polled')
def polled(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(polls=3)}))
    stack.expect_journal('create', *(f'create, poll {number}' for number in range(1, 5)))
    stack.expect_events(('CREATE_IN_PROGRESS', 'state changed'), ('CREATE_COMPLETE', 'state changed'))


@check('a resource uses the attributes of another')
def attributes_of_another(case: Case) -> None:
    stack = case.stack()
    first = stack.probe(value='passed on', polls=1)
    second = stack.probe(value={'get_attr': ['first', 'value']}, size={'get_attr': ['first', 'size']})
    stack.create(template({'first': first, 'second': second}, value=attribute('value', of='second')))
    stack.expect_outputs(value='passed on')
    case.expect('the order', ['first', 'first', 'first', 'second', 'second'],
                [line.partition(':')[0] for line in stack.journal()])


@check('a name is resolved by the finder of a plug-in')
def found(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(zone='second')}, stored=attribute('stored')))
    stack.expect_outputs(stored={'value': 'one', 'zone': 'zone-2'})
    stack.update(template({'probe': stack.probe(zone='zone-2')}, stored=attribute('stored')))
    # The template differs, and the values do not: no property is among those that changed.
    stack.expect_journal('create', 'create, poll 1', 'update', 'update, poll 1')
    # Names are only resolved when a resource is created.
    unknown = case.stack('unknown')
    unknown.create(template({'probe': unknown.probe(zone='third')}), 'CREATE_FAILED')
    unknown.expect_resource('CREATE_FAILED', re.compile(r'\w+: resources\.probe(\.properties\.zone)?: .*there is no zone third'))


@check('a type without optional hooks')
def plain(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'plain': stack.probe('My::Custom::Plain', value='two', polls=1)}, value=attribute('value', of='plain')))
    stack.expect_outputs(value='two')
    first = stack.expect_resource('CREATE_COMPLETE', name='plain')['physical_resource_id']
    stack.act('suspend', 'SUSPEND_COMPLETE').act('resume', 'RESUME_COMPLETE')
    stack.act('check', 'CHECK_COMPLETE')
    stack.expect_resource('CHECK_COMPLETE', 'CHECK not supported for My::Custom::Plain', 'plain')
    case.refused('a signal', 'POST', f'{stack.path}/resources/plain/signal', {}, 400, 'signal is not supported for resource.')
    stack.update(template({'plain': stack.probe('My::Custom::Plain', value='three')}, value=attribute('value', of='plain')))
    stack.expect_outputs(value='three')
    second = stack.expect_resource('CREATE_COMPLETE', name='plain')['physical_resource_id']
    case.expect('the update replaces', True, first != second)
    stack.delete()


@check('delete')
def delete(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(polls=1)}))
    stack.delete()
    stack.expect_journal('create', 'create, poll 1', 'create, poll 2', 'delete', 'delete, poll 1', 'delete, poll 2')
    case.wait_for('the stack disappears', lambda: case.api.ask('GET', f'stacks/{stack.name}').status == 404)


@check('delete what is gone')
def delete_gone(case: Case) -> None:
    at_once = case.stack('at-once')
    later = case.stack('later')
    at_once.create(template({'probe': at_once.probe(faults=[fault('delete', 'gone')])}))
    later.create(template({'probe': later.probe(polls=5, faults=[fault('delete', 'gone', poll=2)])}))
    at_once.delete().expect_journal('create', 'create, poll 1', 'delete')
    later.delete()
    case.expect('the last poll', 'probe: delete, poll 2', later.journal()[-1])


@check('delete: a conflict is tried again')
def delete_conflict(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(faults=[fault('delete', 'conflict', message='a volume')])}))
    stack.delete('DELETE_FAILED')
    stack.expect_resource('DELETE_FAILED',
                          'PhysicalResourceExists: resources.probe: The physical resource for (a volume) exists.')
    case.expect('deletes', 3, stack.journal().count('probe: delete'))


@check('delete with a snapshot')
def delete_with_snapshot(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': {**stack.probe(), 'deletion_policy': 'Snapshot'}}))
    stack.delete()
    stack.expect_journal('create', 'create, poll 1', 'delete (with a snapshot, after CREATE_COMPLETE)', 'delete, poll 1')
    plain = {'type': 'My::Custom::Plain', 'deletion_policy': 'Snapshot'}
    body = {'stack_name': f'{case.name}-2', 'template': template({'plain': plain})}
    case.refused('without a handler for it', 'POST', 'stacks', body, 400, re.compile('.*"Snapshot" deletion policy not supported'))


@check('a huge value')
def huge(case: Case) -> None:
    stack = case.stack()
    value = 'aü€😀' * 20_000
    stack.create(template({'probe': stack.probe(value=value)}, value=attribute('value')))
    stack.expect_outputs(value=value)
    stack.update(template({'probe': stack.probe(value=value[1:])}, value=attribute('value')))
    stack.expect_outputs(value=value[1:])
