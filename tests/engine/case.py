"""What a check works with: stacks of its own, expectations, and a record of all that a user would see."""

import dataclasses
import pathlib
import re
import time
from collections.abc import Callable
from typing import Any

from heat_engine.rest import Api, Document, quoted

Expected = Any
# The name that Heat gives to a resource ends in a random part.
RANDOM = re.compile(r'-[a-z0-9]{12}\b')
UUID = re.compile(r'\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b')
# A minute is the shortest timeout that a stack can have: those that are to time out have none, and get the engine's.
MINUTES = 10

# What the plug-in of a resource writes before another one replaces it.
PREPARED = ': prepared for its replacement'


class Failed(Exception):
    """Something was not as expected."""


def same(expected: Expected, seen: Any) -> bool:
    """Whether something is as expected; a pattern has to match it whole."""
    if isinstance(expected, re.Pattern):
        return isinstance(seen, str) and expected.fullmatch(seen) is not None
    if isinstance(expected, dict) and isinstance(seen, dict):
        return expected.keys() == seen.keys() and all(same(value, seen[key]) for key, value in expected.items())
    if isinstance(expected, (list, tuple)) and isinstance(seen, (list, tuple)):
        return len(expected) == len(seen) and all(map(same, expected, seen))
    return type(expected) is type(seen) and expected == seen


def without_ids(value: Any) -> Any:
    """A value without what differs in each run."""
    if isinstance(value, str):
        return RANDOM.sub('-RANDOM', UUID.sub('UUID', value))
    if isinstance(value, dict):
        return {key: without_ids(member) for key, member in value.items()}
    if isinstance(value, list):
        return [without_ids(item) for item in value]
    return value


@dataclasses.dataclass
class Subject:
    """A plug-in to check, in its language."""

    language: str
    plugins: pathlib.Path
    # A folder with a plug-in that cannot be loaded, and whether an engine survives it.
    broken: pathlib.Path | None
    survives: bool
    # A file that is one of two versions of a plug-in, depending on its name.
    versions: pathlib.Path | None = None
    # Options of the engines that load it.
    options: tuple[str, ...] = ()


@dataclasses.dataclass
class Case:
    """One run of a check."""

    api: Api
    name: str
    folder: pathlib.Path
    convergence: bool
    subject: Subject
    # What is visible to a user, in order: it must not depend on the plug-in's language.
    seen: list[tuple[str, Any]] = dataclasses.field(default_factory=list)

    def expect(self, what: str, expected: Expected, seen: Any) -> None:
        """Fails unless something is as expected."""
        if not same(expected, seen):
            shown = expected.pattern if isinstance(expected, re.Pattern) else repr(expected)
            raise Failed(f'{what}\n    expected: {shown}\n    seen:     {seen!r}')

    def see(self, what: str, value: Any) -> None:
        """Records what is visible."""
        self.seen.append((what, without_ids(value)))

    def wait_for(self, what: str, holds: Callable[[], bool], within: float = 60) -> None:
        """Waits until something holds."""
        end = time.monotonic() + within
        while not holds():
            if time.monotonic() > end:
                raise Failed(f'{what}: not within {within} s')
            time.sleep(0.2)

    def either(self, convergence: Any, legacy: Any) -> Any:
        """What is expected with each of Heat's two engines."""
        return convergence if self.convergence else legacy

    def refused(self, what: str, method: str, path: str, body: Document, status: int, message: Expected) -> None:
        """Fails unless a request is refused for a reason."""
        answer = self.api.ask(method, path, body)
        self.expect(f'{what}: status, message', (status, message), (answer.status, answer.message))
        self.see(what, [answer.status, answer.message])

    def stack(self, suffix: str = '') -> 'Stack':
        """A stack that does not exist yet."""
        return Stack(self, f'{self.name}-{suffix}' if suffix else self.name)


