"""The inputs of the vectors that the project ships, group by group."""

import copy
import itertools
import json
import pathlib

from . import catalogue
from . import custom_values
from . import duplicates
from . import generated
from . import generated_environments
from . import group_removals
from . import inputs_service_rules
from . import mutated_templates
from . import real_updates
from . import stand_in_updates
from . import validation_rules as rule_data
from . import values
from .inputs_dependencies import dependencies
from .inputs_life_cycle import life_cycle
from .inputs_functions import functions, language, yaql_syntax
from .inputs_yaql import yaql
from .inputs_parameters import parameters
from .inputs_properties import find, properties, replace
from . import inputs_type_updates
from .inputs_software import software
from .inputs_templates import created_stacks, nested_stacks, template_text, templates, update_preview

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / 'schemas'
PARAMETER_CONSTRAINTS = [
    {'allowed_values': ['a', '1', 1, True]}, {'length': {'min': 1, 'max': 2}}, {'range': {'min': 1, 'max': 2}},
    {'allowed_pattern': '[a-z]+'}, {'modulo': {'step': 2, 'offset': 1}}, {'custom_constraint': 'ip_addr'},
    {'range': {'min': 1}, 'description': 'at least one'},
]


def constraints(_types):
    """Every constraint on every type that supports it, on one that does not, and on none; the values rotate."""
    place = itertools.count()
    for kind, arguments in values.CONSTRAINTS.items():
        fitting = [of_type for of_type, kinds in values.FITTING_CONSTRAINTS.items() if kind in kinds]
        for argument, of_type in itertools.product(arguments, [None, *fitting, 'Any' if 'Map' in fitting else 'Map']):
            of = {} if of_type is None else {'schema_type': of_type, 'schema_kind': 'property'}
            for _ in range(3):
                value = values.FEW[next(place) % len(values.FEW)]
                yield kind, {'constraint': {kind: argument}, 'value': value, **of}
    for argument, value in itertools.product(values.PATTERNS, values.TEXTS[::6]):
        yield 'pattern', {'constraint': {'allowed_pattern': argument}, 'value': value}
    for pattern in ('(', '[', '*', 'a**', '(?P<n', 'a{2,1}', '\\', '(?z)', '[b-a]', '(?<=a*)b', 5, None):
        yield 'bad_pattern', {'constraint': {'allowed_pattern': pattern}, 'value': 'a'}
    for bad in ({'range': {}}, {'range': {'min': '1'}}, {'length': {'min': 1.5}}, {'modulo': {'step': 0, 'offset': 0}},
                {'modulo': {'step': 2}}, {'allowed_values': 'a'}):
        yield 'bad_constraint', {'constraint': bad, 'value': 'a'}
    for name, some in custom_values.VALUES.items():
        for value in some:
            yield name, {'constraint': {'custom_constraint': name}, 'value': value}
    for name in values.REGISTERED + values.UNREGISTERED:
        for value in ('x', '', None, ['x']):
            yield 'of_services', {'constraint': {'custom_constraint': name}, 'value': value}
    for kind, of_types in generated.TYPES_OF_KIND.items():
        for of_type, constraint in itertools.product(of_types, PARAMETER_CONSTRAINTS):
            for value in ('a', 1, '1', True, ['a'], {'a': 1})[:: 2 if kind == 'parameter' else 4]:
                yield kind, {'constraint': constraint, 'value': value, 'schema_type': of_type, 'schema_kind': kind}


