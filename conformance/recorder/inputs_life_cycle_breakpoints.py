"""The scripts of the family `life_cycle`: breakpoints of the environment, where a resource waits for a signal."""

from .life_cycle_scripts import CREATED, DELETED, POLLED, RAISES_ERROR, SIZE_2, SIZE_3, do, in_both, script

HOOKS = {**CREATED, **DELETED, 'handle_update': [{}]}
NAMED = {'properties': {'size': 2, 'name': 'other'}}
YES, NO = [{'return': True}], [{'return': False}]


def cleared(name, hook, at=2, **more):
    """An event in which a signal clears a breakpoint after some seconds."""
    return do(name, meanwhile_at=at, meanwhile=[do('signal', details={'unset_hook': hook})], timeout=9, then={'timeout': 9}, **more)


def to(definition, hook, **more):
    return cleared('update', hook, definition=definition, **more)


def breakpoints():
    seen = {**HOOKS, 'handle_create': [{'do': [['resource_id_set', 'id-1'], ['data'], ['state']]}], 'handle_update': [{'do': [['data']]}], 'handle_delete': [{'do': [['data']]}]}
    for hook in ('pre-create', 'post-create'):
        yield from in_both('breakpoint', [cleared('create', hook), 'delete'], seen, breakpoints=hook)
        for key in ('timeout', 'cancel_at', 'dies_at'):
            yield from in_both('breakpoint_broken_off', [do('create', **{'timeout': 9, key: 2}), do('update', definition=SIZE_3, timeout=9), do('create', timeout=9)],
                               {**seen, 'handle_create_cancel': [{}]}, breakpoints=[hook])
        yield from in_both('breakpoint', [do('create', timeout=1)], {**HOOKS, 'handle_create': [RAISES_ERROR]}, breakpoints=[hook])
    for hook in ('pre-update', 'post-update'):
        for definition in (SIZE_2, SIZE_3, NAMED, {'properties': {'size': 2, 'fixed': 'f'}}, {'properties': {'size': 1000}}):
            yield from in_both('breakpoint', ['create', to(definition, hook), do('delete', timeout=9)], seen, breakpoints=hook)
        for key in ('timeout', 'cancel_at', 'dies_at'):
            yield from in_both('breakpoint_broken_off', ['create', do('update', definition=SIZE_3, **{'timeout': 9, key: 2}), do('update', definition=SIZE_2, timeout=4)],
                               {**seen, 'handle_update_cancel': [{}]}, breakpoints=[hook])
        yield from in_both('breakpoint', ['create', to(SIZE_3, hook), cleared('rollback', hook)], seen, breakpoints=hook)
        yield from in_both('breakpoint', ['create', to(SIZE_3, hook)], {**HOOKS, 'handle_update': [RAISES_ERROR]}, breakpoints=[hook])
        yield 'breakpoint', script(['create', do('update', definition=SIZE_3, dies_at=1, timeout=9), do('signal', details={'unset_hook': hook}), to(SIZE_2, hook)],
                                   seen, breakpoints=[hook])
    for hook in ('pre-delete', 'post-delete'):
        yield from in_both('breakpoint', ['create', cleared('delete', hook)], seen, breakpoints=hook)
        for key in ('timeout', 'cancel_at', 'dies_at'):
            yield from in_both('breakpoint_broken_off', ['create', do('delete', **{'timeout': 9, key: 2}), do('delete', timeout=5)],
                               {**seen, 'handle_delete_cancel': [{}]}, breakpoints=[hook])
        # Only the deletion of the stack waits.
        yield 'breakpoint', script(['create', do('update', definition=NAMED), do('clean_up', of=1)], HOOKS, breakpoints=[hook])
    both = ['pre-create', 'post-create', 'pre-update', 'post-update']
    yield from in_both('breakpoint', [cleared('create', 'pre-create'), to(SIZE_3, 'pre-update')], seen, breakpoints=both)
    # What is not there, and what is cleared before anybody waits.
    for hook in ('pre-update', 'odd', None):
        yield from in_both('breakpoint', [cleared('create', hook)], seen, breakpoints='pre-create')
    yield 'breakpoint', script(['create', do('signal', details={'unset_hook': 'pre-update'})], {**HOOKS, 'handle_signal': [{}]}, breakpoints='pre-update')
    yield 'breakpoint', script([cleared('create', 'pre-create', at=0)], seen, breakpoints='pre-create')
    # A handler does something else with the key of the breakpoint.
    yield 'breakpoint', script(['create', to(SIZE_3, 'post-update')], {**seen, 'handle_update': [{'do': [['data_set', 'post-update', 'True'], ['data']]}]}, breakpoints='post-update')


