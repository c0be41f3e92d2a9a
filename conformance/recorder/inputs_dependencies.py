"""The inputs of the shipped vectors of dependencies."""

import itertools
import pathlib

from heatclient.common import template_utils
from oslo_serialization import jsonutils

from . import examples
from . import generated
from . import generated_dependencies

VERSION = '2018-08-31'
SUBNET = {'cidr': '10.0.0.0/24'}
# One end of each comparison: how a property gets its value, by the kind of thing that it identifies.
WAYS = {
    'text': lambda _kind: 'a', 'other text': lambda _kind: 'b', 'reference': lambda kind: {'get_resource': kind},
    'other reference': lambda kind: {'get_resource': f'{kind}_2'}, 'name': lambda kind: kind, 'parameter': lambda _kind: {'get_param': 'one'},
    'other parameter': lambda _kind: {'get_param': 'same'}, 'attribute': lambda _kind: {'get_attr': ['value', 'value']},
    'null': lambda _kind: None, 'empty': lambda _kind: '', 'missing': lambda _kind: ...,
}
# Pairs of ways. The second of those that are not symmetric comes first, too.
PAIRS = [
    ('text', 'text'), ('text', 'other text'), ('reference', 'reference'), ('reference', 'other reference'), ('reference', 'name'),
    ('name', 'reference'), ('reference', 'text'), ('parameter', 'text'), ('parameter', 'other parameter'), ('attribute', 'reference'),
    ('attribute', 'text'), ('reference', 'null'), ('null', 'text'), ('empty', 'reference'), ('missing', 'reference'), ('reference', 'missing'),
    ('missing', 'missing'), ('missing', 'text'), ('text', 'missing'), ('null', 'missing'), ('attribute', 'missing'),
]
PORT = {'type': 'OS::Neutron::Port'}
ROUTE = {'destination': '10.9.0.0/24', 'nexthop': '10.0.0.9'}
FORWARD = {'floating_ip': 'f', 'internal_port': {'get_resource': 'port'}, 'internal_ip_address': '10.0.0.4', 'internal_port_number': 22,
           'external_port': 2222, 'protocol': 'tcp'}
ASSOCIATION = {'floatingip_id': 'f', 'port_id': {'get_resource': 'port'}}
FLOATING = {'floating_network': 'public', 'port_id': {'get_resource': 'port'}}


def properties(one, **more):
    """The properties whose values are not left out; maps with nothing left in them are kept."""
    return {name: value for name, value in {**one, **more}.items() if value is not ...}


def resource(resource_type, one=None, **more):
    return {'type': resource_type, 'properties': properties(one or {}, **more)}


def port(*subnets, name='subnet', **more):
    return resource('OS::Neutron::Port', {'network': 'n', 'fixed_ips': [properties({'ip_address': '10.0.0.4', name: subnet}) for subnet in subnets]}, **more)


def interface(subnet, name='subnet'):
    return resource('OS::Neutron::RouterInterface', router='r', **{name: subnet})


def by_port(waiting):
    """A resource that waits for the interfaces of its port's subnets."""
    return lambda ours, theirs: {'port': port(ours), 'waits': waiting, 'other': interface(theirs)}


