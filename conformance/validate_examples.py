"""Validates the examples of schemas, and the architectures of the site, with Heat.

    python validate_examples.py [--verbose] [--site FOLDER] [FILE_OR_FOLDER...]

Run it with a Python in which Heat and its client are installed, in the project's folder. Without arguments, it validates all
examples below `schemas` and all templates below `site/architectures`, the latter with the files that the client sends along, once
for each environment beside the template. With `--site`, it validates the snippets on the types' pages of a built site instead. Each is loaded as a new stack and validated strictly, as by `openstack stack create`:
parameters, properties, references, outputs, and what the plug-ins of its resource types check themselves. There is no cloud:

- Every service counts as available, and every name or ID that a custom constraint would look up exists. Custom constraints that
  only look at the value apply.
- Parameters without a value get one that fits their constraints. In examples of schemas, each file of `get_file` is an empty
  template.
- When a plug-in asks a service, the rest of its own checks is skipped for that resource, which is reported, and Heat's general
  checks still apply.

The exit code is 1 if Heat refuses a template.
"""

import argparse
import functools
import html.parser
import logging
import pathlib
import sys

import yaml
from heat.common import context, environment_format, template_format, urlfetch
from heat.engine import constraints, environment, function, resource, resources, stack, template, translation
from heat.objects import service
from heatclient.common import template_utils
from oslo_config import cfg
from oslo_serialization import jsonutils

SCHEMAS = pathlib.Path('schemas')
ARCHITECTURES = pathlib.Path('site/architectures')
# A value for each type of parameter, unless a constraint asks for another.
VALUES = {'string': 'text', 'number': '1', 'boolean': 'true', 'json': '{"key": "value"}', 'comma_delimited_list': 'a,b'}
EMPTY_TEMPLATE = 'heat_template_version: 2021-04-16\n'


class AsksTheCloud(BaseException):
    """A plug-in wants to ask a service. Not an `Exception`, so that the plug-in does not handle it."""


class Skipped:
    """The resources whose own checks could not all be run, in the current example."""

    names = []


def ask_the_cloud(*_asked, **_more):
    raise AsksTheCloud()


def without_cloud():
    """Makes Heat validate without services."""
    # Every client begins with one of the two.
    context.RequestContext.auth_plugin = property(ask_the_cloud)
    context.RequestContext.keystone_session = property(ask_the_cloud)
    # A group has one at hand, but there is no nested stack yet to ask about.
    resource.Resource.rpc_client = lambda *_asked: None
    # A template by URL, as of AWS::CloudFormation::Stack.
    urlfetch.requests.get = ask_the_cloud
    # A chain limits how many members it creates at a time by the number of engines, which is in the database.
    service.Service.active_service_count = lambda *_asked: 1
    resource.Resource._validate_service_availability = lambda *_asked: None
    # Custom constraints that need no service have a `validate` of their own.
    constraints.BaseCustomConstraint.validate = lambda *_asked: True
    translation.resolve_and_find = lambda value, *_how: function.resolve(value)
    initialise = resource.Resource.__init__

    def initialise_guarded(self, *given, **more):
        initialise(self, *given, **more)
        self.validate = lambda: validate_resource(self)

    resource.Resource.__init__ = initialise_guarded


def load_default_environment():
    """Loads the environment that Heat's packages install: some types of Heat use others by names that only it defines."""
    folder = pathlib.Path(sys.prefix, 'etc', 'heat')
    text = (folder / 'environment.d' / 'default.yaml').read_text(encoding='utf-8')
    resources.global_env().load(environment_format.parse(text.replace('file:///etc/heat', folder.as_uri())))


def validate_resource(made):
    """Runs the checks of a resource: its plug-in's, or as many of them as need no cloud."""
    try:
        return type(made).validate(made)
    except AsksTheCloud:
        Skipped.names.append(made.name)
        return made.validate_template()


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


