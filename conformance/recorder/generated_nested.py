"""Random stacks whose resources create others: nested templates, groups, chains and launch configurations. A seed always gives the
same inputs.

Mistakes are rare, since Heat validates the resources of a stack in no certain order, and stops at the first mistake.
"""

import yaml

TEMPLATES = ['n1.yaml', 'n2.yaml', 'n3.yaml']
VERSIONS = ['2015-04-30', '2016-10-14', '2018-08-31', '2013-05-23']
# Types of members, and of resources that make no stack.
PLAIN = ['OS::Heat::Value', 'OS::Heat::Value', 'OS::Heat::TestResource', 'OS::Heat::RandomString', 'OS::Heat::None', 'OS::Heat::SoftwareConfig']
MAKERS = ['OS::Heat::ResourceGroup', 'OS::Heat::ResourceChain', 'OS::Heat::AutoScalingGroup', 'OS::Heat::SoftwareDeploymentGroup',
          'OS::Heat::InstanceGroup', 'AWS::AutoScaling::AutoScalingGroup']
LAUNCH = 'AWS::AutoScaling::LaunchConfiguration'
ATTRIBUTES = {'OS::Heat::Value': ['value'], 'OS::Heat::TestResource': ['output'], 'OS::Heat::RandomString': ['value'], 'OS::Heat::SoftwareConfig': ['config'],
              'OS::Heat::ResourceGroup': ['refs', 'refs_map', 'resource.0', 'resource.0.value', 'value', 'o1', 'attributes', 'removed_rsrc_list'],
              'OS::Heat::ResourceChain': ['refs', 'resource.0', 'resource.1.value', 'value', 'o1', 'attributes'],
              'OS::Heat::AutoScalingGroup': ['outputs', 'outputs_list', 'refs', 'refs_map', 'current_size'],
              'OS::Heat::SoftwareDeploymentGroup': ['deploy_stdouts', 'deploy_stderrs', 'anything'],
              'OS::Heat::InstanceGroup': ['InstanceList'], 'AWS::AutoScaling::AutoScalingGroup': ['InstanceList']}
CONSTANTS = ['x', 'abc', '3', 3, 0, True, None, ['a', 'b'], [1], {'a': 1}, ['a', None], [{'k': 'v'}], '', '%index%', '{"a": [1]}', 1.5]
# Names of parameters that Heat takes for sections of an environment when they are given to a nested stack.
SECTIONS = ['parameters', 'parameter_defaults', 'resource_registry', 'encrypted_param_names', 'event_sinks', 'parameter_merge_strategies']
SECTION_VALUES = [{'a': 'from there'}, {'nope': 1}, {'OS::Heat::Value': 'OS::Heat::None'}, {}, '{"a": "text"}', [], 'text', '']
DEFAULTS = {'a': 'd', 'b': 1, 'l': '', 'j': {}}

# Resources that the code of a plug-in refuses, whatever the schema of the type says.
GROUP = {'type': 'OS::Heat::AutoScalingGroup', 'properties': {'min_size': 1, 'max_size': 2, 'resource': {'type': 'OS::Heat::None'}}}
INSTANCES = {'type': 'OS::Heat::InstanceGroup', 'properties': {'AvailabilityZones': [], 'LaunchConfigurationName': 'lc', 'Size': 1}}
OF_PLUGINS = [
    {'r': {**GROUP, 'properties': {**GROUP['properties'], 'min_size': 3}}},
    {'r': {**GROUP, 'properties': {**GROUP['properties'], 'desired_capacity': 5}}},
    {'lc': {'type': LAUNCH, 'properties': {'ImageId': 'image'}}},
    {'r': INSTANCES},
    {'r': INSTANCES, 'lc': {'type': LAUNCH, 'properties': {'ImageId': 'image', 'InstanceType': 'small'}}},
    {'r': {'type': 'OS::Heat::ResourceChain', 'properties': {'resources': ['launch.yaml']}}},
]
OF_PLUGINS_FILE = {'launch.yaml': yaml.safe_dump({
    'heat_template_version': '2016-10-14', 'parameters': {'a': {'type': 'string'}},
    'resources': {'lc': {'type': LAUNCH, 'properties': {'ImageId': {'get_param': 'a'}, 'InstanceType': 'small'}}}})}


