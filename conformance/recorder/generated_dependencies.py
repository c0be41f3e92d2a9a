"""Random small stacks of the types that compare properties with those of other resources, and of the types that they look at."""

import copy
import json

VERSIONS = ['2018-08-31', '2021-04-16']
# What the resources of a type are called, and the kind of thing that a reference to one identifies.
KINDS = {
    'OS::Neutron::Net': 'net', 'OS::Neutron::ProviderNet': 'net', 'OS::Neutron::Subnet': 'subnet', 'OS::Neutron::Port': 'port',
    'OS::Neutron::Router': 'router', 'OS::Neutron::RouterInterface': 'interface', 'OS::Neutron::RouterGateway': 'gateway',
    'OS::Neutron::FloatingIP': 'ip', 'OS::Neutron::FloatingIPAssociation': 'association',
    'OS::Neutron::FloatingIPPortForward': 'forward', 'OS::Neutron::ExtraRoute': 'route', 'OS::Neutron::ExtraRouteSet': 'routes',
    'OS::Nova::Server': 'server', 'OS::Heat::ResourceGroup': 'group', 'OS::Heat::Value': 'value', 'OS::Heat::RandomString': 'random',
    'AWS::EC2::VPC': 'vpc', 'AWS::EC2::RouteTable': 'table', 'AWS::EC2::VPCGatewayAttachment': 'attachment',
    'AWS::EC2::InternetGateway': 'internet',
}
PROVIDER = 'OS::Neutron::ProviderNet'
# Types that meet each other in one comparison, and others beside them.
TOPICS = [
    ['OS::Neutron::Net', 'OS::Neutron::Subnet', 'OS::Neutron::Subnet', 'OS::Neutron::Port', 'OS::Nova::Server'],
    ['OS::Neutron::Net', 'OS::Neutron::Subnet', 'OS::Nova::Server', 'OS::Nova::Server', 'OS::Heat::Value'],
    ['OS::Neutron::Net', 'OS::Neutron::Subnet', 'OS::Neutron::Router', 'OS::Neutron::RouterGateway', 'OS::Neutron::ProviderNet'],
    ['OS::Neutron::Router', 'OS::Neutron::RouterInterface', 'OS::Neutron::RouterGateway', 'OS::Neutron::ExtraRoute', 'OS::Neutron::ExtraRouteSet'],
    ['OS::Neutron::Net', 'OS::Neutron::Router', 'OS::Neutron::RouterGateway', 'OS::Neutron::FloatingIP', 'OS::Neutron::FloatingIP'],
    ['OS::Neutron::Subnet', 'OS::Neutron::Port', 'OS::Neutron::RouterInterface', 'OS::Neutron::FloatingIP', 'OS::Neutron::FloatingIP'],
    ['OS::Neutron::Subnet', 'OS::Neutron::Port', 'OS::Neutron::RouterInterface', 'OS::Neutron::FloatingIP', 'OS::Neutron::FloatingIPAssociation',
     'OS::Neutron::FloatingIPAssociation'],
    ['OS::Neutron::Subnet', 'OS::Neutron::Port', 'OS::Neutron::RouterInterface', 'OS::Neutron::FloatingIP',
     'OS::Neutron::FloatingIPPortForward', 'OS::Neutron::FloatingIPPortForward'],
    ['AWS::EC2::VPC', 'AWS::EC2::RouteTable', 'AWS::EC2::RouteTable', 'AWS::EC2::VPCGatewayAttachment', 'AWS::EC2::InternetGateway'],
    list(KINDS),
]
# Types that owners of a property refer to, so that there is something to look at.
BEFORE = {
    'OS::Neutron::FloatingIP': 'OS::Neutron::Port', 'OS::Neutron::FloatingIPAssociation': 'OS::Neutron::Port',
    'OS::Neutron::FloatingIPPortForward': 'OS::Neutron::Port',
}
PARAMETERS = {'one': {'type': 'string', 'default': 'a'}, 'same': {'type': 'string', 'default': 'a'},
              'third': {'type': 'string', 'default': 'b'}, 'empty': {'type': 'string', 'default': ''}, 'given': {'type': 'string'}}
CONDITIONS = {'yes': {'equals': [1, 1]}, 'no': {'equals': ['a', {'get_param': 'given'}]}}
ALIASES = {'My::Net': 'OS::Neutron::Net', 'My::Subnet': 'OS::Neutron::Subnet', 'My::Port': 'OS::Neutron::Port', 'My::Router': 'OS::Neutron::Router',
           'My::Interface': 'OS::Neutron::RouterInterface', 'My::Gateway': 'OS::Neutron::RouterGateway', 'My::Table': 'AWS::EC2::RouteTable'}
