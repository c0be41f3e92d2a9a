"""Files with tests for templates: with expectations that are right, and with others that are wrong.

What `heat-codegen resolve` knows of a stack is where right values come from; whether they are right decides the engine.
"""

from __future__ import annotations

import json
import pathlib
import random
import re
import shutil
import subprocess
from typing import Any

import expectations
import random_templates
from heat_engine.rest import Document

# Values for parameters without a default, by their types.
VALUES: dict[str, Any] = {'number': 3, 'boolean': True, 'json': {'k': 'v'}, 'comma_delimited_list': ['a', 'b']}
ACTIONS = ['unchanged', 'unchanged', 'updated', 'replaced', 'created', 'deleted']
MAX_EXPECTATIONS = 9


def random_tests(program: pathlib.Path, folder: pathlib.Path, number: int, seed: int) -> list[pathlib.Path]:
    """Files for random templates, each in a folder of its own."""
    return [random_test(program, folder / str(index), random.Random(f'{seed}/{index}')) for index in range(number)]


def random_test(program: pathlib.Path, folder: pathlib.Path, source: random.Random) -> pathlib.Path:
    folder.mkdir(parents=True)
    made = random_templates.Maker(source)
    for name, document in made.files().items():
        write(folder / name, document)
    template = folder / 'template.yaml'
    first, second = made.parameters(), made.parameters()
    cases: Document = {}
    attributes = made.attributes()
    shared: Document = {'answers': {'attributes': attributes}} if attributes else {}
    old = resolved(program, template, first, attributes)
    new = resolved(program, template, second, attributes)
    cases['first'] = {'parameters': first, 'expect': expected(source, old)}
    cases['update'] = {'from': 'first', 'parameters': second, 'expect': [*actions(source, old, new), *expected(source, new, 3)]}
    if source.random() < 0.5:
        cases['again'] = {'from': 'update', 'parameters': made.parameters(), 'expect': actions(source, new, old)}
    cases['refused'] = {'parameters': {**first, **made.wrong_parameter()}, 'refused': source.choice([
        True, True, {'exception': 'StackValidationFailed'}, {'exception': 'UserParameterMissing'}, {'message': 'Parameter'},
        {'message': source.choice(['invalid', 'out of range', 'nothing'])}])}
    return write_tests(template, {**shared, 'cases': cases})


def of_corpus(program: pathlib.Path, corpus: pathlib.Path, folder: pathlib.Path, number: int, seed: int) -> list[pathlib.Path]:
    """Files that `heat-codegen test --init` writes for a copy of the templates, each with two cases."""
    shutil.copytree(corpus, folder)
    found: list[pathlib.Path] = []
    for path in sorted(folder.rglob('*')):
        if path.suffix in ('.yaml', '.yml', '.template') and len(found) < number and is_template(path):
            written = of_template(program, path, random.Random(f'{seed}/{path.relative_to(folder)}'))
            found += [written] if written else []
    return found


def is_template(path: pathlib.Path) -> bool:
    """Whether Heat's client can send it as a template of this format."""
    from heatclient.common import template_utils
    try:
        _, template = template_utils.get_template_contents(str(path))
    except Exception:  # pylint: disable=broad-exception-caught
        return False
    return 'heat_template_version' in template and bool(template.get('resources'))


def of_template(program: pathlib.Path, path: pathlib.Path, source: random.Random) -> pathlib.Path | None:
    """A file for a template; nothing if `heat-codegen` cannot resolve it either."""
    template = expectations.load(path)
    declared: Document = template.get('parameters') or {}
    done = subprocess.run([program, 'test', '--init', path.name], cwd=path.parent, capture_output=True, text=True, check=False)
    if done.returncode:
        # Its values do not fit: another one tells that Heat refuses them, too.
        values = {name: sample(one) for name, one in declared.items() if 'default' not in one}
        cases: Document = {'values that do not fit': {'parameters': values, 'refused': True},
                 'no values': {'refused': {'exception': 'UserParameterMissing' if values else 'StackValidationFailed'}}}
        return write_tests(path, {'cases': cases})
    written = path.with_suffix('.test.yaml')
    tests = expectations.load(written)
    required = tests.get('parameters') or {}
    names = list(tests['cases'])[:2]
    cases = {str(name): tests['cases'][name] for name in names}
    first = resolved(program, path, {**required, **cases[str(names[0])].get('parameters', {})}, {})
    cases[str(names[0])].setdefault('expect', []).extend(expected(source, first))
    cases[str(names[0])].pop('snapshot', None)
    if len(cases) == 1:
        values = changed_parameters(source, declared, required)
        second = resolved(program, path, {**required, **values}, {})
        cases['another value'] = {'from': str(names[0]), 'parameters': values,
                                  'expect': [*actions(source, first, second), *expected(source, second, 3)]}
    return write_tests(path, {**({'parameters': required} if required else {}), 'cases': cases})


