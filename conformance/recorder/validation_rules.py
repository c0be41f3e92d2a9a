"""What the plug-ins' own checks say of property data, and the data: of each type that has validation rules in the catalogue."""

import random

from heat.engine import constraints, properties, resources

from . import cloudless
from . import verdicts

HOT = 'heat_template_version'
TEXTS = ['text', 'other', '']
NUMBERS = [0, 1, 2, 5, 10, 100, 5000, -1]
ADDRESSES = ['10.0.0.5', 'fe80::1', 'auto', '~', 'text']
# Data that a random choice hardly ever makes, of the properties that the rules of a type compare.
SHAPES = {'cidr': ['10.0.0.0/24', '10.1.0.0/16', ''], 'gateway_ip': ADDRESSES, 'ip_address': ['10.0.0.5'], 'mac_address': ['fa:16:3e:00:00:01'],
          'device_name': ['vda', 'vdb'], 'first_time': ['2030-01-01 00:00'], 'pattern': ['* * * * *'], 'expiration': ['2090-01-01T00:00:00Z'],
          'name': ['web', 'default'], 'email': ['a@example.org'], 'boot_index': [0, 1, -1], 'remote_ip_prefix': ['10.0.0.0/8'],
          'fixed_ip_address': ['10.0.0.5'], 'fixed_ip': ['10.0.0.5'], 'resource': [{'type': 'OS::Heat::None'}], 'task_name': ['a', '']}
ATTEMPTS = 6
PER_TYPE = 24


class Maker:
    """Makes property data for one type."""

    def __init__(self, seed, rules):
        self.random = random.Random(seed)
        self.compared = {step for rule in rules for step in steps(rule)}

    def chance(self, probability):
        return self.random.random() < probability

    def one(self, items):
        return self.random.choice(list(items))

    def value(self, name, schema):
        listed = [constraint.allowed for constraint in schema.constraints if isinstance(constraint, constraints.AllowedValues)]
        if listed and schema.type != schema.LIST:
            return self.one(listed[0])
        if name in SHAPES and schema.type in (schema.STRING, schema.INTEGER, schema.MAP):
            return self.one(SHAPES[name])
        if schema.type == schema.BOOLEAN:
            return self.chance(0.5)
        if schema.type in (schema.INTEGER, schema.NUMBER):
            return self.one(NUMBERS)
        if schema.type == schema.LIST:
            item = schema.schema['*'] if schema.schema else None
            return [self.value(name, item) if item else 'a' for _ in range(self.one([0, 1, 1, 2]))]
        if schema.type == schema.MAP:
            return self.members(schema.schema) if schema.schema else self.one([{}, {'task_name': 'a'}])
        return self.one(TEXTS) if self.chance(0.9) else None

    def members(self, schemas):
        made = {}
        for name, schema in schemas.items():
            wanted = 0.97 if schema.required else 0.45 if name in self.compared else 0.03
            if schema.implemented and self.chance(wanted):
                made[name] = self.value(name, schema)
        return made


def steps(part):
    """The names in the paths of a rule."""
    if isinstance(part, dict):
        for value in part.values():
            yield from steps(value)
    elif isinstance(part, list):
        for value in part:
            yield from steps(value)
    elif isinstance(part, str):
        yield part


def inputs(rules_by_type):
    """Data for each type with rules, about as many that satisfy them as that do not."""
    cloudless.load_default_environment()
    for name, rules in rules_by_type.items():
        schemas = properties.schemata(resources.global_env().get_class(name).properties_schema)
        maker = Maker(f'validation rules of {name}', rules)
        seen = {'accepted': [], 'refused': []}
        for _ in range(PER_TYPE * ATTEMPTS):
            given = {'type': name, 'properties': maker.members(schemas)}
            found = seen.get(of_properties(given).get('verdict'), [])
            if given not in found and len(found) < PER_TYPE // 2:
                found.append(given)
                yield name, given


def of_properties(given):
    """Whether the plug-in of a type accepts properties, each of which is valid on its own, and what it raises; nothing if that is not known."""
    cloudless.without_services_once()
    data = {HOT: '2021-04-16', 'resources': {'made': {'type': given['type'], 'properties': given['properties']}}}
    answer = verdicts.verdict(verdicts.create, verdicts.jsonutils.dumps([data, {}, {}]))
    if answer['verdict'] == 'accepted':
        return {} if answer.get('skipped') else {'verdict': 'accepted'}
    # What a client refuses without asking its service, it refuses for the plug-in.
    by_plug_in = answer.get('by') == 'plug-in' or answer.get('error') == 'StackValidationFailed' and answer.get('by') == 'cloud'
    return {key: answer[key] for key in ('verdict', 'error', 'message')} if by_plug_in else {}
