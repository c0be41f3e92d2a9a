"""Which members a group of `OS::Heat::ResourceGroup` has after each step of its life: creation, and updates of `count` and of removals.

The group's own code decides by its properties, the members that there are, and the names that it keeps from earlier removals. No nested
stack is made: the members that there are after a step are those that the code asks for.
"""

import contextlib
import copy
import itertools
import types
from unittest import mock

from heat.common import grouputils

from . import type_updates

TYPE = 'OS::Heat::ResourceGroup'
# Names, an ID of a member, and names of no member.
LISTS = [None, [], ['0'], ['1'], ['2', '0'], ['1-id'], ['7']]
MODES = ['append', 'update']
COUNTS = [(3, 3), (3, 2), (3, 4), (3, 0), (0, 2)]


def definition(count, removed, mode):
    data = {'count': count, 'removal_policies_mode': mode, 'resource_def': {'type': 'OS::Heat::None'}}
    return data if removed is None else {**data, 'removal_policies': [{'resource_list': removed}]}


def inputs():
    for (before, after), old, new, (first, second) in itertools.product(COUNTS, LISTS, LISTS, itertools.product(MODES, MODES)):
        steps = [definition(before, old, first), definition(after, new, second)]
        if steps[0] != steps[1]:
            yield 'updated', {'steps': steps}
    # What was removed once, and what becomes of it later.
    for removed, mode, then, count in itertools.product(LISTS[2:], MODES, LISTS, (3, 4)):
        steps = [definition(3, None, 'append'), definition(3, removed, 'append'), definition(count, then, mode)]
        if steps[1] != steps[2]:
            yield 'updated twice', {'steps': steps}


@contextlib.contextmanager
def with_members(group, names, kept):
    """The group with these members, and with what it keeps."""
    with contextlib.ExitStack() as patches:
        def instead(thing, name, value):
            patches.enter_context(mock.patch.object(thing, name, value))
        instead(grouputils.GroupInspector, 'from_parent_resource',
                lambda *_asked: types.SimpleNamespace(member_names=lambda **_more: list(names)))
        instead(type(group), 'get_output', lambda *_asked: {name: f'{name}-id' for name in names})
        instead(type(group), 'data', lambda *_asked: kept)
        instead(type(group), 'data_set', lambda _group, key, value, redact=False: kept.update({key: value}))
        yield


def of_group(given):
    """The members after each step, and those that an update loses and makes."""
    type_updates.without_services()
    kept, members, answers = {}, [], []
    for number, data in enumerate(given['steps']):
        group = type_updates.stack_of({'type': TYPE, 'properties': copy.deepcopy(data)}).resources['r']
        group.resource_id = 'id' if number else None
        with with_members(group, members, kept):
            # As `handle_create` and `handle_update` do.
            group._update_name_skiplist(group.properties)
            group.resource_id = 'id'
            after = list(group._resource_names())
        answers.append({'members': after, 'loses': [name for name in members if name not in after],
                        'makes': [name for name in after if name not in members]})
        members = after
    return {'steps': answers}
