"""Random expressions of yaql, with and without mistakes. A seed always gives the same expressions."""

# Names of characters, as in \\N{EM DASH}, are not among them: which ones Unicode has is not known here.
OPERATORS = ['.', '?.', '+', '-', '=~', '!~', '*', '/', ' mod ', '>', '<', '>=', '<=', '!=', '=', ' in ', ' and ', ' or ', '->', ' -> ', ' + ', ' = ']
PREFIXES = ['+', '-', 'not ', '- ', 'not not ']
NAMES = ['a', 'select', 'where', 'x1', '_a', '__a', '\u00e4', 'not', 'in', 'mod', 'true', 'B2', '\u0663a', 'a\u0301', 'and']
CONSTANTS = ['1', '0', '12', '1.5', '0.10', '1_0', '1.', '.5', '1e5', '5a', '\u0661', '\u0661.\u0662', '\u00b2', 'true', 'false', 'null', 'True', '$', '$data', '$1', '$__x', '$\u00e4',
             "'a'", '"b"', '`c`', "''", "'a\\'b'", '"\\n\\t"', '"\\x41"', "'\\u00e4'", '"\\U0001f600"', '"\\101"', '"\\q"', '`\\``', '"a\nb"', "'\u00e4'", '12345678901234567890123',
             '1e400', '9' * 30 + '.5', '0.1e1', '"\\\\"', '100000000000000000000.0', '1234567890.125', '0.00001']
ODD = ['#', '@', '%', '&', '|', '!', '~', '?', ';', ':', '\\', '"', "'", '`', '{', '}', '[', ']', '(', ')', ',', '=>', '==', '$$', '\u00a0', '\ufeff', '\t', '\n', '\f', '\u2028', '"\\x"', '"\\xg1"',
       '"\\u12"', '"\\U0011"', '"\\U00110000"', "'\\", '__', '_', '\u20ac', '\U0001f600', '9' * 4301, '"\\400"', "'\\\n'", '"\\777"', '"a\\N{x"', '"\\N{}"']


def expression(maker, depth=3):
    """An expression; every third has mistakes."""
    text = value(maker, depth)
    for _ in range(maker.random.choice([0, 0, 1, 1, 2])if maker.chance(0.6) else 0):
        text = mutated(maker, text)
    return text


def value(maker, depth):
    if depth <= 0 or maker.chance(0.2):
        return maker.one(CONSTANTS) if maker.chance(0.7) else maker.one(NAMES)
    kind = maker.random.randrange(9)
    if kind <= 1:
        return value(maker, depth - 1) + maker.one(OPERATORS) + value(maker, depth - 1)
    if kind == 2:
        return maker.one(PREFIXES) + value(maker, depth - 1)
    if kind == 3:
        return f'({value(maker, depth - 1)})'
    if kind == 4:
        return f'{value(maker, depth - 1)}[{arguments(maker, depth - 1)}]'
    if kind == 5:
        return f'[{arguments(maker, depth - 1)}]'
    if kind == 6:
        return f'{{{arguments(maker, depth - 1)}}}'
    call = f'{maker.one(NAMES)}({arguments(maker, depth - 1)})'
    return f'{value(maker, depth - 1)}.{call}' if kind == 7 else call


def arguments(maker, depth):
    parts = []
    for _ in range(maker.random.choice([0, 1, 1, 2, 2, 3, 4])):
        kind = maker.random.random()
        if kind < 0.12:
            parts.append('')
        elif kind < 0.4:
            parts.append(f'{value(maker, depth - 1)} => {value(maker, depth - 1)}')
        else:
            parts.append(value(maker, depth - 1))
    if maker.chance(0.5):
        parts.sort(key=lambda part: '=>' in part)
    return maker.one([',', ', ']).join(parts)


def mutated(maker, text):
    place = maker.random.randint(0, len(text))
    kind = maker.random.randrange(4)
    if kind == 0:
        return text[:place] + maker.one(ODD) + text[place:]
    if kind == 1:
        return text[:place] + text[place + 1:]
    if kind == 2:
        return text[:place]
    return text[:place] + maker.one(OPERATORS + ['(', ')', ',', '=>', ' ', '1', 'a']) + text[place:]
