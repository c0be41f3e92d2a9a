"""The scripts of the family `life_cycle`: updates, replacement, snapshots that are restored, and stored properties."""

from .life_cycle_scripts import (
    CREATED, DELETED, EXCEPTIONS, IN_ERROR, NOT_FOUND, RAISES_ERROR, REPLACE, SIZE_2, SIZE_3, TYPE, do, in_both, script)

UPDATED = {'handle_update': [{}]}
NAMED = {'properties': {'size': 2, 'name': 'other'}}
FIXED = {'properties': {'size': 2, 'fixed': 'f'}}
HOOKS = {**CREATED, **DELETED, **UPDATED}
YES, NO = [{'return': True}], [{'return': False}]


def to(definition, **more):
    return do('update', definition=definition, **more)


def update():
    metadata = {**SIZE_2, 'metadata': {'a': 1}}
    for definition in (SIZE_2, SIZE_3, NAMED, FIXED, metadata, {**SIZE_3, 'metadata': {'a': 1}}, {}, {**SIZE_2, 'deletion_policy': 'Retain'},
                       {'properties': {'size': '2'}}, {'properties': {'size': 3, 'tags': ['a']}}, {'properties': {'size': 1000}},
                       {'properties': {'size': 3, 'odd': 1}}):
        yield from in_both('update', ['create', to(definition)], HOOKS)
    for definition in (SIZE_3, metadata):
        yield from in_both('update_default', ['create', to(definition)], {**CREATED, **DELETED})
    yield from in_both('update', ['create', to(SIZE_3), to(SIZE_2), to(NAMED)], HOOKS)
    yield from in_both('update', ['create', to({'properties': {'size': 1}})], HOOKS, definition={})
    yield from in_both('update', ['create', to({})], HOOKS, definition={'properties': {'size': 1}})
    yield from in_both('update', ['create', to(SIZE_2), 'delete'], HOOKS, definition=metadata)
    yield 'update', script([to(SIZE_3)], HOOKS, engine='legacy')
    yield 'update', script(['create', 'delete', to(SIZE_3)], HOOKS, engine='legacy')
    yield 'update', script([to(SIZE_3)], HOOKS)
    polled = {**CREATED, **DELETED, 'handle_update': [{'return': {'t': 1}}], 'check_update_complete': [{'return': False}, {'delay': 2}, {'return': True}]}
    yield from in_both('update_polled', ['create', to(SIZE_3)], polled)


def update_fails():
    for exc in EXCEPTIONS:
        yield 'update_fails', script(['create', to(SIZE_3)], {**HOOKS, 'handle_update': [exc]})
        yield 'update_check_fails', script(['create', to(SIZE_3)], {
            **HOOKS, 'handle_update': [{'return': 'u'}], 'check_update_complete': [{'return': False}, exc]})
    for exc in (RAISES_ERROR, REPLACE, IN_ERROR):
        yield 'update_fails', script(['create', to(SIZE_3), to(SIZE_3)], {**HOOKS, 'handle_update': [exc, {}]}, engine='legacy')
    for kept in (YES, NO):
        hooks = {**HOOKS, 'needs_replace_failed': kept}
        yield from in_both('failed', ['create', to(SIZE_3), to(SIZE_3)], {**hooks, 'handle_update': [RAISES_ERROR, {}]})
        yield from in_both('failed', ['create', to(SIZE_3), to(SIZE_2), 'delete'], {**hooks, 'handle_update': [RAISES_ERROR, {}]})
        yield from in_both('failed', ['create', to(SIZE_2)], {**hooks, 'handle_create': [RAISES_ERROR]})
        yield from in_both('failed', ['create', to(SIZE_3)], {**hooks, 'handle_create': [{'do': [['resource_id_set', 'id-1']], **RAISES_ERROR}, {}]})
        for always in (True, False):
            of_type = {**TYPE, 'always_replace_on_check_failed': always}
            yield from in_both('check_failed', ['create', 'check', to(SIZE_2)], {**hooks, 'handle_check': [RAISES_ERROR]}, type=of_type)
            yield from in_both('check_failed', ['create', 'check', to(SIZE_3)], {**hooks, 'handle_check': [RAISES_ERROR]}, type=of_type)
    yield from in_both('failed', ['create', 'suspend', to(SIZE_3)], {**HOOKS, 'needs_replace_failed': NO, 'handle_suspend': [RAISES_ERROR]})
    for exc in (RAISES_ERROR, REPLACE):
        yield from in_both('failed', ['create', to(SIZE_3)], {**HOOKS, 'needs_replace_failed': [exc], 'handle_create': [RAISES_ERROR]})