def schema_validity(_types):
    """Parts of schemas, valid and invalid."""
    for of_type in [*values.TYPES, 'Fish', '', 'string', 'STRING']:
        yield 'type', {'kind': 'property', 'def': {'type': of_type}}
    for of_type, (kind, arguments) in itertools.product(values.TYPES, values.CONSTRAINTS.items()):
        for argument in arguments[:3]:
            yield 'constraint', {'kind': 'property', 'def': {'type': of_type, 'constraints': [{kind: argument}]}}
        for default in values.FITTING[of_type][:4]:
            definition = {'type': of_type, 'default': default, 'constraints': [{kind: arguments[0]}]}
            yield 'constrained_default', {'kind': 'property', 'def': definition}
    for of_type, default in itertools.product(values.TYPES, values.FEW):
        yield 'default', {'kind': 'property', 'def': {'type': of_type, 'default': default}}
    member = {'type': 'String', 'constraints': [{'length': {'max': 1}}]}
    for of_type in values.TYPES:
        for more in ({'update_allowed': True, 'immutable': True}, {'schema': {'a': member}}, {'schema': {}},
                     {'schema': {'*': member}, 'single': True}, {'schema': {'a': {**member, 'default': 'abc'}}},
                     {'constraints': [{'custom_constraint': 'no.such'}]}, {'required': True, 'default': '5'},
                     {'schema': {'*': {'type': 'Fish'}}, 'single': True}):
            yield 'property', {'kind': 'property', 'def': {'type': of_type, **more}}
    maker = generated.Maker('constraints')
    for _ in range(60):
        for call in maker.constraint_calls():
            yield call['class'], {'kind': 'constraint', **call}
    for definition in (
        {}, {'Type': 'Fish'}, {'Type': 'String', 'Bar': 1}, {'Type': 'Integer', 'MinValue': '1', 'MaxValue': 5},
        {'Type': 'String', 'MinLength': 1}, {'Type': 'Number', 'MinValue': 1.5, 'Default': 2},
        {'Type': 'List', 'Schema': {'Type': 'String'}}, {'Type': 'Map', 'Schema': {'a': {'Type': 'Integer', 'Required': True}}},
        {'Type': 'String', 'Schema': {'a': {'Type': 'String'}}}, {'Type': 'String', 'AllowedValues': ['a'], 'Default': 'b'},
        {'Type': 'String', 'AllowedPattern': '[a-z]+', 'Description': 'd'}, {'Type': 'Integer', 'MinLength': 1},
        {'Type': 'String', 'UpdateAllowed': True}, {'Type': 'String', 'Immutable': True, 'Implemented': False},
        {'Type': 'String', 'UpdateAllowed': True, 'Immutable': True},
    ):
        yield 'legacy', {'kind': 'legacy', 'def': definition}
    for of_type in ('String', 'Map', 'List', 'Integer', 'Boolean', 'Number', 'Any', 'string', None):
        yield 'attribute', {'kind': 'attribute', 'def': {'type': of_type, 'description': 'd'}}
    for more in ({}, {'cache_mode': 'cache_none'}, {'cache_mode': 'cache_local'}, {'support_status': {'version': '5.0.0'}}):
        yield 'attribute', {'kind': 'attribute', 'def': more}
    kinds = ['Add', 'Replace', 'Delete', 'Resolve', 'Fish', 'add']
    sources = [{}, {'value': ['x']}, {'value': 'x'}, {'value': ''}, {'value_name': 'b'}, {'value_path': ['b']},
               {'value': 'x', 'value_name': 'b'}, {'value_name': 'b', 'value_path': ['c']}, {'value': [], 'value_path': ['b']},
               {'finder': 'f'}, {'client_plugin': True, 'finder': 'f', 'entity': 'e'}]
    for kind, source in itertools.product(kinds, sources):
        yield 'rule', {'kind': 'translation_rule', 'def': {'rule': kind, 'translation_path': ['m', 'a'], **source}}
    for path in ([], 'a', None):
        yield 'rule', {'kind': 'translation_rule', 'def': {'rule': 'Replace', 'translation_path': path, 'value': 1}}


def support_status(_types):
    """Statuses, and chains of them."""
    statuses = ['SUPPORTED', 'DEPRECATED', 'HIDDEN', 'UNSUPPORTED', 'UNKNOWN', 'supported', 'FISH', '', None]
    for status in statuses:
        yield 'status', {'status': status}
        yield 'status', {'status': status, 'version': '5.0.0', 'message': 'so it is'}
        yield 'before', {'status': 'HIDDEN', 'version': '6.0.0', 'previous_status': {'status': status, 'version': '5.0.0'}}
        yield 'after', {'status': status, 'version': '6.0.0', 'previous_status': {'version': '2013.1'}}
    for given in ({}, {'version': '2014.2'}, {'message': 'm'}, {'version': None}, {'previous_status': None},
                  {'previous_status': 'SUPPORTED'}, {'previous_status': {}}):
        yield 'status', given
    chain = {}
    for number in range(4):
        chain = {'status': statuses[number % 4], 'version': f'{number + 5}.0.0', 'previous_status': chain}
        yield 'chain', copy.deepcopy(chain)


