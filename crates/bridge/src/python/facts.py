"""What a schema says of a type in a stack, as methods of Heat's classes.

`resource.py` takes those that a schema asks for: Heat decides by presence.
`waiting` is a module beside this, which the loader puts in place: `export
--format python` also copies it into modules that need nothing of this package.
"""

from heat.engine import function
from heat.engine import properties_group
from heat.engine import resource
from heat.engine.resources.openstack.heat import none_resource

waiting = None


def _add_dependencies(dependencies):
    def add_dependencies(self, deps):
        resource.Resource.add_dependencies(self, deps)
        for data in dependencies:
            waiting._wait_for_equal(
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
