"""Lives the types of plug-ins in an engine, over Heat's API: creates, updates, suspends and deletes a stack of one resource for each type.

The argument is a file with JSON: the `url` of the API, the `log` of the engine, the `classes` that `server` printed, and `types`, each with
its `name`, minimal `template` and `updates`, which are values of properties. The output is JSON, too: `rows`, the steps of each type as in
the report of `plugin test`; `breaches`; and `ended`, the steps during which the engine ended.
"""

from __future__ import annotations

import concurrent.futures
import copy
import json
import pathlib
import re
import sys
import time
import urllib.error
from collections.abc import Callable
from typing import Any

from .rest import Api, Unexpected, quoted

RESOURCE = 'one'
# How long an action may take.
SECONDS = 120
# How long Heat may need to tidy up after a snapshot is gone.
SETTLING = 0.5
# Types that live at the same time.
AT_ONCE = 4
# Reasons of a failure that say that a service is missing, which this engine does not have.
NO_SERVICE = re.compile(r'EndpointNotFound|EmptyCatalog|AuthorizationFailure|Could not find requested endpoint|'
                        r'is not available for resource type|not in service catalog|[Cc]onnection ?[Rr]efused|'
                        r'ConnectionError|ConnectFailure|NewConnectionError|[Nn]ame or service not known|'
                        r'[Ff]ailed to lookup address|[Nn]etwork is unreachable')
# A refusal that is a mistake in the code, and not what `validate` says of the values.
MISTAKE = re.compile(r'\b(AssertionError|AttributeError|ImportError|IndexError|KeyError|NameError|NotImplementedError|PluginPanicked|'
                     r'RecursionError|TypeError|UnboundLocalError|ZeroDivisionError)\b')


# Refusals of sample values, which may name what does not exist.
REFUSED = re.compile(r'(StackValidationFailed|EntityNotFound|Property error)\b')


class Ends(Exception):
    """The life of a type cannot go on; the text is the reason."""


class EngineEnded(Exception):
    """The engine does not answer any more."""


