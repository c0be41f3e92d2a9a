"""Random snippets with functions, from a grammar, with the template and the stack around them. A seed always gives the same inputs."""

import json

from . import generated_yaql
from . import values

HOT = ['2013-05-23', '2014-10-16', '2015-04-30', '2015-10-15', '2016-04-08', '2016-10-14', '2017-02-24', '2017-09-01', '2018-03-02',
       '2018-08-31', '2021-04-16', 'newton', 'ocata', 'pike', 'queens', 'rocky', 'wallaby']
CFN = {'cfn': {'AWSTemplateFormatVersion': '2010-09-09'}, 'heat': {'HeatTemplateFormatVersion': '2012-12-12'}}
VERSIONS = [*HOT, *HOT[6:], 'wallaby', 'wallaby', 'cfn', 'cfn', 'heat']

PARAMETERS = {
    's': ('string', 'str'), 'empty': ('string', ''), 'n': ('number', 3), 'half': ('number', '2.50'), 'big': ('number', 10 ** 25),
    'yes': ('boolean', 'on'), 'no': ('boolean', False), 'l': ('comma_delimited_list', 'x,y,z'), 'nothing': ('string', None),
    'none': ('comma_delimited_list', ''), 'j': ('json', {'k': [1, {'d': 'deep'}], 'n': None, 't': True, '0': 'zero'}),
    'jl': ('json', [{'a': 1}, {'a': 2}, 'b', ['c']]), 'text': ('json', '{"a": [1, 2.50], "\u00e4": null}'), 'm': ('json', {}),
    '\u00e4': ('string', '\U0001f600a\u00df'), 'secret': ('string', 'abc'),
}
CFN_TYPES = {'string': 'String', 'number': 'Number', 'boolean': 'Boolean', 'comma_delimited_list': 'CommaDelimitedList',
             'json': 'Json'}
ATTRIBUTES = {
    'list': ['foo', 'bar', {'a': [1, None]}], 'map': {'key1': 'v1', 'key2': ['v2', {'x': 1.5}], '0': 'zero'}, 'none': None,
    'text': 'abc', 'num': 7, 'flag': False, 'big': 10 ** 20, 'uni': '\u00e4\U0001f600',
}
RESOURCES = {
    'r1': {'ref_id': 'id-r1', 'action': 'CREATE', 'status': 'COMPLETE', 'attributes': ATTRIBUTES},
    'r2': {'ref_id': 'id-r2', 'action': 'INIT', 'status': 'COMPLETE', 'attributes': {'text': 'early', 'list': ['p']}},
    'r3': {'ref_id': 'r3', 'action': 'UPDATE', 'status': 'FAILED', 'attributes': {'text': 'late', 'map': {'a': 'b'}, 'show': {}}},
    'r4': {'ref_id': None, 'action': 'DELETE', 'status': 'IN_PROGRESS', 'attributes': {'text': 'gone'}},
    'x': {'ref_id': 'id-x', 'action': 'ROLLBACK', 'status': 'COMPLETE', 'attributes': {'text': 'y', 'list': []}},
    'r 5': None,
}
FILES = {'a.txt': 'content of a', 'empty': '', 'b.sh': '#!/bin/sh\necho $x, %y%\n', 'file:///x': '\u00e4 \U0001f600'}
MAPPINGS = {'M': {'a': {'x': 'ax', 'y': ['1', 2], 'z': None}, 'b': {'x': {'deep': True}}, 'c': 'text', 'l': ['q']}, 'N': {}, '0': {'0': {'0': 0}}}
CONDITIONS = ['c0', 'c1', 'c2', 'c3', 'c4', 'no such', '\u00e4']
PLACEHOLDERS = ['%x%', '$y', 'x', 'xx', '%a', '$', 'a', '\u00e4', '', 'e', '0']
WORDS = ['a', 'b', 'abc', 'x', 'a,b,c', 'x=%x% y=$y', '$y%x%xx', 'echo xx', '', ' ', ' a  b ', '\u00e4', '\U0001f600 e', '5', '0', '-1', 'true', 'k',
         'key1', 'a/b?c', '%', '[1, "a"]', '{"a": {"b": 1}}', '{"a"', 'null', '\n', "a'b", 'http://h/']
