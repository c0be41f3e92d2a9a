"""Values for updates with stand-ins: two of each property and field, and clouds to change them in."""

import copy
import random
import types
from unittest import mock

from heat.engine import properties
from heat.engine import resources

from . import inputs_type_updates
from . import mutant_values
from . import type_updates

# Values between which properties change, where those that Heat's constraints suggest do not reach the interesting part.
VALUES = {
    ('OS::Nova::Server', 'networks'): ([{'port': 'a'}], [{'port': 'b'}]),
    ('OS::Nova::Server', 'metadata'): ({'a': 'b'}, {'a': 'c'}),
    ('OS::Heat::ResourceGroup', 'resource_def'): ({'type': 'OS::Heat::None'}, {'type': 'OS::Heat::RandomString'}),
    ('OS::Neutron::Port', 'fixed_ips'): ([{'ip_address': '192.0.2.1'}], [{'ip_address': '192.0.2.2'}]),
    ('OS::Heat::SoftwareDeploymentGroup', 'servers'): ({'a': 'b'}, {'a': 'c'}),
    ('AWS::EC2::EIPAssociation', 'InstanceId'): ('a', 'b'),
    ('AWS::EC2::EIPAssociation', 'NetworkInterfaceId'): ('a', 'b'),
}
# What else is set, so that a change of the property comes to the plug-in.
AROUND = {
    ('OS::Nova::Server', 'software_config_transport'): {'user_data_format': 'SOFTWARE_CONFIG'},
    ('OS::Neutron::ProviderNet', 'segmentation_id'): {'network_type': 'vlan', 'physical_network': 'a'},
    ('OS::Neutron::FloatingIP', 'fixed_ip_address'): {'port_id': 'port'},
    ('AWS::EC2::EIPAssociation', 'InstanceId'): {'EIP': '192.0.2.1'},
    ('AWS::EC2::EIPAssociation', 'EIP'): {'InstanceId': 'server'},
    ('AWS::EC2::EIPAssociation', 'AllocationId'): {'InstanceId': 'server'},
    ('AWS::EC2::EIPAssociation', 'NetworkInterfaceId'): {'AllocationId': 'address'},
}
# What is around a field in the same map, so that the plug-in knows what the map is about.
BESIDE = {
    ('OS::Nova::Server', 'networks.*.port_extra_properties'): {'network': 'network'},
}


def in_use(service):
    """A cloud in which everything is connected."""
    service.list_l3_agent_hosting_routers.return_value = {'agents': [{'id': 'agent'}]}
    service.list_dhcp_agent_hosting_networks.return_value = {'agents': [{'id': 'agent'}]}
    # Of a type that has a property of this name, it is the property.
    if isinstance(service.servers, mock.Mock):
        service.servers.get.return_value.interface_list.return_value = [mock.MagicMock(port_id='port')]


def in_use_and_old(service):
    """The same, with services that lack what later versions can do."""
    in_use(service)
    service.is_version_supported.return_value = False


def unused(service):
    """A cloud in which nothing is connected."""
    service.volumes.get.return_value.attachments = []


def interface():
    return types.SimpleNamespace(port_id='port', net_id='network', fixed_ips=[])


def port_of_heat(service):
    """A server with one interface, whose port Heat made."""
    service.servers.get.return_value.interface_list.return_value = [interface()]
    return {'internal_ports': '[{"id": "port"}]'}


def several_networks(service):
    """A server with one interface, and a project with networks among which nobody chooses."""
    service.servers.get.return_value.interface_list.return_value = [interface()]
    service.list_networks.return_value = {'networks': [{'id': 'network'}]}


def clouds_of(type_name, path):
    """The clouds in which a property or field is changed."""
    if type_name.startswith('OS::Cinder::'):
        return in_use, in_use_and_old, unused
    if path[:3] == ('networks', '*', 'allocate_network'):
        return in_use, several_networks
    if path[:3] == ('networks', '*', 'port_extra_properties'):
        return (port_of_heat,)
    return (in_use,)


def is_known(cloud, path):
    """Whether the cloud and the values leave nothing open on which the plug-in depends."""
    return cloud is port_of_heat and len(path) > 3


def graded(written):
    """The properties and fields with an `update_effect`, by their paths."""
    def within(path, schemas):
        for name, one in schemas.items():
            here = (*path, name)
            if 'update_effect' in one:
                yield here, one['update_effect']
            yield from within(here, one.get('schema') or {})
    return dict(within((), written.get('properties') or {}))


class Pairs:
    """Data that a type accepts, and two values of each property and field."""

    def __init__(self, written):
        question = inputs_type_updates.of_schema(written)
        self.type_name, self.written = written['type'], written['properties']
        self.schema = properties.schemata(resources.global_env().get_class(self.type_name).properties_schema)
        self.base, self.pairs = question['base'], question['properties']

    def of(self, path):
        """Two values of the property that differ in what the path leads to; none if there are none."""
        named = VALUES.get((self.type_name, '.'.join(path)))
        if named or len(path) == 1:
            return named or self.pairs.get(path[0])
        return self.within(path, self.written, self.schema)

    def within(self, path, written, schema, before=()):
        """Two values of what the path begins with, in schemas of properties."""
        name, *rest = path
        here = (*before, name)
        if not rest:
            pool = mutant_values.Values(random.Random(f'{self.type_name}/{".".join(here)}')).of(name, written[name])
            return inputs_type_updates.pair_of(self.type_name, name, {name: schema[name]}, pool, {})
        inner, inner_schema = written[name]['schema'], schema[name].schema
        pair = self.within(rest, inner, inner_schema, here)
        if pair is None or rest[0] == '*':
            return pair and [[value] for value in pair]
        beside = {**self.required(inner), **BESIDE.get((self.type_name, '.'.join((*here, rest[0]))), {})}
        return [{**beside, rest[0]: value} for value in pair]

    @staticmethod
    def required(written):
        return {name: 'a' for name, one in written.items() if one.get('required')}


def defaults(type_name, data):
    """Properties with their defaults."""
    schema = type_updates.stack_of({'type': type_name, 'properties': copy.deepcopy(data)}).resources['r'].properties_schema
    return {**{name: one.default for name, one in schema.items()}, **data}
