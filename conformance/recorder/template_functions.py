"""Heat's answers about functions of templates: parsing, validating and resolving a snippet."""

import copy
import re

from heat.engine import attributes
from heat.engine import environment
from heat.engine import function
from heat.engine import stk_defn
from heat.engine import template
from yaql import YaqlFactory
from yaql.language import expressions

from . import outcomes
from . import schemas
from . import template_parameters

ZONES = ['nova']
# What is said of a set depends on hashes.
UNORDERED = '{<unordered>}'
OF_SETS = ['Algorithm must be one of ', 'Invalid arguments to "make_url": ']


class Data:
    """What is known about a resource, in place of `NodeData`: a path is looked up in the value of the attribute."""

    def __init__(self, given):
        self.given = given
        self.action, self.status = given['action'], given['status']

    def reference_id(self):
        return self.given['ref_id']

    def attribute_names(self):
        return [*self.given['attributes'], 'show']

    def attributes(self):
        return copy.deepcopy(self.given['attributes'])

    def attribute(self, attribute):
        # Heat asks a dictionary.
        hash(attribute)
        name, *path = attribute if isinstance(attribute, tuple) else (attribute,)
        if name not in self.attribute_names():
            raise KeyError(attribute)
        return attributes.select_from_attribute(self.attributes().get(name), path)


class Parent:
    """The resource that a nested stack implements."""

    def __init__(self, given):
        self.given = given
        self.t = self
        self._update_policy = given['update_policy']

    def metadata_get(self):
        return copy.deepcopy(self.given['metadata'])

    def deletion_policy(self):
        return self.given['deletion_policy']


class Snippet:
    """A snippet as Heat parsed it, and the stack, which Heat only refers to."""

    def __init__(self, given):
        given = copy.deepcopy(given)
        env = environment.Environment({'parameters': given.get('parameters', {}),
                                       'parameter_defaults': given.get('parameter_defaults', {})})
        self.template = template.Template(given['template'], files=given.get('files'), env=env)
        self.stack = None
        if 'stack' in given:
            self.stack = self.stack_of(given['stack'])
        self.given, self.parsed = given, None

    def stack_of(self, given):
        data = {name: Data(one) for name, one in given['resources'].items()}
        parent = Parent(given['parent']) if 'parent' in given else None
        stack = stk_defn.StackDefinition(None, self.template, template_parameters.STACK, data, parent)
        stack._zones = given.get('availability_zones', ZONES)
        return stack

    def parse(self):
        parse = self.template.parse_condition if self.given.get('condition') else self.template.parse
        self.parsed = parse(self.stack, self.given['snippet'])
        return self.parsed


def as_json(value):
    """A result as JSON, with the forms that only functions give."""
    if value is Ellipsis:
        return {'$omitted': True}
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            return {'$map': [[as_json(key), as_json(member)] for key, member in value.items()]}
        return {key: as_json(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    if isinstance(value, function.Macro):
        return as_json(value.parsed)
    if isinstance(value, function.Function):
        return {value.fn_name: as_json(value.args)}
    if isinstance(value, (set, frozenset)):
        return {'$set': sorted(map(as_json, value), key=repr)}
    return outcomes.as_json(value) if value is None or isinstance(value, (str, int, float)) else {'$other': type(value).__name__}


def outcome(ask):
    try:
        return as_json(ask())
    except Exception as exc:
        return error(exc)


def error(exc):
    recorded = outcomes.error(exc)
    for key in ('message', 'error_message'):
        for start in OF_SETS:
            before, found, _ = recorded.get(key, '').partition(start)
            if found:
                recorded[key] = f'{before}{found}{UNORDERED}'
    return recorded


def note_evaluation():
    """Notes the expressions of yaql whose result is none that a template has: a set, a date, or what depends on chance or the clock."""
    noted, evaluate = [], expressions.Statement.evaluate

    def evaluated(statement, *args, **named):
        if CHANGING.search(str(statement)):
            noted.append(statement)
        try:
            result = evaluate(statement, *args, **named)
        except Exception as exc:
            if ' at 0x' in str(exc):
                noted.append(statement)
            raise
        if not is_data(result):
            noted.append(statement)
        return result

    expressions.Statement.evaluate = evaluated
    return noted


# What gives another result each time, or the result of another machine.
CHANGING = re.compile(r'\b(now|random|randomInts|localtz)\b')


def is_data(value):
    """Whether a template can have the value."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_data(item) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return all(map(is_data, value))
    # An address of memory is another one each time.
    return value is None or isinstance(value, (bool, int, float)) or isinstance(value, str) and ' at 0x' not in value


UNDECIDED = note_evaluation()


def of_functions(given):
    """What becomes of a snippet. Each question is asked of a new reading: resolving can change the data it works with."""
    def ask(question):
        one = Snippet(given)
        one.parse()
        return outcome(lambda: question(one.parsed))

    UNDECIDED.clear()
    recorded = answered(given, ask)
    if UNDECIDED:
        raise outcomes.NotOne
    return recorded


def answered(given, ask):
    try:
        one = Snippet(given)
    except Exception as exc:
        return {'template_error': error(exc)}
    try:
        one.parse()
    except Exception as exc:
        return {'parse': error(exc)}

    def validate(parsed):
        function.validate(parsed)
        return {'ok': True}

    def names(parsed):
        return {'names': sorted({resource.name for resource in function.dependencies(parsed)})}

    def attrs(parsed):
        found = [[resource, '*' if attr is attributes.ALL_ATTRIBUTES else attr]
                 for resource, attr in function.all_dep_attrs(parsed)]
        return {'attrs': sorted(found, key=repr)}

    recorded = {'validate': ask(validate), 'resolve': ask(lambda parsed: {'value': function.resolve(parsed)})}
    nullable = ask(lambda parsed: {'value': function.resolve(parsed, nullable=True)})
    if not schemas.same(nullable, recorded['resolve']):
        recorded['resolve_nullable'] = nullable
    for key, question, nothing in [('dependencies', names, {'names': []}), ('dep_attrs', attrs, {'attrs': []})]:
        answer = ask(question)
        if answer != nothing:
            recorded[key] = answer
    return recorded


PARSERS = []


def of_expression(given):
    """Whether yaql can read an expression, as Heat sets it up."""
    if not PARSERS:
        PARSERS.append(YaqlFactory().create({'yaql.limitIterators': 200, 'yaql.memoryQuota': 10000}))
    return outcomes.verdict(lambda: PARSERS[0](given['expression']))
