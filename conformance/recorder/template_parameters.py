"""Heat's answers about parameters of templates."""

import copy

from heat.common import identifier
from heat.engine import parameter_groups
from heat.engine import parameters
from heat.engine import template
from heat.engine.hot import parameters as hot_parameters

from . import outcomes

SCHEMAS = {
    'hot': hot_parameters.HOTParamSchema,
    'hot-2017-02-24': hot_parameters.HOTParamSchema20170224,
    'hot-2018-03-02': hot_parameters.HOTParamSchema20180302,
    'cfn': parameters.Schema,
}
STACK = identifier.HeatIdentifier('test_tenant_id', 'test_stack', '11111111-2222-4333-8444-555555555555')


def as_data(schema):
    """A definition as it was read."""
    return {
        'type': schema.type,
        'default': schema.default,
        'hidden': schema.hidden,
        'immutable': schema.immutable,
        'label': schema.label,
        'description': schema.description,
        'tags': schema.tags,
        'required': schema.required,
        'constraints': [dict(constraint) for constraint in schema.constraints],
    }


def of_parameter(given):
    """One parameter: its definition, whether it is valid, and all ways to read it."""
    name = given['name']

    def fresh():
        schema = SCHEMAS[given['version']].from_dict(name, copy.deepcopy(given['definition']))
        made = parameters.Parameter(name, schema, copy.deepcopy(given.get('value')))
        if 'param_default' in given:
            made.set_default(copy.deepcopy(given['param_default']))
        return made

    try:
        one = fresh()
    except Exception as exc:
        return {'definition_error': outcomes.error(exc)}
    recorded = {'schema': outcomes.as_json(as_data(one.schema)), 'validate': outcomes.verdict(fresh().validate)}
    without = outcomes.verdict(lambda: fresh().validate(validate_value=False))
    if without != recorded['validate']:
        recorded['validate_no_value'] = without
    return {
        **recorded,
        'value': outcomes.outcome(fresh().value),
        'str': outcomes.outcome(lambda: str(fresh())),
        'has_value': one.has_value(),
        'label': outcomes.as_json(one.label()),
        'tags': outcomes.as_json(one.tags()),
    }


def made(given, template_key, values_key, stack):
    """All parameters of a template."""
    return template.Template(copy.deepcopy(given[template_key])).parameters(
        stack, copy.deepcopy(given[values_key]), param_defaults=copy.deepcopy(given.get('param_defaults')))


def of_set(given):
    """All parameters of a template, and whether they are valid together."""
    try:
        all_of_them = made(given, 'template', 'values', STACK if given['with_stack'] else None)
    except Exception as exc:
        return {'definition_error': outcomes.error(exc)}
    return {
        'validate': outcomes.verdict(all_of_them.validate),
        'values': {name: outcomes.outcome(all_of_them.params[name].value) for name in sorted(all_of_them)},
        'strings': {name: outcomes.outcome(lambda: str(all_of_them.params[name])) for name in sorted(all_of_them)},
    }


def of_update(given):
    """The immutable parameters that an update changes."""
    try:
        before = made(given, 'before_template', 'before', STACK)
        after = made(given, 'after_template', 'after', STACK)
    except Exception as exc:
        raise outcomes.NotOne from exc
    try:
        names = before.immutable_params_modified(after, copy.deepcopy(given['after']))
    except Exception as exc:
        return {'modified': outcomes.error(exc)}
    return {'modified': names and sorted(names)}


def of_groups(given):
    """Whether the groups of a template are valid."""
    try:
        groups = parameter_groups.ParameterGroups(template.Template(copy.deepcopy(given['template'])))
    except Exception as exc:
        raise outcomes.NotOne from exc
    return {'validate': outcomes.verdict(groups.validate)}


KINDS = {
    None: of_parameter,
    'parameter_set': of_set,
    'immutable_modified': of_update,
    'parameter_groups': of_groups,
}


def of_parameters(given):
    """The parameters of a template."""
    return KINDS[given.get('kind')](given)
