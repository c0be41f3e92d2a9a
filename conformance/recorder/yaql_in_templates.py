"""Templates with expressions of yaql in every place where Heat evaluates them: properties of each type, conditions, other functions."""

EXPRESSIONS = [
    '$.data.x', '$.data.x.len()', '$.data.x.first()', '$.data.x.sum()', '$.data.x.select($ * 2)', '$.data.x.where($ > 1)', '$.data.x + $.data.y',
    '$.data.x.join(",")', 'coalesce($.data.x, [])', 'coalesce($.data.x, []).len()', '$.data.x.orderBy($)', '$.data.x.toDict($, $)', 'dict($.data.x)',
    '$.data.x.keys()', '$.data.x.a', '$.data.x?.a', '$.data.x.get(a, 5)', '$.data.x.mergeWith($.data.y)', '$.data.x in $.data.y', '$.data.y.contains($.data.x)',
    '$.data.x = $.data.y', '$.data.x and $.data.y', 'not $.data.x', 'isString($.data.x)', 'isList($.data.x)', 'int($.data.x) + 1', 'str($.data.x)', '$.data.x.split(",")',
    '$.data.x.toUpper()', '$.data.x.selct($)', 'lenn($.data.x)', '$.data.x.select()', '$.data.z', '$.z', '$.data.x / 0', 'range(300)', 'range($.data.x)',
    'let(a => $.data.x) -> $a', 'switch($.data.x > 1 => big, true => small)', '$.data.x.flatten()', '$.data.x.distinct()', '$.data.x.reverse()', '$.data.x.zip($.data.y)',
    '$.data.x.groupBy($)', '$.data.x.aggregate($1 + $2)', '$.data.x.matches("[0-9]+")', '$.data.x.replace(a, b)', '$.data.x.startsWith(a)', '"{0}-{1}".format($.data.x, $.data.y)',
    '$.data.x > $.data.y', '$.data.x.items()', '$.data.x.indexOf(1)', '$.data.x.take(2)', '$.data.x.skip(1)', '$.data.x.any()', '$.data.x.all()', '$', '$.data', '1 +', '[$.data.x, $.data.y]',
    '{a => $.data.x}', 'max($.data.x, $.data.y)', '$.data.x[0]', '$.data.x[a]', '$.data.x.where($.a = 1)',
]
VALUES = [[1, 2, 3], [], ['b', 'a'], 'a,b', 'abc', '', 5, 1.5, None, True, False, {'a': 1}, {}, [{'a': 1}, {'a': 2, 'b': None}], [[1], [2, 3]], '42', 'a' * 9990,
          {'get_param': 'list'}, {'get_param': 'json'}, {'get_param': 'number'}, {'get_param': 'text'}, {'get_attr': ['other', 'value']}, {'get_resource': 'other'}, {'if': ['yes', [1], [2]]}]
PARAMETERS = {'list': {'type': 'comma_delimited_list', 'default': 'a,b,c'}, 'json': {'type': 'json', 'default': {'a': 1, 'b': [2]}},
              'number': {'type': 'number', 'default': 4}, 'text': {'type': 'string', 'default': 'x1'}}


def call(maker):
    data = {'x': maker.one(VALUES), 'y': maker.one(VALUES)}
    if maker.chance(0.1):
        data = maker.one([*VALUES, {'x': data['x']}])
    return {'yaql': {'expression': maker.one(EXPRESSIONS), 'data': data}}


def template(maker):
    """One expression in a place of a small template."""
    found = call(maker)
    around = maker.random.randrange(6)
    if around == 0:
        found = {'list_join': [',', [found, 'z']]}
    if around == 1:
        found = {'str_replace': {'template': 'a $x', 'params': {'$x': found}}}
    given = {'heat_template_version': maker.one(['2017-09-01', '2018-08-31', '2021-04-16']), 'parameters': PARAMETERS, 'conditions': {'yes': True},
             'resources': {'other': {'type': 'OS::Heat::Value', 'properties': {'value': 'v'}}}}
    place = maker.random.randrange(6)
    if place == 0:
        given['conditions']['c'] = found
        given['resources']['r'] = {'type': 'OS::Heat::Value', 'condition': 'c', 'properties': {'value': 1}}
    elif place == 1:
        given['resources']['r'] = {'type': 'OS::Heat::RandomString', 'properties': {maker.one(['salt', 'length', 'character_classes']): found}}
    elif place == 2:
        given['resources']['r'] = {'type': 'OS::Heat::TestResource', 'properties': {maker.one(['value', 'fail', 'wait_secs', 'constraint_prop_secs']): found}}
    else:
        kinds = ['string', 'number', 'json', 'comma_delimited_list', 'boolean']
        given['resources']['r'] = {'type': 'OS::Heat::Value', 'properties': {'type': maker.one(kinds), 'value': found}}
        if place == 3:
            del given['resources']['r']['properties']['type']
    if maker.chance(0.2):
        given['outputs'] = {'o': {'value': call(maker)}}
    return {'template': given}
