"""The scripts of the family `life_cycle`: creation, deletion, adoption, and what interrupts them."""

from . import inputs_life_cycle_breakpoints
from . import inputs_life_cycle_queries
from . import inputs_life_cycle_types
from . import inputs_life_cycle_updates
from .life_cycle_scripts import (
    CONFLICT, CREATED, DELETED, EXCEPTIONS, EXISTS, IN_ERROR, KILLED, NOT_FOUND, POLLED, RAISES_ERROR, SIZE_2, SIZE_3, TYPE, do, in_both,
    script)


def create():
    done, again = {'return': True}, {'return': False}
    for hooks in ({}, {'handle_create': [{}]}, CREATED, {**CREATED, **DELETED},
                  {**POLLED, 'check_create_complete': [done]},
                  {**POLLED, 'check_create_complete': [again, again, again, done]},
                  {**POLLED, 'check_create_complete': [again, {'delay': 5}, again, {'delay': 1}, done]},
                  {'handle_create': [{'return': {'a': [1, None]}}], 'check_create_complete': [{'return': None}, {'return': 0}, {'return': 'yes'}]},
                  {'check_create_complete': [done]}):
        yield from in_both('create', ['create'], hooks)
    yield from in_both('create', ['create', 'create'], {**CREATED})
    yield from in_both('create', ['create'], CREATED, definition={})
    yield from in_both('create', ['create', 'delete', 'delete'], {**CREATED, **DELETED}, definition={'properties': {'size': '7', 'tags': 'a,b'}})
    for properties in ({'size': 101}, {'size': 'x'}, {'unknown': 1}, {'tags': [1], 'size': {}}):
        yield from in_both('invalid', ['validate', 'create', 'delete'], {**CREATED, **DELETED}, definition={'properties': properties})
    required = {**TYPE, 'properties': {**TYPE['properties'], 'must': {'type': 'String', 'required': True}}}
    yield from in_both('invalid', ['validate', 'create'], CREATED, type=required)
    yield from in_both('metadata', ['create'], {'handle_create': [{'do': [['metadata_get'], ['metadata_set', {'b': 2}], ['metadata_get', True]]}]},
                       definition={**SIZE_2, 'metadata': {'a': 1}})


def create_fails():
    for exc in EXCEPTIONS:
        yield 'create_fails', script(['create'], {'handle_create': [exc], **DELETED})
        yield 'create_check_fails', script(['create'], {**POLLED, 'check_create_complete': [{'return': False}, exc], **DELETED})
    for exc in (RAISES_ERROR, IN_ERROR, CONFLICT, KILLED):
        yield 'create_fails', script(['create', 'create', 'delete'], {'handle_create': [exc], **DELETED}, engine='legacy')
    kept = [['resource_id_set', 'id-1'], ['data_set', 'key', 'value'], ['data_set', 'secret', 'hidden', True], ['data']]
    yield from in_both('kept', ['create', 'delete'], {'handle_create': [{'do': kept, **RAISES_ERROR}], **DELETED})
    yield from in_both('kept', ['create', 'delete'],
                       {'handle_create': [{'do': kept, 'return': 'token'}], 'check_create_complete': [{'do': [['data_delete', 'key'], ['data_delete', 'none']], **RAISES_ERROR}],
                        'handle_delete': [{'do': [['data'], ['resource_id'], ['data_delete', 'secret'], ['resource_id_set', None]]}]})


