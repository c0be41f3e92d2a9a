"""Random templates of types that need no service, with HOT's functions and conditions, and a nested template."""

from __future__ import annotations

import random
from typing import Any

from heat_engine.rest import Document

WORDS = ['a', 'ab', 'b', 'red', 'x,y', '10.0.0.7', '192.0.2.0/24', '7', '', 'true', 'Zürich', 'a b']
NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
KINDS = ['value', 'value', 'value', 'none', 'test', 'text', 'group', 'nested']
VALUE_TYPES = ['string', 'number', 'boolean', 'comma_delimited_list', 'json']
CONDITIONS = ['is_red', 'is_large', 'is_on', 'both', 'either', 'neither']
PARAMETERS: Document = {
    'colour': {'type': 'string', 'default': 'red', 'constraints': [{'allowed_values': ['red', 'blue', 'green']}]},
    'size': {'type': 'number', 'default': 2, 'constraints': [{'range': {'min': 0, 'max': 3}}]},
    'on': {'type': 'boolean', 'default': True},
    'list': {'type': 'comma_delimited_list', 'default': 'a,b'},
    'map': {'type': 'json', 'default': {'k': 'v', 'n': 1}},
    'name': {'type': 'string', 'constraints': [{'length': {'min': 1, 'max': 6}}]},
    'secret': {'type': 'string', 'default': 'hidden', 'hidden': True},
}
CHOICES: dict[str, list[Any]] = {
    'colour': ['red', 'blue', 'green'], 'size': [0, 1, 2, 3, '2'], 'on': [True, False, 'yes', 'False'],
    'list': [['a', 'b'], 'x', ['x', 'y', 'z'], 'a,b', ''], 'map': [{'k': 'w'}, {'k': 'v', 'n': [1, {'z': None}]}, '{"k": "t"}'],
    'name': ['x', 'web', 'a-b'],
}
WRONG: list[Document] = [{'colour': 'grey'}, {'size': 4}, {'size': -1}, {'size': 'two'}, {'on': 'perhaps'}, {'map': '[1'}, {'name': ''},
                         {'name': 'too long a name'}, {'unknown': 1}, {'name': 'x'}]
INNER: Document = {
    'heat_template_version': '2018-08-31',
    'parameters': {'word': {'type': 'string'}, 'number': {'type': 'number', 'default': 1}},
    'conditions': {'is_one': {'equals': [{'get_param': 'number'}, 1]}},
    'resources': {
        'inner': {'type': 'OS::Heat::Value', 'properties': {'type': 'string', 'value': {'get_param': 'word'}}},
        'more': {'type': 'OS::Heat::TestResource', 'depends_on': 'inner', 'condition': 'is_one',
                 'properties': {'value': {'str_replace': {'template': 'w-n', 'params': {'w': {'get_param': 'word'}, 'n': {'get_param': 'number'}}}}}},
    },
    'outputs': {'word': {'value': {'get_attr': ['inner', 'value']}}},
}


