"""Calls of every function and operator that yaql registers, made from the types of their parameters."""

import collections.abc  # yaql expects that somebody has done this
import datetime
import itertools
import re

import yaql
from yaql.language import contexts, specs, utils, yaqltypes
from yaql.standard_library import queries

NUMBERS = ['1', '0', '2.5', '-3', '7', '0.1', '1000000000000000000000', '-0.0']
INTS = ['1', '0', '2', '-1', '3', 'true', '100', '-4']
STRINGS = ["'abc'", "''", "'a b  c'", "'aXbXc'", "'\u00e4\u00df\u20ac'", "'12'", "' x '", 'abc', "'1.5'", "'a.b'"]
LISTS = ['[1, 2, 3]', '[]', '[b, a, c, a]', '[[1, 2], [3]]', '[1, a, null, true]', '[{a => 1}, {a => 2}]', 'list(1, 2)', '[1, 1, 2]', '[2, 0]', "'a,b'.split(',')"]
DICTS = ['{a => 1, b => 2}', '{}', '{1 => [2], b => {c => 3}}', '{a => [1, 2], c => {d => 1}}', '[[1, 2]].toDict($[0], $[1])', '{a => null}']
SETS = ['set(1, 2)', 'set()', 'set(2, 3)', '{a => 1}.keys()', 'set(1)']
ITERATORS = ['range(4)', 'range(0)', '[3, 1, 2].select($)', '{a => 1}.values()', 'range(300)']
SPANS = ['timespan(hours => 1)', 'timespan()', 'timespan(days => -1, seconds => 5)', 'timespan(microseconds => 1500)', 'timespan(minutes => 90)']
TIMES = ['datetime(2016, 2, 28, 13, 5, 9, 120)', "datetime('2016-01-01T10:20:30+03:00')", 'datetime(0)', 'datetime(1999, 12, 31)', "datetime('2020-02-29')"]
DATES = ["'2016-01-01'", "'2016-02-28T10:20:30'", "'2016-02-28T10:20:30.5+03:00'", "'20160228T102030Z'", "'2016-02-30'", "'no date'", "'2016-02-28 10:20'"]
REGEXES = ['regex(a)', "regex('[a-c]+')", "regex('(a)(x)?')", "regex('B', ignoreCase => true)", "regex('')"]
ANY = ['1', 'null', 'a', '[1, 2]', 'true', '{a => 1}', '2.5', '0', "''", 'false', '[]', '3']
LAMBDAS = ['$ > 1', '$', 'not $', '$ * 2', '[$, 1]', 'str($)', 'true', '$ = a', '$1 + $2', '$.a', 'len($)', 'null', '$[0]', '$.sum()', '$ mod 2', '1']
OF_NAME = {
    'predicate': ['$ > 1', '$', 'not $', 'true', '$ = a', '$1 = $2', '$ mod 2 = 0', 'false', 'isString($)'],
    'selector': ['$', '$ * 2', '$1 + $2', '[$1, $2]', 'str($)', '[$, 1]', '$.a', '$ + 1'],
    'key_selector': ['$', '$ mod 2', 'str($)', '$[0]', '1', '[$]'], 'value_selector': ['$', '[$]', 'str($)', '$ * 2'],
    'aggregator': ['$.sum()', 'len($)', '$', '[$[0], $[1].len()]', '[$[0], $[1].sum()]', '$.first()'],
    'producer': ['$ + 1', '$ * 2', 'switch($ < 3 => [$ + 1], true => [])', '[]'], 'initial': ['1', '0', '[]', '10'],
    'condition': ['true', '$ > 0', 'false', '$', 'null'], 'list_merger': ['$1 + $2', '$2'], 'item_merger': ['$1', '[$1, $2]'],
    'pattern': ["'a'", "'[a-c]+'", "'^b'", "'('", "'(?i)A'", "'\\\\d'"], 'regexp': ["'a'", "'b$'", "'['", "''"],
    'repl': ["'x'", "'<\\\\g<0>>'", "''", '$.value', "$.value + '!'", "'\\\\1'", '$2.value', 'null'],
    'format__': ["'%Y-%m-%d %H:%M:%S'", "'%d.%m.%y'", "'%j %A %b %p'", "'%%'", "'%Z%z %f'", "''"],
    'name': ['a', 'len', 'pow', "'sum'", 'nothing'], 'message': ["'wrong'"], 'char': ["'a'"], 'chars': ["' '", "'abc'", 'null', "''"],
    'year': ['2016', '1', '0', '9999', '10000'], 'month': ['2', '12', '13'], 'day': ['28', '1', '31'], 'hour': ['5', '24', '23'], 'minute': ['5', '60'],
    'second': ['9', '60'], 'microsecond': ['120', '1000000'], 'timestamp': ['0', '1.5', '-1', '1456664709', '100000000000000'],
    'separator': ["','", "' '", "''", "'X'", 'null', '-'], 'sub': ["'b'", "''", "'zz'", "'c'"], 'old': ["'a'", "''", "'b'"], 'new': ["'x'", "''"],
    'replacements': ["{a => 1, b => x}", '{}', "{a => null, '' => z}"], 'args': ['[1, 2]', '[]', '[[3, 1]]'], 'kwargs': ['{}', '{a => 1}'],
    'step': ['1', '2', '-1', '0'], 'count': ['1', '2', '0', '-1', '5'], 'length': ['1', '2', '0', '-1'], 'times': ['2', '0', '-1'],
    'digits': ['true'], 'string': STRINGS + ["'2016-01-01'", "'abcabc'"],
}


