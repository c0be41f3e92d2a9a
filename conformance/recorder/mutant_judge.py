"""Real Heat's answers for the same property data with two schemas: whether a change breaks anything."""

import copy
import functools
import itertools

from heat.common import exception
from heat.engine import function
from heat.engine import properties
from heat.engine import resource
from heat.engine import translation
from heat.engine.resources.openstack.heat import none_resource

from . import catalogue
from . import heat_in_use
from . import mutant_rules
from . import mutant_values
from . import schemas
from . import updates


class Identity:
    """Stands in for a client plug-in whose finders find everything under the requested name."""

    def __getattr__(self, name):
        return lambda *question: question[-1]


class Rule(translation.TranslationRule):
    """A rule with a place among those of its type.

    Heat keeps the rules of a property in a set and sorts them by kind: those of one kind apply in the order of their addresses
    in memory, which no schema decides. Here they apply as written.
    """

    def __init__(self, made, position, **given):
        super().__init__(made, **given)
        self.position = position

    def __hash__(self):
        return self.position

    def __eq__(self, other):
        return self is other


class Side:
    """A schema in Heat's form."""

    def __init__(self, schema):
        self.schema = schemas.schema_of({name: catalogue.property_of(each) for name, each in schema.get('properties', {}).items()})
        self.written = schema
        self.rules = schema.get('translation_rules', [])
        of_class = none_resource.NoneResource if schema.get('any_property') else updates.GenericResource
        self.resource = object.__new__(of_class)
        self.resource.stack = updates.STACK
        self.resource.name = 'res'
        self.resource.type_name = 'OS::X::Y'
        self.resource.properties_schema = self.schema
        self.resource.update_allowed_properties = ()
        self.resource.action, self.resource.status = self.resource.CREATE, self.resource.COMPLETE
        # A class with an update policy that is not valid cannot be loaded either.
        schemas.schema_of({name: catalogue.property_of(each) for name, each in (schema.get('update_policy') or {}).items()})
        # Loading a type makes its rules.
        self.translated(properties.Properties(self.schema, {}, function.resolve))

    def translated(self, made, clients=True, is_old=False):
        """Properties with the rules that apply to them, as `translation_rules` of a plug-in makes them."""
        if self.rules:
            rules = [rule_of(each, position, made) for position, each in enumerate(self.rules) if applies(each, made)]
            made.update_translation(rules, client_resolve=clients, ignore_resolve_error=is_old)
        return made

    def properties(self, data, clients=True, is_old=False):
        if isinstance(self.resource, none_resource.NoneResource):
            self.resource.reparse()
            return self.resource.properties
        return self.translated(properties.Properties(self.schema, copy.deepcopy(data), function.resolve), clients, is_old)

    def error(self, data):
        """The error in data; None if Heat accepts it when it validates a template, and when it creates the resource."""
        if isinstance(self.resource, none_resource.NoneResource):
            # What stands in for a type of any properties checks nothing.
            return self.resource.validate()
        try:
            # There are no clients yet.
            self.properties(data, clients=False).validate()
            self.properties(data).validate()
            read, values = self.properties(data), {}
            # No plug-in reads a property that its own rules have emptied. One that its rules give a value again is read, and rules in a
            # circle recurse until Python's stack ends.
            emptied = {name for name, schema in read.props.items()
                       if read.translation.is_deleted(schema.path) or read.translation.is_replaced(schema.path)}
            for name in read.props:
                try:
                    values[name] = read[name]
                except Exception as exc:
                    if name not in emptied or 'recursion' in str(exc):
                        raise
                    # After an error, Heat no longer translates: a plug-in ends there.
                    read = self.properties(data)
            return mutant_rules.violated(self.written, data, values)
        except Exception as exc:
            return str(exc) or type(exc).__name__

    def update(self, old, new):
        try:
            after, before = self.properties(new), self.properties(old, is_old=True)
            if not differing(old, new) and not self.resource._needs_update(SAME, SAME, after, before, None):
                return 'no change'
            changed = self.resource.update_template_diff_properties(self.properties(new), self.properties(old, is_old=True))
            return 'in place' if changed else 'no change'
        except resource.UpdateReplace:
            return 'replaced'
        except exception.NotSupported:
            return 'refused'
        except Exception:
            return 'error'