def meanwhile():
    """While it waits, it is not locked: others can work with it."""
    writes = [['data_set', 'k', 'v'], ['metadata_set', {'n': 1}]]
    for hook, event in (('pre-create', do('create')), ('post-create', do('create')), ('pre-update', do('update', definition=SIZE_3)), ('post-update', do('update', definition=SIZE_3))):
        others = [do('signal', details='text'), do('signal', details={'unset_hook': hook})]
        waiting = {**event, 'meanwhile_at': 1, 'meanwhile': others, 'timeout': 6, 'then': {'timeout': 6}}
        # There are no metadata to write before it is created.
        hooks = {**HOOKS, 'handle_signal': [{'do': writes[:1] if hook == 'pre-create' else writes}]}
        yield 'breakpoint_meanwhile', script([waiting] if event['do'] == 'create' else ['create', waiting], hooks, breakpoints=hook)
    for policy in ({}, {'restricted_actions': 'update'}, {'restricted_actions': 'replace'}):
        for definition in (SIZE_3, NAMED):
            yield 'breakpoint_restricted', script(['create', to(definition, 'pre-update')], HOOKS, breakpoints='pre-update', **policy)
    polled = {**POLLED, 'check_create_complete': YES, 'handle_update': [{}], 'needs_replace_failed': NO}
    yield 'breakpoint_meanwhile', script([do('create', dies_at=0), to(SIZE_3, 'pre-update'), 'check'], polled, breakpoints='pre-update')


def others_write():
    """What others write is not seen by a process that has read it before."""
    reads, writes = [['resource_id'], ['data'], ['metadata_get']], [['data_set', 'k', 'v'], ['resource_id_set', 'id-9'], ['metadata_set', {'n': 1}]]
    other = {'meanwhile_at': 1, 'meanwhile': [do('signal', details='text')], 'timeout': 9, 'then': {'timeout': 9}}
    polls = [{'do': reads, 'return': False}, {'do': reads, 'return': False}, {'do': [['data_set', 'own', 'o'], *reads], 'return': True}]
    for written in ([writes[0]], [writes[1]], [writes[2]], writes):
        hooks = {**HOOKS, 'handle_signal': [{'do': written}]}
        for definition in (SIZE_2, {**SIZE_2, 'metadata': {'m': 1}}):
            created = {**hooks, 'handle_create': [{'do': [['resource_id_set', 'id-1']], 'return': 'c'}], 'check_create_complete': polls}
            yield from in_both('others_write', [do('create', **other), 'check'], created, definition=definition)
            updated = {**hooks, 'handle_update': [{'do': reads, 'return': 'u'}], 'check_update_complete': polls}
            yield from in_both('others_write', ['create', do('update', definition=SIZE_3, **other), 'delete'], updated, definition=definition)
        polled = {**hooks, 'handle_snapshot': [{'do': reads, 'return': 's'}], 'check_snapshot_complete': polls}
        yield 'others_write', script(['create', do('snapshot', **other), 'check'], polled)
        yield 'others_write', script(['create', do('delete', **other)], {**hooks, 'handle_delete': [{'do': reads, 'return': 'd'}], 'check_delete_complete': polls})
        waiting = do('update', definition=SIZE_3, **{**other, 'meanwhile': [do('signal', details='text'), do('signal', details={'unset_hook': 'pre-update'})]})
        yield from in_both('others_write', ['create', waiting, 'delete'], {**hooks, 'handle_update': [{'do': reads}]}, breakpoints='pre-update')


def groups():
    for group in (breakpoints, meanwhile, others_write):
        yield from group()
