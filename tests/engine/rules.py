#!/usr/bin/env python3
"""Checks that validation rules mean the same wherever they are checked: random rules, and random properties.

    tests/engine/rules.py
    tests/engine/rules.py --types 500 --seed 7

Each set of properties is judged by `heat-codegen validate`, by a Heat with the module that `export --format python` writes, by a Heat
with a plug-in in Rust, and by the driver that plug-ins are tested with. All have to give the same verdict, for the same rule. A value
that is not known yet is null for Heat's own classes, so they refuse templates that are right; a plug-in in Rust waits until it is known,
and may not refuse anything that they accept. The exit code is 1 if something differs.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
from typing import Any

import installed_heat
import rust_plugins
from facts import Checks, Heat, reason

FOLDER = installed_heat.ROOT / 'target' / 'engine' / 'rules'
TYPES = 40
SETS = 25
# A type without rules, and its attribute.
OTHER = 'My::Rules::Other'
UNKNOWN = {'get_attr': ['other', 'value']}
# Schemas of properties, some of which have a default, also inside of maps.
PROPERTIES: dict[str, dict[str, Any]] = {
    'text': {'type': 'string'},
    'word': {'type': 'string', 'default': 'x'},
    'blank': {'type': 'string', 'default': ''},
    'number': {'type': 'integer'},
    'size': {'type': 'integer', 'default': 2},
    'flag': {'type': 'boolean'},
    'yes': {'type': 'boolean', 'default': True},
    'free': {'type': 'map'},
    'names': {'type': 'list'},
    'http': {'type': 'map', 'schema': {'port': {'type': 'integer', 'default': 80}, 'path': {'type': 'string'}}},
    'tcp': {'type': 'map', 'schema': {'port': {'type': 'integer'}, 'open': {'type': 'boolean', 'default': False}}},
    'items': {'type': 'list', 'schema': {'*': {'type': 'map', 'schema': {
        'name': {'type': 'string'}, 'count': {'type': 'integer', 'default': 1}, 'kind': {'type': 'string', 'default': 'a'}}}}},
}
VALUES: dict[str, list[Any]] = {
    'string': ['', 'a', 'x', None],
    'integer': [0, 1, 2, 7, '3', None],
    'boolean': [True, False, 'no', None],
    'map': [{}, {'a': 1}, None],
    'list': [[], ['a'], None],
}
CONSTANTS: dict[str, list[Any]] = {'string': ['a', 'x', ''], 'integer': [0, 1, 2], 'boolean': [True, False]}
# Of all rules in the catalogue, none has more.
CONDITIONS = 3


class Random:
    """Random schemas, rules and properties of one seed."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def schema(self) -> dict[str, Any]:
        names = self.random.sample(sorted(PROPERTIES), self.random.randint(3, 6))
        self.properties = {name: PROPERTIES[name] for name in names}
        return {
            'description': 'A type with rules.',
            'properties': self.properties,
            'validation_rules': [self.rule() for _ in range(self.random.randint(1, 3))],
            'attributes': {'value': {'description': 'A value.', 'type': 'string'}},
        }

    def rule(self) -> dict[str, Any]:
        lists = [name for name, schema in self.properties.items() if self.item(schema)]
        rule: dict[str, Any] = {}
        within = self.properties
        if lists and self.random.random() < 0.3:
            rule['for_each'] = [self.random.choice(lists)]
            within = self.item(self.properties[rule['for_each'][0]])
        if self.random.random() < 0.3:
            rule['when'] = self.conditions(within)
        operator = self.random.choice(['at_most_one', 'at_least_one', 'exactly_one', 'all', 'none', 'equal', 'ascending'])
        numbers = [path for path, schema in self.paths(within) if schema['type'] == 'integer']
        if operator == 'equal':
            paths = [path for path, _ in self.paths(within)]
            return {**rule, operator: self.random.sample(paths, min(2, len(paths)))}
        if operator == 'ascending' and numbers:
            return {**rule, operator: [self.random.choice([0, 1]), *self.random.sample(numbers, min(2, len(numbers))), 5]}
        return {**rule, 'none' if operator == 'ascending' else operator: self.conditions(within)}

    @staticmethod
    def item(schema: dict[str, Any]) -> dict[str, Any]:
        """The members of the items of a list."""
        members: dict[str, Any] = schema.get('schema', {}).get('*', {}).get('schema', {})
        return members

    def paths(self, within: dict[str, Any]) -> list[tuple[list[str], dict[str, Any]]]:
        """The paths of all properties, and of the members of maps."""
        found = []
        for name, schema in within.items():
            found.append(([name], schema))
            if schema['type'] == 'map':
                found += [([name, member], inner) for member, inner in schema.get('schema', {}).items()]
        return found

    def conditions(self, within: dict[str, Any], depth: int = 0) -> list[Any]:
        return [self.condition(within, depth) for _ in range(self.random.randint(1, CONDITIONS))]

    def condition(self, within: dict[str, Any], depth: int) -> Any:
        path, schema = self.random.choice(self.paths(within))
        kind = self.random.choice(['path', 'is', 'is', 'in', 'items', 'any'])
        if kind == 'is':
            return {'property': path, 'is': self.random.choice(['filled', 'empty', 'given', 'missing'])}
        if kind == 'in' and schema['type'] in CONSTANTS:
            known = CONSTANTS[schema['type']]
            return {'property': path, self.random.choice(['in', 'not_in']): self.random.sample(known, self.random.randint(1, len(known)))}
        if kind == 'items' and schema['type'] == 'list':
            where = {'where': self.conditions(self.item(schema), depth + 1)} if self.item(schema) and depth == 0 else {}
            return {'items': path, **where}
        if kind == 'any' and depth == 0:
            return {'any': self.conditions(within, depth + 1)}
        return path

    def data(self, within: dict[str, Any], unknown: float = 0) -> dict[str, Any]:
        """Properties of which each may be left out, and may not be known."""
        return {name: self.value(schema, unknown) for name, schema in within.items() if self.random.random() < 0.6}

    def value(self, schema: dict[str, Any], unknown: float) -> Any:
        if self.random.random() < unknown:
            return UNKNOWN
        members, item = schema.get('schema', {}), self.item(schema)
        if item and self.random.random() < 0.8:
            return [self.data(item, unknown) for _ in range(self.random.randint(0, 3))]
        if members and not item and self.random.random() < 0.8:
            return self.data(members, unknown)
        if schema['type'] == 'map' and members:
            return self.random.choice([{}, None])
        return self.random.choice(VALUES[schema['type']])