class Life:
    """The life of one type."""

    def __init__(self, api: Api, described: dict[str, Any], positions: dict[str, tuple[str, int]]) -> None:
        self.api, self.positions = api, positions
        self.type, self.template, self.updates = described['name'], described['template'], described['updates']
        self.name = 'engine-' + self.type.replace('::', '-')
        self.rows: list[dict[str, Any]] = []
        self.breaches: list[dict[str, Any]] = []
        # The step that runs.
        self.step = ''
        self.id = ''

    # What is reported.

    def row(self, result: str, why: str = '', prop: str | None = None) -> None:
        row = {'step': self.step, 'result': result, 'why': why or None, 'property': prop}
        self.rows.append({key: value for key, value in row.items() if value is not None})

    def breach(self, rule: str, message: str, handlers: tuple[str, ...] = (), prop: str | None = None) -> None:
        self.row('breach', rule, prop)
        positions = [self.positions[name] for name in (*handlers, '') if name in self.positions]
        file, line = positions[0] if positions else (None, None)
        self.breaches.append({'type': self.type, 'rule': rule, 'message': message, 'file': file, 'line': line and str(line)})

    def failed(self, reason: str, handlers: tuple[str, ...], prop: str | None = None) -> None:
        """Notes that a step has failed: for want of a service, or of the plug-in."""
        reason = ' '.join(reason.split())
        if NO_SERVICE.search(reason):
            self.row('not lived', f'a service is missing: {reason}', prop)
        elif self.step in ('create', 'update') and REFUSED.match(reason) and not MISTAKE.search(reason):
            self.row('not lived', f'the sample value is refused: {reason}', prop)
        else:
            what = f'{self.step} ({prop})' if prop else self.step
            self.breach('fails-in-engine', f'{what} fails in an engine: {reason}', handlers, prop)

    # What is asked of the engine.

    def send(self, method: str, path: str, body: Any = None) -> Any:
        try:
            return self.api.send(method, path, body)
        except (urllib.error.URLError, ConnectionError) as error:
            raise EngineEnded from error

    @property
    def path(self) -> str:
        return f'stacks/{self.name}/{self.id}'

    def wait(self, action: str) -> tuple[bool, str]:
        """Waits until an action of the stack ends. Returns whether it was successful, and the reason."""
        end, pause = time.monotonic() + SECONDS, 0.1
        while True:
            time.sleep(pause)
            pause = min(pause * 1.5, 1)
            try:
                answer = self.api.ask('GET', f'{self.path}?resolve_outputs=False')
            except (urllib.error.URLError, ConnectionError) as error:
                raise EngineEnded from error
            if answer.status == 404 and action == 'DELETE':
                return True, ''
            if answer.status != 200:
                raise Ends(f'the stack cannot be shown: {answer.status} {answer.message}')
            shown = answer.document['stack']
            status = shown['stack_status']
            if status.startswith(f'{action}_') and not status.endswith('_IN_PROGRESS'):
                return status.endswith('_COMPLETE'), self.reason(shown['stack_status_reason'])
            if time.monotonic() > end:
                raise Ends(f'it is still {status} after {SECONDS} s')

    def reason(self, of_stack: str) -> str:
        """Returns the reason of the resource, or else that of the stack, which cuts it."""
        try:
            shown = self.resource()
        except Unexpected:
            return of_stack
        return str(shown['resource_status_reason']) if shown['resource_status'].endswith('_FAILED') else of_stack

    def resource(self) -> dict[str, Any]:
        found = self.send('GET', f'{self.path}/resources/{RESOURCE}')['resource']
        assert isinstance(found, dict)
        return found

    def document(self, **properties: Any) -> dict[str, Any]:
        """The template, with values of properties in place of those that it has."""
        template = copy.deepcopy(self.template)
        if properties:
            template['resources'][RESOURCE].setdefault('properties', {}).update(properties)
        return template

    # The steps.

    def live(self) -> None:
        try:
            if self.safely(self.create):
                for steps in (self.attributes, self.update, self.act):
                    if not self.safely(steps):
                        break
                self.safely(self.delete)
        except EngineEnded:
            self.row('breach', 'fails-in-engine')
            raise

    def safely(self, steps: Callable[[], bool]) -> bool:
        """Runs steps, and notes why they come to no end. Returns whether the life goes on."""
        try:
            return steps()
        except (Ends, Unexpected) as error:
            self.row('not lived', str(error))
            return False

    def create(self) -> bool:
        """Creates the stack; returns whether there is one."""
        self.step = 'create'
        try:
            self.id = self.send('POST', 'stacks', {'stack_name': self.name, 'template': self.document(), 'timeout_mins': 5})['stack']['id']
        except Unexpected as error:
            reason = answered(error)
            if NO_SERVICE.search(reason):
                self.row('not lived', f'a service is missing: {reason}')
            elif MISTAKE.search(reason) or reason.startswith('5'):
                self.breach('engine-refuses', f'an engine refuses the minimal template: {reason}', ('validate',))
            else:
                self.row('not lived', f'the minimal template is refused: {reason}')
            return False
        done, reason = self.wait('CREATE')
        if done:
            self.row('lived')
            return True
        self.failed(reason, ('handle_create', 'check_create_complete'))
        self.safely(self.delete)
        return False

    def attributes(self) -> bool:
        """Reads the resource and its attributes."""
        self.step = 'show'
        self.resource()
        self.row('lived')
        self.step = 'attribute'
        for name in self.template.get('outputs', {}):
            output = self.send('GET', f'{self.path}/outputs/{quoted(name)}')['output']
            if output.get('output_error'):
                self.failed(output['output_error'], ('_resolve_attribute',), name)
            else:
                self.row('lived', prop=name)
        return True

    def update(self) -> bool:
        """Updates the stack with its own template, and then each property that can be updated."""
        self.step = 'update without changes'
        before = self.resource()['physical_resource_id']
        if not self.updated({}, None):
            return False
        if self.resource()['physical_resource_id'] != before:
            self.breach('fails-in-engine', 'an update with the same template replaces the resource', ('needs_replace_with_prop_diff',))
        else:
            self.row('lived')
        self.step = 'update'
        changed: dict[str, Any] = {}
        for name, value in self.updates.items():
            if value is None:
                self.row('not lived', 'there is no second value that the schema accepts', name)
                continue
            if self.updated({**changed, name: value}, name):
                changed[name] = value
                self.row('lived', prop=name)
            elif not self.updated(changed, None):
                return False
        return True

    def updated(self, properties: dict[str, Any], prop: str | None) -> bool:
        """Updates the stack; returns whether that was successful, and otherwise notes why not."""
        body = {'template': self.document(**properties), 'timeout_mins': 5}
        try:
            self.send('PUT', self.path, body)
        except Unexpected as error:
            self.row('not lived', f'the update is refused: {answered(error)}', prop)
            return False
        done, reason = self.wait('UPDATE')
        if not done:
            self.failed(reason, ('handle_update', 'check_update_complete'), prop)
        return done

    def act(self) -> bool:
        """Checks, suspends and resumes the stack, and takes a snapshot of it."""
        before = ''
        for action in ('check', 'suspend', 'resume', 'snapshot'):
            self.step = action
            if before:
                self.row('not lived', f'{before} failed')
                continue
            if action == 'snapshot':
                snapshot = self.send('POST', f'{self.path}/snapshots', {'name': 'one'})['id']
            else:
                self.send('POST', f'{self.path}/actions', {action: None})
            done, reason = self.wait(action.upper())
            if not done:
                # Heat takes few actions of a resource in this state.
                before = action
                self.failed(reason, (f'handle_{action}', f'check_{action}_complete'))
                continue
            self.row('lived')
            if action == 'snapshot':
                self.delete_snapshot(snapshot)
        return True

    def delete_snapshot(self, snapshot: str) -> None:
        """Deletes a snapshot, and waits until it is gone: with convergence, that goes on after the answer, and may block another action."""
        self.step = 'delete of a snapshot'
        path = f'{self.path}/snapshots/{snapshot}'
        self.send('DELETE', path)
        end = time.monotonic() + SECONDS
        while (answer := self.api.ask('GET', path)).status == 200:
            shown = answer.document['snapshot']
            if shown['status'] == 'FAILED':
                self.failed(shown['status_reason'], ('handle_delete_snapshot',))
                return
            if time.monotonic() > end:
                raise Ends(f'the snapshot is still {shown["status"]} after {SECONDS} s')
            time.sleep(0.2)
        self.row('lived')
        time.sleep(SETTLING)

    def delete(self) -> bool:
        self.step = 'delete'
        self.send('DELETE', self.path)
        done, reason = self.wait('DELETE')
        if done:
            self.row('lived')
        else:
            self.failed(reason, ('handle_delete', 'check_delete_complete'))
        return done


def answered(error: Unexpected) -> str:
    """The answer to a request, in one line: the status and the message."""
    return ' '.join(str(error).partition(': ')[2].split())


def main() -> None:
    described = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding='utf-8'))
    api = Api(described['url'], pathlib.Path(described['log']))
    lives = [Life(api, one, described['classes'].get(one['name'], {})) for one in described['types']]
    ended = {}
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for life, running in [(life, pool.submit(life.live)) for life in lives]:
            try:
                running.result()
            except EngineEnded:
                ended[life.type] = life.step
    json.dump({'rows': {life.type: life.rows for life in lives}, 'breaches': [each for life in lives for each in life.breaches],
               'ended': ended}, sys.stdout)
