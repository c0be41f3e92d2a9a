"""Property data that the service rules of a schema refuse, and data next to it that they accept.

The values come from the rule (those that it names, numbers around its limits, nothing) and from the tables for real services. A rule is
read here as the guide defines it, and only to choose data: what the service makes of them is recorded.
"""

import copy
import ipaddress
import itertools
import pathlib
import random
import re

import yaml
from heat.engine import function, properties, resources

from . import custom_values
from . import inputs_real_services
from . import mutant_rules
from . import real_services

# A property without a value.
NOTHING = object()
# Values of properties for which the tables for real services have none.
VALUES = {
    # More need hosts of a certain version.
    ('OS::Nova::ServerGroup', 'rules'): [{'max_server_per_host': 1}],
    ('OS::Nova::ServerGroup', 'rules.max_server_per_host'): [1],
    # A domain stays after its deletion.
    ('OS::Keystone::Domain', 'name'): ['name-{unique}'],
    ('OS::Barbican::Order', 'algorithm'): ['rsa'],
    ('OS::Neutron::RBACPolicy', 'target_tenant'): ['a' * 32, '*'],
    ('OS::Neutron::SecurityGroupRule', 'port_range_min'): [20, 21],
    ('OS::Neutron::SecurityGroupRule', 'port_range_max'): [22, 23],
}
# Combinations that are looked at for a rule, and data that it refuses that are asked about, each with some that it accepts.
MOST_COMBINATIONS, MOST_REFUSED, MOST_ACCEPTED = 6000, 24, 2
# Allowed values of a property that are tried, besides those that a rule names.
MOST_ALLOWED = 6
# What is put into a text.
OTHER_CHARACTERS = ' ,:/;\\'
EMPTY = {'string': '', 'list': [], 'map': {}}
NETWORKS = ['10.0.1.0/24', '10.9.0.0/16', '2001:db8::/64']
ADDRESSES = ['10.0.1.5', '10.0.1.200', '10.9.0.5', '2001:db8::5']
# What goes with a property, or with a value of it, so that the service gets as far as the rule; null for what does not.
WITH = {
    ('OS::Barbican::Order', 'type', 'certificate'): {'algorithm': None, 'bit_length': None, 'mode': None},
    ('OS::Barbican::Order', 'type', 'asymmetric'): {'algorithm': 'rsa'},
    ('OS::Designate::RecordSet', 'type', 'SOA'): {'records': ['ns.example.org. admin.example.org. 1 3600 600 86400 3600']},
    ('OS::Neutron::ProviderNet', 'network_type', 'flat'): {'segmentation_id': None},
    ('OS::Octavia::L7Policy', 'redirect_url'): {'action': 'REDIRECT_TO_URL'},
    ('OS::Octavia::HealthMonitor', 'type', 'UDP-CONNECT'): {'pool': 'udp_pool-1'},
    ('OS::Neutron::Subnet', 'ipv6_ra_mode'): {'ip_version': 6, 'cidr': '2001:db8::/64'},
    ('OS::Neutron::Subnet', 'ipv6_address_mode'): {'ip_version': 6, 'cidr': '2001:db8::/64'},
}


