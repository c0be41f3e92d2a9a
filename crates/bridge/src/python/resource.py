"""Heat's resource classes for resource types that are written in Rust.

`load` makes them. `schema`, `failures` and `facts` are modules beside this,
and each `native` is a class in Rust. Heat looks at which methods a class
has, so a class gets only those that its author wrote.
"""

from oslo_log import log as logging

from heat.common import exception
from heat.engine import function
from heat.engine import resource

schema = None
failures = None
facts = None

LOG = logging.getLogger(__name__)


def _values(self, props):
    """The values of properties as Heat reads them.

    Where no rule translates them, Rust reads the data itself: it converts
    types and fills in defaults as Heat does, in less time.
    """
    if not self.translated:
        return function.resolve(props.data)
    return {name: props[name] for name in props}


def _stored_values(self, props):
    """The same for stored properties. Those that an older schema accepted,
    and that the present one does not, are as they were stored.
    """
    if not self.translated:
        return function.resolve(props.data)
    values = {}
    for name in props:
        try:
            values[name] = props[name]
        except (TypeError, ValueError):
            values[name] = function.resolve(props.data.get(name))
    return values


def _started(self, handler, *arguments):
    return self.native.handle(self, handler, arguments)


def _checked(self, token):
    if token is None:
        return True
    polls = token.check_complete(self)
    if polls is None:
        return True
    if polls > 1:
        raise resource.PollDelay(polls)
    return False


def _handle_create(self):
    return _started(self, 'create', _values(self, self.properties))


def _on_stored(handler):
    def handle(self):
        return _started(self, handler, _stored_values(self, self.properties))
    return handle


def _handle_update(self, json_snippet, tmpl_diff, prop_diff):
    before = _stored_values(self, self.properties)
    return _started(self, 'update', before, {**before, **prop_diff},
                    list(prop_diff), self._changes(tmpl_diff))


def _handle_snapshot_delete(self, state):
    return _started(self, 'snapshot_delete', list(state),
                    _stored_values(self, self.properties))


def _handle_delete_snapshot(self, snapshot):
    return _started(self, 'delete_snapshot', snapshot)


def _handle_adopt(self, resource_data=None):
    return _started(self, 'adopt', resource_data)


def _handle_restore(self, defn, restore_data):
    props = function.resolve(defn._properties) or {}
    return defn.freeze(
        properties=self.native.restore(self, props, restore_data))


def _handle_signal(self, details=None):
    text = self.native.signal(self, details)
    if text is None:
        raise resource.NoActionRequired()
    return text


def _get_live_state(self, resource_properties):
    return self.native.live_state(self, _stored_values(self, resource_properties))


def _needs_replace(self, after_props):
    return self.native.needs_replace(self, _values(self, after_props))


def _needs_replace_failed(self):
    return self.native.needs_replace_failed(self)


def _needs_replace_with_prop_diff(self, changed_properties_set, after_props,
                                  before_props):
    return self.native.needs_replace_with_prop_diff(
        self, sorted(changed_properties_set), _values(self, after_props),
        _stored_values(self, before_props))


def _needs_replace_with_tmpl_diff(self, tmpl_diff):
    return self.native.needs_replace_with_tmpl_diff(self,
                                                    self._changes(tmpl_diff))


def _canceller(handler):
    def cancel(self, token):
        if token is not None:
            token.cancel(self, handler)
    return cancel


_HANDLERS = {
    'create': _handle_create,
    'update': _handle_update,
    'delete': _on_stored('delete'),
    'snapshot_delete': _handle_snapshot_delete,
    'suspend': _on_stored('suspend'),
    'resume': _on_stored('resume'),
    'check': _on_stored('check'),
    'snapshot': _on_stored('snapshot'),
    'delete_snapshot': _handle_delete_snapshot,
    'adopt': _handle_adopt,
}

_OTHERS = {
    'restore': {'handle_restore': _handle_restore},
    'signal': {'handle_signal': _handle_signal},
    'preempt': {
        'handle_preempt': lambda self: self.native.preempt(self)},
    'needs_replace': {
        'needs_replace': _needs_replace,
        'needs_replace_failed': _needs_replace_failed,
        'needs_replace_with_prop_diff': _needs_replace_with_prop_diff,
        'needs_replace_with_tmpl_diff': _needs_replace_with_tmpl_diff},
    'prepare_for_replace': {
        'prepare_for_replace':
            lambda self: self.native.prepare_for_replace(self),
        'restore_prev_rsrc':
            lambda self, convergence=False: self.native.restore_prev_rsrc(
                self, convergence)},
    'live_state': {'get_live_state': _get_live_state},
}


def _methods(native):
    """The methods that the author wrote, by Heat's names."""
    methods = {}
    for handler, method in _HANDLERS.items():
        if native.defines(handler):
            methods['handle_%s' % handler] = method
            # A deletion with a snapshot is polled like any other.
            if handler != 'snapshot_delete':
                methods['check_%s_complete' % handler] = _checked
        if native.cancels(handler):
            methods['handle_%s_cancel' % handler] = _canceller(handler)
    for hook, those in _OTHERS.items():
        if native.defines(hook):
            methods.update(those)
    return methods


