"""Inputs about the values of properties: conversion, defaults, constraints, nesting, translation."""

import copy
import itertools

from . import generated
from . import values

STRING = {'type': 'String'}
LIST = {'type': 'List', 'schema': {'*': STRING}}
MAP = {'type': 'Map', 'schema': {'a': STRING, 'b': {'type': 'Integer', 'default': 3}}}
ITEMS = {'type': 'List', 'schema': {'*': MAP}}


def simple():
    """One property, one value."""
    for of_type, value in itertools.product(['String', 'Integer', 'Number', 'Boolean'], values.ALL):
        yield 'conversion', {'schema': {'p': {'type': of_type}}, 'data': {'p': value}}
    for of_type, value in itertools.product(['Map', 'List', 'Any'], values.FEW + values.LISTS + values.MAPS):
        yield 'conversion', {'schema': {'p': {'type': of_type}}, 'data': {'p': value}}
    for of_type, value in itertools.product(['Map', 'List'], values.FEW + values.TEXTS[::6] + values.LISTS + values.MAPS):
        yield 'allow_conversion', {'schema': {'p': {'type': of_type, 'allow_conversion': True}}, 'data': {'p': value}}
    for of_type, default in itertools.product(values.TYPES, values.FEW):
        for data in ({}, {'p': None}) if default else ({},):
            yield 'default', {'schema': {'p': {'type': of_type, 'default': default}}, 'data': data}
    for of_type, data in itertools.product(values.TYPES, [{}, {'p': None}, {'p': 'true'}, {'q': 1}]):
        yield 'required', {'schema': {'p': {'type': of_type, 'required': True}}, 'data': data}
        yield 'required_default', {'schema': {'p': {'type': of_type, 'required': True, 'default': '5'}}, 'data': data}
        yield 'unimplemented', {'schema': {'p': {'type': of_type, 'implemented': False}}, 'data': data}


def constrained():
    """Every kind of constraint on every type that can have it."""
    for of_type, kinds in values.FITTING_CONSTRAINTS.items():
        fitting = values.FITTING[of_type]
        for kind in kinds:
            for number, argument in enumerate(values.CONSTRAINTS.get(kind, [*values.REGISTERED, 'no.such', 'ip_addr'])):
                for step in range(3 if number < 6 else 2):
                    definition = {'type': of_type, 'constraints': [{kind: argument}]}
                    value = fitting[(number + 3 * step) % len(fitting)]
                    yield 'constraint', {'schema': {'p': definition}, 'data': {'p': value}}
    both = {'type': 'Integer', 'default': 7, 'constraints': [
        {'range': {'min': 1}, 'description': 'at least one'}, {'modulo': {'step': 2, 'offset': 1}}]}
    for data in ({}, {'p': 2}, {'p': 0}, {'p': 3}, {'p': None}):
        yield 'constraints', {'schema': {'p': both}, 'data': data}


def nested():
    """Fields and items, and the places of their errors."""
    deep = {'list': {'type': 'List', 'schema': {'*': {'type': 'Map', 'schema': {
        'needed': {'type': 'Integer', 'required': True, 'constraints': [{'range': {'max': 9}}]},
        'inner': {'type': 'Map', 'schema': {'flag': {'type': 'Boolean', 'default': True}, 'any': {'type': 'Any'}}},
        'gone': {'type': 'String', 'implemented': False},
    }}}}, 'map': MAP, 'plain': {'type': 'Map'}}
    for data in (
        {}, {'list': None}, {'list': []}, {'list': [None]}, {'list': [{}]}, {'list': ['x']}, {'list': 'x'}, {'list': {}},
        {'list': [{'needed': 5}, {'needed': '6'}]}, {'list': [{'needed': 5}, {'needed': 10}]}, {'list': [{'needed': 'x'}]},
        {'list': [{'needed': None}]}, {'list': [{'needed': 1, 'other': 1}]}, {'list': [{'needed': 1, 'inner': None}]},
        {'list': [{'needed': 1, 'inner': {}}]}, {'list': [{'needed': 1, 'inner': {'flag': 'no'}}]},
        {'list': [{'needed': 1, 'inner': {'flag': 'False', 'any': [1, {'x': None}]}}]},
        {'list': [{'needed': 1, 'inner': {'x': 1}}]}, {'list': [{'needed': 1, 'gone': 'x'}]}, {'map': None}, {'map': {}},
        {'map': {'a': 1}}, {'map': {'a': 1.5}}, {'map': {'b': 'x'}}, {'map': {'c': 1}}, {'map': []}, {'map': 'x'},
        {'plain': {'x': {'y': [1]}}}, {'plain': []}, {'list': [{'needed': 10}], 'map': {'c': 1}}, {'map': {'c': 1}, 'x': 1},
    ):
        for section in ({}, {'section': 'Properties'}):
            yield 'nested', {'schema': deep, 'data': data, **section}
    for definition in (
        {'type': 'Map', 'default': {'b': '5'}, 'schema': MAP['schema']}, {'type': 'List', 'default': ['5', 6], 'schema': LIST['schema']},
        {'type': 'List', 'default': [{}], 'schema': ITEMS['schema']}, {'type': 'Map', 'default': {'x': 1}, 'schema': MAP['schema']},
        {'type': 'List', 'schema': {'a': STRING}}, {'type': 'Map', 'schema': {}},
    ):
        for data in ({}, {'p': None}, {'p': {'a': 'x'}}, {'p': ['x']}, {'p': []}):
            yield 'nested_default', {'schema': {'p': definition}, 'data': data}


