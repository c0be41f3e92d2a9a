"""What operators see of plug-ins."""

import re

import reports
from case import Case, fault, template
from checks import check
from checks.limits import await_line
from running import Engine

BLOCKED_SECONDS = 60
# MySQL stores 64 KB of a reason; a template has at most 512 KB.
REASON = 'ü' * 20_000 + 'x' * 180_000
CUT = re.compile(r'Error: resources\.probe: ü{9900,10000}… \(\d+ more characters\)')


@check('the report of the engine counts calls')
def counted(case: Case) -> None:
    subject = case.subject
    state = case.folder / case.name
    engine = Engine.start(state, [subject.plugins], case.convergence, *subject.options)
    own = Case(engine.api, case.name, case.folder, case.convergence, subject)
    try:
        fine, broken, slow = (own.stack(suffix) for suffix in ('fine', 'broken', 'slow'))
        fine.create(template({'probe': fine.probe(polls=3)}))
        broken.create(template({'probe': broken.probe(faults=[fault('create', 'error', message='no room')])}), 'CREATE_FAILED')
        slow.begin(template({'probe': slow.probe(faults=[fault('create', 'block', seconds=BLOCKED_SECONDS)])}))
        await_line(slow, 'probe: create')
        found = reports.plugins(reports.request(engine.process.pid, state / 'printed'))
        if subject.language == 'Python':
            case.expect('no plug-in in Rust', {}, found)
            return
        case.expect('the plug-ins', ['probe'], list(found))
        probe = found['probe']['My::Custom::Probe']
        polls = sum(line.startswith('probe: create, poll') for line in fine.journal())
        case.expect('creates that have ended, and failures', (2, 1), probe.ended['create'])
        case.expect('polls', (polls, 0), probe.ended['a poll of create'])
        total, longest = probe.seconds['create']
        case.expect('the times', True, 0 < longest <= total < BLOCKED_SECONDS)
        resource = re.compile(rf'Probe "probe" (\[.*\] )?Stack "{slow.name}" \[{slow.id}\]')
        case.expect('what runs', [('create', resource)], probe.running)
        case.expect('an idle type', False, 'My::Custom::Plain' in found['probe'])
    finally:
        engine.stop()


@check('a reason of 200,000 characters')
def long_reason(case: Case) -> None:
    stack = case.stack()
    probe = stack.probe(faults=[fault('create', 'error', message=REASON)])
    stack.begin(template({'probe': probe})).wait('CREATE_FAILED', settled=False)
    # The reference passes all of it to Heat.
    reason = CUT if case.subject.language == 'Rust' else f'Error: resources.probe: {REASON}'
    found = stack.expect_resource('CREATE_FAILED', reason)['resource_status_reason']
    case.expect('the reason of the stack', f'Resource CREATE failed: {found}', stack.show()['stack_status_reason'])
    case.expect('the event', found[:255], stack.events()[-1][1])
    stack.delete()
