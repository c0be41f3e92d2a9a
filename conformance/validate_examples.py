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
import pathlib
import sys

from heat.common import context
from heat.engine import environment, stack, template
from heatclient.common import template_utils
from oslo_serialization import jsonutils
from recorder import cloudless, examples

SCHEMAS = pathlib.Path('schemas')
ARCHITECTURES = pathlib.Path('site/architectures')


def validate(data, files, given, accepted_values):
    """Validates a template; the names of resources for which a plug-in wanted to ask a service."""
    cloudless.Skipped.names = []
    values = examples.missing_values(data, accepted_values)
    values.update(given.get('parameters', {}))
    parsed = template.Template(data, files=files, env=environment.Environment({**given, 'parameters': values}))
    made = stack.Stack(context.RequestContext(project_id='project', user_id='user'), 'stack', parsed)
    made.validate()
    return cloudless.Skipped.names


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
            yield f'{page.relative_to(site)}: {kind}', functools.partial(examples.load, text)


def templates_below(paths):
    """The templates in files and folders, each with a name and a function that loads it."""
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob('*.yaml')):
            if file.name == 'template.yaml':
                for beside in sorted(file.parent.glob('environment*.yaml')) or [None]:
                    yield f'{beside or file}', functools.partial(load_architecture, file, beside)
                continue
            for where, text in examples.of_file(file):
                yield where, functools.partial(examples.load, text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--verbose', action='store_true', help='also list the templates that Heat accepts')
    parser.add_argument('--site', type=pathlib.Path, help='validate the snippets of a built site instead')
    parser.add_argument('paths', nargs='*', type=pathlib.Path, default=[SCHEMAS, ARCHITECTURES])
    given = parser.parse_args()
    cloudless.initialise()
    accepted_values = examples.accepted_values(SCHEMAS)
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