def retries():
    """Again after ResourceInError and after a conflict, with a deletion between."""
    for exc in (IN_ERROR, CONFLICT):
        for times in (1, 2, 5, 6, 7):
            yield 'retries', script(['create'], {'handle_create': [exc] * times + [{'do': [['resource_id_set', 'id-9']]}], **DELETED})
    yield 'retries', script(['create'], {**POLLED, 'check_create_complete': [{'return': False}, IN_ERROR, {'return': True}], **DELETED}, engine='legacy')
    yield 'retries', script(['create', 'delete'], {'handle_create': [IN_ERROR], **DELETED}, engine='legacy')
    for limit in (0, 1, -3):
        yield 'retries', script(['create', 'delete'], {'handle_create': [IN_ERROR], 'handle_delete': [{}, CONFLICT]}, config={'action_retry_limit': limit})
    # The deletion between two attempts fails, or has to be polled.
    for hooks in ({'handle_delete': [RAISES_ERROR]}, {'handle_delete': [CONFLICT, CONFLICT, {}]}, {'handle_delete': [IN_ERROR, {}]},
                  {'handle_delete': [CONFLICT]}, {'handle_delete': [{'return': 'd'}], 'check_delete_complete': [{'return': False}, {'return': True}]},
                  {}, {'handle_delete': [EXISTS, {}]}):
        yield 'retry_deletes', script(['create'], {'handle_create': [IN_ERROR, IN_ERROR, {}], **hooks})
    # An exception of another kind ends it.
    yield 'retry_ends', script(['create'], {'handle_create': [IN_ERROR, RAISES_ERROR], **DELETED})
    yield 'retry_ends', script(['create'], {'handle_create': [CONFLICT, KILLED], **DELETED})
    yield 'retry_ends', script([do('create', timeout=9)], {'handle_create': [IN_ERROR], **DELETED})
    yield 'retry_ends', script([do('create', cancel_at=4), 'delete'], {'handle_create': [IN_ERROR], **DELETED})
    for exc in (CONFLICT, EXISTS, IN_ERROR, RAISES_ERROR, NOT_FOUND):
        yield 'delete_retries', script(['create', 'delete'], {**CREATED, 'handle_delete': [exc, exc, {}]})
        yield 'delete_retries', script(['create', 'delete'], {**CREATED, 'handle_delete': [{'return': 'd'}], 'check_delete_complete': [{'return': False}, exc, {'return': True}]})
    for limit in (0, 2, 5):
        yield 'delete_retries', script(['create', 'delete', 'delete'], {**CREATED, 'handle_delete': [CONFLICT]}, config={'action_retry_limit': limit})
    yield 'delete_retries', script(['create', 'delete'], {**CREATED, 'handle_delete': [CONFLICT, EXISTS, {}]}, engine='legacy')


def broken_off():
    """Timeouts, and cancels by the user, while polling."""
    again = [{'return': False}]
    polling = {**POLLED, 'check_create_complete': again, **DELETED}
    cancel = {'handle_create_cancel': [{'do': [['data_set', 'cancelled', 'yes']]}]}
    for hooks in (polling, {**polling, **cancel}, {**polling, 'handle_create_cancel': [RAISES_ERROR]},
                  {**polling, 'handle_create_cancel': [KILLED]}):
        for event in (do('create', timeout=3), do('create', cancel_at=3), do('create', timeout=0), do('create', timeout=2.5)):
            yield from in_both('broken_off', [event, 'delete'], hooks)
    yield from in_both('broken_off', [do('create', timeout=20)], {**polling, 'check_create_complete': [{'delay': 10}, {'delay': 30}, {'return': True}]})
    yield from in_both('broken_off', [do('create', cancel_at=2)], {**polling, **cancel, 'check_create_complete': [{'delay': 10}, {'return': True}]})
    yield from in_both('broken_off', [do('create', timeout=3), do('update', definition=SIZE_3, timeout=9, then={'timeout': 5})], {**polling, **cancel})
    # Not polling: within the handler, and after an Exception.
    yield 'not_cancelled', script(['create'], {'handle_create': [KILLED], **cancel, 'check_create_complete': again})
    yield 'not_cancelled', script(['create'], {**polling, **cancel, 'check_create_complete': [{'return': False}, RAISES_ERROR]})
    yield 'cancelled', script(['create'], {**polling, **cancel, 'check_create_complete': [{'return': False}, KILLED]})
    # Without a check there is nothing to break off.
    yield from in_both('not_cancelled', [do('create', timeout=1)], {**CREATED, **cancel})
    for action, handler, check in (('update', 'handle_update', 'check_update_complete'), ('delete', 'handle_delete', 'check_delete_complete'),
                                   ('suspend', 'handle_suspend', 'check_suspend_complete'), ('check', 'handle_check', 'check_check_complete'),
                                   ('snapshot', 'handle_snapshot', 'check_snapshot_complete')):
        hooks = {**CREATED, handler: [{'return': 'token'}], check: again}
        event = {'definition': SIZE_3} if action == 'update' else {}
        cancels = {f'handle_{action}_cancel': [{}]}
        yield from in_both('broken_off_' + action, ['create', do(action, timeout=2, **event)], hooks)
        yield from in_both('broken_off_' + action, ['create', do(action, cancel_at=2, **event)], {**hooks, **cancels})
    snapshot = {**CREATED, 'handle_snapshot_delete': [{'return': 's'}], 'check_delete_complete': again,
                'handle_snapshot_delete_cancel': [{}], 'handle_delete_cancel': [{}]}
    yield from in_both('broken_off_delete', ['create', do('delete', timeout=2)], snapshot, definition={**SIZE_2, 'deletion_policy': 'Snapshot'})


