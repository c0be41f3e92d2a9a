"""A resource class whose hooks follow a script.

A script lists what each hook does, call by call; the last entry repeats. Heat decides by the presence of a hook, so the class has
those of the script and no others. An entry is a map:

    {"return": VALUE}         the hook returns the value; for a handler it is the token that the check is given
    {"delay": N}              the check raises PollDelay(N)
    {"raise": CLASS, ...}     the hook raises the exception, with its arguments (see `EXCEPTIONS`)
    {"super": true}           the hook does what Heat's base class does, and is recorded then
    {"do": [[STEP, ARGUMENT...], ...]}
                              first uses what Heat offers to a handler: see `STEPS`. Combined with one of the above.

Every call is recorded: the hook, what it was given, the values of the properties that it sees, and what the steps returned.
"""

import copy
import importlib.util
import pathlib

from heat.common import exception
from heat.engine import attributes
from heat.engine import properties
from heat.engine import resource
from heat.engine import rsrc_defn
from heat.engine import support
from heat.engine.clients import default_client_plugin

from . import schemas

CLASS_NAME = 'Token'
OTHER_CLASS_NAME = 'Box'
# Before the hooks of the other class of a script.
OTHER = 'other.'


def bridge():
    """The class that the bridge gives to types in Rust: what it offers to handlers beyond Heat's class."""
    path = pathlib.Path(__file__).resolve().parents[2] / 'crates' / 'bridge' / 'src' / 'python' / 'resource.py'
    spec = importlib.util.spec_from_file_location('bridge_resource', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BRIDGE = bridge()


class Conflict(Exception):
    """What a client raises for a conflict, and its plug-in recognises."""


class ClientPlugin(default_client_plugin.DefaultClientPlugin):
    def is_conflict(self, ex):
        return isinstance(ex, Conflict)

    def is_not_found(self, ex):
        return isinstance(ex, exception.EntityNotFound)


# How an exception is made from the arguments of a script.
EXCEPTIONS = {
    **{made.__name__: lambda message='', made=made: made(message)
       for made in (Exception, ValueError, KeyError, TypeError, RuntimeError, StopIteration, AssertionError, BaseException,
                    KeyboardInterrupt, SystemExit, GeneratorExit, Conflict, exception.Error)},
    'ResourceInError': exception.ResourceInError,
    'ResourceUnknownStatus': exception.ResourceUnknownStatus,
    'PhysicalResourceExists': exception.PhysicalResourceExists,
    'EntityNotFound': exception.EntityNotFound,
    'NotSupported': exception.NotSupported,
    'StackValidationFailed': exception.StackValidationFailed,
    'UpdateReplace': lambda name: resource.UpdateReplace(name),
    'NoActionRequired': resource.NoActionRequired,
    'PollDelay': lambda period: resource.PollDelay(period),
    'InvalidTemplateAttribute': exception.InvalidTemplateAttribute,
}

# What Heat offers to a handler, by the names of its methods.
STEPS = {
    'resource_id_set': lambda res, value: res.resource_id_set(value),
    'resource_id': lambda res: res.resource_id,
    'data': lambda res: dict(res.data()),
    'data_set': lambda res, key, value, redact=False: res.data_set(key, value, redact),
    'data_delete': lambda res, key: res.data_delete(key),
    'metadata_get': lambda res, refresh=False: res.metadata_get(refresh),
    'metadata_set': lambda res, value: res.metadata_set(value),
    'physical_resource_name': lambda res: res.physical_resource_name(),
    'physical_resource_name_or_FnGetRefId': lambda res: res.physical_resource_name_or_FnGetRefId(),
    'name': lambda res: res.name,
    'uuid': lambda res: res.uuid,
    'state': lambda res: list(res.state),
    'stack': lambda res: [res.stack.name, res.stack.id],
    'project': lambda res: res.stack.context.project_id,
    'attribute': lambda res, *path: res.FnGetAtt(*path),
    'definition': lambda res: as_json(res.t),
    'reference_id': lambda res: res.FnGetRefId(),
    'required_by': lambda res: res.required_by(),
    'stored_properties': lambda res: as_json(BRIDGE.RustResource.stored_values(res)),
}


def error(exc):
    return {'error_class': type(exc).__name__, 'message': str(exc)}


def as_json(value):
    """What a hook is given, or returns, as JSON."""
    if isinstance(value, rsrc_defn.ResourceDefinition):
        shown = {'properties': as_json(value.freeze()._properties), 'metadata': as_json(value.metadata())}
        return {key: part for key, part in shown.items() if part}
    if isinstance(value, rsrc_defn.ResourceDefinition.Diff):
        changed = {'properties': value.properties_changed(), 'metadata': value.metadata_changed(),
                   'update_policy': value.update_policy_changed()}
        return [part for part, has_changed in changed.items() if has_changed]
    if isinstance(value, properties.Properties):
        return values_of(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, dict):
        return {key: as_json(value[key]) for key in sorted(value)}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    return value


def values_of(props):
    """The values of properties; one that cannot be read is an error."""
    values = {}
    for name in props:
        try:
            values[name] = as_json(props[name])
        except Exception as exc:
            values[name] = error(exc)
    return values


class Script:
    """The entries of a vector's hooks, and the calls that were recorded."""

    def __init__(self, hooks):
        self.hooks = hooks
        self.places = {}
        self.calls = []

    def next(self, hook):
        entries = self.hooks[hook]
        place = self.places.get(hook, 0)
        self.places[hook] = place + 1
        return entries[min(place, len(entries) - 1)]

    def taken(self):
        """The calls since the last time."""
        calls, self.calls = self.calls, []
        return calls


# The names of what a hook is given. Those of handlers' arguments are Heat's.
ARGUMENTS = {
    'handle_update': ('definition', 'tmpl_diff', 'prop_diff'),
    'handle_adopt': ('resource_data',),
    'handle_restore': ('definition', 'restore_data'),
    'handle_delete_snapshot': ('snapshot',),
    'handle_snapshot_delete': ('state',),
    'handle_signal': ('details',),
    'needs_replace': ('after',),
    'needs_replace_with_prop_diff': ('changed', 'after', 'before'),
    'needs_replace_with_tmpl_diff': ('tmpl_diff',),
    'parse_live_resource_data': ('properties', 'data'),
    'get_live_state': ('properties',),
    '_resolve_attribute': ('name',),
    'get_attribute': ('name', 'path'),
    'restore_prev_rsrc': ('convergence',),
    'metadata_update': ('metadata',),
}


# Handlers that are not given the properties: in Rust, they ask the bridge for them.
ASKING = {'handle_signal', 'handle_preempt', 'handle_adopt', 'handle_delete_snapshot'}


def given_to(hook, arguments):
    if hook.startswith('check_') or hook.endswith('_cancel'):
        return {'token': as_json(arguments[0])}
    if hook == 'get_attribute':
        return {'name': arguments[0], 'path': list(arguments[1:])}
    if hook == 'handle_adopt' and not arguments:
        arguments = (None,)
    return {name: as_json(value) for name, value in zip(ARGUMENTS.get(hook, ()), arguments)}


def returned(hook, entry, arguments):
    """What a hook returns or raises."""
    if 'raise' in entry:
        given = {key: value for key, value in entry.items() if key not in ('raise', 'do')}
        raise EXCEPTIONS[entry['raise']](**given)
    if 'delay' in entry:
        raise resource.PollDelay(entry['delay'])
    value = copy.deepcopy(entry.get('return'))
    if hook == 'handle_restore':
        return arguments[0] if value is None else arguments[0].freeze(**value)
    return value


def hook_of(script, hook, prefix):
    """The method of this name."""
    def call(res, *arguments, **named):
        arguments += tuple(named.values())
        entry = script.next(prefix + hook)
        base = getattr(super(type(res), res), hook)(*arguments) if entry.get('super') else None
        recorded = {'hook': prefix + hook, **given_to(hook, arguments)}
        if hook.startswith('handle_') and hook != 'handle_restore':
            asks = hook in ASKING
            recorded['properties'] = as_json(BRIDGE.RustResource.stored_values(res)) if asks else values_of(res.properties)
        script.calls.append(recorded)
        for step, *parts in entry.get('do', ()):
            try:
                found = as_json(STEPS[step](res, *copy.deepcopy(parts)))
            except Exception as exc:
                found = error(exc)
                recorded.setdefault('did', []).append(found)
                raise
            recorded.setdefault('did', []).append(found)
        return base if entry.get('super') else returned(hook, entry, arguments)
    call.__name__ = hook
    return call


def attribute_of(definition):
    return attributes.Schema('', **definition)


def class_of(definition, script, prefix=''):
    """The class of a vector, or the other one."""
    unanswered = []
    own = [hook.removeprefix(prefix) for hook in script.hooks if hook.startswith(OTHER) == bool(prefix)]
    members = {hook: hook_of(script, hook, prefix) for hook in own}
    members['properties_schema'] = schemas.schema_of(definition.get('properties', {}))
    members['attributes_schema'] = {name: attribute_of(each) for name, each in definition.get('attributes', {}).items()}
    for name in ('always_replace_on_check_failed', 'physical_resource_name_limit', 'signal_needs_metadata_updates'):
        if name in definition:
            members[name] = definition[name]
    if 'no_signal_actions' in definition:
        members['no_signal_actions'] = tuple(definition['no_signal_actions'])
    members['translation_rules'] = lambda res, props: schemas.rules_of(copy.deepcopy(definition.get('rules', [])), props, unanswered)
    # The bridge reads properties as Heat does for a type that has rules.
    members['translated'] = True
    members['_default_client_plugin'] = lambda res: ClientPlugin(res.context)
    return type(OTHER_CLASS_NAME if prefix else CLASS_NAME, (resource.Resource,), members), unanswered


def both_classes(given, script):
    """The class of a vector, and the other one if it has one; each may have the other as its substitute."""
    of_class, unanswered = class_of(given['type'], script)
    if 'other' not in given:
        return [of_class], unanswered
    other, more = class_of(given['other']['type'], script, OTHER)
    for substituted, by, definition in ((of_class, other, given['type']), (other, of_class, given['other']['type'])):
        if definition.get('is_substituted'):
            substituted.support_status = support.SupportStatus(substitute_class=by)
    return [of_class, other], unanswered + more


def all_hooks(given):
    """The entries of the hooks of both classes."""
    others = given.get('other', {}).get('hooks', {})
    return {**given.get('hooks', {}), **{OTHER + hook: entries for hook, entries in others.items()}}
