"""Templates to judge: those of a folder, the examples of the catalogue, and the architectures of the site."""

import pathlib
import re

import yaml
from heat.common import template_format
from heatclient import exc
from heatclient.common import template_utils

from . import examples
from .template_mistakes import Case

SUFFIXES = ('.yaml', '.yml', '.template', '.json')
MISSING = re.compile(r'Could not fetch contents for file://(.*)')
CFN_TYPES = {'commadelimitedlist': 'comma_delimited_list'}
PLACEHOLDER = 'text\n'


def values_for(data, accepted_values):
    """Values for the parameters without a default, as far as they are defined in a way that can be read."""
    definitions = data.get('parameters') or data.get('Parameters')
    values = {}
    for name, definition in definitions.items() if isinstance(definitions, dict) else ():
        if not isinstance(definition, dict) or 'default' in definition or 'Default' in definition:
            continue
        kind = str(definition.get('type', definition.get('Type'))).lower()
        try:
            hot = {'type': CFN_TYPES.get(kind, kind), 'constraints': definition.get('constraints', [])}
            values[name] = examples.value_for(name, hot, accepted_values)
        except (KeyError, TypeError, AttributeError):
            values[name] = 'text'
    return values


def with_values(case, accepted_values):
    """A case with an environment that has a value for each parameter that needs one."""
    try:
        data = template_format.parse(case.files[case.template])
        values = values_for(data, accepted_values)
    except (ValueError, AttributeError):
        return case
    environment = yaml.safe_load(case.files[case.environment]) if case.environment else {}
    values.update(environment.get('parameters') or {})
    if not values:
        return case
    name = case.environment or str(pathlib.PurePath(case.template).with_name('values-for-parameters.yaml'))
    text = yaml.safe_dump({**environment, 'parameters': values}, sort_keys=False)
    return Case(case.source, {**case.files, name: text}, case.template, name)


def of_folder(folder, accepted_values):
    """The templates below a folder, with the files that the client reads. A file that is not there, and no template, is made up."""
    folder = folder.resolve()
    for path in sorted(folder.rglob('*')):
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        try:
            text = path.read_text(encoding='utf-8')
        except UnicodeDecodeError:
            continue
        files = {name: text, **files_of(folder, path)}
        yield with_values(Case(name, files, name, None), accepted_values)


def files_of(folder, path):
    """The texts of the files that a template names, by their paths below the folder."""
    found = {}
    read_url = template_utils.utils.read_url_content

    def read(url):
        place = pathlib.Path(url.removeprefix('file://'))
        is_there = place.is_file()
        if not is_there and place.suffix in SUFFIXES:
            return read_url(url)
        if place.is_relative_to(folder):
            found[place.relative_to(folder).as_posix()] = place.read_text(encoding='utf-8', errors='replace') if is_there else PLACEHOLDER
        return read_url(url) if is_there else PLACEHOLDER.encode()

    template_utils.utils.read_url_content = read
    try:
        template_utils.get_template_contents(str(path))
    except (exc.CommandError, ValueError, TypeError, AttributeError):
        # Heat's client does not send such a template.
        pass
    finally:
        template_utils.utils.read_url_content = read_url
    return found


def own(schemas, architectures, accepted_values):
    """The project's own templates."""
    for file in sorted(schemas.rglob('*.yaml')):
        for name, text in examples.of_file(file):
            _, files, _ = examples.load(text)
            case = Case(name, {'template.yaml': text, **files}, 'template.yaml', None)
            yield with_values(case, accepted_values)
    for file in sorted(architectures.rglob('template.yaml')):
        texts = {path.relative_to(file.parent).as_posix(): path.read_text(encoding='utf-8') for path in sorted(file.parent.rglob('*')) if path.is_file()}
        for environment in [name for name in texts if name.startswith('environment')] or [None]:
            yield with_values(Case(f'{file.parent.name}: {environment}', texts, 'template.yaml', environment), accepted_values)
