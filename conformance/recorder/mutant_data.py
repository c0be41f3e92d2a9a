"""Sets of property data for a mutant that the old side accepts."""

import copy

MOST = 40
MOST_PAIRS = 30
TRIED = 160


def accepted(mutator, before, after, side, paths):
    """Data that the old side accepts; data of both sides that concern the changes come first."""
    values = mutator.values
    least = base(values, before, side)
    if least is None:
        return []
    wanted = [least]
    changed = {path[0] for path in paths}
    changed.update(name for name in {**before['properties'], **after['properties']}
                   if before['properties'].get(name) != after['properties'].get(name))
    names = set(changed)
    names.update(step for schema in (before, after) for rule in schema.get('translation_rules', [])
                 for path in (rule['translation_path'], rule.get('value_path')) if path for step in path[:1])
    pools = {}
    for name in sorted(names):
        pool = [copy.deepcopy(value) for schema in (before, after) if name in schema['properties']
                for value in values.of(name, schema['properties'][name])]
        mutator.random.shuffle(pool)
        pools[name] = pool[:60]
    touched = [name for name in sorted(changed) if name in before['properties']]
    for name in touched:
        wanted.append({key: value for key, value in least.items() if key != name})
        wanted += [{**least, name: value} for value in pools[name]]
        # Nobody writes null for a required property.
        if not before['properties'][name].get('required'):
            wanted.append({**least, name: None})
    others = [name for name in pools if name in before['properties']]
    for name in others:
        wanted += [{**least, name: value} for value in pools[name][:8]]
    for one in others:
        for other in others:
            if one < other:
                wanted += [{**least, one: mutator.one(pools[one]), other: mutator.one(pools[other])} for _ in range(3)]
    for rule in [*before.get('translation_rules', []), *after.get('translation_rules', [])]:
        target, source = rule['translation_path'][0], (rule.get('value_path') or [None])[0]
        if source in pools and source in before['properties'] and target in least:
            without = {key: value for key, value in least.items() if key != target}
            wanted += [{**without, source: value} for value in pools[source][:8]]
    everything = dict(least)
    for name, schema in before['properties'].items():
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


def base(values, schema, side):
    """The smallest data that the schema accepts, if any are found."""
    data = {}
    for name, member in schema['properties'].items():
        if member.get('required') and member.get('default') is None:
            data[name] = values.of(name, member)[0]
    if side.error(data) is None:
        return data
    for name in list(data):
        for value in values.of(name, schema['properties'][name]):
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
    couples = [(one, other) for one, other in couples if len(differing(one, other)) == 1]
    mutator.random.shuffle(couples)
    return couples[:MOST_PAIRS]


def differing(one, other):
    """The names of the properties in which two sets of data differ."""
    return [name for name in {**one, **other} if repr(one.get(name, ...)) != repr(other.get(name, ...))]
