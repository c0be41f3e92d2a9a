"""Asks Heat about the examples of the rules for templates: does it refuse them when the docs say so?

    heat-codegen rules templates --format json > rules.json
    python judge_template_rules.py [--verbose] rules.json

Run it with a Python in which Heat and its client are installed, in this folder. Each example is given to what the API that validates
templates does, and to what happens before a stack is created, with the files and the environments that the client sends along. What
a rule says about Heat has to hold:

- an error that is noticed when the template is validated is refused by both, one that is noticed when the stack is created only by
  the second;
- what is warned of, and what is to be used instead, is accepted by both.

There is no cloud (`recorder.cloudless`), and parameters without a value get one. The exit code is 1 if Heat disagrees.
"""

import argparse
import json
import pathlib
import sys
import tempfile

from heat.common import environment_util
from heat.engine import template
from heatclient.common import template_utils
from oslo_serialization import jsonutils

from recorder import cloudless, examples, verdicts

# What Heat itself does not notice, with the reason.
OURS = {
    'immutable-parameter': 'only an update notices it',
    'unknown-file': 'the client refuses it, and asks nothing',
    'computed-file-name': 'whether the file is there depends on what else names it',
    'not-a-config': 'only the creation of the deployment notices it',
    'wrong-reference': 'only the creation of the resource notices it',
    'invalid-input-default': 'only the creation of the config notices it',
    'unknown-constraint': 'a cloud can have the constraint, and this Heat has not',
}
# What Heat is not asked, because it would write on until the memory is full.
UNASKED = {'result-too-large'}
WITHOUT_VALUES = 'missing-parameter'


def files_of(docs, section):
    """The files of a section of a rule's page, by name."""
    _, _, text = docs.partition(f'## {section}\n')
    parts = text.split('\n## ')[0].split('```')
    files, name = {}, 'template.yaml'
    for before, code in zip(parts[::2], parts[1::2]):
        named = before.strip()
        if named.startswith('`') and named.endswith('`:'):
            name = named[1:-2]
        files[name] = code.partition('\n')[2]
    return files


def send(folder, files):
    """The template, the files and the environment as the client sends them."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding='utf-8')
    sent, data = template_utils.get_template_contents(str(folder / 'template.yaml'))
    names = [str(folder / name) for name in files if name.endswith('environment.yaml')]
    tracked = []
    more, given = template_utils.process_multiple_environments_and_files(names, env_list_tracker=tracked)
    return data, jsonutils.loads(jsonutils.dumps({**sent, **more})), given, tracked


def values_for(data, given):
    """Values for the parameters that have none."""
    known = given.get('parameters') or {}
    return {
        name: examples.value_for(name, definition, {})
        for name, definition in (data.get('parameters') or {}).items()
        if isinstance(definition, dict) and 'default' not in definition and name not in known
        and definition.get('type') in examples.VALUES
    }


def verdict(request, files, with_values):
    """What Heat says to a request: none if it accepts the files."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            data, sent, given, tracked = send(pathlib.Path(folder), files)
            data = jsonutils.loads(jsonutils.dumps(data))
            if tracked:
                given.setdefault('parameters', {})
                schemata = template.Template(data, files=sent).all_param_schemata(sent)
                environment_util.merge_environments(tracked, sent, given, schemata)
            if with_values and isinstance(given.get('parameters', {}), dict):
                given.setdefault('parameters', {}).update(values_for(data, given))
            request(data, sent, given)
        except cloudless.AsksTheCloud:
            return None
        except Exception as error:
            return f'{type(error).__name__}: {error}'
        return None


def expected(rule):
    """Whether Heat refuses the example when it validates it, and when a stack is created."""
    return {'validation': (True, True), 'creation': (False, True)}.get(rule['stage'], (False, False))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--verbose', action='store_true', help='also show what Heat says where it agrees')
    parser.add_argument('rules', type=pathlib.Path)
    given = parser.parse_args()
    cloudless.initialise()
    agreed = disagreed = 0
    for rule in json.loads(given.rules.read_text(encoding='utf-8')):
        for section, expect in [('Example', expected(rule)), ('Use instead', (False, False))]:
            files = files_of(rule['docs'], section)
            if not files:
                continue
            with_values = rule['id'] != WITHOUT_VALUES
            if section == 'Example' and rule['id'] in UNASKED:
                continue
            said = [verdict(request, files, with_values) for request in (verdicts.validate, verdicts.create)]
            if tuple(words is not None for words in said) == expect:
                agreed += 1
                if given.verbose:
                    print(f'{rule["id"]}, {section}: {said}')
            elif section == 'Example' and rule['id'] in OURS:
                print(f'{rule["id"]}: not judged: {OURS[rule["id"]]}')
            else:
                disagreed += 1
                print(f'{rule["id"]}, {section}: expected {expect}, Heat says {said}')
    print(f'Heat agrees with {agreed} of {agreed + disagreed} examples')
    sys.exit(disagreed > 0)


if __name__ == '__main__':
    main()