def usual(parameter, function=None):
    """Values of the type of a parameter, as they are written in an expression."""
    of_type = parameter.value_type
    if function is not None and function.payload.__name__ == 'datetime_from_string' and parameter.name == 'string':
        return DATES
    if parameter.name in OF_NAME and not isinstance(of_type, yaqltypes.Iterable):
        return OF_NAME[parameter.name]
    if isinstance(of_type, yaqltypes.MappingRule) or getattr(of_type, 'python_type', None) is utils.MappingRule:
        return ['a => 1', '1 > 2 => b', 'true => c', '2 => [3]', 'null => 4']
    if isinstance(of_type, yaqltypes.LazyParameterType):
        return LAMBDAS
    if isinstance(of_type, yaqltypes.Keyword):
        return ['a', 'year', 'hours', 'b']
    if isinstance(of_type, yaqltypes.Constant):
        return ["'$'", 'a']
    if isinstance(of_type, yaqltypes.String):
        return STRINGS
    if isinstance(of_type, yaqltypes.DateTime):
        return TIMES
    if isinstance(of_type, yaqltypes.Sequence):
        return LISTS
    if isinstance(of_type, yaqltypes.Iterable):
        return LISTS[:4] + ITERATORS[:2] + SETS[:1] + LISTS[4:] + ITERATORS[2:]
    if isinstance(of_type, yaqltypes.Number):
        return NUMBERS
    return of_python_type(getattr(of_type, 'python_type', object))


def of_python_type(python_type):
    some = {
        int: INTS, bool: ['true', 'false'], str: STRINGS, type(None): ['null'], datetime.timedelta: SPANS, datetime.datetime: TIMES,
        re.Pattern: REGEXES, contexts.ContextBase: ['let(a => 1)', 'with(5)'], utils.MappingType: DICTS, utils.SetType: SETS,
        utils.IteratorType: ITERATORS, queries.OrderingIterable: ['[3, 1, 2].orderBy($)', '[[1, b], [1, a], [0, c]].orderBy($[0])'],
    }
    return some.get(python_type, ANY)


def overloads():
    """Every function, with the layers of contexts as one."""
    context = yaql.create_context()
    while context is not None:
        for name, functions in context._functions.items():
            for function in functions:
                yield name, function
        context = context.parent