URL = {
    'scheme': ['http', 'https', 'swift+http', '', 'a:b', 'mailto', 'file', 'ws', 'wss', 'HTTP'], 'username': ['u', 'a@b', '', '\u00e4:/'],
    'password': ['p', 'p:@/', ''], 'host': ['example.com', '::1', '[::1]', '', 'a b', '\u00fc.de', '[x'],
    'port': [80, '80', 0, 65536, 'x', 1.5, True, '', None, ' 8_0 ', '\u0663', 10 ** 20, 65535, -1],
    'path': ['/a/b', 'a b', '', '//x', '/\u00e4?#', '/%20'], 'query': [{}, {'a': 'b c'}, {'a': 1, 'b': [1, 'x']}, {'/': '&='}, 'a=b', None, {'\u00e4': None}],
    'fragment': ['f', '', 'a#b/\u00e4', '~-_.'],
}
ALGORITHMS = ['md5', 'sha1', 'sha512', 'SHA256', 'blake2b', 'sha3_256', 'ripemd160', 'sm3', 'shake_128', 'Md5', 'crc', '', 'SHA3_512', 'md5-sha1', 'BLAKE2s']
EXPRESSIONS = ['$.data', '$.data.a', '$.data.len()', '$.data.where($ > 1)', 'dict(a => 1)', '1 +', '$.data.', 'f(', "'a", '(1', '#', '$.data[0', '', '1 2',
               '$.data.select({a => $})', 'f(,)', '[1,2', '"\\x', '{a => b', '"a" in $', 'not true', '`a`', '1.2.3', '5a', '\u00e4', '$.data.\u00e4(1)']
SELECTS = [0, 1, '0', '1', -1, '-1', 'a', 'key1', 5, None, True, 1.0, '1.5', 10 ** 20, [], {}, ' 1 ', '\u0661', '']