def properties_groups(_types):
    """Groups, valid and invalid."""
    for schema in (
        {'AND': [['a'], ['b']]}, {'OR': [['a', 'b'], ['c']]}, {'XOR': [['a'], {'AND': [['b'], ['c']]}]}, {'AND': []}, {'or': [['a']]},
        {'NOT': [['a']]}, {}, [], 'AND', None, {'AND': ['a']}, {'AND': [['a', 5]]}, {'AND': [5]}, {'AND': 'a'}, {'AND': {'OR': []}},
        {'AND': [['a']], 'OR': [['b']]}, {'AND': [{'OR': [['a']], 'XOR': [['b']]}]}, {'AND': [{'xor': [['a']]}]}, {'AND': [{}]},
        {'XOR': [{'OR': [{'AND': [['a'], ['b']]}]}]}, {'XOR': [[['a']]]}, {'OR': [None]},
    ):
        yield 'group', {'schema': schema}


def update(_types):
    """Updates of one property, of several, of whole definitions, and in every state."""
    schema = generated.UPDATABLE
    before = {'kept': 'a', 'changeable': 'a', 'fixed': 'a', 'fixed_number': 1, 'usual': 5, 'items': [{'a': 1}],
              'parts': {'a': 'x'}, 'flag': True, 'anything': 1, 'description': 'd', 'needed': 'n'}
    others = {
        'kept': ['b', None, ''], 'changeable': ['b', 5, None], 'fixed': ['b', None], 'fixed_number': ['1', 2, True, 'x'],
        'usual': ['5', 6, None], 'usual_kept': [1.5, '1.50', 2], 'items': [[{'a': '1', 'b': 'B'}], [{'a': 2}], [], 'x'],
        'parts': [{'a': 'y'}, {}, None], 'flag': ['TRUE', False, 'x'], 'anything': [1.0, True, '1', [1]],
        'description': ['e', None], 'needed': ['m', None], 'other': ['x'],
    }

    def diff(old, new, **more):
        """An update of properties, with the schemas of those that are set."""
        there = {name: schema[name] for name in schema if name in old or name in new}
        return {'kind': 'prop_diff', 'schema': there, 'before': old, 'after': new, 'type': 'OS::X::Y', 'name': 'res', **more}

    def few(*names):
        """The old data of these, and of required properties."""
        return {name: before[name] for name in before if name in (*names, 'needed')}

    for name, some in others.items():
        old = few(name)
        for value in some:
            changed = {**old, name: value}
            yield 'changed', diff(old, changed)
            yield 'changed_back', diff(changed, old)
        yield 'removed', diff(before, {key: value for key, value in before.items() if key != name})
        yield 'added', diff({key: value for key, value in before.items() if key != name}, before)
    for one, other in itertools.combinations(list(others), 2):
        old = few(one, other)
        yield 'two_changed', diff(old, {**old, one: others[one][-1], other: others[other][0]})
    for name in ('kept', 'fixed', 'changeable', 'items'):
        yield 'also_in_place', diff(before, {**before, name: others[name][0]}, update_allowed_properties=[name])
    translated = {name: schema[name] for name in ('kept', 'changeable', 'description', 'needed')}
    rules = [replace(['changeable'], value_path=['kept']), find(['description'])]
    for old, new in itertools.product([{}, {'kept': 'x'}, {'changeable': 'x'}, {'description': 'n1'}, {'description': 'bad'}],
                                      repeat=2):
        yield 'translated', {**diff({**old, 'needed': 'n'}, {**new, 'needed': 'n'}, rules=rules), 'schema': translated}
    actions = ['INIT', 'CREATE', 'UPDATE', 'CHECK', 'DELETE', 'SUSPEND', 'RESUME', 'ADOPT', 'ROLLBACK']
    small = {name: schema[name] for name in ('kept', 'changeable', 'fixed', 'needed')}
    definitions = [{'needed': 'n'}, {'needed': 'm'}, {'needed': 'n', 'kept': 'x'}, {'needed': 'n', 'fixed': 'x'}]
    for action, status in itertools.product(actions, ['COMPLETE', 'FAILED', 'IN_PROGRESS']):
        for new in definitions:
            yield 'state', {'kind': 'preview', 'schema': small, 'state': [action, status],
                            'before': {'properties': definitions[0]}, 'after': {'properties': new}}
    for more in ({}, {'metadata': {}}, {'metadata': {'a': 1}}, {'update_policy': {'a': 1}}, {'depends': ['x']},
                 {'deletion_policy': 'Retain'}, {'type': 'OtherType'}, {'description': 'new'}, {'condition': 'c'},
                 {'external_id': 'x'}):
        for new in definitions[:3]:
            definition = {'properties': new, **more}
            for old, after in (({'properties': definitions[0]}, definition), (definition, {'properties': definitions[0]})):
                yield 'definition', {'kind': 'preview', 'schema': small, 'state': ['CREATE', 'COMPLETE'], 'before': old,
                                     'after': after}
    maker = generated.Maker('shipped')
    for _ in range(40):
        yield 'mixed', maker.update({})