def schemas(folder: pathlib.Path, space: str, made: list[dict[str, Any]]) -> None:
    """Writes schemas; JSON is YAML."""
    folder.mkdir(parents=True)
    for number, schema in enumerate(made):
        text = json.dumps({'type': f'{space}::T{number}', **schema})
        (folder / f'T{number}.yaml').write_text(text, encoding='utf-8')
    other = {'type': OTHER, 'description': 'A type without rules.', 'attributes': made[0]['attributes']}
    (folder / 'Other.yaml').write_text(json.dumps(other), encoding='utf-8')


def codegen(*arguments: object) -> str:
    command = [str(rust_plugins.compiled() / 'heat-codegen'), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f'{" ".join(command)}\n{done.stderr}')
    return done.stdout


def resources(type_name: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {'one': {'type': type_name, 'properties': properties}, 'other': {'type': OTHER}}


def template(type_name: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {'heat_template_version': '2021-04-16', 'resources': resources(type_name, properties)}


def of_validate(cases: list[tuple[str, dict[str, Any]]]) -> list[list[str]]:
    """What `validate` says: all that is wrong with each case."""
    folder = FOLDER / 'templates'
    folder.mkdir()
    for number, (name, properties) in enumerate(cases):
        (folder / f'{number:05}.yaml').write_text(json.dumps(template(f'My::Rules::{name}', properties)), encoding='utf-8')
    found: dict[int, list[str]] = collections.defaultdict(list)
    catalogue = FOLDER / 'catalogue'
    for one in json.loads(codegen('validate', *sorted(folder.iterdir()), '--schemas', catalogue, '--format', 'json')):
        if one['severity'] == 'error':
            found[int(pathlib.Path(one['file']).stem)].append(reason(one['message']))
    return [found[number] for number in range(len(cases))]


def of_driver(rust: Any, cases: list[tuple[str, dict[str, Any]]]) -> list[str | None]:
    """What the driver says, by type."""
    sets: dict[str, list[int]] = collections.defaultdict(list)
    for number, (name, _) in enumerate(cases):
        sets[name].append(number)
    found: dict[int, str | None] = {}
    for name, numbers in sets.items():
        texts = [json.dumps(cases[number][1]) for number in numbers]
        found |= dict(zip(numbers, rust.driven(f'My::Rules::{name}', texts)))
    return [found[number] for number in range(len(cases))]


def first_reason(message: str | None) -> str | None:
    """What is wrong first, without the place: a plug-in in Rust lists all that is."""
    if message is None:
        return None
    _, found, listed = message.partition(' errors\n')
    if found:
        line = listed.splitlines()[0].strip()
        place, separator, rest = line.partition(']: ')
        return rest if separator and '[' in place else line
    return reason(message)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--types', type=int, default=TYPES, help=f'how many types with rules there are [default: {TYPES}]')
    parser.add_argument('--seed', type=int, default=1, help='the seed of the first type [default: 1]')
    given = parser.parse_args()
    installed_heat.run_with_heat()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    rust_plugins.compile_packages('heat-codegen')
    [rust] = rust_plugins.build('rules')

    makers = [Random(f'{given.seed}/{number}') for number in range(given.types)]
    made = [maker.schema() for maker in makers]
    schemas(FOLDER / 'catalogue', 'My::Rules', made)
    schemas(FOLDER / 'exported', 'My::Exported', made)
    os.environ['RULES_SCHEMAS'] = str(FOLDER / 'catalogue')
    (FOLDER / 'python').mkdir()
    names = [f'My::Exported::T{number}' for number in range(given.types)]
    exported = codegen('export', '--format', 'python', '--schemas', FOLDER / 'exported', *names)
    (FOLDER / 'python' / 'exported_rules.py').write_text(exported, encoding='utf-8')

    known = [(f'T{number}', maker.data(maker.properties)) for number, maker in enumerate(makers) for _ in range(SETS)]
    unknown = [(f'T{number}', maker.data(maker.properties, 0.2)) for number, maker in enumerate(makers) for _ in range(SETS)]
    heat = Heat(FOLDER / 'state', (rust, FOLDER / 'python'))

    checks = Checks()
    ours = of_validate(known + unknown)
    driven = of_driver(sys.modules['engine_rules'], known)
    refused = collections.Counter[str]()
    waits = 0
    for number, (name, properties) in enumerate(known + unknown):
        rust = first_reason(heat.message(resources(f'My::Rules::{name}', properties)))
        python = first_reason(heat.message(resources(f'My::Exported::{name}', properties)))
        refused['refused' if ours[number] else 'accepted'] += 1
        case = f'{name}, {json.dumps(properties)}, {json.dumps(made[int(name[1:])]["validation_rules"])}'
        # The findings of a file are in the order of their places, so any of them may be Heat's first.
        expected = python if python in ours[number] or not (python or ours[number]) else ours[number]
        checks.equal(f'{case}: validate, Python', expected, python)
        if number < len(known):
            checks.equal(f'{case}: the bridge, Python', rust, python)
            checks.equal(f'{case}: the driver, Python', first_reason(driven[number]), python)
        else:
            checks.equal(f'{case}: the bridge refuses what Python does not ({rust})', rust is None or python is not None, True)
            waits += rust is None and python is not None
    if min(refused['refused'], refused['accepted']) * 10 < len(ours):
        sys.exit(f'hardly anything is decided: {dict(refused)}')
    print(f'{checks.count} verdicts, {dict(refused)}, {checks.failed} of them differ; the bridge waits for {waits} values')
    sys.exit(bool(checks.failed))


if __name__ == '__main__':
    main()
