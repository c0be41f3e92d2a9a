"""The examples of schemas, as templates with values for their parameters."""

import yaml
from heat.common import template_format

# A value for each type of parameter, unless a constraint asks for another.
VALUES = {'string': 'text', 'number': '1', 'boolean': 'true', 'json': '{"key": "value"}', 'comma_delimited_list': 'a,b'}
EMPTY_TEMPLATE = 'heat_template_version: 2021-04-16\n'


def value_for(name, definition, accepted_values):
    """A value for a parameter without a default."""
    found = VALUES[definition['type']]
    for constraint in definition.get('constraints', []):
        if 'allowed_values' in constraint:
            return str(constraint['allowed_values'][0])
        if 'custom_constraint' in constraint:
            # IDs differ, since some plug-ins refuse one for two properties.
            found = accepted_values.get(constraint['custom_constraint'], name)
        if 'range' in constraint:
            found = str(constraint['range'].get('min', constraint['range'].get('max')))
        if 'length' in constraint:
            found = found.ljust(constraint['length'].get('min', 0), 'x')[:constraint['length'].get('max')]
    return found


def files_in(part):
    """The names that the template passes to `get_file`."""
    if isinstance(part, dict):
        if list(part) == ['get_file']:
            yield part['get_file']
        part = list(part.values())
    if isinstance(part, list):
        for item in part:
            yield from files_in(item)


def missing_values(data, accepted_values):
    """Values for the parameters of a template that have no default."""
    return {
        name: value_for(name, definition, accepted_values)
        for name, definition in data.get('parameters', {}).items()
        if 'default' not in definition
    }


def accepted_values(schemas):
    """For each custom constraint that has an example, a value that it accepts."""
    known = yaml.safe_load((schemas / 'constraints.yaml').read_text(encoding='utf-8'))
    return {name: entry['example'] for name, entry in known.items() if 'example' in entry}


def of_file(file):
    """The examples in a file of the catalogue, each with a name; beside schemas, there are files of other kinds."""
    schema = yaml.load(file.read_text(encoding='utf-8'), yaml.CSafeLoader)
    if isinstance(schema, dict) and 'type' in schema:
        for example in schema.get('examples', []):
            yield f"{schema['type']}: {example['title']}", example['template']


def load(text):
    """The template of an example, files for it, and no environment."""
    data = template_format.parse(text)
    return data, dict.fromkeys(files_in(data), EMPTY_TEMPLATE), {}
