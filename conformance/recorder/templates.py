"""Heat's answers about whole templates, before a stack is created: structure, parameters, conditions, dependencies, properties."""

import copy
from unittest import mock

import yaml
from heat.common import context
from heat.common import messaging
from heat.common import short_id
from heat.common import template_format
from heat.common import urlfetch
from heat.engine import environment
from heat.engine import resource
from heat.engine import stack
from heat.engine import template
from heat.objects import service
from oslo_config import cfg

from . import outcomes
from . import template_parameters
from .template_functions import UNDECIDED, UNORDERED, as_json, error

# How often Heat is asked for an error: which of several comes first can depend on addresses in memory.
ASKED = 2
CIRCLE = 'Circular Dependency Found: '


def without_services():
    """Heat has no configuration and no network, and resources do not ask whether their service is there."""
    cfg.CONF([], project='heat', default_config_files=[])
    resource.Resource._validate_service_availability = lambda *asked: None
    urlfetch.requests.get = no_network


def no_network(url, **more):
    """Stands in for the client: what Heat says of the URL itself it still says."""
    raise urlfetch.URLFetchError('network disabled')


def made(given):
    """The stack of a template; it is not stored."""
    given = copy.deepcopy(given)
    files = {name: text if isinstance(text, str) else yaml.safe_dump(text) for name, text in given.get('files', {}).items()}
    env = environment.Environment(given.get('environment', {}))
    read = template.Template(given['template'], files=files, env=env)
    asked = context.RequestContext(project_id=template_parameters.STACK.tenant, user_id='test_user_id')
    return stack.Stack(asked, template_parameters.STACK.stack_name, read, strict_validate=given.get('strict_validate', True))


def of_template(given):
    """Whether a template is valid, and what needs what."""
    without_services()
    UNDECIDED.clear()
    first = once(given)
    if UNDECIDED:
        raise outcomes.NotOne
    if 'edges' in first:
        return first
    merged = one_of([first, *(once(given) for _ in range(ASKED - 1))])
    if merged is None:
        raise outcomes.NotOne
    return merged


def one_of(recorded):
    """Several answers to the same question as one; none if even the question at which Heat fails differs."""
    if any(one.keys() != recorded[0].keys() for one in recorded):
        return None
    merged = dict(recorded[0])
    for key in ('construct', 'validate'):
        each = []
        for one in recorded:
            for answer in one.get(key, {}).get('one_of', [one[key]] if key in one else []):
                if answer not in each:
                    each.append(answer)
        if len(each) > 1:
            merged.update({key: {'one_of': each}, 'nondeterministic': True})
    return merged


def error_of_template(exc):
    recorded = error(exc)
    if 'Authorization failed' in recorded['message']:
        # A constraint asks a service.
        raise outcomes.NotOne from exc
    before, found, _ = recorded['message'].partition(CIRCLE)
    if found:
        recorded['message'] = f'{before}{found}{UNORDERED}'
    return recorded


def once(given):
    try:
        one = made(given)
    except Exception as exc:
        return {'construct': error_of_template(exc)}
    try:
        one.validate(validate_res_tmpl_only=True)
    except Exception as exc:
        return {'validate': error_of_template(exc)}
    edges = [[requirer.name, required.name] for requirer, required in one.dependencies.graph().edges() if required is not None]
    return {'validate': {'ok': True}, 'edges': sorted(edges)}


def stack_once(given):
    try:
        one = made(given)
    except Exception as exc:
        return {'construct': error_of_template(exc)}
    try:
        one.validate()
    except Exception as exc:
        return {'validate': error_of_template(exc)}
    return {'validate': {'ok': True}}


def of_stack(given):
    """Whether a stack is valid with all stacks that its resources create, as before it is created."""
    without_services()
    # The engine is asked for nothing, but it has to be there; the members of scaling groups have random names.
    messaging.get_rpc_client = mock.MagicMock()
    service.Service.active_service_count = lambda *asked: 1
    short_id.generate_id = lambda: 'member'
    merged = one_of([stack_once(given) for _ in range(ASKED)])
    if merged is None:
        raise outcomes.NotOne
    return merged


def of_text(given):
    """The data that a text gives."""
    try:
        return {'parsed': as_json(template_format.parse(given['text']))}
    except Exception as exc:
        return error(exc)