def names():
    """Unusual names, and the one that falls back on the resource."""
    for name in ('0', '10', 'a.b', '', ' ', '*', 'ä', 'a b', 'x' * 300, '-1', '\u00b2'):
        yield 'names', {'schema': {name: STRING}, 'data': {name: 'x'}}
        yield 'names', {'schema': {'m': {'type': 'Map', 'schema': {name: {'type': 'Integer'}}}}, 'data': {'m': {name: 'x'}}}
    for updatable, given, described in itertools.product((True, False), ({}, {'description': None}, {'description': 'd'}),
                                                         ('of the resource', '', None)):
        schema = {'description': {'type': 'String', 'update_allowed': updatable}}
        yield 'description', {'schema': schema, 'data': given, 'rsrc_description': described}


def find(path, **more):
    """A rule that uses a finder."""
    results = [['n1', {'value': 'id-n1'}], ['none', {'value': None}],
               ['bad', {'error_class': 'EntityNotFound', 'error': 'The thing (bad) could not be found.'}]]
    return {'rule': 'Resolve', 'translation_path': path, **more, 'finder': {'name': 'find', 'results': results}}


def replace(path, **source):
    return {'rule': 'Replace', 'translation_path': path, **source}


def add(path, **source):
    return {'rule': 'Add', 'translation_path': path, **source}


def delete(path):
    return {'rule': 'Delete', 'translation_path': path}