class NestedMaker:
    """Generates inputs of the family `nested_stacks`."""

    def __init__(self, maker):
        self.maker = maker
        self.one, self.chance, self.random = maker.one, maker.chance, maker.random
        self.odd = self.one([0, 0.01, 0.03, 0.08, 0.15])
        # A parameter that nested templates have and Heat takes for a section.
        self.section = self.one(SECTIONS) if self.chance(0.1) else None
        # The templates that the next one may use: each those after it, so that most are not too deep.
        self.known = TEMPLATES

    def value(self, parameters, earlier):
        """A value, which can refer to parameters and to earlier resources, by name with their types."""
        kind = self.random.random()
        if kind < 0.3 and parameters:
            return {'get_param': 'nope' if self.chance(self.odd / 4) else self.one(list(parameters))}
        if kind < 0.4 and earlier:
            return {'get_resource': self.one(list(earlier))}
        if kind < 0.6 and earlier:
            name = self.one(list(earlier))
            attributes = ['show'] if self.chance(0.1) else ATTRIBUTES.get(earlier[name], ['o1', 'o2'])
            path = [self.one(['value', 'a', 0])] if self.chance(0.2) else []
            return {'get_attr': [name, 'nowhere' if self.chance(self.odd / 4) else self.one(attributes), *path]}
        if kind < 0.65:
            return {'list_join': ['-', [self.value(parameters, {}) if self.chance(self.odd) else 'a', 'b']]}
        return self.one(CONSTANTS)

    def type_of_member(self):
        if self.chance(self.odd / 4):
            return self.one(['No::Such', 'missing.yaml', ''])
        if self.known and self.chance(0.45):
            return self.one([*self.known, 'My::Nested'])
        return self.one(PLAIN)

    def properties(self, of_type, value):
        """Properties of a resource that is no group."""
        if of_type in ('OS::Heat::Value', 'OS::Heat::TestResource'):
            made = {'value': value()}
        elif of_type == 'OS::Heat::RandomString':
            made = {'length': self.one([8, 9, '12'])}
        elif of_type == 'OS::Heat::SoftwareConfig':
            made = {'group': 'script', 'config': self.one(['echo', {'get_file': 'a.sh'}, {'get_file': 'missing'} if self.chance(self.odd) else 'true'])}
        elif of_type == LAUNCH:
            made = {'ImageId': 'image', 'InstanceType': self.one(['small', {'get_param': 'a'}]), 'KeyName': self.one(['key', None])}
            if self.chance(0.3):
                made['BlockDeviceMappings'] = [{'DeviceName': 'vdb', 'Ebs': {'SnapshotId': 's', 'VolumeSize': self.one(['10', 5])}}]
            if self.chance(0.3):
                made['NovaSchedulerHints'] = [{'Key': 'k', 'Value': value() if self.chance(self.odd) else 'v'}]
        elif of_type == 'OS::Heat::None':
            made = {'anything': value()} if self.chance(0.3) else {}
        else:
            made = {'a': self.one(['text', {'get_param': 'a'}]) if self.chance(0.8) else value()} if self.chance(1 - self.odd) else {}
            made.update({name: value() for name in ('b', 'l', 'j') if self.chance(self.odd * 4)})
            if self.section and self.chance(0.6):
                made[self.section] = self.one(SECTION_VALUES)
        if self.chance(self.odd / 4):
            made['bogus'] = value()
        return made

    def member(self, value, is_hot):
        """The definition of the members of a group."""
        made = {'type': self.type_of_member()}
        made['properties'] = self.properties(made['type'], value)
        if made['properties'] and self.chance(self.odd):
            made['properties'] = {f'{name}%index%': one for name, one in made['properties'].items()}
        if self.chance(0.15):
            made['metadata'] = {'index': 'm%index%', 'value': value()}
        if is_hot and self.chance(0.1):
            made['deletion_policy'] = self.one(['Retain', 'Delete', 'Snapshot' if self.chance(self.odd) else 'Delete'])
        if self.chance(self.odd / 4):
            made[self.one(['depends_on', 'bogus'])] = self.one(['0', 5])
        if self.chance(self.odd / 8):
            del made[self.one(list(made))]
        return made

    def group(self, of_type, value):
        """The properties of a resource that makes a template."""
        if of_type == 'OS::Heat::ResourceGroup':
            made = {'count': self.one([0, 1, 2, 3, '2']), 'resource_def': self.member(value, False)}
            if self.chance(0.2):
                made['index_var'] = self.one(['%i%', 'value'])
            if self.chance(0.2):
                made['removal_policies'] = [{'resource_list': ['0', 1]}]
        elif of_type == 'OS::Heat::ResourceChain':
            made = {'resources': [self.type_of_member() for _ in range(self.random.randint(0, 3))]}
            if self.chance(0.8):
                made['resource_properties'] = self.properties(made['resources'][0], value) if made['resources'] else {}
            if self.chance(0.3):
                made['concurrent'] = self.one([True, False, 'yes'])
        elif of_type == 'OS::Heat::AutoScalingGroup':
            made = {'min_size': self.one([0, 1, 1]), 'max_size': 2, 'resource': self.member(value, True)}
            if self.chance(0.3):
                made['desired_capacity'] = self.one([1, 2, '1'])
        elif of_type == 'OS::Heat::SoftwareDeploymentGroup':
            made = {'config': self.one(['c', {'get_param': 'a'}]), 'servers': self.one([{}, {'x': 's1'}, {'x': 's1', 'y': {'get_param': 'a'}}])}
            if self.chance(0.3):
                made['input_values'] = {'v': value()}
        else:
            made = {'AvailabilityZones': ['nova'], 'LaunchConfigurationName': {'get_resource': 'lc'}}
            if of_type == 'OS::Heat::InstanceGroup':
                made['Size'] = self.one([0, 1, 2, '1'])
            else:
                made.update({'MinSize': self.one([0, 1, '1']), 'MaxSize': 2})
                if self.chance(0.3):
                    made['VPCZoneIdentifier'] = [self.one(['subnet', {'get_param': 'a'}])]
                if self.chance(0.3):
                    made['DesiredCapacity'] = 1
            if self.chance(0.3):
                made['Tags'] = [{'Key': self.one(['k', 'metering.x']), 'Value': value() if self.chance(self.odd) else 'v'}]
        if self.chance(self.odd / 2):
            made[self.one(list(made))] = value()
        return made

    def resources(self, parameters, most):
        made, types = {}, {}
        for number in range(self.random.randint(1, most)):
            def value():
                return self.value(parameters, types)
            of_type = self.one(MAKERS) if self.chance(0.5) else self.type_of_member()
            if 'LaunchConfigurationName' in (properties := self.group(of_type, value) if of_type in MAKERS else self.properties(of_type, value)):
                made.setdefault('lc', {'type': LAUNCH, 'properties': self.properties(LAUNCH, value)})
            one = {'type': of_type}
            if properties or self.chance(0.3):
                one['properties'] = properties
            if self.chance(0.1):
                one['metadata'] = {'m': value()}
            if self.chance(0.05):
                one['deletion_policy'] = self.one(['Retain', 'Delete', 'Snapshot' if self.chance(self.odd) else 'Delete'])
            if self.chance(self.odd / 4):
                one['condition'] = self.one([{'equals': [value(), 1]}, False, 'nope'])
            made[f'r{number}'], types[f'r{number}'] = one, of_type
        return made, types

    def template(self, parameters, most, is_nested):
        resources, types = self.resources(parameters, most)
        if is_nested and self.chance(0.1):
            facade = {'resource_facade': self.one(['metadata', 'deletion_policy', 'update_policy'])}
            resources['facade'] = {'type': 'OS::Heat::Value', 'properties': {'value': facade}}
        made = {'heat_template_version': self.one(VERSIONS), 'parameters': parameters, 'resources': resources}
        outputs = {name: {'value': self.value(parameters, types)} for name in ('o1', 'o2', 'value') if self.chance(0.6)}
        if outputs:
            made['outputs'] = outputs
        if self.chance(self.odd / 8):
            made[self.one(['bogus', 'outputs', 'resources', 'parameters', 'conditions'])] = self.one([1, [], ['a'], {'a': 1}, None])
        return made

    def nested_parameters(self):
        made = {'a': {'type': 'string'}, 'b': {'type': self.one(['number', 'string', 'boolean'])}, 'l': {'type': 'comma_delimited_list'}, 'j': {'type': 'json'}}
        for name, definition in made.items():
            if name != 'a' and self.chance(1 - self.odd) or self.chance(0.7):
                definition['default'] = DEFAULTS[name]
        if self.chance(0.1):
            made['a']['constraints'] = [{'length': {'max': self.one([3, 30])}}]
        if self.section:
            made[self.section] = {'type': self.one(['json', 'json', 'string']), 'default': {}}
        return made

    def environment(self):
        made = {'resource_registry': {'My::Nested': 'n3.yaml'}}
        if self.chance(0.1):
            made['resource_registry']['OS::Heat::TestResource'] = self.one(['n3.yaml', 'OS::Heat::Value'])
        if self.chance(0.1):
            made['resource_registry']['AWS::EC2::Instance'] = self.one(['OS::Heat::None', 'OS::Heat::Value', 'n3.yaml'])
        if self.chance(0.1):
            of_resource = {'OS::Heat::Value': 'OS::Heat::None'}
            made['resource_registry']['resources'] = {'r0': self.one([of_resource, {'r0': of_resource}, {'0': of_resource}])}
        if self.chance(0.2):
            made['parameter_defaults'] = {'a': self.one(['e', 'longer than three']), 's': 'd'}
        return made

    def given(self):
        files = {'a.sh': 'echo $x\n'}
        for position, name in enumerate(TEMPLATES):
            self.known = TEMPLATES if self.chance(self.odd / 2) else TEMPLATES[position + 1:]
            files[name] = yaml.safe_dump(self.template(self.nested_parameters(), 2, True), sort_keys=False)
            if self.chance(self.odd / 8):
                files[name] = self.one(['a: [', '', 'heat_template_version: 2011-01-01', '- a'])
        self.known = TEMPLATES
        parameters = {'a': {'type': 'string', 'default': 'text'}, 'n': {'type': 'number', 'default': 3}}
        return {'template': self.template(parameters, 3, False), 'environment': self.environment(), 'files': files}


