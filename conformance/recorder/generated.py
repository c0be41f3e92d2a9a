"""Random inputs, to find differences beyond the shipped vectors. A seed always gives the same inputs."""

import copy
import random

from . import custom_values
from . import generated_dependencies
from . import generated_functions
from . import generated_lives
from . import generated_nested
from . import generated_parameters
from . import generated_environments
from . import generated_templates
from . import generated_updates
from . import generated_expressions
from . import generated_yaql
from . import values

NAMES = ['a', 'b', 'c', 'd', 'net', 'uuid', 'description', '0', 'x-y']
KINDS = ['Add', 'Replace', 'Delete', 'Resolve']


class Maker:
    """Generates inputs from a random source."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, probability):
        return self.random.random() < probability

    def one(self, items):
        return copy.deepcopy(self.random.choice(items))

    def some(self, items, most):
        items = list(items)
        return self.random.sample(items, min(len(items), self.random.randint(1, most)))

    # Schemas.

    def constraint(self, of_type=None, fitting=True):
        kinds = values.FITTING_CONSTRAINTS[of_type] if fitting and of_type else [
            *values.CONSTRAINTS, 'custom_constraint']
        if not kinds:
            return None
        kind = self.one(kinds)
        if kind == 'custom_constraint':
            definition = {kind: self.one([*custom_values.VALUES, *values.REGISTERED * 2, *values.UNREGISTERED])}
        else:
            definition = {kind: self.one(values.CONSTRAINTS[kind])}
        if self.chance(0.1):
            definition['description'] = 'so be it'
        return definition

    def property(self, depth=0, updates=False):
        kinds = values.TYPES if depth < 3 else ['String', 'Integer', 'Number', 'Boolean', 'Any']
        weights = [6, 2, 2, 2, 4, 4, 1][:len(kinds)] if depth < 3 else None
        definition = {'type': self.random.choices(kinds, weights)[0]}
        of_type = definition['type']
        if of_type == 'Map' and self.chance(0.7):
            definition['schema'] = self.schema(depth + 1, updates)
        if of_type == 'List' and self.chance(0.7):
            definition['schema'] = {'*': self.property(depth + 1, updates)}
        if self.chance(0.2):
            definition['required'] = True
        if self.chance(0.25):
            definition['default'] = self.value(definition, odd=0.05)
        if self.chance(0.25):
            constraints = [self.constraint(of_type) for _ in range(self.random.randint(1, 2))]
            definition['constraints'] = [each for each in constraints if each is not None]
        if self.chance(0.04):
            definition['implemented'] = False
        if of_type in ('Map', 'List') and self.chance(0.25):
            definition['allow_conversion'] = True
        if self.chance(0.5 if updates else 0.1):
            definition['update_allowed'] = True
        elif self.chance(0.2 if updates else 0.02):
            definition['immutable'] = True
        return definition

    def schema(self, depth=0, updates=False):
        return {name: self.property(depth, updates) for name in self.some(NAMES, 5 if depth == 0 else 3)}

    # Data.

    def value(self, definition, odd=0.12):
        if self.chance(odd):
            return self.one(values.ALL)
        of_type, nested = definition['type'], definition.get('schema')
        if of_type == 'Map' and nested is not None:
            return self.data(nested, odd)
        if of_type == 'List' and nested is not None and set(nested) == {'*'}:
            return [self.value(nested['*'], odd) for _ in range(self.random.randint(0, 3))]
        if definition.get('constraints') and self.chance(0.5):
            allowed = definition['constraints'][0].get('allowed_values')
            custom = custom_values.VALUES.get(definition['constraints'][0].get('custom_constraint'))
            if allowed or custom:
                return self.one(allowed or custom)
        return self.one(values.FITTING[of_type])

    def data(self, schema, odd=0.12):
        data = {}
        for name, member in schema.items():
            if self.chance(0.85 if member.get('required') else 0.6):
                data[name] = None if self.chance(0.06) else self.value(member, odd)
        if self.chance(odd / 4):
            data[self.one(NAMES + ['other'])] = self.one(values.FEW)
        items = list(data.items())
        self.random.shuffle(items)
        return dict(items)

    # Translation rules.

    def path(self, schema, prefix=()):
        """A path to any property, at any depth."""
        name = self.one(list(schema))
        nested = schema[name].get('schema')
        if nested and set(nested) == {'*'} and schema[name]['type'] == 'List':
            nested = nested['*'].get('schema')
        if nested and '*' not in nested and self.chance(0.7):
            return self.path(nested, (*prefix, name))
        return [*prefix, name]

    def rule(self, schema, answers):
        kind = self.random.choices(KINDS, [3, 5, 2, 5])[0]
        path = self.path(schema)
        if self.chance(0.04):
            path[-1] = 'nowhere'
        rule = {'rule': kind, 'translation_path': path}
        if kind == 'Resolve':
            rule['finder'] = {'name': 'find', 'results': answers}
            if self.chance(0.4):
                rule['entity'] = 'thing'
        elif kind != 'Delete':
            source = self.random.choices(['value', 'value_name', 'value_path', None], [2, 3 * (len(path) > 1), 5, 0.2])[0]
            if source == 'value':
                rule['value'] = self.one(values.LISTS if kind == 'Add' else values.FEW)
            elif source == 'value_name':
                rule['value_name'] = self.one(self.siblings(schema, path))
            elif source == 'value_path':
                rule['value_path'] = self.path(schema) if self.chance(0.95) else ['nowhere']
                if related(rule['value_path'], path):
                    del rule['value_path']
            if source in ('value_name', 'value_path') and self.chance(0.15):
                rule['custom_value_path'] = self.one([['a'], ['a', 'b'], ['b']])
        return rule

    def siblings(self, schema, path):
        for name in path[:-1]:
            nested = schema[name]['schema']
            schema = nested['*'].get('schema', {}) if '*' in nested else nested
        return [name for name in schema if name != path[-1]] or ['nowhere']

    def rules(self, schema):
        answers = [['n1', {'value': 'id-n1'}], ['n2', {'value': 'id-n2'}], ['none', {'value': None}],
                   ['bad', {'error_class': 'EntityNotFound', 'error': 'The thing (bad) could not be found.'}]]
        rules, seen = [], set()
        for _ in range(self.random.randint(1, 4)):
            rule = self.rule(schema, answers)
            # If there are two rules of one kind for one path, Heat applies them in
            # random order.
            key = (rule['rule'], '.'.join(rule['translation_path']))
            if key not in seen:
                seen.add(key)
                rules.append(rule)
        return rules

    # Whole inputs.

    def properties(self, catalogue):
        given = {}
        if catalogue and self.chance(0.2):
            name = self.one(sorted(catalogue))
            given['schema'], rules = copy.deepcopy(catalogue[name])
        else:
            given['schema'], rules = (copy.deepcopy(WORKBENCH) if self.chance(0.4) else self.schema()), None
        given['data'] = self.data(given['schema'], self.one([0, 0, 0.02, 0.15]))
        if self.chance(0.2):
            given['section'] = 'Properties'
        if self.chance(0.2):
            given['rsrc_description'] = self.one(['', 'of the resource'])
        if rules is None and self.chance(0.7):
            rules = self.rules(given['schema'])
        if rules:
            given['rules'] = rules
            given['client_resolve'] = self.chance(0.8)
            if self.chance(0.2):
                given['ignore_resolve_error'] = True
        return given

    def constraints(self, _catalogue):
        constraint = self.constraint(fitting=False)
        pool = values.ALL
        if 'custom_constraint' in constraint and constraint['custom_constraint'] in custom_values.VALUES:
            if self.chance(0.9):
                pool = custom_values.VALUES[constraint['custom_constraint']]
        given = {'constraint': constraint, 'value': self.one(pool)}
        if isinstance(given['value'], str) and self.chance(0.3):
            given['value'] = self.mutated(given['value'])
        if self.chance(0.8):
            given['schema_kind'] = self.one(['property', 'property', 'property', 'parameter', 'Schema', 'base'])
            given['schema_type'] = self.one(TYPES_OF_KIND[given['schema_kind']])
        return given

    def mutated(self, text):
        """The text with one character added, removed or changed."""
        position = self.random.randint(0, len(text))
        character = self.one(list(' 0159aZz.:/-+%*,@_\n\t\u0663\u00e4') + [''])
        return text[:position] + character + text[position + self.random.randint(0, 1):]

    def update(self, _catalogue):
        schema = copy.deepcopy(UPDATABLE) if self.chance(0.4) else self.schema(updates=True)
        before = self.data(schema, 0.04)
        after = copy.deepcopy(before)
        other = self.data(schema, 0.04)
        for name in [*schema, 'other']:
            if self.chance(0.25):
                after.pop(name, None)
                if name in other:
                    after[name] = other[name]
        if self.chance(0.7):
            given = {'kind': 'prop_diff', 'schema': schema, 'before': before, 'after': after, 'type': 'OS::X::Y',
                     'name': 'res'}
            if self.chance(0.4):
                given['rules'] = self.rules(schema)
            if self.chance(0.1):
                given['update_allowed_properties'] = self.some(schema, 2)
            return given
        given = {'kind': 'preview', 'schema': schema,
                 'state': [self.one(['CREATE'] * 6 + ['UPDATE', 'CHECK', 'INIT', 'DELETE', 'SUSPEND']),
                           self.one(['COMPLETE'] * 6 + ['FAILED', 'IN_PROGRESS'])],
                 'before': {'properties': before}, 'after': {'properties': after}}
        for side in ('before', 'after'):
            if self.chance(0.15):
                given[side]['metadata'] = self.one([{}, {'a': 1}, {'a': 1.0}, {'a': '1'}])
            if self.chance(0.1):
                given[side]['update_policy'] = self.one([{}, {'a': 1}])
            if self.chance(0.1):
                given[side]['description'] = 'of the resource'
        return given

    def parameters(self, _catalogue):
        return generated_parameters.ParameterMaker(self).any()

    def functions(self, _catalogue):
        return generated_functions.functions(self)

    def templates(self, catalogue):
        return generated_templates.TemplateMaker(self, catalogue).given()

    def nested_stacks(self, _catalogue):
        return generated_nested.NestedMaker(self).given()

    def created_stacks(self, _catalogue):
        return generated_nested.CreatedMaker(self).given()

    def dependencies(self, _catalogue):
        return generated_dependencies.DependencyMaker(self).given()

    def update_preview(self, catalogue):
        return generated_updates.UpdateMaker(self).pair(catalogue)

    def life_cycle(self, _catalogue):
        return generated_lives.LifeMaker(self).life()

    def template_text(self, catalogue):
        return generated_templates.text(self, catalogue)

    def yaql(self, _catalogue):
        if self.chance(0.5):
            return {'expression': generated_expressions.call(self)}
        return {'expression': generated_expressions.expression(self), 'data': generated_expressions.DATA}

    def yaql_syntax(self, _catalogue):
        return {'expression': generated_yaql.expression(self)}

    def schema_validity(self, _catalogue):
        kind = self.one(['property', 'property', 'constraint', 'translation_rule'])
        if kind == 'constraint':
            return {'kind': kind, **self.one(self.constraint_calls())}
        if kind == 'translation_rule':
            schema = self.schema()
            rule = self.rule(schema, [])
            if rule.pop('finder', None):
                rule['finder'] = 'find'
            return {'kind': kind, 'def': rule}
        definition = self.property()
        if self.chance(0.3):
            definition['constraints'] = [self.constraint()]
        if self.chance(0.3):
            definition['default'] = self.one(values.ALL)
        if self.chance(0.05):
            definition['type'] = self.one(values.TYPES)
        return {'kind': kind, 'def': definition}

    def environments(self, _catalogue):
        return generated_environments.EnvironmentMaker(self).given()

    def environment_files(self, _catalogue):
        return generated_environments.FilesMaker(self).given()

    def constraint_calls(self):
        number = self.one([None, 0, 1, -1, 1.5, 2.0, '1', True, [1], 10 ** 25])
        other = self.one([None, 0, 1, -3, 3, 2.5, 'x', False])
        return [
            {'class': 'Range', 'args': {'min': number, 'max': other}},
            {'class': 'Length', 'args': {'min': number, 'max': other}},
            {'class': 'Modulo', 'args': {'step': number, 'offset': other}},
            {'class': 'AllowedValues', 'args': {'allowed': self.one(values.ALL)}},
            {'class': 'AllowedPattern', 'args': {'pattern': self.one(values.PATTERNS + ['(', '[', '*', 5, None])}},
        ]


def related(one, other):
    """Whether one path leads to the other: such a rule takes its value from itself, and Heat never stops applying it."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


