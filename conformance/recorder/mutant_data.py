"""Sets of property data for a mutant that the old side accepts."""

import copy
import itertools

from . import mutant_judge
from . import mutant_rules
from . import mutants

MOST = 60
MOST_PAIRS = 30
MOST_UNCHANGED = 10
TRIED = 260
# How many unchanged properties of rules are tried as well, and how often data are completed by chance, in how many steps.
MOST_OTHERS = 8
ATTEMPTS = 12
STEPS = 12
# How many values of each side are tried in a changed field or item.
MOST_INSIDE = 20


def accepted(mutator, before, after, side):
    """Data that the old side accepts; data of both sides that concern the changes come first."""
    values = mutator.values
    old, new = before.get('properties') or {}, after.get('properties') or {}
    accepts_any = before.get('any_property')
    least = base(values, old, side)
    if least is None:
        return []
    if is_of_rules(side.error(least)):
        least = next(iter(Completion(mutator, before, side, least).of(least, ())), None)
        if least is None:
            return []
    wanted = [least, {**least, 'undeclared': 'a'}] if accepts_any else [least]
    asked = {path[0] for schema in (before, after) for path in mutant_rules.paths(schema)}
    rules = [*before.get('translation_rules', []), *after.get('translation_rules', [])]
    of_rules = {name for rule in rules for name in mutants.tops_of(rule)}
    changed = {name for name in {**old, **new} if old.get(name) != new.get(name)}
    if before.get('translation_rules') != after.get('translation_rules'):
        changed |= of_rules
    if any(before.get(key) != after.get(key) for key in ('validation_rules', 'properties_groups')):
        changed |= asked
    beside = [[name for name in named if name not in changed] for named in mutant_rules.tops_of_rules(before, after) if changed.intersection(named)]
    pools = {}
    for name in sorted(changed | of_rules | {name for names in beside for name in names if name in old}):
        pool = [copy.deepcopy(value) for properties in (old, new) if name in properties for value in values.of(name, properties[name])]
        mutator.random.shuffle(pool)
        pools[name] = pool[:60]
    touched = [name for name in sorted(changed) if name in old or accepts_any]
    for path, lists, members in changed_inside(old, new):
        pool = mutants.mutant_values.distinct([value for member in members for value in values.of(path[-1], member)[:MOST_INSIDE]])
        for value in pool:
            for _ in range(lists):
                value = [value]
            wanted.append(placed(mutator, old, least, path, value))
    for rule in rules:
        wanted += ruled(mutator, old, new, least, rule)
    # What a rule compares with something that changed: each alone, two together, and all.
    for names in beside:
        names = [name for name in names if name in old]
        together = [*itertools.combinations(names, 1), *itertools.combinations(names[:6], 2), names]
        wanted += [{**least, **{name: mutator.one(pools[name]) for name in some}} for some in together for _ in range(3)]
    wanted += [{key: value for key, value in least.items() if key != name} for name in touched]
    turns = itertools.zip_longest(*([*pools[name][:60 if len(touched) < 3 else 40], None] for name in touched), fillvalue=...)
    wanted += [{**least, name: value} for values_of in turns for name, value in zip(touched, values_of) if value is not ...]
    others = [name for name in pools if name in old][:MOST_OTHERS]
    for name in others:
        wanted += [{**least, name: value} for value in pools[name][:8]]
    for one in others:
        for other in others:
            if one < other:
                wanted += [{**least, one: mutator.one(pools[one]), other: mutator.one(pools[other])} for _ in range(3)]
    everything = dict(least)
    for name, schema in old.items():
        fitting = next((value for value in values.of(name, schema)[:6] if side.error({**least, name: value}) is None), None)
        if fitting is not None:
            everything[name] = fitting
    wanted.append(everything)
    known, found = set(), []
    completion = Completion(mutator, before, side, least)
    for data in [each for each in wanted if each is not None][:TRIED]:
        key = repr(sorted(data.items()))
        # Nobody writes null for a required property.
        is_odd = any(value is None and old.get(name, {}).get('required') for name, value in data.items())
        if is_odd or key in known or len(found) >= MOST:
            continue
        known.add(key)
        error = side.error(data)
        fixed = {name for name in data if name not in least or data[name] != least[name]}
        if is_of_rules(error):
            # The rest is data to update from.
            found += [each for each in completion.of(data, fixed) if each not in found]
        elif error is None:
            found.append(data)
    return found


