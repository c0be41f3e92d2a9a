"""Heat's schema objects from the data of a schema.

`resource.py` makes classes with them. What Heat refuses raises here.
"""

from heat.common import exception
from heat.engine import attributes
from heat.engine import constraints
from heat.engine import properties
from heat.engine import resources
from heat.engine import support
from heat.engine import translation

_CACHE_MODES = {
    'cache_local': attributes.Schema.CACHE_LOCAL,
    'cache_none': attributes.Schema.CACHE_NONE,
}


class _Status(support.SupportStatus):
    """A status whose substitute is the class of another type, which is only
    known when all types are loaded.
    """

    def __init__(self, substitute=None, **others):
        self._substitute = substitute
        super().__init__(**others)

    @property
    def substitute_class(self):
        if self._substitute is None:
            return None
        registry = resources.global_env().registry
        try:
            return registry.get_class_to_instantiate(self._substitute)
        except exception.StackValidationFailed:
            return None

    @substitute_class.setter
    def substitute_class(self, value):
        """Heat sets it, to none, when it makes the object."""


def support_status(history):
    """The chain of a history, whose newest entry comes first."""
    status = None
    for entry in reversed(history):
        status = _Status(
            substitute=entry.get('substitute_class'),
            status=entry.get('status', support.SUPPORTED),
            message=entry.get('message'),
            version=entry.get('version'),
            previous_status=status)
    return status or _Status()


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
            type=one['type'].capitalize() if one.get('type') else None)
        for name, one in data.items()
    }


def translation_rules(rsrc, props, rules, finders):
    """The rules for properties; `finders` are those that the plug-in has."""
    return [_rule(rsrc, props, data, finders) for data in rules
            if _applies(props, data.get('when'))]


def check_finders(rules, finders):
    """Refuse a rule whose finder is nowhere: it would fail later, on the
    first value.
    """
    for data in rules:
        finder = data.get('finder')
        if finder and finder not in finders and not data.get('client_plugin'):
            raise ValueError(
                'A rule has the finder %s and no client_plugin, and the '
                'plug-in exports no such finder' % finder)


def _read(props, name):
    """The value of a property; null if validation will refuse it."""
    try:
        return props.get(name)
    except (TypeError, ValueError):
        return None


def _applies(props, when):
    if when is None:
        return True
    value = _read(props, when['property'])
    return value in when['in'] if 'in' in when else bool(value)


def _with_properties(props, value):
    """The value of a rule, with those of the properties that it names."""
    if isinstance(value, list):
        return [_with_properties(props, item) for item in value]
    if not isinstance(value, dict):
        return value
    name = value.get('get_property')
    if len(value) == 1 and isinstance(name, str):
        return _read(props, name)
    return {key: _with_properties(props, item) for key, item in value.items()}


class _Finder:
    """A finder in Rust, as the method of a client plug-in.

    `plugin_name` is that in the schema. There may be none: nothing of
    Heat's is asked.
    """

    def __init__(self, name, native, plugin_name, rsrc):
        self.plugin_name = plugin_name
        setattr(self, name, self._find)
        self._native = native
        self._rsrc = rsrc

    def _find(self, *arguments):
        *entity, value = arguments
        return self._native.find(value, self._rsrc.context, *entity)


def _rule(rsrc, props, data, finders):
    client_plugin = None
    finder = data.get('finder')
    if finder in finders:
        client_plugin = _Finder(finder, finders[finder],
                                data.get('client_plugin'), rsrc)
    elif data.get('client_plugin'):
        client_plugin = rsrc.client_plugin(data['client_plugin'])
    return translation.TranslationRule(
        props,
        getattr(translation.TranslationRule, data['rule'].upper()),
        data['translation_path'],
        value=_with_properties(props, data.get('value')),
        value_name=data.get('value_name'),
        value_path=data.get('value_path'),
        client_plugin=client_plugin,
        finder=finder,
        entity=data.get('entity'),
        custom_value_path=data.get('custom_value_path'))
