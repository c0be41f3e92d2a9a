"""Random expressions of yaql that can be read: pipelines, operators, contexts and branches over small data. A seed always gives the same."""

from . import yaql_functions as pools

DATA = {'n': [3, 1, 2], 's': ['b', 'a', '', 'ab'], 'd': {'a': 1, 'b': [1, 2], 'c': {'d': 'x'}}, 'l': [{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'y'}, {'a': 1, 'b': 'z'}],
        't': 'some text', 'z': None, 'f': 1.5, 'm': [[1, 2], [3, 4], []]}
SOURCES = ['$.data.n', '$.data.s', '$.data.l', '$.data.m', 'range(5)', '[1, 2, 3]', '$.data.d.items()', '$.data.d.keys().toList()', '$.data.n.toSet().toList()', '$.data.s.select($)']
STEPS = ['where({})', 'select({})', 'distinct()', 'orderBy({})', 'orderByDescending({})', 'skip(1)', 'limit(2)', 'reverse()', 'flatten()', 'selectMany({})', 'groupBy({})',
         'enumerate()', 'takeWhile({})', 'skipWhile({})', 'append({})', 'concat([1])', 'zip([a, b, c])', 'zipLongest([1])', 'slice(2)', 'splitWhere({})', 'sliceWhere({})',
         'accumulate($1 + $2)', 'cycle().limit(4)', 'memorize()', 'insert(1, {})', 'delete(0)', 'replace(1, {})', 'toList()', 'defaultIfEmpty([0])', 'groupBy({}, {})', 'join([1, 2], {}, [$1, $2])']
ENDS = ['sum()', 'max()', 'min()', 'first()', 'last()', 'len()', 'count()', 'any({})', 'all({})', 'toDict({})', 'toDict({}, {})', 'toSet().len()', 'join(",")', 'aggregate($1 + $2)', 'first(0)', 'single()',
        'indexOf(1)', 'indexWhere({})', 'contains(1)', 'reduce($1 + $2, 0)', 'isEmpty()', 'splitAt(1)']
OVERLOADS = []
ANY_POOLS = [pools.NUMBERS, pools.INTS, pools.STRINGS, pools.LISTS, pools.DICTS, pools.SETS, pools.ITERATORS, pools.SPANS, pools.TIMES, pools.REGEXES, pools.ANY, pools.LAMBDAS,
             *pools.OF_NAME.values()]
ITEMS = ['$', '$ > 1', '$ * 2', 'str($)', '$.a', '$[0]', 'len($)', '$.b', 'not $', '$ mod 2', '[$, $]', '{k => $}', '$.len()', '$ = 1', '$ + 1', '$.toUpper()', '$ in [1, 2]', 'isString($)', '$ and 1', 'null', '-$']
OPERATORS = ['+', '-', '*', '/', 'mod', '>', '<', '>=', '<=', '=', '!=', 'in', 'and', 'or', '=~', '!~', '.', '?.', '->']
VARIABLES = ['$', '$.data.t', '$.data.z', '$.data.f', '$.data.n', '$.data.d', '$.data.d.c', '$x', '$.data.none']
TEXTS = ['trim()', 'split(" ")', 'toUpper()', 'len()', 'substring(1, 2)', 'replace(e, 3)', 'indexOf(e)', 'startsWith(s)', 'matches("s.m")', 'toCharArray()', 'rightSplit()', 'join([1, 2])', 'norm()', 'isEmpty()']