# Resources of types that Heat creates without a cloud, by what is wrong with them when their stack is created; nothing is, with the
# first of each. The parameters of nested templates are among the values.
OF_VALUES = {
    'OS::Heat::RandomString': [
        {'length': 9}, {'length': '12'}, {'length': '%index%9'}, {'length': {'get_param': 'a'}}, {'length': {'get_param': 'b'}},
        {'length': 9999}, {'length': 'long'}, {'length': 0}, {'length': []}, {'length': None}, {'salt': {'a': 1}},
        {'character_classes': [{'class': 'digits', 'min': 1}]}, {'character_classes': [{'class': 'none'}]}, {'character_classes': [{}]},
        {'character_sequences': [{'min': 1}]}, {'character_sequences': [{'sequence': 'a', 'min': 'b'}]}, {'length': {'if': ['yes', 9, 9999]}},
        {'length': {'if': ['no', 9, 9999]}},
    ],
    'OS::Heat::Value': [{'value': 'x'}, {}, {'value': None}, {'value': {'get_param': 'l'}}, {'type': 'none', 'value': 1}, {'type': 'number', 'value': 'x'},
                        {'type': 'json', 'value': [1]}, {'type': 'boolean', 'value': {'get_param': 'b'}}, {'type': 'number', 'value': '%index%'}],
    'OS::Heat::TestResource': [
        {'value': 'x'}, {'fail': 'maybe'}, {'fail': False}, {'wait_secs': 'x'}, {'wait_secs': 0}, {'action_wait_secs': {'create': 'x'}},
        {'action_wait_secs': {'never': 1}}, {'action_wait_secs': []}, {'constraint_prop_secs': 0}, {'value': []}, {'client_name': 'no'},
        {'attr_wait_secs': '%index%'}, {'attr_wait_secs': 'n%index%'},
    ],
    'OS::Heat::SoftwareConfig': [
        {'group': 'script', 'config': 'true'}, {}, {'inputs': [{'name': 'a'}]}, {'inputs': [{}]}, {'inputs': [{'name': 'a', 'type': 'x'}]}, {'inputs': 'a'},
        {'options': 'x'}, {'outputs': [{'name': 'o', 'error_output': 'x'}]}, {'outputs': [{'description': 'x'}]},
    ],
    'OS::Heat::None': [{}, {'anything': [1]}],
}
GROUPS = ['OS::Heat::ResourceGroup', 'OS::Heat::ResourceGroup', 'OS::Heat::ResourceChain', 'OS::Heat::AutoScalingGroup']
NESTED = ['n1.yaml', 'n2.yaml']