def replacement():
    """Who decides about it, and what is asked before and after."""
    both = {'prepare_for_replace': [{'do': [['resource_id_set', None]]}], 'restore_prev_rsrc': [{}]}
    for name in ('needs_replace', 'needs_replace_with_prop_diff', 'needs_replace_with_tmpl_diff'):
        for answer in (YES, NO, [RAISES_ERROR], [REPLACE]):
            # Heat cleans up after an update that was successful.
            ends = [] if answer == [RAISES_ERROR] else [do('clean_up', of=1)]
            yield 'decides', script(['create', to(SIZE_3), *ends], {**HOOKS, name: answer})
            if answer is not NO:
                yield 'decides', script(['create', to(SIZE_3)], {**HOOKS, name: answer, **both}, engine='legacy')
    yield from in_both('decides', ['create', to({**SIZE_2, 'metadata': {'a': 1}}), to(SIZE_2)],
                       {**HOOKS, 'needs_replace': NO, 'needs_replace_with_prop_diff': YES, 'needs_replace_with_tmpl_diff': NO})
    yield from in_both('decides', ['create', to(FIXED)], {**HOOKS, 'needs_replace_with_prop_diff': YES})
    yield from in_both('prepare', ['create', to(NAMED)], {**HOOKS, **both})
    yield from in_both('prepare', ['create', to(NAMED), to(NAMED)], {**HOOKS, 'prepare_for_replace': [RAISES_ERROR]})
    yield from in_both('prepare', ['create', to(NAMED)], {**HOOKS, 'needs_replace': YES, 'prepare_for_replace': [RAISES_ERROR]})
    yield from in_both('prepare', ['create', to(SIZE_3)], {**HOOKS, 'handle_update': [REPLACE], **both})
    yield from in_both('prepare', ['create', to(SIZE_3)], {**HOOKS, 'handle_update': [{'return': 'u'}], 'check_update_complete': [{'return': False}, REPLACE], **both})
    yield from in_both('prepare', ['create', to(SIZE_3)], {**HOOKS, 'handle_create': [RAISES_ERROR], **both})
    for hooks in ({}, both, {**both, 'restore_prev_rsrc': [RAISES_ERROR]}):
        yield 'rollback', script(['create', to(NAMED), do('rollback', of=1), do('clean_up', of=2)], {**HOOKS, **hooks})
        yield 'rollback', script(['create', to(NAMED), do('rollback', of=1), do('clean_up', of=2)],
                                 {**HOOKS, 'handle_create': [*CREATED['handle_create'], RAISES_ERROR], **hooks})
        yield from in_both('rollback', ['create', to(SIZE_3), 'rollback'], {**HOOKS, 'needs_replace_failed': NO, 'handle_update': [RAISES_ERROR, {}], **hooks})
        yield from in_both('rollback', ['create', to(SIZE_3), 'rollback'], {**HOOKS, 'handle_update': [RAISES_ERROR, {}], **hooks})
    # The worker stops after the deletion between two attempts, and Heat deletes the row as soon as the replacement fails.
    yield 'rollback_to_failed', script([do('create', cancel_at=1), to(SIZE_3), 'rollback'],
                                       {**CREATED, **DELETED, 'handle_create': [IN_ERROR, RAISES_ERROR, {}]})
    # The update is complete before it is cancelled.
    for definition in ({**SIZE_2, 'metadata': {'a': 1}}, SIZE_3):
        yield from in_both('complete_at_once', ['create', to(definition, cancel_at=0), to({})], HOOKS)
    yield 'replaced', script(['create', to(NAMED), do('clean_up', of=1), 'delete'], HOOKS)
    yield 'replaced', script(['create', to(NAMED), 'delete', do('delete', of=1)], {**HOOKS, 'handle_delete': [{'do': [['resource_id']]}]})
    yield 'replaced', script(['create', to(NAMED), to({'properties': {'size': 3, 'name': 'third'}}), do('clean_up', of=1), do('clean_up', of=2)], HOOKS)


