"""Property data to try on both schemas of a mutant: values near those that either schema mentions."""

import copy
import re

try:
    from re import _parser as parser, _constants as tokens
except ImportError:
    import sre_constants as tokens
    import sre_parse as parser

from . import custom_values

CUSTOM = {
    'ip_addr': ['192.0.2.1', '2001:db8::1', '::', '2001:db8:1111:2222:3333:4444:5555:6666'], 'mac_addr': ['00:00:5e:00:53:01'], 'net_cidr': ['192.0.2.0/24', '2001:db8::/32'],
    'ip_or_cidr': ['192.0.2.1', '192.0.2.0/24'], 'dns_name': ['example.org'], 'dns_domain': ['example.org.'],
    'rel_dns_name': ['example'], 'cron_expression': ['* * * * *'], 'timezone': ['UTC'],
    'expiration': ['2999-01-01T00:00:00Z'], 'iso_8601': ['2024-01-01'], 'json_string': ['{}', '{\n}', '5', '["a", "b", 1]'],
}
PLAIN = {
    'string': ['a', 'abc', '', '5', '1.0', 'true', 'example', 5, True, 'a b', 'x' * 30],
    'integer': [0, 1, 2, 5, -1, '5', 1.0, 1.5, '0', True, 100, 10 ** 20],
    'number': [0, 1, 1.5, '1.5', -0.5, '5', 2, 0.1, '1e1', '1.0', '0.0'],
    'boolean': [True, False, 'true', 'FALSE'],
    'any': ['a', 5, 1.5, True, [], ['a'], {}, {'a': 1}, 'true', ''],
}
MOST_DEEP = 6
# The longest lists and maps that lengths ask for, and those that are tried last.
LONGEST = 300
LONG = 50


def unknown_to(constraint):
    """What the cloud behind a custom constraint does not know: names, and values for other constraints."""
    return [f'no-{constraint}', 'zz', 'a-unknown', *(value for values in CUSTOM.values() for value in values)]


