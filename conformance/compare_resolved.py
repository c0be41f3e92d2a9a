"""Compares what `heat-codegen resolve` prints of templates with what Heat resolves, leaf by leaf.

    python compare_resolved.py [--nested] HEAT_CODEGEN FOLDER...

Run it with a Python in which Heat is installed, in the project's folder. Every template below the folders that Heat can load is
resolved by both, with the same values for the parameters that need one. Properties and metadata must be the same wherever the
command knows the value: what it marks as unknown, and what Heat itself fails to resolve, is not compared. Prints the
differences and a summary; the exit code is 1 if there are differences.

With --nested, each template comes with an environment in which the type of its first resource stands for a nested template: the
one that `heat-codegen template` writes for the type. The nested stacks, and those of groups, are compared too.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from heat.common import context, template_format
from heat.engine import environment, function, resource, resources, stack, template
from heat.engine.resources import stack_resource
from oslo_config import cfg

# A value for each type of parameter, for those that have no default.
VALUES = {'number': '3', 'boolean': 'true', 'json': '{"k": "v"}', 'comma_delimited_list': 'a,b', 'commadelimitedlist': 'a,b'}
FAILED = '$failed'
# In place of the value of a hidden parameter.
MASK = '******'
NESTED = '$nested'


def missing_values(data):
    """Values for the parameters without a default."""
    section = data.get('parameters') or data.get('Parameters') or {}
    values = {}
    for name, definition in section.items():
        if 'default' not in definition and 'Default' not in definition:
            kind = str(definition.get('type') or definition.get('Type')).lower()
            values[name] = VALUES.get(kind, 'text')
    return values


def resolved(snippet):
    """A parsed snippet as data, call by call, so that one failing call does not hide the others."""
    if isinstance(snippet, dict):
        return {key: resolved(value) for key, value in snippet.items()}
    try:
        return function.resolve(snippet)
    except Exception as error:
        return {FAILED: type(error).__name__}


def by_heat(data, values, provider):
    """The properties and metadata of all resources, by Heat; with those of nested stacks, if there is a provider template."""
    given = {'parameters': values}
    files = {}
    if provider:
        given['resource_registry'] = {provider.resource_type: provider.name}
        files[provider.name] = provider.text
    parsed = template.Template(data, files=files, env=environment.Environment(given))
    made = stack.Stack(context.RequestContext(project_id='project', user_id='user'), 'stack', parsed)
    # Keys become strings, as in the document of the command.
    return json.loads(json.dumps(of_stack(made, bool(provider))))


def of_stack(made, with_nested):
    """The properties and metadata of the resources of a stack."""
    is_hot = 'heat_template_version' in made.t.t
    keys = ('properties', 'metadata') if is_hot else ('Properties', 'Metadata')
    found = {}
    for name, definition in made.t.resource_definitions(made.defn).items():
        parts = zip(keys, (definition._properties, definition._metadata))
        found[name] = {key: resolved(part) for key, part in parts if part is not None}
        if with_nested and isinstance(made[name], stack_resource.StackResource):
            try:
                nested = made[name]
                child = nested._parse_nested_stack('nested', nested.child_template(), nested.child_params())
                found[name][NESTED] = of_stack(child, with_nested)
            except Exception as error:
                found[name][NESTED] = {FAILED: type(error).__name__}
    return found


class Provider:
    """A nested template for a type, in a folder with the environment that names it."""

    def __init__(self, command, folder, resource_type):
        self.resource_type = resource_type
        written = subprocess.run([command, 'template', resource_type], capture_output=True, text=True, check=True).stdout
        data = template_format.parse(written)
        for definition in data['parameters'].values():
            # Heat writes an empty entry for a constraint that a parameter cannot have, and then refuses it.
            definition['constraints'] = [one for one in definition.pop('constraints', []) if one]
        self.text = json.dumps(data)
        self.name = 'provider.yaml'
        self.environment = pathlib.Path(folder, 'environment.yaml')
        pathlib.Path(folder, self.name).write_text(self.text, encoding='utf-8')
        registry = {'resource_registry': {resource_type: self.name}}
        self.environment.write_text(json.dumps(registry), encoding='utf-8')


def provider_for(command, folder, data):
    """A provider for the type of the first resource that has a schema; none if there is none."""
    section = data.get('resources') or data.get('Resources') or {}
    for definition in section.values():
        try:
            return Provider(command, folder, definition.get('type') or definition.get('Type'))
        except (subprocess.CalledProcessError, TypeError):
            continue
    return None


def by_command(command, path, values, provider):
    """The properties and metadata of all resources, by `heat-codegen resolve`."""
    arguments = [argument for name, value in values.items() for argument in ('--parameter', f'{name}={value}')]
    if provider:
        arguments += ['--environment', str(provider.environment), '--root', '/']
    run = subprocess.run([command, 'resolve', str(path), '--format', 'json', *arguments], capture_output=True, text=True)
    document = json.loads(run.stdout)
    return document.get('resources') or document.get('Resources') or {}


def differences(path, heat, ours):
    """Where two values differ, as far as both are known."""
    if isinstance(ours, dict) and ('$unknown' in ours or '$one_of' in ours):
        return
    if isinstance(heat, dict) and FAILED in heat or isinstance(ours, str) and MASK in ours:
        return
    if isinstance(heat, dict) and isinstance(ours, dict):
        for key in heat.keys() | ours.keys():
            if key not in ours or key not in heat:
                yield f'{path}.{key}', heat.get(key), ours.get(key)
            else:
                yield from differences(f'{path}.{key}', heat[key], ours[key])
    elif isinstance(heat, list) and isinstance(ours, list) and len(heat) != len(ours) and '$unknown' in str(ours):
        # Heat leaves out an item that is null, such as an attribute before the resource is created.
        return
    elif isinstance(heat, list) and isinstance(ours, list) and len(heat) == len(ours):
        for index, pair in enumerate(zip(heat, ours)):
            yield from differences(f'{path}[{index}]', *pair)
    elif heat != ours or type(heat) is not type(ours):
        yield path, heat, ours


def of_resources(heat, ours, around=''):
    """The differences of the resources of a stack; `nested` counts the nested stacks that were compared."""
    if heat.keys() != ours.keys():
        yield f'{around}resources', sorted(heat), sorted(ours)
    for name in heat.keys() & ours.keys():
        for key, part in heat[name].items():
            other = ours[name].get(key)
            if key != NESTED:
                yield from differences(f'{around}{name}.{key}', part, other)
            elif other is not None and FAILED not in part:
                compare.nested += 1
                inner = other.get('resources') or other.get('Resources') or {}
                if not inner.keys() == {'member'}:
                    yield from of_resources(part, inner, f'{around}{name}: ')


def compare(command, path, with_nested):
    """The differences for one template; none if Heat cannot load it."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            data = template_format.parse(path.read_text(encoding='utf-8'))
            values = missing_values(data)
            provider = provider_for(command, folder, data) if with_nested else None
            heat = by_heat(data, values, provider)
        except Exception as error:
            return None, f'{type(error).__name__}: {error}'
        return list(of_resources(heat, by_command(command, path, values, provider))), None


compare.nested = 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--nested', action='store_true')
    parser.add_argument('command')
    parser.add_argument('folders', nargs='+')
    given = parser.parse_args()
    cfg.CONF([], project='heat', default_config_files=[])
    resources.initialise()
    resource.Resource._validate_service_availability = lambda *asked: None
    paths = sorted(path for folder in given.folders for path in pathlib.Path(folder).rglob('*.y*ml'))
    agree = compared = 0
    for path in paths:
        found, reason = compare(given.command, path, given.nested)
        if found is None:
            print(f'not compared: {path}: {reason[:120]}')
            continue
        compared += 1
        agree += not found
        for where, heat, ours in found:
            print(f'{path}: {where}\n  Heat: {str(heat)[:200]}\n  here: {str(ours)[:200]}')
    print(f'{agree} of {compared} templates agree, {compare.nested} nested stacks among them')
    sys.exit(agree != compared)


main()