@dataclasses.dataclass
class Stack:
    """A stack of a check."""

    case: Case
    name: str
    id: str = ''

    @property
    def path(self) -> str:
        return f'stacks/{self.name}/{self.id}'

    @property
    def journal_file(self) -> pathlib.Path:
        return self.case.folder / f'{self.name}.journal'

    # What is asked of it.

    def probe(self, type_name: str = 'My::Custom::Probe', **properties: Any) -> Document:
        """A resource that writes into the stack's journal."""
        journal = {'journal': str(self.journal_file)} if type_name == 'My::Custom::Probe' else {}
        return {'type': type_name, 'properties': {**journal, **properties}}

    def begin(self, template: Document, minutes: int | None = MINUTES, **more: Any) -> 'Stack':
        """Asks for its creation."""
        body = {'stack_name': self.name, 'template': template, **({} if minutes is None else {'timeout_mins': minutes}), **more}
        self.id = self.case.api.send('POST', 'stacks', body)['stack']['id']
        return self

    def create(self, template: Document, outcome: str = 'CREATE_COMPLETE', **more: Any) -> 'Stack':
        """Creates it, and waits for the outcome."""
        return self.begin(template, **more).wait(outcome)

    def update(self, template: Document, outcome: str = 'UPDATE_COMPLETE', **more: Any) -> 'Stack':
        """Updates it, and waits for the outcome."""
        self.begin_update(template, **more)
        return self.wait(outcome)

    def begin_update(self, template: Document, minutes: int | None = MINUTES, **more: Any) -> None:
        """Asks for an update."""
        body = {'template': template, **({} if minutes is None else {'timeout_mins': minutes}), **more}
        self.case.api.send('PUT', self.path, body)

    def act(self, action: str, outcome: str) -> 'Stack':
        """Suspends, resumes or checks it, and waits for the outcome."""
        self.case.api.send('POST', f'{self.path}/actions', {action: None})
        return self.wait(outcome)

    def delete(self, outcome: str = 'DELETE_COMPLETE') -> 'Stack':
        """Deletes it, and waits for the outcome."""
        self.case.api.send('DELETE', self.path)
        return self.wait(outcome)

    # What is visible of it.

    def show(self) -> Document:
        """What the API says of it."""
        found: Document = self.case.api.get(self.path)['stack']
        return found

    def status(self) -> str:
        """Its action and status."""
        return str(self.case.api.get(f'{self.path}?resolve_outputs=False')['stack']['stack_status'])

    def wait(self, outcome: str, within: float = 100, settled: bool = True) -> 'Stack':
        """Waits until its action ends, and fails if it ends with another outcome.

        What is visible then is recorded, unless the resources are not settled.
        """
        end = time.monotonic() + within
        action, _, _ = outcome.rpartition('_')
        pause = 0.1
        while True:
            time.sleep(pause)
            pause = min(pause * 1.5, 1)
            status = self.status()
            if status.startswith(f'{action}_') and not status.endswith('_IN_PROGRESS'):
                break
            if time.monotonic() > end:
                raise Failed(f'{self.name}: expected {outcome} within {within} s, seen: {status}')
        shown = self.show()
        self.case.expect(f'{self.name}: {shown["stack_status_reason"]}', outcome, status)
        if not settled:
            return self
        self.case.see(f'{self.name}: stack', [status, shown['stack_status_reason'], sorted_outputs(shown)])
        # How long the row of a deleted resource stays is a matter of luck.
        self.case.see(f'{self.name}: resources', sorted(
            [one['resource_name'], one['resource_status'], one['resource_status_reason']] for one in self.resources()
            if one['resource_status'] != 'DELETE_COMPLETE'))
        return self

    def resources(self) -> list[Document]:
        """Its resources."""
        found: list[Document] = self.case.api.get(f'{self.path}/resources')['resources']
        return found

    def resource(self, name: str = 'probe') -> Document:
        """One of its resources."""
        found: Document = self.case.api.get(f'{self.path}/resources/{quoted(name)}')['resource']
        return found

    def attribute(self, attribute: str, name: str = 'probe') -> Any:
        """An attribute as it is now."""
        path = f'{self.path}/resources/{quoted(name)}?with_attr={quoted(attribute)}'
        return self.case.api.get(path)['resource']['attributes'].get(attribute)

    def events(self, name: str = 'probe') -> list[tuple[str, str]]:
        """What happened to a resource: status and reason."""
        found = self.case.api.get(f'{self.path}/resources/{quoted(name)}/events?sort_dir=asc')['events']
        return [(one['resource_status'], one['resource_status_reason']) for one in found]

    def journal(self) -> list[str]:
        """What its resources' handlers wrote."""
        lines = self.journal_file.read_text(encoding='utf-8').splitlines() if self.journal_file.exists() else []
        # Heat's convergence engine can check a resource twice, and then prepares the same replacement again.
        return [line for number, line in enumerate(lines) if not (line.endswith(PREPARED) and line in lines[max(number - 1, 0):number])]

    # What is expected of it.

    def expect_resource(self, status: str, reason: Expected = 'state changed', name: str = 'probe') -> Document:
        """Fails unless a resource is in a state for a reason."""
        found = self.resource(name)
        self.case.expect(f'{self.name}: status and reason of {name}', (status, reason),
                         (found['resource_status'], found['resource_status_reason']))
        return found

    def expect_outputs(self, **outputs: Expected) -> None:
        """Fails unless the outputs are these."""
        found = {one['output_key']: one.get('output_value', one.get('output_error')) for one in self.show()['outputs']}
        self.case.expect(f'{self.name}: outputs', outputs, found)

    def expect_journal(self, *lines: str, name: str = 'probe') -> None:
        """Fails unless the handlers were called in this order."""
        self.case.expect(f'{self.name}: journal', [f'{name}: {line}' for line in lines], self.journal())

    def expect_events(self, *events: tuple[str, Expected], name: str = 'probe') -> None:
        """Fails unless this happened to a resource."""
        found = self.events(name)
        self.case.expect(f'{self.name}: events', list(events), found)
        self.case.see(f'{self.name}: events', [list(event) for event in found])


def sorted_outputs(shown: Document) -> list[Document] | None:
    """The outputs of a stack by name: Heat gives them in the order of a set, which differs from process to process."""
    outputs: list[Document] | None = shown.get('outputs')
    return outputs and sorted(outputs, key=lambda output: str(output['output_key']))


def template(resources: Document, **outputs: Any) -> Document:
    """A template of resources and outputs."""
    return {
        'heat_template_version': '2021-04-16',
        'resources': resources,
        'outputs': {name: {'value': value} for name, value in outputs.items()},
    }


def attribute(*path: str | int, of: str = 'probe') -> Document:
    """An output's value: an attribute."""
    return {'get_attr': [of, *path]}


def fault(action: str, kind: str, **more: Any) -> Document:
    """Something that goes wrong in an action."""
    return {'action': action, 'kind': kind, **more}