def dies():
    """A process that ends without a word; in convergence its resource is found locked."""
    polling = {**POLLED, 'check_create_complete': [{'return': False}, {'return': False}, {'return': True}], 'handle_create_cancel': [{}],
               'handle_update': [{'return': 'u'}], 'check_update_complete': [{'return': False}, {'return': True}], **DELETED}
    kept = {'needs_replace_failed': [{'return': False}]}
    for hooks in (polling, {**polling, **kept}):
        yield from in_both('dies', [do('create', dies_at=1), do('update', definition=SIZE_3)], hooks)
        yield from in_both('dies', [do('create', dies_at=0), 'delete'], hooks)
        yield from in_both('dies', [do('create', dies_at=0), do('update', definition=SIZE_2), 'check'], {**hooks, 'handle_check': [{}]})
        yield 'dies', script([do('create', dies_at=0), 'check', 'suspend', 'snapshot'], {**hooks, 'handle_check': [{}], 'handle_suspend': [{}]})
        yield 'dies', script(['create', do('update', definition=SIZE_3, dies_at=0), do('update', definition=SIZE_2)], hooks)
    yield 'dies', script(['create', do('update', definition=SIZE_3, dies_at=0), do('update', definition=SIZE_2)], polling, engine='legacy')
    yield from in_both('dies', ['create', do('delete', dies_at=0), 'delete'],
                       {**CREATED, 'handle_delete': [{'return': 'd'}], 'check_delete_complete': [{'return': False}, {'return': True}]})
    yield 'dies', script(['create', do('suspend', dies_at=0), 'resume', 'suspend'],
                         {**CREATED, 'handle_suspend': [{'return': 's'}], 'check_suspend_complete': [{'return': False}, {'return': True}]})
    yield 'dies', script(['create', do('suspend', dies_at=0), 'resume', 'suspend'], engine='legacy',
                         hooks={**CREATED, 'handle_suspend': [{'return': 's'}], 'check_suspend_complete': [{'return': False}, {'return': True}]})


def preempted():
    """A second update finds the resource locked by an engine that lives."""
    hooks = {**POLLED, 'check_create_complete': [{'return': False}, {'return': False}, {'return': False}, {'return': True}], **DELETED,
             'handle_update': [{'return': 'u'}], 'check_update_complete': [{'return': False}, {'return': False}, {'return': False}, {'return': True}]}
    other = {'meanwhile_at': 1, 'meanwhile': [do('update', definition={'properties': {'size': 4}})]}
    for preempt in ({}, {'handle_preempt': [{}]}, {'handle_preempt': [{'do': [['data_set', 'seen', 'yes']]}]}, {'handle_preempt': [RAISES_ERROR]}):
        yield 'preempted', script(['create', do('update', definition=SIZE_3, **other)], {**hooks, **preempt})
    yield 'preempted', script([do('create', **other)], {**hooks, 'handle_preempt': [{}]})
    yield 'preempted', script(['create', do('update', definition=SIZE_3, meanwhile_at=1, meanwhile=['delete'])], {**hooks, 'handle_preempt': [{}]})
    yield 'preempted', script(['create', do('update', definition=SIZE_3, meanwhile_at=1, meanwhile=[do('signal'), do('attributes', of=['value'])])],
                              {**hooks, 'handle_signal': [{}], '_resolve_attribute': [{'return': 'v'}]})


