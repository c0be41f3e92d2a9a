"""Random definitions and values of parameters, from a grammar. A seed always gives the same inputs."""

from . import custom_values
from . import values

VERSIONS = ['hot', 'hot-2017-02-24', 'hot-2018-03-02', 'cfn']
HOT_VERSIONS = ['2013-05-23', '2016-10-14', 'newton', '2017-02-24', 'pike', '2018-03-02', '2021-04-16', 'rocky']
NAMES = ['p', 'q', 'size', 'a b', 'OS::stack_name', 'x-y']

# The types, by their names in HOT and in CFN, with the type of properties that is like them.
TYPES = {
    'string': ('String', 'String'),
    'number': ('Number', 'Number'),
    'comma_delimited_list': ('CommaDelimitedList', 'List'),
    'json': ('Json', 'Map'),
    'boolean': ('Boolean', 'Boolean'),
}
FITTING = {
    'string': values.FITTING['String'] + ['', 'abcd', 'AB'],
    'number': values.FITTING['Number'] + ['2', 3, '-1', '1_0', 10 ** 25],
    'comma_delimited_list': ['a,b', 'a', '', 'a, b', ',', ['a', 'b'], [1, None], [], '1,2', ['a', 'c']],
    'json': values.MAPS + values.LISTS + ['{}', '{"a": 1}', '[1, 2]', '5', 'null', '', '{"a": 1, "a": [NaN]}'],
    'boolean': [True, False, 'true', 'no', 'ON', ' t ', 1, '0', 'Y'],
}
# JSON with mistakes, each of which has its own message.
BROKEN_JSON = [
    '{', '[', '{"a"', '{"a": ', '{"a": 1', '{"a": 1,', '{"a": 1,}', '[1', '[1,', '[1,]', '[1 2]', '{"a" 1}', '{a: 1}', "['a']",
    '"a', '"a\\', '"a\\x"', '"\\u12"', '"\\u00e4', '"\\ud83d\\u12"', '"\t"', '01', '1.', '-', '.5', 'nul', '[nan]', '1 2', ' ',
    '\n[1,\n x]', '\ufeff{}', '"\u00e4" x', '[-]', '{"a": 1 "b": 2}', '-Infinit', '\u00a0[]', '9' * 4301, '[' * 2000,
]
ODD_CONSTRAINTS = [
    None, 5, 'a', [], {}, {'description': 'd'}, {'bogus': 1}, {'range': None}, {'range': {}}, {'range': 5}, {'range': {'min': 'x'}},
    {'range': {'min': [1]}}, {'range': {'min': '1', 'max': '2.5'}}, {'length': {'min': 1.5}}, {'length': {'min': '2', 'max': None}},
    {'length': {}}, {'length': {'min': 1, 'foo': 2}}, {'modulo': {'step': 0, 'offset': 0}}, {'modulo': {'step': 2}}, {'modulo': 2},
    {'modulo': {'step': 2, 'offset': 3}}, {'modulo': {'step': 3, 'offset': -1}}, {'modulo': {'step': 2.5, 'offset': 1}},
    {'modulo': {'step': 'inf', 'offset': 1}}, {'modulo': {'step': 3, 'offset': 'nan'}}, {'modulo': {'step': '4', 'offset': '1'}},
    {'allowed_values': 'ab'}, {'allowed_values': None}, {'allowed_values': {'a': 1}}, {'allowed_values': []},
    {'allowed_pattern': 5}, {'allowed_pattern': '('}, {'allowed_pattern': None}, {'custom_constraint': 5},
    {'custom_constraint': ['a']}, {'custom_constraint': None}, {'length': {'min': 1}, 'range': {'min': 1}},
    {'modulo': {'step': 2, 'offset': 1}, 'range': {'max': 5}}, {'allowed_values': ['a'], 'allowed_pattern': '('},
    {'range': {'min': 1}, 'description': 5}, {'length': {'max': 1}, 'description': ''}, {'length': {'max': 1}, 'description': ['d']},
]