class FunctionMaker:
    """Generates snippets with functions. In whole templates, mistakes are rarer (`odd`), and names are those that there are."""

    def __init__(self, maker, version, odd=1, resources=None, attributes=None):
        self.maker, self.version, self.odd = maker, version, odd
        self.resources, self.attributes = resources, attributes
        self.one, self.chance, self.random = maker.one, maker.chance, maker.random
        self.is_hot = version in HOT

    # Parts of arguments: mostly of the type that the function wants.

    def literal(self):
        return self.one(values.ALL if self.chance(0.3) else values.FEW)

    def any(self, depth):
        if self.chance(0.25):
            return self.literal()
        return self.one([self.text, self.text, self.list, self.map, self.flag, self.call, self.call])(depth)

    def odd_or(self, make, depth, odd=0.07):
        return self.any(depth) if self.chance(odd * self.odd) else make(depth)

    def text(self, depth):
        if depth <= 0 or self.chance(0.55):
            return self.one(WORDS)
        if self.is_hot:
            makers = [self.get_param, self.get_param, self.list_join, self.str_replace, self.get_file, self.get_resource, self.get_attr, self.digest,
                      self.str_split, self.make_url, self.if_]
        else:
            makers = [self.ref, self.join, self.cfn_replace, self.base64, self.select, self.find_in_map, self.get_att, self.fn_if]
        return self.one(makers)(depth)

    def list(self, depth):
        if depth <= 0 or self.chance(0.5):
            return [self.odd_or(self.text, depth - 1, 0.25) for _ in range(self.random.choice([0, 1, 2, 2, 3, 4]))]
        makers = [self.get_param, self.str_split, self.list_concat, self.repeat, self.filter, self.get_attr, self.yaql, self.if_] if self.is_hot else [
            self.ref, self.split, self.get_azs, self.select, self.find_in_map, self.fn_if]
        return self.one(makers)(depth)

    def map(self, depth):
        if depth <= 0 or self.chance(0.6):
            keys = self.maker.some(PLACEHOLDERS + ['a', 'b', 'k', 'keys', 'values', 'get_x', 'Ref', 'if'], 4)
            return {key: self.odd_or(self.text, depth - 1, 0.3) for key in keys}
        makers = [self.map_merge, self.map_replace, self.get_param, self.get_attr, self.resource_facade, self.if_] if self.is_hot else [
            self.ref, self.member_list, self.find_in_map, self.facade, self.fn_if]
        return self.one(makers)(depth)

    def flag(self, depth):
        return self.condition(depth) if self.chance(0.5) else self.one([True, False, 'c0', 'c1'])

    def call(self, depth):
        return self.one(self.MAKERS)(self, depth - 1)

    def args(self, parts, depth, odd=0.05):
        """A list of arguments; sometimes there is one too many or too few, or it is no list."""
        if self.chance(odd * self.odd):
            kind = self.random.randrange(5)
            if kind == 0:
                parts = parts[:-1]
            elif kind == 1:
                parts = [*parts, self.any(depth - 1)]
            elif kind == 2:
                return self.any(depth - 1)
            elif kind == 3:
                return {'a': parts}
            else:
                return self.list(depth - 1)
        return parts

    # Functions of HOT.

    def get_param(self, depth):
        name = self.one([*PARAMETERS, *PARAMETERS, 'OS::stack_name', 'OS::stack_id', 'OS::project_id', 'OS::region', 'AWS::StackName', 'missing', ''])
        if self.chance(0.03):
            return {'get_param': self.any(depth - 1)}
        if self.chance(0.35):
            path = [self.odd_or(lambda _: self.one(['k', 0, 1, 'd', 'a', '1', -1, 'n', 't', '\u0660', True, None]), depth - 2) for _ in range(self.random.randint(0, 3))]
            return {'get_param': self.args([self.odd_or(lambda _: name, depth - 1, 0.04), *path], depth, 0.02)}
        return {'get_param': name}

    def get_resource(self, depth):
        return {'get_resource': self.odd_or(lambda _: self.one(self.resources or [*RESOURCES, 'missing']), depth - 1)}

    def get_attr(self, depth):
        resource = self.odd_or(lambda _: self.one(self.resources or ['r1', 'r1', 'r1', *RESOURCES, 'missing']), depth - 1, 0.04)
        name = self.odd_or(lambda _: self.one(self.attributes or [*ATTRIBUTES, 'list', 'map', 'show', 'nowhere', None]), depth - 1, 0.04)
        path = [self.odd_or(lambda _: self.one(['key1', 'key2', 0, 1, 2, '0', '1', 'a', -1, 'x']), depth - 2) for _ in range(self.random.choice([0, 0, 0, 1, 2, 3]))]
        if self.chance(0.08):
            return {'get_attr': self.one([[resource], resource])}
        return {'get_attr': self.args([resource, name, *path], depth)}

    def get_file(self, depth):
        return {'get_file': self.odd_or(lambda _: self.one([*FILES, 'missing']), depth - 1)}

    def delimiter(self, depth):
        return self.odd_or(lambda _: self.one([',', ', ', '', 'a', ' ', '\u00e4', '\n', None]), depth - 2, 0.06)

    def list_join(self, depth):
        lists = [self.odd_or(self.list, depth - 1, 0.06) for _ in range(self.random.choice([1, 1, 1, 2, 3]))]
        return {'list_join': self.args([self.delimiter(depth), *lists], depth)}

    def replacements(self, depth):
        if self.chance(0.1):
            return self.map(depth - 1)
        return {key: self.odd_or(self.text, depth - 1, 0.3) for key in self.maker.some(PLACEHOLDERS, 4)}

    def str_replace(self, depth):
        name = self.one(['str_replace', 'str_replace', 'str_replace_strict', 'str_replace_vstrict'])
        given = {'template': self.odd_or(self.text, depth - 1), 'params': self.odd_or(self.replacements, depth)}
        if self.chance(0.04):
            given.pop(self.one(['template', 'params']))
        if self.chance(0.04):
            given['other'] = 1
        return {name: given if self.chance(0.97) else self.any(depth - 1)}

    def str_split(self, depth):
        parts = [self.delimiter(depth), self.odd_or(self.text, depth - 1)]
        if self.chance(0.5):
            parts.append(self.odd_or(lambda _: self.one(SELECTS), depth - 2))
        return {'str_split': self.args(parts, depth)}

    def map_merge(self, depth):
        return {'map_merge': self.args([self.odd_or(self.map, depth - 1, 0.12) for _ in range(self.random.randint(0, 3))], depth)}

    def map_replace(self, depth):
        replaced = {}
        for part in ('keys', 'values'):
            if self.chance(0.7):
                replaced[part] = self.odd_or(lambda at: {self.one(PLACEHOLDERS + WORDS[:5]): self.odd_or(self.text, at - 1, 0.25) for _ in range(2)}, depth - 1)
        if self.chance(0.05):
            replaced[self.one(['key', '', 'Keys'])] = {}
        return {'map_replace': self.args([self.odd_or(self.map, depth - 1, 0.12), self.odd_or(lambda _: replaced, depth - 1)], depth)}

    def resource_facade(self, depth):
        return {'resource_facade': self.odd_or(lambda _: self.one(['metadata', 'deletion_policy', 'update_policy', 'Metadata', '']), depth - 1, 0.1)}

    def repeat(self, depth):
        names = self.maker.some(PLACEHOLDERS, 3)
        lists = {name: self.odd_or(lambda at: self.map(at) if self.chance(0.12) else self.list(at), depth - 1, 0.1) for name in names}
        body = self.one([self.text, self.map, self.any, lambda at: {names[0]: [names[-1], self.text(at)]}])(depth - 1)
        given = {'template': body, 'for_each': self.odd_or(lambda _: lists, depth - 1, 0.05)}
        if self.chance(0.3):
            given['permutations'] = self.odd_or(lambda _: self.one([True, False]), depth - 2, 0.15)
        if self.chance(0.04):
            given.pop(self.one(['template', 'for_each']))
        return {'repeat': given if self.chance(0.97) else self.any(depth - 1)}

    def digest(self, depth):
        return {'digest': self.args([self.odd_or(lambda _: self.one(ALGORITHMS), depth - 2), self.odd_or(self.text, depth - 1)], depth)}

    def yaql(self, depth):
        expression = self.one(EXPRESSIONS) if self.chance(0.7) else generated_yaql.expression(self.maker)
        given = {'expression': self.odd_or(lambda _: expression, depth - 1), 'data': self.any(depth - 1)}
        if self.chance(0.04):
            given.pop(self.one(['expression', 'data']))
        if self.chance(0.03):
            given['other'] = 1
        return {'yaql': given if self.chance(0.97) else self.any(depth - 1)}

    def filter(self, depth):
        return {'filter': self.args([self.odd_or(self.list, depth - 1, 0.12), self.odd_or(self.list, depth - 1, 0.12)], depth)}

    def make_url(self, depth):
        keys = [key for key in URL if self.chance(0.45)]
        given = {key: self.odd_or(lambda _: self.one(URL[key]) if self.chance(0.3) else self.one(URL[key][:3]), depth - 1, 0.06) for key in keys}
        if self.chance(0.03):
            given['other'] = 'x'
        return {'make_url': given if self.chance(0.96) else self.any(depth - 1)}

    def list_concat(self, depth):
        lists = [None if self.chance(0.08) else self.odd_or(self.list, depth - 1, 0.08) for _ in range(self.random.randint(0, 3))]
        return {self.one(['list_concat', 'list_concat_unique']): self.args(lists, depth)}

    def contains(self, depth):
        return {'contains': self.args([self.odd_or(self.text, depth - 1, 0.2), self.odd_or(self.list, depth - 1, 0.25)], depth)}

    def if_(self, depth):
        branches = [self.any(depth - 1) for _ in range(1 if self.chance(0.15) else 2)]
        return {'if': self.args([self.odd_or(self.condition, depth - 1, 0.04), *branches], depth)}

    # Conditions.

    def condition(self, depth):
        if depth <= 0 or self.chance(0.45):
            if self.odd < 1 and not self.chance(self.odd):
                return self.one([True, False, *CONDITIONS[:5]])
            return self.one([True, False, *CONDITIONS[:3], *CONDITIONS, None]) if self.chance(0.95) else self.literal()
        if self.is_hot:
            makers = [self.equals, self.equals, self.not_, self.and_or, self.and_or, self.contains, self.get_param, self.yaql if self.chance(0.3) else self.equals]
            if self.odd < 1:
                makers = makers[:5]
        else:
            makers = [self.equals, self.equals, self.not_, self.and_or, self.and_or, self.find_in_map, self.ref]
        return self.one([self.call] if self.chance(0.05 * self.odd) else makers)(depth)

    def spelled(self, hot, cfn):
        return (hot if self.is_hot else cfn) if self.chance(0.97) else self.one([hot, cfn])

    def equals(self, depth):
        # What is inside of a condition has to be allowed there.
        part = lambda at: self.one([self.get_param if self.is_hot else self.ref, lambda _: self.one(WORDS), lambda _: self.literal(), self.condition])(at)
        left = self.odd_or(part, depth - 1, 0.04)
        right = left if self.chance(0.3) else self.odd_or(part, depth - 1, 0.04)
        return {self.spelled('equals', 'Fn::Equals'): self.args([left, right], depth)}

    def not_(self, depth):
        name = self.spelled('not', 'Fn::Not')
        condition = self.odd_or(self.condition, depth - 1, 0.06)
        return {name: condition if self.is_hot else self.args([condition], depth)}

    def and_or(self, depth):
        conditions = [self.odd_or(self.condition, depth - 1, 0.05) for _ in range(self.random.choice([1, 2, 2, 2, 3]))]
        return {self.spelled(*self.one([('and', 'Fn::And'), ('or', 'Fn::Or')])): self.args(conditions, depth)}

    # Functions of CFN-style templates.

    def ref(self, depth):
        names = [*PARAMETERS, *(self.resources or RESOURCES), 'AWS::StackName', 'AWS::StackId', 'AWS::Region', 'OS::stack_name', 'missing']
        return {'Ref': self.odd_or(lambda _: self.one(names), depth - 1, 0.04)}

    def get_azs(self, depth):
        return {'Fn::GetAZs': self.odd_or(lambda _: '', depth - 1)}

    def join(self, depth):
        return {'Fn::Join': self.args([self.delimiter(depth), self.odd_or(self.list, depth - 1)], depth)}

    def split(self, depth):
        return {'Fn::Split': self.args([self.delimiter(depth), self.odd_or(self.text, depth - 1)], depth)}

    def cfn_replace(self, depth):
        return {'Fn::Replace': self.args([self.odd_or(self.replacements, depth), self.odd_or(self.text, depth - 1)], depth)}

    def base64(self, depth):
        return {'Fn::Base64': self.odd_or(self.text, depth - 1)}

    def member_list(self, depth):
        members = [f'{self.one([".member.", "x.member.", ".member"])}{self.one([0, 1, 2, "a", "01"])}.{self.one(["Name", "Value", "Other"])}={self.one(WORDS)}'
                   for _ in range(self.random.randint(0, 5))]
        if self.chance(0.7):
            members = [f'.member.{index}.{name}={self.one(WORDS)}' for index in range(self.random.randint(0, 3)) for name in ('Name', 'Value')]
        parts = [self.odd_or(lambda _: self.one(['Name', 'Value', '']), depth - 2), 'Value', self.odd_or(lambda _: members, depth - 1, 0.15)]
        return {'Fn::MemberListToMap': self.args(parts, depth)}

    def facade(self, depth):
        return {'Fn::ResourceFacade': self.odd_or(lambda _: self.one(['Metadata', 'DeletionPolicy', 'UpdatePolicy', 'metadata']), depth - 1, 0.1)}

    def find_in_map(self, depth):
        parts = [self.odd_or(lambda _: self.one(some), depth - 2) for some in (['M', 'M', 'M', 'N', '0', 'O'], ['a', 'a', 'b', 'c', 'l', '0', 'd'], ['x', 'y', 'z', '0', 0, 'w'])]
        return {'Fn::FindInMap': self.args(parts, depth)}

    def get_att(self, depth):
        parts = [self.odd_or(lambda _: self.one(self.resources or ['r1', *RESOURCES, 'missing']), depth - 2),
                 self.odd_or(lambda _: self.one(self.attributes or [*ATTRIBUTES, 'show', 'nowhere']), depth - 2)]
        return {'Fn::GetAtt': self.args(parts, depth)}

    def select(self, depth):
        return {'Fn::Select': self.args([self.odd_or(lambda _: self.one(SELECTS), depth - 2), self.odd_or(self.one([self.list, self.map, self.text]), depth - 1)], depth)}

    def fn_if(self, depth):
        branches = [self.any(depth - 1) for _ in range(2)]
        return {'Fn::If': self.args([self.odd_or(self.condition, depth - 1, 0.04), *branches], depth)}

    MAKERS = [get_param, get_resource, get_attr, get_file, list_join, str_replace, str_replace, str_split, map_merge, map_replace, resource_facade, repeat, repeat,
              digest, yaql, filter, make_url, list_concat, contains, if_, if_, equals, not_, and_or, ref, get_azs, join, split, cfn_replace, base64, member_list,
              facade, find_in_map, get_att, select, select, fn_if]
    CFN_MAKERS = [ref, get_azs, join, split, cfn_replace, base64, member_list, facade, find_in_map, get_att, select, fn_if]
    HOT_MAKERS = MAKERS[:20] + [select]

    # All around.

    def snippet(self, depth=3):
        makers = self.HOT_MAKERS if self.is_hot else self.CFN_MAKERS
        return self.one(makers if self.chance(0.9) else self.MAKERS)(self, depth) if self.chance(0.85) else self.any(depth)

    def template(self):
        hot = self.is_hot
        made = {'heat_template_version': self.version} if hot else dict(CFN[self.version])
        kind, default = ('type', 'default') if hot else ('Type', 'Default')
        definitions = {}
        for name, (of_type, value) in PARAMETERS.items():
            definitions[name] = {kind: of_type if hot else CFN_TYPES[of_type]}
            if value is not None:
                definitions[name][default] = value
            if name == 'secret':
                definitions[name]['hidden' if hot else 'NoEcho'] = True
        made['parameters' if hot else 'Parameters'] = definitions
        made['resources' if hot else 'Resources'] = {name: {kind: 'OS::Heat::Value'} for name in RESOURCES}
        if not hot:
            made['Mappings'] = MAPPINGS
        if self.version == 'cfn' or hot and self.version not in HOT[:5]:
            made['conditions' if hot else 'Conditions'] = self.conditions()
        return made

    def conditions(self):
        if self.chance(0.01):
            return self.one([[], 'c0', None, 5])
        made = {}
        for name in CONDITIONS[:5] + CONDITIONS[6:]:
            made[name] = self.one([True, False]) if self.chance(0.45) else self.condition(2)
            if not isinstance(made[name], (bool, dict)) and self.chance(0.85):
                made[name] = self.one([True, False])
        return made

    def input(self, make, is_condition=False):
        given = {'template': self.template(), 'snippet': make()}
        if is_condition:
            given['condition'] = True
        names = {'parameters': {'s': 'other', 'l': ['p', 'q'], 'n': '1_000', 'yes': 'f', 'j': '[1, {"a": null}]', 'nothing': 'x'},
                 'parameter_defaults': {'s': 'd', 'n': '5', 'l': 'p', 'nope': 1}}
        for key, some in names.items():
            if self.chance(0.2):
                given[key] = {name: some[name] for name in self.maker.some(some, 2)}
        if self.chance(0.85):
            given['files'] = dict(FILES)
        if self.chance(0.93):
            given['stack'] = {'resources': {name: data for name, data in RESOURCES.items() if data is not None}}
            if self.chance(0.5):
                given['stack']['availability_zones'] = ['az1', 'az2']
            if self.chance(0.7):
                given['stack']['parent'] = {'metadata': {'foo': ['bar']}, 'deletion_policy': 'Retain', 'update_policy': {'a': 'b'}}
        return pruned(given)


