"""The inputs of the family `yaql`."""

from . import generated
from . import generated_expressions
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
    maker = generated.Maker('shipped/yaql')
    for _ in range(600):
        yield 'random', {'expression': generated_expressions.expression(maker), 'data': generated_expressions.DATA}
