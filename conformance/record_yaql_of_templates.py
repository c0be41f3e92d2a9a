#!/usr/bin/env python3
"""Records what yaql makes of the expressions in the templates of some folders, with made data, as vectors to replay.

    conformance/record_yaql_of_templates.py FOLDER... --out target/vectors/public.jsonl
    cargo run -p conformance -- target/vectors/public.jsonl

Run it with a Python in which Heat is installed, such as target/heat/bin/python. The data of a template are only known in a cloud, so
that values are made from what an expression names: lists of maps with its keys mostly, sometimes anything else. What yaql says of a
set depends on the order of Python's sets, which is another in each run.

The expressions are those of other people: what this writes stays outside of the repository.
"""

import argparse
import json
import pathlib
import random
import re

import yaml
from recorder import yaql_answers

SCALARS = ['web', '10.0.0.5', 'a-b_c', 'step|int == 1', 1, 0, 20, True, False, None, '', 'internal_api', 'True']


class AnyTag(yaml.SafeLoader):
    """Reads templates of Jinja too, whose tags nobody knows."""


AnyTag.add_multi_constructor('', lambda _loader, _suffix, _node: None)


def calls(data):
    """The expressions of all calls of `yaql` in a document."""
    if isinstance(data, dict):
        call = data.get('yaql')
        if isinstance(call, dict) and isinstance(call.get('expression'), str):
            yield call['expression']
        for value in data.values():
            yield from calls(value)
    elif isinstance(data, list):
        for value in data:
            yield from calls(value)


def expressions(folders):
    """The distinct expressions of all templates below some folders, in the order in which they are found."""
    found = {}
    for path in sorted(path for folder in folders for path in folder.rglob('*.yaml')):
        text = path.read_text(errors='replace')
        if 'yaql' not in text:
            continue
        text = re.sub(r'\{\{.*?\}\}', 'Name', re.sub(r'\{%.*?%\}', '', text, flags=re.DOTALL))
        try:
            found |= dict.fromkeys(calls(yaml.load(text, AnyTag)))
        except (yaml.YAMLError, ValueError):
            continue
    return list(found)


class Maker:
    """Makes data for an expression."""

    def __init__(self, expression, random):
        self.random = random
        self.names = list(dict.fromkeys(re.findall(r'data\.(\w+)', expression)))
        keys = re.findall(r'\.(\w+)(?![\w(])', expression) + re.findall(r'get\(["\']?([\w:]+)', expression)
        self.keys = [key for key in dict.fromkeys(keys) if key != 'data'] or ['name']

    def value(self, depth):
        chance = self.random.random()
        if depth <= 0 or chance < 0.3:
            return self.random.choice(SCALARS)
        if chance < 0.6:
            return [self.value(depth - 1) for _ in range(self.random.randrange(4))]
        return {self.random.choice(self.keys): self.value(depth - 1) for _ in range(self.random.randrange(1, 4))}

    def member(self):
        """What lists and maps hold in most templates: a map with the keys of the expression."""
        if self.random.random() < 0.15:
            return None
        return {key: self.value(1) for key in self.keys if self.random.random() < 0.8}

    def whole(self):
        chance = self.random.random()
        if chance < 0.6:
            return [self.member() for _ in range(self.random.randrange(5))]
        if chance < 0.8:
            return {f'k{number}': self.member() for number in range(self.random.randrange(4))}
        return self.value(3) if chance < 0.9 else 'a,b,10.0.0.1'

    def data(self):
        return {name: self.whole() for name in self.names} if self.names else self.whole()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folders', type=pathlib.Path, nargs='+')
    parser.add_argument('--out', type=pathlib.Path, required=True, help='file to write')
    parser.add_argument('--cases', type=int, default=6, metavar='N', help='sets of data for each expression [default: 6]')
    parser.add_argument('--seed', type=int, default=1)
    given = parser.parse_args()
    found = expressions(given.folders)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with given.out.open('w') as out:
        for number, expression in enumerate(found):
            maker = Maker(expression, random.Random(f'{given.seed}/{number}'))
            for _ in range(given.cases):
                data = maker.data()
                answer = yaql_answers.of_expression(expression, data)
                if answer is None:
                    continue
                vector = {'family': 'yaql', 'source': f'template:{number}', 'input': {'expression': expression, 'data': data}, 'output': answer}
                out.write(json.dumps(vector) + '\n')
                written += 1
    print(f'{len(found)} expressions, {written} cases')


if __name__ == '__main__':
    main()
