"""The types of `schemas/`, as a plug-in in Python that uses nothing but Heat's own classes.

It is the judge: whatever a plug-in in another language does with these types, a template must not notice the difference.
"""

import itertools
import os
import time
from collections.abc import Iterator
from typing import Any

from heat.common import exception
from heat.engine import attributes
from heat.engine import constraints
from heat.engine import properties
from heat.engine import resource
from heat.engine import support
from heat.engine import translation

Schema = properties.Schema
Since = support.SupportStatus
Fault = dict[str, Any]

ZONES = {'first': 'zone-1', 'second': 'zone-2'}
COLOURS = ('red', 'green', 'blue')

# What is shared by all resources of a process. The engine forks its workers after loading: each has a counter of its own.
handled: Iterator[int] = itertools.count(1)
last_handled: dict[int, int] = {}


class PluginPanicked(Exception):
    """A mistake in the plug-in. Any exception would do: this one is named as the bridge names a panic in Rust."""


class Colour:
    """The custom constraint `my.colour`."""

    def validate(self, value: str, context: Any) -> bool:
        return value in COLOURS

    def error(self, value: str) -> str:
        return f'{value} is not one of the colours {", ".join(COLOURS)}'


class Zones:
    """The finder of zones, in the place of a client plug-in."""

    def find_zone(self, name: str) -> str:
        if name in ZONES:
            return ZONES[name]
        if name in ZONES.values():
            return name
        raise ValueError(f'there is no zone {name}')


