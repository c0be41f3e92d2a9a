"""Heat's answers about updates of each type: what becomes of a resource of which nothing changed, or one thing.

The resource has been created; there is no cloud. `Resource.update` compares the definitions, and then calls `handle_update`: both are
asked here, the second with stand-ins for the clients, so that a plug-in that replaces or refuses only there is noticed. An answer is
`unchanged`, `updated`, `replaced`, `refused`, or `failed` where an error in the plug-in ends the update. Where
`handle_update` does not get through without a cloud, the comparison alone decides, and the case is listed as `unfinished`: most are
groups and nested stacks, in which an engine would go on.

Groups are asked besides how many members they make of a number that they find, which scaling may have changed.
"""

import contextlib
import copy
import types
from unittest import mock

from heat.common import exception
from heat.common import grouputils
from heat.common import messaging
from heat.common import short_id
from heat.engine import function
from heat.engine import resource
from heat.engine import scheduler
from heat.engine import translation
from heat.engine.resources import stack_resource
from heat.engine.resources.openstack.heat import instance_group

from . import outcomes
from . import templates

# More members than groups are asked for, as after scaling.
FOUND_MEMBERS = 4
REFUSALS = (exception.NotSupported, exception.ResourceActionNotSupported, exception.ResourceActionRestricted,
            exception.StackValidationFailed)


class Cloud(mock.MagicMock):
    """Stands in for a service: what it says of a resource are the resource's old properties, as far as they are asked for by name."""

    known = {}

    def __getattr__(self, name):
        known = type(self).known
        if name in known:
            return known[name]
        return super().__getattr__(name)

    def _get_child_mock(self, **more):
        return type(self)(**more)


def cloud_of(data):
    return type('CloudOfOne', (Cloud,), {'known': data})()


def resolve_nothing(value, cplugin, finder, entity=None, ignore_resolve_error=False):
    """Stands in for looking names up in a service: a name stays as it is."""
    return function.resolve(value)


def stack_of(definition):
    return templates.made({'template': {'heat_template_version': '2021-04-16', 'resources': {'r': definition}}})


def asked(type_name, old, new, parts=None):
    """What an update from some properties to others does with a resource: a word, and whether `handle_update` got to its end."""
    before = stack_of({'type': type_name, 'properties': copy.deepcopy(old)})
    after = stack_of({'type': type_name, 'properties': copy.deepcopy(new), **copy.deepcopy(parts or {})})
    existing, defined = before.resources['r'], after.resources['r'].t
    existing.resource_id = 'id'
    existing.action, existing.status = existing.CREATE, existing.COMPLETE
    existing._stored_properties_data = function.resolve(existing.properties.data)
    try:
        frozen = existing.frozen_definition()
        after_props, before_props = existing._prepare_update_props(defined, frozen)
        if not existing._needs_update(defined, frozen, after_props, before_props, None):
            return 'unchanged', True
        difference = existing.update_template_diff(defined.freeze(), frozen)
        if difference and existing.needs_replace_with_tmpl_diff(difference):
            return 'replaced', True
        after_props.validate()
        changed = existing.update_template_diff_properties(after_props, before_props)
        existing.properties = before_props
        return handled(existing, defined, difference, changed, dict(before_props.items()))
    except resource.UpdateReplace:
        return 'replaced', True
    except REFUSALS:
        return 'refused', True
    except Exception:
        # The update fails, with the words of an error in the plug-in.
        return 'failed', True


def handled(existing, defined, difference, changed, known):
    """What `handle_update` does."""
    service = cloud_of(known)
    with stubbed(existing, service):
        try:
            cookie = existing.handle_update(defined, difference, changed)
            if isinstance(cookie, types.GeneratorType):
                scheduler.TaskRunner(lambda: cookie)
        except resource.UpdateReplace:
            return 'replaced', True
        except REFUSALS:
            return 'refused', True
        except UnboundLocalError:
            # No cloud would have helped.
            return 'failed', True
        except Exception as exc:
            # What a service says is never null here: this is a new value that the plug-in did not expect.
            is_null = isinstance(exc, TypeError) and "instances of 'NoneType'" in str(exc)
            return ('failed', True) if is_null else ('updated', False)
    return 'updated', True


@contextlib.contextmanager
def stubbed(existing, service):
    """The resource, with stand-ins for what its handler asks."""
    with contextlib.ExitStack() as patches:
        def instead(thing, name, value):
            if hasattr(thing, name):
                patches.enter_context(mock.patch.object(thing, name, value))
        for name in ('client', 'client_plugin', 'rpc_client'):
            instead(type(existing), name, lambda *_asked, **_more: service)
        for name in ('data_set', 'data_delete', 'metadata_set', 'store', 'state_set', 'resource_id_set'):
            instead(type(existing), name, mock.MagicMock())
        instead(type(existing), 'data', lambda *_asked: {})
        # What a nested stack does is asked of the resources in it.
        instead(stack_resource.StackResource, 'update_with_template', mock.MagicMock())
        instead(type(existing), 'nested', lambda *_asked: service)
        yield


def resized(type_name, data):
    """How many members a group has after an update, if there are `FOUND_MEMBERS` when it comes; none if it is no such group."""
    of_type = type(stack_of({'type': type_name, 'properties': copy.deepcopy(data)}).resources['r'])
    if not issubclass(of_type, instance_group.InstanceGroup):
        return None
    sizes = []
    with mock.patch.object(instance_group.InstanceGroup, 'resize', lambda _group, size: sizes.append(size)), \
            mock.patch.object(grouputils, 'get_size', lambda *_asked, **_more: FOUND_MEMBERS), \
            mock.patch.object(of_type, '_lb_reload', mock.MagicMock()):
        asked(type_name, data, data)
    return sizes[-1] if sizes else None


def without_services():
    templates.without_services()
    messaging.get_rpc_client = mock.MagicMock()
    short_id.generate_id = lambda: 'member'
    translation.resolve_and_find = resolve_nothing


def of_type(given):
    """What updates do with a resource of a type."""
    without_services()
    type_name, base = given['type'], given['base']
    recorded, unfinished = {}, []

    def one(case, old, new, parts=None):
        answer, is_finished = asked(type_name, old, new, parts)
        if not is_finished:
            unfinished.append(case)
        return answer

    try:
        recorded['nothing'] = one('nothing', base, base)
        recorded['metadata'] = one('metadata', base, base, {'metadata': {'key': 'value'}})
    except Exception as exc:
        raise outcomes.NotOne from exc
    recorded['changed'], recorded['removed'], recorded['added'] = {}, {}, {}
    for name, (value, other) in given['properties'].items():
        first, second = ({**base, name: each} for each in (value, other))
        recorded['changed'][name] = [one(f'changed {name}', first, second), one(f'changed back {name}', second, first)]
        if name not in base:
            recorded['removed'][name] = one(f'removed {name}', first, base)
            recorded['added'][name] = one(f'added {name}', base, first)
    if 'sizes' in given:
        recorded['sizes'] = [resized(type_name, data) for data in given['sizes']]
    if unfinished:
        recorded['unfinished'] = unfinished
    return recorded
