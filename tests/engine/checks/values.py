"""Values that are hard to keep: far too large ones, and texts with a NUL or with half a character."""

import json
import re

from case import Case, Stack, attribute, template
from checks import check
from checks.restarting import SURROGATE, running
from heat_engine.rest import Answer, Document

LARGE = 'aü€😀' * 1_000_000
UNLIMITED = ('max_json_body_size = 100000000', 'max_template_size = 100000000')
VALUE = attribute('value')


@check('a value with a NUL')
def nul(case: Case) -> None:
    stack = case.stack()
    plain = stack.probe('My::Custom::Plain', value='a\0b')
    stack.create(template({'probe': plain}, value=VALUE)).expect_outputs(value='a\0b')
    stack.delete()


@check('a value of ten megabytes')
def large(case: Case) -> None:
    body = {'stack_name': case.name, 'template': template({'probe': case.stack().probe(value=LARGE)})}
    limit = r'Request limit exceeded: JSON body size \(\d+ bytes\) exceeds maximum allowed size \(1048576 bytes\)\.'
    answer = case.api.ask('POST', 'stacks', body)
    case.expect('what Heat refuses', (400, re.compile(limit)), (answer.status, answer.message))
    with running(case, case.subject.plugins, *UNLIMITED) as engine:
        stack = engine.stack()
        stack.create(template({'probe': stack.probe(value=LARGE)}, value=VALUE)).expect_outputs(value=LARGE)
        stack.act('check', 'CHECK_COMPLETE').expect_journal('create', 'create, poll 1', 'check', 'check, poll 1')
        stack.delete()


# Heat writes the colons twice if the engine answers over a broker.
NOT_UNICODE = re.compile(
    r"UnicodeEncodeError: (: )?resources\.probe: (: )?.* can't encode character '\\ud800' .*: surrogates not allowed")


def adopt(stack: Stack, data: Document) -> Answer:
    """Asks for the adoption of what was abandoned."""
    body = {'stack_name': stack.name, 'adopt_stack_data': json.dumps(data), 'timeout_mins': 10}
    answer = stack.case.api.ask('POST', 'stacks', body)
    stack.id = answer.document.get('stack', {}).get('id', '')
    return answer


@check('adopted data with a lone surrogate')
def adopted_surrogate(case: Case) -> None:
    first = case.stack()
    first.create(template({'probe': first.probe(value='two')}, value=VALUE))
    data = case.api.send('DELETE', f'{first.path}/abandon')
    found = data['resources']['probe']
    found['resource_data']['value'] = SURROGATE
    stack = case.stack('adopted')
    case.expect('the answer', 201, adopt(stack, data).status)
    # Neither plug-in can keep it: Heat's database only takes Unicode. The reason differs.
    stack.wait('ADOPT_FAILED', settled=False)
    reason = NOT_UNICODE if case.subject.language == 'Rust' else re.compile(r'\w+: resources\.probe: .+')
    stack.expect_resource('ADOPT_FAILED', reason)
    stack.act('check', 'CHECK_COMPLETE')
    # Data without it are adopted: nothing happened to what exists.
    found['resource_data']['value'] = 'two'
    again = case.stack('again')
    adopt(again, data)
    again.wait('ADOPT_COMPLETE').expect_outputs(value='two')
    case.expect('the physical id', found['resource_id'], again.resource()['physical_resource_id'])
    stack.update(template({'probe': stack.probe(value='three')}, value=VALUE)).expect_outputs(value='three')
    for one in (stack, again):
        one.delete()


@check('a property with a lone surrogate')
def surrogate(case: Case) -> None:
    stack, created, adopted, abandoned = (case.stack(suffix) for suffix in ('', 'created', 'adopted', 'abandoned'))
    plain, wrong = (template({'probe': stack.probe('My::Custom::Plain', value=value)}, value=VALUE) for value in ('one', SURROGATE))
    stack.create(plain)
    data = case.api.send('DELETE', f'{abandoned.create(plain).path}/abandon')
    asked = {
        'create': case.api.ask('POST', 'stacks', {'stack_name': created.name, 'template': wrong, 'timeout_mins': 10}),
        'adopt': adopt(adopted, {**data, 'template': wrong}),
        'update': case.api.ask('PUT', stack.path, {'template': wrong, 'timeout_mins': 10}),
    }
    if case.subject.language == 'Rust':
        # It is refused before anything happens.
        for action, answer in asked.items():
            case.expect(action, (400, NOT_UNICODE), (answer.status, answer.message))
        case.expect('the stacks', [404, 404], [case.api.ask('GET', f'stacks/{one.name}').status for one in (created, adopted)])
        stack.expect_outputs(value='one')
        stack.delete()
        return
    case.expect('the answers', [201, 201, 202], [answer.status for answer in asked.values()])
    created.id = asked['create'].document['stack']['id']
    for one, action in ((created, 'CREATE'), (adopted, 'ADOPT'), (stack, 'UPDATE')):
        one.wait(f'{action}_COMPLETE', settled=False).expect_outputs(value=SURROGATE)
        one.case.api.send('DELETE', one.path)
        one.wait('DELETE_COMPLETE', settled=one is stack)
