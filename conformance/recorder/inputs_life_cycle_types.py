"""The scripts of the family `life_cycle`: updates that change the type of the resource."""

from .life_cycle_scripts import CREATED, DELETED, OTHER_TYPE, RAISES_ERROR, SIZE_2, SIZE_3, TYPE, do, script

HOOKS = {**CREATED, **DELETED, 'handle_update': [{}]}
OTHER_HOOKS = {'handle_create': [{'do': [['resource_id_set', 'box-1']]}], 'handle_delete': [{'do': [['resource_id']]}], 'handle_update': [{'do': [['resource_id']]}]}
YES, NO = [{'return': True}], [{'return': False}]


def other(properties=None, **more):
    """A definition of the other type."""
    return {'type': 'other', 'properties': {'size': 2} if properties is None else properties, **more}


def to(definition, **more):
    return do('update', definition=definition, **more)


def life(events, hooks=None, others=None, is_substituted=False, is_other_substituted=False, **more):
    """A script with two types."""
    return script(events, HOOKS if hooks is None else hooks, type={**TYPE, 'is_substituted': is_substituted}, other={
        'type': {**OTHER_TYPE, 'is_substituted': is_other_substituted}, 'hooks': OTHER_HOOKS if others is None else others}, **more)


def replaced():
    """Without a substitute, another type replaces the resource before anything is asked."""
    clean = do('clean_up', of=1)
    yield life(['create', to(other()), clean, do('attributes', of=['value', 'lid']), 'delete'])
    yield life(['create', to(other(), timeout=5), clean, to(SIZE_3), do('clean_up', of=2), 'delete'])
    yield life(['create', to(other()), do('rollback', of=1), do('clean_up', of=2)])
    yield life(['create', to(other()), do('rollback', of=1), do('clean_up', of=2)],
               {**HOOKS, 'prepare_for_replace': [{'do': [['data_set', 'k', 'v']]}], 'restore_prev_rsrc': [{}], 'needs_replace': NO})
    yield life(['create', to(other()), clean], {**HOOKS, 'prepare_for_replace': [RAISES_ERROR], 'needs_replace': [RAISES_ERROR]})
    yield life(['create', to(other()), to(other({'size': 3})), to(SIZE_3)], {**HOOKS, 'handle_create': [RAISES_ERROR]})
    yield life(['create', to(other()), to(other({'size': 3})), clean], others={**OTHER_HOOKS, 'handle_create': [RAISES_ERROR, {}]})
    yield life(['create', to(other({'size': 60})), to(other({'tags': []})), to(other())])
    for restricted in ('update', 'replace', ['update', 'replace']):
        yield life(['create', to(other()), do('signal'), to(SIZE_2)], restricted_actions=restricted)
    # The type of the new definition is asked first.
    yield life(['create', to({**other(), 'external_id': 'outside'})])
    yield life(['create', to({'properties': {'size': 2, 'fixed': 'f'}}), to(other({'lid': 'l'}))])
    # What a dead worker left is replaced by nothing.
    yield life([do('create', dies_at=0), to(other()), to(other({'size': 3}))], {**HOOKS, 'handle_create': [{'return': 'c'}], 'check_create_complete': YES})
    yield life([do('create', dies_at=0), to(SIZE_3)], {**HOOKS, 'handle_create': [{'return': 'c'}], 'check_create_complete': YES, 'needs_replace': YES})
    yield life([do('create', dies_at=0), to(SIZE_3)], {**HOOKS, 'handle_create': [{'return': 'c'}], 'check_create_complete': YES, 'handle_update': [{}]},
               config={'observe_on_update': True})
    yield life(['create', 'check', 'suspend', to(other()), 'resume', 'check', 'snapshot'])
    yield life(['create', 'snapshot', to(other()), clean, do('restore'), do('delete_snapshot')])


def substituted():
    """The resource lives on, with the class of its substitute."""
    events = ['create', to(other()), 'check', do('attributes', of=['value', 'lid']), 'delete']
    for more in ({}, {'is_other_substituted': True}):
        yield life(events, is_substituted=True, **more)
        yield life(['create', to(other({'size': 3})), to(SIZE_3), 'delete'], is_substituted=True, **more)
        yield life(['create', to(other({'size': 3})), do('rollback', of=1), 'delete'], is_substituted=True, **more)
    yield life(events, {**HOOKS, 'handle_update': [RAISES_ERROR]}, is_substituted=True)
    for definition in ({'size': 2}, {'size': 3}, {'name': 'n'}, {'lid': 'l'}, {'size': 60}, {'fixed': 'f'}, {}):
        yield life(['create', to(other(definition)), to(other()), 'delete'], is_substituted=True)
        yield life(['create', to(other(definition))], others={'handle_create': [{}]}, is_substituted=True)
    yield life(['create', to(other({'size': 3})), to(SIZE_3), 'delete'], others={**OTHER_HOOKS, 'handle_update': [RAISES_ERROR]}, is_substituted=True)
    yield life(['create', to(other({'size': 3})), to(other({'size': 4}))],
               others={**OTHER_HOOKS, 'handle_update': [RAISES_ERROR, {}], 'needs_replace_failed': NO}, is_substituted=True)
    for name in ('needs_replace', 'needs_replace_with_prop_diff', 'needs_replace_with_tmpl_diff', 'prepare_for_replace'):
        yield life(['create', to(other({'size': 3})), 'delete'], {**HOOKS, name: [RAISES_ERROR]}, {**OTHER_HOOKS, name: YES}, is_substituted=True)
    for restricted in ('update', 'replace'):
        yield life(['create', to(other({'size': 3})), to(other({'lid': 'l'}))], is_substituted=True, restricted_actions=restricted)
    yield life(['create', to({**other(), 'external_id': 'outside'})], is_substituted=True)
    yield life([do('create', dies_at=0), to(other()), 'check'], {**HOOKS, 'handle_create': [{'return': 'c'}], 'check_create_complete': YES}, is_substituted=True)
    yield life([do('create'), to(SIZE_3, dies_at=0), to(other({'size': 3})), 'delete'],
               {**HOOKS, 'handle_update': [{'return': 'u'}], 'check_update_complete': YES, 'needs_replace_failed': NO},
               {**OTHER_HOOKS, 'needs_replace_failed': NO}, is_substituted=True)
    for definition in ({'size': 3}, {'lid': 'l'}, {'size': 2}):
        yield life(['create', to(other(definition)), 'check', 'delete'], is_substituted=True, engine='legacy')


def groups():
    for group in (replaced, substituted):
        for each in group():
            yield 'type_' + group.__name__, each
