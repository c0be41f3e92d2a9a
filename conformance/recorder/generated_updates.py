"""Pairs of versions of a stack: a real or a made-up template, and the same with some changes as people make them. A seed always gives
the same inputs.
"""

import copy
import pathlib

import yaml

from . import generated_templates
from . import values

KEYS = generated_templates.KEYS
# Types whose plug-ins decide about updates in code of their own, with properties that they look at.
DECIDING = {
    'OS::Nova::Server': {'flavor': ['small', 'large'], 'flavor_update_policy': ['RESIZE', 'REPLACE'], 'image': ['a', 'b'],
                         'image_update_policy': ['REBUILD', 'REPLACE'], 'user_data': ['a', 'b'], 'user_data_update_policy': ['REPLACE', 'IGNORE'],
                         'name': ['a', 'b'], 'key_name': ['k'], 'networks': [[{'network': 'n'}], [{'network': 'm'}]], 'metadata': [{'a': 'b'}]},
    'OS::Neutron::Port': {'network': ['n', 'm'], 'replacement_policy': ['AUTO', 'REPLACE_ALWAYS'], 'name': ['a', 'b'], 'network_id': ['n']},
    'OS::Heat::UpdateWaitConditionHandle': {},
    'OS::Heat::None': {'any': [1, 2]},
    'OS::Heat::TestResource': {'value': ['a', 'b'], 'update_replace': [True, False], 'fail': [False]},
    'OS::Heat::Stack': {'template': ['heat_template_version: 2015-04-30'], 'parameters': [{'a': 1}, {'a': 2}], 'context': [{'region_name': 'a'}, {'region_name': 'b'}]},
    'AWS::EC2::EIPAssociation': {'EIP': ['1.2.3.4', '1.2.3.5'], 'InstanceId': ['i', 'j'], 'AllocationId': ['a', 'b']},
    'AWS::AutoScaling::LaunchConfiguration': {'ImageId': ['a', 'b'], 'InstanceType': ['s', 'l']},
    'OS::Mistral::ExternalResource': {'actions': [{'CREATE': {'workflow': 'w'}}], 'input': [{'a': 1, 'b': 1}, {'a': 2, 'b': 1}, {'a': 1, 'b': 2}],
                                      'replace_on_change_inputs': [['a']], 'always_update': [True, False]},
    'OS::Heat::ResourceGroup': {'count': [1, 2], 'resource_def': [{'type': 'OS::Heat::RandomString', 'properties': {'length': 5}},
                                                                 {'type': 'OS::Heat::RandomString', 'properties': {'length': 6}}]},
    'OS::Heat::AutoScalingGroup': {'min_size': [1], 'max_size': [2, 3], 'resource': [{'type': 'OS::Heat::RandomString'}]},
    'OS::Heat::Value': {'value': ['a', 'b', 3, ['a']], 'type': ['string', 'json']},
    'OS::Heat::RandomString': {'length': [5, 6], 'salt': ['a']},
    'OS::Cinder::Volume': {'size': [1, 2], 'name': ['a', 'b'], 'volume_type': ['t', 'u'], 'availability_zone': ['a', 'b'], 'metadata': [{'a': 'b'}]},
    'OS::Neutron::Net': {'name': ['a', 'b'], 'admin_state_up': [True, False], 'shared': [True, False]},
    'OS::Neutron::Subnet': {'network': ['n'], 'network_id': ['n'], 'cidr': ['10.0.0.0/24', '10.1.0.0/24'], 'name': ['a', 'b'], 'dns_nameservers': [['1.1.1.1'], []]},
    'OS::Neutron::RouterInterface': {'router': ['r'], 'subnet': ['s', 't'], 'subnet_id': ['s', 't']},
    'OS::Heat::SoftwareConfig': {'config': ['a', 'b'], 'group': ['script', 'ansible'], 'inputs': [[{'name': 'a'}], [{'name': 'b'}]]},
    'OS::Heat::SoftwareDeployment': {'config': ['c'], 'server': ['s', 't'], 'input_values': [{'a': 1}, {'a': 2}], 'actions': [['CREATE'], ['CREATE', 'UPDATE']]},
    'OS::Neutron::SecurityGroup': {'rules': [[{'protocol': 'tcp'}], [{'protocol': 'udp'}], []], 'name': ['a', 'b'], 'description': ['a', 'b']},
    'OS::Neutron::FloatingIP': {'floating_network': ['n', 'm'], 'floating_network_id': ['n'], 'port_id': ['p', 'q'], 'fixed_ip_address': ['10.0.0.1']},
    'OS::Trove::Instance': {'flavor': ['s', 'l'], 'size': [1, 2], 'name': ['a', 'b'], 'databases': [[{'name': 'abc'}], [{'name': 'bcd'}]]},
    'OS::Keystone::User': {'name': ['a', 'b'], 'enabled': [True, False], 'password': ['a', 'b']},
    'OS::Nova::KeyPair': {'name': ['a', 'b'], 'save_private_key': [True, False]},
}
# What their attributes are follows from what is in their stacks.
STACKS = ['OS::Heat::ResourceGroup', 'OS::Heat::AutoScalingGroup', 'OS::Heat::Stack', 'nested.yaml']
NAMES = ['net', 'server', 'volume', 'port', 'group', 'other', 'last']
NESTED = {'heat_template_version': '2018-08-31', 'parameters': {'a': {'type': 'string', 'default': 'x'}, 'n': {'type': 'number', 'default': 5}},
          'resources': {'text': {'type': 'OS::Heat::RandomString', 'properties': {'length': {'get_param': 'n'}}},
                        'value': {'type': 'OS::Heat::TestResource', 'properties': {'value': {'get_param': 'a'}}}}}
