"""Values that are hard to keep: far too large ones, and a text with a NUL."""

import re

from case import Case, attribute, template
from checks import check
from checks.restarting import running

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