TYPES_OF_KIND = {
    'property': values.TYPES,
    'base': values.TYPES,
    'parameter': ['string', 'number', 'comma_delimited_list', 'json', 'boolean'],
    'Schema': ['String', 'Number', 'CommaDelimitedList', 'Json', 'Boolean'],
}

# A type with a property of every kind that rules can refer to, as services have them.
WORKBENCH = {
    'name': {'type': 'String', 'update_allowed': True},
    'old_name': {'type': 'String'},
    'network': {'type': 'String'},
    'network_id': {'type': 'String'},
    'groups': {'type': 'List', 'schema': {'*': {'type': 'String'}}},
    'more_groups': {'type': 'List', 'schema': {'*': {'type': 'String'}}},
    'ports': {'type': 'List', 'schema': {'*': {'type': 'Map', 'schema': {
        'network': {'type': 'String'},
        'uuid': {'type': 'String'},
        'tags': {'type': 'List', 'schema': {'*': {'type': 'String'}}},
        'extra': {'type': 'Map', 'schema': {'a': {'type': 'String'}, 'b': {'type': 'Integer', 'default': 3}}},
    }}}},
    'gateway': {'type': 'Map', 'schema': {
        'network': {'type': 'String'},
        'uuid': {'type': 'String', 'default': 'n1'},
        'ips': {'type': 'List', 'schema': {'*': {'type': 'Map', 'schema': {
            'ip': {'type': 'String'}, 'subnet': {'type': 'String'}}}}},
    }},
    'size': {'type': 'Integer', 'default': 1},
    'share': {'type': 'Number'},
    'enabled': {'type': 'Boolean', 'default': True},
    'anything': {'type': 'Any'},
    'labels': {'type': 'Map'},
    'words': {'type': 'List'},
    'needed': {'type': 'String', 'required': True},
    'description': {'type': 'String', 'update_allowed': True},
}

