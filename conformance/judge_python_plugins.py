"""Prints what Heat makes of the catalogue's types where schemas do not decide alone, as JSON.

    python judge_python_plugins.py [--plugins FOLDER]

Run it with a Python in which Heat and its client are installed, in the project's folder. With `--plugins`, Heat loads the modules in
that folder, which take over types of its own, such as those that `heat-codegen export --format python` writes: a test of `codegen`
compares both answers. There is no cloud; see `recorder.cloudless`. The answers are:

- `validation`: whether Heat accepts the property data of the recorded family `validation_rules`, by their source.
- `dependencies`: which resources wait for which others in made-up templates, one per way in which a dependency by value of a schema
  can be met or missed.
- `shadowed`: constants of a plug-in that hide those of Heat's base class.
"""

import argparse
import json
import os
import pathlib
import sys

import yaml
from heat.common import config  # noqa: F401: it registers `plugin_dirs`.
from oslo_config import cfg

VECTORS = pathlib.Path('conformance/vectors/validation_rules.jsonl')
SCHEMAS = pathlib.Path('schemas')
HOT = {'heat_template_version': '2021-04-16'}


def validation(verdicts):
    """What Heat says of recorded property data."""
    answers = {}
    for line in VECTORS.read_text(encoding='utf-8').rstrip('\n').split('\n'):
        vector = json.loads(line)
        data = {**HOT, 'resources': {'made': vector['input']}}
        answers[vector['source']] = verdicts.verdict(verdicts.create, json.dumps([data, {}, {}]))['verdict']
    return answers


def schemas():
    """The schemas of all types, by name."""
    texts = (path.read_text(encoding='utf-8') for path in sorted(SCHEMAS.glob('*/**/*.yaml')))
    return {read['type']: read for read in (yaml.safe_load(text) for text in texts)}


def written(properties, path, value, beside=None):
    """Property data with a value at a path, or at the name beside its end."""
    name, rest = path[0], path[1:]
    schema = properties[name]
    if not rest:
        return {beside or name: value}
    inner = schema['schema']
    item = inner.get('*', schema)
    found = written(item['schema'] if '*' in inner else inner, rest, value, beside)
    return {name: [found] if schema['type'] == 'list' else found}


def cases(properties, path, beside):
    """Property data with each kind of value that can be compared."""
    yield {}
    yield written(properties, path, 'left')
    yield written(properties, path, 'right')
    if beside:
        yield written(properties, path, 'left', beside)
    if len(path) > 1:
        yield {path[0]: [] if properties[path[0]]['type'] == 'list' else {}}
        if properties[path[0]]['type'] == 'list':
            # An item in which the value is null.
            yield {path[0]: [{}]}
            both = [written(properties, path, value)[path[0]][0] for value in ('right', 'left')]
            yield {path[0]: both}


def templates(known):
    """Templates for each dependency by value, with a name."""
    for name, schema in known.items():
        for number, rule in enumerate(schema.get('dependencies_by_value', [])):
            owner = rule.get('of', name)
            theirs = list(cases(known[rule['type']]['properties'], rule['property'], rule.get('or_property')))
            ours = list(cases(known[owner]['properties'], rule['equals'], rule.get('or_equals')))
            for left, mine in enumerate(ours):
                for right, other in enumerate(theirs):
                    resources = {'other': {'type': rule['type'], 'properties': other}, 'own': {'type': name, 'properties': mine}}
                    if 'of' in rule:
                        resources['own'] = {'type': name, 'depends_on': ['owner']}
                        resources['owner'] = {'type': owner, 'properties': mine}
                    yield f'{name} {number} {left} {right}', {**HOT, 'resources': resources}


def dependencies(asked, stack, template):
    answers = {}
    for name, data in templates(schemas()):
        made = stack.Stack(asked(), 'stack', template.Template(data))
        try:
            edges = made.dependencies.graph().edges()
            answers[name] = sorted(f'{left.name} {right.name}' for left, right in edges if right is not None)
        except Exception as error:
            answers[name] = type(error).__name__
    return answers


def shadowed(resource, resources):
    """Constants of the base class that a plug-in outside of Heat's own packages gives another value."""
    found = []
    for name, info in resources.global_env().registry._registry.items():
        made = getattr(info, 'value', None)
        if isinstance(made, type) and made.__module__.startswith('heat.engine.plugins'):
            base = resource.Resource
            found += [f'{name} {key}' for key in dir(base) if key.isupper() and getattr(made, key) != getattr(base, key)]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugins', type=pathlib.Path, help='a folder with plug-ins in Python')
    given = parser.parse_args()
    # Whatever Heat prints is not part of the answer.
    output = os.dup(1)
    os.dup2(2, 1)
    cfg.CONF.set_override('plugin_dirs', [str(given.plugins)] if given.plugins else [])
    from heat.engine import resource, resources, stack, template
    from recorder import cloudless, verdicts
    cloudless.initialise()
    answers = {
        'dependencies': dependencies(verdicts.asked, stack, template),
        'shadowed': shadowed(resource, resources),
        'validation': validation(verdicts),
    }
    with os.fdopen(output, 'w', encoding='utf-8') as stream:
        json.dump(answers, stream, indent=1, sort_keys=True)


if __name__ == '__main__':
    sys.exit(main())
