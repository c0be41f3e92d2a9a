"""Resources that exist already: adopting, abandoning, external ids."""

import json

from case import Case, attribute, template
from checks import check


@check('abandon and adopt')
def abandon(case: Case) -> None:
    first = case.stack('first')
    outputs = {'value': attribute('value')}
    first.create(template({'probe': first.probe(value='two')}, **outputs))
    data = case.api.send('DELETE', f'{first.path}/abandon')
    abandoned = data['resources']['probe']
    case.expect('the data', {'value': 'two', 'secret': 'hidden two'}, abandoned['resource_data'])
    first.expect_journal('create', 'create, poll 1')
    second = case.stack('second')
    answer = case.api.send('POST', 'stacks', {'stack_name': second.name, 'adopt_stack_data': json.dumps(data), 'timeout_mins': 10})
    second.id = answer['stack']['id']
    second.wait('ADOPT_COMPLETE')
    found = second.expect_resource('ADOPT_COMPLETE')
    case.expect('the physical id', abandoned['resource_id'], found['physical_resource_id'])
    second.expect_outputs(value='two')


@check('an external id')
def external(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': {'type': 'My::Custom::Probe', 'external_id': 'mine', 'properties': {
        'journal': str(stack.journal_file)}}}, id={'get_resource': 'probe'}))
    stack.expect_outputs(id='mine')
    stack.expect_resource('CHECK_COMPLETE')
    stack.delete()
    stack.expect_journal('adopt (mine)', 'adopt, poll 1', 'check', 'check, poll 1')