def validate(data, files, given, accepted_values):
    """Validates a template; the names of resources for which a plug-in wanted to ask a service."""
    Skipped.names = []
    values = {
        name: value_for(name, definition, accepted_values)
        for name, definition in data.get('parameters', {}).items()
        if 'default' not in definition
    }
    values.update(given.get('parameters', {}))
    parsed = template.Template(data, files=files, env=environment.Environment({**given, 'parameters': values}))
    made = stack.Stack(context.RequestContext(project_id='project', user_id='user'), 'stack', parsed)
    made.validate()
    return Skipped.names


def load_example(text):
    """The template of an example, files for it, and no environment."""
    data = template_format.parse(text)
    return data, dict.fromkeys(files_in(data), EMPTY_TEMPLATE), {}


def load_architecture(file, environment_file):
    """The template of an architecture, its files, and its environment, as the client sends them."""
    files, data = template_utils.get_template_contents(str(file))
    more, given = template_utils.process_environment_and_files(environment_file and str(environment_file))
    # The client reads files as bytes and sends JSON.
    return data, jsonutils.loads(jsonutils.dumps({**files, **more})), given


class Snippets(html.parser.HTMLParser):
    """The snippets at the top of a type's page, each with its kind: what has the kind's class has one code block."""

    KINDS = {'minimal': 'minimal', 'all-properties': 'all properties'}

    def __init__(self):
        super().__init__()
        self.kind = None
        self.in_code = False
        self.texts = {}

    def handle_starttag(self, tag, attrs):
        for word in (dict(attrs).get('class') or '').split():
            self.kind = self.KINDS.get(word, self.kind)
        if tag == 'pre' and self.kind:
            self.in_code = True
            self.texts[self.kind] = ''

    def handle_endtag(self, tag):
        if tag == 'pre':
            self.kind, self.in_code = None, False

    def handle_data(self, data):
        if self.in_code:
            self.texts[self.kind] += data


def snippets_below(site):
    """The snippets of a built site, each with a name and a function that loads it."""
    for page in sorted(site.glob('types/**/*.html')):
        parser = Snippets()
        parser.feed(page.read_text(encoding='utf-8'))
        for kind, text in parser.texts.items():
            yield f'{page.relative_to(site)}: {kind}', functools.partial(load_example, text)


def templates_below(paths):
    """The templates in files and folders, each with a name and a function that loads it."""
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob('*.yaml')):
            if file.name == 'template.yaml':
                for beside in sorted(file.parent.glob('environment*.yaml')) or [None]:
                    yield f'{beside or file}', functools.partial(load_architecture, file, beside)
                continue
            # Beside schemas and architectures, there are files of other kinds.
            schema = yaml.load(file.read_text(encoding='utf-8'), yaml.CSafeLoader)
            if isinstance(schema, dict) and 'type' in schema:
                for example in schema.get('examples', []):
                    yield f"{schema['type']}: {example['title']}", functools.partial(load_example, example['template'])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--verbose', action='store_true', help='also list the templates that Heat accepts')
    parser.add_argument('--site', type=pathlib.Path, help='validate the snippets of a built site instead')
    parser.add_argument('paths', nargs='*', type=pathlib.Path, default=[SCHEMAS, ARCHITECTURES])
    given = parser.parse_args()
    # Heat warns about its own deprecated types, and about each missing service.
    logging.disable(logging.WARNING)
    cfg.CONF([], project='heat', default_config_files=[])
    resources.initialise()
    load_default_environment()
    without_cloud()
    known = yaml.safe_load((SCHEMAS / 'constraints.yaml').read_text(encoding='utf-8'))
    accepted_values = {name: entry['example'] for name, entry in known.items() if 'example' in entry}
    total = refused = 0
    for where, load in snippets_below(given.site) if given.site else templates_below(given.paths):
        total += 1
        try:
            skipped = validate(*load(), accepted_values)
        except Exception as error:
            refused += 1
            print(f'refused: {where}: {type(error).__name__}: {error}')
            continue
        if skipped:
            print(f"accepted except for what needs a cloud ({', '.join(skipped)}): {where}")
        elif given.verbose:
            print(f'accepted: {where}')
    print(f'{total - refused} of {total} templates are accepted')
    sys.exit(refused > 0)


main()
