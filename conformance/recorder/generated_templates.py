"""Random templates from a grammar, with an environment and files. A seed always gives the same inputs.

Most mistakes are rare in most templates, so that later steps of validation are reached too.
"""

import copy
import json

import yaml

from . import custom_values
from . import generated_parameters
from . import values
from .generated_functions import CFN, CFN_TYPES, FILES, MAPPINGS, PARAMETERS, VERSIONS, FunctionMaker

NAMES = ['r1', 'r2', 'r3', 'r4', 'x', 'r 5']
# Types with translation, with nested definitions, with dependencies by value, and without properties.
USUAL = ['OS::Heat::Value', 'OS::Heat::Value', 'OS::Heat::RandomString', 'OS::Heat::None', 'OS::Heat::SoftwareConfig', 'OS::Nova::Server',
         'OS::Neutron::Port', 'OS::Neutron::Net', 'OS::Neutron::Subnet', 'OS::Neutron::RouterInterface', 'OS::Neutron::Router',
         'OS::Neutron::FloatingIP', 'OS::Cinder::Volume', 'OS::Heat::ResourceGroup', 'OS::Heat::AutoScalingGroup', 'OS::Heat::ResourceChain',
         'OS::Heat::WaitCondition', 'OS::Heat::WaitConditionHandle', 'OS::Heat::ScalingPolicy', 'AWS::EC2::Instance',
         'AWS::CloudFormation::WaitCondition', 'AWS::CloudFormation::WaitConditionHandle', 'AWS::AutoScaling::AutoScalingGroup']
ODD_TYPES = ['No::Such::Type', '', 5, None, ['OS::Heat::Value'], {'get_param': 's'}, {'Ref': 's'}, True, 'missing.yaml', 'OS::Heat::value',
             'OS::Nova::*', 'http://127.0.0.1:1/a.yaml']
ATTRIBUTES = ['show', 'show', 'value', 'name', 'first_address', 'addresses', 'refs', 'data', 'outputs', 'nowhere']
ODD_DATA = [None, '', 'text', 5, [], ['a'], {}, {'a': 1}, {'get_param': 's'}, {'Ref': 's'}, {'get_attr': ['r1', 'value']}, True]
POLICIES = ['Delete', 'Retain', 'Snapshot', 'delete', 'retain', 'snapshot', 'DELETE', '', None, 5]
UPDATE_POLICIES = [{}, {'rolling_updates': {'max_batch_size': 2}}, {'rolling_updates': {'max_batch_size': 'x'}}, {'batch_create': {'pause_time': 1}},
                   {'AutoScalingRollingUpdate': {'MaxBatchSize': 1}}, {'a': 1}, {'rolling_update': {'max_batch_size': {'get_param': 'n'}}}, [], 'x']
# The keys of a resource, an output and a template, in HOT and in CFN-style templates.
KEYS = {'type': 'Type', 'properties': 'Properties', 'metadata': 'Metadata', 'depends_on': 'DependsOn', 'deletion_policy': 'DeletionPolicy',
        'update_policy': 'UpdatePolicy', 'condition': 'Condition', 'description': 'Description', 'value': 'Value', 'external_id': 'external_id',
        'resources': 'Resources', 'outputs': 'Outputs', 'parameters': 'Parameters', 'conditions': 'Conditions', 'default': 'Default'}
NESTED = 'nested.yaml'


