"""Asks Heat's plug-ins what updates cost: does `handle_update` do what the schemas say with `update_effect`?

    python judge_update_effects.py [--verbose]

Run it with a Python in which Heat is installed, in this folder. Each property with an `update_effect`, and each field inside of one, is
changed in a resource that has been created, once for each policy value that the effect depends on, and `handle_update` is called with
stand-ins for the clients (`recorder.inputs_update_effects`). What it asks of them is evidence:

- a plug-in that replaces or refuses does what the schema says for these values, or may do so in a circumstance, and no other replaces;
- a call that always costs something, such as resizing a server, is at least as bad in the schema;
- a plug-in that asks nothing of any service costs nothing;
- what any other call costs is decided by the service, which is not asked here;
- where the stand-ins leave nothing open on which the plug-in depends, no circumstance excuses it, and what it is said to interrupt it does.

There is no cloud (`recorder.cloudless`). The exit code is 1 if the plug-ins disagree with a schema, or one of them
cannot be asked.
"""

import argparse
import contextlib
import copy
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

# The table of families, which imports all of them, comes first.
from recorder import answers  # noqa: F401
from recorder import cloudless, inputs_update_effects, type_updates

SCHEMAS = pathlib.Path(__file__).resolve().parents[1] / 'schemas'
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
    with contextlib.ExitStack() as stubs:
        for name in OF_STACKS + OF_ENGINES:
            if hasattr(of_type, name):
                instead = mock.MagicMock(side_effect=lambda *_given, name=name, **_more: asked.append(name) or mock.DEFAULT)
                stubs.enter_context(mock.patch.object(of_type, name, instead))
        stubs.enter_context(mock.patch.object(grouputils, 'get_size', lambda *_given, **_more: 1))
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


def cases(effect):
    return effect.get('cases', []) if isinstance(effect, dict) else []


def level(effect):
    return effect['level'] if isinstance(effect, dict) else effect


def decided(effect, values):
    """The level for the values of properties, and those that are possible in a circumstance."""
    possible = []
    for case in cases(effect):
        when = case['when']
        if isinstance(when, str):
            possible.append(case['level'])
        elif values.get(when['property']) in when['in']:
            return case['level'], possible
    return level(effect), possible


def agrees(step, effect, values, is_known):
    certain, possible = decided(effect, values)
    evidence = step.level()
    if is_known:
        possible = []
        if certain == 'interrupts' and evidence != certain:
            return False
    # Only Heat replaces a resource.
    if certain == 'replaces' and evidence != 'replaces':
        return False
    if evidence is None:
        return True
    if evidence in ('replaces', 'refused'):
        return evidence == certain or evidence in possible
    if evidence == 'none':
        return 'none' in (certain, *possible) or certain == 'refused'
    return any(LEVELS.index(one) >= LEVELS.index(evidence) for one in (certain, *possible))


def variations(effect, base):
    """The values of the properties that an effect depends on: as they are, and one after the other."""
    yield {}
    for case in cases(effect):
        when = case['when']
        if isinstance(when, dict):
            yield from ({when['property']: value} for value in when['in'])


class Judge:
    def __init__(self, verbose):
        self.verbose = verbose
        self.counts = {'agreed': 0, 'decided by the service': 0, 'not asked': 0}
        self.disagreed = []

    def one(self, type_name, path, effect, base, values):
        name, place = path[0], '.'.join(path)
        for more in variations(effect, base):
            if name in more:
                first, second = next(value for value in values if value != more[name]), more[name]
                more = {}
            else:
                first, second = values
            around = {**base, **inputs_update_effects.AROUND.get((type_name, place), {}), **more}
            old, new = {**around, name: first}, {**around, name: second}
            values_after = inputs_update_effects.defaults(type_name, new)
            for cloud in inputs_update_effects.clouds_of(type_name, path):
                try:
                    step = done(type_name, old, new, cloud)
                except Exception as error:
                    step = Step([f'?{type(error).__name__}: {error}'])
                case = f'{type_name}, {place}, {more or ""} ({cloud.__name__}): {first!r} to {second!r}'
                self.count(case, step, effect, values_after, inputs_update_effects.is_known(cloud, path))

    def count(self, case, step, effect, values, is_known):
        if step is None or any(name.startswith('?') for name in step.names):
            kind = 'not asked'
        elif not agrees(step, effect, values, is_known):
            kind = 'DISAGREED'
            self.disagreed.append(case)
        else:
            kind = 'agreed' if step.level() else 'decided by the service'
        if kind in self.counts:
            self.counts[kind] += 1
        if self.verbose or kind == 'DISAGREED':
            print(f'{kind}: {case}: the plug-in does {step}, the schema says {decided(effect, values)}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--verbose', action='store_true', help='also show what agrees')
    parser.add_argument('--type', help='only this type')
    given = parser.parse_args()
    cloudless.initialise()
    type_updates.without_services()
    translation.resolve_and_find = type_updates.resolve_nothing
    judge, types, fields = Judge(given.verbose), 0, 0
    for file in sorted(SCHEMAS.glob('*/**/*.yaml')):
        written = yaml.safe_load(file.read_text(encoding='utf-8'))
        effects = inputs_update_effects.graded(written)
        if not effects or given.type not in (None, written['type']):
            continue
        types += 1
        pairs = inputs_update_effects.Pairs(written)
        for path, effect in effects.items():
            fields += len(path) > 1
            values = pairs.of(path)
            if values is None:
                print(f'{written["type"]}, {".".join(path)}: no two values')
                judge.counts['not asked'] += 1
            else:
                judge.one(written['type'], path, effect, pairs.base, values)
    print(f'{types} types, {fields} fields in properties: ' + ', '.join(f'{count} {kind}' for kind, count in judge.counts.items())
          + f', {len(judge.disagreed)} disagreed')
    sys.exit(bool(judge.disagreed or judge.counts['not asked']))


if __name__ == '__main__':
    main()