class CreatedMaker:
    """Generates inputs of the family `created_stacks`: most are valid as long as nothing is created."""

    def __init__(self, maker):
        self.one, self.chance, self.random = maker.one, maker.chance, maker.random
        # A stack has one mistake in the mean: Heat stops at the first.
        self.odd = self.one([0, 0.1, 0.2, 0.4])
        self.is_unknown = self.chance(0.2)

    def value(self, earlier):
        """The value of a parameter of a nested template."""
        if self.is_unknown and earlier and self.chance(0.5):
            return {'get_attr': [self.one(earlier), self.one(['value', 'output', 'refs', 'o'])]}
        return self.one(['text', 7, '7', {'get_param': 'a'}, {'get_param': 'n'}, 'much longer than ten', 'n%index%', '%index%'])

    def properties(self, of_type, earlier, is_nested):
        if of_type.endswith('.yaml') or of_type == 'My::Nested':
            made = {'a': self.one(['text', 7, {'get_param': 'a'}])}
            if self.chance(self.odd):
                made = {} if self.chance(0.3) else {'a': self.value(earlier)}
            for name, values in {'b': [1, '2', 'x', [1]], 'l': ['a,b', ['c'], {'a': 1}], 'j': [{}, '{"a": 1}', 'x']}.items():
                if self.chance(self.odd):
                    made[name] = self.one(values)
            return made
        known = OF_VALUES[of_type]
        if self.is_unknown and earlier and self.chance(0.3) and of_type == 'OS::Heat::Value':
            return {'value': self.value(earlier)}
        made = self.one(known) if self.chance(self.odd) else known[0]
        needs = yaml.safe_dump(made)
        if not is_nested and ("get_param: l" in needs or "get_param: b" in needs):
            return known[0]
        return made

    def member(self, of_type, earlier, is_nested):
        made = {'type': of_type}
        properties = self.properties(of_type, earlier, is_nested)
        if properties or self.chance(0.5):
            made['properties'] = properties
        return made

    def group(self, of_type, kinds, earlier, is_nested):
        member = self.member(self.one(kinds), earlier, is_nested)
        if of_type == 'OS::Heat::ResourceGroup':
            made = {'count': self.one([0, 1, 2, 3, 12, {'get_param': 'n'}, {'if': ['no', 2, 0]}]), 'resource_def': member}
            if self.chance(0.2):
                made['removal_policies'] = [{'resource_list': self.one([['0', 1], [0], ['x']])}]
            if self.chance(0.1):
                made['index_var'] = self.one(['%i%', 'index'])
        elif of_type == 'OS::Heat::ResourceChain':
            made = {'resources': [member['type']] * self.random.randint(1, 3), 'resource_properties': member.get('properties', {})}
        else:
            made = {'min_size': self.one([0, 1, 2]), 'max_size': 3, 'resource': member}
            if self.chance(0.3):
                made['desired_capacity'] = self.one([0, 2])
        return made

    def resources(self, files, most, is_nested):
        made, earlier = {}, []
        plain = [*OF_VALUES, 'OS::Heat::RandomString', 'OS::Heat::Value']
        for number in range(self.random.randint(1, most)):
            kinds = [*plain, *files * 3] if files else plain
            if self.chance(0.55):
                of_type = self.one(GROUPS)
                one = {'type': of_type, 'properties': self.group(of_type, kinds, earlier, is_nested)}
                if of_type == 'OS::Heat::ResourceGroup' and self.chance(0.2):
                    # A group of groups.
                    around = {'count': self.one([0, 1, 2]), 'index_var': '%outer%', 'resource_def': one}
                    one = {'type': of_type, 'properties': around}
            else:
                one = self.member(self.one(kinds if is_nested else files), earlier, is_nested)
            if self.chance(0.1):
                one['condition'] = self.one(['yes', 'no'])
            else:
                earlier.append(f'r{number}')
            made[f'r{number}'] = one
        return made

    def template(self, parameters, files, most, is_nested):
        conditions = {'yes': {'equals': [1, 1]}, 'no': {'equals': [{'get_param': 'a'}, 'never']}}
        return {'heat_template_version': '2018-08-31', 'parameters': parameters, 'conditions': conditions,
                'resources': self.resources(files, most, is_nested), 'outputs': {'o': {'value': {'get_param': 'a'}}}}

    def nested_parameters(self):
        made = {'a': {'type': self.one(['string', 'string', 'number'])}, 'b': {'type': self.one(['number', 'string', 'boolean']), 'default': 1},
                'l': {'type': 'comma_delimited_list', 'default': 'a'}, 'j': {'type': 'json', 'default': {}}, 'n': {'type': 'number', 'default': 2}}
        if self.chance(0.3):
            limit = {'length': {'max': 10}} if made['a']['type'] == 'string' else {'range': {'max': 10}}
            made['a']['constraints'] = [limit]
        return made

    def given(self):
        files = {}
        for name, known in (('n2.yaml', []), ('n1.yaml', ['n2.yaml'])):
            files[name] = yaml.safe_dump(self.template(self.nested_parameters(), known, 2, True), sort_keys=False)
        parameters = {'a': {'type': 'string', 'default': '7'}, 'n': {'type': 'number', 'default': self.one([0, 1, 3])}}
        made = {'template': self.template(parameters, [*NESTED, 'My::Nested'], 3, False),
                'environment': {'resource_registry': {'My::Nested': 'n2.yaml'}}, 'files': files}
        return {**made, 'unknown': True} if self.is_unknown else made
