"""The scripts of the family `life_cycle`: suspension, checks, signals, attributes, and other questions."""

from .life_cycle_scripts import (
    CREATED, DELETED, EXCEPTIONS, IN_ERROR, KILLED, NOT_FOUND, POLLED, RAISES_ERROR, SIZE_2, SIZE_3, TYPE, do, in_both, script)

POLLS = [{'return': False}, {'return': True}]
# Ways to each state.
STATES = [
    ([], {}), (['create'], {}), (['create'], {'handle_create': [RAISES_ERROR]}), (['create', do('update', definition=SIZE_3)], {}),
    (['create', do('update', definition=SIZE_3)], {'handle_update': [RAISES_ERROR]}), (['create', 'suspend'], {}),
    (['create', 'suspend'], {'handle_suspend': [RAISES_ERROR, {}]}), (['create', 'suspend', 'resume'], {}),
    (['create', 'suspend', 'resume'], {'handle_resume': [RAISES_ERROR, {}]}), (['create', 'check'], {}),
    (['create', 'check'], {'handle_check': [RAISES_ERROR]}), (['create', 'snapshot'], {}), (['create', 'snapshot'], {'handle_snapshot': [RAISES_ERROR]}),
    (['create', 'delete'], {}), (['create', 'delete'], {'handle_delete': [RAISES_ERROR]}), ([do('adopt', resource_data={'resource_id': 'id-1'})], {}),
]


def from_each_state():
    """Each action in each state."""
    hooks = {**CREATED, **DELETED, 'handle_update': [{}], 'handle_suspend': [{}], 'handle_resume': [{}], 'handle_check': [{}], 'handle_snapshot': [{}],
             'needs_replace_failed': [{'return': False}], 'handle_signal': [{}]}
    for place, (events, more) in enumerate(STATES):
        for action in ('suspend', 'resume', 'check', 'snapshot', 'delete', 'signal'):
            engine = 'legacy' if place % 4 == 1 else 'convergence'
            yield 'from_' + action, script([*events, action], {**hooks, **more}, engine=engine)
        yield 'from_create', script([*events, 'create'], {**hooks, **more}, engine='legacy')


def suspend():
    for hooks in ({}, {'handle_suspend': [{'return': 's'}], 'check_suspend_complete': POLLS, 'handle_resume': [{'return': 'r'}], 'check_resume_complete': POLLS}):
        yield from in_both('suspend', ['create', 'suspend', 'suspend', 'resume', 'resume', do('update', definition=SIZE_3)], {**CREATED, **hooks})
    for exc in EXCEPTIONS[:4]:
        yield 'suspend_fails', script(['create', 'suspend', 'suspend', 'delete'], {**CREATED, 'handle_suspend': [exc, {}]})
        yield 'resume_fails', script(['create', 'suspend', 'resume', 'resume'], {**CREATED, 'handle_resume': [{'return': 'r'}], 'check_resume_complete': [exc, {'return': True}]})


def check():
    for hooks in ({}, {'handle_check': [{}]}, {'handle_check': [{'return': 'c'}], 'check_check_complete': POLLS}, {'check_check_complete': POLLS}):
        yield from in_both('check', ['check', 'create', 'check', 'check', 'delete', 'check'], {**CREATED, **DELETED, **hooks})
    for exc in (RAISES_ERROR, IN_ERROR, NOT_FOUND):
        yield 'check_fails', script(['create', 'check', 'check'], {**CREATED, 'handle_check': [exc, {}]})


