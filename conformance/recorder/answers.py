"""Heat's answers to inputs, by family."""

import copy

from heat.engine import attributes
from heat.engine import constraints as constr
from heat.engine import function
from heat.engine import parameters
from heat.engine import properties
from heat.engine import properties_group
from heat.engine import template
from heat.engine import translation
from heat.engine.hot import functions as hot_functions
from heat.engine.hot import parameters as hot_parameters

from . import cloudless
from . import created_stacks
from . import dependencies
from . import duplicates
from . import environment_files
from . import environments
from . import group_removals
from . import language
from . import life_cycle
from . import mutated_templates
from . import outcomes
from . import real_updates
from . import schemas
from . import service_rules
from . import software
from . import stand_in_updates
from . import template_functions
from . import template_parameters
from . import templates
from . import type_updates
from . import update_previews
from . import updates
from . import validation_rules
from . import yaql_answers


def of_properties(given):
    """All readings of a `Properties` object, each from a fresh one."""
    unanswered = []
    try:
        schema = schemas.schema_of(given['schema'])
    except Exception as exc:
        return {'schema_error': outcomes.error(exc)}

    def fresh():
        made = properties.Properties(schema, copy.deepcopy(given['data']), function.resolve,
                                     section=given.get('section'),
                                     rsrc_description=given.get('rsrc_description'))
        if 'rules' in given:
            rules = schemas.rules_of(copy.deepcopy(given['rules']), made, unanswered)
            made.update_translation(rules, client_resolve=given.get('client_resolve', True),
                                    ignore_resolve_error=given.get('ignore_resolve_error', False))
        return made

    try:
        fresh()
    except Exception as exc:
        return {'rules_error': outcomes.error(exc)}

    values = {name: outcomes.outcome(lambda: fresh()[name]) for name in schema}
    recorded = {'values': values}
    one = fresh()
    differing(recorded, 'values_sequential', values, {name: outcomes.outcome(lambda: one[name]) for name in schema})
    differing(recorded, 'user_values', values,
              {name: outcomes.outcome(lambda: fresh().get_user_value(name)) for name in schema})
    validated = fresh()
    recorded['validate'] = outcomes.verdict(validated.validate)
    without = outcomes.verdict(lambda: fresh().validate(with_value=False))
    if without != recorded['validate']:
        recorded['validate_without_values'] = without
    # After an error, the result depends on how far Heat got.
    if recorded['validate'] == {'ok': True}:
        differing(recorded, 'values_after_validate', values,
                  {name: outcomes.outcome(lambda: validated[name]) for name in schema})
    if unanswered:
        raise outcomes.Dropped(unanswered)
    return recorded


def differing(recorded, key, values, others):
    """Records the other readings that differ from the first one."""
    found = {name: other for name, other in others.items() if not schemas.same(other, values[name])}
    if found:
        recorded[key] = found


KINDS = {
    'property': properties.Schema,
    'parameter': hot_parameters.HOTParamSchema20180302,
    'HOTParamSchema': hot_parameters.HOTParamSchema,
    'HOTParamSchema20170224': hot_parameters.HOTParamSchema20170224,
    'Schema': parameters.Schema,
    'base': constr.Schema,
}


def of_constraint(given):
    """Whether a constraint accepts a value."""
    try:
        constraint = schemas.constraint_of(given['constraint'])
    except Exception as exc:
        return {'constraint_error': outcomes.error(exc)}
    schema, recorded = None, {}
    if 'schema_type' in given:
        schema = KINDS[given['schema_kind']](given['schema_type'])
        if not schema._is_valid_constraint(constraint):
            recorded['constraint_applicable'] = False
    recorded.update(outcomes.verdict(lambda: constraint.validate(copy.deepcopy(given['value']), schema, None)))
    return recorded