def changed_inside(old, new, path=(), lists=0):
    """The fields and items that differ: the path to each without items, the number of lists of items at its end, and both sides."""
    for name in {**old, **new}:
        sides = [members[name] for members in (old, new) if name in members]
        if len(sides) == 2 and sides[0] == sides[1]:
            continue
        here, count = (path, lists + 1) if name == '*' else ([*path, name], 0)
        inner = [each.get('schema') or {} for each in sides]
        yield from changed_inside(inner[0], inner[-1], here, count)
        if len(here) > 1 or count:
            yield here, count, sides


def is_of_rules(error):
    return error is not None and error.startswith(('rule:', 'group:'))


class Completion:
    """Completes data that rules or groups refuse, by chance."""

    def __init__(self, mutator, schema, side, least):
        self.random, self.values, self.side = mutator.random, mutator.values, side
        self.members = schema.get('properties') or {}
        self.names, self.pools, self.known = [], {}, []
        below = {}
        for path in mutant_rules.paths(schema):
            below.setdefault(path[0], []).append(path[1:])
        for rule in schema.get('translation_rules', []):
            for name in mutants.tops_of(rule):
                if rule['translation_path'][0] in below:
                    below.setdefault(name, [])
        for name, inner in below.items():
            if name in self.members:
                self.names.append(name)
                self.pools[name] = mutant_rules.named_values(schema, [name]) + self.values.of(name, self.members[name])[:12]
                self.pools[name] += [self.inside(name, self.members[name], inner, schema) for _ in range(24) if any(inner)]
        # What is refused in any case completes nothing.
        for name, pool in self.pools.items():
            errors = [side.error({**least, name: value}) for value in pool]
            self.pools[name] = [value for value, error in zip(pool, errors) if error is None or is_of_rules(error)] or pool
        self.left = ATTEMPTS * 8

    def of(self, data, fixed):
        """Data with other values of what the rules look at, which the schema accepts: with what is fixed, and without it."""
        attempts = [{**known, **{name: data[name] for name in fixed}} for known in self.known]
        for attempt in itertools.chain(attempts, (self.attempt(data, fixed) for _ in range(min(ATTEMPTS, self.left)))):
            self.left -= 1
            if self.side.error(attempt) is None:
                around = {name: value for name, value in attempt.items() if name not in fixed}
                if around not in self.known:
                    self.known = [around, *self.known[:4]]
                return [around, attempt] if self.side.error(around) is None else [attempt]
        return []

    def attempt(self, data, fixed):
        """Data in which what a violated rule looks at has been changed by chance, until none is violated."""
        made, error = data, self.side.error(data)
        for _ in range(STEPS if self.names else 0):
            asked = [name for name in self.names if repr(name) in error] if self.random.random() < 0.8 else self.names
            changed = self.changed(made, self.random.choice(asked or self.names), fixed)
            error_after = self.side.error(changed)
            if error_after is None:
                return changed
            if is_of_rules(error_after):
                made, error = changed, error_after
        return made

    def changed(self, data, name, fixed):
        if name in fixed:
            return {**data, name: merged(self.random.choice(self.pools[name]), data[name])}
        if self.random.random() < 0.4 and not self.members[name].get('required'):
            return {key: value for key, value in data.items() if key != name}
        return {**data, name: copy.deepcopy(self.random.choice(self.pools[name]))}

    def inside(self, name, member, paths, schema):
        """A value of a map or a list whose fields rules look at."""
        nested = member.get('schema') or {}
        if member['type'] == 'list' and '*' in nested:
            return [self.inside(name, nested['*'], paths, schema) for _ in range(self.random.choice([1, 1, 2]))]
        wanted = {path[0] for path in paths if path}
        if not nested and member['type'] == 'map' and self.random.random() < 0.5:
            return {field: 'a' for field in wanted}
        if not nested:
            values = self.values.of(name, member)
            return self.random.choice(mutant_rules.named_values(schema, [name]) + values[:6] + values[:1] * 6)
        made = {}
        for field, each in nested.items():
            if each.get('required') or field in wanted and self.random.random() < 0.5:
                made[field] = self.inside(field, each, [path[1:] for path in paths if path[:1] == [field]], schema)
        return made


