"""Stacks that exist when an engine starts, made with another plug-in that had the same type."""

import contextlib
import dataclasses
import pathlib
import re
from collections.abc import Iterator

from case import Case, Stack, attribute, template
from checks import check
from checks.snapshots import snapshot
from running import Engine

HERE = pathlib.Path(__file__).resolve().parent.parent
OUTPUTS = {'value': attribute('value'), 'id': {'get_resource': 'probe'}}
# A text in Python may have half a character of UTF-16, and JSON can write it; a text in Rust cannot have it.
SURROGATE = 'a\ud800b'


@contextlib.contextmanager
def running(case: Case, plugins: pathlib.Path, *options: str) -> Iterator[Case]:
    """The case in an engine of its own, which finds what its predecessor left."""
    engine = Engine.start(case.folder / case.name, [plugins], case.convergence, *case.subject.options, *options)
    try:
        yield dataclasses.replace(case, api=engine.api)
    finally:
        engine.stop()


@check('the engine restarts: stacks of the Python plug-in go on')
def restarted(case: Case) -> None:
    with running(case, HERE / 'reference') as first:
        stack = first.stack()
        stack.create(template({'probe': stack.probe(value='two')}, **OUTPUTS))
        taken = snapshot(stack)
        before = stack.resource()['physical_resource_id']
        odd = {purpose: first.stack(purpose) for purpose in ('changed', 'deleted')}
        for one in odd.values():
            plain = one.probe('My::Custom::Plain', value=SURROGATE)
            one.begin(template({'probe': plain}, value=attribute('value'))).wait('CREATE_COMPLETE', settled=False)
    with running(case, case.subject.plugins) as second:
        stack = dataclasses.replace(stack, case=second)
        stack.expect_outputs(value='two', id=before)
        stack.update(template({'probe': stack.probe(value='three')}, **OUTPUTS))
        stack.expect_outputs(value='three', id=before)
        second.api.send('POST', f'{stack.path}/snapshots/{taken["id"]}/restore')
        stack.wait('RESTORE_COMPLETE').expect_outputs(value='two', id=before)
        stack.act('suspend', 'SUSPEND_COMPLETE').act('resume', 'RESUME_COMPLETE')
        stack.delete()
        odd = {purpose: dataclasses.replace(one, case=second) for purpose, one in odd.items()}
        # With convergence, Heat has kept the attribute, and nobody reads it.
        is_read = case.subject.language == 'Rust' and not case.convergence
        for one in odd.values():
            one.expect_outputs(value=SURROGATE.replace('\ud800', '\ufffd') if is_read else SURROGATE)
        changed = template({'probe': stack.probe('My::Custom::Plain', value='one')}, value=attribute('value'))
        odd['changed'].update(changed).expect_outputs(value='one')
        odd['deleted'].delete()


@check('properties that an older schema stored')
def older(case: Case) -> None:
    stacks: dict[str, Stack] = {}
    with running(case, HERE / 'older') as first:
        for purpose in ('checked', 'updated', 'deleted'):
            stack = first.stack(purpose)
            old = stack.probe(value='kept', size='large', colour=['red', 'green'])
            stacks[purpose] = stack.create(template({'probe': old}, **OUTPUTS))
        before = stacks['updated'].resource()['physical_resource_id']
    with running(case, case.subject.plugins) as second:
        stacks = {purpose: dataclasses.replace(stack, case=second) for purpose, stack in stacks.items()}
        stacks['checked'].expect_outputs(value='kept', id=stacks['checked'].resource()['physical_resource_id'])
        stacks['checked'].act('check', 'CHECK_COMPLETE')
        stack = stacks['updated']
        stack.update(template({'probe': stack.probe(value='new')}, **OUTPUTS))
        # The old size is no integer, so the new one is a change that replaces.
        stack.expect_outputs(value='new', id=re.compile('.+'))
        case.expect('a new physical id', True, stack.resource()['physical_resource_id'] != before)
        stacks['deleted'].delete()
