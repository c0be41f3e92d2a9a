"""What plug-ins do with updates where no service runs: `handle_update`, with stand-ins for the clients.

What a plug-in asks of them is evidence of what the update costs at least: one that replaces or refuses does so, some calls always cost
something, such as resizing a server, and one that asks nothing of any service costs nothing. What any other call costs is decided by
the service.
"""

import contextlib
import copy
import functools
import itertools
import pathlib
import sys
from unittest import mock

import yaml
from heat.common import exception
from heat.common import grouputils
from heat.engine import function
from heat.engine import resource
from heat.engine import translation
from heat.engine.resources.openstack.octavia import octavia_base

from . import inputs_real_services
from . import inputs_update_effects
from . import outcomes
from . import type_updates

LEVELS = ['none', 'interrupts', 'loses_data', 'replaces', 'refused']
# What calls cost, whatever the service does: methods of clients, and steps of an update that a plug-in prepares.
COSTS = {
    'resize': 'interrupts',
    'rebuild': 'loses_data',
    'interface_detach': 'interrupts',
    'detach_volume': 'interrupts',
    'VolumeDetachProgress': 'interrupts',
    'VolumeBackupRestoreProgress': 'loses_data',
    'update_floatingip': 'interrupts',
    'associate_floatingip': 'interrupts',
    'associate_floatingip_address': 'interrupts',
    'dissociate_floatingip': 'interrupts',
    'remove_router_from_l3_agent': 'interrupts',
}
# Calls that change nothing, by how their names begin.
READING = ('get', 'list_', 'show', 'find', 'is_', 'has_', 'fetch', 'interface_list', 'ignore', 'network_id_from', '__')
READING_ENDS = ('_show',)
# What groups and nested stacks do with the stack in them, where the resources in it decide.
OF_STACKS = ('update_with_template', 'resize', '_replace', '_assemble_nested')
# What they need of an engine.
OF_ENGINES = ('child_template', '_run_to_completion', '_lb_reload', '_try_rolling_update', '_update_name_skiplist', '_resource_names')
WITHIN = 'the stack in it'
# What a plug-in raises that refuses an update.
REFUSALS = (exception.NotSupported, exception.ResourceActionNotSupported, exception.UnableToAutoAllocateNetwork)


class Step:
    """What a plug-in did, or asked a client to do."""

    def __init__(self, names=(), outcome=None):
        self.names = sorted(set(names))
        self.outcome = outcome

    def level(self):
        """The level that is certain; none if the service decides."""
        if self.outcome:
            return self.outcome
        known = [COSTS[name] for name in self.names if name in COSTS]
        if known:
            return max(known, key=LEVELS.index)
        return None if self.names else 'none'

    def __str__(self):
        return self.outcome or ', '.join(self.names) or 'nothing'


def prepared(cookie):
    """The steps that a plug-in has prepared for later, by their names."""
    if isinstance(cookie, (list, tuple)):
        return [name for one in cookie for name in prepared(one)]
    module = type(cookie).__module__
    if not module.startswith('heat.engine.clients.progress'):
        return []
    return [getattr(cookie, 'handler', None) or type(cookie).__name__]


def called(service):
    """The methods that were called to change something."""
    names = [call[0].rstrip('()').split('.')[-1] for call in service.mock_calls]
    return [name for name in names if name and not name.startswith(READING) and not name.endswith(READING_ENDS)]


@contextlib.contextmanager
def without_engine(existing):
    """The resource without the stack in it; gives a list to which what it would do with that is added."""
    of_type, asked = type(existing), []
    with contextlib.ExitStack() as patches:
        for name in OF_STACKS + OF_ENGINES:
            if hasattr(of_type, name):
                instead = mock.MagicMock(side_effect=lambda *_given, name=name, **_more: asked.append(name) or mock.DEFAULT)
                patches.enter_context(mock.patch.object(of_type, name, instead))
        patches.enter_context(mock.patch.object(grouputils, 'get_size', lambda *_given, **_more: 1))
        yield asked