class TemplateMaker:
    """Generates inputs of the family `templates`."""

    def __init__(self, maker, types):
        self.maker, self.types = maker, types
        self.one, self.chance, self.random = maker.one, maker.chance, maker.random
        self.version = self.one(VERSIONS)
        self.odd = self.one([0, 0, 0.02, 0.02, 0.08, 0.3])
        self.grammar = FunctionMaker(maker, self.version, self.odd, ['missing'], ATTRIBUTES)
        self.is_hot = self.grammar.is_hot
        has_conditions = self.version >= '2016-10-14' if self.is_hot else self.version == 'cfn'
        self.has_conditions = has_conditions or self.chance(self.odd / 2)
        self.nested = self.nested_template() if self.chance(0.2) else None

    def key(self, name):
        return name if self.is_hot else KEYS[name]

    # Resources.

    def constrained(self, constraints):
        """A value that the constraints accept, as far as that is easy to say; none if it is not."""
        for constraint in constraints:
            kind, argument = next(iter(constraint.items()))
            if kind == 'allowed_values':
                return self.one(argument)
            if kind == 'custom_constraint' and argument in custom_values.VALUES:
                return self.one(custom_values.VALUES[argument])
            if kind == 'range':
                return argument.get('min', argument.get('max'))
            if kind == 'length':
                return 'a' * min(argument.get('min', 1) or 1, 300)
        return None

    def data(self, definition, depth):
        """A value of a property, or a function that gives one."""
        if self.chance(self.odd):
            return self.one(values.ALL)
        of_type, nested = definition['type'], definition.get('schema')
        if self.chance(0.25):
            functions = {'String': self.grammar.text, 'List': self.grammar.list, 'Map': self.grammar.map, 'Any': self.grammar.any,
                         'Boolean': lambda _: self.parameter('yes', 'no'), 'Integer': lambda _: self.parameter('n', 'big'),
                         'Number': lambda _: self.parameter('n', 'half')}
            return functions[of_type](depth)
        if of_type == 'Map' and nested is not None:
            return self.properties(nested, depth - 1)
        if of_type == 'List' and nested is not None and set(nested) == {'*'}:
            return [self.data(nested['*'], depth - 1) for _ in range(self.random.randint(0, 2))]
        fitting = self.constrained(definition.get('constraints', []))
        return self.one(values.FITTING[of_type]) if fitting is None else fitting

    def parameter(self, *names):
        return {'get_param' if self.is_hot else 'Ref': self.one(names)}

    def properties(self, schema, depth=3):
        data = {}
        for name, member in schema.items():
            # Optional ones are rare: large types have dozens.
            wanted = 1 - self.odd / 2 if member.get('required') else min(0.5, 3 / len(schema))
            if self.chance(wanted):
                data[name] = self.data(member, depth)
        if self.chance(self.odd):
            data[self.one(['other', 'Name', '', '0'])] = self.one(ODD_DATA)
        return data

    def resource_type(self):
        if self.chance(self.odd / 2):
            return self.one(ODD_TYPES)
        if self.nested is not None and self.chance(0.4):
            return self.one(['My::Nested', 'My::Nested', 'My::Other', NESTED])
        return self.one(USUAL) if self.chance(0.75) else self.one(sorted(self.types))

    def properties_of(self, resource_type):
        if resource_type in ('My::Nested', NESTED):
            return {name: self.grammar.text(2) for name in ('a', 'b', 'other') if self.chance(0.6 if name != 'other' else self.odd)}
        if resource_type == 'OS::Heat::Value' and self.chance(0.8):
            return {'value': self.grammar.snippet(self.one([1, 2, 2, 3]))}
        schema = self.types.get(resource_type, ({}, []))[0] if isinstance(resource_type, str) else {}
        data = self.properties(schema)
        for name in ('resource_def', 'resource'):
            if name in data and self.chance(0.8):
                data[name] = {'type': self.one(USUAL[:6]), 'properties': {'value': self.grammar.text(2)}}
        return data

    def resource(self, earlier):
        if self.chance(self.odd / 4):
            return self.one(ODD_DATA)
        made = {'type': self.resource_type()}
        made['properties'] = self.properties_of(made['type'])
        if not made['properties'] and self.chance(0.7) or self.chance(self.odd / 4):
            del made['properties']
        if self.chance(0.15):
            made['metadata'] = self.grammar.map(2)
        if self.chance(0.2) and earlier:
            made['depends_on'] = self.one([self.one(earlier), self.maker.some(earlier, 3)])
        if self.chance(0.15) and self.has_conditions:
            made['condition'] = self.grammar.condition(2)
        if self.chance(0.1):
            made['deletion_policy'] = self.one(POLICIES) if self.chance(self.odd) else self.one(POLICIES[:3])
        if self.chance(0.06):
            made['update_policy'] = self.one(UPDATE_POLICIES)
        if self.chance(0.03):
            made['external_id'] = self.one(['id', {'get_param': 's'}, None, 5, {'get_resource': 'r1'}, ''])
        if self.chance(0.08):
            made['description'] = self.one(['of it', '', None, {'get_param': 's'}, 5]) if self.chance(self.odd) else 'of it'
        for key in list(made):
            if self.chance(self.odd / 6):
                made[key] = self.one(ODD_DATA)
        if self.chance(self.odd / 4):
            made[self.one(['Properties', 'bogus', 'depends_on ', 'Type', 'value', 5])] = self.one(ODD_DATA)
        if self.chance(self.odd / 6):
            del made['type']
        return {KEYS.get(key, key) if not self.is_hot else key: value for key, value in made.items()}

    def resources(self):
        made = {}
        for name in NAMES[:self.random.choice([1, 1, 2, 3, 4, 6])]:
            # A resource refers to earlier ones, so that circles are rare.
            self.grammar.resources = [*made] * 3 + ['missing'] * (not made or self.chance(self.odd)) + NAMES * self.chance(self.odd)
            made[name] = self.resource([*made, 'missing'] if self.chance(self.odd) else list(made))
        self.grammar.resources = [*made]
        if self.chance(0.2):
            items = list(made.items())
            self.random.shuffle(items)
            made = dict(items)
        return made

    # The other sections.

    def outputs(self):
        made = {}
        for name in self.maker.some(['o1', 'o2', 'o 3'], 3):
            made[name] = {self.key('value'): self.grammar.snippet(2)}
            if self.chance(0.2):
                made[name][self.key('description')] = self.one(['of it', None, ''])
            if self.chance(0.15) and self.has_conditions:
                made[name][self.key('condition')] = self.grammar.condition(2)
            if self.chance(self.odd / 3):
                made[name] = self.one([*ODD_DATA, {'bogus': 1}, {self.key('value'): 1, 'bogus': 1}])
        return made

    def parameters(self):
        made = {}
        for name, (of_type, default) in PARAMETERS.items():
            made[name] = {self.key('type'): of_type if self.is_hot else CFN_TYPES[of_type]}
            if default is not None:
                made[name][self.key('default')] = default
        if self.chance(0.15):
            definitions = generated_parameters.ParameterMaker(self.maker)
            of_type = self.one(list(generated_parameters.TYPES))
            dialect = 'hot' if self.is_hot else 'cfn'
            name = self.one(['p', 'p', 'r1', 's', 'OS::stack_name'] if self.chance(self.odd) else ['p'])
            made[name] = definitions.definition(dialect, of_type)
        return made

    def groups(self, names):
        names = [*names, 'nope', 5] if self.chance(self.odd) else [*names]
        return [{'label': 'g', 'parameters': self.maker.some(names, 3)} for _ in range(self.random.choice([1, 1, 2]))]

    def template(self):
        """A template. Of its parameters, files and mappings, only those that it names are kept."""
        body = {'resources': self.resources()}
        if self.chance(0.4):
            body['outputs'] = self.outputs()
        if self.has_conditions:
            text = json.dumps(body, ensure_ascii=False)
            conditions = self.grammar.conditions()
            if isinstance(conditions, dict) and not self.chance(self.odd):
                conditions = {name: one for name, one in conditions.items() if f'"{name}"' in text or isinstance(one, bool)}
            body['conditions'] = conditions
        text = json.dumps(body, ensure_ascii=False)
        made = {'heat_template_version': self.version} if self.is_hot else dict(CFN[self.version])
        if self.chance(0.1):
            made[self.key('description')] = self.one(['of it', '', None, 5, ['a']]) if self.chance(self.odd) else 'of it'
        named = lambda name: json.dumps(name, ensure_ascii=False) in text or name == 'p'
        parameters = {name: definition for name, definition in self.parameters().items() if named(name)}
        made[self.key('parameters')] = parameters
        if self.is_hot and parameters and self.chance(0.1):
            made['parameter_groups'] = self.groups(parameters)
        if not self.is_hot and 'FindInMap' in text:
            made['Mappings'] = copy.deepcopy(MAPPINGS)
        for name in self.random.sample(list(body), len(body)):
            made[self.key(name)] = body[name]
        for name in list(made):
            if self.chance(self.odd / 10):
                made[name] = self.one(ODD_DATA)
        if self.chance(self.odd / 6):
            made[self.one(['bogus', 'Resources', 'resources', 'Mappings', 'conditions', 'Outputs', 5])] = self.one(ODD_DATA)
        return {name: section for name, section in made.items() if section != {} or self.chance(0.3)}

    # The surroundings.

    def nested_template(self):
        """A template that implements a type."""
        of_type = self.one(['string', 'string', 'number', 'json', 'comma_delimited_list', 'boolean'])
        parameters = {'a': {'type': of_type}, 'b': {'type': 'string', 'default': 'b'}}
        if self.chance(0.2):
            parameters['a']['constraints'] = [{'length': {'max': 3}}]
        made = {'heat_template_version': '2016-10-14', 'parameters': parameters,
                'resources': {'inner': {'type': 'OS::Heat::Value', 'properties': {'value': {'get_param': 'a'}}}},
                'outputs': {'value': {'value': {'get_attr': ['inner', 'value']}}}}
        if self.chance(0.08):
            made[self.one(list(made))] = self.one(ODD_DATA)
        if self.chance(0.04):
            return self.one(['', 'a: [', 'text', '- a', 'heat_template_version: 2013-05-23', '{}'])
        return yaml.safe_dump(made, sort_keys=False)

    def environment(self, template):
        made = {}
        definitions = template.get('parameters', template.get('Parameters'))
        known = definitions if isinstance(definitions, dict) else {}
        given = {'nothing': 'x', 's': 'other', 'l': ['p', 'q'], 'n': '1_000', 'yes': 'f', 'j': '[1, {"a": null}]', 'p': 'abc'}
        kept = {name: value for name, value in given.items() if name in known and (self.chance(0.3 if name != 'p' else 0.6) or name == 'nothing' and self.chance(0.95))}
        if self.chance(self.odd / 3):
            kept['nope'] = 1
        if kept:
            made['parameters'] = kept
        if self.chance(0.1):
            made['parameter_defaults'] = {'s': 'd', 'a': 'given', 'nope': 1}
        if self.nested is not None:
            made['resource_registry'] = {'My::Nested': NESTED, 'My::Other': self.one(['OS::Heat::Value', 'No::Such', 'My::Nested'])}
            if self.chance(0.15):
                made['resource_registry'] = self.one([{'My::*': 'OS::Heat::*'}, {'resources': {'r1': {'My::Nested': 'OS::Heat::None'}}}, {}])
        return made

    def given(self):
        template = self.template()
        if self.chance(0.25):
            template = mutated(self.maker, template, self.random.randint(1, 3))
        made = {'template': template}
        environment = self.environment(template)
        if environment:
            made['environment'] = environment
        files = {name: text for name, text in FILES.items() if json.dumps(name) in json.dumps(template)}
        if self.nested is not None:
            files[NESTED] = self.nested
        if files:
            made['files'] = files
        if self.chance(0.1):
            made['strict_validate'] = False
        return made


