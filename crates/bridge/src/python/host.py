"""A resource of the engine, for handlers in another process.

`host.rs` reads it in that process: what it reads before a handler runs is in
`_FACTS`, and what a handler may ask for in `REQUESTS`.
"""

import collections.abc

# The module beside this that asks Heat's context and clients.
services = None

# The nesting of values that are read, and what is raised beyond it.
max_depth = 0
too_deep = ''

# Paths of attributes, and of methods without arguments. They are sent with
# each call.
_FACTS = (
    'name', 'uuid', 'action', 'status', 'physical_resource_name()',
    'stack.name', 'stack.id', 'context.project_id', 'context.user_id',
)
# What may be asked of a context.
_OF_CONTEXTS = ('facts', 'token', 'endpoint')
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


def answer(rsrc, context, request):
    """The answer to a request of a handler, or of another function, which
    has a context alone.
    """
    try:
        name, arguments = request
        if name.startswith('services.'):
            return {'value': data(_service(rsrc, context, name, arguments))}
        if rsrc is not None and name in REQUESTS:
            return {'value': data(getattr(rsrc, name))}
        if rsrc is not None and name + '()' in REQUESTS:
            return {'value': data(getattr(rsrc, name)(*arguments))}
        return {'error': ['AttributeError', str(name), 'Error']}
    except Exception as error:
        kind = 'Error'
        if rsrc is not None and request[0] == 'services.delete_entity':
            kind = services.treated(rsrc, error)
        return {'error': [type(error).__name__, str(error), kind]}


def _service(rsrc, context, name, arguments):
    function = name.partition('.')[2]
    if function == 'delete_entity' and rsrc is not None:
        return services.delete_entity(rsrc)
    if rsrc is not None:
        # Heat can replace it.
        context = rsrc.stack.context
    if function not in _OF_CONTEXTS or context is None:
        raise AttributeError(name)
    return getattr(services, function)(context, *arguments)


def at_load():
    """The context while the plug-in is loaded."""
    return services.at_load()