TRANSLATED = {
    'new': STRING,
    'old': STRING,
    'words': LIST,
    'more': LIST,
    'items': {'type': 'List', 'schema': {'*': {'type': 'Map', 'schema': {'new': STRING, 'old': STRING, 'words': LIST}}}},
    'map': {'type': 'Map', 'schema': {'new': STRING, 'old': {'type': 'String', 'default': 'n1'}, 'words': LIST}},
    'usual': {'type': 'String', 'default': 'n1'},
    'free': {'type': 'Map'},
    'count': {'type': 'Integer'},
    'needed': {'type': 'String', 'required': True},
}
# Rules, and the properties that they concern.
RULES = {
    'replace_path': ([replace(['new'], value_path=['old'])], ['new', 'old']),
    'replace_value': ([replace(['new'], value='fixed')], ['new']),
    'replace_empty_value': ([replace(['new'], value='')], ['new']),
    'replace_name': ([replace(['items', 'new'], value_name='old')], ['items']),
    'replace_name_in_map': ([replace(['map', 'new'], value_name='old')], ['map']),
    'replace_from_map': ([replace(['new'], value_path=['map', 'old'])], ['new', 'map']),
    'replace_in_map': ([replace(['map', 'new'], value_path=['old'])], ['map', 'old']),
    'replace_from_items': ([replace(['words'], value_path=['items', 'old'])], ['words', 'items']),
    'replace_custom': ([replace(['new'], value_path=['free'], custom_value_path=['new'])], ['new', 'free']),
    'replace_custom_deep': ([replace(['new'], value_path=['free'], custom_value_path=['a', 'new'])], ['new', 'free']),
    'replace_default': ([replace(['usual'], value_path=['old'])], ['usual', 'old']),
    'replace_by_default': ([replace(['new'], value_path=['usual'])], ['new', 'usual']),
    'replace_needed': ([replace(['new'], value_path=['needed'])], ['new', 'needed']),
    'needed_replaced': ([replace(['needed'], value_path=['old'])], ['needed', 'old']),
    'replace_other_type': ([replace(['count'], value_path=['old'])], ['count', 'old']),
    'replace_unknown': ([replace(['new'], value_path=['nowhere'])], ['new']),
    'add_value': ([add(['words'], value=['x', 5])], ['words']),
    'add_path': ([add(['words'], value_path=['old'])], ['words', 'old']),
    'add_list': ([add(['words'], value_path=['more'])], ['words', 'more']),
    'add_name': ([add(['items', 'words'], value_name='old')], ['items']),
    'add_in_map': ([add(['map', 'words'], value_path=['more'])], ['map', 'more']),
    'add_to_scalar': ([add(['new'], value=['x'])], ['new']),
    'add_nothing': ([add(['words'])], ['words']),
    'delete': ([delete(['old'])], ['old']),
    'delete_in_items': ([delete(['items', 'old'])], ['items']),
    'delete_in_map': ([delete(['map', 'old'])], ['map']),
    'delete_default': ([delete(['usual'])], ['usual']),
    'delete_needed': ([delete(['needed'])], ['needed']),
    'resolve': ([find(['new'])], ['new']),
    'resolve_entity': ([find(['new'], entity='thing')], ['new']),
    'resolve_list': ([find(['words'])], ['words']),
    'resolve_items': ([find(['items', 'new'])], ['items']),
    'resolve_map': ([find(['map', 'old'])], ['map']),
    'resolve_default': ([find(['usual'])], ['usual']),
    'resolve_integer': ([find(['count'])], ['count']),
    'replace_resolve': ([replace(['new'], value_path=['old']), find(['new'])], ['new', 'old']),
    'resolve_source': ([replace(['new'], value_path=['old']), find(['old'])], ['new', 'old']),
    'replace_resolve_items': ([replace(['items', 'new'], value_name='old'), find(['items', 'new'])], ['items']),
    'add_resolve': ([add(['words'], value_path=['old']), find(['words'])], ['words', 'old']),
    'add_delete_source': ([add(['words'], value_path=['old']), delete(['old'])], ['words', 'old']),
    'chain': ([replace(['new'], value_path=['old']), replace(['old'], value_path=['usual'])], ['new', 'old', 'usual']),
    'items_and_members': ([replace(['items'], value_path=['more']), find(['items', 'new'])], ['items', 'more']),
}
DATA = {
    'new': ['n1', 'bad', '', None, 'none', ['x']],
    'old': ['n2', 'n1', None, '', 'bad', 5],
    'words': [['n1', 'n2'], [], ['bad'], None, 'n1', ['none', '']],
    'more': [['m1'], [], None, ['m1', 'm2'], 'm1', [5]],
    'items': [[{'old': 'n1'}], [{'new': 'n2'}, {'old': 'n2', 'words': ['w']}], [{'new': 'n1', 'old': 'n2'}], [], [{}], None],
    'map': [{'old': 'n2'}, {'new': 'n1', 'words': ['w']}, {}, None, {'old': None}, {'new': 'n1', 'old': 'n2'}],
    'usual': ['n2', None, '', 'bad', 'n1', 5],
    'free': [{'new': 'n1'}, {'a': {'new': 'n2'}}, {}, None, {'a': [{'new': 'n1'}, {'new': 'n2'}]}, {'a': 'x'}],
    'count': [5, '6', None, 0, 'n1', 7],
    'needed': ['n1', None, '', 'n2', 'bad', 'none'],
}


def translated():
    """Every kind of rule, on data with every combination of its properties set and not set."""
    for group, (rules, about) in RULES.items():
        schema = {name: TRANSLATED[name] for name in about}
        for number in range(8):
            # The first ones encode in binary which of the properties are set; the
            # others set all of them.
            there = [name for bit, name in enumerate(about) if number >> bit & 1 or number >= 2 ** len(about)]
            data = {name: DATA[name][(number + bit) % 6] for bit, name in enumerate(there)}
            for client_resolve in (True, False) if number < 5 else (True,):
                yield group, {'schema': schema, 'data': data, 'rules': rules, 'client_resolve': client_resolve}
            if any(rule['rule'] == 'Resolve' for rule in rules):
                yield group, {'schema': schema, 'data': data, 'rules': rules, 'ignore_resolve_error': True}


def of_catalogue(types):
    """The types of the catalogue with rules, with the properties that these concern."""
    maker = generated.Maker('catalogue')
    for name, (schema, rules) in types.items():
        if not rules:
            continue
        about = {path[0] for rule in rules for path in (rule['translation_path'], rule.get('value_path', ['']))}
        kept = {key: member for key, member in schema.items() if key in about or member.get('required')}
        for client_resolve in (True, False):
            yield name, {'schema': kept, 'data': maker.data(kept, 0), 'section': 'Properties',
                         'rules': copy.deepcopy(rules), 'client_resolve': client_resolve}


def properties(types):
    """All inputs."""
    yield from simple()
    yield from constrained()
    yield from nested()
    yield from names()
    yield from translated()
    yield from of_catalogue(types)
    maker = generated.Maker('shipped')
    for _ in range(30):
        yield 'mixed', maker.properties({})