def merged(more, value):
    """A value with what another one has besides."""
    if isinstance(more, dict) and isinstance(value, dict):
        return {**more, **{name: merged(more.get(name), each) for name, each in value.items()}}
    if isinstance(more, list) and isinstance(value, list) and more:
        return [merged(more[0], item) for item in value]
    return value


def ruled(mutator, old, new, least, rule):
    """Data in which a rule finds something: both ends, and each alone."""
    target, source = rule['translation_path'], mutants.source_of(rule)
    bases = [least]
    if 'when' in rule and rule['when']['property'] in old:
        name = rule['when']['property']
        deciding = rule['when'].get('in') or mutator.values.of(name, old[name])[:2]
        bases = [{**least, name: value} for value in deciding[:2]]
    pools = {}
    for path in [path for path in (target, source) if path]:
        places = ((old, path), (new, path), (old, target), (new, target))
        schemas = [each for each in (mutants.find({'properties': members}, names) for members, names in places) if each]
        pool = [copy.deepcopy(value) for schema in schemas for value in mutator.values.of(path[-1], schema)[:20]]
        pools[tuple(path)] = mutator.random.sample(pool, min(len(pool), 12))
    found = []
    for data in bases:
        for first in pools[tuple(target)][:4]:
            found.append(placed(mutator, old, data, target, first))
        if not source:
            continue
        alone = dropped(data, target)
        for second in pools[tuple(source)]:
            found += [placed(mutator, old, alone, source, second), placed(mutator, old, data, source, second)]
        for first in pools[tuple(target)][:3]:
            given = placed(mutator, old, data, target, first)
            if given is not None:
                found += [placed(mutator, old, given, source, second) for second in pools[tuple(source)][:3]]
    return [each for each in found if each is not None]


def placed(mutator, members, data, path, value):
    """Data with a value at a path, in the first item of each list; None if the path leads nowhere."""
    name, *rest = path
    if name not in members:
        return None
    if not rest:
        return {**data, name: copy.deepcopy(value)}
    inner, items = members[name].get('schema') or {}, 0
    while '*' in inner:
        inner, items = inner['*'].get('schema') or {}, items + 1
    around = data.get(name)
    for _ in range(items):
        around = around[0] if isinstance(around, list) and around else None
    if not isinstance(around, dict):
        around = {field: mutator.values.of(field, each)[0] for field, each in inner.items() if each.get('required')}
    made = placed(mutator, inner, around, rest, value)
    if made is None:
        return None
    for _ in range(items):
        made = [made]
    return {**data, name: made}


def dropped(data, path):
    """Data without what is at a path."""
    name, *rest = path
    if not rest:
        return {key: value for key, value in data.items() if key != name}
    def inside(around):
        if isinstance(around, list):
            return [inside(each) for each in around]
        return dropped(around, rest) if isinstance(around, dict) else around
    return {key: inside(value) if key == name else value for key, value in data.items()}


def base(values, properties, side):
    """The smallest data that the schema accepts, if any are found."""
    data = {}
    for name, member in properties.items():
        if member.get('required') and member.get('default') is None:
            data[name] = values.of(name, member)[0]
    if side.error(data) is None or is_of_rules(side.error(data)):
        return data
    for name in list(data):
        for value in values.of(name, properties[name]):
            trial = {**data, name: value}
            error = side.error(trial)
            if error is None or is_of_rules(error):
                return trial
            if name not in error.split('.')[1:2] and f'{name}' not in error:
                data = trial
                break
    return data if side.error(data) is None else None


def pairs(mutator, found):
    """Pairs to update from and to."""
    couples = [(found[0], each) for each in found[1:]] + [(each, found[0]) for each in found[1:12]]
    couples += [(mutator.random.choice(found), mutator.random.choice(found)) for _ in range(30)]
    # An update of two properties at once shows nothing about either.
    couples = [(one, other) for one, other in couples if len(mutant_judge.differing(one, other)) == 1]
    mutator.random.shuffle(couples)
    # And updates in which nothing changes.
    return couples[:MOST_PAIRS] + [(each, each) for each in found[:MOST_UNCHANGED]]