def intrinsic_functions(_types):
    """Every version that a template can declare, as a date or an alias."""
    for version in ('2013-05-23', '2014-10-16', '2015-04-30', '2015-10-15', '2016-04-08', '2016-10-14', '2017-02-24',
                    '2017-09-01', '2018-03-02', '2018-08-31', '2021-04-16',
                    'newton', 'ocata', 'pike', 'queens', 'rocky', 'wallaby'):
        yield 'hot', {'template': {'heat_template_version': version}}
    yield 'cfn', {'template': {'HeatTemplateFormatVersion': '2012-12-12'}}
    yield 'cfn', {'template': {'AWSTemplateFormatVersion': '2010-09-09'}}


def environments(_types):
    """Each odd text on its own and before another file, each kind of value merged with others of its kind, and mixtures."""
    one = {'parameters': {'text': 'string'}, 'plugins': generated_environments.PLUGINS}
    for text in generated_environments.TEXTS:
        # The client writes every file as JSON, in which nothing is shared.
        if '*' not in text:
            files = [{'name': 'first.yaml', 'text': text}, {'name': 'second.yaml', 'text': '{"parameters": {"text": "z"}}'}]
            yield 'texts', {**one, 'files': files}
    for kind, fitting in generated_environments.FITTING.items():
        for strategy, (old, new) in itertools.product(['merge', 'deep_merge'], itertools.pairwise([*fitting, *fitting[:1]])):
            texts = [{'parameters': {'p': value}, 'parameter_merge_strategies': {'p': strategy}} for value in (old, new)]
            files = [{'name': f'{number}.yaml', 'text': json.dumps(text)} for number, text in enumerate(texts)]
            yield kind, {'parameters': {'p': kind}, 'plugins': [], 'files': files}
    for sinks in generated_environments.SINKS:
        yield 'event_sinks', {**one, 'files': [{'name': 'sinks.yaml', 'text': json.dumps({'event_sinks': sinks})}]}
    for pattern in generated_environments.PATTERNS:
        resources = {pattern: {'hooks': 'pre-create', 'restricted_actions': ['update', 'replace'], 'My::A': 'OS::Heat::None'}}
        text = json.dumps({'resource_registry': {'resources': resources}})
        yield 'patterns', {**one, 'files': [{'name': 'patterns.yaml', 'text': text}],
                           'lookups': [['My::A', 'server'], ['My::A', None], ['My::A', 'a']],
                           'resources': ['server', 'server_1', 'a', 'ser[ver', '^', ']', 'b']}
    maker = generated.Maker('shipped')
    for _ in range(100):
        yield 'mixed', maker.environments({})


def environment_files(_types):
    maker = generated.Maker('shipped')
    for _ in range(40):
        yield 'mixed', maker.environment_files({})


def type_updates(_types):
    return inputs_type_updates.type_updates(SCHEMAS)


def update_effects(_types):
    yield from real_updates.inputs(SCHEMAS)
    for one in stand_in_updates.inputs(SCHEMAS):
        yield 'stand-ins', one


def services(_types):
    return duplicates.inputs(SCHEMAS)


def service_rules(_types):
    return inputs_service_rules.inputs(SCHEMAS)


def removals(_types):
    return group_removals.inputs()


def validation_rules(_types):
    return rule_data.inputs(catalogue.validation_rules(SCHEMAS))


def verdicts(_types):
    return mutated_templates.inputs(SCHEMAS.parent)


FAMILIES = {
    'properties': properties,
    'constraints': constraints,
    'schema_validity': schema_validity,
    'support_status': support_status,
    'properties_groups': properties_groups,
    'update': update,
    'life_cycle': life_cycle,
    'intrinsic_functions': intrinsic_functions,
    'parameters': parameters,
    'environments': environments,
    'environment_files': environment_files,
    'functions': functions,
    'yaql_syntax': yaql_syntax,
    'yaql': yaql,
    'language': language,
    'templates': templates,
    'nested_stacks': nested_stacks,
    'created_stacks': created_stacks,
    'template_text': template_text,
    'update_preview': update_preview,
    'type_updates': type_updates,
    'update_effects': update_effects,
    'services': services,
    'service_rules': service_rules,
    'group_removals': removals,
    'software': software,
    'validation_rules': validation_rules,
    'verdicts': verdicts,
    'dependencies': dependencies,
}
