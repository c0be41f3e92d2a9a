"""The inputs of the family `type_updates`: for each type, data that its schema accepts, and two values of each property."""

import copy
import pathlib
import random

import yaml
from heat.engine import properties
from heat.engine import resources

from . import mutant_values

# Two values that a schema accepts and that its constraints do not suggest.
PREFERRED = {
    ('OS::Cinder::Volume', 'size'): [1, 2],
    ('OS::Neutron::Subnet', 'gateway_ip'): ['192.0.2.1', 'auto'],
}
# Required properties whose first accepted value does not go with all values of the others.
REQUIRED = {'OS::Heat::Value': {'value': '5'}}
AUTO_SCALING = {'min_size': 1, 'max_size': 6, 'resource': {'type': 'OS::Heat::None'}}
AWS_AUTO_SCALING = {'MinSize': '1', 'MaxSize': '6', 'AvailabilityZones': ['nova'], 'InstanceId': 'server'}
INSTANCE_GROUP = {'AvailabilityZones': ['nova'], 'LaunchConfigurationName': 'configuration'}
# The groups that are asked how many members an update leaves of those that it finds.
SIZES = {
    'OS::Heat::AutoScalingGroup': [{**AUTO_SCALING, **more} for more in (
        {}, {'desired_capacity': 2}, {'desired_capacity': 5}, {'desired_capacity': 0}, {'max_size': 3}, {'min_size': 5},
        {'max_size': 3, 'desired_capacity': 2})],
    'AWS::AutoScaling::AutoScalingGroup': [{**AWS_AUTO_SCALING, **more} for more in (
        {}, {'DesiredCapacity': '2'}, {'DesiredCapacity': '5'}, {'DesiredCapacity': '0'}, {'MaxSize': '3'}, {'MinSize': '5'})],
    'OS::Heat::InstanceGroup': [{**INSTANCE_GROUP, 'Size': size} for size in ('2', '5', '0')],
}


def accepts(schema, data):
    try:
        properties.Properties(schema, copy.deepcopy(data)).validate()
    except Exception:
        return False
    return True


def data_of(schema, written, pools):
    """The required properties, with values that are accepted."""
    base = {}
    for name, definition in written.items():
        if definition.get('required'):
            one = {name: schema[name]}
            fitting = (value for value in pools[name] if accepts(one, {name: value}) and value not in ('', [], {}, None))
            base[name] = next(fitting, pools[name][0])
    return base


def pair_of(type_name, name, schema, pool, base):
    """Two values of a property that are different for Heat."""
    found = []
    for value in PREFERRED.get((type_name, name), []) + pool:
        if value is None or not accepts(schema, {**base, name: value}):
            continue
        read = properties.Properties(schema, {**base, name: value})[name]
        if any(read == known for _, known in found):
            continue
        found.append((value, read))
        # One that is the default is no change if it is removed.
        usual = [value for value, known in found if known != schema[name].default and known not in ('', [], {})]
        if len(usual) == 2:
            return usual
    return [value for value, _ in found[:2]] if len(found) > 1 else None


def of_schema(written):
    """The question about a type; none if there are no data that Heat accepts."""
    type_name, of_properties = written['type'], written.get('properties', {})
    schema = properties.schemata(resources.global_env().get_class(type_name).properties_schema)
    maker = mutant_values.Values(random.Random(f'shipped/{type_name}'))
    of_properties = {name: one for name, one in of_properties.items() if name in schema}
    pools = {name: maker.of(name, definition) for name, definition in of_properties.items()}
    base = {**data_of(schema, of_properties, pools), **REQUIRED.get(type_name, {})}
    pairs = {name: pair_of(type_name, name, schema, pools[name], base) for name in of_properties}
    return {'type': type_name, 'base': base, 'properties': {name: pair for name, pair in pairs.items() if pair}}


def type_updates(folder):
    for path in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(path.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        if 'type' in written:
            sizes = SIZES.get(written['type'])
            yield 'type', {**of_schema(written), **({'sizes': sizes} if sizes else {})}
