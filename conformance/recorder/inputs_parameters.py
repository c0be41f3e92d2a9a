"""The inputs of the shipped vectors of parameters."""

import itertools

from . import custom_values
from . import generated
from . import generated_parameters
from . import values

HOT = ['hot', 'hot-2017-02-24', 'hot-2018-03-02']


def parameters(_types):
    """Every type with values of all kinds, every constraint, every odd definition, and a mixture of all."""
    for of_type, value in itertools.product(generated_parameters.TYPES, values.FEW + generated_parameters.BROKEN_JSON[:-2:4]):
        yield 'value', {'version': 'hot', 'name': 'p', 'definition': {'type': of_type}, 'value': value}
    for (of_type, (cfn_type, _)), value in itertools.product(generated_parameters.TYPES.items(), values.FEW[::4]):
        yield 'cfn', {'version': 'cfn', 'name': 'p', 'definition': {'Type': cfn_type, 'Default': value}}
        yield 'default', {'version': 'hot', 'name': 'p', 'definition': {'type': of_type, 'default': value, 'hidden': True}}
    for text in generated_parameters.BROKEN_JSON[:-2]:
        yield 'json', {'version': 'hot', 'name': 'p', 'definition': {'type': 'json'}, 'value': text}
    rotating = itertools.cycle(['string', 'number', 'comma_delimited_list', 'boolean', 'json'])
    for constraint, version in itertools.product(generated_parameters.ODD_CONSTRAINTS, HOT[1:]):
        definition = {'type': next(rotating), 'constraints': [constraint]}
        yield 'constraint', {'version': version, 'name': 'p', 'definition': definition, 'value': '5'}
    for kind, constraints in values.CONSTRAINTS.items():
        for of_type, constraint in itertools.product(generated_parameters.TYPES, constraints[:3]):
            for value in generated_parameters.FITTING[of_type][:2]:
                definition = {'type': of_type, 'constraints': [{kind: constraint}]}
                yield 'violation', {'version': 'hot-2017-02-24', 'name': 'p', 'definition': definition, 'value': value}
    for name, some in custom_values.VALUES.items():
        for value in some[::3]:
            definition = {'type': 'string', 'constraints': [{'custom_constraint': name}]}
            yield 'custom', {'version': 'hot', 'name': 'p', 'definition': definition, 'value': value}
    maker = generated_parameters.ParameterMaker(generated.Maker('shipped/parameters'))
    for _ in range(80):
        yield 'mixed', maker.parameter()
    for _ in range(40):
        yield 'set', maker.parameter_set()
        yield 'groups', maker.groups()
    for _ in range(20):
        yield 'immutable', maker.immutable_modified()