def restricted():
    """What the environment forbids: the update fails, and the resource stays as it is."""
    for actions in ('update', 'replace', ['update', 'replace'], []):
        given = {'restricted_actions': actions}
        for definition in (SIZE_2, SIZE_3, NAMED, FIXED, {**SIZE_2, 'metadata': {'a': 1}}, {'properties': {'size': 1000}}):
            yield from in_both('restricted', ['create', to(definition)], HOOKS, **given)
        yield from in_both('restricted', ['create', 'suspend', 'resume', 'check', to(NAMED), 'delete'], HOOKS, **given)
        yield from in_both('restricted', ['create', to(SIZE_3), 'rollback'], HOOKS, **given)
    for actions in ('update', 'replace'):
        given = {'restricted_actions': actions}
        # Without a handler, an update in place turns out to be a replacement too late for the restriction.
        yield from in_both('restricted_default', ['create', to(SIZE_3)], {**CREATED, **DELETED}, **given)
        yield from in_both('restricted_default', ['create', to(SIZE_3)], {**HOOKS, 'handle_update': [REPLACE]}, **given)
        for name in ('needs_replace', 'needs_replace_with_prop_diff', 'needs_replace_with_tmpl_diff'):
            for answer in (YES, NO, [RAISES_ERROR], [REPLACE]):
                yield from in_both('restricted_decides', ['create', to(SIZE_3)], {**HOOKS, name: answer, 'prepare_for_replace': [{}]}, **given)
        for kept in (YES, NO):
            yield from in_both('restricted_failed', ['create', to(SIZE_2), to(SIZE_3)], {
                **HOOKS, 'handle_create': [RAISES_ERROR, {}], 'needs_replace_failed': kept}, **given)


def snapshots():
    taken = {**HOOKS, 'handle_snapshot': [{'do': [['data_set', 'image', 'i-1']], 'return': 's'}], 'check_snapshot_complete': [{'return': False}, {'return': True}]}
    dropped = {'handle_delete_snapshot': [{'return': 'd'}], 'check_delete_snapshot_complete': [{'return': False}, {'return': True}]}
    restored = {'handle_restore': [{'return': {'properties': {'size': 9}}}]}
    for hooks in ({}, dropped, {'handle_delete_snapshot': [RAISES_ERROR]}, {**dropped, 'check_delete_snapshot_complete': [RAISES_ERROR]}, {**dropped, **restored},
                  {**dropped, 'handle_restore': [RAISES_ERROR]}, {**dropped, 'handle_delete_snapshot_cancel': [{}]}):
        yield from in_both('snapshot', ['create', 'snapshot', do('delete_snapshot'), 'delete'], {**taken, **hooks})
    for hooks in ({}, restored, {'handle_restore': [{}]}, {'handle_restore': [RAISES_ERROR]}, {**restored, 'handle_update': [RAISES_ERROR]}):
        yield from in_both('restore', ['create', 'snapshot', to(SIZE_3), do('restore')], {**taken, **hooks})
    yield from in_both('snapshot', ['create', 'snapshot'], HOOKS)
    for exc in EXCEPTIONS[:2]:
        yield from in_both('snapshot', ['create', 'snapshot', to(SIZE_3)], {**HOOKS, 'needs_replace_failed': NO, 'handle_snapshot': [exc]})