def inputs(folder):
    """Data for each rule of each type whose service runs here, each with the service."""
    services = real_services.running()
    for file in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(file.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        service = inputs_real_services.service_of_rules(written['type'])
        if written.get('service_rules') and service in services and not is_hidden(written):
            seen, package = [], inputs_real_services.EXTENSIONS.get(written['type'])
            version = f'{package} {services[service]["more"][package]}' if package else f'{service} {services[service]["version"]}'
            for rule in written['service_rules']:
                for data in DataOfRule(written, rule).chosen():
                    if data not in seen:
                        seen.append(data)
                        yield service, {'type': written['type'], 'properties': data, 'service': version}


def is_hidden(written):
    return (written.get('support_status') or [{}])[0].get('status') == 'HIDDEN'


class DataOfRule:
    """Data for one rule of a type."""

    def __init__(self, written, rule):
        self.written, self.rule, self.type_name = written, rule, written['type']
        self.maker = inputs_real_services.Maker(written)
        self.schema = properties.schemata(resources.global_env().get_class(self.type_name).properties_schema)
        self.list = rule.get('for_each')
        self.paths = sorted(set(map(tuple, self.compared())))
        self.random = random.Random(f'{self.type_name}/{written["service_rules"].index(rule)}')

    def compared(self):
        """The paths that the rule looks at, from the top."""
        rule = dict(self.rule)
        around = rule.pop('for_each', [])
        for path in mutant_rules.paths_of_rule(rule):
            is_of_item = around and (self.member([*around, path[0]]) or 'address' not in rule)
            yield [*around, *path] if is_of_item else path

    def described(self, path):
        """The schema at a path and its place, also where any field is possible."""
        return self.member(path) or ({'type': 'any'}, None)

    def member(self, path):
        """The schema at a path, and the path with the items of lists in it; none if there is none."""
        schemas, place, one = self.written['properties'], [], None
        for name in path:
            if one is not None and '*' in schemas:
                place.append('*')
                schemas = schemas['*'].get('schema') or {}
            one = schemas.get(name)
            if one is None:
                return None
            place.append(name)
            schemas = one.get('schema') or {}
        return one, tuple(place)

    # Values.

    def pool(self, path):
        """Values for a property or field, or nothing."""
        one, place = self.described(path)
        found = [] if one.get('required') else [NOTHING]
        if is_compared_as_address(self.rule, path):
            samples = self.maker.values(place, one)
            return [*found, *(NETWORKS if any('/' in str(sample) for sample in samples) else ADDRESSES)]
        conditions = list(conditions_on(self.rule, path))
        for condition in conditions:
            found += [value for key in ('in', 'not_in') for value in condition.get(key, ()) if value is not None]
            found += [value for value in custom_values.VALUES.get(condition.get('custom_constraint'), ())[::3] if isinstance(value, str)]
            if 'allowed_pattern' in condition:
                found += texts_near(condition['allowed_pattern'], [value for value in self.usual(path)[:2] if isinstance(value, str)])
        for limit in self.limits(path):
            # Heat's own type may be a text.
            found += [str(number) if one['type'] == 'string' else number for number in (limit - 1, limit, limit + 1)]
        allowed = [value for constraint in one.get('constraints', ()) for value in constraint.get('allowed_values', ())]
        if one['type'] == 'list':
            allowed = [[value] for value in allowed]
        found += VALUES.get((self.type_name, '.'.join(path))) or allowed[:MOST_ALLOWED] or self.usual(path)[:3]
        if not allowed and any('is' in condition or not condition for condition in conditions) or one['type'] == 'list':
            found += [EMPTY[one['type']]] if one['type'] in EMPTY else []
        return [value for number, value in enumerate(found) if not any(same(value, other) for other in found[:number])]

    def limits(self, path):
        """The numbers with which the rule compares a property, and those of other properties."""
        operands = self.rule.get('ascending', ())
        if any(is_path_of(self.rule, operand, path) for operand in operands):
            yield from (operand for operand in operands if isinstance(operand, int))
            others = [other for other in self.paths if other != path and any(is_path_of(self.rule, operand, other) for operand in operands)]
            yield from (value for other in others for value in self.usual(other)[:1] if isinstance(value, int))

    def usual(self, path):
        """Values of a property, by the tables."""
        one, place = self.described(path)
        of_place = self.maker.values(place, one) if place else ['other']
        return VALUES.get((self.type_name, '.'.join(path))) or of_place

    # Data.

    def data(self, values, with_others):
        """Properties with these values at the paths of the rule, and with other fields in their maps or without."""
        made = copy.deepcopy(self.maker.base)
        for name in {path[0] for path in self.paths if len(path) == 1}:
            made.pop(name, None)
        if self.list:
            inputs_of_item = {path[len(self.list):]: value for path, value in values.items() if self.is_of_item(path)}
            _, place = self.member(self.list)
            item = self.item(place)
            for path in inputs_of_item:
                item.pop(path[0], None)
            for path, value in inputs_of_item.items():
                put(item, path, value)
            put(made, self.list, [item])
        for path, value in values.items():
            if not self.is_of_item(path):
                put(made, path, value, self.beside(path) if with_others else ())
        for path, value in values.items():
            if value is not NOTHING:
                of = self.type_name, '.'.join(path)
                beside = {**WITH.get(of, {}), **WITH.get((*of, str(value)), {})}
                made.update({name: other for name, other in beside.items() if (name,) not in self.paths})
        return {name: value for name, value in made.items() if value is not None}

    def beside(self, path):
        """What is in a map besides the fields that the rule looks at."""
        fields = inputs_real_services.BESIDE.get((self.type_name, path[0]), {})
        return {name: value for name, value in fields.items() if (path[0], name) not in self.paths}

    def is_of_item(self, path):
        return bool(self.list) and list(path[:len(self.list)]) == self.list

    def item(self, place):
        """An item of the list, as the tables for real services have it."""
        beside = inputs_real_services.BESIDE.get((self.type_name, '.'.join((*place, '*'))))
        if beside is not None:
            return dict(beside)
        items = self.maker.values(place, self.member(self.list)[0])
        return dict(items[0][0]) if items and items[0] else {}

    def chosen(self):
        """Data that the rule refuses, each followed by data next to it that it accepts."""
        pools = {path: self.pool(path) for path in self.paths}
        combinations = list(itertools.product(*pools.values()))
        if len(combinations) > MOST_COMBINATIONS:
            combinations = self.random.sample(combinations, MOST_COMBINATIONS)
        refused, accepted = [], []
        for values, with_others in itertools.product(combinations, (False, True)):
            data = self.data(dict(zip(pools, values)), with_others)
            if with_others and data == self.data(dict(zip(pools, values)), False):
                continue
            violated = self.violated(data)
            if violated is None:
                continue
            if self.rule in violated:
                refused.append((len(violated), values, data))
            elif not violated:
                accepted.append((values, data))
        # What other rules refuse too says less.
        least = min((number for number, *_ in refused), default=0)
        covered = set()
        for _, values, data in [one for one in refused if one[0] == least]:
            new = {(path, repr(value)) for path, value in zip(pools, values)} - covered
            if not new or len(covered) >= MOST_REFUSED and not self.is_new_name(new):
                continue
            covered |= new
            yield data
            yield from self.next_to(values, accepted)

    def is_new_name(self, new):
        """Whether the rule names one of the values."""
        return any(repr(value) == written for path, written in new for one in conditions_on(self.rule, path) for value in one.get('in', ()))

    @staticmethod
    def next_to(values, accepted):
        """Accepted data that differ in as few places as possible, each in another one."""
        places, ranked = [], []
        for others, data in accepted:
            differing = tuple(number for number, pair in enumerate(zip(values, others)) if not same(*pair))
            ranked.append((len(differing), others.count(NOTHING), differing, data))
        least = min((number for number, *_ in ranked), default=0)
        for number, _, differing, data in sorted(ranked, key=lambda one: one[:2]):
            if number == least and differing not in places and len(places) < MOST_ACCEPTED:
                places.append(differing)
                yield data

    def violated(self, data):
        """The service rules of the type that data violate; none if Heat refuses the data."""
        made = properties.Properties(self.schema, copy.deepcopy(data), function.resolve)
        try:
            made.validate()
            read = {name: made[name] for name in self.schema}
        except Exception:
            return None
        if mutant_rules.violated(self.written, data, read):
            return None
        return [rule for rule in self.written['service_rules'] if violates(rule, data, read)]


def texts_near(pattern, usual):
    """Texts that a pattern may tell apart: usual ones, with another character, and with as many characters as it names."""
    yield from usual
    for one in usual[:1]:
        yield from (f'{one[:2]}{other}{one[2:]}' for other in OTHER_CHARACTERS)
        yield from (one[1:], one[:-1])
        if one.isdigit():
            yield from ('0', one + one)
    for least, most in re.findall(r'\{(\d*),(\d+)\}', pattern):
        yield from ('x' * length for length in (int(least or 0) - 1, int(most), int(most) + 1) if length > 0)
    yield ''


def violates(rule, data, read):
    if 'address' not in rule:
        return mutant_rules.violated({'validation_rules': [rule]}, data, read) is not None
    if not all(mutant_rules.count(condition, read) for condition in rule.get('when') or []):
        return False
    items = mutant_rules.found(read, rule['for_each']) if 'for_each' in rule else [read]
    return any(violates_address(rule, item, read) for item in items or [])


def violates_address(rule, item, read):
    def value(path):
        return mutant_rules.found(item if (item or {}).get(path[0]) is not None else read, path)

    def network(path):
        try:
            return ipaddress.ip_network(value(path), strict=False)
        except ValueError:
            return None

    address = network(rule['address'])
    if address is None:
        return False
    version = str(value(rule['version']))[-1:] if 'version' in rule else None
    if version in ('4', '6') and version != str(address.version):
        return True
    others = {key: [one and one.version == address.version and one for one in map(network, paths)]
              for key, paths in (('within', [rule.get('within')]), ('not_after', [rule.get('not_after')]), ('not_between', rule.get('not_between')))
              if key in rule}
    if 'within' in others and network(rule['within']) is not None:
        return not others['within'][0] or not address.subnet_of(others['within'][0])
    if 'not_after' in others:
        return bool(others['not_after'][0]) and address[0] > others['not_after'][0][0]
    first, last = others.get('not_between', (None, None))
    return bool(first) and bool(last) and first[0] <= address[0] <= last[0]


def is_compared_as_address(rule, path):
    """Whether a rule about an address compares this property with the address, or as the address."""
    if 'address' not in rule:
        return False
    named = [rule['address'], rule.get('within'), rule.get('not_after'), *(rule.get('not_between') or [])]
    return any(is_path_of(rule, one, path) for one in named if one)


def is_path_of(rule, written, path):
    """Whether a path in a rule may lead to this one."""
    return isinstance(written, list) and list(path)[-len(written):] == written and len(path) - len(written) in (0, len(rule.get('for_each') or ()))


def conditions_on(rule, path):
    """The conditions of a rule on a property: an empty one for each that it has to be filled."""
    def of(part):
        if isinstance(part, dict):
            if is_path_of(rule, part.get('property'), path):
                yield part
            for value in part.values():
                yield from of(value)
        elif isinstance(part, list):
            if is_path_of(rule, part, path) and all(isinstance(step, str) for step in part):
                yield {}
            else:
                for value in part:
                    yield from of(value)
    return of([rule.get(key) for key in ('when', 'at_most_one', 'at_least_one', 'exactly_one', 'all', 'none')])


def put(made, path, value, beside=()):
    """Puts a value into maps, which are made on the way; nothing is put nowhere."""
    if value is NOTHING:
        return
    for name in path[:-1]:
        made = made.setdefault(name, dict(beside))
    made[path[-1]] = copy.deepcopy(value)


def same(one, other):
    return one is other or type(one) is type(other) and one == other