def visible(function):
    """The parameters that are given, in order, and the one that takes the rest."""
    shown = [one for key, one in function.parameters.items()
             if key not in ('*', '**') and one.position is not None and not isinstance(one.value_type, yaqltypes.HiddenParameterType)]
    return sorted(shown, key=lambda one: one.position), function.parameters.get('*')


def module_of(name, function):
    module = function.payload.__module__.rpartition('.')[2]
    return {'specs': 'datetime', 'date_time': 'datetime', 'yaql': 'system'}.get(module, module)


def call(name, function, args, as_method):
    """The text of a call."""
    if name.startswith('#operator_'):
        sign = name[len('#operator_'):]
        return f'{args[0]}{sign}{args[1]}' if sign in ('.', '?.') else f'({args[0]}) {sign} ({args[1]})' if len(args) == 2 else f'{args}'
    if name.startswith('#unary_operator_'):
        return f"{name[len('#unary_operator_'):]} ({args[0]})"
    if name in ('*equal', '*not_equal'):
        return f"({args[0]}) {'=' if name == '*equal' else '!='} ({args[1]})"
    if name == '#indexer':
        return f"({args[0]})[{', '.join(args[1:])}]"
    if name == '#list':
        return f"[{', '.join(args)}]"
    if name == '#map':
        return f"{{{', '.join(args)}}}"
    if name.startswith('#property#'):
        return f"{args[0]}.{name[len('#property#'):]}"
    if name == '#get_context_data':
        return f"let(a => {args[0]}) -> [$a, $b]"
    if name in ('#iter', '#finalize'):
        return args[0]
    if as_method:
        return f"{args[0]}.{name}({', '.join(args[1:])})"
    return f"{name}({', '.join(args)})"


def calls(name, function):
    """The usual, edge and wrong calls of a function."""
    parameters, rest = visible(function)
    choices = [usual(parameter, function) for parameter in parameters]
    required = sum(parameter.default is specs.NO_DEFAULT for parameter in parameters)
    forms = [form for form, there in ((True, function.is_method), (False, function.is_function)) if there]
    is_word = name[0] not in '#*'
    for form in forms:
        seen = set()
        for number in range(10):
            count = max(required, len(parameters) - number % 3 if number else len(parameters))
            args = [choices[place][(number * (place + 1) + place) % len(choices[place])] for place in range(count)]
            if rest is not None:
                some = usual(rest)
                args += [some[(number + place) % len(some)] for place in range(2 if name.startswith('#operator') else number % 4)]
            text = call(name, function, args, form and bool(args)) if args or is_word or name in ('#list', '#map') else None
            if text and text not in seen:
                seen.add(text)
                yield text
        base = [choice[0] for choice in choices[:max(required, 1)]] + ([usual(rest)[0]] if rest is not None else [])
        if name.startswith('#operator') and len(base) < 2:
            base += [usual(rest)[1]]
        for place, wrong in itertools.product(range(len(base)), ['null', '1', "'a'", '[1]', '{a => 1}', 'true', '2.5', 'range(2)', 'timespan(hours => 1)']):
            if name in ('#operator_.', '#operator_?.') and place == 1:
                continue
            yield call(name, function, base[:place] + [wrong] + base[place + 1:], form)
        if is_word:
            yield call(name, function, base + ['1'] * 4, form)
            yield call(name, function, base[:-1], form and len(base) > 1)
            for parameter, choice in list(zip(parameters, choices))[1 if form else 0:]:
                named = [f'{parameter.alias or parameter.name} => {choice[0]}']
                place = parameters.index(parameter)
                yield call(name, function, base[:min(place, len(base))] + named, form)
            yield call(name, function, base + ['nothing => 1'], form)


def cases():
    """Each module's calls."""
    grouped = {}
    for name, function in overloads():
        grouped.setdefault(module_of(name, function), []).append((name, function))
    for module in sorted(grouped):
        seen = set()
        for name, function in sorted(grouped[module], key=lambda one: (one[0], one[1].payload.__name__)):
            for text in calls(name, function):
                if text not in seen:
                    seen.add(text)
                    yield module, {'expression': text}