# Each comparison of a plug-in: the kind of thing that is compared, and two resources with values for it.
COMPARISONS = {
    'server': ('net', lambda ours, theirs: {
        'waits': resource('OS::Nova::Server', {'flavor': 'f', 'image': 'i'}, networks=[properties({'fixed_ip': '10.0.0.4'}, network=ours)]),
        'other': resource('OS::Neutron::Subnet', SUBNET, network=theirs)}),
    'port': ('net', lambda ours, theirs: {
        'waits': resource('OS::Neutron::Port', network=ours), 'other': resource('OS::Neutron::Subnet', SUBNET, network=theirs)}),
    'association': ('subnet', by_port(resource('OS::Neutron::FloatingIPAssociation', ASSOCIATION))),
    'forward': ('subnet', by_port(resource('OS::Neutron::FloatingIPPortForward', FORWARD))),
    'floating ip': ('subnet', by_port(resource('OS::Neutron::FloatingIP', FLOATING))),
    'floating ip without fixed ips': ('net', lambda ours, theirs: {
        'port': resource('OS::Neutron::Port', network=ours), 'waits': resource('OS::Neutron::FloatingIP', FLOATING),
        'other': interface(theirs)}),
    'floating ip and gateway': ('net', lambda ours, theirs: {
        'waits': resource('OS::Neutron::FloatingIP', floating_network=ours),
        'other': resource('OS::Neutron::RouterGateway', router_id='r', network=theirs)}),
    'floating ip and router': ('net', lambda ours, theirs: {
        'waits': resource('OS::Neutron::FloatingIP', floating_network=ours),
        'other': resource('OS::Neutron::Router', external_gateway_info=properties({'enable_snat': True}, network=theirs))}),
    'route and interface': ('router', lambda ours, theirs: {
        'waits': resource('OS::Neutron::ExtraRoute', ROUTE, router_id=ours),
        'other': resource('OS::Neutron::RouterInterface', subnet='s', router=theirs)}),
    'route and gateway': ('router', lambda ours, theirs: {
        'waits': resource('OS::Neutron::ExtraRoute', ROUTE, router_id=ours),
        'other': resource('OS::Neutron::RouterGateway', network='n', router_id=theirs)}),
    'routes': ('router', lambda ours, theirs: {
        'waits': resource('OS::Neutron::ExtraRouteSet', routes=[ROUTE], router=ours),
        'other': resource('OS::Neutron::RouterInterface', subnet='s', router=theirs)}),
    'gateway and interface': ('router', lambda ours, theirs: {
        'waits': resource('OS::Neutron::RouterGateway', network='n', router_id=ours),
        'other': resource('OS::Neutron::RouterInterface', subnet='s', router=theirs)}),
    'gateway and subnet': ('net', lambda ours, theirs: {
        'waits': resource('OS::Neutron::RouterGateway', router_id='r', network=ours),
        'other': resource('OS::Neutron::Subnet', SUBNET, network=theirs)}),
    'router': ('net', lambda ours, theirs: {
        'waits': resource('OS::Neutron::Router', external_gateway_info=properties({'enable_snat': True}, network=ours)),
        'other': resource('OS::Neutron::Subnet', SUBNET, network=theirs)}),
    'attachment': ('vpc', lambda ours, theirs: {
        'waits': resource('AWS::EC2::VPCGatewayAttachment', VpcId=ours), 'other': resource('AWS::EC2::RouteTable', VpcId=theirs)}),
}
THINGS = {'net': resource('OS::Neutron::Net'), 'subnet': resource('OS::Neutron::Subnet', SUBNET, network='n'), 'router': resource('OS::Neutron::Router'),
          'vpc': resource('AWS::EC2::VPC', CidrBlock='10.0.0.0/16')}


def compared(kind, made):
    """A template of two resources, and of the things that they refer to."""
    text = jsonutils.dumps(made)
    things = {name: THINGS[kind] for name in (kind, f'{kind}_2') if f'{{"get_resource": "{name}"}}' in text}
    if '"get_attr"' in text:
        things['value'] = resource('OS::Heat::Value', value='a')
    parameters = {name: {'type': 'string', 'default': 'a'} for name in ('one', 'same') if f'{{"get_param": "{name}"}}' in text}
    return templated({**made, **things}, **({'parameters': parameters} if parameters else {}))


# Hidden properties, and those that replace them.
OLD_NAMES = {
    'OS::Neutron::Port': {'network': 'network_id', 'subnet': 'subnet_id'}, 'OS::Neutron::Subnet': {'network': 'network_id'},
    'OS::Neutron::RouterInterface': {'router': 'router_id', 'subnet': 'subnet_id'}, 'OS::Neutron::RouterGateway': {'network': 'network_id'},
    'OS::Neutron::FloatingIP': {'floating_network': 'floating_network_id'}, 'OS::Nova::Server': {'network': 'uuid'},
}
OLD_PAIRS = [('text', 'text'), ('reference', 'reference'), ('reference', 'other reference'), ('name', 'reference')]


def with_old_names(made, names):
    """The same resources; these use hidden properties."""
    return {name: {**one, 'properties': renamed(one['properties'], OLD_NAMES.get(one['type'], {}))} if name in names else one
            for name, one in made.items()}


def renamed(part, names):
    if isinstance(part, list):
        return [renamed(item, names) for item in part]
    return {names.get(key, key): renamed(value, names) for key, value in part.items()} if isinstance(part, dict) else part


def of_old_names():
    """Comparisons with values of hidden properties, on either side."""
    for kind, make in COMPARISONS.values():
        for (ours, theirs), names in itertools.product(OLD_PAIRS, (('waits', 'port'), ('other',))):
            made = make(WAYS[ours](kind), WAYS[theirs](kind))
            old = with_old_names(made, names)
            if old != made:
                yield 'old_names', compared(kind, old)


def templated(resources, **sections):
    return {'template': {'heat_template_version': VERSION, **sections, 'resources': resources}}


def of_comparisons():
    """Each comparison with each pair of values."""
    for group, (kind, make) in COMPARISONS.items():
        for ours, theirs in PAIRS:
            yield group.replace(' ', '_'), compared(kind, make(WAYS[ours](kind), WAYS[theirs](kind)))