def signal():
    details = [None, 'text', {}, {'a': 1}, {'previous': 'ok', 'current': 'alarm', 'reason': 'high'}, ['list'], {'previous': 1, 'current': 2}]
    for given in details:
        yield 'signal', script(['create', do('signal', details=given)], {**CREATED, 'handle_signal': [{}]})
    for entry in ({'return': 'scaled'}, {'return': ''}, {'return': 5}, {'return': {'a': 1}}, {'raise': 'NoActionRequired', 'res_name': 'thing', 'reason': 'idle'}, RAISES_ERROR,
                  NOT_FOUND, {'do': [['data_set', 'n', '1'], ['metadata_set', {'n': 1}]]}, {'do': [['data_set', 'n', '1']], **RAISES_ERROR}):
        yield 'signal', script(['create', do('signal', details='text')], {**CREATED, 'handle_signal': [entry]})
    yield from in_both('signal', [do('signal'), 'create', do('signal'), 'suspend', do('signal'), 'resume', 'delete', do('signal')], {**CREATED, **DELETED, 'handle_signal': [{}]})
    yield from in_both('signal', ['create', do('signal', details='x')], CREATED)
    of_type = {**TYPE, 'no_signal_actions': ['CREATE'], 'signal_needs_metadata_updates': False}
    yield 'signal', script(['create', do('signal'), 'suspend', do('signal')], {**CREATED, 'handle_signal': [{}]}, type=of_type)
    yield 'signal', script(['create', do('signal', details={'unset_hook': 'pre-create'}), do('signal', details={'unset_hook': 'odd'})], {**CREATED, 'handle_signal': [{}]})


def attributes():
    of_type = {**TYPE, 'attributes': {'value': {}, 'live': {'cache_mode': 'cache_none'}, 'local': {'cache_mode': 'cache_local', 'type': 'Map'},
                                      'number': {'type': 'Integer'}}}
    names = ['value', 'value', 'live', 'live', 'local', ['local', 'a'], ['local', 'b', 0], ['local', 'none'], 'odd', 'show', ['value', 0]]
    resolved = {'_resolve_attribute': [{'return': 'one'}, {'return': 'two'}, {'return': 'three'}, {'return': {'a': 1, 'b': [2]}}, {'return': 'later'}]}
    shown = {'_show_resource': [{'return': {'id': 'id-1'}}]}
    for hooks in ({}, resolved, {**resolved, **shown}, {**shown, '_resolve_attribute': [{'return': None}, {'return': 'late'}]}, {'_resolve_attribute': [NOT_FOUND]},
                  {'_resolve_attribute': [RAISES_ERROR, {'return': 'then'}]}, {'_show_resource': [NOT_FOUND]}, {'_show_resource': [RAISES_ERROR]}):
        yield from in_both('attributes', ['create', do('attributes', of=names), do('attributes', of=['value', 'local'])], {**CREATED, **hooks}, type=of_type)
    overridden = {'get_attribute': [{'return': 'first'}, {'return': None}, {'return': ['third']}, {'return': 'more'}]}
    for hooks in (overridden, {'get_attribute': [NOT_FOUND]}, {'get_attribute': [{'raise': 'InvalidTemplateAttribute', 'resource': 'thing', 'key': 'odd'}]},
                  {'get_attribute': [{'super': True}], **resolved}):
        yield from in_both('get_attribute', ['create', do('attributes', of=[*names, ['odd', 'a'], ['odd', 'a']])], {**CREATED, **hooks}, type=of_type)
    # Stored in convergence, and cleared by a state that is not COMPLETE.
    update = do('update', definition=SIZE_3)
    for more in ({}, {'handle_update': [RAISES_ERROR]}, {'handle_check': [RAISES_ERROR]}, {'handle_check': [{}]}):
        events = ['create', do('attributes', of=['value', 'local', 'live']), 'check', do('attributes', of=['value']), update, do('attributes', of=['value', 'local'])]
        yield from in_both('cached', events, {**CREATED, 'handle_update': [{}], **resolved, **more, 'needs_replace_failed': [{'return': False}]}, type=of_type,
                           referenced=['value'])
    for name in (['local', 'a'], 'live', 'odd'):
        yield 'cached', script(['create', do('attributes', of=[name, name])], {**CREATED, '_resolve_attribute': [{'return': {'a': 1}}, {'return': {'a': 2}}]}, type=of_type,
                               referenced=[name])
    yield from in_both('cached', ['create', do('attributes', of=['value', 'local'], store=True), do('attributes', of=['value', 'live', 'local']), update,
                                  do('attributes', of=['value'])], {**CREATED, 'handle_update': [{}], **resolved}, type=of_type)
    yield from in_both('cached', ['create', do('attributes', of=['value'])], {**CREATED, '_resolve_attribute': [RAISES_ERROR]}, type=of_type, referenced=['value'])
    yield from in_both('attributes', [do('attributes', of=['value', 'show', 'odd'])], {**resolved, **shown}, type=of_type)
    for value in (5, 'x', [1], {'a': 1}, True, 1.5):
        yield 'attribute_type', script(['create', do('attributes', of=['number', 'number', 'local'])], {**CREATED, '_resolve_attribute': [{'return': value}]}, type=of_type)
    yield 'attributes', script(['create', do('attributes', of=['value'])], {'handle_create': [{'do': [['attribute', 'value']]}], '_resolve_attribute': [{'do': [['resource_id']], 'return': 'v'}]})


