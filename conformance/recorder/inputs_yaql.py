"""The inputs of the family `yaql`."""

from . import made_up
from . import made_up_expressions
from . import yaql_edges
from . import yaql_functions
from . import yaql_templates

# Longer expressions are cut out of the shipped file: they only differ from shorter ones by repetition.
LONGEST = 1000


def yaql(_types):
    """Calls of every function, expressions as templates have them, edges, and random ones."""
    yield from yaql_functions.cases()
    for case in yaql_templates.cases():
        yield 'templates', case
    for group, expression in yaql_edges.cases():
        if len(expression) <= LONGEST:
            yield group, {'expression': expression, 'data': {}}
    maker = made_up.Maker('shipped/yaql')
    for _ in range(600):
        yield 'random', {'expression': made_up_expressions.expression(maker), 'data': made_up_expressions.DATA}