class Same:
    """Stands in for a definition that an update does not change."""

    def freeze(self):
        return self


SAME = Same()


def differing(one, other):
    """The names of the properties in which two sets of data differ; 1, 1.0 and true are different."""
    return [name for name in {**one, **other} if repr(one.get(name, ...)) != repr(other.get(name, ...))]


def value_of(made, name):
    """A property as a plug-in's code for rules reads it: it has no value if it cannot be read."""
    try:
        return made[name]
    except Exception:
        return None


def applies(written, made):
    """Whether a plug-in makes a rule: `if` it has one of the values, or any that is not empty."""
    when = written.get('when')
    if when is None:
        return True
    value = value_of(made, when['property'])
    return value in when['in'] if when.get('in') else bool(value)


def with_properties(value, made):
    """A rule's value with the properties that it refers to."""
    if isinstance(value, dict):
        if list(value) == ['get_property'] and isinstance(value['get_property'], str):
            return value_of(made, value['get_property'])
        return {key: with_properties(member, made) for key, member in value.items()}
    return [with_properties(each, made) for each in value] if isinstance(value, list) else value


def rule_of(written, position, made):
    rule = {key: copy.deepcopy(value) for key, value in catalogue.rule_of(written).items() if key != 'finder'}
    if 'value' in rule:
        rule['value'] = with_properties(rule['value'], made)
    # Without a client plug-in, the finder is one of the resource's own methods.
    if 'client_plugin' in written or 'finder' in written:
        rule.update(client_plugin=Identity())
    if 'finder' in written:
        rule.update(finder='find')
    return Rule(made, position, **rule)


# The custom constraints that a cloud checks.
CLOUD = []


class Cloud:
    """Stands in for a custom constraint whose service knows almost everything.

    Everything that a witness names is assumed to exist, for example an address for a port that a second
    constraint requires to be one.
    """

    knows_all = False

    def validate(self, value, context, template=None):
        return Cloud.knows_all or value not in self.unknown

    @classmethod
    def named(cls, name):
        return type('Cloud', (cls,), {'unknown': mutant_values.unknown_to(name)})


def initialise():
    """Loads Heat, with a cloud that refuses a few values for each custom constraint."""
    environment = heat_in_use.initialise()
    for name in list(environment.constraints):
        if name not in heat_in_use.SELF_CONTAINED:
            environment.register_constraint(name, Cloud.named(name))
            CLOUD.append(name)


ORDER = ['no change', 'in place', 'replaced', 'refused']


def side_of(schema):
    """The schema in Heat's form, or the reason why Heat does not load it."""
    try:
        return Side(schema), None
    except Exception as exc:
        return None, str(exc) or type(exc).__name__


def has_random_order(schema):
    """Whether Heat applies two rules to one property in the order of their addresses in memory: they are of one kind."""
    rules = schema.get('translation_rules') or ()
    return any(is_of_same_place(one, other) and not exclude_each_other(one, other)
               for one, other in itertools.combinations(rules, 2))


def is_of_same_place(one, other):
    return (one.get('rule'), one.get('translation_path')) == (other.get('rule'), other.get('translation_path'))


def exclude_each_other(one, other):
    """Whether the conditions of two rules name different values of one property."""
    when, also = one.get('when') or {}, other.get('when') or {}
    values, others = when.get('in'), also.get('in')
    return (when.get('property') == also.get('property') and bool(values) and bool(others)
            and not any(value in others for value in values))