def delete():
    for hooks in ({}, DELETED, {'handle_delete': [{'return': 'd'}], 'check_delete_complete': [{'return': False}, {'delay': 4}, {'return': True}]},
                  {'handle_delete': [RAISES_ERROR, {}]}, {'handle_delete': [NOT_FOUND]}):
        yield from in_both('delete', ['create', 'delete', 'delete'], {**CREATED, **hooks})
    yield from in_both('delete', ['delete'], DELETED)
    for exc in EXCEPTIONS[4:]:
        yield 'delete_fails', script(['create', 'delete'], {**CREATED, 'handle_delete': [exc]})
    snapshot = {'handle_snapshot_delete': [{'return': 's'}], 'handle_delete': [{'return': 'd'}], 'check_delete_complete': [{'return': True}]}
    for policy in ('Retain', 'Snapshot', 'Delete'):
        definition = {**SIZE_2, 'deletion_policy': policy}
        yield from in_both('policy', ['validate', 'create', 'delete'], {**CREATED, **snapshot}, definition=definition)
        yield 'policy', script(['validate', 'create', 'delete'], {**CREATED, **DELETED}, definition=definition)
    failing = {'handle_create': [RAISES_ERROR], **snapshot}
    yield from in_both('policy', ['create', 'delete'], failing, definition={**SIZE_2, 'deletion_policy': 'Snapshot'})
    yield from in_both('policy', ['create', 'suspend', 'delete'], {**CREATED, **snapshot, 'handle_snapshot_delete': [CONFLICT, {'return': 's'}]},
                       definition={**SIZE_2, 'deletion_policy': 'Snapshot'})


def adopt():
    data = {'resource_id': 'id-7', 'resource_data': {'k': 'v'}, 'metadata': {'m': 1}, 'name': 'thing', 'status': 'COMPLETE'}
    for given in (data, {'resource_id': 'id-7'}, {'resource_data': {'k': 'v'}}, {}, {**data, 'metadata': None}):
        yield from in_both('adopt', [do('adopt', resource_data=given), 'delete'], DELETED)
    for hooks in ({'handle_adopt': [{'do': [['resource_id_set', 'mine']], 'return': 'a'}], 'check_adopt_complete': [{'return': False}, {'return': True}]},
                  {'handle_adopt': [RAISES_ERROR]}, {'check_adopt_complete': [{'return': False}, {'return': True}]},
                  {'handle_adopt': [{'super': True}]}):
        yield from in_both('adopt', [do('adopt', resource_data=data), 'check'], hooks)
    external = {**SIZE_2, 'external_id': 'outside-1'}
    for hooks in ({}, {'handle_check': [{}]}, {'handle_check': [RAISES_ERROR]}, {'handle_adopt': [{'super': True}], 'handle_check': [{'return': 'c'}],
                      'check_check_complete': [{'return': False}, {'return': True}]}):
        yield from in_both('external', ['create', do('update', definition={**external, 'properties': {'size': 5}}), 'check', 'delete'],
                           {**hooks, **CREATED, **DELETED}, definition=external)
    for before, after in ((external, SIZE_2), (SIZE_2, external), (external, {**external, 'external_id': 'outside-2'})):
        yield from in_both('external', ['create', do('update', definition=after), 'delete'], {**CREATED, **DELETED}, definition=before)
    yield 'external', script(['create', do('update', definition=external)], {**DELETED, 'handle_check': [RAISES_ERROR, {}]}, definition=external)


def life_cycle(_types):
    for group in (create, create_fails, retries, broken_off, dies, preempted, delete, adopt):
        yield from group()
    yield from inputs_life_cycle_updates.groups()
    yield from inputs_life_cycle_queries.groups()
    yield from inputs_life_cycle_types.groups()
    yield from inputs_life_cycle_breakpoints.groups()
