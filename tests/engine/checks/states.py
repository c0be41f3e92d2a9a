"""Suspend, resume, check and signals."""

from case import Case, fault, template
from checks import check

CREATED = ('create', 'create, poll 1')
CREATE_EVENTS = [('CREATE_IN_PROGRESS', 'state changed'), ('CREATE_COMPLETE', 'state changed')]


@check('suspend and resume')
def suspend(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(polls=1)}))
    stack.act('suspend', 'SUSPEND_COMPLETE').expect_resource('SUSPEND_COMPLETE')
    stack.act('resume', 'RESUME_COMPLETE').expect_resource('RESUME_COMPLETE')
    polled = [f'{action}{poll}' for action in ('create', 'suspend', 'resume') for poll in ('', ', poll 1', ', poll 2')]
    stack.expect_journal(*polled)


@check('check')
def checked(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe()}))
    stack.act('check', 'CHECK_COMPLETE').expect_resource('CHECK_COMPLETE')
    stack.expect_journal(*CREATED, 'check', 'check, poll 1')


@check('check finds that it is gone; the update replaces')
def check_gone(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(repairs=True, faults=[fault('check', 'gone', message='it')])}))
    before = stack.resource()['physical_resource_id']
    stack.act('check', 'CHECK_FAILED')
    stack.expect_resource('CHECK_FAILED', 'EntityNotFound: resources.probe: The Probe (it) could not be found.')
    stack.update(template({'probe': stack.probe(repairs=True)}))
    case.expect('a new physical id', True, stack.resource()['physical_resource_id'] != before)


@check('signal')
def signal(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe()}))
    path = f'{stack.path}/resources/probe'
    details = {'one': 1, 'nested': {'list': [1.5, None, 'ü']}}
    case.api.send('POST', f'{path}/signal', details)
    case.wait_for('the event of the signal', lambda: stack.events()[-1][0] == 'SIGNAL_COMPLETE')
    case.expect('the metadata', {'signal': details}, case.api.get(f'{path}/metadata')['metadata'])
    stack.expect_events(*CREATE_EVENTS, ('SIGNAL_COMPLETE', 'Signal: 2 keys'))
    stack.expect_journal(*CREATED, 'signal')


@check('signal fails; signal while suspended')
def signal_fails(case: Case) -> None:
    stack = case.stack()
    stack.create(template({'probe': stack.probe(faults=[fault('signal', 'error', message='deaf')])}))
    path = f'{stack.path}/resources/probe/signal'
    case.api.send('POST', path, {})
    case.wait_for('the signal', lambda: stack.journal()[-1] == 'probe: signal')
    stack.expect_events(*CREATE_EVENTS)
    stack.expect_resource('CREATE_COMPLETE')
    stack.act('suspend', 'SUSPEND_COMPLETE')
    case.refused('a signal while suspended', 'POST', path, {}, 400, 'Signal resource during SUSPEND is not supported.')