class RustResource(resource.Resource):
    """What all types in Rust have in common.

    Another class of Heat may come between this one and the base class.
    """

    native = None
    translated = False
    _rules = ()
    _finders = {}

    def translation_rules(self, props):
        return schema.translation_rules(self, props, self._rules,
                                        self._finders)

    def validate(self):
        validated = super().validate()
        values, unknown = self._planned()
        try:
            self.native.validate(self, values, unknown, self._given())
        except exception.StackValidationFailed as failure:
            if not failure.path:
                raise
            raise self._placed(failure) from None
        except Exception as failure:
            self._refuse(failure, 'validated')
        return validated

    def _refuse(self, failure, done):
        """Raise what Heat makes of other exceptions in a request: those of
        its own would be errors of the server, which name no resource.
        """
        LOG.exception('%s cannot be %s', self, done)
        raise exception.StackValidationFailed(
            error=failure, resource=self) from None

    def _placed(self, failure):
        """What is wrong in a request, with the place in the template."""
        template = self.stack.t
        first, *others = failure.path
        if first == 'properties':
            first = template.get_section_name('Properties')
        path = [template.RESOURCES, self.name, first]
        return exception.StackValidationFailed(
            path=path + others, message=failure.error_message)

    def stored_values(self):
        """The values of the properties for a handler that asks for them.

        They are those that were stored. What the template says may refer
        to attributes that this stack cannot read now.
        """
        if self._stored_properties_data is None:
            return _stored_values(self, self.properties)
        stored = self.frozen_definition().properties(self.properties_schema,
                                                     self.context)
        self.translate_properties(stored, ignore_resolve_error=True)
        return _stored_values(self, stored)

    def _planned(self):
        """The values as Heat reads them, and the data of the properties of
        which something is not known yet.
        """
        unknown = {name: facts.partly_known(self.properties.data[name])
                   for name in self.properties
                   if facts.waits(self.properties.data.get(name))}
        for rule in self._rules:
            moved = rule['translation_path'][0]
            if rule.get('value_path', [moved])[0] in unknown:
                # Heat will find another value than the one that is given.
                unknown[moved] = facts.unknown()
        values = {}
        for name in self.properties:
            try:
                values[name] = self.properties[name]
            except (TypeError, ValueError):
                unknown.setdefault(name, facts.unknown())
        return values, unknown

    def _given(self):
        """What the template says, if the schema has groups of properties."""
        if not hasattr(type(self), 'properties_groups_schema'):
            return {}
        return facts.given(self.properties.data)

    def _changes(self, tmpl_diff):
        """What an update changes in the definition."""
        if not tmpl_diff:
            return {}
        changes = {'properties': tmpl_diff.properties_changed()}
        after = tmpl_diff.new_defn
        if tmpl_diff.metadata_changed():
            changes['metadata'] = after.metadata()
        if tmpl_diff.update_policy_changed():
            changes['update_policy'] = function.resolve(
                after._update_policy) or {}
        return changes

    def client(self, name=None, version=None):
        found = super().client(name, version)
        # Entities are in the client within Heat's own one of Keystone: its
        # types for Keystone look there, too.
        is_wrapped = name is None and self.default_client_name == 'keystone'
        return found.client if is_wrapped else found

    def _default_client_plugin(self):
        return failures.ClientPlugin(super()._default_client_plugin())

    def _resolve_attribute(self, name):
        return self.native.attribute(self, name)

    def _show_resource(self):
        shown = self.native.show(self)
        return super()._show_resource() if shown is None else shown

    early_reference = resource.Resource.get_reference_id

    def get_reference_id(self):
        try:
            reference = self.native.reference_id(self)
        except Exception as failure:
            self._refuse(failure, 'referred to')
        return self.early_reference() if reference is None else reference


def _is_translated(data):
    """Whether Heat has to read the properties: it applies the rules, and
    takes the description of the resource for a property of that name.
    """
    description = data.get('properties', {}).get('description', {})
    return (bool(data.get('translation_rules')) or
            description.get('update_allowed', False))


def _class(native, finders):
    data = native.schema()
    name = data['type'].rsplit('::', 1)[-1]
    schema.check_finders(data.get('translation_rules', []), finders)
    members = {
        '__doc__': data.get('description') or data['type'],
        '__module__': __name__,
        'native': native,
        'support_status': schema.support_status(
            data.get('support_status', [])),
        'properties_schema': schema.properties_schema(
            data.get('properties', {})),
        'attributes_schema': schema.attributes_schema(
            data.get('attributes', {})),
        'update_policy_schema': schema.properties_schema(
            data.get('update_policy', {})),
        'default_client_name': data.get('default_client_name'),
        'entity': data.get('entity'),
        # What a plug-in returns is known only when it runs.
        'has_show': facts.has_show(data),
        'required_service_extension': data.get('required_service_extension'),
        'physical_resource_name_limit': data.get(
            'physical_resource_name_limit', 255),
        'always_replace_on_check_failed': data.get(
            'always_replace_on_check_failed', True),
        'requires_deferred_auth': data.get('requires_deferred_auth', False),
        'strict_dependency': data.get('strict_dependency', True),
        'no_signal_actions': tuple(data.get('no_signal_actions', (
            resource.Resource.SUSPEND, resource.Resource.DELETE))),
        'translated': _is_translated(data),
        '_rules': data.get('translation_rules', []),
        '_finders': finders,
    }
    members.update(facts.methods(data))
    members.update(_methods(native))
    return type(name, (RustResource, facts.base_class(data)), members)


def load(natives, finders):
    """The mapping of names to classes. What fails is logged, and left out."""
    mapping = {}
    for native in natives:
        try:
            made = _class(native, finders)
        except Exception:
            LOG.exception('The resource type %s is not registered',
                          ', '.join(native.names))
            continue
        for name in native.names:
            mapping[name] = made
    return mapping
