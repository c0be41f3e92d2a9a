"""Heat's answers about updates, from a resource that only has what the question requires."""

import copy

from heat.common import exception
from heat.engine import resource
from heat.engine import rsrc_defn

from . import schemas


class Stack:
    """As much of a stack as a resource needs to name itself in an error."""

    id = None


# A resource only holds a weak reference to its stack.
STACK = Stack()


class GenericResource(resource.Resource):
    """A resource without its own rules."""

    def __new__(cls, given):
        # Heat's own method looks for the class of the definition's type.
        return object.__new__(cls)

    def __init__(self, given):
        # Heat's own method requires a stack with a database.
        self.stack = STACK
        self.name = given.get('name', 'res')
        self.type_name = given.get('type', 'GenericResourceType')
        self.properties_schema = schemas.schema_of(given['schema'])
        self.update_allowed_properties = given.get('update_allowed_properties', ())
        self.action, self.status = given.get('state', (self.CREATE, self.COMPLETE))

    def type(self):
        return self.type_name


def outcome(function, recorded):
    """Adds the result of comparing two sets of properties."""
    try:
        changed = function()
        recorded['result'] = 'update' if changed else 'no_change'
        if changed is not None:
            recorded['changed'] = {name: changed[name] for name in sorted(changed)}
    except resource.UpdateReplace as exc:
        recorded.update(error(exc), result='replace')
    except exception.NotSupported as exc:
        recorded.update(error(exc), result='immutable')
    except Exception as exc:
        recorded.update(error(exc), result='error')
    return recorded


def error(exc):
    return {'error_class': type(exc).__name__, 'message': str(exc)}


def definition_of(given, key, generic):
    """The old or the new definition of the resource."""
    if given['kind'] == 'prop_diff':
        return rsrc_defn.ResourceDefinition(generic.name, generic.type_name, properties=copy.deepcopy(given[key]))
    arguments = copy.deepcopy(given[key])
    return rsrc_defn.ResourceDefinition(generic.name, arguments.pop('type', generic.type_name), **arguments)


def properties_of(definition, given, generic, unanswered, is_old):
    """The properties, translated as an update translates them."""
    props = definition.properties(generic.properties_schema)
    if 'rules' in given:
        rules = schemas.rules_of(copy.deepcopy(given['rules']), props, unanswered)
        props.update_translation(rules, ignore_resolve_error=is_old)
    return props


def of_update(given, unanswered):
    """Which properties an update changes, and whether they can be changed; or what an update of a definition would do."""
    generic = GenericResource(given)
    after, before = (definition_of(given, key, generic) for key in ('after', 'before'))
    after_props = properties_of(after, given, generic, unanswered, False)
    before_props = properties_of(before, given, generic, unanswered, True)
    recorded = {}

    def diff():
        return generic.update_template_diff_properties(after_props, before_props)

    def needs():
        if generic._needs_update(after, before, after_props, before_props, None, check_init_complete=True):
            recorded['needs_update'] = True
        else:
            recorded['needs_update'] = False

    if given['kind'] == 'prop_diff':
        return outcome(diff, recorded)
    failed = outcome(needs, {})
    if failed['result'] != 'no_change':
        return failed
    difference = after.freeze() - before
    recorded['diff'] = {
        'properties': difference.properties_changed(),
        'metadata': difference.metadata_changed(),
        'update_policy': difference.update_policy_changed(),
    }
    if not recorded['needs_update']:
        recorded['result'] = 'no_change'
        return recorded
    outcome(diff, recorded)
    if recorded['result'] == 'no_change':
        recorded['result'] = 'update'
    return recorded
