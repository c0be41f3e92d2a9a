"""The inputs of the shipped vectors of functions."""

from . import generated
from . import generated_functions
from . import generated_yaql

# The first version with each set of functions, the last one, and both CFN-style formats.
VERSIONS = ['2013-05-23', '2014-10-16', '2015-10-15', '2016-04-08', '2016-10-14', 'ocata', '2017-09-01', 'wallaby', 'cfn', 'heat']


def functions(_types):
    """Every function in several versions, with arguments of all kinds, and whatever the grammar gives."""
    maker = generated.Maker('shipped/functions')
    for version in VERSIONS:
        grammar = generated_functions.FunctionMaker(maker, version)
        makers = grammar.HOT_MAKERS if grammar.is_hot else grammar.CFN_MAKERS
        for one in dict.fromkeys(makers):
            yield one.__name__.strip('_'), grammar.input(lambda: one(grammar, 2))
        for _ in range(8):
            yield 'condition', grammar.input(lambda: grammar.condition(3), is_condition=True)
    for _ in range(120):
        yield 'mixed', generated_functions.functions(maker)


def language(_types):
    """Every version that a template can declare, by date."""
    for version in ('2013-05-23', '2014-10-16', '2015-04-30', '2015-10-15', '2016-04-08', '2016-10-14', '2017-02-24', '2017-09-01',
                    '2018-03-02', '2018-08-31', '2021-04-16'):
        yield 'hot', {'key': 'heat_template_version', 'version': version}
    yield 'cfn', {'key': 'HeatTemplateFormatVersion', 'version': '2012-12-12'}
    yield 'cfn', {'key': 'AWSTemplateFormatVersion', 'version': '2010-09-09'}


def yaql_syntax(_types):
    """Every token and every mistake, and expressions made of them."""
    for text in [*generated_yaql.CONSTANTS, *generated_yaql.ODD[:-7], *generated_functions.EXPRESSIONS]:
        yield 'token', {'expression': text}
    for operator in [*generated_yaql.OPERATORS, *generated_yaql.PREFIXES]:
        for text in (f'$ {operator} 1', f'{operator} 1', f'1 {operator}'):
            yield 'operator', {'expression': text}
    for arguments in ('', ',', 'a,', ',a', 'a,,b', ',,a', 'a,,', 'a=>1', 'a=>1,', 'a=>1,b', 'b,a=>1', 'b,,a=>1', ',a=>1', 'b,,,a=>1', 'a=>1,b=>2', 'a=>b=>c',
                      'a=>', '=>a', ',b,,a=>1', 'a b', 'a,,,b', ',a,b', 'a=>1,,b=>2'):
        for before, after in (('f(', ')'), ('[', ']'), ('{', '}'), ('$[', ']'), ('(', ')')):
            yield 'arguments', {'expression': f'{before}{arguments}{after}'}
    maker = generated.Maker('shipped/yaql_syntax')
    for _ in range(100):
        yield 'mixed', {'expression': generated_yaql.expression(maker)}
