"""Compares what `heat-codegen resolve` prints of templates with what Heat resolves, leaf by leaf.

    python compare_resolved.py HEAT_CODEGEN FOLDER...

Run it with a Python in which Heat is installed, in the project's folder. Every template below the folders that Heat can load is
resolved by both, with the same values for the parameters that need one. Properties and metadata must be the same wherever the
command knows the value: what it marks as unknown, and what Heat itself fails to resolve, is not compared. Prints the
differences and a summary; the exit code is 1 if there are differences.
"""

import json
import pathlib
import subprocess
import sys

from heat.common import context, template_format
from heat.engine import environment, function, resource, resources, stack, template
from oslo_config import cfg

# A value for each type of parameter, for those that have no default.
VALUES = {'number': '3', 'boolean': 'true', 'json': '{"k": "v"}', 'comma_delimited_list': 'a,b', 'commadelimitedlist': 'a,b'}
FAILED = '$failed'


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


def by_heat(data, values):
    """The properties and metadata of all resources, by Heat."""
    parsed = template.Template(data, env=environment.Environment({'parameters': values}))
    made = stack.Stack(context.RequestContext(project_id='project', user_id='user'), 'stack', parsed)
    is_hot = 'heat_template_version' in data
    keys = ('properties', 'metadata') if is_hot else ('Properties', 'Metadata')
    found = {}
    for name, definition in parsed.resource_definitions(made.defn).items():
        parts = zip(keys, (definition._properties, definition._metadata))
        found[name] = {key: resolved(part) for key, part in parts if part is not None}
    # Keys become strings, as in the document of the command.
    return json.loads(json.dumps(found))


def by_command(command, path, values):
    """The properties and metadata of all resources, by `heat-codegen resolve`."""
    arguments = [argument for name, value in values.items() for argument in ('--parameter', f'{name}={value}')]
    run = subprocess.run([command, 'resolve', str(path), '--format', 'json', *arguments], capture_output=True, text=True)
    document = json.loads(run.stdout)
    return document.get('resources') or document.get('Resources') or {}


def differences(path, heat, ours):
    """Where two values differ, as far as both are known."""
    if isinstance(ours, dict) and ('$unknown' in ours or '$one_of' in ours):
        return
    if isinstance(heat, dict) and FAILED in heat:
        return
    if isinstance(heat, dict) and isinstance(ours, dict):
        for key in heat.keys() | ours.keys():
            if key not in ours or key not in heat:
                yield f'{path}.{key}', heat.get(key), ours.get(key)
            else:
                yield from differences(f'{path}.{key}', heat[key], ours[key])
    elif isinstance(heat, list) and isinstance(ours, list) and len(heat) == len(ours):
        for index, pair in enumerate(zip(heat, ours)):
            yield from differences(f'{path}[{index}]', *pair)
    elif heat != ours or type(heat) is not type(ours):
        yield path, heat, ours


def compare(command, path):
    """The differences for one template; none if Heat cannot load it."""
    try:
        data = template_format.parse(path.read_text(encoding='utf-8'))
        values = missing_values(data)
        heat = by_heat(data, values)
    except Exception as error:
        return None, f'{type(error).__name__}: {error}'
    ours = by_command(command, path, values)
    found = [] if heat.keys() == ours.keys() else [('resources', sorted(heat), sorted(ours))]
    for name in heat.keys() & ours.keys():
        for key, part in heat[name].items():
            found.extend(differences(f'{name}.{key}', part, ours[name].get(key)))
    return found, None


def main():
    cfg.CONF([], project='heat', default_config_files=[])
    resources.initialise()
    resource.Resource._validate_service_availability = lambda *asked: None
    command, *folders = sys.argv[1:]
    paths = sorted(path for folder in folders for path in pathlib.Path(folder).rglob('*.y*ml'))
    agree = compared = 0
    for path in paths:
        found, reason = compare(command, path)
        if found is None:
            print(f'not compared: {path}: {reason[:120]}')
            continue
        compared += 1
        agree += not found
        for where, heat, ours in found:
            print(f'{path}: {where}\n  Heat: {str(heat)[:200]}\n  here: {str(ours)[:200]}')
    print(f'{agree} of {compared} templates agree')
    sys.exit(agree != compared)


main()