SUBNET_FILE = 'subnet.yaml'
SUBNET_ATTRIBUTES = ['name', 'network_id', 'tenant_id', 'allocation_pools', 'gateway_ip', 'host_routes', 'ip_version', 'cidr', 'dns_nameservers',
                     'enable_dhcp']
SUBNET = {'heat_template_version': '2018-08-31', 'parameters': {'network': {'type': 'string'}, 'cidr': {'type': 'string', 'default': ''}},
          'resources': {'inner': {'type': 'OS::Neutron::Subnet', 'properties': {'network': {'get_param': 'network'}, 'cidr': '10.0.0.0/24'}}},
          'outputs': {name: {'value': {'get_attr': ['inner', name]}} for name in SUBNET_ATTRIBUTES}}
ANSWERS = ['get_resource', 'get_resource', 'get_resource', 'get_resource', 'text', 'text', 'name', 'name', 'parameter', 'parameter', 'attribute',
           'null', 'empty', 'function']
# The parts of a template in which names stand, in HOT and in CFN-style templates.
CFN_KEYS = {'type': 'Type', 'properties': 'Properties', 'depends_on': 'DependsOn', 'condition': 'Condition', 'metadata': 'Metadata'}


class DependencyMaker:
    """Generates inputs of the family `dependencies`."""

    def __init__(self, maker):
        self.maker = maker
        self.one, self.chance, self.random = maker.one, maker.chance, maker.random
        self.made = {}
        # The plainer templates have a few values, which are often the same.
        self.answers = self.one([ANSWERS, ANSWERS, ['get_resource'], ['get_resource', 'get_resource', 'text'], ['text', 'parameter', 'name']])

    # Values.

    def names(self, *kinds):
        return [name for name, resource in self.made.items() if KINDS.get(ALIASES.get(resource['type'], resource['type'])) in kinds]

    def value(self, *kinds):
        """A value of a property that identifies a thing of one of these kinds."""
        fitting, kind = self.names(*kinds), self.one(self.answers)
        if kind == 'get_resource' and not fitting:
            kind = 'text'
        if kind == 'get_resource':
            return {'get_resource': self.one(fitting)}
        if kind == 'name':
            # The name of a resource, which is what a reference to it gives before it exists.
            return self.one(fitting or [kinds[0]])
        if kind == 'parameter':
            return {'get_param': self.one(list(PARAMETERS))}
        if kind == 'attribute' and (fitting or self.names('value')):
            return {'get_attr': self.one([[name, 'value'] for name in self.names('value')] + [[name, 'show', 'id'] for name in fitting])}
        if kind == 'function':
            return self.function(fitting)
        return {'null': None, 'empty': ''}.get(kind, self.one(['a', 'a', 'b']))

    def function(self, fitting):
        reference = {'get_resource': self.one(fitting)} if fitting else {'get_param': 'one'}
        return self.one([
            {'list_join': ['', ['a']]}, {'list_join': ['', [reference]]}, {'str_replace': {'template': 'it', 'params': {'it': reference}}},
            {'if': ['yes', reference, 'a']}, {'if': ['no', reference, 'a']}, {'if': ['no', 'b', reference]},
        ])

    def network(self, properties, name='network', old_name='network_id', missing=0.05):
        """Sets a property, or the hidden one that it replaces."""
        if not self.chance(missing):
            properties[old_name if self.chance(0.15) else name] = self.value('net')

    def subnet(self, properties, missing):
        if not self.chance(missing):
            properties['subnet_id' if self.chance(0.15) else 'subnet'] = self.value('subnet')

    # Properties by type.

    def properties(self, resource_type):
        return self.of_provider() if resource_type == PROVIDER else getattr(self, 'of_' + KINDS[resource_type])()

    def of_net(self):
        return {'name': 'a'} if self.chance(0.2) else {}

    def of_provider(self):
        return {'network_type': 'flat', 'physical_network': 'a'}

    def of_subnet(self):
        made = {'cidr': f'10.0.{self.random.randint(0, 9)}.0/24'}
        self.network(made, missing=0.03)
        return made

    def fixed_ip(self):
        made = {}
        self.subnet(made, missing=0.25)
        if not made or self.chance(0.3):
            made['ip_address'] = self.one(['10.0.0.4', '10.0.0.5'])
        items = list(made.items())
        self.random.shuffle(items)
        return dict(items)

    def of_port(self):
        made = {}
        self.network(made, missing=0.03)
        kind = self.random.random()
        if kind < 0.65:
            made['fixed_ips'] = [self.fixed_ip() for _ in range(self.random.choice([1, 1, 1, 2, 2, 3]))]
        elif kind < 0.8:
            made['fixed_ips'] = self.one([[], None, [{}], {'if': ['no', [self.fixed_ip()], None]}, {'if': ['yes', [self.fixed_ip()], []]}])
        return made

    def of_router(self):
        kind = self.random.random()
        if kind < 0.25:
            return {}
        if kind < 0.35:
            return {'external_gateway_info': self.one([{}, None, {'enable_snat': True}])}
        made = {'network': self.value('net')}
        if self.chance(0.2):
            made['external_fixed_ips'] = [{'subnet': self.value('subnet')}]
        return {'external_gateway_info': made}

    def of_interface(self):
        made = {'router_id' if self.chance(0.15) else 'router': self.value('router')}
        if self.names('port') and self.chance(0.2):
            made['port_id' if self.chance(0.15) else 'port'] = self.value('port')
        else:
            self.subnet(made, missing=0.02)
        return made

    def of_gateway(self):
        made = {'router_id': self.value('router')}
        self.network(made)
        return made

    def of_ip(self):
        made = {}
        self.network(made, 'floating_network', 'floating_network_id', missing=0.02)
        ports = self.names('port')
        if ports and self.chance(0.8):
            made['port_id'] = {'get_resource': self.one(ports)} if self.chance(0.8) else self.value('port')
        return made

    def of_association(self):
        return {'floatingip_id': self.value('ip'), 'port_id': self.port()}

    def port(self):
        ports = self.names('port')
        return {'get_resource': self.one(ports)} if ports and self.chance(0.9) else self.value('port')

    def of_forward(self):
        return {'floating_ip': self.value('ip'), 'internal_port': self.port(), 'internal_ip_address': '10.0.0.4', 'internal_port_number': 22,
                'external_port': 2222, 'protocol': 'tcp'}

    def of_route(self):
        return {'router_id': self.value('router'), 'destination': '10.9.0.0/24', 'nexthop': '10.0.0.9'}

    def of_routes(self):
        return {'router': self.value('router'), 'routes': [{'destination': '10.9.0.0/24', 'nexthop': '10.0.0.9'}]}

    def server_network(self):
        made = {}
        kind = self.random.random()
        if kind < 0.6:
            made['network'] = self.value('net')
        elif kind < 0.7:
            made['uuid'] = self.value('net')
        if self.names('port') and (not made or self.chance(0.15)):
            made['port'] = self.value('port')
        if not made or self.chance(0.15):
            made['subnet'] = self.value('subnet')
        if self.names('ip') and self.chance(0.2):
            made['floating_ip'] = self.value('ip')
        return made

    def of_server(self):
        made = {'flavor': 'small', 'image': 'cirros'}
        kind = self.random.random()
        if kind < 0.8:
            made['networks'] = [self.server_network() for _ in range(self.random.choice([1, 1, 2, 3]))]
        elif kind < 0.95:
            made['networks'] = self.one([[], None, [{'allocate_network': 'none'}]])
        return made

    def of_group(self):
        of_type = self.one(['OS::Neutron::Port', 'OS::Neutron::Subnet', 'OS::Nova::Server', 'OS::Neutron::RouterInterface', 'OS::Neutron::FloatingIP'])
        return {'count': self.one([1, 2]), 'resource_def': {'type': of_type, 'properties': self.properties(of_type)}}

    def of_value(self):
        return {'value': self.one(['a', 'b', {'get_param': 'one'}, None])}

    def of_random(self):
        return {'length': 4}

    def of_vpc(self):
        return {'CidrBlock': '10.0.0.0/16'}

    def of_table(self):
        return {'VpcId': self.value('vpc', 'net')}

    def of_attachment(self):
        made = {'VpcId': self.value('vpc', 'net')}
        if self.chance(0.7):
            made['InternetGatewayId'] = self.value('internet')
        return made

    def of_internet(self):
        return {}

    # Resources.

    def name(self, resource_type):
        base = KINDS[resource_type]
        names = [base, *(f'{base}_{number}' for number in range(2, 9))]
        return next(name for name in names if name not in self.made)

    def add(self, resource_type):
        name = self.name(resource_type)
        made = {'type': resource_type, 'properties': self.properties(resource_type)}
        if not made['properties']:
            del made['properties']
        if self.chance(0.08) and self.made:
            made['depends_on'] = self.one([self.one(list(self.made)), self.maker.some(list(self.made), 2)])
        if self.chance(0.08):
            made['condition'] = self.one(['yes', 'yes', 'no'])
        if self.chance(0.05) and 'depends_on' not in made:
            made['external_id'] = self.one(['a', 'b', KINDS[resource_type]])
        if self.chance(0.05) and self.made:
            made['metadata'] = {'of': {'get_resource': self.one(list(self.made))}}
        self.made[name] = made

    def resources(self):
        topic = self.one(TOPICS)
        wanted = self.random.randint(3, 7)
        chosen = [self.one(topic) for _ in range(wanted)]
        if self.chance(0.12):
            chosen[0] = 'OS::Heat::ResourceGroup'
        # What others refer to comes first: later resources refer to earlier ones.
        chosen.sort(key=list(KINDS).index)
        for resource_type in chosen:
            needed = BEFORE.get(resource_type)
            if needed and not self.names(KINDS[needed]) and len(self.made) < 7:
                self.add(needed)
            if len(self.made) < 7:
                self.add(resource_type)
        if self.chance(0.08):
            # Only with this, resources can wait for each other.
            self.made[self.one(list(self.made))]['depends_on'] = self.one(list(self.made))
        items = list(self.made.items())
        self.random.shuffle(items)
        return dict(items)

    # Templates.

    def given(self):
        resources = self.resources()
        made, environment = {}, {}
        if self.chance(0.1):
            environment['resource_registry'] = self.aliased(resources)
        if self.chance(0.05) and any(resource['type'] == 'OS::Neutron::Subnet' for resource in resources.values()):
            environment['resource_registry'] = {**environment.get('resource_registry', {}), 'OS::Neutron::Subnet': SUBNET_FILE}
            made['files'] = {SUBNET_FILE: json.dumps(SUBNET)}
        text = json.dumps(resources)
        parameters = {name: one for name, one in PARAMETERS.items() if f'{{"get_param": "{name}"}}' in text or name == 'given' and '"no"' in text}
        if 'given' in parameters:
            environment['parameters'] = {'given': self.one(['a', 'b', 'net', 'router'])}
        template = {'heat_template_version': self.one(VERSIONS)}
        if parameters:
            template['parameters'] = copy.deepcopy(parameters)
        if '"yes"' in text or '"no"' in text:
            template['conditions'] = copy.deepcopy(CONDITIONS)
            template.setdefault('parameters', {})['given'] = PARAMETERS['given']
            environment.setdefault('parameters', {}).setdefault('given', 'b')
        template['resources'] = resources
        if self.chance(0.12):
            template = as_cfn(template)
        return {'template': template, **({'environment': environment} if environment else {}), **made}

    def aliased(self, resources):
        """Gives resources another name of their type, which the environment knows."""
        other_names = {of: name for name, of in ALIASES.items()}
        used = {}
        for resource in resources.values():
            if resource['type'] in other_names and self.chance(0.6):
                resource['type'] = other_names[resource['type']]
                used[resource['type']] = ALIASES[resource['type']]
        return used