# A type with one property for each update behaviour.
UPDATABLE = {
    'kept': {'type': 'String'},
    'changeable': {'type': 'String', 'update_allowed': True},
    'fixed': {'type': 'String', 'immutable': True},
    'fixed_number': {'type': 'Integer', 'immutable': True},
    'usual': {'type': 'Integer', 'default': 5, 'update_allowed': True},
    'usual_kept': {'type': 'Number', 'default': 1.5},
    'items': {'type': 'List', 'update_allowed': True, 'schema': {'*': {'type': 'Map', 'schema': {
        'a': {'type': 'Integer'}, 'b': {'type': 'String', 'default': 'B', 'update_allowed': True}}}}},
    'parts': {'type': 'Map', 'schema': {'a': {'type': 'String', 'update_allowed': True}}},
    'flag': {'type': 'Boolean', 'update_allowed': True},
    'anything': {'type': 'Any', 'update_allowed': True},
    'description': {'type': 'String', 'update_allowed': True},
    'needed': {'type': 'String', 'required': True, 'update_allowed': True},
}

FAMILIES = ['properties', 'constraints', 'update', 'schema_validity', 'parameters', 'environments', 'environment_files', 'functions', 'yaql_syntax', 'yaql', 'templates', 'nested_stacks', 'created_stacks', 'template_text',
            'update_preview', 'life_cycle', 'dependencies']
