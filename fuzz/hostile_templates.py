#!/usr/bin/env python3
"""Runs `heat-codegen resolve` on hostile templates of the largest size that Heat takes, and prints what each costs.

    cargo build --release -p codegen
    fuzz/hostile_templates.py target/release/heat-codegen [NAME...]

Prints for each input: its characters, the processor time, the peak of memory, the exit code, and the first words of the answer.
With names, only inputs whose name contains one of them are run. The exit code is 1 if an input takes more than a second or
200 MB, or ends the program otherwise than with an answer.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

MAX_CHARACTERS = 524_288
MAX_SECONDS, MAX_MEGABYTES = 1.0, 200
# Well above what is accepted: an input that takes longer counts as endless.
ENDLESS = 60
SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / 'schemas'
HEAD = 'heat_template_version: 2018-08-31\n'
VALUE = 'type: OS::Heat::Value'


def filled(start, each, end=''):
    """A text with as many numbered pieces as fit into a template."""
    pieces, left, number = [start], MAX_CHARACTERS - len(start) - len(end), 0
    while True:
        piece = each(number)
        left -= len(piece)
        if left < 0:
            return ''.join([*pieces, end])
        pieces.append(piece)
        number += 1


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


def run(program, folder, has_environment):
    """The exit code, the processor time, the peak of memory in megabytes, and the answer."""
    answer = folder / 'answer'
    arguments = [program, '--schemas', str(SCHEMAS), 'resolve', str(folder / 'template.yaml'), '--root', str(folder)]
    if has_environment:
        arguments += ['-e', str(folder / 'environment.yaml')]
    with answer.open('wb') as out:
        process = subprocess.Popen(['timeout', str(ENDLESS), *arguments], stdout=out, stderr=subprocess.STDOUT, cwd=folder)
        _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    with answer.open('rb') as text:
        words = text.read(300).decode(errors='replace')
    return code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, answer.stat().st_size, words


def main():
    program, *wanted = sys.argv[1:]
    program = str(pathlib.Path(program).resolve())
    failed = 0
    print(f'{"input":44} {"characters":>10} {"seconds":>8} {"MB":>6} {"written":>10} exit  answer')
    for name, template, *files in templates():
        if wanted and not any(word in name for word in wanted):
            continue
        files = files[0] if files else {}
        with tempfile.TemporaryDirectory(prefix='hostile') as folder:
            folder = pathlib.Path(folder)
            for path, text in {**files, 'template.yaml': template}.items():
                assert len(text) <= MAX_CHARACTERS, f'{name}: {path} has {len(text)} characters'
                (folder / path).write_text(text, encoding='utf-8')
            code, seconds, megabytes, written, answer = run(program, folder, 'environment.yaml' in files)
        bad = seconds > MAX_SECONDS or megabytes > MAX_MEGABYTES or code not in (0, 1, 2)
        failed += bad
        first = next((line for line in answer.splitlines() if line.strip()), '')
        print(f'{name:44} {len(template):>10} {seconds:>8.2f} {megabytes:>6.0f} {written:>10} {code:>4}{"!" if bad else " "} {first[:70]}', flush=True)
    print(f'{failed} are beyond {MAX_SECONDS} s or {MAX_MEGABYTES} MB, or have no answer')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