def sample(definition: Document) -> Any:
    return VALUES.get(str(definition.get('type')), 'text')


def changed_parameters(source: random.Random, declared: Document, known: Document) -> Document:
    """Another value for one of the parameters, if there are any."""
    if not declared:
        return {}
    name = source.choice(list(declared))
    definition = declared[name]
    for constraint in definition.get('constraints') or []:
        if 'allowed_values' in constraint:
            return {name: source.choice(constraint['allowed_values'])}
    old = known.get(name, definition.get('default'))
    match definition.get('type'):
        case 'number':
            return {name: (expectations.number(old) or 0) + 1}
        case 'boolean':
            return {name: source.choice([True, False])}
        case 'string':
            return {name: f'{old}b'}
    return {name: sample(definition)}


def resolved(program: pathlib.Path, template: pathlib.Path, parameters: Document, attributes: Document) -> Document:
    """What is known of a stack."""
    environment, known = template.with_name('.environment.yaml'), template.with_name('.attributes.yaml')
    write(environment, {'parameters': parameters})
    write(known, attributes)
    command: list[pathlib.Path | str] = [program, 'resolve', template.name, '--format', 'json', '--environment', environment.name]
    command += ['--attributes', known.name] if attributes else []
    done = subprocess.run(command, cwd=template.parent, capture_output=True, text=True, check=False)
    environment.unlink()
    known.unlink()
    found: Document = json.loads(done.stdout) if done.stdout.startswith('{') else {}
    return found


def write(path: pathlib.Path, document: Document) -> None:
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False), encoding='utf-8')


def write_tests(template: pathlib.Path, document: Document) -> pathlib.Path:
    path = template.with_suffix('.test.yaml')
    for case in document['cases'].values():
        if not case.get('expect') and 'refused' not in case:
            case['expect'] = [{'property': ['resources'], 'is': 'given'}]
    write(path, document)
    return path


# Expectations.


def paths(document: Document, around: tuple[str, ...] = ()) -> dict[tuple[str, ...], Document]:
    """The resources of a stack, and those of the stacks in it."""
    found = {}
    for name, resource in (document.get('resources') or {}).items():
        found[*around, name] = resource
        found.update(paths(resource.get('$nested') or {}, (*around, name)))
    return found


def expected(source: random.Random, document: Document, most: int = MAX_EXPECTATIONS) -> list[Document]:
    """What a stack could be like."""
    resources = paths(document)
    if not resources:
        return []
    found = []
    for _ in range(source.randint(1, most)):
        path = source.choice(list(resources))
        about_resource = {'resource': '/'.join(path)}
        resource = resources[path]
        beside = [one[-1] for one in resources if one[:-1] == path[:-1] and one != path]
        match source.choice(['property', 'property', 'property', 'type', 'after', 'members', 'is', 'metadata', 'output', 'output',
                             'condition', 'parameter', 'stack', 'both']):
            case 'property':
                found.append({**about_resource, **about(source, resource.get('properties') or {})})
            case 'both':
                found.append({**about_resource, 'type': resource['type'], **about(source, resource.get('properties') or {})})
            case 'type':
                found.append({**about_resource, 'type': source.choice([resource['type'], resource['type'], 'OS::Heat::None'])})
            case 'after' if beside:
                found.append({**about_resource, 'after': source.choice([source.choice(beside), source.sample(beside, 1)])})
            case 'members':
                size = len((resource.get('$nested') or {}).get('resources') or {})
                found.append({**about_resource, 'members': source.choice([size, size, {'min': size}, {'max': size - 1}, size + 1])})
            case 'is':
                name = source.choice(['/'.join(path), '/'.join([*path[:-1], 'other']), 'a', 'b', 'nested/inner', 'd/0'])
                found.append({'resource': name, 'is': source.choice(['given', 'missing'])})
            case 'metadata' if resource.get('metadata'):
                name = source.choice([*resource['metadata'], 'other'])
                found.append({**about_resource, 'metadata': [name], **test_of(source, resource['metadata'].get(name))})
            case 'stack':
                found.append(about(source, {key: document[key] for key in ('parameters', 'outputs', 'conditions') if document.get(key)}))
            case 'output' | 'condition' | 'parameter' as kind:
                values = document.get(f'{kind}s') or {}
                name = source.choice([*values, 'other'])
                value = values.get(name)
                value = value.get('value') if kind == 'output' and isinstance(value, dict) else value
                is_deep = isinstance(value, dict) and value and not is_unknown(value) and source.random() < 0.5
                found.append({kind: name, **(about(source, value) if is_deep else test_of(source, value))})
    return [one for one in found if one]


