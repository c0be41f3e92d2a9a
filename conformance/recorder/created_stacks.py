"""What Heat says of the stacks that resources create, when it creates them.

A stack is created as the engine without convergence creates it, in a database in memory. Its resources ask no service, so all of them
are really created, and so are the stacks within. Before the root stack is created, Heat validates those stacks without their values;
each is validated with them when its turn comes.
"""

import contextlib
import itertools
import logging
from unittest import mock

from heat.common import exception, messaging, short_id
from heat.engine import api, resource, scheduler, stack, template
from heat.objects import service
from oslo_config import cfg

from . import outcomes
from . import life_cycle_database
from . import templates
from .template_functions import error

# Nothing that is recorded takes more steps.
MOST_STEPS = 10_000


class Engine:
    """The engine, as resources ask it about the stacks that they create."""

    def __init__(self):
        self.refused = []

    def _create_stack(self, asked, stack_name, template_id, args, **more):
        """`EngineService.create_stack`, for a nested stack."""
        common = api.extract_args(args)
        read = template.Template.load(asked, template_id)
        owner = {name: more[name] for name in ('owner_id', 'nested_depth', 'user_creds_id', 'stack_user_project_id')}
        made = stack.Stack(asked, stack_name, read, parent_resource=more['parent_resource_name'], **owner, **common)
        try:
            made.validate()
        except Exception as exc:
            self.refused.append({'stack': stack_name, **error(exc)})
            raise type(f'{type(exc).__name__}_Remote', (exception.HeatException,), {'msg_fmt': '%(message)s'})(message=str(exc)) from exc
        made.store()
        made.create()
        # The service does so when the thread ends that created it.
        made.persist_state_and_release_lock('engine')
        return dict(made.identifier())

    def show_stack(self, asked, identity, resolve_outputs=True):
        loaded = stack.Stack.load(asked, stack_id=identity['stack_id'])
        return [api.format_stack(loaded, resolve_outputs=resolve_outputs)]

    def show_output(self, asked, identity, key):
        loaded = stack.Stack.load(asked, stack_id=identity['stack_id'])
        return api.format_stack_output(loaded.outputs[key])

    def list_stack_resources(self, asked, identity, *filters, **more):
        loaded = stack.Stack.load(asked, stack_id=identity['stack_id'])
        return [api.format_stack_resource(one) for one in loaded.values()]

    def create_software_config(self, asked, **given):
        return {'id': 'the ID of a config'}

    def show_software_config(self, asked, config_id):
        return {'id': config_id, 'config': 'true'}

    @contextlib.contextmanager
    def ignore_error_by_name(self, name):
        yield


def at_once(made, *asked, **more):
    """A task without waiting."""
    made.start()
    for _ in range(MOST_STEPS):
        if made.step():
            return
    raise outcomes.NotOne


def of_creation(given):
    """Whether a stack is created, as long as its validation accepts it; if not, which of the stacks in it Heat refuses."""
    logging.disable(logging.CRITICAL)
    templates.without_services()
    life_cycle_database.prepare()
    # Without keystone, a stack keeps a password instead of a trust, and nobody asks whether it is right.
    cfg.CONF.set_override('keystone_backend', 'heat.engine.clients.os.keystone.fake_keystoneclient.FakeKeystoneClient')
    cfg.CONF.set_override('deferred_auth_method', 'password')
    engine = Engine()
    with contextlib.ExitStack() as patches:
        patches.enter_context(mock.patch.object(life_cycle_database.name_stack, 'is_wanted', False))
        patches.enter_context(mock.patch.object(messaging, 'get_rpc_client', mock.MagicMock()))
        patches.enter_context(mock.patch.object(service.Service, 'active_service_count', lambda *asked: 1))
        names = map('member{}'.format, itertools.count())
        patches.enter_context(mock.patch.object(short_id, 'generate_id', lambda: next(names)))
        patches.enter_context(mock.patch.object(resource.Resource, 'rpc_client', lambda *asked: engine))
        patches.enter_context(mock.patch.object(scheduler.TaskRunner, '__call__', at_once))
        return created(given, engine)


def created(given, engine):
    try:
        made = templates.made(given)
        made.validate()
    except Exception as exc:
        # That is the subject of another family.
        raise outcomes.NotOne from exc
    made.store()
    made.create()
    if made.status == made.COMPLETE:
        return {'created': True}
    if engine.refused:
        return {'refused': engine.refused, 'reason': outcomes.message_of(made.status_reason)}
    return {'failed': outcomes.message_of(made.status_reason)}
