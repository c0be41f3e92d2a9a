"""What the templates of a version are made of: functions with their classes, sections and keys of resources."""

from heat.engine import function
from heat.engine import template


def names(functions):
    """The functions that do something, by name, with the names of their classes."""
    return {name: made.__name__ for name, made in functions.items() if made is not function.Invalid and made.__name__ != 'Removed'}


def of_version(given):
    """What Heat has in its tables for the version that a template declares."""
    key, version = given['key'], given['version']
    made = template.Template({key: version, 'Resources' if key[0].isupper() else 'resources': {}})
    return {
        'functions': names(made.functions),
        'removed': sorted(name for name, of_name in made.functions.items() if of_name.__name__ == 'Removed'),
        'condition_functions': names(getattr(made, '_parser_condition_functions', {})),
        'sections': sorted(set(made.SECTIONS) - {'__undefined__'}),
        'resource_keys': sorted(made._RESOURCE_KEYS),
    }
