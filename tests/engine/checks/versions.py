"""Data and snapshots that another version of a plug-in left: one that cannot read them does nothing with them, and nothing is lost."""

import contextlib
import dataclasses
import pathlib
import re
import sqlite3
from collections.abc import Iterator

from case import Case, Failed, Stack, attribute, template
from checks import check
from checks.restarting import running
from checks.snapshots import snapshot
from heat_engine.rest import Document
from running import tail

SECRET = 'never to be seen'
UNREADABLE = 'The data that were kept with {} cannot be read by this version of the plug-in: they do not have the form .*'
UNREADABLE_SNAPSHOT = 'The data that were kept with the snapshot cannot be read by this version of the plug-in'
REASON = re.compile(f'Error: resources.kept: {UNREADABLE.format("kept")}')
FAILING = {'check': 'CHECK_FAILED', 'suspend': 'SUSPEND_FAILED'}


@contextlib.contextmanager
def version(case: Case, name: str) -> Iterator[Case]:
    """The case in an engine that has one version of the plug-in."""
    file = case.subject.versions
    if file is None:
        raise Failed('there are no versions of a plug-in')
    folder = case.folder / f'{case.name}-{name}'
    folder.mkdir(exist_ok=True)
    linked = folder / f'kept_{name}{file.suffix}'
    if not linked.exists():
        linked.hardlink_to(file)
    # A restore that is refused without convergence is answered after that time; an engine beside many others may need several seconds.
    with running(case, folder, 'rpc_response_timeout = 20') as engine:
        yield engine


def kept(parts: int) -> Document:
    """A template of a resource that keeps a number of parts."""
    resource = {'type': 'My::Custom::Kept', 'properties': {'parts': parts, 'secret': SECRET}}
    return template({'kept': resource}, parts=attribute('parts', of='kept'))


def stored(case: Case, table: str, stack: Stack) -> list[tuple[object, ...]]:
    """What the database has of a stack."""
    queries = {
        'data': 'select d.key, d.value, d.redact, d.decrypt_method from resource_data d join resource r on r.id = d.resource_id '
                'where r.stack_id = ? order by d.key',
        'snapshots': 'select id, data from snapshot where stack_id = ? order by id',
    }
    path = case.folder / case.name / 'heat.db'
    with contextlib.closing(sqlite3.connect(f'file:{path}?mode=ro', uri=True)) as database:
        return database.execute(queries[table], (stack.id,)).fetchall()


def made(case: Case, by: str) -> dict[str, Stack]:
    """A stack for each action, made by one version."""
    actions = ('read', 'check', 'suspend', 'update', 'snapshot', 'delete')
    return {action: case.stack(f'{by}-{action}').create(kept(2)) for action in actions}


def moved(stacks: dict[str, Stack], case: Case) -> dict[str, Stack]:
    """The same stacks in another engine."""
    return {action: dataclasses.replace(stack, case=case) for action, stack in stacks.items()}


def fail(stacks: dict[str, Stack]) -> None:
    """Every action fails for a reason, and the data stay as they are."""
    case = stacks['read'].case
    before = {action: stored(case, 'data', stack) for action, stack in stacks.items()}
    case.expect('each stack keeps something', [1] * len(stacks), [len(rows) for rows in before.values()])
    output = stacks['read'].show()['outputs'][0]
    case.expect('the output', (None, re.compile(f'.*{UNREADABLE.format("kept")}')), (output['output_value'], output.get('output_error')))
    case.see('the output', output)
    for action, outcome in FAILING.items():
        stacks[action].act(action, outcome)
        stacks[action].expect_resource(outcome, REASON, 'kept')
    stacks['update'].update(kept(3), 'UPDATE_FAILED')
    stacks['update'].expect_resource('UPDATE_FAILED', REASON, 'kept')
    snapshot(stacks['snapshot'], 'FAILED')
    stacks['snapshot'].expect_resource('SNAPSHOT_FAILED', REASON, 'kept')
    stacks['delete'].delete('DELETE_FAILED')
    stacks['delete'].expect_resource('DELETE_FAILED', REASON, 'kept')
    for action, stack in stacks.items():
        case.expect(f'{action}: what is stored', before[action], stored(case, 'data', stack))