def stored_values():
    """What an attribute sees that asks for the properties, after everything that can fail, and after what follows."""
    seen = do('attributes', of=['value'])
    hooks = {**CREATED, **DELETED, '_resolve_attribute': [{'do': [['stored_properties'], ['resource_id']]}], 'handle_update': [{}],
             'needs_replace_failed': [{'return': False}]}
    update, next_update = do('update', definition={'properties': {'size': 3, 'name': 'new'}}), do('update', definition={'properties': {'size': 4}})
    in_place, invalid = do('update', definition=SIZE_3), do('update', definition={'properties': {'size': 500}})
    polled = {'handle_update': [{'return': 'u'}], 'check_update_complete': [{'return': False}]}
    for failing in (RAISES_ERROR, IN_ERROR, NOT_FOUND, {'raise': 'UpdateReplace', 'name': 'thing'}, KILLED):
        for events in ([in_place, seen, do('update', definition=SIZE_2), seen], [in_place, seen, 'rollback', seen], [in_place, seen, 'delete', seen]):
            yield from in_both('stored_values', ['create', seen, *events], {**hooks, 'handle_update': [failing, {}]})
        yield from in_both('stored_values', ['create', in_place, seen, next_update, seen],
                           {**hooks, 'handle_update': [{'return': 'u'}, {}], 'check_update_complete': [failing, {'return': True}]})
    for event in (invalid, do('update', definition={'properties': {'size': 2, 'fixed': 'b'}})):
        yield from in_both('stored_values', ['create', event, seen, in_place, seen], hooks, definition={'properties': {'size': 2, 'fixed': 'a'}})
    for key in ('timeout', 'cancel_at', 'dies_at'):
        yield from in_both('stored_values', ['create', do('update', definition=SIZE_3, **{key: 2}), seen, do('update', definition=SIZE_2, timeout=5), seen], {**hooks, **polled})
    # A replacement that cannot be created, and one that can.
    for created in ([CREATED['handle_create'][0], RAISES_ERROR, {}], [{}]):
        yield from in_both('stored_values', ['create', update, seen, do('clean_up', of=1), seen], {**hooks, 'handle_create': created})
    for action in ('suspend', 'check', 'snapshot', 'delete'):
        yield from in_both('stored_values', ['create', action, seen, in_place, seen], {**hooks, f'handle_{action}': [RAISES_ERROR, {}]})
    yield from in_both('stored_values', ['create', 'suspend', 'resume', seen, in_place, seen], {**hooks, 'handle_resume': [RAISES_ERROR, {}]})
    yield from in_both('stored_values', ['create', seen, in_place, seen], {**hooks, 'handle_create': [RAISES_ERROR]})
    yield from in_both('stored_values', [seen, do('adopt', resource_data={'resource_id': 'id-1'}), seen], {**hooks, 'handle_adopt': [RAISES_ERROR]})
    # Rules are applied to what was stored.
    ruled = {**TYPE, 'rules': [{'rule': 'Replace', 'translation_path': ['name'], 'value_path': ['fixed']}]}
    yield from in_both('stored_values', ['create', seen, in_place, seen], {**hooks, 'handle_update': [RAISES_ERROR]}, type=ruled,
                       definition={'properties': {'size': 2, 'fixed': 'a'}})