def done(type_name, old, new, cloud):
    """What a plug-in does with an update from some properties to others; none if nothing differs for Heat."""
    before, after = (type_updates.stack_of({'type': type_name, 'properties': copy.deepcopy(one)}) for one in (old, new))
    existing, defined = before.resources['r'], after.resources['r'].t
    existing.resource_id = 'id'
    existing.action, existing.status = existing.CREATE, existing.COMPLETE
    existing._stored_properties_data = function.resolve(existing.properties.data)
    frozen = existing.frozen_definition()
    after_props, before_props = existing._prepare_update_props(defined, frozen)
    try:
        if not existing._needs_update(defined, frozen, after_props, before_props, None):
            return None
    except resource.UpdateReplace:
        return Step(outcome='replaces')
    difference = existing.update_template_diff(defined.freeze(), frozen)
    after_props.validate()
    try:
        changed = existing.update_template_diff_properties(after_props, before_props)
    except resource.UpdateReplace:
        return Step(outcome='replaces')
    existing.properties = before_props
    service = type_updates.cloud_of(dict(before_props.items()))
    stored = cloud(service) or {}
    with type_updates.stubbed(existing, service), mock.patch.object(type(existing), 'data', lambda *_asked: stored), \
            without_engine(existing) as within:
        try:
            cookie = existing.handle_update(defined, difference, changed)
            if isinstance(existing, octavia_base.OctaviaBase):
                existing.check_update_complete(cookie)
        except resource.UpdateReplace:
            return Step(outcome='replaces')
        except REFUSALS:
            return Step(outcome='refused')
        except Exception as error:
            # It went as far as a stand-in goes.
            names = called(service)
            return Step(names) if any(name in COSTS for name in names) else Step([f'?{type(error).__name__}: {error}'])
    return Step(called(service) + prepared(cookie) + [WITHIN for name in within if name in OF_STACKS])


# The clouds that a resource can be in, by name.
CLOUDS = {one.__name__: one for one in (
    inputs_update_effects.in_use, inputs_update_effects.in_use_and_old, inputs_update_effects.unused, inputs_update_effects.port_of_heat,
    inputs_update_effects.several_networks)}
# What `Resource.update` of a type depends on, beside the property.
POLICIES = {
    ('OS::Nova::Server', 'flavor'): 'flavor_update_policy', ('OS::Nova::Server', 'image'): 'image_update_policy',
    ('OS::Nova::Server', 'user_data'): 'user_data_update_policy', ('OS::Heat::ResourceGroup', 'removal_policies'): 'removal_policies_mode',
}
DID = {'replaces': 'replaced', 'refused': 'refused'}


def paths(written, before=()):
    """The properties that can be updated, and the fields inside of them."""
    for name, one in written.items():
        if before or one.get('update_allowed') and one.get('implemented', True):
            yield (*before, name)
            yield from paths(one.get('schema') or {}, (*before, name))


def inputs(folder):
    """All changes of the properties of all types: those of services that run here are only changed in clouds where they cost something."""
    for file in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(file.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        if not inputs_real_services.is_hidden(written) or inputs_real_services.service_of(written['type']):
            yield from inputs_of(written)


def inputs_of(written):
    type_name, pairs = written['type'], None
    for path in paths(written.get('properties') or {}):
        pairs = pairs or inputs_update_effects.Pairs(written)
        values = path[-1] != '*' and pairs.of(path)
        if not values:
            continue
        name, place = path[0], '.'.join(path)
        around = {**pairs.base, **inputs_update_effects.AROUND.get((type_name, place), {})}
        policy = POLICIES.get((type_name, name))
        allowed = [one['allowed_values'] for one in written['properties'][policy]['constraints']][0] if policy else []
        for more, cloud in itertools.product([{}, *({policy: value} for value in allowed)], inputs_update_effects.clouds_of(type_name, path)):
            first, second = ({**around, **more, name: value} for value in values)
            without = {key: value for key, value in {**around, **more}.items() if key != name}
            changes = [('changed', first, second)]
            if len(path) == 1 and not written['properties'][name].get('required'):
                changes += [('removed', first, without), ('added', without, first)]
            for change, old, new in changes:
                yield {'type': type_name, 'property': place, 'change': change, 'old': old, 'new': new, 'service': 'stand-ins',
                       'cloud': cloud.__name__}


@functools.cache
def prepare():
    type_updates.without_services()


def of_update(given):
    """What the plug-in does, and what that costs at least."""
    prepare()
    with mock.patch.object(translation, 'resolve_and_find', type_updates.resolve_nothing):
        try:
            step = done(given['type'], given['old'], given['new'], CLOUDS[given['cloud']])
        except Exception as error:
            step = Step([f'?{type(error).__name__}: {error}'])
    runs_here = inputs_real_services.is_asked(given['type'], given['property'].partition('.')[0])
    if step and any(name.startswith('?') for name in step.names):
        # Of what runs here, the service itself is asked.
        if not runs_here:
            print(f'left out: {given["type"]}, {given["property"]} {given["change"]} ({given["cloud"]}): {step}', file=sys.stderr)
        raise outcomes.NotOne
    level = step.level() if step else 'none'
    if runs_here and level in (None, 'none'):
        raise outcomes.NotOne
    names = step.names if step else []
    output = {'does': DID.get(step and step.outcome) or ('updated' if names else 'nothing'), 'asks': names}
    return {**output, 'at_least': level} if level else output