def actions(source: random.Random, old: Document, new: Document) -> list[Document]:
    """What an update could do with resources."""
    known = sorted({**paths(old), **paths(new)})
    return [{'resource': '/'.join(path), 'action': source.choice(ACTIONS)} for path in source.sample(known, min(len(known), 5))]


def is_unknown(value: Any) -> bool:
    return isinstance(value, dict) and ('$unknown' in value or '$one_of' in value)


def about(source: random.Random, value: Any) -> Document:
    """A condition on something within a value."""
    chance = source.random()
    if chance < 0.06:
        return {source.choice(['any', 'all', 'none']): [simple(source, value) for _ in range(source.randint(1, 3))]}
    if chance < 0.1:
        return {'not': simple(source, value)}
    return simple(source, value)


def simple(source: random.Random, value: Any) -> Document:
    path: list[str] = []
    while isinstance(value, dict) and value and not is_unknown(value) and (not path or source.random() < 0.8):
        name = source.choice([*value, *value, 'other'])
        path, value = [*path, str(name)], value.get(name)
    path = path or ['other']
    if isinstance(value, list) and value and source.random() < 0.6:
        item = source.choice(value)
        inner = isinstance(item, dict) and item and not is_unknown(item)
        names = [str(source.choice([*item]))] if inner else []
        found = item[names[0]] if names else item
        match source.choice(['items', 'for_each', 'star'] if names else ['star']):
            case 'items':
                count: Document = source.choice([{}, {'count': source.randint(0, 2)}, {'count': {'min': source.randint(0, 3)}}])
                return {'items': path, 'where': [{'property': names, **test_of(source, found)}], **count}
            case 'for_each':
                return {'for_each': path, 'all': [{'property': names, **test_of(source, found)}]}
        return {'property': [*path, '*', *names], **test_of(source, found)}
    return {'property': path, **test_of(source, value)}


def test_of(source: random.Random, value: Any) -> Document:
    """A test of a value, which may fail."""
    other: Any = source.choice(['other', 0, True, None, [], {'a': 1}, '1'])
    choices: list[Document] = [{'is': source.choice(['given', 'missing', 'filled', 'empty'])}]
    if not is_unknown(value):
        choices += [{'equals': value}, {'equals': value}, {'equals': other}, {'in': [other, value]}, {'not_in': [other]}, {'not_in': [value, 'z']}]
    if isinstance(value, (int, float)) and not isinstance(value, bool) or isinstance(value, str) and expectations.number(value) is not None:
        near = int(float(value)) if abs(float(value)) < 1e6 else 5
        choices += [{'range': {'min': near - source.randint(0, 1)}}, {'range': {'max': near - source.randint(0, 1)}}, {'range': near}]
    if isinstance(value, (str, list, dict)) and not is_unknown(value):
        size = len(value)
        choices += [{'length': size}, {'length': {'min': size + source.randint(-1, 1)}}, {'length': {'max': size - source.randint(0, 1)}}]
    if isinstance(value, str):
        choices += [{'contains': value[:2]}, {'contains': 'q'}, {'allowed_pattern': '[a-z]+'}, {'allowed_pattern': f'{re.escape(value[:3])}.*'},
                    {'within': source.choice(['10.0.0.0/8', '192.0.2.0/24', '::/0', '0.0.0.0/0'])}]
    if isinstance(value, list) and value and not is_unknown(value[0]):
        choices += [{'contains': source.choice(value)}, {'contains': 'other'}]
    if isinstance(value, dict) and not is_unknown(value):
        choices += [{'contains': source.choice([*value, 'other'])}]
    return source.choice(choices)
