"""What real services are asked about: the types that run there, things for their properties to refer to, and values that they take.

`network-1` in a value is the ID of the first network that is made on demand; `FIXTURES` says how. What no table says follows from the
schema (`Maker`).
"""

import itertools
import re

# The services that run here, by how names of types begin.
SERVICES = {
    'OS::Neutron::': 'neutron', 'OS::Cinder::': 'cinder', 'OS::Designate::': 'designate', 'OS::Octavia::': 'octavia',
    'OS::Manila::': 'manila', 'OS::Nova::': 'nova',
    'AWS::EC2::SecurityGroup': 'neutron', 'AWS::EC2::NetworkInterface': 'neutron', 'AWS::EC2::EIPAssociation': 'neutron',
}
# What needs an extension, a hypervisor or an agent that does not run here.
ELSEWHERE = re.compile(
    r'OS::Neutron::(Firewall.*|VPNService|IKEPolicy|IPsec.*|L2Gateway.*|NetworkGateway|TaaS::.*|Port(Chain|Pair|PairGroup)|FlowClassifier)'
    r'|OS::Nova::(Server|FloatingIP.*)|OS::Cinder::VolumeAttachment')

# Services that are asked about the rules of their types only, by how names of types begin, and packages that extend another service.
OF_RULES = {
    'OS::Barbican::': 'barbican', 'OS::Keystone::': 'keystone', 'OS::Aodh::': 'aodh', 'OS::Mistral::': 'mistral',
    'OS::Neutron::FlowClassifier': 'neutron', 'OS::Neutron::IPsecSiteConnection': 'neutron',
}
EXTENSIONS = {'OS::Neutron::FlowClassifier': 'networking-sfc', 'OS::Neutron::IPsecSiteConnection': 'neutron-vpnaas'}


def service_of_rules(type_name):
    """The service that is asked about the service rules of this type; none if there is none."""
    return next((service for start, service in OF_RULES.items() if type_name.startswith(start)), None) or service_of(type_name)


def service_of(type_name):
    """The service that runs here and has this type; none if there is none."""
    if ELSEWHERE.fullmatch(type_name):
        return None
    return next((service for start, service in SERVICES.items() if type_name.startswith(start)), None)


