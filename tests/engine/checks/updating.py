"""Updates: in place, by replacement, refused."""

import re

from case import Case, attribute, fault, template
from checks import check
from heat_engine.rest import Document

CREATED = ('create', 'create, poll 1')


@check('update in place')
def in_place(case: Case) -> None:
    stack = case.stack()
    outputs = {'value': attribute('value'), 'id': {'get_resource': 'probe'}}
    stack.create(template({'probe': stack.probe()}, **outputs))
    before = stack.resource()['physical_resource_id']
    stack.update(template({'probe': stack.probe(value='two', polls=1)}, **outputs))
    stack.expect_outputs(value='two', id=before)
    stack.expect_resource('UPDATE_COMPLETE')
    stack.expect_journal(*CREATED, 'update (polls, value)', 'update, poll 1', 'update, poll 2')


@check('update by replacement')
def replacement(case: Case) -> None:
    stack = case.stack()
    outputs = {'size': attribute('size')}
    stack.create(template({'probe': stack.probe()}, **outputs))
    before = stack.resource()['physical_resource_id']
    stack.update(template({'probe': stack.probe(size=2)}, **outputs))
    stack.expect_outputs(size=2)
    after = stack.expect_resource('CREATE_COMPLETE')['physical_resource_id']
    case.expect('a new physical id', True, before != after)
    stack.expect_journal(*CREATED, 'prepared for its replacement', *CREATED, 'delete', 'delete, poll 1')


@check('update that the type itself replaces')
def decided_by_the_type(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe()}))
    before = stack.resource()['physical_resource_id']
    stack.update(template({'probe': stack.probe(value='other')}))
    middle = stack.expect_resource('CREATE_COMPLETE')['physical_resource_id']
    stack.update(template({'probe': stack.probe(value='two', faults=[fault('update', 'replace')])}))
    after = stack.expect_resource('CREATE_COMPLETE')['physical_resource_id']
    case.expect('three physical ids', 3, len({before, middle, after}))


@check('update refused: immutable')
def refused(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(value='two')}, value=attribute('value')))
    stack.update(template({'probe': stack.probe(value='two', region='south')}, value=attribute('value')), 'UPDATE_FAILED')
    stack.expect_resource('UPDATE_FAILED', re.compile('NotSupported: resources.probe: Update to properties region of probe '
                                                      r'\(My::Custom::Probe\) is not supported\.'))
    stack.expect_outputs(value='two')
    stack.expect_journal(*CREATED)


@check('update fails; the next one replaces, or repairs')
def fails(case: Case) -> None:
    wrong = [fault('update', 'error', poll=1, message='too late')]
    for suffix, repairs in [('replaced', False), ('repaired', True)]:
        stack = case.stack(suffix)
        stack.create(template({'probe': stack.probe(repairs=repairs)}))
        before = stack.resource()['physical_resource_id']
        stack.update(template({'probe': stack.probe(repairs=repairs, value='two', faults=wrong)}), 'UPDATE_FAILED')
        stack.expect_resource('UPDATE_FAILED', 'Error: resources.probe: too late')
        stack.update(template({'probe': stack.probe(repairs=repairs, value='three')}))
        case.expect(f'{suffix}: the same physical id', repairs, stack.resource()['physical_resource_id'] == before)


@check('a deprecated property is translated')
def deprecated(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(old_value='two')}, value=attribute('value')))
    stack.expect_outputs(value='two')
    stack.update(template({'probe': stack.probe(value='two')}, value=attribute('value')))
    stack.expect_resource('UPDATE_COMPLETE')
    stack.update(template({'probe': stack.probe(old_value='three')}, value=attribute('value')))
    stack.expect_outputs(value='three')
    stack.expect_journal(*CREATED, 'update', 'update, poll 1', 'update (value)', 'update, poll 1')


@check('update that removes the resource, and adds one')
def removed(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(), 'stays': stack.probe('My::Custom::Plain')}))
    stack.update(template({'stays': stack.probe('My::Custom::Plain'), 'new': stack.probe('My::Custom::Plain')}))
    case.expect('the resources', ['new', 'stays'], sorted(one['resource_name'] for one in stack.resources()))
    stack.expect_journal(*CREATED, 'delete', 'delete, poll 1')


@check('a changed type replaces')
def changed_type(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe()}))
    stack.update(template({'probe': stack.probe('My::Custom::Plain', value='two')}, value=attribute('value')))
    stack.expect_outputs(value='two')
    case.expect('the old one is deleted', 'probe: delete, poll 1', stack.journal()[-1])


@check('an update rolls back')
def rollback(case: Case) -> None:
    stack = case.stack()
    outputs = {'value': attribute('value')}
    stack.create(template({'probe': stack.probe()}, **outputs))
    wrong = stack.probe(value='two', faults=[fault('update', 'error', poll=1, message='no')])
    stack.update(template({'probe': wrong}, **outputs), 'ROLLBACK_COMPLETE', disable_rollback=False)
    stack.expect_outputs(value='one')


@check('preview of an update')
def preview(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe()}))
    changes: list[tuple[Document, str]] = [({}, 'unchanged'), ({'value': 'two'}, 'updated'), ({'size': 2}, 'replaced')]
    for properties, expected in changes:
        body = {'template': template({'probe': stack.probe(**properties)})}
        found = case.api.send('PUT', f'{stack.path}/preview', body)['resource_changes']
        case.expect(f'changing {list(properties)}', [expected], [kind for kind, resources in found.items() if resources])
