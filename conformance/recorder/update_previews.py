"""Heat's answers about updates of whole stacks: what its preview says of each resource, and what the update then does to it.

The old stack is as after its creation: each resource has an ID, and the properties that Heat stores. There is no cloud, so the IDs
and the values of attributes are made up; each is the same whenever it is asked for, and a resource that the update replaces or
creates has others.

Three answers are recorded. `preview` is `StackUpdate.preview` with the new template in the context of the old stack, as an update
resolves it: the reference to a resource that stays has the value that it has. `service` is the same with the new stack as the engine
makes it for the preview of its API: it has no IDs, so each reference counts as a change. `update` asks the resources themselves in the
order of the update, as they are asked before anything is done, where those that refer to a resource that was replaced see the new
one.
"""

import contextlib
import copy
import types
from unittest import mock

from heat.common import exception
from heat.common import messaging
from heat.common import short_id
from heat.engine import attributes
from heat.engine import function
from heat.engine import node_data
from heat.engine import resource
from heat.engine import stk_defn
from heat.engine import translation
from heat.engine import update
from heat.engine.resources import stack_resource

from . import outcomes
from . import templates

MAX_DEPTH = 4


class Attributes(dict):
    """The attributes of a resource: each has a made-up value of its type, the same each time."""

    def __init__(self, res, generation):
        super().__init__()
        self.name, self.generation = f'{res.stack.name}/{res.name}', generation
        self.schema = res.attributes_schema
        self.takes_all = type(res).get_attribute != resource.Resource.get_attribute or type(res).FnGetAtt != resource.Resource.FnGetAtt

    def __missing__(self, key):
        attribute = key if isinstance(key, str) else key[0]
        if attribute not in self.schema and not self.takes_all:
            raise KeyError(key)
        path = key if isinstance(key, str) else '.'.join(str(step) for step in key)
        text = f'{path} of {self.name} {self.generation}'
        of_type = self.schema[attribute].type if attribute in self.schema and isinstance(key, str) else None
        return {attributes.Schema.LIST: [text], attributes.Schema.MAP: {text: text}}.get(of_type, text)

    def __iter__(self):
        return iter(self.schema)

    def items(self):
        return [(name, self[name]) for name in self.schema]

    def values(self):
        return [self[name] for name in self.schema]


def known_as(res, generation=''):
    """What references to a resource see."""
    state = (res.CREATE, res.COMPLETE)
    return node_data.NodeData(None, res.name, None, f'id of {res.stack.name}/{res.name} {generation}'.strip(), Attributes(res, generation), *state)


def deploy(one):
    """Makes a stack look as after its creation. Returns the stacks that its resources create, by name."""
    created = {}
    for res in one.dependencies:
        if isinstance(res, stack_resource.StackResource) and res.t.external_id() is None:
            # Once it has an ID, it asks the engine what is in its stack.
            with contextlib.suppress(Exception):
                created[res.name] = nested(res)
        res.resource_id = f'id of {one.name}/{res.name}'
        res.action, res.status = res.CREATE, res.COMPLETE
        stk_defn.update_resource_data(one.defn, res.name, known_as(res))
    # One that exists outside of the stack waits for none of those that it refers to.
    for res in one.resources.values():
        res._stored_properties_data = function.resolve(res.properties.data)
    return created


def in_context_of(old, new):
    """Gives the new stack what is known about the resources of the old one."""
    for name in new.resources:
        if name in old.resources:
            stk_defn.update_resource_data(new.defn, name, old.defn._resource_data[name])


def previewed(old, new, names):
    """What the preview says of single resources, so that an error in one does not hide the others."""
    found = {}
    for name in sorted(names):
        pair = types.SimpleNamespace(existing_stack=only(old, name), new_stack=only(new, name))
        try:
            lists = update.StackUpdate.preview(pair)
        except exception.NotSupported:
            found[name] = 'refused'
        except Exception as exc:
            found[name] = outcomes.error(exc)
        else:
            found[name] = next(key for key, listed in lists.items() if name in listed)
    return found