class Probe(resource.Resource):
    """A resource that does on request what resources do: it takes its time, fails, hangs or changes its mind."""

    support_status = Since(version='27.0.0')

    properties_schema = {
        'value': Schema(
            Schema.STRING, 'What the resource keeps. The value *other* is only reached by replacing the resource.',
            default='one', update_allowed=True),
        'old_value': Schema(
            Schema.STRING, 'The old name of `value`.', update_allowed=True,
            support_status=Since(
                status=support.DEPRECATED, version='27.0.0', message='Use property value.',
                previous_status=Since(version='26.0.0'))),
        'size': Schema(
            Schema.INTEGER, 'Changing it replaces the resource. Sizes above 50 are refused in the region *south*.',
            default=1, constraints=[constraints.Range(min=1, max=100)]),
        'region': Schema(
            Schema.STRING, 'Where the resource is. It stays there.', default='north', immutable=True,
            constraints=[constraints.AllowedValues(['north', 'south'])]),
        'tint': Schema(
            Schema.STRING, 'A colour that the custom constraint *my.colour* knows.', update_allowed=True,
            constraints=[constraints.CustomConstraint('my.colour')]),
        'zone': Schema(
            Schema.STRING, 'The zone, by name or ID. A finder of the plug-in resolves the name.', update_allowed=True),
        'polls': Schema(
            Schema.INTEGER, 'How often the completion of an action is polled before it is complete.',
            default=0, update_allowed=True, constraints=[constraints.Range(min=0, max=1000)]),
        'repairs': Schema(
            Schema.BOOLEAN, 'Whether an update repairs a resource that failed, instead of replacing it.',
            default=False, update_allowed=True),
        'journal': Schema(
            Schema.STRING, 'A file to which each call of a handler appends a line.', default='', update_allowed=True),
        'faults': Schema(
            Schema.LIST, 'What goes wrong, and when.', default=[], update_allowed=True,
            schema=Schema(Schema.MAP, schema={
                'action': Schema(
                    Schema.STRING, 'The action in which it happens.', required=True,
                    constraints=[constraints.AllowedValues([
                        'create', 'update', 'delete', 'suspend', 'resume', 'check', 'snapshot', 'delete_snapshot',
                        'restore', 'adopt', 'signal', 'attribute'])]),
                'kind': Schema(
                    Schema.STRING,
                    'What happens: *error* fails, *in_error* and *unknown_status* are a state of what the resource stands for, '
                    '*gone* means that it no longer exists, *conflict* that something is in the way, *replace* asks for a new '
                    'resource, *panic* is a mistake in the plug-in, *never* polls for ever, *block* does not return for some '
                    'seconds.',
                    required=True,
                    constraints=[constraints.AllowedValues([
                        'error', 'in_error', 'unknown_status', 'gone', 'conflict', 'replace', 'panic', 'never', 'block'])]),
                'poll': Schema(
                    Schema.INTEGER, 'The poll in which it happens; 0 is the handler itself.',
                    default=0, constraints=[constraints.Range(min=0)]),
                'seconds': Schema(Schema.NUMBER, 'How long it blocks.', default=1),
                'message': Schema(Schema.STRING, 'The reason.', default='as asked'),
            })),
    }

    attributes_schema = {
        'value': attributes.Schema('The value that the last handler set.', type=attributes.Schema.STRING),
        'size': attributes.Schema('The size.', type=attributes.Schema.INTEGER),
        'stored': attributes.Schema(
            'What the resource keeps in its resource data, without secrets.',
            cache_mode=attributes.Schema.CACHE_NONE, type=attributes.Schema.MAP),
        'process': attributes.Schema(
            'The process that reads the attribute.',
            cache_mode=attributes.Schema.CACHE_NONE, type=attributes.Schema.INTEGER),
        'handled': attributes.Schema(
            'How many handlers of this type that process has run.',
            cache_mode=attributes.Schema.CACHE_NONE, type=attributes.Schema.INTEGER),
    }

    def translation_rules(self, properties: properties.Properties) -> list[translation.TranslationRule]:
        return [
            translation.TranslationRule(
                properties, translation.TranslationRule.REPLACE, translation_path=['value'], value_path=['old_value']),
            translation.TranslationRule(
                properties, translation.TranslationRule.RESOLVE, translation_path=['zone'], client_plugin=Zones(),
                finder='find_zone'),
        ]

    def validate(self) -> None:
        super().validate()
        if self.properties['region'] == 'south' and self.properties['size'] > 50:
            raise exception.StackValidationFailed(message='There is no such size in the region south.')

    # What each handler does besides its work.

    def write(self, line: str, journal: str) -> None:
        """Appends a line to the journal."""
        if journal:
            with open(journal, 'a', encoding='utf-8') as file:
                file.write(f'{self.name}: {line}\n')

    def fail(self, action: str, poll: int, faults: list[Fault]) -> bool:
        """Does what goes wrong now, and returns whether the action never ends."""
        for fault in faults:
            if (fault['action'], fault['poll']) == (action, poll):
                raise_fault(self.name, fault)
        return any(fault['action'] == action and fault['kind'] == 'never' for fault in faults)

    def begin(self, action: str, given: properties.Properties | None = None, note: str = '') -> dict[str, Any]:
        """Begins an action, and returns what its polls need."""
        given = self.properties if given is None else given
        last_handled[os.getpid()] = next(handled)
        self.write(action + (f' ({note})' if note else ''), given['journal'])
        self.fail(action, 0, given['faults'])
        return {'action': action, 'poll': 0, 'polls': given['polls'], 'faults': given['faults'], 'journal': given['journal']}

    def poll(self, token: dict[str, Any]) -> bool:
        """One poll of an action."""
        token['poll'] += 1
        self.write(f'{token["action"]}, poll {token["poll"]}', token['journal'])
        never = self.fail(token['action'], token['poll'], token['faults'])
        return not never and token['poll'] > token['polls']

    def cancel(self, token: dict[str, Any]) -> None:
        self.write(f'{token["action"]} cancelled', token['journal'])

    # The handlers.

    def handle_create(self) -> dict[str, Any]:
        self.resource_id_set(self.physical_resource_name())
        self.data_set('secret', 'hidden ' + self.properties['value'], redact=True)
        if self.properties['zone']:
            self.data_set('zone', self.properties['zone'])
        token = self.begin('create')
        self.data_set('value', self.properties['value'])
        return token

    check_create_complete = poll
    handle_create_cancel = cancel

    def handle_update(self, json_snippet: Any, tmpl_diff: Any, prop_diff: dict[str, Any]) -> dict[str, Any]:
        after = json_snippet.properties(self.properties_schema, self.context)
        self.translate_properties(after)
        token = self.begin('update', after, ', '.join(sorted(prop_diff)))
        if 'value' in prop_diff:
            self.data_set('value', after['value'])
        return token

    check_update_complete = poll
    handle_update_cancel = cancel

    def needs_replace_with_prop_diff(self, changed_properties_set: set[str], after_props: Any, before_props: Any) -> bool:
        return 'value' in changed_properties_set and after_props['value'] == 'other'

    def needs_replace_failed(self) -> bool:
        return self.resource_id is None or not self.properties['repairs']

    def prepare_for_replace(self) -> None:
        self.write('prepared for its replacement', self.properties['journal'])

    def restore_prev_rsrc(self, convergence: bool = False) -> None:
        self.write('the replaced resource is restored', self.properties['journal'])

    def handle_delete(self) -> dict[str, Any] | None:
        try:
            return self.begin('delete')
        except exception.EntityNotFound:
            return None

    def check_delete_complete(self, token: dict[str, Any] | None) -> bool:
        try:
            return token is None or self.poll(token)
        except exception.EntityNotFound:
            return True

    handle_delete_cancel = cancel

    def handle_snapshot_delete(self, state: tuple[str, str]) -> dict[str, Any]:
        return self.begin('delete', note='with a snapshot, after {}_{}'.format(*state))

    def handle_suspend(self) -> dict[str, Any]:
        return self.begin('suspend')

    check_suspend_complete = poll

    def handle_resume(self) -> dict[str, Any]:
        return self.begin('resume')

    check_resume_complete = poll

    def handle_check(self) -> dict[str, Any]:
        return self.begin('check')

    check_check_complete = poll

    def handle_snapshot(self) -> dict[str, Any]:
        token = self.begin('snapshot')
        self.data_set('snapshot', self.data()['value'])
        return token

    check_snapshot_complete = poll

    def handle_delete_snapshot(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        return self.begin('delete_snapshot', note=snapshot['resource_data']['snapshot'])

    check_delete_snapshot_complete = poll

    def handle_restore(self, defn: Any, restore_data: dict[str, Any]) -> Any:
        given = {name: value for name, value in self.properties.data.items() if name != 'old_value' and value is not None}
        self.fail('restore', 0, self.properties['faults'])
        return defn.freeze(properties={**given, 'value': restore_data['resource_data']['snapshot']})

    def handle_adopt(self, resource_data: dict[str, Any]) -> dict[str, Any]:
        self.resource_id_set(resource_data['resource_id'])
        for key, value in (resource_data.get('resource_data') or {}).items():
            self.data_set(key, value)
        self.metadata_set(resource_data.get('metadata') or {})
        return self.begin('adopt', note=resource_data['resource_id'])

    check_adopt_complete = poll

    def handle_signal(self, details: dict[str, Any] | None) -> str:
        self.begin('signal')
        self.metadata_set({'signal': details}, merge_metadata=None)
        return f'{len(details or {})} keys'

    # Reading.

    def _resolve_attribute(self, name: str) -> Any:
        self.fail('attribute', 0, self.properties['faults'])
        if name == 'value':
            return self.data().get('value')
        if name == 'size':
            return self.properties['size']
        if name == 'stored':
            return {key: value for key, value in self.data().items() if key != 'secret'}
        if name == 'process':
            return os.getpid()
        return last_handled.get(os.getpid(), 0)

    def _show_resource(self) -> dict[str, Any]:
        return {'id': self.resource_id, 'size': self.properties['size']}


class Plain(resource.Resource):
    """A resource that can only be created and deleted. For everything else, Heat's defaults apply."""

    support_status = Since(version='27.0.0')

    properties_schema = {
        'value': Schema(Schema.STRING, 'What the resource keeps.', default='one', update_allowed=True),
        'polls': Schema(
            Schema.INTEGER, 'How often the completion of an action is polled before it is complete.',
            default=0, constraints=[constraints.Range(min=0, max=1000)]),
    }

    attributes_schema = {
        'value': attributes.Schema('The value.', type=attributes.Schema.STRING),
    }

    def handle_create(self) -> Iterator[int]:
        self.resource_id_set(self.physical_resource_name())
        return iter(range(self.properties['polls']))

    def check_create_complete(self, polls: Iterator[int]) -> bool:
        return next(polls, None) is None

    def handle_delete(self) -> None:
        pass

    def _resolve_attribute(self, name: str) -> str:
        return self.properties['value']


def raise_fault(name: str, fault: Fault) -> None:
    """Does what a fault says."""
    kind, message = fault['kind'], fault['message']
    if kind == 'error':
        raise exception.Error(message)
    if kind == 'in_error':
        raise exception.ResourceInError(resource_status='ERROR', status_reason=message)
    if kind == 'unknown_status':
        raise exception.ResourceUnknownStatus(resource_status='ODD', status_reason=message)
    if kind == 'gone':
        raise exception.EntityNotFound(entity='Probe', name=message)
    if kind == 'conflict':
        raise exception.PhysicalResourceExists(name=message)
    if kind == 'replace':
        raise resource.UpdateReplace(name)
    if kind == 'panic':
        raise PluginPanicked(f'The plug-in panicked: {message}')
    if kind == 'block':
        time.sleep(fault['seconds'])


def resource_mapping() -> dict[str, type[resource.Resource]]:
    return {'My::Custom::Probe': Probe, 'My::Custom::Plain': Plain}


def constraint_mapping() -> dict[str, type]:
    return {'my.colour': Colour}