def places(node, found):
    """All lists and maps in a template, each with one of its keys or indices."""
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else []
    for key, member in members:
        found.append((node, key))
        places(member, found)
    return found


def mutated(maker, template, count):
    """The template with some changes: something left out, renamed, replaced, put elsewhere or put into a function."""
    made = copy.deepcopy(template)
    for _ in range(count):
        found = places(made, [])
        if not found:
            break
        node, key = found[maker.random.randrange(len(found))]
        kind = maker.random.choices(['drop', 'replace', 'rename', 'swap', 'wrap'], [3, 3, 2, 2, 1])[0]
        if kind == 'drop':
            del node[key]
        elif kind == 'replace':
            node[key] = maker.one(ODD_DATA + values.FEW)
        elif kind == 'rename' and isinstance(node, dict) and isinstance(key, str):
            renamed = maker.mutated(key)
            items = [(renamed if name == key else name, member) for name, member in node.items()]
            node.clear()
            node.update(items)
        elif kind == 'swap':
            other, place = found[maker.random.randrange(len(found))]
            node[key] = copy.deepcopy(other[place])
        elif kind == 'wrap':
            name = maker.one(['get_param', 'get_attr', 'list_join', 'if', 'Ref', 'Fn::GetAtt', 'str_replace', 'repeat', 'not', 'equals'])
            node[key] = {name: node[key]}
    return made


def text(maker, types):
    """A text of a template, mostly with a mistake of one character."""
    made = TemplateMaker(maker, types).template()
    if maker.chance(0.3):
        written = json.dumps(made, ensure_ascii=False, indent=maker.one([None, 1, 2]))
    else:
        written = yaml.safe_dump(made, sort_keys=False, allow_unicode=True, width=maker.one([40, 80]),
                                 default_flow_style=maker.one([False, False, True, None]))
    for _ in range(maker.random.choice([0, 1, 1, 2])):
        written = maker.mutated(written)
    return {'text': written}