def judge(mutant, accepted, pairs, policies):
    """What a change breaks, given data that the old side accepts, pairs of them to update from and to, and update policies that the
    old side accepts."""
    before, after = mutant['before'], mutant['after']
    if has_random_order(before) or has_random_order(after):
        return {'breaks': None}
    old, (new, error) = Side(before), side_of(after)
    if new is None:
        return {'breaks': 'refused', 'data': accepted[0], 'message': error}
    lost = lost_part(before, after)
    if lost is not None:
        return {'breaks': 'refused', 'data': accepted[0], 'message': lost}
    policy, fault = side_of({'properties': after.get('update_policy') or {}})
    for data in policies:
        error = fault or policy.error(data)
        if error is not None:
            return {'breaks': 'refused', 'data': data, 'message': f'update policy: {error}'}
    fine = []
    for data in accepted:
        error = new.error(data)
        if error is not None:
            return {'breaks': 'refused', 'data': data, 'message': error}
        fine.append(data)
    unchanged = None
    for old_data, new_data in pairs:
        was, now = old.update(old_data, new_data), new.update(old_data, new_data)
        if was not in ORDER:
            continue
        if now not in ORDER:
            # Heat cannot compare the properties of the stack with what is asked for, so that every update fails.
            return {'breaks': 'refused', 'was': was, 'data': old_data, 'update': new_data, 'message': now}
        if ORDER.index(now) > max(ORDER.index(was), 1):
            answer = {'breaks': now, 'was': was, 'data': old_data, 'update': new_data}
            # A default or a type under which values differ that used to be equal breaks nothing until a template sets it. But
            # an update that replaces a resource whose template did not change does.
            if was != 'no change' or not differing(old_data, new_data):
                return answer
            unchanged = unchanged or answer
    return unchanged or {'breaks': False, 'asked': len(fine)}


def lost_part(before, after):
    """What a template can no longer do with any resource of the type."""
    # `get_attr` looks for its attribute in the schema of the class (`GetAttThenSelect.validate`), which always has `show`.
    lost = [] if after.get('any_attribute') else set(before.get('attributes') or {}) - set(after.get('attributes') or {}) - {'show'}
    if before.get('any_attribute') and not after.get('any_attribute'):
        lost = ['undeclared']
    if lost:
        return f'attribute {sorted(lost)[0]}'
    for written in (before, after):
        of_class = type('Snapshots', (updates.GenericResource,), {'handle_snapshot_delete': len} if written.get('supports_snapshot_deletion') else {})
        try:
            of_class.validate_deletion_policy('Snapshot')
        except exception.StackValidationFailed as exc:
            return str(exc) if written is after else None
    return None


def with_all_known(judge):
    """Evaluates while the cloud knows every name."""
    @functools.wraps(judge)
    def judged(*given):
        Cloud.knows_all = True
        try:
            return judge(*given)
        finally:
            Cloud.knows_all = False
    return judged


@with_all_known
def witness_error(before, after, data, update):
    """Why a witness does not behave as claimed; None if it does."""
    old, error = side_of(before)
    if old is None:
        return f'the side before cannot be loaded: {error}'
    for each in [data, update]:
        error = old.error(each) if each is not None else None
        if error is not None:
            return f'refused before: {error}'
    if after is None:
        return None
    new, error = side_of(after)
    if new is None:
        return None
    if update is None:
        return None if new.error(data) is not None else 'accepted after'
    was, now = old.update(data, update), new.update(data, update)
    if was in ORDER and now in ORDER and ORDER.index(now) > ORDER.index(was) and now in ('replaced', 'refused'):
        return None
    return f'{was} before, {now} after'


@with_all_known
def counterexample_error(before, after, value):
    """Why a value is not a counterexample for a property."""
    sides = [side_of({'properties': {'p': schema}}) for schema in (before, after)]
    if sides[0][0] is None:
        return 'the side before cannot be loaded'
    error = sides[0][0].error({'p': value})
    if error is not None:
        return f'refused before: {error}'
    if sides[1][0] is not None and sides[1][0].error({'p': value}) is None:
        return 'accepted after'
    return None


def part_error(before, after, part, name):
    """Why a witness that uses a part of a type, such as an attribute, does not behave as claimed; None if it does."""
    key = {'attribute': 'attributes', 'deletion_policy': 'supports_snapshot_deletion'}[part]
    kept = lambda side: {'attributes': {name: {}} if name in (side.get('attributes') or {}) else {}, **{
        flag: True for flag in ('any_attribute', 'supports_snapshot_deletion') if side.get(flag)}}
    if part == 'attribute' and name not in (before.get(key) or {}) and not before.get('any_attribute'):
        return f'refused before: there is no attribute {name}'
    if after is None or lost_part(kept(before), kept(after)):
        return None
    return 'accepted after'


@with_all_known
def needs_cloud(after, answer):
    """Whether data are only refused because the cloud does not know a name."""
    new, error = side_of(after)
    return error is None and answer['breaks'] == 'refused' and 'update policy' not in answer.get('message', '') and new.error(answer['data']) is None