def succeed(stacks: dict[str, Stack]) -> None:
    """With a version that reads them, every action is successful again."""
    stacks['read'].expect_outputs(parts=2)
    stacks['check'].act('check', 'CHECK_COMPLETE').expect_outputs(parts=2)
    stacks['suspend'].act('suspend', 'SUSPEND_COMPLETE').act('resume', 'RESUME_COMPLETE').expect_outputs(parts=2)
    before = stacks['update'].resource('kept')['physical_resource_id']
    stacks['update'].update(kept(3)).expect_outputs(parts=3)
    after = stacks['update'].resource('kept')['physical_resource_id']
    stacks['update'].case.expect('updated in place', before, after)
    snapshot(stacks['snapshot'])
    for stack in stacks.values():
        stack.delete()


@dataclasses.dataclass
class Snapshots:
    """A stack with two snapshots, and what the database has of it."""

    stack: Stack
    taken: list[str]
    before: tuple[object, object]

    @classmethod
    def take(cls, stack: Stack) -> 'Snapshots':
        """Takes the snapshots, and updates the stack."""
        stack.create(kept(2))
        taken = [str(snapshot(stack)['id']) for _ in range(2)]
        stack.update(kept(3))
        return cls(stack, taken, (stored(stack.case, 'snapshots', stack), stored(stack.case, 'data', stack)))

    def fail(self, case: Case) -> None:
        """Neither can be restored or deleted, which damages nothing."""
        stack = dataclasses.replace(self.stack, case=case)
        restored, deleted = (f'{stack.path}/snapshots/{one}' for one in self.taken)
        answer = case.api.ask('POST', f'{restored}/restore')
        # Without convergence, Heat restores in a thread, and the API never learns that it ended.
        reason = case.either(re.compile(UNREADABLE.format('the snapshot')), re.compile('The server has either erred .*'))
        case.expect('the refusal', (500, reason), (answer.status, answer.message))
        # Heat says no more of a deletion that fails.
        case.api.send('DELETE', deleted)
        case.wait_for('the reason', lambda: UNREADABLE_SNAPSHOT in tail(engine_log(case), 20_000))
        found = {one['id']: f'{one["action"]}_{one["status"]}' for one in case.api.get(f'{stack.path}/snapshots')['snapshots']}
        case.expect('the snapshots', dict(zip(self.taken, ('CREATE_COMPLETE', 'DELETE_IN_PROGRESS'))), found)
        case.expect('what is stored', self.before, (stored(case, 'snapshots', stack), stored(case, 'data', stack)))
        case.expect('the stack', 'UPDATE_COMPLETE', stack.status())

    def succeed(self, case: Case) -> None:
        """With a version that reads them, one is restored, and the other one deleted."""
        stack = dataclasses.replace(self.stack, case=case)
        restored, deleted = (f'{stack.path}/snapshots/{one}' for one in self.taken)
        stack.expect_outputs(parts=3)
        case.api.send('POST', f'{restored}/restore')
        stack.wait('RESTORE_COMPLETE').expect_outputs(parts=2)
        case.api.send('DELETE', deleted)
        case.wait_for('the deletion', lambda: case.api.ask('GET', deleted).status == 404)
        stack.delete()


@check('data and snapshots of another version of the plug-in')
def versions(case: Case) -> None:
    with version(case, 'first') as engine:
        first = made(engine, 'first')
        by_first = Snapshots.take(engine.stack('first-snapshots'))
        untouched = Snapshots.take(engine.stack('untouched'))
    with version(case, 'second') as engine:
        fail(moved(first, engine))
        by_first.fail(engine)
        second = made(engine, 'second')
        by_second = Snapshots.take(engine.stack('second-snapshots'))
    with version(case, 'first') as engine:
        succeed(moved(first, engine))
        by_first.succeed(engine)
        fail(moved(second, engine))
        by_second.fail(engine)
    # A newer version that also reads the older form: what the others could not read is all there.
    with version(case, 'third') as engine:
        succeed(moved(second, engine))
        by_second.succeed(engine)
        untouched.succeed(engine)
    case.expect('the secret is in the log', False, SECRET in tail(engine_log(case), 10_000_000))


def engine_log(case: Case) -> pathlib.Path:
    """The log of the case's own engines."""
    return case.folder / case.name / 'heat.log'