def pruned(given):
    """The input without the definitions, files and data whose names occur nowhere in it."""
    template = given['template']
    conditions = template.get('conditions', template.get('Conditions'))
    text = json.dumps([given['snippet'], conditions], ensure_ascii=False)

    def mentioned(entries):
        return {name: entry for name, entry in entries.items() if json.dumps(name, ensure_ascii=False) in text}

    for key in ('parameters', 'Parameters', 'resources', 'Resources', 'Mappings'):
        if key in template:
            template[key] = mentioned(template[key])
            if not template[key]:
                del template[key]
    if 'files' in given:
        given['files'] = mentioned(given['files'])
    for key in ('parameters', 'parameter_defaults'):
        if key in given:
            known = template.get('parameters', template.get('Parameters', {}))
            given[key] = {name: value for name, value in given[key].items() if name in known or name == 'nope'}
    if 'stack' in given:
        given['stack']['resources'] = mentioned(given['stack']['resources'])
        if 'acade' not in text:
            given['stack'].pop('parent', None)
        if 'GetAZs' not in text:
            given['stack'].pop('availability_zones', None)
    if isinstance(conditions, dict) and '"c' not in text and '"\u00e4"' not in text:
        template.pop('conditions', None)
        template.pop('Conditions', None)
    return given


def functions(maker):
    """A random input of the family."""
    grammar = FunctionMaker(maker, maker.one(VERSIONS))
    depth = maker.random.choice([1, 2, 2, 3, 3, 4])
    if maker.chance(0.25):
        return grammar.input(lambda: grammar.condition(depth), is_condition=True)
    return grammar.input(lambda: grammar.snippet(depth))