# Things by kind: type, properties, and what else has to be there. `{n}` is the number, `{unique}` differs from run to run.
FIXTURES = {
    'project': None,
    'network': ('OS::Neutron::Net', {}),
    'subnet': ('OS::Neutron::Subnet', {'network': 'network-1', 'cidr': '10.0.{n}.0/24'}),
    'other_subnet': ('OS::Neutron::Subnet', {'network': 'network-2', 'cidr': '10.4.{n}.0/24'}),
    'external': ('OS::Neutron::ProviderNet', {'network_type': 'vxlan', 'router_external': True}),
    'external_subnet': ('OS::Neutron::Subnet', {'network': 'external-{n}', 'cidr': '203.0.{n}.0/24'}),
    'router': ('OS::Neutron::Router', {'external_gateway_info': {'network': 'external-1'}}, ['external_subnet-1']),
    'interface': ('OS::Neutron::RouterInterface', {'router': 'router-1', 'subnet': 'subnet-{n}'}),
    'port': ('OS::Neutron::Port', {'network': 'network-1', 'fixed_ips': [{'subnet': 'subnet-1', 'ip_address': '10.0.1.2{n}'}]}),
    'two_addresses': ('OS::Neutron::Port', {'network': 'network-1', 'fixed_ips': [
        {'subnet': 'subnet-1', 'ip_address': '10.0.1.31'}, {'subnet': 'subnet-1', 'ip_address': '10.0.1.32'}]}),
    'bare_port': ('OS::Neutron::Port', {'network': 'network-2'}),
    'floating_ip': ('OS::Neutron::FloatingIP', {'floating_network': 'external-1', 'floating_ip_address': '203.0.1.10{n}'}, ['external_subnet-1']),
    'security_group': ('OS::Neutron::SecurityGroup', {}),
    'qos_policy': ('OS::Neutron::QoSPolicy', {}),
    'address_scope': ('OS::Neutron::AddressScope', {}),
    'subnetpool': ('OS::Neutron::SubnetPool', {'prefixes': ['10.{n}.0.0/16']}),
    'segment': ('OS::Neutron::Segment', {'network': 'network-1', 'network_type': 'vlan', 'physical_network': 'physnet1',
                                         'segmentation_id': '17{n}'}),
    'metering_label': ('OS::Neutron::MeteringLabel', {}),
    'vtype': ('OS::Cinder::VolumeType', {'name': 'type-{unique}-{n}'}),
    'qos_specs': ('OS::Cinder::QoSSpecs', {'name': 'specs-{unique}-{n}', 'specs': {'a': 'b'}}),
    'volume': ('OS::Cinder::Volume', {'size': 1}),
    'flavor': ('OS::Nova::Flavor', {'ram': 64, 'vcpus': 1}),
    'zone': ('OS::Designate::Zone', {'name': 'zone-{unique}-{n}.example.org.', 'email': 'someone@example.org'}),
    'loadbalancer': ('OS::Octavia::LoadBalancer', {'vip_subnet': 'subnet-1'}),
    'listener': ('OS::Octavia::Listener', {'loadbalancer': 'loadbalancer-1', 'protocol': 'HTTP', 'protocol_port': '80{n}'}),
    'pool': ('OS::Octavia::Pool', {'loadbalancer': 'loadbalancer-1', 'protocol': 'HTTP', 'lb_algorithm': 'ROUND_ROBIN'}),
    'udp_pool': ('OS::Octavia::Pool', {'loadbalancer': 'loadbalancer-1', 'protocol': 'UDP', 'lb_algorithm': 'ROUND_ROBIN'}),
    'l7policy': ('OS::Octavia::L7Policy', {'listener': 'listener-1', 'action': 'REJECT'}),
    'flavorprofile': ('OS::Octavia::FlavorProfile', {'provider_name': 'noop_driver', 'flavor_data': '{}'}),
    'zoneprofile': ('OS::Octavia::AvailabilityZoneProfile', {'provider_name': 'noop_driver', 'availability_zone_data': '{}'}),
    'share_type': ('OS::Manila::ShareType', {'name': 'type-{unique}-{n}', 'driver_handles_share_servers': False}),
    'security_service': ('OS::Manila::SecurityService', {'type': 'ldap'}),
    'vpn_router': ('OS::Neutron::Router', {'external_gateway_info': {'network': 'external-1'}}, ['external_subnet-1']),
    'vpn_subnet': ('OS::Neutron::Subnet', {'network': 'network-1', 'cidr': '10.7.0.0/24'}),
    'vpn_interface': ('OS::Neutron::RouterInterface', {'router': 'vpn_router-1', 'subnet': 'vpn_subnet-1'}),
    'vpnservice': ('OS::Neutron::VPNService', {'subnet': 'vpn_subnet-1', 'router': 'vpn_router-1'}, ['vpn_interface-1']),
    'ikepolicy': ('OS::Neutron::IKEPolicy', {'auth_algorithm': 'sha256'}),
    'ipsecpolicy': ('OS::Neutron::IPsecPolicy', {'auth_algorithm': 'sha256'}),
    'secret': ('OS::Barbican::Secret', {'payload': 'text {n}', 'payload_content_type': 'text/plain'}),
    'service': ('OS::Keystone::Service', {'type': 'type-{n}'}),
    'workflow': ('OS::Mistral::Workflow', {'name': 'workflow-{unique}-{n}', 'type': 'direct', 'tasks': [{'name': 'task', 'action': 'std.noop'}]}),
    'kerberos': ('OS::Manila::SecurityService', {'type': 'kerberos'}),
}
# Constraints that name one of them.
KINDS = {
    'neutron.network': 'network', 'neutron.subnet': 'subnet', 'neutron.port': 'port', 'neutron.router': 'router',
    'neutron.security_group': 'security_group', 'neutron.qos_policy': 'qos_policy', 'neutron.address_scope': 'address_scope',
    'neutron.subnetpool': 'subnetpool', 'neutron.segment': 'segment', 'cinder.vtype': 'vtype', 'cinder.qos_specs': 'qos_specs',
    'cinder.volume': 'volume', 'nova.flavor': 'flavor', 'designate.zone': 'zone', 'octavia.loadbalancer': 'loadbalancer',
    'octavia.listener': 'listener', 'octavia.pool': 'pool', 'octavia.l7policy': 'l7policy', 'octavia.flavorprofile': 'flavorprofile',
    'octavia.availabilityzoneprofile': 'zoneprofile', 'manila.share_type': 'share_type', 'keystone.project': 'project',
    'barbican.secret': 'secret', 'mistral.workflow': 'workflow', 'keystone.service': 'service',
}
# Values that other constraints take.
TAKEN = {
    'ip_addr': ['10.0.1.{n}0'], 'mac_addr': ['00:00:5e:00:53:0{n}'], 'net_cidr': ['10.1.{n}.0/24'], 'ip_or_cidr': ['10.0.1.{n}0'],
    'dns_name': ['name{n}'], 'rel_dns_name': ['name{n}'], 'dns_domain': ['domain{n}.example.org.'], 'json_string': ['{"key": "{n}"}'],
}

