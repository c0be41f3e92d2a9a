"""Real Heat's answers for the same property data with two schemas: whether a change breaks anything."""

import copy
import functools

from heat.common import exception
from heat.engine import function
from heat.engine import properties
from heat.engine import resource
from heat.engine import translation

from . import catalogue
from . import heat_in_use
from . import mutant_values
from . import schemas
from . import updates


class Identity:
    """Stands in for a client plug-in whose finders find everything under the requested name."""

    def __getattr__(self, name):
        return lambda *question: question[-1]


class Side:
    """A schema in Heat's form."""

    def __init__(self, schema):
        self.schema = schemas.schema_of({name: catalogue.property_of(each) for name, each in schema['properties'].items()})
        self.rules = schema.get('translation_rules', [])
        self.resource = object.__new__(updates.GenericResource)
        self.resource.stack = updates.STACK
        self.resource.name = 'res'
        self.resource.type_name = 'OS::X::Y'
        self.resource.properties_schema = self.schema
        self.resource.update_allowed_properties = ()
        self.resource.action, self.resource.status = self.resource.CREATE, self.resource.COMPLETE

    def properties(self, data, is_old=False):
        made = properties.Properties(self.schema, copy.deepcopy(data), function.resolve)
        if self.rules:
            made.update_translation([rule_of(each, made) for each in self.rules], ignore_resolve_error=is_old)
        return made

    def error(self, data):
        """The error in data; None if Heat accepts and reads all of it."""
        try:
            self.properties(data).validate()
            read = self.properties(data)
            for name, schema in self.schema.items():
                try:
                    read[name]
                except Exception:
                    # A required property that a rule has emptied is one that no plug-in
                    # reads.
                    if not schema.required:
                        raise
            return None
        except Exception as exc:
            return str(exc) or type(exc).__name__

    def update(self, old, new):
        try:
            changed = self.resource.update_template_diff_properties(self.properties(new), self.properties(old, True))
            return 'in place' if changed else 'no change'
        except resource.UpdateReplace:
            return 'replaced'
        except exception.NotSupported:
            return 'refused'
        except Exception:
            return 'error'


def rule_of(written, made):
    rule = {key: copy.deepcopy(value) for key, value in catalogue.rule_of(written).items() if key != 'finder'}
    if 'finder' in written:
        rule.update(client_plugin=Identity(), finder='find')
    return translation.TranslationRule(made, **rule)


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


def judge(before, after, accepted, pairs):
    """What a change breaks, given data that the old side accepts, and pairs of them to update from and to."""
    new, error = side_of(after)
    if new is None:
        return {'breaks': 'refused', 'data': accepted[0], 'message': error}
    fine = []
    for data in accepted:
        error = new.error(data)
        if error is not None:
            return {'breaks': 'refused', 'data': data, 'message': error}
        fine.append(data)
    unchanged = None
    for old_data, new_data in pairs:
        was, now = before.update(old_data, new_data), new.update(old_data, new_data)
        if was not in ORDER or now not in ORDER:
            continue
        if ORDER.index(now) > max(ORDER.index(was), 1):
            answer = {'breaks': now, 'was': was, 'data': old_data, 'update': new_data}
            if was != 'no change':
                return answer
            unchanged = unchanged or answer
    return unchanged or {'breaks': False, 'asked': len(fine)}


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
