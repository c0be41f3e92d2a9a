"""The project's own schemas as inputs: real resource types, with their translation rules."""

import pathlib

import yaml

TYPES = {name.lower(): name for name in ('String', 'Integer', 'Number', 'Boolean', 'Map', 'List', 'Any')}


def property_of(written):
    """A property in the form of the vectors, without parts that have no effect on values."""
    definition = {'type': TYPES[written['type']]}
    for key in ('required', 'default', 'update_allowed', 'immutable', 'implemented', 'allow_conversion', 'constraints'):
        if key in written:
            definition[key] = written[key]
    if 'schema' in written:
        definition['schema'] = schema_of(written['schema'])
    return definition


def schema_of(written):
    return {name: property_of(member) for name, member in written.items()}


def rule_of(written):
    rule = {'rule': written['rule'].capitalize(), 'translation_path': written['translation_path']}
    for key in ('value', 'value_name', 'value_path', 'custom_value_path', 'entity'):
        if key in written:
            rule[key] = written[key]
    if 'finder' in written:
        rule['finder'] = {'name': written['finder'], 'results': []}
    return rule


def load(folder):
    """The schema and the rules of every type with a schema, by name."""
    types = {}
    for path in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(path.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        rules = [rule for rule in written.get('translation_rules', []) if 'when' not in rule]
        if written.get('properties'):
            types[written['type']] = schema_of(written['properties']), [rule_of(rule) for rule in rules]
    return types


def validation_rules(folder):
    """The validation rules of every type that has any, by name."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(path.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        if written.get('validation_rules'):
            found[written['type']] = written['validation_rules']
    return found
