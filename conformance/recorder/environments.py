"""Heat's answers to environments: what several files merge to, what their registry says, and what is refused."""

import copy

from heat.common import environment_format
from heat.common import environment_util
from heat.engine import environment
from heat.engine import template


def answer(given, outcome):
    """How Heat merges the files of an environment, and what it then looks up. `outcome` records a call."""
    merged = outcome(lambda: merge(given))
    if 'value' not in merged:
        return merged
    del merged['value']['resource_registry']
    recorded = {'merged': merged['value'], 'unknown': outcome(lambda: check_names(given))}
    loaded = outcome(lambda: fresh(given).user_env_as_dict())
    recorded['loaded'] = loaded
    if 'value' not in loaded:
        return recorded
    lookups = [outcome(lambda: found(fresh(given), lookup)) for lookup in given.get('lookups', [])]
    recorded['lookups'] = lookups
    one = fresh(given)
    in_turn = [outcome(lambda: found(one, lookup)) for lookup in given.get('lookups', [])]
    if without_recursion(in_turn) != without_recursion(lookups):
        recorded['lookups_in_turn'] = in_turn
        recorded['registry_after'] = outcome(one.registry.as_dict)
    names = given.get('resources', [])
    recorded['hooks'] = {name: outcome(lambda: hooks(fresh(given), name)) for name in names}
    recorded['restricted_actions'] = {name: outcome(lambda: restricted(fresh(given), name)) for name in names}
    recorded['nested'] = {name: outcome(lambda: nested(fresh(given), name)) for name in names}
    return recorded


def without_recursion(recorded):
    """The same without the words of a `RecursionError`, which depend on where the limit was reached."""
    return [{**one, 'message': ''} if one.get('error_class') == 'RecursionError' else one for one in recorded]


def template_of(given):
    parameters = {name: {'type': kind} for name, kind in given['parameters'].items()}
    return template.Template({'heat_template_version': '2018-08-31', 'parameters': parameters})


def merge(given):
    """What the API and the engine make of the files."""
    merged = {}
    environment_format.default_for_missing(merged)
    merged['parameters'].update(copy.deepcopy(given.get('given', {})))
    files = {file['name']: file['text'] for file in given['files']}
    environment_util.merge_environments([file['name'] for file in given['files']], files, merged,
                                        template_of(given).all_param_schemata({}))
    return merged


def check_names(given):
    made = template_of(given)
    names = merge(given)['parameters']
    made.parameters(None, names)._validate_user_parameters()


def fresh(given):
    return environment.Environment(merge(given))


def found(made, lookup):
    """The resource type or the template that a type stands for."""
    resource_type, resource_name = lookup
    info = made.get_resource_info(resource_type, resource_name)
    if isinstance(info, environment.TemplateResourceInfo):
        return {'name': info.name, 'template': info.template_name}
    return {'type': info.name}


def hooks(made, name):
    return [hook for hook in environment.HOOK_TYPES if made.registry.matches_hook(name, hook)]


def restricted(made, name):
    return sorted(made.registry.get_rsrc_restricted_actions(name))


def nested(made, name):
    """The registry of the stack that the resource creates."""
    return environment.get_child_environment(made, {}, child_resource_name=name).registry.as_dict()
