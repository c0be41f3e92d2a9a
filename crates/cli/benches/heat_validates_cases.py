"""Prints how long Heat takes for the cases of some files with tests, in seconds, and how many cases there are; for template_tests.rs.

For each case, a stack is read from the template with its files and parameters, and Heat validates the template. It neither creates the
stack nor looks at what the case expects, so this is less than what `heat-codegen test` does.
"""

import pathlib
import sys
import time
import unittest.mock

import yaml
from heat.common import context, template_format
from heat.engine import environment, resource, resources, stack, template
from heatclient.common import template_utils
from oslo_config import cfg


def prepared(path):
    """The requests of the cases of a file: template, files and environment."""
    tests = yaml.safe_load(path.read_text(encoding='utf-8'))
    own = tests.get('template', path.name.replace('.test.', '.'))
    for case in tests['cases'].values():
        files, parsed = template_utils.get_template_contents(str(path.parent / own))
        named = [*tests.get('environments', []), *case.get('environments', [])]
        more, env = template_utils.process_multiple_environments_and_files([str(path.parent / name) for name in named])
        parameters = {**tests.get('parameters', {}), **case.get('parameters', {})}
        env.setdefault('parameters', {}).update({name: str(value) for name, value in parameters.items()})
        yield yaml.safe_dump(parsed), {**files, **more}, env


def validate(text, files, env):
    parsed = template.Template(template_format.parse(text), files=files, env=environment.Environment(env))
    made = stack.Stack(context.RequestContext(project_id='project', user_id='user'), 'benchmark', parsed)
    try:
        made.validate(validate_res_tmpl_only=True)
    except Exception:  # Some cases expect a refusal.
        pass


def main():
    cfg.CONF([], project='heat', default_config_files=[])
    resources.initialise()
    requests = [request for folder in sys.argv[1:] for path in sorted(pathlib.Path(folder).rglob('*.test.yaml')) for request in prepared(path)]
    with unittest.mock.patch.object(resource.Resource, '_validate_service_availability', lambda *asked: None):
        validate(*requests[0])
        start = time.perf_counter()
        for request in requests:
            validate(*request)
        print(time.perf_counter() - start, len(requests))


main()