class ParameterMaker:
    """Generates definitions of parameters, and values for them."""

    def __init__(self, maker):
        self.maker = maker
        self.one, self.chance, self.random = maker.one, maker.chance, maker.random

    def constraint(self, of_type):
        """A constraint, mostly one that applies to the type."""
        if self.chance(0.12):
            return self.one(ODD_CONSTRAINTS)
        constraint = self.maker.constraint(TYPES[of_type][1] if self.chance(0.9) else None, fitting=self.chance(0.95))
        return constraint if constraint is not None else self.one(ODD_CONSTRAINTS)

    def value(self, of_type, constraints=()):
        """A value, mostly one of the type."""
        for constraint in constraints:
            if isinstance(constraint, dict) and self.chance(0.4):
                allowed = constraint.get('allowed_values')
                custom = constraint.get('custom_constraint')
                if isinstance(allowed, list) and allowed:
                    return self.one(allowed)
                if isinstance(custom, str) and custom in custom_values.VALUES:
                    return self.one(custom_values.VALUES[custom])
        if of_type == 'json' and self.chance(0.2):
            return self.one(BROKEN_JSON)
        return self.one(values.ALL if self.chance(0.2) else FITTING[of_type])

    def common(self, definition, names):
        """What all types have, under the names that the dialect has for it."""
        for key, some in names.items():
            if self.chance(0.12):
                definition[key] = self.one(some)
        if self.chance(0.03):
            definition[self.one(['bogus', 'Tags', 'tags', 'Type', 'type', 'required', ''])] = self.one(values.FEW)

    def shuffled(self, definition):
        items = list(definition.items())
        self.random.shuffle(items)
        return dict(items)

    def hot_definition(self, of_type, tags):
        definition = {'type': of_type}
        if self.chance(0.45):
            count = self.random.choices([0, 1, 2, 3], [1, 6, 3, 1])[0]
            definition['constraints'] = [self.constraint(of_type) for _ in range(count)]
        if self.chance(0.02):
            definition['constraints'] = self.one([None, {}, 'a', {'range': {'min': 1}}])
        if self.chance(0.4):
            definition['default'] = self.value(of_type, definition.get('constraints') or ())
        names = {'hidden': [True, False, 'true', '', 0, None], 'label': ['a label', '', None, 5],
                 'description': ['of it', None, ['d']], 'immutable': [True, False, 'no', None], 'schema': [{}, 5]}
        if tags:
            names['tags'] = [['a', 'b'], [], [1], 'a', None, {}]
        self.common(definition, names)
        if self.chance(0.03):
            definition['type'] = self.one(['String', 'text', None, ['string'], 5, {}, 'list', 'Json', 'STRING', True])
        if self.chance(0.01):
            del definition['type']
        return self.shuffled(definition)

    def cfn_definition(self, of_type):
        definition = {'Type': TYPES[of_type][0]}
        ends = [0, 1, 2, '1', 2.5, 5, '5', None, 'x', -1, [1], True]
        usual = {'String': ['MinLength', 'MaxLength', 'AllowedValues', 'AllowedPattern'], 'Number': ['MinValue', 'MaxValue', 'AllowedValues'],
                 'List': ['MinLength', 'AllowedValues'], 'Map': ['MinLength'], 'Boolean': ['AllowedValues']}[TYPES[of_type][1]]
        for key in self.maker.some(usual, 2) if self.chance(0.45) else []:
            if key == 'AllowedValues':
                definition[key] = self.one(values.CONSTRAINTS['allowed_values'] + ['ab', None])
            elif key == 'AllowedPattern':
                definition[key] = self.one(values.PATTERNS + ['(', 5])
            else:
                definition[key] = self.one(ends if self.chance(0.3) else [0, 1, 2, 3])
        if self.chance(0.4):
            definition['Default'] = self.value(of_type, [{'allowed_values': definition.get('AllowedValues')}])
        self.common(definition, {
            'NoEcho': [True, False, 'true', 'TRUE', 'yes', 1, None], 'Label': ['a label', '', 5], 'Description': ['of it', None],
            'ConstraintDescription': ['so be it', '', 5], 'MinValue': ends, 'MaxLength': ends})
        if self.chance(0.03):
            definition['Type'] = self.one(['string', 'List', None, ['String'], 'Integer', 'Map', 'AWS::EC2::KeyPair::KeyName'])
        return self.shuffled(definition)

    def definition(self, version, of_type):
        if self.chance(0.01):
            return self.one([None, 'string', [], 5])
        if version == 'cfn':
            return self.cfn_definition(of_type)
        return self.hot_definition(of_type, version == 'hot-2018-03-02' or self.chance(0.02))

    def parameter(self):
        version, of_type = self.one(VERSIONS), self.one(list(TYPES))
        definition = self.definition(version, of_type)
        given = {'version': version, 'name': self.one(NAMES[:4]), 'definition': definition}
        constraints = definition.get('constraints') if isinstance(definition, dict) else None
        constraints = constraints if isinstance(constraints, list) else []
        if self.chance(0.65):
            given['value'] = self.value(of_type, constraints)
        if self.chance(0.15):
            given['param_default'] = self.value(of_type, constraints)
        return given

    def template(self, odd=0.05):
        """A template, and the types of its parameters."""
        version = self.one([*HOT_VERSIONS, 'cfn'])
        types = {name: self.one(list(TYPES)) for name in self.maker.some(NAMES, 4)}
        dialect = 'cfn' if version == 'cfn' else 'hot-2018-03-02' if version in HOT_VERSIONS[5:] else 'hot'
        definitions = {}
        for name, of_type in types.items():
            if self.chance(odd):
                definitions[name] = self.definition(dialect, of_type)
                continue
            key, default = ('Type', 'Default') if version == 'cfn' else ('type', 'default')
            definitions[name] = {key: TYPES[of_type][0] if version == 'cfn' else of_type}
            if self.chance(0.5):
                definitions[name][default] = self.one(FITTING[of_type])
            if version != 'cfn' and self.chance(0.4):
                definitions[name]['immutable'] = True
            if self.chance(0.2):
                definitions[name]['NoEcho' if version == 'cfn' else 'hidden'] = True
        if version == 'cfn':
            made = {self.one(['AWSTemplateFormatVersion', 'HeatTemplateFormatVersion']): '2010-09-09', 'Parameters': definitions}
            if 'HeatTemplateFormatVersion' in made:
                made['HeatTemplateFormatVersion'] = '2012-12-12'
        else:
            made = {'heat_template_version': version, 'parameters': definitions}
        return made, types

    def given_values(self, types, share=0.7):
        given = {name: self.value(of_type) for name, of_type in types.items() if self.chance(share)}
        if self.chance(0.1):
            given[self.one(['other', 'OS::stack_id', 'AWS::StackId', 'OS::region'])] = self.one(values.FEW)
        return given

    def parameter_set(self):
        template, types = self.template()
        if self.chance(0.03):
            template['Parameters' if 'parameters' not in template else 'parameters'] = self.one([None, {}, [], '', ['a'], 'a'])
        given = {'kind': 'parameter_set', 'template': template, 'values': self.given_values(types),
                 'with_stack': self.chance(0.7)}
        if self.chance(0.4):
            given['param_defaults'] = self.given_values({**types, 'AWS::Region': 'string', 'OS::project_id': 'string'}, 0.3)
        return given

    def immutable_modified(self):
        template, types = self.template(odd=0)
        before = self.given_values(types)
        after = dict(before)
        for name, of_type in types.items():
            if self.chance(0.3):
                after.pop(name, None)
            elif self.chance(0.4):
                after[name] = self.one(FITTING[of_type])
        other = template if self.chance(0.8) else self.template(odd=0)[0]
        return {'kind': 'immutable_modified', 'before_template': template, 'before': before, 'after_template': other,
                'after': after}

    def groups(self):
        template, types = self.template(odd=0)
        names = [*types, *types, *types, 'other', 'OS::stack_id', 'OS::stack_name', 5, None, ['a'], 'p']
        groups = []
        for _ in range(self.random.randint(0, 3)):
            group = {}
            if self.chance(0.8):
                group['label'] = self.one(['l', 'm', '', '7', 5, None, 1.5]) if self.chance(0.3) else 'l'
            if self.chance(0.95):
                group['parameters'] = [self.one(names) for _ in range(self.random.randint(0, 3))]
            if self.chance(0.05):
                group['parameters'] = self.one([None, 'a', {}, 5])
            groups.append(self.one(['a', 5, None, []]) if self.chance(0.05) else group)
        template['parameter_groups'] = groups if self.chance(0.9) else self.one([None, {}, 'a', {'a': 1}, 5, ''])
        return {'kind': 'parameter_groups', 'template': template}

    def any(self):
        kinds = [self.parameter, self.parameter_set, self.immutable_modified, self.groups]
        return self.random.choices(kinds, [80, 12, 4, 4])[0]()