class Values:
    """Generates values from a random source."""

    def __init__(self, random):
        self.random = random

    def of(self, name, schema, depth=0):
        """Values for a property, starting with those that it most likely accepts."""
        kind = schema['type']
        found = self.spoken_of(schema)
        if kind == 'list':
            found += self.lists(name, schema, depth)
        elif kind == 'map':
            found += self.maps(schema, depth)
        else:
            found += PLAIN[kind]
        if schema.get('default') is not None:
            found.append(schema['default'])
        return distinct(found)

    def spoken_of(self, schema):
        """The values that constraints mention, and those next to them."""
        found = []
        for constraint in schema.get('constraints', ()):
            kind, value = next((each for each in constraint.items() if each[0] != 'description'), (None, None))
            if kind == 'allowed_values':
                found += value
                found += [str(each) for each in value if isinstance(each, (int, float))]
                found += [each + 0.5 for each in value if type(each) is int]
                if schema['type'] == 'list':
                    found += [[each] for each in value] + [list(value)]
            elif kind == 'range':
                for end in (value.get('min'), value.get('max')):
                    if isinstance(end, (int, float)):
                        found += [end, end + 1, end - 1, end + 0.5, end - 0.5, float(end), str(end)]
            elif kind == 'modulo':
                step, offset = value.get('step'), value.get('offset')
                if isinstance(step, int) and isinstance(offset, int):
                    found += [offset, offset + step, offset + 2 * step, offset + step + 0.5, offset + 60 * step, offset + 1]
            elif kind == 'length' and schema['type'] == 'string':
                for end in (value.get('min'), value.get('max')):
                    if isinstance(end, int) and end < 400:
                        found += ['x' * size for size in (end, end + 1, end - 1) if size >= 0]
            elif kind == 'allowed_pattern':
                found += self.matching(value)
            elif kind == 'custom_constraint':
                found += CUSTOM.get(value) or ['my-thing', *unknown_to(value)[:3]]
                found += self.random.sample(custom_values.VALUES.get(value, []), min(3, len(custom_values.VALUES.get(value, []))))
        return found

    def matching(self, pattern):
        try:
            tree = parser.parse(pattern)
        except re.error:
            return []
        return [text for text in (self.text_of(tree) for _ in range(6)) if text is not None]

    def text_of(self, tree):
        """A text that a pattern likely matches."""
        text = ''
        for kind, value in tree:
            if kind is tokens.LITERAL:
                text += chr(value)
            elif kind is tokens.ANY:
                text += self.random.choice('ab1-')
            elif kind is tokens.NOT_LITERAL:
                text += 'a' if value != ord('a') else 'b'
            elif kind is tokens.IN:
                text += self.character(value)
            elif kind in (tokens.MAX_REPEAT, tokens.MIN_REPEAT):
                least, most, inner = value
                for _ in range(self.random.randint(least, min(int(most), least + 3))):
                    text += self.text_of(inner)
            elif kind is tokens.BRANCH:
                text += self.text_of(self.random.choice(value[1]))
            elif kind is tokens.SUBPATTERN:
                text += self.text_of(value[-1])
        return text

    def character(self, members):
        if members and members[0][0] is tokens.NEGATE:
            return self.random.choice('aZ0-')
        kind, value = self.random.choice(members)
        if kind is tokens.LITERAL:
            return chr(value)
        if kind is tokens.RANGE:
            return chr(self.random.randint(*value))
        return {tokens.CATEGORY_DIGIT: '7', tokens.CATEGORY_SPACE: ' '}.get(value, 'a')

    def lists(self, name, schema, depth):
        nested = schema.get('schema')
        item = nested.get('*') if nested else {'type': 'string'}
        items = self.of(name, item, depth + 1)[:10] if item and depth < MOST_DEEP else ['a']
        ends = [constraint.get('length', {}).get(end) for constraint in schema.get('constraints', ()) for end in ('min', 'max')]
        sizes = [size for end in ends if isinstance(end, int) and end < LONGEST for size in (end, end + 1, end - 1) if size >= 0]
        short, long = ([[items[0]] * size for size in sizes if (size >= LONG) == is_long] for is_long in (False, True))
        least = max([1, *(end for end in ends[::2] if isinstance(end, int) and end < LONG)])
        found = short + [[each] * least for each in items] + [[], items[:1], items[:2], [items[0], items[0]], [None]] + long
        if schema.get('allow_conversion'):
            found += [str(items[0]), 'a,b', '', ','.join(str(each) for each in items if isinstance(each, (str, int)))]
        return found

    def maps(self, schema, depth):
        members = schema.get('schema')
        if not members or depth >= MOST_DEEP:
            found = [{}, {'a': 'b'}, {'a': 1, 'b': {'c': []}}, {'a': None}]
            ends = [constraint['length'].get(end) for constraint in schema.get('constraints', ()) if 'length' in constraint for end in ('min', 'max')]
            found += [{f'a{key}': 'b' for key in range(size)} for end in ends if isinstance(end, int) and end < LONGEST for size in (end, end + 1)]
        else:
            found = self.of_members(members, depth)
        if schema.get('allow_conversion'):
            found += ['{"a": 1}', ['a'], '']
        return found

    def of_members(self, members, depth):
        pools = {name: self.of(name, member, depth + 1) for name, member in members.items()}
        least = {name: pools[name][0] for name, member in members.items() if member.get('required')}
        found = [least, {name: pool[0] for name, pool in pools.items()}]
        # Heat checks defaults: beside one that it refuses, nothing is accepted.
        guarded = {name: pools[name][0] for name, member in members.items() if 'default' in member and 'constraints' in member}
        for name, pool in pools.items() if guarded else ():
            found += [{**guarded, **least, name: value} for value in pool[:4]]
        for name, pool in pools.items():
            found += [{**least, name: value} for value in pool[:8 if depth < 2 else 3]]
            found += [{key: value for key, value in least.items() if key != name}] if name in least else [{**least, name: None}]
        return found


def distinct(values):
    """The values without duplicates; 1, 1.0 and true are different."""
    known, found = set(), []
    for value in values:
        key = repr(value)
        if key not in known:
            known.add(key)
            found.append(copy.deepcopy(value))
    return found