def only(one, name):
    return types.SimpleNamespace(resources={name: one.resources[name]} if name in one.resources else {})


def updated(old, new):
    """What the resources answer, one after the other, when the update comes to them."""
    found, generations = {}, {}
    for res in new.dependencies:
        name = res.name
        if name not in old.resources:
            found[name] = 'added'
        else:
            found[name] = asked(old.resources[name], res, new)
        is_new = found[name] in ('added', 'replaced')
        generations[name] = 'new' if is_new else ''
        if isinstance(found[name], dict):
            # The update ends here.
            break
        stk_defn.update_resource_data(new.defn, name, known_as(res, generations[name]))
    found.update({name: 'deleted' for name in old.resources if name not in new.resources})
    return found


def asked(existing, res, new):
    """What a resource does with its new definition, up to the point where something happens."""
    registry = new.env.registry
    restricted = registry.get_rsrc_restricted_actions(res.name)
    try:
        is_other = type(existing) is not type(res) and not existing.check_is_substituted(type(res))
        if is_other:
            return 'refused' if 'replace' in restricted else 'replaced'
        before, after = existing.frozen_definition(), res.t
        if existing.t.external_id() != after.external_id():
            return 'refused'
        if after.external_id() is not None:
            return 'unchanged'
        after_props, before_props = existing._prepare_update_props(after, before)
        if existing._check_restricted_actions(restricted, after, before, after_props, before_props, None):
            return 'updated'
        return 'unchanged'
    except resource.UpdateReplace:
        return 'replaced'
    except (exception.NotSupported, exception.ResourceActionRestricted):
        return 'refused'
    except Exception as exc:
        return outcomes.error(exc)


def nested_pairs(created, new, names):
    """The stacks of resources that both have, by name: those that were created, and those of the new side."""
    for name in sorted(created.keys() & names):
        res = new.resources[name]
        if not isinstance(res, stack_resource.StackResource) or res.t.external_id() is not None:
            continue
        try:
            yield name, created[name], nested(res)
        except Exception:
            # It cannot be made: the preview says nothing of it.
            continue


def nested(res):
    return res._parse_nested_stack(f'{res.stack.name}-{res.name}', res.child_template(), res.child_params())


def compared(old, new, depth=0):
    """The answers about two stacks, the old one of which is deployed."""
    created = deploy(old)
    names = set(old.resources) | set(new.resources)
    recorded = {}
    if depth == 0:
        recorded['service'] = previewed(old, new, names)
    in_context_of(old, new)
    recorded['preview'] = previewed(old, new, names)
    inner = {}
    if depth < MAX_DEPTH:
        both = {name for name in names if recorded['preview'][name] == 'updated'}
        for name, one, other in nested_pairs(created, new, both):
            with contextlib.suppress(Exception):
                inner[name] = compared(one, other, depth + 1)
    if inner:
        recorded['nested'] = {name: {'preview': each['preview'], **({'nested': each['nested']} if 'nested' in each else {})}
                              for name, each in inner.items()}
    if depth == 0:
        recorded['update'] = updated(old, new)
    return recorded


def resolve_nothing(value, cplugin, finder, entity=None, ignore_resolve_error=False):
    """Stands in for looking names up in a service: a name stays as it is."""
    return function.resolve(value)


def of_update(given):
    """What an update from one template to another does to each resource."""
    templates.without_services()
    messaging.get_rpc_client = mock.MagicMock()
    short_id.generate_id = lambda: 'member'
    translation.resolve_and_find = resolve_nothing
    common = {key: given[key] for key in ('files',) if key in given}
    try:
        old, new = (templates.made({**common, **copy.deepcopy(given[side])}) for side in ('old', 'new'))
        # Heat validates the new template before it compares anything.
        for one in (old, new):
            one.validate(validate_res_tmpl_only=True)
        recorded = compared(old, new)
    except Exception as exc:
        raise outcomes.NotOne from exc
    return recorded