def as_cfn(template):
    """The same template in the style of CloudFormation."""
    made = {'AWSTemplateFormatVersion': '2010-09-09'}
    if 'parameters' in template:
        made['Parameters'] = {name: {'Type': 'String', **({'Default': one['default']} if 'default' in one else {})}
                              for name, one in template['parameters'].items()}
    if 'conditions' in template:
        made['Conditions'] = {'yes': {'Fn::Equals': ['1', '1']}, 'no': {'Fn::Equals': ['a', {'Ref': 'given'}]}}
    made['Resources'] = {
        name: {CFN_KEYS[key]: in_cfn(part) for key, part in resource.items() if key in CFN_KEYS}
        for name, resource in template['resources'].items()
    }
    return made


def in_cfn(part):
    if isinstance(part, list):
        return [in_cfn(item) for item in part]
    if not isinstance(part, dict):
        return part
    if len(part) == 1:
        (key, argument), = part.items()
        if key in ('get_resource', 'get_param'):
            return {'Ref': argument}
        if key == 'get_attr':
            return {'Fn::GetAtt': argument[:2]}
        if key == 'list_join':
            return {'Fn::Join': in_cfn(argument)}
        if key == 'str_replace':
            return {'Fn::Replace': [in_cfn(argument['params']), argument['template']]}
        if key == 'if':
            return {'Fn::If': in_cfn([*argument, None][:3])}
    return {key: in_cfn(member) for key, member in part.items()}