def of_schema(given):
    """Whether a part of a schema is valid."""
    kind, definition = given['kind'], given.get('def')
    try:
        if kind == 'property':
            schemas.property_of(definition)
            return {'valid': True}
        if kind == 'legacy':
            made = properties.Schema.from_legacy(definition)
            return {'valid': True, 'schema': outcomes.as_json(schemas.property_as_json(made))}
        if kind == 'attribute':
            arguments = dict(definition)
            if 'support_status' in arguments:
                arguments['support_status'] = schemas.status_of(arguments['support_status'])
            attributes.Schema(**arguments)
            return {'valid': True}
        if kind == 'constraint':
            made = getattr(constr, given['class'])(**given['args'])
            return {'valid': True, 'str': str(made), 'dict': outcomes.as_json(dict(made))}
        translation.TranslationRule(None, **definition)
        return {'valid': True}
    except Exception as exc:
        return outcomes.error(exc)


def of_status(given):
    """The result of creating a support status."""
    try:
        return {'dict': schemas.status_of(given).to_dict()}
    except Exception as exc:
        return outcomes.error(exc)


def of_group(given):
    """Whether a properties group is valid."""
    try:
        properties_group.PropertiesGroup(given['schema'])
        return {'valid': True}
    except Exception as exc:
        return outcomes.error(exc)


def of_update(given):
    """The effect of an update."""
    unanswered = []
    try:
        schemas.schema_of(given['schema'])
        schemas.rules_of(given.get('rules', []), None, unanswered)
    except Exception as exc:
        raise outcomes.NotOne from exc
    recorded = updates.of_update(given, unanswered)
    if unanswered:
        raise outcomes.Dropped(unanswered)
    return outcomes.as_json(recorded)


def of_functions(given):
    """The functions of a template version: in values, in conditions, and those that it refuses because they were removed."""
    version = template.Template(given['template'])
    removed = {name for name, handler in version.functions.items() if handler is hot_functions.Removed}
    return {
        'values': sorted(set(version.functions) - removed),
        'conditions': sorted(version.condition_functions),
        'removed': sorted(removed),
    }


def of_environment(given):
    """What the files of an environment merge to, and what its registry says."""
    return environments.answer(given, outcomes.outcome)


def of_files(given):
    """What the client sends with a template and environments."""
    return environment_files.answer(given, outcomes.error)


def of_rules(given):
    found = validation_rules.of_properties(given)
    if not found:
        raise outcomes.NotOne
    return found


def of_mutant(given):
    cloudless.without_services_once()
    return mutated_templates.of_files(given)


def of_life(given):
    """What happens to a resource."""
    try:
        return life_cycle.of_life(given)
    except life_cycle.Impossible as exc:
        raise outcomes.NotOne from exc


def of_effect(given):
    """What an update does in a real service, or with stand-ins for the clients."""
    return (stand_in_updates if given['service'] == 'stand-ins' else real_updates).of_update(given)


def of_query(given):
    """What yaql makes of an expression."""
    answer = yaql_answers.of_expression(given['expression'], given.get('data'))
    if answer is None:
        raise outcomes.NotOne
    return answer


FAMILIES = {
    'properties': of_properties,
    'constraints': of_constraint,
    'schema_validity': of_schema,
    'support_status': of_status,
    'properties_groups': of_group,
    'update': of_update,
    'life_cycle': of_life,
    'intrinsic_functions': of_functions,
    'parameters': template_parameters.of_parameters,
    'environments': of_environment,
    'environment_files': of_files,
    'functions': template_functions.of_functions,
    'yaql_syntax': template_functions.of_expression,
    'yaql': of_query,
    'language': language.of_version,
    'templates': templates.of_template,
    'nested_stacks': templates.of_stack,
    'created_stacks': created_stacks.of_creation,
    'template_text': templates.of_text,
    'update_preview': update_previews.of_update,
    'type_updates': type_updates.of_type,
    'update_effects': of_effect,
    'services': duplicates.of_pair,
    'service_rules': service_rules.of_data,
    'group_removals': group_removals.of_group,
    'software': software.of_software,
    # The last ones: plug-ins are without services from then on.
    'validation_rules': of_rules,
    'verdicts': of_mutant,
    'dependencies': dependencies.of_creation,
}
