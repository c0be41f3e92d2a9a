"""Heat's schema objects from the data of a schema.

`resource.py` makes classes with them. What Heat refuses raises here.
"""

from heat.engine import attributes
from heat.engine import constraints
from heat.engine import properties
from heat.engine import support
from heat.engine import translation

_CACHE_MODES = {
    'cache_local': attributes.Schema.CACHE_LOCAL,
    'cache_none': attributes.Schema.CACHE_NONE,
}


def support_status(history):
    """The chain of a history, whose newest entry comes first."""
    status = None
    for entry in reversed(history):
        status = support.SupportStatus(
            status=entry.get('status', support.SUPPORTED),
            message=entry.get('message'),
            version=entry.get('version'),
            previous_status=status)
    return status or support.SupportStatus()


def _constraint(data):
    description = data.get('description')
    if 'range' in data:
        bounds = data['range']
        return constraints.Range(bounds.get('min'), bounds.get('max'),
                                 description)
    if 'length' in data:
        bounds = data['length']
        return constraints.Length(bounds.get('min'), bounds.get('max'),
                                  description)
    if 'modulo' in data:
        modulo = data['modulo']
        return constraints.Modulo(modulo['step'], modulo['offset'],
                                  description)
    if 'allowed_values' in data:
        return constraints.AllowedValues(data['allowed_values'], description)
    if 'allowed_pattern' in data:
        return constraints.AllowedPattern(data['allowed_pattern'],
                                          description)
    return constraints.CustomConstraint(data['custom_constraint'],
                                        description)


def _property(data):
    return properties.Schema(
        data['type'].capitalize(),
        description=data.get('description'),
        default=data.get('default'),
        schema=_nested(data.get('schema')),
        required=data.get('required', False),
        constraints=[_constraint(one) for one in data.get('constraints', [])],
        implemented=data.get('implemented', True),
        update_allowed=data.get('update_allowed', False),
        immutable=data.get('immutable', False),
        support_status=support_status(data.get('support_status', [])),
        allow_conversion=data.get('allow_conversion', False))


def _nested(data):
    """The schema of all items, or those of the members."""
    if data is None:
        return None
    if list(data) == ['*']:
        return _property(data['*'])
    return properties_schema(data)


def properties_schema(data):
    """The schemas of properties, by name."""
    return {name: _property(one) for name, one in data.items()}


def attributes_schema(data):
    """The schemas of attributes, by name."""
    return {
        name: attributes.Schema(
            one.get('description'),
            support_status=support_status(one.get('support_status', [])),
            cache_mode=_CACHE_MODES[one.get('cache_mode', 'cache_local')],
            type=(one.get('type') or 'unknown').capitalize())
        for name, one in data.items()
    }


def translation_rules(props, rules, finders):
    """The rules for properties; `finders` are those that the plug-in has."""
    return [_rule(props, data, finders) for data in rules
            if _applies(props, data.get('when'))]


def _applies(props, when):
    if when is None:
        return True
    value = props.get(when['property'])
    return bool(value) and value in when.get('in', [value])


class _Finders:
    """The finders in Rust, as the methods of a client plug-in."""

    def __init__(self, finders):
        self._finders = finders

    def __getattr__(self, name):
        def find(*arguments):
            *entity, value = arguments
            return self._finders[name].find(value, *entity)
        return find


def _rule(props, data, finders):
    client_plugin = None
    if data.get('finder') in finders:
        client_plugin = _Finders(finders)
    elif data.get('client_plugin'):
        client_plugin = props.context.clients.client_plugin(
            data['client_plugin'])
    return translation.TranslationRule(
        props,
        getattr(translation.TranslationRule, data['rule'].upper()),
        data['translation_path'],
        value=data.get('value'),
        value_name=data.get('value_name'),
        value_path=data.get('value_path'),
        client_plugin=client_plugin,
        finder=data.get('finder'),
        entity=data.get('entity'),
        custom_value_path=data.get('custom_value_path'))
