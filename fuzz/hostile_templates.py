#!/usr/bin/env python3
"""Runs the commands that read templates on hostile templates, and prints what each costs.

    cargo build --release -p heat-codegen
    fuzz/hostile_templates.py target/release/heat-codegen [--table] [--commands=validate,plan] [NAME...]

The first inputs are each made for one weakness, of the largest size that Heat takes. The others are made systematically, of a
megabyte: each function in each way in which a template can have much of something, and each section with many of everything
(`each_function`, `each_section`), and long names around many things (`long_names`).

Prints for each input and command: the characters, the processor time, the peak of memory, the exit code, and the first words of the
answer; with `--table`, only one line per input, with the time and memory of each command. `editor` is the language server. With names, only inputs whose name contains
one of them are run. The exit code is 1 if an input takes more than a second or 200 MB, or ends the program otherwise than with an
answer.
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from resource import RLIMIT_AS, setrlimit

MAX_CHARACTERS = 524_288
MEGABYTE = 1_000_000
MAX_SECONDS, MAX_MEGABYTES = 1.0, 200
# Well above what is accepted: an input that takes longer counts as endless.
ENDLESS = 20
# One that takes more memory is ended, before the machine is.
MOST_MEMORY = 4 << 30
SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / 'schemas'
HEAD = 'heat_template_version: 2018-08-31\n'
VALUE = 'type: OS::Heat::Value'


def filled(start, each, end='', size=MAX_CHARACTERS, most=None):
    """A text with as many numbered pieces as fit into a template, or as are wanted."""
    pieces, left, number = [start], size - len(start) - len(end), 0
    while number != most:
        piece = each(number)
        left -= len(piece)
        if left < 0:
            return ''.join([*pieces, end])
        pieces.append(piece)
        number += 1
    return ''.join([*pieces, end])


def resource(properties, name='r'):
    return f'  {name}: {{{VALUE}, properties: {{value: {properties}}}}}\n'


def one(value, more=''):
    """A template with one value."""
    return f'{HEAD}{more}resources:\n{resource(value)}'


def values(each, more=''):
    """A template of many resources with one value each."""
    return filled(f'{HEAD}{more}resources:\n', lambda number: resource(each(number), f'r{number}'))


def circle(count, reference):
    lines = ''.join(reference(number, (number + 1) % count) for number in range(count))
    return f'{HEAD}resources:\n{lines}'


def words(count, word='x'):
    return ','.join([word] * count)


def nested(count, before, after, core):
    return before * count + core + after * count


def templates():
    """The inputs by name: a template, and files beside it, of which `environment.yaml` is given to the command."""
    yield 'aliases that double', HEAD + 'a0: &a0 [x, x]\n' + ''.join(f'a{n + 1}: &a{n + 1} [*a{n}, *a{n}]\n' for n in range(40))
    yield 'aliases of a long list', filled(f'{HEAD}a: &a [{words(300)}]\nb:\n', lambda n: '- *a\n')
    yield 'aliases of a call', filled(f'{HEAD}parameters: {{p: {{type: string, default: x}}}}\nresources:\n  r: &r {{{VALUE}, properties: {{value: {{get_param: p}}}}}}\n',
                                      lambda n: f'  r{n}: *r\n')
    yield 'merge keys that double', HEAD + 'm0: &m0 {a: 1}\n' + ''.join(
        f'm{n + 1}: &m{n + 1} {{<<: [*m{n}, *m{n}], k{n}: 1}}\n' for n in range(60))
    yield 'an alias of itself', HEAD + 'resources: &r {a: *r}\n'
    yield 'deep brackets', HEAD + '[' * 500_000
    yield 'deep brackets, closed', one(nested(120, '[', ']', 'x'))
    yield 'deep calls', one(nested(60, "{list_join: ['', [", ']]}', 'a'))
    yield 'one long text', one('x' * 520_000)
    yield 'one long quoted text', one('"' + 'x\\n' * 170_000 + '"')
    yield 'short keys', filled(HEAD + 'resources: {}\nparameters:\n', lambda n: f' k{n}: {{type: string}}\n')
    yield 'one key, again and again', filled(HEAD + 'resources: {}\noutputs:\n', lambda n: ' a: {value: 1}\n')
    yield 'flow, one line', filled(HEAD + 'resources: {r: {type: OS::Heat::Value, properties: {value: [', lambda n: 'x,', ']}}}\n')
    yield 'wrong calls, one line', filled(HEAD + 'resources: {r: {type: OS::Heat::Value, properties: {value: [', lambda n: '{get_param: q},', ']}}}\n')
    yield 'wrong calls, one line each', values(lambda n: '{get_param: q}')
    yield 'calls that cannot be parsed', values(lambda n: '{get_attr: []}')
    yield 'wrong names, each with a fix', filled(HEAD + 'resources:\n', lambda n: f' r{n}: {{type: OS::Nova::Server, proprties: {{}}}}\n', size=MEGABYTE)
    yield 'wrong names with a fix, one line', filled(HEAD + 'resources: {', lambda n: f'r{n}: {{type: OS::Nova::Server, proprties: {{}}}}, ', '}\n', MEGABYTE)
    yield 'wrong calls under a long key', filled(HEAD + 'resources: {r: {type: OS::Heat::Value, properties: {value: {"' + 'k' * 1000 + '": [',
                                                lambda n: '{get_attr: a},', ']}}}}\n')
    yield 'JSON', filled('{"heat_template_version": "2018-08-31", "resources": {"r": {"type": "OS::Heat::Value", "properties": {"value": [',
                         lambda n: f'{{"k{n}": [{n}, null]}}, ', '0]}}}}')
    yield 'JSON that ends too early', '{"heat_template_version": "2018-08-31", "resources": {' + '"a": {"b": [1, 2]}, ' * 25_000
    yield 'long integers', filled(HEAD + 'resources:\n', lambda n: resource('9' * 4300, f'r{n}'))

    yield 'resources in a circle', circle(10_000, lambda n, after: f'  r{n}: {{type: T, depends_on: r{after}}}\n')
    yield 'references in a circle', circle(6_000, lambda n, after: resource(f'{{get_resource: r{after}}}', f'r{n}'))
    yield 'resources in a chain', circle(10_000, lambda n, after: f'  r{n}: {{type: T, depends_on: r{max(n - 1, 0)}}}\n' if n else '  r0: {type: T}\n')
    yield 'resources in a chain, backwards', circle(10_000, lambda n, after: f'  r{n}: {{type: T, depends_on: r{after}}}\n' if after else f'  r{n}: {{type: T}}\n')
    yield 'everything needs everything', HEAD + 'resources:\n' + ''.join(
        f'  r{n}: {{type: T, depends_on: [{",".join(f"r{m}" for m in range(n))}]}}\n' for n in range(440))
    yield 'many resources', filled(HEAD + 'resources:\n', lambda n: f' r{n}: {{type: T}}\n')
    yield 'many resources of Nova', filled(HEAD + 'resources:\n', lambda n: f' r{n}: {{type: OS::Nova::Server, properties: {{flavor: f, networks: [{{network: n}}]}}}}\n')
    yield 'attributes of attributes', circle(5_000, lambda n, after: resource(f'{{get_attr: [r{max(n - 1, 0)}, value, a, b]}}', f'r{n}'))

    lists = ', '.join(f'k{n}: [{words(1000)}]' for n in range(6))
    yield 'repeat over lists that multiply', one(f'{{repeat: {{for_each: {{{lists}}}, template: k0k1}}}}')
    yield 'repeat over lists that multiply to maps', one(f'{{repeat: {{for_each: {{{lists}}}, template: {{k0: [k1, k2], k3: k4}}}}}}')
    body = 'x'
    for n in range(8):
        body = f'{{repeat: {{for_each: {{k{n}: [{words(200)}]}}, template: {body}}}}}'
    yield 'repeat in repeat', one(body)
    yield 'repeat over a long list', one(f'{{repeat: {{for_each: {{x: [{words(120_000, "a")}]}}, template: "{"x" * 1000}"}}}}')
    yield 'many short repeats', values(lambda n: '{repeat: {for_each: {x: [a, b, c, d], y: [a, b, c, d]}, template: x-y}}')
    grown = 'a'
    for _ in range(40):
        grown = f'{{str_replace: {{template: {grown}, params: {{a: {"a" * 200}}}}}}}'
    yield 'str_replace that grows', one(grown)
    keys = ', '.join(f'k{n}: x' for n in range(20_000))
    yield 'str_replace with many keys', one(f'{{str_replace: {{template: "{"k1 k2 k3 " * 25_000}", params: {{{keys}}}}}}}')
    yield 'str_replace of a long text, many times', values(
        lambda n: '{str_replace: {template: {get_param: p}, params: {y: z}}}', f'parameters: {{p: {{type: string, default: "{"x" * 100_000}"}}}}\n')
    yield 'list_join with a long delimiter', one(f"{{list_join: ['{'x' * 100_000}', [{words(100_000, 'a')}]]}}")
    yield 'a long text at each comma', one(f"{{str_split: [',', '{',' * 500_000}']}}")
    long_json = '[' + ', '.join(f'{{"k{n}": {n}}}' for n in range(12_000)) + ']'
    yield 'a large parameter, many times', values(lambda n: '{get_param: p}', f"parameters: {{p: {{type: json, default: '{long_json}'}}}}\n")
    yield 'a path in a large parameter', values(lambda n: f'{{get_param: [p, {n}]}}', f"parameters: {{p: {{type: json, default: '{long_json}'}}}}\n")
    yield 'maps merged', one('{map_merge: [' + ','.join('{' + ', '.join(f'k{n}: {n}' for n in range(300)) + '}' for _ in range(150)) + ']}')
    yield 'long lists compared', one('{filter: [[' + ','.join(f'{{a: x{n}}}' for n in range(20_000)) + '], [' + ','.join(f'{{a: y{n}}}' for n in range(20_000)) + ']]}')
    yield 'long lists joined without doubles', one('{list_concat_unique: [[' + ','.join(f'{{a: x{n}}}' for n in range(18_000)) + '], [' + ','.join(f'{{a: y{n}}}' for n in range(18_000)) + ']]}')
    yield 'digests', values(lambda n: '{digest: [sha512, {get_param: p}]}', f'parameters: {{p: {{type: string, default: "{"x" * 100_000}"}}}}\n')
    yield 'URLs', values(lambda n: "{make_url: {scheme: http, host: 'a b', query: {get_param: p}}}", "parameters: {p: {type: json, default: '" + '{"k": "' + 'ä' * 20_000 + '"}' + "'}}\n")
    yield 'yaql', one('{yaql: {expression: "' + '(' * 250_000 + ')' * 250_000 + '", data: {}}}')
    yield 'yaql, one long sum', one('{yaql: {expression: "' + '1 + ' * 120_000 + '1", data: {}}}')
    yield 'unknown values in lists', one('{list_join: [",", [' + words(10_000, '{get_param: q}') + ']]}', 'parameters: {q: {type: string}}\n')
    yield 'unknown branches', one(nested(110, '{if: [c, a, ', ']}', 'b'), 'parameters: {q: {type: string}}\nconditions: {c: {equals: [{get_param: q}, a]}}\n')
    yield 'unknown branches side by side', one('{list_concat: [' + words(8_000, '{if: [c, [a], [b]]}') + ']}', 'parameters: {q: {type: string}}\nconditions: {c: {equals: [{get_param: q}, a]}}\n')
    yield 'unknown branches, joined', one('{list_join: ["", [' + words(12_000, '{if: [c, a, b]}') + ']]}', 'parameters: {q: {type: string}}\nconditions: {c: {equals: [{get_param: q}, a]}}\n')

    chain = ', '.join(f'c{n}: {{not: c{n + 1}}}' for n in range(10_000))
    yield 'conditions in a chain', one('{if: [c0, a, b]}', f'conditions: {{{chain}, c10000: true}}\n')
    yield 'conditions in a circle', one('{if: [c0, a, b]}', f'conditions: {{{chain}, c10000: {{not: c0}}}}\n')
    doubled = ', '.join(f'c{n}: {{and: [c{n + 1}, c{n + 1}]}}' for n in range(150))
    yield 'conditions that double', one('{if: [c0, a, b]}', f'conditions: {{{doubled}, c150: true}}\n')
    unknown = ', '.join(f'c{n}: {{or: [c{n + 1}, {{not: c{n + 1}}}]}}' for n in range(150))
    yield 'unknown conditions that double', one('{if: [c0, a, b]}', f'parameters: {{q: {{type: string}}}}\nconditions: {{{unknown}, c150: {{equals: [{{get_param: q}}, a]}}}}\n')

    yield 'paths that climb out', values(lambda n: f'{{get_file: {"../" * 20}etc/passwd{n}}}')
    yield 'one path, many times', values(lambda n: '{get_file: ../../../../../../../../etc/passwd}')
    yield 'a large file, many times', values(lambda n: '{get_file: large.txt}'), {'large.txt': 'x' * 500_000}
    yield 'a template that includes itself', f'{HEAD}resources: {{a: {{type: template.yaml}}, b: {{type: template.yaml}}}}\n'
    yield 'templates that include each other', f'{HEAD}resources: {{a: {{type: b.yaml}}}}\n', {
        'b.yaml': f'{HEAD}resources: {{a: {{type: c.yaml}}, b: {{type: c.yaml}}}}\n', 'c.yaml': f'{HEAD}resources: {{a: {{type: b.yaml}}, b: {{type: b.yaml}}}}\n'}
    yield 'a chain of templates', f'{HEAD}resources: {{a: {{type: t0.yaml}}}}\n', {
        f't{n}.yaml': f'{HEAD}resources: {{a: {{type: t{n + 1}.yaml}}, b: {{type: t{n + 1}.yaml}}}}\n' for n in range(60)}
    yield 'a nested template, many times', filled(HEAD + 'resources:\n', lambda n: f' r{n}: {{type: nested.yaml}}\n'), {
        'nested.yaml': filled(HEAD + 'resources:\n', lambda n: f' r{n}: {{type: T}}\n')}

    yield 'patterns that backtrack', filled(HEAD + 'resources: {}\nparameters:\n', lambda n: f" p{n}: {{type: string, default: {'a' * 60}b, constraints: [{{allowed_pattern: '(a+)+$'}}]}}\n")
    yield 'long patterns', filled(HEAD + 'resources: {}\nparameters:\n', lambda n: f" p{n}: {{type: string, default: a, constraints: [{{allowed_pattern: '((a{{1,100}}){{1,100}}){{1,100}}'}}]}}\n")
    yield 'many constraints', one('x', 'parameters: {p: {type: number, default: 5, constraints: [' + words(20_000, '{range: {min: 1}}') + ']}}\n')
    yield 'many groups', filled(HEAD + 'resources: {}\nparameters: {p: {type: string, default: a}}\nparameter_groups:\n', lambda n: f' - {{label: g{n}, parameters: [p]}}\n')
    registry = ''.join(f'  "My::{n}::*": "Your::{n}::*"\n' for n in range(10_000))
    yield 'a large registry', filled(HEAD + 'resources:\n', lambda n: f' r{n}: {{type: My::{n}::T}}\n'), {'environment.yaml': 'resource_registry:\n' + registry}
    yield 'an environment of aliases', one('{get_param: p}', 'parameters: {p: {type: json}}\n'), {
        'environment.yaml': 'a0: &a0 [x, x]\n' + ''.join(f'a{n + 1}: &a{n + 1} [*a{n}, *a{n}]\n' for n in range(40)) + 'parameters: {p: *a40}\n'}
    yield 'an environment of many parameters', one('x'), {'environment.yaml': 'parameters:\n' + ''.join(f'  p{n}: x\n' for n in range(40_000))}


# Calls of each function, by its name: {v} is the value that is large. CFN's functions are written as in a CFN template.
HOT_CALLS = {
    'get_param': '{{get_param: {v}}}', 'get_param, path': '{{get_param: [p, {v}]}}',
    'get_resource': '{{get_resource: {v}}}', 'get_attr': '{{get_attr: {v}}}', 'get_attr, path': '{{get_attr: [s, value, {v}]}}',
    'get_file': '{{get_file: {v}}}', 'resource_facade': '{{resource_facade: {v}}}',
    'list_join': "{{list_join: [',', [a, {v}]]}}", 'list_join, items': "{{list_join: [',', {v}]}}", 'list_join, delimiter': '{{list_join: [{v}, [a, b, c]]}}',
    'str_replace': '{{str_replace: {{template: {v}, params: {{a: b, x: y}}}}}}',
    'str_replace, params': '{{str_replace: {{template: a, params: {v}}}}}', 'str_replace, both': '{{str_replace: {{template: {v}, params: {v}}}}}',
    'str_replace_strict': '{{str_replace_strict: {{template: a, params: {v}}}}}',
    'str_replace_vstrict': '{{str_replace_vstrict: {{template: {v}, params: {{x: {v}}}}}}}',
    'digest': '{{digest: [sha512, {v}]}}', 'digest, md5': '{{digest: [md5, {v}]}}', 'digest, algorithm': '{{digest: [{v}, a]}}',
    'repeat': '{{repeat: {{for_each: {{x: {v}}}, template: x}}}}', 'repeat, template': '{{repeat: {{for_each: {{x: [a, b]}}, template: {v}}}}}',
    'repeat, for_each': '{{repeat: {{for_each: {v}, template: x}}}}', 'repeat, nested': '{{repeat: {{for_each: {{x: {v}, y: [a, b]}}, template: {{x: y}}}}}}',
    'str_split': "{{str_split: [',', {v}]}}", 'str_split, delimiter': '{{str_split: [{v}, a]}}', 'map_merge': '{{map_merge: [{v}, {{a: b}}]}}', 'map_merge, list': '{{map_merge: {v}}}',
    'map_replace': '{{map_replace: [{v}, {{keys: {{a: b}}}}]}}', 'map_replace, both': '{{map_replace: [{v}, {{keys: {v}, values: {v}}}]}}',
    'yaql': '{{yaql: {{expression: $.data, data: {v}}}}}', 'yaql, expression': '{{yaql: {{expression: {v}, data: a}}}}',
    'if': '{{if: [yes_, {v}, {v}]}}', 'if, unknown': '{{if: [maybe, {v}, {v}]}}', 'if, condition': '{{if: [{v}, a, b]}}',
    'filter': '{{filter: [{v}, {v}]}}', 'make_url': '{{make_url: {{host: {v}, query: {{a: {v}}}}}}}', 'make_url, query': '{{make_url: {{host: h, query: {v}}}}}',
    'list_concat': '{{list_concat: [{v}, {v}]}}', 'list_concat_unique': '{{list_concat_unique: [{v}, {v}]}}', 'contains': '{{contains: [a, {v}]}}',
    'contains, text': '{{contains: [{v}, [a, b]]}}',
    'equals': '{{if: [{{equals: [{v}, {v}]}}, a, b]}}', 'not': '{{if: [{{not: {v}}}, a, b]}}', 'and': '{{if: [{{and: {v}}}, a, b]}}', 'or': '{{if: [{{or: [yes_, {v}]}}, a, b]}}',
    'unknown': '{{get_parm: {v}}}', 'no function': '{v}',
}
CFN_CALLS = {
    'Ref': '{{Ref: {v}}}', 'Fn::GetAtt': '{{"Fn::GetAtt": [s, {v}]}}', 'Fn::Join': '{{"Fn::Join": [",", {v}]}}', 'Fn::Split': '{{"Fn::Split": [",", {v}]}}',
    'Fn::Select': '{{"Fn::Select": ["1", {v}]}}', 'Fn::Select, index': '{{"Fn::Select": [{v}, [a, b]]}}', 'Fn::Base64': '{{"Fn::Base64": {v}}}',
    'Fn::GetAZs': '{{"Fn::GetAZs": {v}}}', 'Fn::FindInMap': '{{"Fn::FindInMap": [m, {v}, a]}}', 'Fn::Replace': '{{"Fn::Replace": [{{a: b}}, {v}]}}',
    'Fn::Replace, params': '{{"Fn::Replace": [{v}, a]}}', 'Fn::MemberListToMap': '{{"Fn::MemberListToMap": [Name, Value, {v}]}}',
    'Fn::ResourceFacade': '{{"Fn::ResourceFacade": {v}}}', 'Fn::If': '{{"Fn::If": [{v}, a, b]}}', 'Fn::Equals': '{{"Fn::If": [{{"Fn::Equals": [{v}, {v}]}}, a, b]}}',
}
HOT_HEAD = HEAD + ('parameters: {p: {type: json, default: {a: b}}, q: {type: string}}\n'
                   'conditions: {yes_: true, maybe: {equals: [{get_param: q}, a]}}\n')
CFN_HEAD = 'HeatTemplateFormatVersion: "2012-12-12"\nMappings: {m: {a: {a: b}}}\nParameters: {p: {Type: Json, Default: "{}"}}\n'
# Large values: what is written before the calls, and what each call names.
ANCHORED = {
    'an anchored text': 'x: &a "' + 'x, ' * 33_000 + '"\n', 'an anchored list': f'x: &a [{words(5_000)}]\n',
    'an anchored map': 'x: &a {' + ', '.join(f'k{n}: v' for n in range(5_000)) + '}\n', 'nothing, anchored': 'x: &a\n',
}


def each_function():
    """Each function with many values, with a long one, and with one that is written once and meant often."""
    for head, calls, resources, value in [(HOT_HEAD, HOT_CALLS, 'resources', '{type: OS::Heat::Value, properties: {value: '),
                                          (CFN_HEAD, CFN_CALLS, 'Resources', '{Type: OS::Heat::Value, Properties: {value: ')]:
        start = f'{head}{resources}:\n  s: {value}a}}}}\n'
        for name, call in calls.items():
            def template(before, each, most=None):
                return filled(f'{head}{before}{resources}:\n  s: {value}a}}}}\n  r: {value}[', each, ']}}\n', MEGABYTE, most)
            yield f'{name}: many', template('', lambda n: call.format(v=f'u{n}') + ',\n    ')
            yield f'{name}: many, the same', template('', lambda n: call.format(v='p') + ',\n    ')
            yield f'{name}: many resources', filled(start, lambda n: f'  r{n}: {value}{call.format(v=f"[u{n}]")}}}}}\n', '', MEGABYTE)
            count = call.count('{v}')
            yield f'{name}: a long text', template('', lambda n: call.format(v='"' + 'xy, ' * (220_000 // count) + '"'), 1)
            yield f'{name}: a long list', template('', lambda n: call.format(v='[' + ', '.join(f'u{m}' for m in range(110_000 // count)) + ']'), 1)
            yield f'{name}: a long map', template('', lambda n: call.format(v='{' + ', '.join(f'k{m}: u' for m in range(80_000 // count)) + '}'), 1)
            for what, before in ANCHORED.items():
                yield f'{name}: {what}, 5,000 times', template(before, lambda n: call.format(v='*a') + ',\n    ', 5_000)


def each_section():
    """Each section with many of everything, and with long texts."""
    def section(name, each, head=HEAD, more='', end='', most=None):
        return filled(f'{head}{more}{name}:\n', each, end, MEGABYTE, most)
    empty = 'resources: {}\n'
    for kind in ('string', 'number', 'json', 'comma_delimited_list', 'boolean'):
        default = {'number': '1', 'json': '{a: b}', 'comma_delimited_list': '"a,b"', 'boolean': 'true'}.get(kind, 'a')
        yield f'parameters: many, {kind}', section('parameters', lambda n: f'  p{n}: {{type: {kind}, default: {default}}}\n', more=empty)
    yield 'parameters: many, without a default', section('parameters', lambda n: f'  p{n}: {{type: string}}\n', more=empty)
    yield 'parameters: many, wrong', section('parameters', lambda n: f'  p{n}: {{tpe: string}}\n', more=empty)
    yield 'parameters: many, wrong type', section('parameters', lambda n: f'  p{n}: {{type: strng}}\n', more=empty)
    yield 'parameters: many, used', section('parameters', lambda n: f'  p{n}: {{type: string}}\n', most=12_000) + filled(
        'resources:\n', lambda n: f'  r{n}: {{{VALUE}, properties: {{value: {{get_param: p{n % 12_000}}}}}}}\n', '', MEGABYTE // 2)
    for name, constraint in {
            'allowed_values': 'allowed_values: [' + ', '.join(f'a{n}' for n in range(120_000)) + ']',
            'a long alternation': "allowed_pattern: '" + '|'.join(f'a{n}b' for n in range(110_000)) + "'",
            'a long pattern': "allowed_pattern: '" + 'a?' * 450_000 + "'",
            'a long class': "allowed_pattern: '[" + ''.join(chr(0x4e00 + 2 * (n % 10_000)) for n in range(300_000)) + "]'",
            'many groups': "allowed_pattern: '" + '(a)' * 300_000 + "'",
            'repetitions': "allowed_pattern: '" + '(ab{1,99}){1,99}' * 50_000 + "'",
            'deep groups': "allowed_pattern: '" + '(' * 400_000 + 'a' + ')' * 400_000 + "'",
            'a long description': 'range: {min: 1}, description: "' + 'x ' * 400_000 + '"',
            'an unknown custom constraint': 'custom_constraint: ' + 'x' * 900_000}.items():
        yield f'constraints: {name}', f"{HEAD}{empty}parameters: {{p: {{type: string, default: a, constraints: [{{{constraint}}}]}}}}\n"
    for name, constraint in {'allowed_pattern': "allowed_pattern: 'a+{n}'", 'alternation': "allowed_pattern: 'a|b{n}|c|d|e|f|g|h'", 'length': 'length: {{min: 1}}',
                             'allowed_values': 'allowed_values: [a, b{n}]', 'custom': 'custom_constraint: nova.flavor'}.items():
        yield f'constraints: many, {name}', filled(f'{HEAD}{empty}parameters: {{p: {{type: string, default: a, constraints: [', lambda n: '{' + constraint.format(n=n) + '}, ', ']}}\n', MEGABYTE)
        yield f'constraints: a parameter each, {name}', section('parameters', lambda n: f'  p{n}: {{type: string, default: a, constraints: [{{{constraint.format(n=n)}}}]}}\n', more=empty)
    pattern = "x: &a '" + '|'.join(f'a{n}b' for n in range(10_000)) + "'\n"
    yield 'constraints: an anchored pattern, 5,000 times', section('parameters', lambda n: f'  p{n}: {{type: string, default: a, constraints: [{{allowed_pattern: *a}}]}}\n', more=empty + pattern, most=5_000)
    yield 'constraints: an anchored list of values, 500 times', section('parameters', lambda n: f'  p{n}: {{type: string, default: zz, constraints: [{{allowed_values: *a}}]}}\n', more=f'{empty}x: &a [{words(1_000)}]\n', most=500)
    yield 'parameters: an anchored default, 5,000 times', section('parameters', lambda n: f'  p{n}: {{type: string, default: *a}}\n', more=empty + ANCHORED['an anchored text'], most=5_000)
    yield 'parameters: an anchored JSON default, 5,000 times', section('parameters', lambda n: f'  p{n}: {{type: json, default: *a}}\n', more=empty + "x: &a '[" + words(50_000, '1') + "]'\n", most=5_000)
    yield 'parameter_groups: many', section('parameter_groups', lambda n: f'- {{label: l, parameters: [p{n}]}}\n', more=empty)
    yield 'parameter_groups: one of many', HEAD + empty + 'parameter_groups: [{label: l, parameters: [' + ', '.join(f'p{n}' for n in range(120_000)) + ']}]\n'
    yield 'conditions: many', section('conditions', lambda n: f'  c{n}: {{equals: [a, b]}}\n', more=empty)
    yield 'conditions: many unknown names', section('conditions', lambda n: f'  c{n}: {{not: u{n}}}\n', more=empty)
    yield 'conditions: many unknown parameters', section('conditions', lambda n: f'  c{n}: {{equals: [{{get_param: u{n}}}, a]}}\n', more=empty)
    yield 'conditions: many, of resources', section('resources', lambda n: f'  r{n}: {{type: T, condition: u{n}}}\n')
    yield 'outputs: many', section('outputs', lambda n: f'  o{n}: {{value: a}}\n', more=empty)
    yield 'outputs: many without a value', section('outputs', lambda n: f'  o{n}: {{valeu: a}}\n', more=empty)
    yield 'outputs: many unknown attributes', section('outputs', lambda n: f'  o{n}: {{value: {{get_attr: [r, u{n}]}}}}\n', more='resources: {r: {type: OS::Nova::Server, properties: {flavor: f, networks: auto}}}\n')
    for name, key in {'depends_on': 'depends_on: u{n}', 'metadata': 'metadata: {{a: b}}', 'metadata of a parameter': 'metadata: {{get_param: u{n}}}', 'deletion_policy': 'deletion_policy: odd{n}', 'unknown key': 'proprties{n}: a',
                      'external_id': 'external_id: u{n}', 'update_policy': 'update_policy: {{u{n}: a}}', 'description': 'description: u', 'condition': 'condition: {{equals: [a, b]}}'}.items():
        yield f'resources: many, {name}', section('resources', lambda n: f'  r{n}: {{type: OS::Heat::None, {key.format(n=n)}}}\n')
    yield 'resources: many', section('resources', lambda n: f'  {n}: {{type: T}}\n')
    yield 'resources: many of Heat::None', section('resources', lambda n: f'  {n}: {{type: OS::Heat::None}}\n')
    yield 'resources: many of Heat::Value', section('resources', lambda n: f'  r{n}: {{{VALUE}, properties: {{value: a}}}}\n')
    yield 'resources: many unknown types', section('resources', lambda n: f'  r{n}: {{type: OS::Nova::Serve{n}}}\n')
    yield 'resources: many of Nova', section('resources', lambda n: f'  r{n}: {{type: OS::Nova::Server, properties: {{flavor: f, networks: auto}}}}\n')
    yield 'resources: many unknown properties', f'{HEAD}resources: {{r: {{type: OS::Nova::Server, properties: {{' + ', '.join(f'u{n}: a' for n in range(90_000)) + '}}}\n'
    yield 'resources: an unknown property each', section('resources', lambda n: f'  r{n}: {{type: OS::Nova::Server, properties: {{falvor: u}}}}\n')
    yield 'resources: in a chain', section('resources', lambda n: f'  r{n}: {{type: T, depends_on: r{n - 1}}}\n' if n else '  r0: {type: T}\n')
    yield 'resources: in a circle', section('resources', lambda n: f'  r{n}: {{type: T, depends_on: r{n - 1 if n else 9_999}}}\n', most=10_000)
    yield 'resources: a star', section('resources', lambda n: f'  r{n}: {{type: T, depends_on: r0}}\n' if n else '  r0: {type: T}\n')
    yield 'resources: everything needs everything', HEAD + 'resources:\n' + ''.join(f'  r{n}: {{type: T, depends_on: [{",".join(f"r{m}" for m in range(n))}]}}\n' for n in range(600))
    yield 'resources: everything of one half needs everything of the other', HEAD + 'resources:\n' + ''.join(
        f'  r{n}: {{type: T}}\n  s{n}: {{type: T, depends_on: [{",".join(f"r{m}" for m in range(250))}]}}\n' for n in range(250))
    anchored = ', '.join(f'r{n}' for n in range(2_000))
    yield 'resources: a complete graph by an anchor', f'{HEAD}x: &a [{anchored}]\nresources:\n' + ''.join(f'  r{n}: {{type: T}}\n' for n in range(2_000)) + ''.join(f'  s{n}: {{type: T, depends_on: *a}}\n' for n in range(2_000))
    yield 'resources: anchored properties', section('resources', lambda n: f'  r{n}: {{type: OS::Nova::Server, properties: *a}}\n', more='x: &a {flavor: f, networks: auto, metadata: {' + ', '.join(f'k{n}: v' for n in range(2_000)) + '}}\n', most=5_000)
    yield 'resources: an anchored text in properties', section('resources', lambda n: f'  r{n}: {{type: OS::Nova::Server, properties: {{flavor: f, networks: auto, user_data: *a}}}}\n', more=ANCHORED['an anchored text'], most=5_000)
    yield 'resources: an anchored text in a value', section('resources', lambda n: f'  r{n}: {{{VALUE}, properties: {{value: *a}}}}\n', more=ANCHORED['an anchored text'], most=5_000)
    yield 'resources: an anchored text in groups', section('resources', lambda n: f'  r{n}: {{type: OS::Heat::ResourceGroup, properties: {{count: 5, resource_def: {{{VALUE}, properties: {{value: *a}}}}}}}}\n', more=ANCHORED['an anchored text'], most=2_000)
    yield 'resources: many groups', section('resources', lambda n: f'  r{n}: {{type: OS::Heat::ResourceGroup, properties: {{count: 3, resource_def: {{type: OS::Heat::None}}}}}}\n')
    yield 'resources: a large group', f'{HEAD}resources: {{r: {{type: OS::Heat::ResourceGroup, properties: {{count: 1000000, resource_def: {{type: OS::Heat::None}}}}}}}}\n'
    yield 'resources: groups in groups', HEAD + 'resources:\n  r: ' + ''.join('{type: OS::Heat::ResourceGroup, properties: {count: 9, resource_def: ' for _ in range(5)) + '{type: OS::Heat::None}' + '}}' * 5 + '\n'
    yield 'resources: chains', section('resources', lambda n: f'  r{n}: {{type: OS::Heat::ResourceChain, properties: {{resources: [OS::Heat::None, OS::Heat::Value]}}}}\n')
    yield 'sections: many unknown', filled(HEAD + empty, lambda n: f'u{n}: a\n', '', MEGABYTE)
    yield 'comments: many that allow', filled(HEAD + empty, lambda n: f'# heat-codegen: allow(unused-parameter) because {n}\n', '', MEGABYTE)
    yield 'comments: many unknown rules', filled(HEAD + empty, lambda n: f'# heat-codegen: allow(unused-paramter{n})\n', '', MEGABYTE)
    yield 'comments: a comment each', section('parameters', lambda n: f'  p{n}: {{type: string}} # heat-codegen: allow(unused-parameter) because\n', more=empty)
    yield 'comments: many, aliases', filled(HEAD + empty + ANCHORED['an anchored text'] + 'y:\n', lambda n: '- *a # x\n', '', MEGABYTE)
    yield 'JSON: deep and wide', HEAD + 'resources: {r: {' + VALUE + ', properties: {value: ' + '{"a": [' * 90 + ','.join('{"b": 1}' for _ in range(80_000)) + ']}' * 90 + '}}}\n'


def long_names():
    """Long names around many things: what is said of each of them repeats the name. Only a key after a question mark can be that long."""
    name = 'n' * (MEGABYTE * 2 // 5)

    def around(start, each, end=''):
        return filled(f'{HEAD}{start}'.replace('NAME', f'? "{name}"\n    :'), each, end, MEGABYTE)
    value = f'resources: {{r: {{{VALUE}, properties: {{value: '
    for what, each in {'items': 'a, ', 'addresses': '1.2.3.300, ', 'maps': '{{m{n}: a}}, ', 'unknown parameters': '{{get_param: q}}, ',
                       'unknown attributes': '{{get_attr: [q, a]}}, ', 'unknown resources': '{{get_resource: q}}, ', 'wrong calls': '{{list_join: a}}, ',
                       'failing calls': '{{str_split: [a, {{}}]}}, '}.items():
        yield f'a long key: {what}', around(value + '{NAME [', lambda n: each.format(n=n), ']}}}}\n')
        yield f'a long resource: {what}', around(f'resources: {{NAME {{{VALUE}, properties: {{value: [', lambda n: each.format(n=n), ']}}}\n')
        yield f'a long output: {what}', around('resources: {}\noutputs: {NAME {value: [', lambda n: each.format(n=n), ']}}\n')
        yield f'long keys in each other: {what}', filled(
            HEAD + value + ''.join(f'{{? "{"k" * 8_000}" : ' for _ in range(50)) + '[', lambda n: each.format(n=n), ']' + '}' * 53 + '\n', MEGABYTE)
    yield 'a long key: members', around(value + '{NAME {', lambda n: f'm{n}: a, ', '}}}}}\n')
    yield 'a long resource: unknown properties', around('resources: {NAME {type: OS::Nova::Server, properties: {', lambda n: f'u{n}: a, ', '}}}\n')
    yield 'a long resource: wrong networks', around('resources: {NAME {type: OS::Nova::Server, properties: {flavor: f, networks: [', lambda n: '{fixed_ip: 1.2.3.300}, ', ']}}}\n')
    yield 'a long resource: a group of it', f'{HEAD}resources: {{? "{name}" : {{type: OS::Heat::ResourceGroup, properties: {{count: 1000, resource_def: {{type: OS::Nova::Server, properties: {{u: a}}}}}}}}}}\n'
    yield 'a long resource: needed by many', around('resources:\n    NAME {type: T}\n', lambda n: f'    r{n}: {{type: T, depends_on: u{n}}}\n')
    for kind, constraint in {'range': '{{range: {{min: 5}}}}, ', 'length': '{{length: {{min: 5}}}}, ', 'allowed_values': '{{allowed_values: [b{n}]}}, ', 'unknown': '{{rang: {{min: {n}}}}}, '}.items():
        yield f'a long parameter: {kind}', around('resources: {}\nparameters: {NAME {type: string, default: a, constraints: [', lambda n: constraint.format(n=n), ']}}\n')
        yield f'a long default: {kind}', filled(f'{HEAD}resources: {{}}\nparameters: {{p: {{type: string, default: "{name}", constraints: [', lambda n: constraint.format(n=n), ']}}\n', MEGABYTE)
    yield 'a long parameter: unknown keys', around('resources: {}\nparameters: {NAME {type: string, ', lambda n: f'u{n}: a, ', '}}\n')
    yield 'a long group of parameters', around('resources: {}\nparameter_groups: [{label: NAME_, parameters: ['.replace('NAME_', name), lambda n: f'u{n}, ', ']}]\n')
    yield 'a long condition', around('resources: {}\nconditions: {NAME {or: [', lambda n: '{not: u}, ', ']}}\n')
    yield 'a long type', filled(f'{HEAD}x: &a "{name}"\nresources:\n', lambda n: f'  r{n}: {{type: *a}}\n', '', MEGABYTE, 20)
    yield 'long suppressions', filled(HEAD + 'resources: {}\n', lambda n: f'# heat-codegen: allow({"u" * 40_000}{n}) x\n', '', MEGABYTE)
    yield 'many suppressions that allow', filled(HEAD + 'resources: {}\noutputs:\n', lambda n: (
        f'  o{n}: {{value: {{str_replace: {{template: a, params: {{b: c}}}}}}}} # heat-codegen: allow(unused-replacement) x\n'), '', MEGABYTE)


COMMANDS = {
    'validate': ['validate', 'template.yaml'], 'resolve': ['resolve', 'template.yaml'], 'plan': ['plan', 'template.yaml', 'new.yaml'],
    'graph': ['graph', '--format', 'json', 'template.yaml'],
    'svg': ['graph', 'template.yaml'], 'tree': ['validate', '--tree', 'template.yaml'],
    'strict': ['validate', '--strict', '--format', 'sarif', 'template.yaml'],
    'fix': ['validate', '--diff', '--unsafe-fixes', 'template.yaml'],
    'upgrade': ['validate', '--from', 'yoga', '--to', '27.0.0', 'template.yaml'],
    'editor': ['language-server'],
}


def messages(folder):
    """What an editor says that opens the template, asks about its middle and its end, and changes it."""
    text = (folder / 'template.yaml').read_text(encoding='utf-8')
    document = {'uri': (folder / 'template.yaml').as_uri()}
    lines = text.split('\n')
    places = [{'line': line, 'character': len(lines[line]) // 2} for line in (len(lines) // 2, max(range(len(lines)), key=lambda line: len(lines[line])))]
    number = itertools.count(1)

    def request(method, **parameters):
        return {'jsonrpc': '2.0', 'id': next(number), 'method': method, 'params': parameters}

    def notice(method, **parameters):
        return {'jsonrpc': '2.0', 'method': method, 'params': parameters}
    yield request('initialize', processId=None, rootUri=folder.as_uri(), capabilities={})
    yield notice('initialized')
    yield notice('textDocument/didOpen', textDocument={**document, 'languageId': 'yaml', 'version': 1, 'text': text})
    for place in places:
        for method in ('hover', 'completion', 'definition'):
            yield request(f'textDocument/{method}', textDocument=document, position=place)
    yield request('textDocument/documentSymbol', textDocument=document)
    yield request('textDocument/codeAction', textDocument=document, range={'start': places[0], 'end': places[0]}, context={'diagnostics': []})


def talk(process, folder):
    """Says it, one after the other has been answered."""
    def send(message):
        content = json.dumps(message).encode()
        process.stdin.write(b'Content-Length: %d\r\n\r\n' % len(content) + content)
        process.stdin.flush()

    def receive(is_awaited):
        size = 0
        while line := process.stdout.readline():
            if line.startswith(b'Content-Length:'):
                size = int(line.split(b':')[1])
            elif line == b'\r\n' and is_awaited(json.loads(process.stdout.read(size))):
                return
    try:
        for message in messages(folder):
            send(message)
            if 'id' in message:
                receive(lambda answer: answer.get('id') == message['id'] and 'method' not in answer)
            elif message['method'].endswith('didOpen'):
                receive(lambda answer: answer.get('method') == 'textDocument/publishDiagnostics')
        send({'jsonrpc': '2.0', 'id': 0, 'method': 'shutdown'})
        receive(lambda answer: answer.get('id') == 0)
        send({'jsonrpc': '2.0', 'method': 'exit'})
    except BrokenPipeError:
        pass


def run(program, command, folder, has_environment):
    """The exit code, the processor time, the peak of memory in megabytes, and the answer."""
    answer = folder / 'answer'
    arguments = [program, '--schemas', str(SCHEMAS), *COMMANDS[command]]
    if command != 'editor':
        arguments += ['--root', str(folder)]
    if has_environment and command != 'editor':
        arguments += ['-e', str(folder / 'environment.yaml')]
    with answer.open('wb') as out:
        pipe = subprocess.PIPE if command == 'editor' else None
        process = subprocess.Popen(['timeout', str(ENDLESS), *arguments], stdin=pipe, stdout=pipe or out, stderr=out, cwd=folder,
                                   preexec_fn=lambda: setrlimit(RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY)))
        if pipe:
            talk(process, folder)
        _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    with answer.open('rb') as text:
        words = text.read(300).decode(errors='replace')
    return code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, answer.stat().st_size, words


def main():
    program, *wanted = sys.argv[1:]
    program = str(pathlib.Path(program).resolve())
    is_table = '--table' in wanted
    chosen = [word.removeprefix('--commands=').split(',') for word in wanted if word.startswith('--commands=')]
    commands = [command for command in COMMANDS if not chosen or command in chosen[0]]
    wanted = [word for word in wanted if not word.startswith('--')]
    failed = count = 0
    if is_table:
        print(f'{"input":56}' + ''.join(f'{command:>17}' for command in commands))
    else:
        print(f'{"input":56} {"command":8} {"characters":>10} {"seconds":>8} {"MB":>6} {"written":>10} exit  answer')
    for name, template, *files in itertools.chain(templates(), each_function(), each_section(), long_names()):
        if wanted and not any(word in name for word in wanted):
            continue
        files = files[0] if files else {}
        cells = []
        for command in commands:
            with tempfile.TemporaryDirectory(prefix='hostile') as folder:
                folder = pathlib.Path(folder)
                # Another text with the same data.
                new = template + '\n# new\n'
                for path, text in {**files, 'template.yaml': template, 'new.yaml': new}.items():
                    assert len(text) <= MEGABYTE + 10_000, f'{name}: {path} has {len(text)} characters'
                    (folder / path).write_text(text, encoding='utf-8')
                code, seconds, megabytes, written, answer = run(program, command, folder, 'environment.yaml' in files)
            bad = seconds > MAX_SECONDS or megabytes > MAX_MEGABYTES or code not in (0, 1, 2)
            count += 1
            failed += bad
            mark = '!' if bad else ' '
            if is_table:
                cells.append(f'{seconds:>7.2f}s {megabytes:>5.0f}MB{mark}' if code in (0, 1, 2) else f'{"exit " + str(code):>16}!')
                continue
            first = next((line for line in answer.splitlines() if line.strip()), '')
            print(f'{name:56} {command:8} {len(template):>10} {seconds:>8.2f} {megabytes:>6.0f} {written:>10} {code:>4}{mark} {first[:70]}', flush=True)
        if is_table:
            print(f'{name:56} ' + ' '.join(cells), flush=True)
    print(f'{failed} of {count} are beyond {MAX_SECONDS} s or {MAX_MEGABYTES} MB, or have no answer')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
