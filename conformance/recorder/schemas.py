"""Converts schemas, constraints and rules between their JSON form and Heat's classes."""

import copy

from heat.engine import constraints as constr
from heat.engine import properties
from heat.engine import support
from heat.engine import translation

CLASSES = {
    'range': constr.Range,
    'length': constr.Length,
    'modulo': constr.Modulo,
}


def constraint_of(definition):
    """A constraint of Heat from `{"range": {...}, "description": ...}` and the like."""
    description = definition.get('description')
    for name, of_class in CLASSES.items():
        if name in definition:
            return of_class(description=description, **definition[name])
    if 'allowed_values' in definition:
        return constr.AllowedValues(definition['allowed_values'], description)
    if 'allowed_pattern' in definition:
        return constr.AllowedPattern(definition['allowed_pattern'], description)
    return constr.CustomConstraint(definition['custom_constraint'], description)


def status_of(definition):
    """A support status of Heat, with its predecessors."""
    arguments = dict(definition)
    previous = arguments.get('previous_status')
    if isinstance(previous, dict):
        arguments['previous_status'] = status_of(previous)
    return support.SupportStatus(**arguments)


def property_of(definition):
    """A property's schema. If it is invalid, Heat raises an exception."""
    arguments = dict(definition)
    single = arguments.pop('single', False)
    data_type = arguments.pop('type')
    nested = arguments.pop('schema', None)
    if nested is not None:
        members = {name: property_of(member) for name, member in nested.items()}
        is_item = single or data_type == 'List' and list(members) == ['*']
        arguments['schema'] = members['*'] if is_item else members
    if 'constraints' in arguments:
        arguments['constraints'] = [constraint_of(each) for each in arguments['constraints']]
    if 'support_status' in arguments:
        arguments['support_status'] = status_of(arguments['support_status'])
    return properties.Schema(data_type, **arguments)


def schema_of(definition):
    """The schemas of some properties."""
    return {name: property_of(member) for name, member in definition.items()}


def property_as_json(schema):
    """A property's schema as people would write it, without defaults."""
    written = {'type': schema.type}
    for name, default in (('description', None), ('required', False), ('default', None), ('update_allowed', False),
                          ('immutable', False), ('implemented', True), ('allow_conversion', False)):
        value = getattr(schema, name)
        if value != default or type(value) is not type(default):
            written[name] = value
    if schema.constraints:
        written['constraints'] = [dict(each) for each in schema.constraints]
    if schema.schema is not None:
        written['schema'] = {name: property_as_json(member) for name, member in schema.schema.items()}
    return written


def same(left, right):
    """Equality in which 1, 1.0 and true are different."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(member, right[key]) for key, member in left.items())
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right


class Finder:
    """Stands in for a client plug-in, with one finder that answers from a table."""

    def __init__(self, definition, unanswered):
        self.definition = definition
        self.unanswered = unanswered

    def __getattr__(self, name):
        def find(*question):
            value = question[-1]
            for asked, answer in self.definition['results']:
                if same(asked, value):
                    if 'value' in answer:
                        return answer['value']
                    raise type(answer['error_class'], (Exception,), {})(answer['error'])
            self.unanswered.append(copy.deepcopy(value))
            return None
        return find


def rules_of(definitions, of_properties, unanswered):
    """Heat's translation rules for Heat's properties.

    Queries that a finder cannot answer are added to `unanswered`.
    """
    rules = []
    for definition in definitions:
        arguments = dict(definition)
        finder = arguments.pop('finder', None)
        if finder is not None:
            arguments['client_plugin'] = Finder(finder, unanswered)
            arguments['finder'] = finder['name']
        rules.append(translation.TranslationRule(of_properties, **arguments))
    return rules