def stored():
    """What is stored of properties, and which of them are translated."""
    replaced = {**TYPE, 'properties': {**TYPE['properties'], 'old_size': {'type': 'Integer', 'update_allowed': True}},
                'rules': [{'rule': 'Replace', 'translation_path': ['size'], 'value_path': ['old_size']}]}
    finder = {'name': 'find', 'results': [['a', {'value': 'id-a'}], ['b', {'value': 'id-b'}], ['id-a', {'value': 'id-a'}], ['none', {'error_class': 'EntityNotFound', 'error': 'gone'}]]}
    resolved = {**TYPE, 'rules': [{'rule': 'Resolve', 'translation_path': ['name'], 'entity': 'thing', 'finder': finder}]}
    every = {**HOOKS, 'handle_check': [{}], 'handle_suspend': [{}], 'handle_resume': [{}], 'handle_snapshot': [{}], 'handle_signal': [{}]}
    events = ['create', 'check', 'suspend', 'resume', 'snapshot', do('signal')]
    old, older = {'properties': {'old_size': 5}}, {'properties': {'old_size': 6}}
    yield from in_both('stored', [*events, to(older), to({'properties': {'size': 6}}), to({'properties': {'size': 7}}), 'check', 'delete'], every, type=replaced, definition=old)
    name = [{'properties': {'name': value}} for value in ('a', 'b', 'none')]
    yield from in_both('stored', [*events, to({'properties': {'name': 'a', 'size': 2}}), to({'properties': {'name': 'id-a'}}), 'delete'], every, type=resolved, definition=name[0])
    yield from in_both('stored', ['create', to(name[1]), 'delete'], every, type=resolved, definition=name[0])
    yield from in_both('stored', ['validate', 'create', 'delete'], every, type=resolved, definition=name[2])
    yield from in_both('stored', ['create', to(name[2]), 'delete'], every, type=resolved, definition=name[0])
    for left in ({'size': 2, 'gone': 'x'}, {'size': 'many'}, {'size': {'a': 1}, 'tags': 5}, {}, {'size': 1000}):
        put = do('store_properties', properties=left)
        yield from in_both('older_schema', ['create', put, 'check', 'suspend', 'resume', to(SIZE_3), 'delete'], every)
        yield from in_both('older_schema', ['create', put, 'delete'], every)
    yield from in_both('older_schema', ['create', do('store_properties', properties={'size': 'many'}), do('signal'), do('snapshot'), to(SIZE_2)], every)


def live():
    """What the resource is found to be, with `observe_on_update`."""
    observed = {'config': {'observe_on_update': True}}
    shown = {'_show_resource': [{'return': {'size': 8, 'name': 'seen', 'other': 1}}]}
    for hooks in ({}, shown, {'_show_resource': [{'return': {}}]}, {'_show_resource': [{'return': None}]}, {'_show_resource': [NOT_FOUND]},
                  {'_show_resource': [RAISES_ERROR]}, {'get_live_resource_data': [{'return': {'size': 2}}]},
                  {'get_live_resource_data': [{'raise': 'EntityNotFound', 'entity': 'Resource', 'name': 'thing'}]},
                  {**shown, 'parse_live_resource_data': [{'return': {'size': 4, 'name': None}}]}, {**shown, 'parse_live_resource_data': [RAISES_ERROR]},
                  {'_show_resource': [{'return': {'size': 3}}]}, {'get_live_state': [{'return': {'size': 4, 'name': 'seen'}}]}, {'get_live_state': [{'return': {}}]},
                  {'get_live_state': [NOT_FOUND]}, {'get_live_state': [RAISES_ERROR]}):
        yield from in_both('live', ['create', to(SIZE_3)], {**HOOKS, **hooks}, **observed)
    yield from in_both('live', ['create', to(SIZE_2)], {**HOOKS, **shown}, **observed)
    yield from in_both('live', ['create', to(SIZE_3)], {**HOOKS, **shown})
    yield from in_both('live', ['create', to(SIZE_3)], {**HOOKS, **shown, 'handle_create': [{}]}, **observed)


def groups():
    for group in (update, update_fails, replacement, restricted, snapshots, stored, live):
        yield from group()
