"""What the scripts of the family `life_cycle` share: a type, exceptions, and how a script is written. See `life_cycle` for their form."""

TYPE = {
    'properties': {
        'size': {'type': 'Integer', 'default': 1, 'update_allowed': True, 'constraints': [{'range': {'max': 100}}]},
        'name': {'type': 'String'},
        'fixed': {'type': 'String', 'immutable': True},
        'tags': {'type': 'List', 'update_allowed': True},
    },
    'attributes': {'value': {}},
}
# Another type, which knows fewer properties, and updates the name in place.
OTHER_TYPE = {
    'properties': {
        'size': {'type': 'Integer', 'default': 5, 'update_allowed': True, 'constraints': [{'range': {'max': 50}}]},
        'name': {'type': 'String', 'update_allowed': True},
        'lid': {'type': 'String'},
    },
    'attributes': {'value': {}, 'lid': {}},
}
SIZE_2 = {'properties': {'size': 2}}
SIZE_3 = {'properties': {'size': 3}}
RAISES_ERROR = {'raise': 'Error', 'message': 'boom'}
IN_ERROR = {'raise': 'ResourceInError', 'resource_status': 'ERROR', 'status_reason': 'no valid host'}
CONFLICT = {'raise': 'Conflict', 'message': 'in use'}
EXISTS = {'raise': 'PhysicalResourceExists', 'name': 'x'}
NOT_FOUND = {'raise': 'EntityNotFound', 'entity': 'Thing', 'name': 'x'}
REPLACE = {'raise': 'UpdateReplace', 'name': 'thing'}
KILLED = {'raise': 'BaseException', 'message': 'killed'}
# One of each kind of exception that a plug-in may raise.
EXCEPTIONS = [
    RAISES_ERROR, IN_ERROR, CONFLICT, EXISTS,
    {'raise': 'Exception', 'message': 'plain: with a colon\nand a line'},
    {'raise': 'Exception'},
    {'raise': 'KeyError', 'message': 'key'},
    {'raise': 'ResourceInError', 'resource_status': 'ERROR'},
    {'raise': 'ResourceUnknownStatus', 'resource_status': 'ODD', 'status_reason': 'who knows', 'result': 'Creation failed'},
    {'raise': 'ResourceUnknownStatus', 'resource_status': 'ODD'},
    NOT_FOUND,
    REPLACE,
    {'raise': 'NotSupported', 'feature': 'Doing so'},
    {'raise': 'StackValidationFailed', 'message': 'not valid'},
    {'raise': 'StackValidationFailed', 'error': 'Property error', 'path': ['Properties', 'size'], 'message': 'too large'},
    {'raise': 'NoActionRequired', 'res_name': 'thing', 'reason': 'idle'},
    {'raise': 'StopIteration', 'message': 'over'},
    KILLED,
    {'raise': 'BaseException'},
]
CREATED = {'handle_create': [{'do': [['resource_id_set', 'id-1']]}]}
POLLED = {'handle_create': [{'do': [['resource_id_set', 'id-1']], 'return': 'token'}]}
DELETED = {'handle_delete': [{}]}
ENGINES = ['convergence', 'legacy']


def script(events, hooks=None, **more):
    """A script; an event is a map, or only its name."""
    events = [{'do': event} if isinstance(event, str) else event for event in events]
    return {'engine': 'convergence', 'type': TYPE, 'hooks': hooks or {}, 'definition': SIZE_2, **more, 'events': events}


def in_both(group, events, hooks=None, **more):
    """A script for each of the two engines."""
    for engine in ENGINES:
        yield group, script(events, hooks, engine=engine, **more)


def do(event, **more):
    return {'do': event, **more}
