"""What a schema says of a type in a stack, as methods of Heat's classes.

`resource.py` takes those that a schema asks for: Heat decides by presence.
`_wait_for_equal` and `_values` are also written by `export --format python`,
into modules that need nothing of this package; a test keeps both equal.
"""

from heat.engine import function
from heat.engine import properties_group
from heat.engine import resource
from heat.engine.resources.openstack.heat import none_resource


def _wait_for_equal(
    res,
    deps,
    type_name,
    theirs,
    ours,
    or_theirs=None,
    or_ours=None,
    of=None,
    empty=None,
    first_item=False,
):
    """Let a resource wait for those of a type that have an equal value.

    Their property is compared with that of the resource, or with that of the
    resources of the type `of` that it depends on already.
    """

    def compared(props, path, other):
        if len(path) > 1 and not props.get(path[0]):
            return [None] if empty == "is_null" else []
        return list(_values(props, path, other, first_item))

    owners = [res]
    if of is not None:
        owners = [dep for dep in deps.graph()[res] if dep.has_interface(of)]
    for other in res.stack.values():
        if not other.has_interface(type_name):
            continue
        try:
            if of is None and len(ours) > 1 and not res.properties[ours[0]]:
                continue
            is_equal = any(
                left == right or (empty == "matches" and not (left and right))
                for owner in owners
                for left in compared(owner.properties, ours, or_ours)
                for right in compared(other.properties, theirs, or_theirs)
            )
        except (ValueError, TypeError):
            # Validation reports what is wrong with the properties.
            continue
        if is_equal:
            deps += (res, other)


def _values(value, path, other=None, first_item=False):
    """Yield the values at a path of names; items of lists have none.

    Where the last one is empty, the value of `other` beside it counts.
    """
    if not path:
        yield value
        return
    items = value if isinstance(value, list) else [value]
    for item in items[:1] if first_item else items:
        around = item or {}
        inner = around.get(path[0])
        if other is not None and len(path) == 1 and not inner:
            yield around.get(other)
        else:
            yield from _values(inner, path[1:], other, first_item)


def _add_dependencies(dependencies):
    def add_dependencies(self, deps):
        resource.Resource.add_dependencies(self, deps)
        for data in dependencies:
            _wait_for_equal(
                self, deps, data['type'], data['property'], data['equals'],
                or_theirs=data.get('or_property'),
                or_ours=data.get('or_equals'), of=data.get('of'),
                empty=data.get('empty'),
                first_item=data.get('first_item', False))
    return add_dependencies


def _group(rsrc, data):
    """A group; Heat's own class for it has operators in capitals. It has no
    class for the versions of a service.
    """
    if 'api_versions' in data:
        versions = data['api_versions']
        return {'api_versions': dict(versions, client_plugin=rsrc.client_plugin(
            versions['client_plugin']))}
    return properties_group.PropertiesGroup(_in_capitals(data))


def _in_capitals(data):
    if isinstance(data, dict):
        return {operator.upper(): [_in_capitals(one) for one in members]
                for operator, members in data.items()}
    return data


def _groups(groups):
    return property(lambda self: [_group(self, data) for data in groups])


def _get_any_attribute(self, key, *path):
    """The value of an attribute; null for a name that the schema lacks."""
    if key not in self.attributes:
        return None
    return resource.Resource.get_attribute(self, key, *path)


# What `get_resource` gives before there is an ID.
_EARLY_REFERENCES = {
    'none': lambda self: self.resource_id,
    'none_text': lambda self: str(self.resource_id),
}


def base_class(data):
    """The class of Heat that says what a type does with its properties."""
    if data.get('any_property'):
        return none_resource.NoneResource
    return resource.Resource


def has_show(data):
    """Whether the attribute `show` gives a record, by the schema."""
    by_default = bool(data.get('default_client_name') and data.get('entity'))
    return data.get('has_show', by_default)


def methods(data):
    """The methods that a schema asks for."""
    found = {}
    if data.get('dependencies_by_value'):
        found['add_dependencies'] = _add_dependencies(
            data['dependencies_by_value'])
    if data.get('properties_groups'):
        found['properties_groups_schema'] = _groups(data['properties_groups'])
    if data.get('any_attribute'):
        found['get_attribute'] = _get_any_attribute
    elif data.get('any_property'):
        found['get_attribute'] = resource.Resource.get_attribute
    if data.get('reference_before_creation'):
        found['early_reference'] = _EARLY_REFERENCES[
            data['reference_before_creation']]
    return found


_UNKNOWN = 'unknown'


def given(data):
    """The data of properties, for groups: what is not known yet counts as
    given, and what the template leaves out is null.
    """
    return {name: _given(value) for name, value in data.items()}


def waits(data):
    """Whether a value depends on a resource that does not exist."""
    return any(rsrc.action == rsrc.INIT
               for rsrc in function.dependencies(data))


# In place of a value that is not known: `Plan::UNKNOWN` in Rust.
_MARK = '\0unknown'


def partly_known(data):
    """The data of a property, with a mark for each part that depends on a
    resource that does not exist.
    """
    if isinstance(data, function.Macro):
        return partly_known(data.parsed)
    if isinstance(data, function.Function):
        return _MARK if waits(data) else function.resolve(data, nullable=True)
    if isinstance(data, dict):
        parts = {key: partly_known(item) for key, item in data.items()}
        return {key: part for key, part in parts.items()
                if part is not Ellipsis}
    if isinstance(data, (list, tuple)):
        parts = [partly_known(item) for item in data]
        return [part for part in parts if part is not Ellipsis]
    return data


def unknown():
    """What stands for a property of which nothing is known."""
    return _MARK


def _given(data):
    try:
        value = function.resolve(data, nullable=True)
    except Exception:
        # Validation says what is wrong with it.
        return _UNKNOWN
    if value is Ellipsis:
        return None
    return _without_nulls(value) if waits(data) else value


def _without_nulls(value):
    """Attributes of resources that do not exist are null."""
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return _UNKNOWN if value is None else value
