"""Prints how long Heat takes to parse and validate a template, in seconds, for templates.rs.

The template only uses resource types that need no cloud.
"""

import sys
import time
import unittest.mock

from heat.common import context, template_format
from heat.engine import environment, resource, resources, stack, template
from oslo_config import cfg


def validate(text):
    parsed = template.Template(template_format.parse(text), env=environment.Environment({}))
    made = stack.Stack(context.RequestContext(project_id='project', user_id='user'), 'benchmark', parsed)
    made.validate(validate_res_tmpl_only=True)


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        text = file.read()
    cfg.CONF([], project='heat', default_config_files=[])
    resources.initialise()
    rounds = int(sys.argv[2])
    with unittest.mock.patch.object(resource.Resource, '_validate_service_availability', lambda *asked: None):
        validate(text)
        start = time.perf_counter()
        for _ in range(rounds):
            validate(text)
        print((time.perf_counter() - start) / rounds)


main()
