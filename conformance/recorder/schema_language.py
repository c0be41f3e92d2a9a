"""The schema language as `schema.json` describes it: every key, every place where it may stand, and every form of its value.

Knows nothing about what keys mean: `schema_parts` makes their values.
"""

import json
import pathlib

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / 'schema.json'
FREE_FORMS = ('text', 'integer', 'number', 'boolean', 'list', 'map')
ABSENT = 'absent'


class NotHere(Exception):
    """An edit does not apply to a schema."""


class Site:
    """A place in a schema where something stands or could stand.

    `spot` is the key in the language, such as `constraint.range.min`, and `place` is what it is a part of, such as an item.
    `step` is the key or index in `container`; None for what can be added to a map or a list.
    """

    def __init__(self, container, step, node, spot, place, around, sort):
        self.container, self.step, self.node, self.spot, self.place, self.around, self.sort = container, step, node, spot, place, around, sort

    @property
    def is_there(self):
        return self.step is not None and (self.sort != 'key' or self.step in self.container)


class Language:
    def __init__(self, written=None):
        self.written = written or json.loads(SCHEMA.read_text(encoding='utf-8'))

    def node(self, node):
        """A node of the language, and the name of its definition, if it has one."""
        if '$ref' in node:
            name = node['$ref'].rsplit('/', 1)[1]
            return self.written['$defs'][name], name
        return node, None

    # What is written.

    def sites(self, schema):
        """All sites of a schema."""
        return list(self._sites(schema, self.written, 'type', 'type', {}))

    def _sites(self, value, node, spot, place, around):
        node, name = self.node(node)
        spot = name or spot
        if name == 'property':
            around = {**around, 'member': value}
        elif name == 'translation_rule':
            around = {**around, 'rule': value}
        branch = self.branch(node, value)
        if branch is not None:
            yield from self._sites(value, branch, spot, place, around)
        elif isinstance(value, dict) and 'properties' in node:
            for key, inner in node['properties'].items():
                inner_place = self.place_below(place, spot, key, inner)
                yield Site(value, key, inner, f'{spot}.{key}', inner_place, {**around, 'object': node}, 'key')
                if key in value:
                    yield from self._sites(value[key], inner, f'{spot}.{key}', inner_place, around)
        elif isinstance(value, dict) and isinstance(node.get('additionalProperties'), dict):
            inner = node['additionalProperties']
            if '*' not in value:
                yield Site(value, None, inner, f'{spot}.NAME', entry_place(place, 'NAME'), around, 'entry')
            for entry in list(value):
                entry_at = entry_place(place, entry)
                yield Site(value, entry, inner, f'{spot}.NAME', entry_at, around, 'entry')
                yield from self._sites(value[entry], inner, f'{spot}.NAME', entry_at, around)
        elif isinstance(value, list) and 'items' in node:
            yield Site(value, None, node['items'], f'{spot}.ITEM', place, around, 'item')
            for index, item in enumerate(value):
                yield Site(value, index, node['items'], f'{spot}.ITEM', place, {**around, 'list': node}, 'item')
                yield from self._sites(item, node['items'], f'{spot}.ITEM', place, around)

    def place_below(self, place, spot, key, inner):
        """The place of what stands under a key: a part of the type, or a nested schema. What can stand under several keys of
        rules is told apart by them."""
        if spot == 'type':
            return key if {'$ref', 'items', 'additionalProperties'} & set(inner) else 'type'
        if spot == 'property' and key == 'schema':
            return f'{place.split(" ")[0]} nested'
        _, name = self.node(inner.get('items', inner))
        return f'{spot}.{key}' if name in ('condition', 'operand', 'group_member') else place

    def branch(self, node, value):
        """The form of several that a value has."""
        for branch in node.get('anyOf', ()):
            if self.fits(value, branch):
                return branch
        return None

    def fits(self, value, node):
        node, _ = self.node(node)
        kind = node.get('type')
        if 'enum' in node:
            return isinstance(value, (str, int)) and value in node['enum']
        if kind == 'object':
            return isinstance(value, dict) and set(node.get('required', ())) <= set(value) <= set(node.get('properties', value))
        return isinstance(value, {'array': list, 'string': str, 'integer': int, 'number': (int, float)}[kind])

    # What could be written.

    def forms(self, node):
        """The forms of the values at a node."""
        node, _ = self.node(node)
        if 'anyOf' in node:
            return [f'branch {index}' for index in range(len(node['anyOf']))]
        if 'enum' in node:
            return [str(each) for each in node['enum']]
        kind = node.get('type')
        if kind is None:
            return list(FREE_FORMS)
        lists = ['filled'] if node.get('minItems') else ['empty', 'filled']
        return {'boolean': ['True', 'False'], 'array': lists, 'number': ['integer', 'number']}.get(kind, [kind])

    def form_of(self, node, value):
        """The form of a value at a node."""
        node, _ = self.node(node)
        if 'anyOf' in node:
            return f'branch {next(index for index, each in enumerate(node["anyOf"]) if self.fits(value, each))}'
        kind = node.get('type')
        if 'enum' in node or kind == 'boolean':
            return str(value)
        if kind == 'array':
            return 'filled' if value else 'empty'
        if kind is None or kind == 'number':
            return {str: 'text', bool: 'boolean', int: 'integer', float: 'number', list: 'list', dict: 'map', type(None): 'null'}[type(value)]
        return kind

    def all_forms(self):
        """Every spot of the language, with every place and form of it."""
        found, seen = set(), set()

        def walk(node, spot, place):
            node, name = self.node(node)
            spot = name or spot
            if (spot, place) in seen:
                return
            seen.add((spot, place))
            for branch in node.get('anyOf', ()):
                walk_branch(branch, spot, place)
            walk_branch(node, spot, place)

        def walk_branch(node, spot, place):
            node, name = self.node(node)
            spot = name or spot
            for key, inner in node.get('properties', {}).items():
                inner_place = self.place_below(place, spot, key, inner)
                found.update((f'{spot}.{key}', inner_place, form) for form in self.forms(inner))
                if key not in [*node.get('required', ()), *single_keys(node)]:
                    found.add((f'{spot}.{key}', inner_place, ABSENT))
                walk(inner, f'{spot}.{key}', inner_place)
            if isinstance(node.get('additionalProperties'), dict):
                for entry in ('NAME', '*') if place.endswith('nested') else ('NAME',):
                    entry_at = entry_place(place, entry)
                    found.update((f'{spot}.NAME', entry_at, form) for form in [*self.forms(node['additionalProperties']), ABSENT])
                    walk(node['additionalProperties'], f'{spot}.NAME', entry_at)
            if 'items' in node:
                found.update((f'{spot}.ITEM', place, form) for form in [*self.forms(node['items']), ABSENT])
                walk(node['items'], f'{spot}.ITEM', place)

        walk(self.written, 'type', 'type')
        return found


def entry_place(place, name):
    if not place.endswith('nested'):
        return place
    return f'{place} item' if name == '*' else f'{place} field'


def single_keys(node):
    """The keys of which an object has exactly one."""
    if node.get('maxProperties') == 1:
        return list(node['properties'])
    return [key for branch in node.get('oneOf', ()) for key in branch.get('required', ())]
