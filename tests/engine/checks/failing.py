"""Handlers that fail, in every way that a handler can."""

import re

from case import Case, fault, template
from checks import check


def failure(case: Case, suffix: str, kind: str, reason: object, poll: int, **more: object) -> None:
    """Fails unless a create that goes wrong leaves the resource failed for a reason, and the stack deletable."""
    stack = case.stack(suffix)
    stack.create(template({'probe': stack.probe(polls=1, faults=[fault('create', kind, poll=poll, **more)])}), 'CREATE_FAILED')
    found = stack.expect_resource('CREATE_FAILED', reason)
    case.expect('the reason of the stack', f'Resource CREATE failed: {found["resource_status_reason"]}',
                stack.show()['stack_status_reason'])
    stack.expect_events(('CREATE_IN_PROGRESS', 'state changed'), ('CREATE_FAILED', reason))
    stack.delete()


@check('create fails')
def handler(case: Case) -> None:
    failure(case, 'error', 'error', 'Error: resources.probe: no room', 0, message='no room')
    failure(case, 'unknown', 'unknown_status',
            'ResourceUnknownStatus: resources.probe: Resource failed - Unknown status ODD due to "no idea"', 0, message='no idea')


@check('create fails while polling')
def polling(case: Case) -> None:
    failure(case, 'error', 'error', 'Error: resources.probe: "{}" ünd :: colons', 2, message='"{}" ünd :: colons')
    failure(case, 'gone', 'gone', 'EntityNotFound: resources.probe: The Probe (it) could not be found.', 1, message='it')


@check('a panic (an exception): the engine lives')
def panic(case: Case) -> None:
    failure(case, 'at-once', 'panic', 'PluginPanicked: resources.probe: The plug-in panicked: the plug-in is wrong', 0,
            message='the plug-in is wrong')
    failure(case, 'polling', 'panic', 'PluginPanicked: resources.probe: The plug-in panicked: wrong again', 1,
            message='wrong again')
    stack = case.stack('after')
    stack.create(template({'probe': stack.probe()}))


@check('in error: created again')
def in_error(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(faults=[fault('create', 'in_error', message='no host')])}), 'CREATE_FAILED')
    stack.expect_resource('CREATE_FAILED', 'ResourceInError: resources.probe: Went to status ERROR due to "no host"')
    case.expect('creates', 3, stack.journal().count('probe: create'))


@check('suspend, resume, check, snapshot, delete fail')
def other_actions(case: Case) -> None:
    for action, status in [('suspend', 'SUSPEND_FAILED'), ('check', 'CHECK_FAILED')]:
        stack = case.stack(action)
        faults = [fault(action, 'error', message='not now'), fault('delete', 'unknown_status', message='it clings')]
        stack.create(template({'probe': stack.probe(faults=faults)}))
        stack.act(action, status)
        stack.expect_resource(status, 'Error: resources.probe: not now')
        stack.delete('DELETE_FAILED')
        stack.expect_resource('DELETE_FAILED',
                              'ResourceUnknownStatus: resources.probe: Resource failed - Unknown status ODD due to "it clings"')
    stack = case.stack('resume')
    stack.create(template({'probe': stack.probe(faults=[fault('resume', 'panic', poll=1, message='cold')])}))
    stack.act('suspend', 'SUSPEND_COMPLETE').act('resume', 'RESUME_FAILED')
    stack.expect_resource('RESUME_FAILED', 'PluginPanicked: resources.probe: The plug-in panicked: cold')


@check('an attribute that cannot be read')
def attribute(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(faults=[fault('attribute', 'error', message='unreadable')])},
                          value={'get_attr': ['probe', 'value']}))
    shown = stack.show()['outputs'][0]
    case.expect('the error of the output', (None, re.compile('.*unreadable.*')), (shown['output_value'], shown.get('output_error')))