def names():
    for hooks in ({}, CREATED, {'get_reference_id': [{'return': 'mine'}]}, {'get_reference_id': [RAISES_ERROR]}):
        yield from in_both('reference_id', ['reference_id', 'create', 'reference_id', 'delete', 'reference_id'], {**DELETED, **hooks})
    seen = {'handle_create': [{'do': [['physical_resource_name'], ['name'], ['uuid'], ['state'], ['stack'], ['project'], ['resource_id'], ['metadata_get'],
                                      ['data']]}]}
    more = {'handle_create': [{'do': [['definition'], ['physical_resource_name_or_FnGetRefId'], ['reference_id'], ['required_by']]}]}
    yield from in_both('names', ['create'], more, referenced=['value'])
    yield from in_both('names', ['physical_resource_name', 'create', 'physical_resource_name'], seen)
    for limit in (63, 20, 4, 3, 0, None):
        yield 'names', script(['create', 'physical_resource_name'], seen, type={**TYPE, 'physical_resource_name_limit': limit})
    yield 'names', script(['create'], seen, stack_name='a-rather-long-name-of-a-stack', type={**TYPE, 'physical_resource_name_limit': 30})
    yield 'names', script(['create'], seen, stack_name='s')


def metadata():
    definition = {**SIZE_2, 'metadata': {'a': 1}}
    update = do('update', definition={**SIZE_2, 'metadata': {'a': 2}})
    for hooks in ({}, {'handle_update': [{'do': [['metadata_get'], ['metadata_set', {'a': 2}], ['metadata_get']]}]}):
        yield from in_both('metadata', ['create', update, do('set_metadata', metadata={'x': [1]}), update, 'delete', do('set_metadata', metadata={})],
                           {**CREATED, **DELETED, **hooks}, definition=definition)
    yield from in_both('metadata', [do('set_metadata', metadata={'x': 1}), 'create', do('metadata_update', metadata={'y': 1}), do('metadata_reset')],
                       {**CREATED, 'metadata_update': [{}], 'handle_metadata_reset': [{'do': [['metadata_set', {'reset': True}]]}]}, definition=definition)


def validate():
    for exc in ({'super': True}, RAISES_ERROR, {'raise': 'StackValidationFailed', 'message': 'never valid'},
                {'raise': 'StackValidationFailed', 'error': 'Property error', 'path': ['resources', 'thing', 'properties', 'size'], 'message': 'odd'}):
        yield from in_both('validate', ['validate', 'create'], {**CREATED, 'validate': [exc]})
    yield from in_both('validate', ['validate'], {'validate': [{'super': True}]}, definition={'properties': {'size': 500}})


def data():
    steps = [['data_set', 'b', '1'], ['data_set', 'a', '2', True], ['data'], ['data_set', 'b', '3', True], ['data_delete', 'a'], ['data_delete', 'a'], ['data'],
             ['data_set', 'empty', ''], ['data_set', 'long', 'x' * 300]]
    yield from in_both('data', ['create', 'check', do('update', definition=SIZE_3), 'delete'],
                       {'handle_create': [{'do': steps}], 'handle_check': [{'do': [['data'], ['data_set', 'b', 'plain']]}], 'handle_update': [{'do': [['data']], **RAISES_ERROR}],
                        'handle_delete': [{'do': [['data'], ['data_delete', 'b'], ['data']]}], 'needs_replace_failed': [{'return': False}]})
    yield from in_both('data', ['create'], {**POLLED, 'check_create_complete': [{'do': [['data_set', 'polls', '1']], 'return': False}, {'do': [['data'], ['data_set', 'polls', '2']], 'return': True}]})


def groups():
    for group in (from_each_state, suspend, check, signal, attributes, stored_values, names, metadata, validate, data):
        yield from group()
