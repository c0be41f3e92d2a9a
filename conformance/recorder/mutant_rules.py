"""What validation rules and properties groups say of property data.

Heat has neither as data: plug-ins check properties with each other in code. So they are read here as the guide defines them, from the
values that Heat reads, without looking at how the project does it.
"""

import itertools

from heat.engine import constraints


def violated(schema, data, read):
    """The first rule or group of a schema that property data violate, as given and as read; None if there is none."""
    for group in schema.get('properties_groups') or []:
        if 'api_versions' not in group and not is_met(group, lambda path: is_given(schema, data, path)):
            return f'group: {group}'
    for rule in schema.get('validation_rules') or []:
        places = [read]
        if 'for_each' in rule:
            items = found(read, rule['for_each'])
            places = items if isinstance(items, list) else []
        if any(not satisfies(rule, place) for place in places):
            return f'rule: {rule}'
    return None


# Groups.

def is_met(group, given):
    state = standing(group, given)
    return state == 'given' or state == 'absent' and 'and' in group


def standing(group, given):
    """Whether a group as a whole is given, absent, or broken."""
    (operator, members), = group.items()
    states = [standing(member, given) if isinstance(member, dict) else 'given' if given(member) else 'absent' for member in members]
    if 'broken' in states or operator == 'and' and len(set(states)) > 1 or operator == 'xor' and states.count('given') > 1:
        return 'broken'
    return 'given' if 'given' in states else 'absent'


def is_given(schema, data, path):
    """Whether data give something at a path, or at one from which a rule moves it there."""
    sources = [source_of(rule) for rule in schema.get('translation_rules') or []
               if rule['rule'] == 'replace' and rule['translation_path'] == path]
    return any(leads_to_value(data, each) for each in [path, *sources] if each)


def source_of(rule):
    """The path that a rule reads, as `get_value_absolute_path` of Heat's `TranslationRule` puts it together."""
    named = [*rule['translation_path'][:-1], rule['value_name']] if rule.get('value_name') else rule.get('value_path') or []
    return [*named, *(rule.get('custom_value_path') or [])]


def leads_to_value(value, path):
    if value is None or not path:
        return value is not None
    if isinstance(value, list):
        return any(leads_to_value(item, path) for item in value)
    return isinstance(value, dict) and leads_to_value(value.get(path[0]), path[1:])


# Rules.

def found(value, path):
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def satisfies(rule, place):
    if not all(count(condition, place) for condition in rule.get('when') or []):
        return True
    counts = lambda key: [count(condition, place) for condition in rule[key]]
    if 'at_most_one' in rule:
        return sum(counts('at_most_one')) <= 1
    if 'at_least_one' in rule:
        return sum(counts('at_least_one')) >= 1
    if 'exactly_one' in rule:
        return sum(counts('exactly_one')) == 1
    if 'all' in rule:
        return all(counts('all'))
    if 'none' in rule:
        return not any(counts('none'))
    if 'equal' in rule:
        filled = [value for value in (found(place, path) for path in rule['equal']) if value]
        return all(one == other for one, other in itertools.pairwise(filled))
    numbers = [number(operand, place) for operand in rule['ascending']]
    numbers = [each for each in numbers if isinstance(each, (int, float)) and not isinstance(each, bool)]
    return all(one <= other for one, other in itertools.combinations(numbers, 2))


def count(condition, place):
    """How often a condition holds."""
    if isinstance(condition, list):
        return bool(found(place, condition))
    if 'any' in condition:
        return any(count(each, place) for each in condition['any'])
    if 'items' in condition:
        items = found(place, condition['items'])
        items = items if isinstance(items, list) else []
        return sum(all(count(each, item) for each in condition.get('where') or []) for item in items)
    value = found(place, condition['property'])
    if 'is' in condition:
        return {'filled': bool(value), 'empty': not value, 'given': value is not None, 'missing': value is None}[condition['is']]
    if 'in' in condition:
        return value in condition['in']
    if 'not_in' in condition:
        return value not in condition['not_in']
    if 'allowed_pattern' in condition:
        constraint = constraints.AllowedPattern(condition['allowed_pattern'])
    else:
        constraint = constraints.CustomConstraint(condition['custom_constraint'])
    try:
        constraint.validate(value, context=None)
        return True
    except Exception:
        return False


def number(operand, place):
    if isinstance(operand, int):
        return operand
    if isinstance(operand, dict):
        return sum(total(place, path) for path in operand['sum'])
    return found(place, operand)


def total(value, path):
    if isinstance(value, list):
        return sum(total(item, path) for item in value)
    if not path:
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else 0
    return total(value.get(path[0]), path[1:]) if isinstance(value, dict) else 0


# What rules and groups are about.

def paths(schema):
    """The paths that the rules and groups of a schema look at."""
    for rule in schema.get('validation_rules') or []:
        within = rule.get('for_each') or []
        if within:
            yield within
        yield from paths_of_rule({key: value for key, value in rule.items() if key != 'for_each'}, within)
    for group in schema.get('properties_groups') or []:
        if 'api_versions' not in group:
            yield from paths_of_rule(list(group.values()))


def paths_of_rule(part, around=()):
    """The paths in a rule, a group or a part of one, each after the path of the list around it."""
    if isinstance(part, list):
        if part and all(isinstance(step, str) for step in part):
            yield [*around, *part]
        else:
            for each in part:
                yield from paths_of_rule(each, around)
    elif isinstance(part, dict):
        if 'items' in part:
            around = [*around, *part['items']]
            yield around
        for key, value in part.items():
            if key not in ('items', 'in', 'not_in', 'is', 'custom_constraint', 'description', 'already_enforced'):
                yield from paths_of_rule(value, around)


def tops_of_rules(*schemas):
    """The properties at the top that each rule and group of some schemas looks at."""
    for schema in schemas:
        for key in ('validation_rules', 'properties_groups'):
            for each in schema.get(key) or []:
                yield list(dict.fromkeys(path[0] for path in paths({key: [each]})))


def named_values(schema, path):
    """The values that conditions compare with a property: with the one at a path, as far as its name says so."""
    def of(part):
        if isinstance(part, dict):
            if part.get('property', [None])[-1:] == path[-1:]:
                yield from part.get('in') or part.get('not_in') or []
            for value in part.values():
                yield from of(value)
        elif isinstance(part, list):
            for value in part:
                yield from of(value)
    return list(of(schema.get('validation_rules') or []))
