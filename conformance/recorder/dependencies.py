"""Heat's own graph of a stack: which resource waits for which others when the stack is created.

A template goes through `EngineService.create_stack`, with a database in memory, up to the point where the first resource would be
created. What is recorded is the graph that this order comes from: in the legacy engine, the one that `Stack.stack_task` passes to its
tasks; in convergence, the edges that the engine stores and its workers read.

Several plug-ins compare properties with those of other resources (`Resource.add_dependencies`), and most of these properties refer to
resources that do not exist yet. What `get_resource` gives for them depends on when the graph is computed (lines of Heat 27.0.1, below
`heat/engine`):

- Both engines validate the stack first (`service.py:816`). For that, they collect the data of all resources (`stack.py:993`) and then
  compute the graph (`stack.py:996`). A resource without an ID gives its name (`resource.py:2394`). Those of Neutron have a method of their
  own, which gives null (`resources/openstack/neutron/neutron.py:182`), and a property of type string reads null as an empty text
  (`properties.py:274`): all networks of the template that do not exist yet are equal. Attributes are null.
- The legacy engine keeps this graph (`stack.py:490`) and creates the resources in its order (`stack.py:1310`).
- Convergence drops the data of the resources together with the graph (`stack.py:1456` to `1460`), and computes it again
  (`stack.py:1624`). A resource without data gives its name, whatever its type (`stk_defn.py:220`): two networks differ, and a network is
  equal to a text that happens to be its name. Since the stack is stored by then, errors of plug-ins are ignored (`stack.py:493`).

`needs` is the graph of both engines; where they differ, there are `legacy` and `convergence` in its place. `legacy` is also the graph of
the validation in both engines, and that of the new side of an update in both: for an update, convergence takes the definition that was
validated, with its data (`stack.py:1472`). A legacy engine with `reauthentication_auth_method = trusts` loads the stack again
(`service.py:920`), and has the graph of convergence.

`circular` takes the place of a graph in which resources wait for each other. If it is that of the validation, both engines refuse the
stack. If it is only that of convergence, the stack is stored and fails before anything is created.

There is no cloud. The only question of a plug-in to a service while a graph is computed is that of a floating IP, which asks Neutron for
the network of a port: nothing is found, as for a network that does not exist yet.
"""

import contextlib
import copy
import types
from unittest import mock

import yaml
from heat.common import exception
from heat.engine import resource
from heat.engine import scheduler
from heat.engine import stack
from heat.engine import worker
from heat.engine.clients.os import neutron
from neutronclient.common import exceptions

from . import cloudless
from . import heat_in_process
from . import outcomes

NAME = 'stack'
# Takes the place of a graph that has no order.
CIRCULAR = 'circular'


class Graph:
    """Stands in for the tasks of the legacy engine: it keeps the graph in whose order they would run."""

    found = None

    def __init__(self, dependencies, *_given, **_more):
        Graph.found = needs((requirer.name, required and required.name) for requirer, required in dependencies.graph().edges())

    def __call__(self):
        yield from ()


def needs(edges):
    """The edges as names that are sorted, by the name of the resource that waits."""
    found = {}
    for requirer, required in edges:
        # A resource that waits for nothing has no edge of its own if another waits for it.
        for name in (requirer, required):
            if name is not None:
                found.setdefault(name, set())
        if required is not None:
            found[requirer].add(required)
    return {name: sorted(found[name]) for name in sorted(found)}


def without_networks(*_asked, **_more):
    """A client of Neutron that finds no network, and is asked for nothing else."""

    def show_network(_id):
        raise exceptions.NetworkNotFoundClient

    return types.SimpleNamespace(show_network=show_network)


def of_creation(given):
    """The graph of a stack that is being created, in both engines; nothing of one that Heat refuses for another reason than its graph."""
    cloudless.without_services_once()
    legacy, convergence = (in_engine(given, is_convergence) for is_convergence in (False, True))
    return {'needs': legacy} if legacy == convergence else {'legacy': legacy, 'convergence': convergence}


def in_engine(given, is_convergence):
    given = copy.deepcopy(given)
    files = {name: text if isinstance(text, str) else yaml.safe_dump(text) for name, text in given.get('files', {}).items()}
    Graph.found = None
    with contextlib.ExitStack() as patches:
        patches.enter_context(mock.patch.object(neutron.NeutronClientPlugin, 'client', without_networks))
        patches.enter_context(mock.patch.object(resource.Resource, 'validate_external', lambda *_asked: None))
        patches.enter_context(mock.patch.object(scheduler, 'DependencyTaskGroup', Graph))
        patches.enter_context(mock.patch.object(scheduler, 'ENABLE_SLEEP', False))
        patches.enter_context(mock.patch.object(worker.WorkerService, 'check_resource', lambda *_asked, **_more: None))
        heat = patches.enter_context(heat_in_process.Heat(convergence=is_convergence))
        try:
            created = heat.engine.create_stack(heat.context, NAME, given['template'], given.get('environment', {}), files, {})
        except (Exception, cloudless.AsksTheCloud) as exc:
            # The engine marks what is no fault of its own.
            if isinstance(getattr(exc, 'exc_info', (None, exc))[1], exception.CircularDependencyException):
                return CIRCULAR
            raise outcomes.NotOne from exc
        return of_convergence(heat, created) if is_convergence else Graph.found


def of_convergence(heat, created):
    """What the workers read."""
    stored = stack.Stack.load(heat.context, stack_id=created['stack_id'])
    names = dict(heat.sql('select id, name from resource'))
    return needs((names[requirer.rsrc_id], required and names[required.rsrc_id])
                 for requirer, required in stored.convergence_dependencies.graph().edges())
