"""Mutants of real types: changes of every key that the schema language has, and of several keys at once as plug-in authors make them."""

import copy
import pathlib
import random

from . import mutant_values
from .schema_language import Language, NotHere
from .schema_parts import CUSTOM, DEFAULTS, FITTING, TYPES, Parts, siblings

KEPT = ('type', 'required', 'default', 'update_allowed', 'immutable', 'implemented', 'allow_conversion', 'constraints', 'schema')
# How often the keys of a part of a schema change. Heat has no opinion about most others.
WEIGHTS = {'property': 4, 'constraint': 4, 'translation_rule': 4, 'attribute': 0.5, 'type.any_property': 0.3, 'type.any_attribute': 0.3,
           'type.supports_snapshot_deletion': 0.3}
OTHER_WEIGHT = 0.1
# The parts about whose effect Heat has an answer.
JUDGED = ('properties', 'update_policy', 'translation_rules', 'attributes', 'validation_rules', 'properties_groups')
# What only readers see.
TEXT_KEYS = ('description', 'examples')
JUDGED_SPOTS = ('type.any_property', 'type.supports_snapshot_deletion')


def load(folder):
    """All types of a catalogue, without their texts."""
    # The tests of the language need nothing but Python.
    import yaml
    types = []
    for path in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(path.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        if not written.get('properties'):
            continue
        types.append({
            'type': written['type'], 'properties': bare_members(written['properties']),
            'translation_rules': written.get('translation_rules', []), 'update_policy': bare_members(written.get('update_policy', {})),
            'attributes': {name: {'type': each['type']} if 'type' in each else {} for name, each in written.get('attributes', {}).items()},
        })
    return types


def load_whole(folder):
    """All types of a catalogue with all their keys but texts."""
    import yaml
    types = []
    for path in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(path.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        types.append(without_texts(written))
    return types


def without_texts(part, is_named=False):
    """A part of a schema without texts. In a map of names, such a key is a name."""
    if isinstance(part, list):
        return [without_texts(each) for each in part]
    if not isinstance(part, dict):
        return part
    names = ('properties', 'attributes', 'schema', 'update_policy')
    return {key: without_texts(value, not is_named and key in names and isinstance(value, dict)) for key, value in part.items()
            if is_named or key not in TEXT_KEYS}


def bare_members(members):
    return {name: bare(member) for name, member in members.items()}


def bare(member):
    kept = {key: copy.deepcopy(member[key]) for key in KEPT if key in member}
    if 'schema' in kept:
        kept['schema'] = bare_members(kept['schema'])
    for constraint in kept.get('constraints', ()):
        constraint.pop('description', None)
    return kept


class Mutator(Parts):
    """Mutates a schema: that of a part of a real type, unless another one is given."""

    def __init__(self, seed, types, most=3, whole=None):
        super().__init__(random.Random(seed), Language())
        self.types = types
        self.most = most
        self.whole = whole
        self.values = mutant_values.Values(self.random)

    # The schema to mutate.

    def base(self):
        """A part of a real type: its required properties, those in its rules, and a few others."""
        whole = self.one(self.types)
        names = list(whole['properties'])
        rules = whole['translation_rules']
        rules = self.random.sample(rules, min(len(rules), 2)) if self.chance(0.5) else []
        wanted = {name for name in names if whole['properties'][name].get('required')}
        wanted.update(name for rule in rules for name in tops_of(rule))
        wanted.update(self.random.sample(names, min(len(names), 3)))
        schema = {'type': whole['type'], 'properties': {name: copy.deepcopy(whole['properties'][name]) for name in names if name in wanted}}
        if rules:
            schema['translation_rules'] = copy.deepcopy(rules)
        if self.chance(0.2):
            schema['properties']['own'] = self.generated()
        if whole['update_policy'] and self.chance(0.3):
            schema['update_policy'] = copy.deepcopy(whole['update_policy'])
        if whole['attributes'] and self.chance(0.2):
            some = self.random.sample(list(whole['attributes']), min(len(whole['attributes']), 2))
            schema['attributes'] = {name: copy.deepcopy(whole['attributes'][name]) for name in some}
        return schema

    def invented(self):
        """A type with rules of every kind together."""
        names = self.random.sample('abcdefgh', self.random.randint(3, 6))
        schema = {'type': 'My::Custom::Token', 'properties': {name: self.generated() for name in names}}
        for member in schema['properties'].values():
            if 'default' not in member and self.chance(0.15):
                member['required'] = True
        of = lambda name: self.make({'$ref': f'#/$defs/{name}'}, name, schema, {})
        schema['validation_rules'] = [of('validation_rule') for _ in range(self.random.randint(1, 2))]
        if self.chance(0.4):
            schema['properties_groups'] = [of('properties_group')]
        for _ in range(self.random.choice([0, 0, 1, 2, 3])):
            self.rule_added(schema)
        return schema

    def one_change(self, name):
        """A change of one property of the given type that breaks something, if the property is used at all."""
        after = copy.deepcopy(self.whole)
        member = after['properties'][name]
        kinds = ['removed', 'type', 'implemented']
        kinds += ['required'] * (not member.get('required'))
        kinds += ['update_allowed', 'immutable'] * bool(member.get('update_allowed'))
        kinds += ['narrowed'] * 2 * bool(FITTING[member['type']])
        kind = self.one(kinds)
        if kind == 'removed':
            del after['properties'][name]
            forget_rules(after, [name])
        elif kind == 'type':
            member['type'] = self.one([each for each in ('integer', 'boolean', 'map', 'list') if each != member['type']])
            fit_again(member, self)
        elif kind == 'implemented':
            member['implemented'] = False
        elif kind == 'required':
            member['required'] = True
            member.pop('default', None)
        elif kind == 'narrowed':
            member.setdefault('constraints', []).append(self.constraint(member['type']))
        else:
            del member['update_allowed']
            if kind == 'immutable':
                member['immutable'] = True
        return copy.deepcopy(self.whole), after, [f'one {kind}'], True

    def one_change_of_type(self):
        """A change of a type without properties that breaks something, if the type is used."""
        after = copy.deepcopy(self.whole)
        if after.get('any_property'):
            kind = self.one(['any_property', 'any_attribute'])
            del after[kind]
        elif after.get('attributes'):
            kind = 'attribute'
            del after['attributes'][self.one(after['attributes'])]
        else:
            kind = 'required'
            after['properties'] = {'own': {'type': self.one(TYPES), 'required': True}}
        return copy.deepcopy(self.whole), after, [f'one {kind}'], True

    # Paths in it.

    def places(self, schema):
        """Every property, field and item: its containing map, its name, its path, and whether it is an item."""
        found = []

        def walk(members, path):
            for name, member in members.items():
                found.append((members, name, [*path, name]))
                walk(member.get('schema') or {}, [*path, name])
        walk(schema['properties'], [])
        return found

    def place(self, schema, fits=lambda member, path: True):
        fitting = [each for each in self.places(schema) if fits(each[0][each[1]], each[2])]
        tops = [each for each in fitting if len(each[2]) == 1]
        if not fitting:
            raise NotHere
        return self.random.choice(tops if tops and self.chance(0.5) else fitting)

    # Mutations. Each changes the schema, and returns the path of its change.

    def type_changed(self, schema):
        members, name, path = self.place(schema)
        member = members[name]
        old = member['type']
        member['type'] = self.one([kind for kind in TYPES if kind != old])
        if not self.chance(0.25):
            fit_again(member, self)
        if self.chance(0.3) and FITTING[member['type']]:
            member['constraints'] = [self.constraint(member['type'])]
        return path

    def type_generalised(self, schema):
        members, name, path = self.place(schema, lambda member, _: member['type'] in ('integer', 'boolean', 'number', 'string'))
        member = members[name]
        member['type'] = self.one([kind for kind in {'integer': ['number', 'string', 'any'], 'number': ['any', 'string', 'integer'],
                                                     'boolean': ['string', 'any'], 'string': ['any', 'integer', 'number']}[member['type']]])
        if not self.chance(0.2):
            fit_again(member, self)
        return path

    def required(self, schema):
        members, name, path = self.place(schema)
        return toggle(members[name], 'required', path)

    def update_allowed(self, schema):
        members, name, path = self.place(schema)
        members[name].pop('immutable', None)
        return toggle(members[name], 'update_allowed', path)

    def immutable(self, schema):
        members, name, path = self.place(schema, lambda _, path: len(path) == 1)
        members[name].pop('update_allowed', None)
        return toggle(members[name], 'immutable', path)

    def implemented(self, schema):
        members, name, path = self.place(schema)
        if members[name].pop('implemented', True):
            members[name]['implemented'] = False
        return path

    def allow_conversion(self, schema):
        members, name, path = self.place(schema, lambda member, _: member['type'] in ('map', 'list'))
        return toggle(members[name], 'allow_conversion', path)

    def default(self, schema):
        members, name, path = self.place(schema)
        member = members[name]
        if 'default' in member and self.chance(0.5):
            del member['default']
        else:
            pool = [value for value in self.values.of(name, member)[:6] if value is not None and is_of(value, member['type']) and not says_unknown(value)]
            member['default'] = self.one(pool + DEFAULTS[member['type']])
            if not self.chance(0.15):
                member.pop('required', None)
        return path

    def constraint_added(self, schema):
        members, name, path = self.place(schema, lambda member, _: FITTING[member['type']])
        members[name].setdefault('constraints', []).append(self.constraint(members[name]['type']))
        return path

    def constraint_removed(self, schema):
        members, name, path = self.place(schema, lambda member, _: member.get('constraints'))
        constraints = members[name]['constraints']
        constraints.pop(self.random.randrange(len(constraints)))
        return path

    def constraint_replaced(self, schema):
        members, name, path = self.place(schema, lambda member, _: member.get('constraints') and FITTING[member['type']])
        constraints = members[name]['constraints']
        constraints[self.random.randrange(len(constraints))] = self.constraint(members[name]['type'])
        return path

    def constraint_shifted(self, schema):
        members, name, path = self.place(schema, lambda member, _: member.get('constraints'))
        self.shift(self.random.choice(members[name]['constraints']))
        return path

    def shift(self, constraint):
        kind, value = next(iter(constraint.items()))
        if kind in ('range', 'length'):
            end = self.one(list(value))
            if isinstance(value[end], (int, float)):
                value[end] += self.one([-1, 1, 2, 0.5 if kind == 'range' else 1])
                if kind == 'length' and value[end] < 0:
                    value[end] = 0
        elif kind == 'modulo':
            value['step'] = value['step'] * self.one([2, 1, 3])
        elif kind == 'allowed_values':
            if self.chance(0.5) and len(value) > 1:
                value.pop(self.random.randrange(len(value)))
            else:
                value.append('more' if isinstance(value[0], str) else 77)
        elif kind == 'allowed_pattern':
            constraint[kind] = self.one([value + '?', f'({value})|z+', value + 'x', f'(?:{value})'])
        else:
            constraint[kind] = self.one(CUSTOM)

    def constraint_implied(self, schema):
        """A constraint that others already imply."""
        members, name, path = self.place(schema, lambda member, _: FITTING[member['type']])
        member = members[name]
        kind = member['type']
        given = member.setdefault('constraints', [])
        lists = [each['allowed_values'] for each in given if 'allowed_values' in each]
        ranges = [each['range'] for each in given if 'range' in each]
        if kind == 'boolean':
            given.append({'allowed_values': [True, False]})
        elif lists and kind == 'string':
            sizes = [len(str(each)) for each in lists[0]]
            given.append(self.one([{'length': {'min': min(sizes), 'max': max(sizes)}}, {'length': {'max': 255}}, {'allowed_pattern': '.*'}]))
        elif lists and kind in ('integer', 'number'):
            numbers = [each for each in lists[0] if isinstance(each, (int, float))]
            given.append({'range': {'min': min(numbers or [0]), 'max': max(numbers or [9])}})
        elif ranges and kind == 'integer' and all(isinstance(ranges[0].get(end), int) for end in ('min', 'max')) \
                and ranges[0]['max'] - ranges[0]['min'] < 40:
            values = list(range(ranges[0]['min'], ranges[0]['max'] + 1))
            member['constraints'] = [{'allowed_values': values}] if self.chance(0.5) else [*given, {'allowed_values': values}]
        elif kind == 'integer':
            given.append({'modulo': {'step': 1, 'offset': 0}})
        elif kind in ('string', 'list', 'map'):
            given.append({'length': {'min': 0}})
        else:
            raise NotHere
        return path

    def schema_gone_or_new(self, schema):
        members, name, path = self.place(schema, lambda member, _: member['type'] in ('map', 'list'))
        member = members[name]
        if 'schema' in member:
            del member['schema']
        elif member['type'] == 'map':
            member['schema'] = {'a': self.generated(2), 'b': self.generated(2)}
        else:
            member['schema'] = {'*': self.generated(1)}
        return path

    def item_any(self, schema):
        members, name, path = self.place(schema, lambda member, _: member['type'] == 'list')
        member = members[name]
        if 'schema' in member:
            member['schema'] = {'*': {'type': 'any'}}
        else:
            member['schema'] = {'*': {'type': self.one(['any', 'string', 'map'])}}
        return path

    def item_required(self, schema):
        members, name, path = self.place(schema, lambda member, path: path[-1] == '*')
        return toggle(members[name], self.one(['required', 'update_allowed', 'default']), path)

    def member_added(self, schema):
        members, _, path = self.place(schema, lambda _, path: path[-1] != '*')
        if 'new_one' in members:
            raise NotHere
        made = self.generated(1)
        if self.chance(0.4):
            made.pop('default', None)
            made['required'] = True
        members['new_one'] = made
        return [*path[:-1], 'new_one']

    def member_removed(self, schema):
        members, name, path = self.place(schema, lambda _, path: path[-1] != '*')
        del members[name]
        if not self.chance(0.3):
            forget_rules(schema, path)
        return path

    def member_renamed(self, schema):
        members, name, path = self.place(schema, lambda _, path: path[-1] != '*')
        if 'renamed' in members:
            raise NotHere
        members['renamed'] = members.pop(name)
        forget_rules(schema, path)
        return path

    def map_length(self, schema):
        members, name, path = self.place(schema, lambda member, _: member['type'] == 'map' and member.get('schema'))
        size = len(members[name]['schema'])
        members[name]['constraints'] = [{'length': self.one([{'min': 0}, {'min': 1}, {'max': size}, {'min': size}, {'max': size - 1}, {'min': size + 1}])}]
        return path

    def rename_with_rule(self, schema):
        """A new name; a rule moves the value of the old one to it."""
        members, name, path = self.place(schema, lambda _, path: path[-1] != '*' and (len(path) == 1 or self.chance(0.3)))
        old = members[name]
        if 'new_name' in members:
            raise NotHere
        new = copy.deepcopy(old)
        members['new_name'] = new
        old.pop('required', None)
        if not self.chance(0.15):
            old.pop('default', None)
        rules = schema.setdefault('translation_rules', [])
        names = [step for step in path if step != '*']
        rule = {'rule': 'replace', 'translation_path': [*names[:-1], 'new_name']}
        rule.update({'value_name': name} if self.chance(0.5) else {'value_path': names})
        if self.chance(0.2):
            old.update({key: True for key in ('required',) if new.get('required')})
        rules.append(rule)
        twist = self.random.random()
        if twist < 0.2:
            new['type'] = self.one([kind for kind in TYPES if kind != new['type']])
            fit_again(new, self)
        elif twist < 0.4:
            new.pop('update_allowed', None) or new.update(update_allowed=True)
        elif twist < 0.5:
            new.pop('update_allowed', None)
            toggle(new, 'immutable', path)
        elif twist < 0.65 and FITTING[new['type']]:
            new.setdefault('constraints', []).append(self.constraint(new['type']))
        elif twist < 0.75:
            new['default'] = self.one(DEFAULTS[new['type']])
            new.pop('required', None)
        elif twist < 0.8:
            new['required'] = True
        return path

    def moved_out(self, schema):
        """A new top-level property that takes its value from inside a map or a list."""
        _, _, path = self.place(schema, lambda _, path: len(path) > 1 and path[-1] != '*')
        inner = find(schema, path)
        if 'moved' in schema['properties']:
            raise NotHere
        schema['properties']['moved'] = {**copy.deepcopy(inner), **({'update_allowed': True} if self.chance(0.5) else {})}
        schema['properties']['moved'].pop('required', None)
        schema.setdefault('translation_rules', []).append(
            {'rule': 'replace', 'translation_path': ['moved'], 'value_path': [step for step in path if step != '*']})
        return path

    def rule_added(self, schema):
        tops = list(schema['properties'])
        target, source = self.one(tops), self.one(tops)
        kind = self.one(['replace', 'replace', 'replace', 'add', 'delete', 'resolve'])
        rule = {'rule': kind, 'translation_path': [target]}
        if kind in ('replace', 'add'):
            if self.chance(0.7) and source != target:
                rule.update({'value_path': [source]} if self.chance(0.5) else {'value_name': source})
            else:
                rule['value'] = ['a'] if kind == 'add' else self.one(DEFAULTS[schema['properties'][target]['type']])
        elif kind == 'resolve':
            rule.update(client_plugin='nova', finder='find_flavor')
        schema.setdefault('translation_rules', []).append(rule)
        return [target]

    def rule_removed(self, schema):
        rules = schema.get('translation_rules')
        if not rules:
            raise NotHere
        rule = rules.pop(self.random.randrange(len(rules)))
        return rule['translation_path']

    def rule_changed(self, schema):
        rules = schema.get('translation_rules')
        if not rules:
            raise NotHere
        rule = self.random.choice(rules)
        if rule['rule'] == 'resolve':
            rule['finder'] = 'find_other'
        elif {'value_path', 'value_name'} & set(rule):
            source = self.one([name for name in schema['properties'] if name != rule['translation_path'][0]])
            rule.pop('value_name', None), rule.pop('value_path', None)
            rule.update({'value_path': [source]} if self.chance(0.5) else {'value_name': source})
        elif self.chance(0.5):
            rule['rule'] = self.one(['replace', 'add', 'delete'])
        return rule['translation_path']

    def source_changed(self, schema):
        """A change of the source of a rule."""
        sources = [source_of(rule) for rule in schema.get('translation_rules', []) if source_of(rule)]
        path = self.one(sources)
        member = find(schema, path) if path else None
        if member is None:
            raise NotHere
        aspect = self.one(['default', 'update_allowed', 'immutable', 'required', 'constraint', 'type'])
        if aspect == 'default':
            member['default'] = self.one(DEFAULTS[member['type']])
        elif aspect == 'constraint' and FITTING[member['type']]:
            member.setdefault('constraints', []).append(self.constraint(member['type']))
        elif aspect == 'type':
            member['type'] = self.one(TYPES)
            fit_again(member, self)
        elif aspect in ('update_allowed', 'immutable', 'required'):
            member.pop('immutable' if aspect == 'update_allowed' else 'update_allowed', None)
            toggle(member, aspect, path)
        return path

    def members_ruled(self, schema):
        """A rule between two fields of one map or list item."""
        _, name, path = self.place(schema, lambda _, path: len(path) > 1 and path[-1] != '*')
        names = [step for step in path if step != '*']
        source = self.one(siblings(schema, names))
        rule = {'rule': self.one(['replace', 'replace', 'add']), 'translation_path': names}
        rule.update({'value_name': source} if self.chance(0.6) else {'value_path': [*names[:-1], source]})
        schema.setdefault('translation_rules', []).append(rule)
        return path

    def key(self, schema):
        """Any key of the schema language, in any place and form."""
        site = self.one_site(schema, weight)
        if self.chance(0.08):
            self.move(site)
            return site.spot, site.place
        return self.edit_to(schema, site)[:2]

    MUTATIONS = {
        'type_changed': 6, 'type_generalised': 6, 'required': 4, 'update_allowed': 4, 'immutable': 3, 'implemented': 2, 'allow_conversion': 3,
        'default': 6, 'constraint_added': 10, 'constraint_removed': 4, 'constraint_replaced': 6, 'constraint_shifted': 8,
        'constraint_implied': 6, 'schema_gone_or_new': 3, 'item_any': 2, 'item_required': 2, 'member_added': 5, 'member_removed': 5,
        'member_renamed': 3, 'map_length': 2, 'rename_with_rule': 10, 'moved_out': 4, 'rule_added': 6, 'rule_removed': 3,
        'rule_changed': 3, 'source_changed': 4, 'members_ruled': 4, 'key': 110,
    }

    def mutant(self):
        """The two sides of a change, its mutations, and whether Heat has an answer about it."""
        before = copy.deepcopy(self.whole) if self.whole else self.base()
        for _ in range(0 if self.whole else self.random.choice([0, 0, 0, 1])):
            self.apply(before)
        after = copy.deepcopy(before)
        done, judged = [], True
        for _ in range(self.random.randint(1, self.most)):
            name, changed = self.apply(after)
            done.append(name)
            judged = judged and is_judged(changed)
        # Whether a plug-in already refused something is for its author to say.
        judged = judged and enforced(before) == enforced(after)
        # Which versions of an API a cloud has is not in the data.
        judged = judged and of_versions(before) == of_versions(after)
        if self.chance(0.15):
            before, after, done = after, before, [f'undone {name}' for name in done]
        return before, after, done, judged

    def apply(self, schema):
        """Applies one mutation: its name, and for one of a single key, the key and its place."""
        while True:
            name = self.random.choices(list(self.MUTATIONS), list(self.MUTATIONS.values()))[0]
            changed = copy.deepcopy(schema)
            try:
                done = getattr(self, name)(changed)
            except (NotHere, IndexError, KeyError, AttributeError, TypeError, ValueError):
                # Two mutations of one schema can lead to one that a third does not expect.
                continue
            if changed == schema and list(changed) == list(schema):
                continue
            schema.clear()
            schema.update(changed)
            return (f'{done[0]} of {done[1]}', done) if name == 'key' else (name, None)


def weight(spot, place):
    most = WEIGHTS.get(spot) or WEIGHTS.get(spot.split('.')[0], OTHER_WEIGHT)
    return most / 4 if place.startswith('update_policy') else most


def is_judged(changed):
    """Whether Heat has an answer about a changed key in a place."""
    if changed is None:
        return True
    spot, place = changed
    if spot == 'type.properties':
        return True
    return spot in JUDGED_SPOTS or place.split(' ')[0] in JUDGED and not spot.startswith('attribute.')


def enforced(schema):
    return sum(bool(rule.get('already_enforced')) for rule in schema.get('validation_rules', []))


def of_versions(schema):
    return [group for group in schema.get('properties_groups', []) if 'api_versions' in group]


def source_of(rule):
    """The path of the property that a rule reads."""
    if rule.get('value_name'):
        return [*rule['translation_path'][:-1], rule['value_name']]
    return rule.get('value_path')


def tops_of(rule):
    """The properties at the top that a rule names."""
    found = [rule['translation_path'][0], *(source_of(rule) or [])[:1]]
    found += referred(rule.get('value'))
    return [*found, rule['when']['property']] if 'when' in rule else found


def referred(value):
    if isinstance(value, dict):
        if list(value) == ['get_property']:
            return [value['get_property']] if isinstance(value['get_property'], str) else []
        return [name for member in value.values() for name in referred(member)]
    return [name for each in value for name in referred(each)] if isinstance(value, list) else []


def says_unknown(value):
    """Whether a cloud may not know a value: no schema is responsible for such a default."""
    text = repr(value)
    return any(repr(unknown) in text for unknown in mutant_values.unknown_to('')[1:]) or "'no-" in text


def toggle(member, key, path):
    if key == 'default':
        member['default'] = DEFAULTS[member['type']][0]
    elif not member.pop(key, False):
        member[key] = True
    return path


def find(schema, path):
    """The property at a path of names, `None` if there is none. The items of lists have no step, unless it is `*`."""
    members, member = schema['properties'], None
    for step in path:
        while members is not None and '*' in members and step != '*':
            members = members['*'].get('schema')
        member = (members or {}).get(step)
        if member is None:
            return None
        members = member.get('schema')
    return member


def forget_rules(schema, path):
    names = [step for step in path if step != '*']
    leads = lambda other: other is not None and other[:len(names)] == names
    rules = [rule for rule in schema.get('translation_rules', []) if not leads(rule['translation_path']) and not leads(source_of(rule))]
    if rules:
        schema['translation_rules'] = rules
    else:
        schema.pop('translation_rules', None)


def is_of(value, kind):
    classes = {'string': str, 'integer': int, 'number': (int, float), 'boolean': bool, 'list': list, 'map': dict, 'any': object}
    return isinstance(value, classes[kind]) and (kind == 'boolean' or not isinstance(value, bool) or kind == 'any')


def fit_again(member, mutator):
    """Removes the parts of a field that do not fit its type."""
    kind = member['type']
    fitting = [each for each in member.get('constraints', ()) if set(each) & set(FITTING[kind])]
    member.pop('constraints', None)
    if fitting:
        member['constraints'] = fitting
    if kind not in ('map', 'list'):
        member.pop('schema', None)
        member.pop('allow_conversion', None)
    elif 'schema' in member and (kind == 'list') != ('*' in member['schema']):
        del member['schema']
    if 'default' in member and not is_of(member['default'], kind):
        if mutator.chance(0.5):
            member['default'] = mutator.one(DEFAULTS[kind])
        else:
            del member['default']
