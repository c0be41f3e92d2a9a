"""Asks Heat's plug-ins what updates cost: does `handle_update` do what the schemas say with `update_effect`?

    python judge_update_effects.py [--verbose]

Run it with a Python in which Heat is installed, in this folder. Each property with an `update_effect`, and each field inside of one, is
changed in a resource that has been created, once for each policy value that the effect depends on, and `handle_update` is called with
stand-ins for the clients (`recorder.inputs_update_effects`). What it asks of them is evidence:

- a plug-in that replaces or refuses does what the schema says for these values, or may do so in a circumstance, and no other replaces;
- a call that always costs something, such as resizing a server, is at least as bad in the schema;
- a plug-in that asks nothing of any service costs nothing;
- what any other call costs is decided by the service, which is not asked here;
- where the stand-ins leave nothing open on which the plug-in depends, no circumstance excuses it, and what it is said to interrupt it does.

There is no cloud (`recorder.cloudless`). The exit code is 1 if the plug-ins disagree with a schema, or one of them
cannot be asked.
"""

import argparse
import pathlib
import sys

import yaml
from heat.engine import translation

# The table of families, which imports all of them, comes first.
from recorder import answers  # noqa: F401
from recorder import cloudless, inputs_update_effects, type_updates
from recorder.stand_in_updates import LEVELS, Step, done

SCHEMAS = pathlib.Path(__file__).resolve().parents[1] / 'schemas'


def cases(effect):
    return effect.get('cases', []) if isinstance(effect, dict) else []


def level(effect):
    return effect['level'] if isinstance(effect, dict) else effect


def decided(effect, values):
    """The level for the values of properties, and those that are possible in a circumstance."""
    possible = []
    for case in cases(effect):
        when = case['when']
        if isinstance(when, str):
            possible.append(case['level'])
        elif values.get(when['property']) in when['in']:
            return case['level'], possible
    return level(effect), possible


def agrees(step, effect, values, is_known):
    certain, possible = decided(effect, values)
    evidence = step.level()
    if is_known:
        possible = []
        if certain == 'interrupts' and evidence != certain:
            return False
    # Only Heat replaces a resource.
    if certain == 'replaces' and evidence != 'replaces':
        return False
    if evidence is None:
        return True
    if evidence in ('replaces', 'refused'):
        return evidence == certain or evidence in possible
    if evidence == 'none':
        return 'none' in (certain, *possible) or certain == 'refused'
    return any(LEVELS.index(one) >= LEVELS.index(evidence) for one in (certain, *possible))


def variations(effect, base):
    """The values of the properties that an effect depends on: as they are, and one after the other."""
    yield {}
    for case in cases(effect):
        when = case['when']
        if isinstance(when, dict):
            yield from ({when['property']: value} for value in when['in'])


class Judge:
    def __init__(self, verbose):
        self.verbose = verbose
        self.counts = {'agreed': 0, 'decided by the service': 0, 'not asked': 0}
        self.disagreed = []

    def one(self, type_name, path, effect, base, values):
        name, place = path[0], '.'.join(path)
        for more in variations(effect, base):
            if name in more:
                first, second = next(value for value in values if value != more[name]), more[name]
                more = {}
            else:
                first, second = values
            around = {**base, **inputs_update_effects.AROUND.get((type_name, place), {}), **more}
            old, new = {**around, name: first}, {**around, name: second}
            values_after = inputs_update_effects.defaults(type_name, new)
            for cloud in inputs_update_effects.clouds_of(type_name, path):
                try:
                    step = done(type_name, old, new, cloud)
                except Exception as error:
                    step = Step([f'?{type(error).__name__}: {error}'])
                case = f'{type_name}, {place}, {more or ""} ({cloud.__name__}): {first!r} to {second!r}'
                self.count(case, step, effect, values_after, inputs_update_effects.is_known(cloud, path))

    def count(self, case, step, effect, values, is_known):
        if step is None or any(name.startswith('?') for name in step.names):
            kind = 'not asked'
        elif not agrees(step, effect, values, is_known):
            kind = 'DISAGREED'
            self.disagreed.append(case)
        else:
            kind = 'agreed' if step.level() else 'decided by the service'
        if kind in self.counts:
            self.counts[kind] += 1
        if self.verbose or kind == 'DISAGREED':
            print(f'{kind}: {case}: the plug-in does {step}, the schema says {decided(effect, values)}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--verbose', action='store_true', help='also show what agrees')
    parser.add_argument('--type', help='only this type')
    given = parser.parse_args()
    cloudless.initialise()
    type_updates.without_services()
    translation.resolve_and_find = type_updates.resolve_nothing
    judge, types, fields = Judge(given.verbose), 0, 0
    for file in sorted(SCHEMAS.glob('*/**/*.yaml')):
        written = yaml.safe_load(file.read_text(encoding='utf-8'))
        effects = inputs_update_effects.graded(written)
        if not effects or given.type not in (None, written['type']):
            continue
        types += 1
        pairs = inputs_update_effects.Pairs(written)
        for path, effect in effects.items():
            fields += len(path) > 1
            values = pairs.of(path)
            if values is None:
                print(f'{written["type"]}, {".".join(path)}: no two values')
                judge.counts['not asked'] += 1
            else:
                judge.one(written['type'], path, effect, pairs.base, values)
    print(f'{types} types, {fields} fields in properties: ' + ', '.join(f'{count} {kind}' for kind, count in judge.counts.items())
          + f', {len(judge.disagreed)} disagreed')
    sys.exit(bool(judge.disagreed or judge.counts['not asked']))


if __name__ == '__main__':
    main()