# What the resource has besides the property that changes.
BASES = {
    'OS::Neutron::Port': {'network': 'network-1'},
    'OS::Neutron::Subnet': {'network': 'network-1', 'cidr': '10.0.1.0/24'},
    'OS::Neutron::ProviderNet': {'network_type': 'vlan', 'physical_network': 'physnet1', 'segmentation_id': '151'},
    'OS::Neutron::FloatingIP': {'floating_network': 'external-1', 'floating_ip_address': '203.0.1.99'},
    'OS::Neutron::FloatingIPAssociation': {'floatingip_id': 'floating_ip-1', 'port_id': 'port-1'},
    'OS::Neutron::FloatingIPPortForward': {
        'internal_ip_address': '10.0.1.21', 'internal_port_number': 80, 'external_port': 8080, 'internal_port': 'port-1',
        'protocol': 'tcp', 'floating_ip': 'floating_ip-1'},
    'OS::Neutron::ExtraRouteSet': {'router': 'router-1'},
    'OS::Neutron::RBACPolicy': {'object_type': 'network', 'target_tenant': 'project-1', 'action': 'access_as_shared', 'object_id': 'network-1'},
    'OS::Neutron::SubnetPool': {'prefixes': ['10.1.0.0/16']},
    'OS::Neutron::Segment': {'network': 'network-1', 'network_type': 'vlan', 'physical_network': 'physnet1', 'segmentation_id': 152},
    'OS::Neutron::Trunk': {'port': 'port-1'},
    'OS::Neutron::RouterInterface': {'router': 'router-1', 'subnet': 'subnet-1'},
    'OS::Neutron::MeteringRule': {'metering_label_id': 'metering_label-1', 'remote_ip_prefix': '10.8.0.0/16'},
    'OS::Cinder::EncryptedVolumeType': {'provider': 'luks', 'volume_type': 'vtype-1'},
    'OS::Cinder::QoSSpecs': {'specs': {'key': 'value-1'}},
    'OS::Cinder::QoSAssociation': {'qos_specs': 'qos_specs-1', 'volume_types': ['vtype-1']},
    'OS::Cinder::Volume': {'size': 1},
    'OS::Cinder::Quota': {'project': 'project-1', 'snapshots': 9},
    'OS::Neutron::Quota': {'project': 'project-1', 'subnet': 9},
    'OS::Nova::Quota': {'project': 'project-1', 'cores': 9},
    'OS::Octavia::Quota': {'project': 'project-1', 'pool': 9},
    'OS::Designate::Zone': {'name': 'own.example.org.', 'email': 'someone@example.org'},
    'OS::Designate::RecordSet': {'name': 'name.zone-{unique}-1.example.org.', 'zone': 'zone-1', 'type': 'A', 'records': ['192.0.2.1']},
    'OS::Manila::Share': {'share_protocol': 'NFS', 'size': 1, 'share_type': 'share_type-1'},
    'OS::Manila::ShareNetwork': {'neutron_network': 'network-1', 'neutron_subnet': 'subnet-1'},
    'OS::Manila::SecurityService': {'type': 'ldap'},
    'OS::Manila::ShareType': {'name': 'own', 'driver_handles_share_servers': False},
    'OS::Nova::Flavor': {'ram': 64, 'vcpus': 1},
    'OS::Nova::KeyPair': {'name': 'own', 'public_key': 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGwdbO3yduo/10hqIS/WKzL7ueyqTepwVFSGc3GZ3STt'},
    'OS::Octavia::AvailabilityZone': {'availability_zone_profile': 'zoneprofile-1'},
    'OS::Octavia::AvailabilityZoneProfile': {'provider_name': 'noop_driver', 'availability_zone_data': '{"compute_zone": "one"}'},
    'OS::Octavia::Flavor': {'flavor_profile': 'flavorprofile-1'},
    'OS::Octavia::FlavorProfile': {'provider_name': 'noop_driver', 'flavor_data': '{"loadbalancer_topology": "SINGLE"}'},
    'OS::Octavia::HealthMonitor': {'type': 'HTTP', 'delay': 5, 'timeout': 3, 'max_retries': 3, 'pool': 'pool-1'},
    'OS::Octavia::L7Policy': {'listener': 'listener-1', 'action': 'REJECT'},
    'OS::Octavia::L7Rule': {'l7policy': 'l7policy-1', 'type': 'PATH', 'compare_type': 'STARTS_WITH', 'value': '/one'},
    'OS::Octavia::Listener': {'loadbalancer': 'loadbalancer-1', 'protocol': 'HTTP', 'protocol_port': 80},
    'OS::Octavia::LoadBalancer': {'vip_subnet': 'subnet-1'},
    'OS::Octavia::Pool': {'loadbalancer': 'loadbalancer-1', 'protocol': 'HTTP', 'lb_algorithm': 'ROUND_ROBIN'},
    'OS::Octavia::PoolMember': {'pool': 'pool-1', 'address': '10.0.1.5', 'protocol_port': 80},
    'OS::Neutron::IPsecSiteConnection': {
        'peer_address': '198.51.100.1', 'peer_id': '198.51.100.1', 'peer_cidrs': ['10.6.0.0/24'], 'psk': 'secret',
        'ikepolicy_id': 'ikepolicy-1', 'ipsecpolicy_id': 'ipsecpolicy-1', 'vpnservice_id': 'vpnservice-1'},
    'OS::Barbican::Secret': {},
    'OS::Barbican::Order': {'type': 'key', 'algorithm': 'aes', 'bit_length': 256, 'mode': 'cbc'},
    'OS::Keystone::Endpoint': {'service': 'service-1', 'interface': 'public', 'url': 'http://one.example.org'},
    'OS::Mistral::CronTrigger': {'workflow': {'name': 'workflow-1'}, 'count': 1, 'first_time': '2090-01-01 00:00'},
    'OS::Aodh::PrometheusAlarm': {'query': 'up', 'threshold': 1, 'comparison_operator': 'gt'},
    'AWS::EC2::SecurityGroup': {'GroupDescription': 'description'},
    'AWS::EC2::NetworkInterface': {'SubnetId': 'subnet-1'},
    'AWS::EC2::EIPAssociation': {'AllocationId': 'floating_ip-1', 'NetworkInterfaceId': 'port-1'},
}
# What else has to be there before the resource.
NEEDED = {
    'OS::Neutron::Port': ['subnet-1', 'subnet-2'],
    'OS::Neutron::FloatingIP': ['external_subnet-1', 'interface-1'],
    'OS::Neutron::FloatingIPAssociation': ['interface-1'],
    'OS::Neutron::FloatingIPPortForward': ['interface-1'],
    'OS::Neutron::Router': ['external_subnet-1', 'external_subnet-2'],
    'OS::Neutron::ExtraRouteSet': ['interface-1'],
    'AWS::EC2::EIPAssociation': ['interface-1'],
}
# Values of a property, or of an item of a list, or of a field, where those that follow from the schema are of no use.
VALUES = {
    ('OS::Neutron::FloatingIP', 'floating_ip_address'): ['203.0.1.97', '203.0.1.98'],
    ('OS::Neutron::FloatingIP', 'floating_subnet'): ['external_subnet-1', 'external_subnet-2'],
    ('OS::Neutron::FloatingIPPortForward', 'external_port'): [8080, 8081],
    ('OS::Neutron::FloatingIPPortForward', 'internal_port_number'): [80, 81],
    ('OS::Neutron::Port', 'mac_address'): ['02:00:5e:00:53:01', '02:00:5e:00:53:02'],
    ('OS::Neutron::Segment', 'segmentation_id'): [152, 153],
    ('OS::Neutron::Segment', 'physical_network'): ['physnet1', 'physnet2'],
    ('OS::Neutron::MeteringRule', 'remote_ip_prefix'): ['10.8.0.0/16', '10.9.0.0/16'],
    ('OS::Neutron::RBACPolicy', 'object_id'): ['network-1', 'network-2'],
    ('OS::Neutron::RouterInterface', 'port'): [],
    ('OS::Neutron::SecurityGroupRule', 'port_range_min'): [],
    ('OS::Neutron::SecurityGroupRule', 'port_range_max'): [],
    ('OS::Neutron::Subnet', 'subnetpool'): [],
    ('OS::Cinder::Volume', 'snapshot_id'): [],
    ('OS::Cinder::Volume', 'image'): [],
    ('OS::Cinder::Volume', 'scheduler_hints'): [],
    ('OS::Cinder::Volume', 'availability_zone'): [],
    ('OS::Designate::Zone', 'name'): ['own.example.org.', 'other.example.org.'],
    ('OS::Designate::RecordSet', 'name'): ['name.zone-{unique}-1.example.org.', 'other.zone-{unique}-1.example.org.'],
    ('OS::Manila::Share', 'snapshot'): [],
    ('OS::Manila::Share', 'share_network'): [],
    ('OS::Nova::KeyPair', 'public_key'): [],
    ('OS::Nova::KeyPair', 'user'): [],
    ('OS::Nova::ServerGroup', 'rules'): [],
    ('OS::Octavia::LoadBalancer', 'provider'): ['noop_driver', 'noop_driver-alt'],
    ('OS::Octavia::LoadBalancer', 'flavor'): [],
    ('OS::Octavia::LoadBalancer', 'availability_zone'): [],
    ('OS::Octavia::LoadBalancer', 'vip_address'): ['10.0.1.61', '10.0.1.62'],
    ('OS::Octavia::Listener', 'protocol_port'): [80, 81],
    ('OS::Octavia::Pool', 'listener'): [],
    ('OS::Octavia::PoolMember', 'protocol_port'): [80, 81],
    ('OS::Octavia::PoolMember', 'monitor_address'): ['10.0.1.71', '10.0.1.72'],
    ('OS::Octavia::PoolMember', 'address'): ['10.0.1.5', '10.0.1.6'],
    ('AWS::EC2::NetworkInterface', 'PrivateIpAddress'): ['10.0.1.41', '10.0.1.42'],
    ('AWS::EC2::NetworkInterface', 'Tags.*'): [],
    ('OS::Neutron::Net', 'value_specs'): [{'mtu': 1400}, {'mtu': 1300}],
    ('OS::Neutron::Net', 'dhcp_agent_ids'): [],
    ('OS::Neutron::Port', 'value_specs'): [{'description': 'one'}, {'description': 'two'}],
    ('OS::Neutron::Port', 'device_owner'): ['compute:one', 'network:two'],
    ('OS::Neutron::Port', 'fixed_ips.*'): [
        {'subnet': 'subnet-1', 'ip_address': '10.0.1.11'},
        {'subnet': 'subnet-2', 'ip_address': '10.0.2.12'}],
    ('OS::Neutron::Port', 'fixed_ips.*.ip_address'): ['10.0.1.11', '10.0.1.12'],
    ('OS::Neutron::Port', 'security_groups.*'): ['security_group-1', 'security_group-2'],
    ('OS::Neutron::Port', 'allowed_address_pairs.*'): [{'ip_address': '10.0.1.51'}, {'ip_address': '10.0.1.52'}],
    ('OS::Neutron::Subnet', 'value_specs'): [{'description': 'one'}, {'description': 'two'}],
    ('OS::Neutron::Subnet', 'dns_nameservers.*'): ['192.0.2.53', '192.0.2.54'],
    ('OS::Neutron::Subnet', 'gateway_ip'): ['10.0.1.254', '10.0.1.253', ''],
    ('OS::Neutron::Subnet', 'allocation_pools.*'): [{'start': '10.0.1.10', 'end': '10.0.1.19'}, {'start': '10.0.1.30', 'end': '10.0.1.39'}],
    ('OS::Neutron::Subnet', 'allocation_pools.*.start'): ['10.0.1.10', '10.0.1.11'],
    ('OS::Neutron::Subnet', 'allocation_pools.*.end'): ['10.0.1.39', '10.0.1.38'],
    ('OS::Neutron::Subnet', 'host_routes.*'): [
        {'destination': '10.8.0.0/16', 'nexthop': '10.0.1.8'},
        {'destination': '10.9.0.0/16', 'nexthop': '10.0.1.9'}],
    ('OS::Neutron::Subnet', 'host_routes.*.destination'): ['10.8.0.0/16', '10.9.0.0/16'],
    ('OS::Neutron::Subnet', 'host_routes.*.nexthop'): ['10.0.1.8', '10.0.1.9'],
    ('OS::Neutron::ProviderNet', 'network_type'): ['vlan', 'vxlan', 'flat'],
    ('OS::Neutron::ProviderNet', 'physical_network'): ['physnet1', 'physnet2'],
    ('OS::Neutron::ProviderNet', 'segmentation_id'): ['153', '154'],
    ('OS::Neutron::ProviderNet', 'availability_zone_hints'): [],
    ('OS::Neutron::FloatingIP', 'fixed_ip_address'): ['10.0.1.31', '10.0.1.32'],
    ('OS::Neutron::FloatingIPAssociation', 'floatingip_id'): ['floating_ip-1', 'floating_ip-2'],
    ('OS::Neutron::FloatingIPAssociation', 'fixed_ip_address'): ['10.0.1.31', '10.0.1.32'],
    ('OS::Neutron::FloatingIPPortForward', 'protocol'): ['tcp', 'udp'],
    ('OS::Neutron::FloatingIPPortForward', 'internal_ip_address'): ['10.0.1.31', '10.0.1.32'],
    ('OS::Neutron::ExtraRouteSet', 'routes.*'): [
        {'destination': '10.8.0.0/16', 'nexthop': '10.0.1.8'},
        {'destination': '10.9.0.0/16', 'nexthop': '10.0.1.9'}],
    ('OS::Neutron::ExtraRouteSet', 'routes.*.destination'): ['10.8.0.0/16', '10.9.0.0/16'],
    ('OS::Neutron::ExtraRouteSet', 'routes.*.nexthop'): ['10.0.1.8', '10.0.1.9'],
    ('OS::Neutron::Router', 'value_specs'): [{'description': 'one'}, {'description': 'two'}],
    ('OS::Neutron::Router', 'external_gateway_info'): [{'network': 'external-1'}, {'network': 'external-2'}],
    ('OS::Neutron::Router', 'external_gateway_info.network'): ['external-1', 'external-2'],
    ('OS::Neutron::Router', 'external_gateway_info.external_fixed_ips.*'): [{'ip_address': '203.0.1.11'}, {'ip_address': '203.0.1.12'}],
    ('OS::Neutron::Router', 'external_gateway_info.external_fixed_ips.*.ip_address'): ['203.0.1.11', '203.0.1.12'],
    ('OS::Neutron::Router', 'external_gateway_info.external_fixed_ips.*.subnet'): [],
    ('OS::Neutron::Router', 'l3_agent_ids'): [],
    ('OS::Neutron::Router', 'l3_agent_id'): [],
    ('OS::Neutron::Router', 'availability_zone_hints'): [],
    ('OS::Neutron::RBACPolicy', 'target_tenant'): ['project-1', 'project-2'],
    ('OS::Neutron::SecurityGroup', 'rules.*'): [
        {'protocol': 'tcp', 'port_range_min': 22, 'port_range_max': 22},
        {'protocol': 'udp', 'port_range_min': 53, 'port_range_max': 53}],
    ('OS::Neutron::SecurityGroup', 'rules.*.port_range_min'): [20, 21],
    ('OS::Neutron::SecurityGroup', 'rules.*.port_range_max'): [22, 23],
    ('OS::Neutron::SecurityGroup', 'rules.*.protocol'): ['tcp', 'udp'],
    ('OS::Neutron::SecurityGroup', 'rules.*.remote_group_id'): ['security_group-1', 'security_group-2'],
    ('OS::Neutron::SubnetPool', 'prefixes.*'): ['10.1.0.0/16', '10.2.0.0/16'],
    ('OS::Neutron::SubnetPool', 'default_prefixlen'): [24, 25],
    ('OS::Neutron::SubnetPool', 'min_prefixlen'): [20, 21],
    ('OS::Neutron::SubnetPool', 'max_prefixlen'): [28, 27],
    ('OS::Neutron::Trunk', 'sub_ports.*'): [
        {'port': 'bare_port-1', 'segmentation_type': 'vlan', 'segmentation_id': 101},
        {'port': 'bare_port-2', 'segmentation_type': 'vlan', 'segmentation_id': 102}],
    ('OS::Neutron::Trunk', 'sub_ports.*.port'): ['bare_port-1', 'bare_port-2'],
    ('OS::Neutron::Trunk', 'sub_ports.*.segmentation_id'): [101, 102],
    ('OS::Cinder::Volume', 'size'): [2, 3],
    ('OS::Cinder::Volume', 'backup_id'): [],
    ('OS::Cinder::EncryptedVolumeType', 'provider'): ['luks', 'plain'],
    ('OS::Cinder::EncryptedVolumeType', 'cipher'): ['aes-xts-plain64', 'aes-cbc-essiv'],
    ('OS::Cinder::EncryptedVolumeType', 'key_size'): [256, 512],
    ('OS::Cinder::QoSAssociation', 'volume_types.*'): ['vtype-1', 'vtype-2'],
    ('OS::Cinder::VolumeType', 'projects.*'): ['project-1', 'project-2'],
    ('OS::Keystone::Endpoint', 'url'): ['http://one.example.org', 'http://two.example.org'],
    ('OS::Designate::Zone', 'email'): ['one@example.org', 'two@example.org'],
    ('OS::Designate::Zone', 'ttl'): [600, 700],
    ('OS::Designate::RecordSet', 'ttl'): [600, 700],
    ('OS::Designate::RecordSet', 'records.*'): ['192.0.2.1', '192.0.2.2'],
    ('OS::Designate::Zone', 'masters.*'): ['192.0.2.1', '192.0.2.2'],
    ('OS::Designate::Zone', 'primaries.*'): ['192.0.2.1', '192.0.2.2'],
    # SQLite lets the service wait for itself when it takes a rule away.
    ('OS::Manila::Share', 'access_rules'): [],
    ('OS::Manila::ShareNetwork', 'security_services.*'): ['security_service-1', 'kerberos-1'],
    ('OS::Manila::ShareNetwork', 'nova_network'): [],
    ('OS::Manila::ShareType', 'extra_specs'): [{'key': 'value-1'}, {'key': 'value-2'}, {'key': 1}],
    ('OS::Nova::Flavor', 'tenants.*'): ['project-1', 'project-2'],
    ('OS::Nova::HostAggregate', 'hosts'): [],
    ('OS::Octavia::AvailabilityZoneProfile', 'availability_zone_data'): ['{"compute_zone": "one"}', '{"compute_zone": "two"}'],
    ('OS::Octavia::AvailabilityZoneProfile', 'provider_name'): ['noop_driver', 'noop_driver-alt'],
    ('OS::Octavia::FlavorProfile', 'flavor_data'): ['{"loadbalancer_topology": "SINGLE"}', '{"loadbalancer_topology": "ACTIVE_STANDBY"}'],
    ('OS::Octavia::FlavorProfile', 'provider_name'): ['noop_driver', 'noop_driver-alt'],
    ('OS::Octavia::HealthMonitor', 'delay'): [6, 7],
    ('OS::Octavia::HealthMonitor', 'timeout'): [2, 4],
    ('OS::Octavia::HealthMonitor', 'expected_codes'): ['200', '200-204'],
    ('OS::Octavia::HealthMonitor', 'url_path'): ['/one', '/two'],
    ('OS::Octavia::L7Policy', 'action'): ['REJECT', 'REDIRECT_TO_URL', 'REDIRECT_TO_POOL'],
    ('OS::Octavia::L7Policy', 'redirect_url'): ['http://one.example.org/', 'http://two.example.org/'],
    ('OS::Octavia::L7Rule', 'type'): ['PATH', 'HOST_NAME'],
    ('OS::Octavia::L7Rule', 'compare_type'): ['STARTS_WITH', 'EQUAL_TO'],
    ('OS::Octavia::L7Rule', 'value'): ['/one', '/two'],
    ('OS::Octavia::Listener', 'connection_limit'): [100, 200],
    ('OS::Octavia::Listener', 'allowed_cidrs.*'): ['10.1.0.0/16', '10.2.0.0/16'],
    ('OS::Octavia::Listener', 'default_tls_container_ref'): [f'http://barbican.example.org/v1/secrets/{number * 8}' for number in '12'],
    ('OS::Octavia::Listener', 'sni_container_refs.*'): [f'http://barbican.example.org/v1/secrets/{number * 8}' for number in '12'],
    ('OS::Octavia::Pool', 'session_persistence'): [{'type': 'HTTP_COOKIE'}, {'type': 'SOURCE_IP'}],
    ('OS::Octavia::Pool', 'session_persistence.cookie_name'): ['one', 'two'],
    ('AWS::EC2::SecurityGroup', 'SecurityGroupIngress.*'): [
        {'IpProtocol': 'tcp', 'FromPort': '22', 'ToPort': '22', 'CidrIp': '10.0.0.0/8'},
        {'IpProtocol': 'udp', 'FromPort': '53', 'ToPort': '53', 'CidrIp': '10.0.0.0/8'}],
    ('AWS::EC2::SecurityGroup', 'SecurityGroupEgress.*'): [
        {'IpProtocol': 'tcp', 'FromPort': '22', 'ToPort': '22', 'CidrIp': '10.0.0.0/8'},
        {'IpProtocol': 'udp', 'FromPort': '53', 'ToPort': '53', 'CidrIp': '10.0.0.0/8'}],
    **{('AWS::EC2::SecurityGroup', f'SecurityGroup{direction}.*.{field}'): values for direction in ('Ingress', 'Egress') for field, values in {
        'CidrIp': ['10.0.0.0/8', '10.0.0.0/16'], 'FromPort': ['20', '21'], 'ToPort': ['30', '31'], 'IpProtocol': ['tcp', 'udp'],
        'SourceSecurityGroupId': [], 'SourceSecurityGroupName': [], 'SourceSecurityGroupOwnerId': []}.items()},
    ('AWS::EC2::NetworkInterface', 'GroupSet.*'): ['security_group-1', 'security_group-2'],
    ('AWS::EC2::EIPAssociation', 'InstanceId'): [],
    ('AWS::EC2::EIPAssociation', 'EIP'): [],
    ('AWS::EC2::EIPAssociation', 'AllocationId'): ['floating_ip-1', 'floating_ip-2'],
    ('AWS::EC2::EIPAssociation', 'NetworkInterfaceId'): ['port-1', 'port-2'],
}
# What only goes with the value that is beside it.
BOUND = {
    ('OS::Neutron::ProviderNet', 'physical_network'), ('OS::Neutron::Segment', 'physical_network'), ('OS::Octavia::L7Rule', 'value'),
    ('OS::Octavia::HealthMonitor', 'timeout'), ('OS::Octavia::FlavorProfile', 'provider_name'),
    ('OS::Octavia::AvailabilityZoneProfile', 'provider_name'), ('OS::Designate::RecordSet', 'zone'),
    ('OS::Neutron::FloatingIPPortForward', 'internal_ip_address'),
}
# What is beside a property that changes, where the service takes it only then.
AROUND = {
    ('OS::Neutron::FloatingIP', 'fixed_ip_address'): {'port_id': 'two_addresses-1'},
    ('OS::Neutron::FloatingIP', 'dns_name'): {'dns_domain': 'domain.example.org.'},
    ('OS::Neutron::FloatingIP', 'dns_domain'): {'dns_name': 'name'},
    ('OS::Neutron::FloatingIPAssociation', 'fixed_ip_address'): {'port_id': 'two_addresses-1'},
    ('OS::Neutron::FloatingIPPortForward', 'internal_ip_address'): {'internal_port': 'two_addresses-1'},
    ('OS::Neutron::Subnet', 'gateway_ip'): [{}, {'allocation_pools': [{'start': '10.0.1.10', 'end': '10.0.1.19'}]}],
    ('OS::Neutron::Port', 'port_security_enabled'): [{}, {'security_groups': []}],
    ('OS::Neutron::SubnetPool', 'min_prefixlen'): {'default_prefixlen': 24},
    ('OS::Cinder::Quota', 'snapshots'): {'volumes': 9},
    ('OS::Neutron::Quota', 'subnet'): {'network': 9},
    ('OS::Nova::Quota', 'cores'): {'ram': 9},
    ('OS::Octavia::Quota', 'pool'): {'member': 9},
    ('OS::Cinder::VolumeType', 'projects'): {'is_public': False},
    ('OS::Nova::Flavor', 'tenants'): {'is_public': False},
    ('OS::Designate::Zone', 'masters'): {'type': 'SECONDARY', 'email': None},
    ('OS::Designate::Zone', 'primaries'): {'type': 'SECONDARY', 'email': None},
    ('OS::Octavia::L7Policy', 'redirect_url'): {'action': 'REDIRECT_TO_URL'},
    ('OS::Octavia::L7Policy', 'redirect_pool'): {'action': 'REDIRECT_TO_POOL'},
    ('OS::Neutron::ProviderNet', 'network_type'): {'physical_network': None, 'segmentation_id': None},
    ('OS::Octavia::L7Rule', 'key'): {'type': 'HEADER'},
    ('OS::Octavia::Listener', 'default_tls_container_ref'): {'protocol': 'TERMINATED_HTTPS'},
    ('OS::Octavia::Listener', 'sni_container_refs'): {
        'protocol': 'TERMINATED_HTTPS', 'default_tls_container_ref': 'http://barbican.example.org/v1/secrets/33333333'},
}
# What else changes with a property, by its value.
TOGETHER = {
    ('OS::Neutron::ProviderNet', 'network_type'): {
        'vlan': {'physical_network': 'physnet1', 'segmentation_id': '151'}, 'flat': {'physical_network': 'physnet1'},
        'vxlan': {'segmentation_id': '155'}},
    ('OS::Manila::ShareNetwork', 'neutron_network'): {'network-2': {'neutron_subnet': 'other_subnet-1'}},
    ('OS::Octavia::L7Policy', 'action'): {
        'REDIRECT_TO_URL': {'redirect_url': 'http://one.example.org/'}, 'REDIRECT_TO_POOL': {'redirect_pool': 'pool-1'}},
}
# What is beside a field, in the same map.
BESIDE = {
    ('OS::Neutron::Router', 'external_gateway_info'): {'network': 'external-1'},
    ('OS::Neutron::Port', 'fixed_ips.*'): {'subnet': 'subnet-1'},
    ('OS::Neutron::Port', 'allowed_address_pairs.*'): {'ip_address': '10.0.1.51'},
    ('OS::Neutron::Subnet', 'allocation_pools.*'): {'start': '10.0.1.10', 'end': '10.0.1.39'},
    ('OS::Neutron::Subnet', 'host_routes.*'): {'destination': '10.8.0.0/16', 'nexthop': '10.0.1.8'},
    ('OS::Neutron::ExtraRouteSet', 'routes.*'): {'destination': '10.8.0.0/16', 'nexthop': '10.0.1.8'},
    ('OS::Neutron::SecurityGroup', 'rules.*'): {'protocol': 'tcp', 'port_range_min': 20, 'port_range_max': 30},
    ('OS::Neutron::Trunk', 'sub_ports.*'): {'port': 'bare_port-1', 'segmentation_type': 'vlan', 'segmentation_id': 101},
    ('AWS::EC2::SecurityGroup', 'SecurityGroupIngress.*'): {'IpProtocol': 'tcp', 'FromPort': '22', 'ToPort': '25', 'CidrIp': '10.0.0.0/8'},
    ('AWS::EC2::SecurityGroup', 'SecurityGroupEgress.*'): {'IpProtocol': 'tcp', 'FromPort': '22', 'ToPort': '25', 'CidrIp': '10.0.0.0/8'},
    ('OS::Octavia::Pool', 'session_persistence'): {'type': 'APP_COOKIE', 'cookie_name': 'cookie'},
}


def is_asked(type_name, name):
    """Whether the service that runs here is asked about a property of a type."""
    return service_of(type_name) is not None and VALUES.get((type_name, name)) != []


def numbered(value, number, unique=''):
    """A value with its number in it."""
    if isinstance(value, str):
        return value.replace('{n}', str(number)).replace('{unique}', unique)
    if isinstance(value, dict):
        return {key: numbered(one, number, unique) for key, one in value.items()}
    if isinstance(value, list):
        return [numbered(one, number, unique) for one in value]
    return value


def is_hidden(written):
    return (written.get('support_status') or [{}])[0].get('status') in ('HIDDEN', 'UNSUPPORTED')


class Maker:
    """Values of the properties of one type."""

    def __init__(self, written):
        self.type_name, self.written = written['type'], written.get('properties') or {}
        self.base = BASES.get(self.type_name)
        if self.base is None:
            self.base = {name: self.values((name,), one)[0] for name, one in self.written.items() if one.get('required')}

    def values(self, path, written):
        """Two values or more of a property, an item or a field; the first is not the default."""
        named = VALUES.get((self.type_name, '.'.join(path)))
        if named is not None:
            return named
        kind = written['type']
        if kind == 'list':
            items = self.items(path, written)
            return [[one] for one in items]
        if kind == 'map':
            return self.maps(path, written)
        found = self.spoken_of(written) or self.plain(path, written)
        default = written.get('default')
        return [one for one in found if one != default] + [one for one in found if one == default]

    def spoken_of(self, written):
        """The values that a constraint names."""
        for constraint in written.get('constraints', ()):
            if 'allowed_values' in constraint:
                return constraint['allowed_values']
            named = constraint.get('custom_constraint')
            if named in KINDS:
                return [f'{KINDS[named]}-{number}' for number in (1, 2)]
            if named in TAKEN:
                return [numbered(one, number) for number in (1, 2) for one in TAKEN[named]]
        return []

    @staticmethod
    def plain(path, written):
        kind, name = written['type'], path[-1] if path[-1] != '*' else path[-2]
        if kind == 'boolean':
            return [True, False]
        if kind in ('integer', 'number'):
            least = max((one['range'].get('min') or 1 for one in written.get('constraints', ()) if 'range' in one), default=1)
            return [max(least, 1) + 4, max(least, 1) + 5]
        return [f'{name}-one', f'{name}-two'] if path[-1] != 'name' else ['name-one', 'name-two']

    def items(self, path, written):
        """Items of a list."""
        item = (written.get('schema') or {}).get('*') or {'type': 'string'}
        return self.values((*path, '*'), item)

    def maps(self, path, written):
        fields = written.get('schema')
        if not fields:
            return [{'key': 'value-1'}, {'key': 'value-2'}]
        needed = {name: self.values((*path, name), one) for name, one in fields.items() if one.get('required')}
        if needed:
            return [{name: one[number % len(one)] for name, one in needed.items()} for number in (0, 1)]
        beside = BESIDE.get((self.type_name, '.'.join(path)), {})
        each = {name: self.values((*path, name), one) for name, one in fields.items() if not is_hidden(one)}
        name = next((name for name, values in each.items() if len(values) > 1), None)
        return [{**beside, name: value} for value in each[name][:2]] if name else []

    def cases(self):
        """All changes of the properties that can be updated: property, change, properties before and after."""
        for name, one in self.written.items():
            if one.get('update_allowed') and one.get('implemented', True) and is_asked(self.type_name, name):
                of_around = AROUND.get((self.type_name, name), {})
                for more in of_around if isinstance(of_around, list) else [of_around]:
                    around = {key: value for key, value in {**self.base, **more}.items() if value is not None}
                    yield from self.of_property(name, one, around)
                yield from self.of_fields((name,), one, around, lambda value, name=name: {name: value})

    def of_property(self, name, written, around):
        together = TOGETHER.get((self.type_name, name), {})

        def case(change, old, new):
            return name, change, *({**around, **one, **together.get(str(one[name]), {})} for one in (old, new))

        values = self.values((name,), written)
        without = {key: value for key, value in around.items() if key != name}
        if not values:
            return
        for first, second in itertools.pairwise(values[:4]):
            yield case('changed', {name: first}, {name: second})
            if written['type'] in ('boolean', 'integer', 'number') or 'allowed_values' in str(written.get('constraints')):
                yield case('changed', {name: second}, {name: first})
        if not written.get('required'):
            yield name, 'removed', {**around, name: values[0]}, without
            yield name, 'added', without, {**around, name: values[0]}
            if name == 'description' and (self.written.get('name') or {}).get('update_allowed'):
                yield name, 'removed', {**around, name: values[0], 'name': 'name-one'}, {**without, 'name': 'name-two'}
        first = values[0]
        if written['type'] == 'list' and isinstance(first, list):
            second = values[1 if len(values) > 1 else 0]
            both = [*first, *(one for one in second if one not in first)]
            if len(both) > 1:
                yield case('grown', {name: first}, {name: both})
                yield case('shrunk', {name: both}, {name: first})
                yield case('reordered', {name: both}, {name: both[::-1]})
            yield case('grown', {name: []}, {name: first})
            yield case('shrunk', {name: first}, {name: []})
        if written['type'] == 'map' and not written.get('schema') and 'value_specs' not in name:
            more = {**first, 'another': 'value'}
            yield case('grown', {name: first}, {name: more})
            yield case('shrunk', {name: more}, {name: first})
            yield case('shrunk', {name: first}, {name: {}})

    def of_fields(self, path, written, around, wrapped):
        """Changes of the fields inside of a property."""
        fields = written.get('schema')
        if not fields:
            return
        if '*' in fields:
            yield from self.of_fields((*path, '*'), fields['*'], around, lambda value: wrapped([value]))
            return
        if written['type'] != 'map':
            return
        beside = BESIDE.get((self.type_name, '.'.join(path)), {})
        beside = {**{name: self.values((*path, name), one)[0] for name, one in fields.items() if one.get('required')}, **beside}
        for name, one in fields.items():
            values = self.values((*path, name), one) if not is_hidden(one) else []
            if not values:
                continue
            place = '.'.join((*path, name))
            others = {key: value for key, value in beside.items() if key != name}
            for first, second in itertools.pairwise(values[:3]):
                yield place, 'changed', {**around, **wrapped({**beside, name: first})}, {**around, **wrapped({**beside, name: second})}
            if not one.get('required') and others:
                with_it, without_it = ({**around, **wrapped(value)} for value in ({**beside, name: values[0]}, others))
                yield place, 'removed', with_it, without_it
                yield place, 'added', without_it, with_it
            yield from self.of_fields((*path, name), one, around, lambda value, name=name: wrapped({**beside, name: value}))