POLICIES = ['delete', 'retain', 'Delete']
# A value for each type of parameter, for those that have no default.
VALUES = {'number': 3, 'boolean': True, 'json': {'k': 'v'}, 'comma_delimited_list': ['a', 'b'], 'commadelimitedlist': ['a', 'b']}


def missing_values(template):
    """Values for the parameters without a default."""
    section = template.get('parameters') or template.get('Parameters')
    found = {}
    for name, definition in section.items() if isinstance(section, dict) else []:
        if isinstance(definition, dict) and 'default' not in definition and 'Default' not in definition:
            kind = str(definition.get('type') or definition.get('Type')).lower()
            found[name] = VALUES.get(kind, 'text')
    return found


class UpdateMaker:
    """Generates inputs of the family `update_preview`."""

    def __init__(self, maker):
        self.maker = maker
        self.one, self.chance, self.random = maker.one, maker.chance, maker.random

    # Made-up stacks.

    def value(self, earlier, fitting, plain=()):
        """A value of a property, which can refer to earlier resources and to parameters; to attributes only of those that make no stack."""
        kind, is_text = self.random.random(), all(isinstance(value, str) for value in fitting)
        if is_text and earlier and kind < 0.2:
            return {'get_resource': self.one(earlier)}
        if is_text and plain and kind < 0.27:
            return {'get_attr': [self.one(plain), 'show', self.one(['a', 'b'])]}
        if kind < 0.34 and not isinstance(fitting[0], (list, dict)):
            of_type = {bool: 'flag', int: 'size'}
            return {'get_param': of_type.get(type(fitting[0]), 'text')}
        if is_text and earlier and kind < 0.4:
            return {'str_replace': {'template': self.one(['a $x', 'b $x']), 'params': {'$x': {'get_resource': self.one(earlier)}}}}
        if kind < 0.44:
            return {'if': ['on', self.one(fitting), self.one(fitting)]}
        return self.one(fitting)

    def generated_resource(self, earlier, types, plain):
        of_type = self.one([*DECIDING, 'nested.yaml'])
        pools = DECIDING.get(of_type, {'a': ['x', 'y'], 'n': [5, 6]})
        schema, _ = types.get(of_type, ({}, []))
        # Heat refuses both of these together.
        instead = [name for name in pools if f'{name}_id' in pools and self.chance(0.5)]
        pools = {name: pool for name, pool in pools.items() if name not in instead and (name.removesuffix('_id') in instead or not name.endswith('_id'))}
        needed = {'network', 'network_id', 'floating_network', 'floating_network_id', 'router', 'subnet', 'subnet_id'}
        wanted = [name for name in pools if name in needed or schema.get(name, {}).get('required') or self.chance(0.6)]
        made = {'type': of_type, 'properties': {name: self.value(earlier, pools[name], plain) for name in wanted}}
        if self.chance(0.15):
            made['metadata'] = {'a': self.value(earlier, ['x', 'y'])}
        if self.chance(0.1) and earlier:
            made['depends_on'] = self.one(earlier)
        if self.chance(0.1):
            made['deletion_policy'] = self.one(POLICIES)
        if self.chance(0.1):
            made['condition'] = self.one(['on', 'off', True])
        if self.chance(0.05):
            made['external_id'] = self.one(['e1', 'e2'])
            made.pop('depends_on', None)
        if self.chance(0.1):
            made['description'] = self.one(['one', 'two'])
        return made

    def generated(self, types):
        resources = {}
        for name in NAMES[:self.random.randint(2, len(NAMES))]:
            earlier = [other for other in resources if 'condition' not in resources[other]]
            plain = [other for other in earlier if resources[other]['type'] not in STACKS]
            resources[name] = self.generated_resource(earlier, types, plain)
        template = {
            'heat_template_version': self.one(['2016-10-14', '2018-08-31', '2021-04-16']),
            'parameters': {'text': {'type': 'string', 'default': 'x'}, 'flag': {'type': 'boolean', 'default': True}, 'size': {'type': 'number', 'default': 2}},
            'conditions': {'on': {'get_param': 'flag'}, 'off': {'not': 'on'}},
            'resources': resources,
        }
        return {'template': template, 'environment': {'parameters': {}}}

    # Changes.

    def changed_scalar(self, value):
        if isinstance(value, bool):
            return not value
        if isinstance(value, (int, float)):
            return value + self.one([1, 0, 10])
        if isinstance(value, str):
            return self.one([value + 'x', value, 'other', ''])
        return self.one(['x', 3, None, ['a'], {'a': 'b'}])

    def changed(self, value):
        """A value with a change somewhere in it."""
        if isinstance(value, dict) and value:
            key = self.one(list(value))
            if key == 'get_attr' or key == 'get_resource' or key == 'get_file' or key == 'if':
                return value if self.chance(0.5) else self.one(['x', 'y', 3])
            if self.chance(0.15):
                return {name: member for name, member in value.items() if name != key}
            return {**value, key: self.changed(value[key])}
        if isinstance(value, list) and value:
            place = self.random.randrange(len(value))
            if self.chance(0.2):
                return value[:place] + value[place + 1:]
            if self.chance(0.1):
                return [*value, copy.deepcopy(value[place])]
            return [*value[:place], self.changed(value[place]), *value[place + 1:]]
        return self.changed_scalar(value)

    def update(self, old, types):
        """The same stack with one to three changes."""
        new = copy.deepcopy(old)
        template = new['template']
        section = template.get('resources') if 'resources' in template else template.get('Resources')
        if not isinstance(section, dict) or not section:
            return new
        for _ in range(self.random.randint(1, 3)):
            self.change(new, section, types)
        return new

    def change(self, new, section, types):
        is_hot = 'resources' in new['template']
        key = (lambda name: name) if is_hot else KEYS.get
        name = self.one(list(section)) if section else None
        kind = self.random.choices(
            ['property', 'parameter', 'add property', 'drop', 'add', 'rename', 'type', 'policy', 'metadata', 'depends', 'description', 'nothing'],
            [12, 5, 4, 1, 1, 0.5, 0.7, 1, 1, 1, 0.5, 0.3])[0]
        one = section.get(name)
        if not isinstance(one, dict):
            return
        properties = one.get(key('properties'))
        of_type = one.get(key('type'))
        if kind == 'property' and isinstance(properties, dict) and properties:
            which = self.one(list(properties))
            properties[which] = self.changed(properties[which])
        elif kind == 'parameter':
            self.change_parameter(new)
        elif kind == 'add property' and isinstance(of_type, str):
            self.add_property(one, key, of_type, types)
        elif kind == 'drop' and len(section) > 1:
            del section[name]
        elif kind == 'add':
            section['added'] = copy.deepcopy(one)
        elif kind == 'rename':
            section['renamed'] = section.pop(name)
        elif kind == 'type':
            one[key('type')] = self.one(['OS::Heat::RandomString', 'OS::Heat::None', 'OS::Heat::Value', 'OS::Heat::TestResource'])
        elif kind == 'policy':
            one[key('deletion_policy')] = self.one(['Delete', 'Retain'])
        elif kind == 'metadata':
            one[key('metadata')] = self.one([{'a': 'b'}, {}])
        elif kind == 'depends':
            others = [other for other in section if other != name]
            one[key('depends_on')] = self.one(others) if others else []
        elif kind == 'description':
            one[key('description')] = self.one(['one', 'two'])

    def change_parameter(self, new):
        section = new['template'].get('parameters') or new['template'].get('Parameters')
        if not isinstance(section, dict) or not section:
            return
        name = self.one(list(section))
        definition = section[name] if isinstance(section[name], dict) else {}
        kind = str(definition.get('type') or definition.get('Type')).lower()
        given = new.setdefault('environment', {}).setdefault('parameters', {})
        given[name] = {'number': self.one([1, 4, 7]), 'boolean': self.one([True, False]), 'json': {'k': self.one(['v', 'w'])},
                       'comma_delimited_list': self.one([['a'], ['a', 'c']])}.get(kind, self.one(['text', 'another', '10.9.0.0/24']))

    def add_property(self, one, key, of_type, types):
        schema, _ = types.get(of_type, ({}, []))
        if not schema:
            return
        properties = one.setdefault(key('properties'), {})
        if not isinstance(properties, dict):
            return
        name = self.one(list(schema))
        properties[name] = self.one(values.FITTING[schema[name]['type']])

    # Pairs.

    def pair(self, types, old=None):
        """A stack and its update; a made-up one if none is given."""
        given = {'old': self.generated(types) if old is None else {key: value for key, value in old.items() if key != 'files'}}
        given['new'] = self.update(given['old'], types)
        files = {'nested.yaml': NESTED} if old is None else old.get('files', {})
        return {**given, **({'files': files} if files else {})}


def examples(folder):
    """The examples of the catalogue's types as stacks, with values for the parameters that need one."""
    for path in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(path.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        for example in written.get('examples', []):
            try:
                template = yaml.load(example['template'], Loader=yaml.BaseLoader)
            except yaml.YAMLError:
                continue
            template = yaml.safe_load(example['template'])
            template['heat_template_version'] = str(template['heat_template_version'])
            yield written['type'], {'template': template, 'environment': {'parameters': missing_values(template)}}
