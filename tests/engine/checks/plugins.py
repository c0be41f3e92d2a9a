"""Loading plug-ins."""

from case import Case, Failed, template
from checks import check
from running import DidNotStart, Engine, tail


@check('two plug-ins, one of them broken')
def broken(case: Case) -> None:
    subject = case.subject
    if subject.broken is None:
        raise Failed('there is no broken plug-in to load')
    state = case.folder / 'broken'
    try:
        engine = Engine.start(state, [subject.plugins, subject.broken], case.convergence, *subject.options)
    except DidNotStart as stopped:
        case.expect(f'the engine survives:\n{stopped}', subject.survives, False)
        case.expect('the engine says why', True, 'broken on purpose' in str(stopped))
        return
    try:
        case.expect('the engine survives', subject.survives, True)
        types = engine.api.get('resource_types')['resource_types']
        case.expect('the other plug-in is there', True, 'My::Custom::Probe' in types)
        case.expect('the broken one registers nothing', [], [name for name in types if name.startswith('My::Broken::')])
        case.expect('the engine logs why', True, 'broken on purpose' in tail(engine.log, 1_000_000))
        engine.api.send('POST', 'stacks', {'stack_name': 'one', 'template': template({'plain': {'type': 'My::Custom::Plain'}})})
    finally:
        engine.stop()
