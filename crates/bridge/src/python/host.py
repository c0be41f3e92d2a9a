"""A resource of the engine, for handlers in another process.

`host.rs` reads it in that process: what it reads before a handler runs is in
`_FACTS`, and what a handler may ask for in `REQUESTS`.
"""

import collections.abc

# The nesting of values that are read, and what is raised beyond it.
max_depth = 0
too_deep = ''

# Paths of attributes, and of methods without arguments. They are sent with
# each call.
_FACTS = (
    'name', 'uuid', 'action', 'status', 'physical_resource_name()',
    'stack.name', 'stack.id', 'context.project_id', 'context.user_id',
)
# Attributes, and methods with their arguments.
REQUESTS = (
    'resource_id', 'resource_id_set()', 'stored_values()', 'data()',
    'data_set()', 'data_delete()', 'metadata_get()', 'metadata_set()',
)


def _fact(rsrc, path):
    value = rsrc
    for name in path.split('.'):
        if name.endswith('()'):
            value = getattr(value, name[:-2])()
        else:
            value = getattr(value, name)
    return value


def facts(rsrc):
    """The facts of a resource, by path."""
    return {path: _fact(rsrc, path) for path in _FACTS}


def data(value, depth=0):
    """A value as data, with what the conversion for Rust accepts."""
    if depth > max_depth:
        raise RecursionError(too_deep)
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, collections.abc.Mapping):
        entries = {}
        for key, item in value.items():
            entries[str(key)] = data(item, depth + 1)
        return entries
    if isinstance(value, collections.abc.Sequence):
        items = []
        for item in value:
            items.append(data(item, depth + 1))
        return items
    raise TypeError('a value of the type %s is not data'
                    % type(value).__name__)


def answer(rsrc, request):
    """The answer to a request of a handler."""
    try:
        name, arguments = request
        if rsrc is not None and name in REQUESTS:
            return {'value': data(getattr(rsrc, name))}
        if rsrc is not None and name + '()' in REQUESTS:
            return {'value': data(getattr(rsrc, name)(*arguments))}
        return {'error': ['AttributeError', str(name)]}
    except Exception as error:
        return {'error': [type(error).__name__, str(error)]}