class Maker:
    """Makes a template, and values for its parameters."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        names = source.sample(NAMES, source.randint(2, 5))
        self.kinds = {name: source.choice(KINDS) for name in names}
        self.value_types = {name: source.choice(VALUE_TYPES) for name in names}
        self.conditional = {name for name in names if source.random() < 0.25}
        # Resources refer to those before them.
        self.before: list[str] = []
        resources = {}
        for name in names:
            resources[name] = self.resource(name)
            self.before.append(name)
        self.template: Document = {
            'heat_template_version': source.choice(['2018-08-31', '2021-04-16', 'rocky']), 'parameters': PARAMETERS,
            'conditions': self.conditions(), 'resources': resources, 'outputs': self.outputs()}

    def files(self) -> dict[str, Document]:
        return {'template.yaml': self.template, **({'inner.yaml': INNER} if 'nested' in self.kinds.values() else {})}

    def parameters(self) -> Document:
        source = self.source
        optional = {name: source.choice(values) for name, values in CHOICES.items() if name != 'name' and source.random() < 0.4}
        return {'name': source.choice(CHOICES['name']), **optional}

    def wrong_parameter(self) -> Document:
        return self.source.choice(WRONG)

    def attributes(self) -> Document:
        """Answers for random texts, without which nothing is known of them."""
        texts = [name for name, kind in self.kinds.items() if kind == 'text' and self.source.random() < 0.7]
        return {name: {'value': self.source.choice(WORDS[:4])} for name in texts}

    def conditions(self) -> Document:
        source = self.source
        found: Document = {
            'is_red': {'equals': [{'get_param': 'colour'}, 'red']},
            'is_large': {'not': {'equals': [{'get_param': 'size'}, source.choice([1, 2])]}},
            'is_on': source.choice([{'get_param': 'on'}, {'equals': [{'get_param': 'on'}, True]}, {'not': {'get_param': 'on'}}]),
            'both': {'and': ['is_red', source.choice(['is_on', {'equals': [{'get_param': ['map', 'k']}, 'v']}])]},
            'either': {'or': ['is_on', {'equals': [{'get_param': 'name'}, 'web']}]},
            'neither': {'not': 'either'},
        }
        return found

    def resource(self, name: str) -> Document:
        source, kind = self.source, self.kinds[name]
        found: Document = getattr(self, f'of_{kind}')(name)
        if name in self.conditional:
            found['condition'] = source.choice(CONDITIONS)
        if self.before and source.random() < 0.2:
            found['depends_on'] = source.choice([source.choice(self.before), source.sample(self.before, 1)])
        if source.random() < 0.2:
            found['metadata'] = {'m': self.text(), 'k': self.expression(1)}
        if source.random() < 0.15:
            found['deletion_policy'] = source.choice(['Retain', 'Delete'])
        return found

    def of_value(self, name: str) -> Document:
        kind = self.value_types[name]
        value = {'string': self.text, 'number': self.number, 'boolean': self.boolean, 'comma_delimited_list': self.list, 'json': self.map}[kind]()
        return {'type': 'OS::Heat::Value', 'properties': {'type': kind, 'value': value}}

    def of_none(self, _name: str) -> Document:
        properties = {key: self.expression() for key in self.source.sample(['x', 'y', 'z'], self.source.randint(0, 2))}
        return {'type': 'OS::Heat::None', **({'properties': properties} if properties else {})}

    def of_test(self, _name: str) -> Document:
        properties = {'value': self.text()}
        if self.source.random() < 0.3:
            properties['update_replace_value'] = self.text()
        return {'type': 'OS::Heat::TestResource', 'properties': properties}

    def of_text(self, _name: str) -> Document:
        length = self.source.choice([{'if': ['is_large', 8, 5]}, 6, {'if': ['is_on', {'get_param': 'size'}, 4]}])
        return {'type': 'OS::Heat::RandomString', 'properties': {'length': length, 'salt': self.text()}}

    def of_group(self, _name: str) -> Document:
        value = self.source.choice(['%index%', {'list_join': ['-', [{'get_param': 'name'}, '%index%']]}, self.text()])
        member = {'type': 'OS::Heat::TestResource', 'properties': {'value': value}}
        properties: Document = {'count': self.source.choice([{'get_param': 'size'}, 1, {'if': ['is_on', 2, 1]}]), 'resource_def': member}
        return {'type': 'OS::Heat::ResourceGroup', 'properties': properties}

    def of_nested(self, _name: str) -> Document:
        properties: Document = {'word': self.text()}
        if self.source.random() < 0.5:
            properties['number'] = self.number()
        return {'type': 'inner.yaml', 'properties': properties}

    def outputs(self) -> Document:
        found: Document = {f'o{number}': {'value': self.expression()} for number in range(self.source.randint(1, 3))}
        for one in found.values():
            if self.source.random() < 0.2:
                one['condition'] = self.source.choice(CONDITIONS)
        return found

    # Expressions, by the type of their values.

    def expression(self, depth: int = 2) -> Any:
        return self.source.choice([self.text, self.text, self.number, self.boolean, self.list, self.map])(depth)

    def other(self, kind: str, value_type: str | None = None) -> str | None:
        """A resource before this one of a kind, which is always there."""
        found = [name for name in self.before if self.kinds[name] == kind and name not in self.conditional
                 and (value_type is None or self.value_types[name] == value_type)]
        return self.source.choice(found) if found else None

    def chosen(self, depth: int, *choices: Any) -> Any:
        """One of several expressions; one that chooses between two of its kind is possible, too."""
        return self.source.choice([one for one in choices if one is not None])

    def text(self, depth: int = 2) -> Any:
        if depth == 0:
            return self.source.choice(WORDS)
        inner = self.text
        value, text, nested, test = self.other('value', 'string'), self.other('text'), self.other('nested'), self.other('test')
        return self.chosen(
            depth, self.source.choice(WORDS), {'get_param': 'name'}, {'get_param': 'colour'}, {'get_param': ['map', 'k']},
            {'str_replace': {'template': 'one-two-one', 'params': {'one': inner(depth - 1), 'two': {'get_param': 'name'}}}},
            {'list_join': [self.source.choice(['-', '']), [inner(depth - 1), inner(0)], {'get_param': 'list'}]},
            {'if': [self.source.choice(CONDITIONS), inner(depth - 1), inner(depth - 1)]},
            {'str_split': ['-', {'list_join': ['-', ['p', inner(depth - 1)]]}, 1]},
            {'digest': ['md5', inner(depth - 1)]},
            {'yaql': {'expression': 'str($.data.w.len()) + $.data.w', 'data': {'w': inner(0)}}},
            value and {'get_attr': [value, 'value']}, text and {'get_attr': [text, 'value']}, nested and {'get_attr': [nested, 'word']},
            test and {'get_attr': [test, 'output']}, value and {'get_resource': value})

    def number(self, depth: int = 2) -> Any:
        if depth == 0:
            return self.source.choice([0, 1, 2, 7])
        value = self.other('value', 'number')
        return self.chosen(depth, self.source.choice([0, 1, 2.5, 7]), {'get_param': 'size'}, value and {'get_attr': [value, 'value']},
                           {'if': [self.source.choice(CONDITIONS), self.number(depth - 1), self.number(depth - 1)]},
                           {'yaql': {'expression': '$.data.l.len()', 'data': {'l': self.list(depth - 1)}}})

    def boolean(self, depth: int = 2) -> Any:
        value = self.other('value', 'boolean')
        return self.chosen(depth, True, False, {'get_param': 'on'}, {'if': [self.source.choice(CONDITIONS), True, False]},
                           value and {'get_attr': [value, 'value']})

    def list(self, depth: int = 2) -> Any:
        if depth == 0:
            return self.source.choice([['a', 'b'], ['x'], []])
        value, group = self.other('value', 'comma_delimited_list'), self.other('group')
        return self.chosen(
            depth, ['a', self.text(depth - 1)], {'get_param': 'list'}, {'list_concat': [self.list(depth - 1), self.list(0)]},
            {'list_concat_unique': [self.list(0), {'get_param': 'list'}]}, {'str_split': [',', self.text(0)]},
            {'repeat': {'for_each': {'%i%': {'get_param': 'list'}}, 'template': 'n-%i%'}},
            {'repeat': {'for_each': {'%i%': self.list(0)}, 'template': {'name': '%i%', 'as': {'get_param': 'name'}}}} if depth == 2 else None,
            {'if': [self.source.choice(CONDITIONS), self.list(depth - 1), self.list(0)]},
            value and {'get_attr': [value, 'value']}, group and {'get_attr': [group, 'output']}, group and {'get_attr': [group, 'refs']})

    def map(self, depth: int = 2) -> Any:
        if depth == 0:
            return {'k': self.source.choice(WORDS)}
        value = self.other('value', 'json')
        return self.chosen(
            depth, {'k': self.text(depth - 1), 'n': self.number(depth - 1), 'l': self.list(depth - 1)}, {'get_param': 'map'},
            {'map_merge': [self.map(depth - 1), {'get_param': 'map'}]},
            {'map_replace': [{'get_param': 'map'}, {'keys': {'k': 'key'}, 'values': {'v': 'value'}}]},
            {'if': [self.source.choice(CONDITIONS), self.map(depth - 1), self.map(0)]}, value and {'get_attr': [value, 'value']})
