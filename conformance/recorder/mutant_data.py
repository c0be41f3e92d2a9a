"""Sets of property data for a mutant that the old side accepts."""

import copy

from . import mutant_judge
from . import mutants

MOST = 60
MOST_PAIRS = 30
MOST_UNCHANGED = 10
TRIED = 260


def accepted(mutator, before, after, side):
    """Data that the old side accepts; data of both sides that concern the changes come first."""
    values = mutator.values
    old, new = before.get('properties') or {}, after.get('properties') or {}
    least = base(values, old, side)
    if least is None:
        return []
    wanted = [least]
    rules = [*before.get('translation_rules', []), *after.get('translation_rules', [])]
    of_rules = {name for rule in rules for name in mutants.tops_of(rule)}
    changed = {name for name in {**old, **new} if old.get(name) != new.get(name)}
    if before.get('translation_rules') != after.get('translation_rules'):
        changed |= of_rules
    pools = {}
    for name in sorted(changed | of_rules):
        pool = [copy.deepcopy(value) for properties in (old, new) if name in properties for value in values.of(name, properties[name])]
        mutator.random.shuffle(pool)
        pools[name] = pool[:60]
    accepts_any = before.get('any_property')
    touched = [name for name in sorted(changed) if name in old or accepts_any]
    for rule in rules:
        wanted += ruled(mutator, old, new, least, rule)
    for name in touched:
        wanted.append({key: value for key, value in least.items() if key != name})
        wanted += [{**least, name: value} for value in pools[name][:60 if len(touched) < 3 else 40]]
        # Nobody writes null for a required property.
        if not old.get(name, {}).get('required'):
            wanted.append({**least, name: None})
    others = [name for name in pools if name in old]
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
    for data in wanted[:TRIED]:
        key = repr(sorted(data.items()))
        if key not in known and len(found) < MOST:
            known.add(key)
            if side.error(data) is None:
                found.append(data)
    return found


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
        places = ((old, path), (new, path), (new, target))
        schemas = [each for each in (mutants.find({'properties': members}, names) for members, names in places) if each]
        pool = [copy.deepcopy(value) for schema in schemas for value in mutator.values.of(path[-1], schema)[:20]]
        pools[tuple(path)] = mutator.random.sample(pool, min(len(pool), 8))
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
    if side.error(data) is None:
        return data
    for name in list(data):
        for value in values.of(name, properties[name]):
            trial = {**data, name: value}
            error = side.error(trial)
            if error is None:
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
