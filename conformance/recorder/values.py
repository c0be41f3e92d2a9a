"""The values that inputs consist of: those of each type, and unusual ones for it."""

# Unusual values: the limits of Python's int() and float(), words for booleans,
# separators, empty values.
TEXTS = [
    '', ' ', 'a', 'b', 'abc', 'A', 'true', 'True', 'TRUE', 'tRuE', 'false', 'False', 'no', 'yes', 'on', 'off', 't', 'y',
    '1', '0', '5', '-5', '+5', ' 5 ', '5\n', '05', '1_000', '1__0', '_1', '0x10', '0b1', '1e3', '1E3', '1.5', '1.0', '.5',
    '5.', '-0', '-0.0', '1e400', 'inf', '-inf', 'Infinity', 'nan', 'NaN', '\u0663', '\uff15', '1\u00a0', '\u00b2',
    '9223372036854775808', '12345678901234567890123', 'null', 'None', 'a,b', 'a, b', ',', '[1]', '["a"]', '{}',
    '{"a": 1}', '\u00e4', '\U0001f600', 'a"b', 'a\tb', "a'b", 'n1', 'n2', 'bad', 'none', '1.2.3.4', '10.0.0.0/8',
]
INTEGERS = [0, 1, -1, 2, 3, 5, 7, 10, 2 ** 31, 2 ** 63 - 1, 2 ** 63, 2 ** 64, -2 ** 63 - 1, 10 ** 25, -10 ** 25]
FLOATS = [0.0, -0.0, 1.0, 1.5, -2.5, 3.0, 0.1, 1e16, 1e22, 1e-7, 123456789.125, 1e308]
LISTS = [[], ['a'], ['a', 'b'], ['a', 'a'], [1], [1, 2.0], [None], [True], [['a']], [{}], [{'a': 1}], ['a', None, 'b'],
         ['5', 5], [{'a': '1', 'b': []}], ['\u00e4', '\U0001f600', '"', '\\']]
MAPS = [{}, {'a': 1}, {'a': '1'}, {'b': 'x'}, {'a': None}, {'a': {'b': 1}}, {'a': [1]}, {'a': 1, 'b': 2}, {'': 1}, {'*': 1},
        {'0': 'x'}]
SCALARS = [None, True, False] + INTEGERS + FLOATS + TEXTS
ALL = SCALARS + LISTS + MAPS

# A few values for combining everything with everything.
FEW = [None, True, False, 0, 5, -1, 1.0, 1.5, 10 ** 25, '', 'a', 'abc', '5', ' 5 ', '1.5', '1e3', 'true', 'False', 'no',
       'a,b', 'nan', [], ['a'], ['a', 1], {}, {'a': 1}, {'a': 'x', 'b': None}]

TYPES = ['String', 'Integer', 'Number', 'Boolean', 'Map', 'List', 'Any']

# Values that are valid for a type, or can be converted to it.
FITTING = {
    'String': ['a', 'b', 'abc', 'n1', 'n2', '', '5', 'bad', 'none', True, 5, '\u00e4'],
    'Integer': [0, 1, 5, -5, '5', ' 5 ', '1_000', 1.0, 1.9, True, 10 ** 25, '\u0663'],
    'Number': [0, 1, 1.5, '1.5', '1e3', -2, '5', True, 1e22, '.5', 0.0],
    'Boolean': [True, False, 'true', 'False', 'TRUE'],
    'Map': MAPS,
    'List': LISTS,
    'Any': FEW,
}

PATTERNS = ['a', '[a-z]+', 'a*', '.*', '', '^a$', 'a|b', '\\d+', '\\w+', '(?i)ABC', '[^0-9]', 'a{2,3}', '(a)(b)?', '\\s*',
            '(?!b)\\w+', '\\S+\\Z', '[\\w.-]{1,5}']

CONSTRAINTS = {
    'range': [{'min': 1}, {'max': 5}, {'min': 0, 'max': 5}, {'min': 1.5}, {'max': 2.5}, {'min': -5, 'max': -1},
              {'min': 5, 'max': 1}, {'min': 10 ** 20}, {'min': True}],
    'length': [{'min': 1}, {'max': 2}, {'min': 1, 'max': 2}, {'max': 0}, {'min': 3, 'max': 1}],
    'modulo': [{'step': 2, 'offset': 0}, {'step': 3, 'offset': 1}, {'step': -3, 'offset': -1}, {'step': 2.0, 'offset': 1},
               {'step': 10, 'offset': 5}, {'step': 1, 'offset': 0}],
    'allowed_values': [['a', 'b'], [1, 2, 5], ['1', '5'], [1.0, 1.5], [True], ['true'], [], [None], ['a', 1, True],
                       [['a']], ['True', 'False'], [0], [10 ** 25], ['x', {'a': 1}]],
    'allowed_pattern': PATTERNS,
}
FITTING_CONSTRAINTS = {
    'String': ['length', 'allowed_values', 'allowed_pattern', 'custom_constraint'],
    'Integer': ['range', 'modulo', 'allowed_values', 'custom_constraint'],
    'Number': ['range', 'modulo', 'allowed_values', 'custom_constraint'],
    'Boolean': ['allowed_values', 'custom_constraint'],
    'List': ['length', 'allowed_values', 'custom_constraint'],
    'Map': ['length'],
    'Any': [],
}
REGISTERED = ['nova.flavor', 'neutron.network', 'glance.image', 'cinder.volume']
UNREGISTERED = ['no.such', '', 'nova']