def expression(maker, depth=3):
    kind = maker.random.randrange(12)
    if depth <= 0 or kind == 0:
        return maker.one(VARIABLES) if maker.chance(0.4) else maker.one([*pools.ANY, *pools.NUMBERS[:6], *pools.STRINGS, *pools.SPANS[:2], *pools.TIMES[:2]])
    if kind <= 4:
        return pipeline(maker, depth)
    if kind <= 6:
        return f'{value(maker, depth)} {maker.one(OPERATORS[:16])} {value(maker, depth)}'
    if kind == 7:
        return f"{maker.one(['not', '-', '+'])} {value(maker, depth)}"
    if kind == 8:
        return maker.one([
            'let({0}, x => {1}) -> {2}', 'def(f, {0}) -> f({1})', 'switch({0} => {1}, true => {2})', 'coalesce({0}, {1})', 'with({0}) -> [$1, {1}]', '{0}?.a', 'selectCase({0}, {1})',
            'let(x => {0}) -> let(y => $x) -> [$x, $y, {1}]', 'def(f, f2($)) -> def(f2, {0}) -> f2({1})', 'list({0}, {1})', '[{0}, {1}].unpack(x, y) -> $y', 'examine({0}, {1})', '{0}.assert({1})', 'call(str, [{0}], {{}})',
        ]).format(*(expression(maker, depth - 1) for _ in range(3)))
    if kind == 9:
        return f'$.data.t.{maker.one(TEXTS)}' if maker.chance(0.7) else f'{value(maker, depth)}.{maker.one(TEXTS)}'
    if kind == 10:
        return f'{value(maker, depth)}[{maker.one(["0", "1", "-1", "a", "5", "b, 3", "a => 1"])}]'
    parts = [expression(maker, depth - 1) for _ in range(maker.random.randrange(4))]
    if maker.chance(0.5):
        return f"[{', '.join(parts)}]"
    return f"{{{', '.join(f'{maker.one(pools.ANY)} => {part}' for part in parts)}}}"


def value(maker, depth):
    text = expression(maker, depth - 1)
    return text if maker.chance(0.2) else f'({text})'


def item(maker, depth):
    return maker.one(ITEMS) if maker.chance(0.85) else expression(maker, depth - 2)


def pipeline(maker, depth):
    text = maker.one(SOURCES) if maker.chance(0.9) else value(maker, depth)
    for _ in range(maker.random.choice([0, 1, 1, 2, 3])):
        text += '.' + fill(maker, maker.one(STEPS), depth)
    if maker.chance(0.5):
        text += '.' + fill(maker, maker.one(ENDS), depth)
    return text


def fill(maker, step, depth):
    while '{}' in step:
        step = step.replace('{}', item(maker, depth), 1)
    return step


def call(maker):
    """A call of a function with arguments of any type, most of them right."""
    if not OVERLOADS:
        OVERLOADS.extend(sorted(pools.overloads(), key=lambda one: (one[0], one[1].payload.__module__, one[1].payload.__name__)))
    while True:
        name, function = maker.one(OVERLOADS)
        parameters, rest = pools.visible(function)
        count = len(parameters) + (maker.random.randrange(3) if rest else 0) - maker.random.choice([0, 0, 0, 1, 2]) + maker.random.choice([0, 0, 0, 0, 1])
        args = []
        for place in range(max(count, 0)):
            parameter = parameters[place] if place < len(parameters) else rest
            pool = pools.usual(parameter, function) if parameter is not None and maker.chance(0.75) else maker.one(maker.one(ANY_POOLS))
            args.append(maker.one(pool) if isinstance(pool, list) else pool)
        is_word = name[0] not in '#*'
        least = 0 if is_word or name in ('#list', '#map') else 1 if name.startswith(('#unary', '#property', '#iter', '#finalize')) else 2
        as_method = function.is_method and (not function.is_function or maker.chance(0.5))
        if len(args) < max(least, as_method):
            continue
        if is_word and parameters and maker.chance(0.2):
            place = maker.random.randrange(1 if as_method else 0, len(parameters) + 1)
            if place < len(parameters):
                parameter = parameters[place]
                args = args[:place] + [f'{parameter.alias or parameter.name} => {maker.one(pools.usual(parameter, function))}']
        return pools.call(name, function, args[:2] if name.startswith('#operator') else args, as_method)