NETWORK = {
    'net': resource('OS::Neutron::Net'),
    'subnet': resource('OS::Neutron::Subnet', SUBNET, network={'get_resource': 'net'}),
    'router': resource('OS::Neutron::Router', external_gateway_info={'network': {'get_param': 'public'}}),
    'interface': resource('OS::Neutron::RouterInterface', router={'get_resource': 'router'}, subnet={'get_resource': 'subnet'}),
}
SECOND = {'second': resource('OS::Neutron::Subnet', {'cidr': '10.0.1.0/24'}, network={'get_resource': 'net'})}
ON_NETWORK = {'network': {'get_resource': 'net'}}
FIXED_IPS = {
    'none': None, 'address': [{'ip_address': '10.0.0.9'}], 'empty': [],
    'subnet': [{'subnet': {'get_resource': 'subnet'}}], 'second': [{'subnet': {'get_resource': 'second'}}],
    'second first': [{'subnet': {'get_resource': 'second'}}, {'subnet': {'get_resource': 'subnet'}}],
    'second last': [{'subnet': {'get_resource': 'subnet'}}, {'subnet': {'get_resource': 'second'}}],
    'address first': [{'ip_address': '10.0.0.9'}, {'subnet': {'get_resource': 'subnet'}}],
}
USERS = {
    'ip': resource('OS::Neutron::FloatingIP', floating_network={'get_param': 'public'}, port_id={'get_resource': 'port'}),
    'association': resource('OS::Neutron::FloatingIPAssociation', floatingip_id={'get_resource': 'address'}, port_id={'get_resource': 'port'}),
    'forward': resource('OS::Neutron::FloatingIPPortForward', FORWARD, floating_ip={'get_resource': 'address'}),
}


def of_networks():
    """Networks with a router, and what needs their router interface: a floating IP, an association and a server."""
    public = {'parameters': {'public': {'type': 'string', 'default': 'public'}}}
    address = {'address': resource('OS::Neutron::FloatingIP', floating_network={'get_param': 'public'})}
    for fixed_ips, (name, user) in itertools.product(FIXED_IPS.values(), USERS.items()):
        on_port = {**ON_NETWORK, **({} if fixed_ips is None else {'fixed_ips': fixed_ips})}
        others = {} if name == 'ip' else address
        yield 'network', templated({**NETWORK, **SECOND, 'port': resource('OS::Neutron::Port', on_port), **others, name: user}, **public)
    for more in ({}, {'depends_on': 'interface'}):
        user = {**USERS['association'], **more}
        yield 'race', templated({**NETWORK, 'port': {**resource('OS::Neutron::Port', ON_NETWORK), 'depends_on': 'subnet'}, **address, 'association': user}, **public)
        for network in ({'subnet': {'get_resource': 'subnet'}}, {'network': {'get_resource': 'net'}}, {'network': 'net', 'subnet': 'subnet'}):
            server = {**resource('OS::Nova::Server', flavor='f', image='i', networks=[{**network, 'floating_ip': {'get_resource': 'address'}}]), **more}
            yield 'race', templated({**NETWORK, **address, 'server': server}, **public)


def of_circles():
    """Resources that explicitly wait for one that compares its properties with theirs."""
    for kind, make in COMPARISONS.values():
        for ours, theirs in (('reference', 'reference'), ('reference', 'other reference'), ('reference', 'name'), ('text', 'other text')):
            made = make(WAYS[ours](kind), WAYS[theirs](kind))
            yield 'circle', compared(kind, {**made, 'other': {**made['other'], 'depends_on': 'waits'}})


def of_architecture(path, environment):
    """An architecture, as the client sends it."""
    files, template = template_utils.get_template_contents(str(path))
    more, given = template_utils.process_environment_and_files(environment and str(environment))
    # The client reads files as bytes and sends JSON.
    text = jsonutils.dumps({'template': template, 'environment': given, 'files': {**files, **more}})
    return jsonutils.loads(text.replace(path.parent.resolve().as_uri(), 'file:///templates'))


def of_architectures(folder, accepted):
    for path in sorted(folder.rglob('template.yaml')):
        for environment in sorted(path.parent.glob('environment*.yaml')) or [None]:
            given = of_architecture(path, environment)
            values = examples.missing_values(given['template'], accepted)
            given['environment']['parameters'] = {**values, **given['environment'].get('parameters', {})}
            yield without_nothing(given)


def of_examples(schemas, accepted):
    for path in sorted(schemas.glob('*/**/*.yaml')):
        for _, text in examples.of_file(path):
            template, files, _ = examples.load(text)
            yield without_nothing({'template': template, 'environment': {'parameters': examples.missing_values(template, accepted)}, 'files': files})


def without_nothing(given):
    given['environment'] = {name: section for name, section in given['environment'].items() if section}
    return {name: section for name, section in given.items() if section}


def dependencies(_types):
    """Each comparison with different values, networks with what needs them, random stacks, and templates of the project."""
    project = pathlib.Path(__file__).resolve().parents[2]
    accepted = examples.accepted_values(project / 'schemas')
    yield from of_comparisons()
    yield from of_old_names()
    yield from of_networks()
    yield from of_circles()
    maker = generated.Maker('shipped/dependencies')
    for _ in range(450):
        yield 'mixed', generated_dependencies.DependencyMaker(maker).given()
    yield from (('architecture', given) for given in of_architectures(project / 'site' / 'architectures', accepted))
    yield from (('example', given) for given in of_examples(project / 'schemas', accepted))
