#!/usr/bin/env python3
"""Searches for wrong findings of `diff`: compares them with a real Heat, on mutants of real types.

    conformance/hunt.py make --count 2000 --seed 7 --out target/hunt.jsonl      mutants, with Heat's answers
    conformance/hunt.py make --of whole --count 200 --out target/hunt.jsonl     the same, of types with all their keys
    cargo run -p conformance -- --claims target/claims.jsonl target/hunt.jsonl  the findings of `diff` for them
    conformance/hunt.py report target/hunt.jsonl target/claims.jsonl            where the two disagree, by cause
    conformance/hunt.py keep target/hunt.jsonl --count 200                      some of them, as vectors to ship

Heat is installed as for record.py.
"""

import argparse
import collections
import functools
import itertools
import json
import pathlib
import signal
import sys

import record

# Only Heat's own Python is certain to have it.
try:
    import yaml
except ImportError:
    yaml = None

# The time of a processor that a mutant may take.
SECONDS = 10

SOURCES = {
    'parts': 'a few properties of real types', 'whole': 'real types with all their keys, one after the other',
    'properties': 'the same, with one change of one property, which breaks those who use it',
    'invented': 'made-up types with validation rules, groups and translation rules',
}

HERE = pathlib.Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--venv', type=pathlib.Path, default=HERE.parent / 'target' / 'heat',
                        help='virtual environment with Heat; created if necessary [default: target/heat]')
    commands = parser.add_subparsers(dest='command', required=True)
    make = commands.add_parser('make', help="write mutants with Heat's answers")
    make.add_argument('--count', type=int, default=1000)
    make.add_argument('--seed', type=int, default=1)
    make.add_argument('--of', choices=SOURCES, default='parts', help=f'what is mutated: {"; ".join(map(": ".join, SOURCES.items()))} [default: parts]')
    make.add_argument('--mutations', type=int, default=None, metavar='N', help='up to N mutations for each mutant [default: 3, or 1 of whole types]')
    make.add_argument('--out', type=pathlib.Path, required=True)
    report = commands.add_parser('report', help='compare what diff says with what Heat said')
    report.add_argument('vectors', type=pathlib.Path)
    report.add_argument('claims', type=pathlib.Path)
    report.add_argument('--show', type=int, default=0, metavar='N', help='print up to N cases of each kind and cause')
    keep = commands.add_parser('keep', help='write some mutants of each cause to standard output')
    keep.add_argument('vectors', type=pathlib.Path)
    keep.add_argument('--count', type=int, default=200)
    return parser.parse_args()


class TooSlow(BaseException):
    """A mutant takes too long: its rules form a cycle, or a pattern backtracks. Heat does not catch this."""


def give_up(*_):
    raise TooSlow


def mutators(given):
    """Mutators, each with what it changes."""
    from recorder import mutants
    if given.of in ('parts', 'invented'):
        types = mutants.load(HERE.parent / 'schemas')
        for number in itertools.count(1):
            mutator = mutants.Mutator(f'{given.seed}/{number}', types, given.mutations or 3)
            if given.of == 'invented':
                try:
                    mutator.whole = mutator.invented()
                except (mutants.NotHere, IndexError, KeyError, TypeError, ValueError):
                    continue
            yield number, mutator, mutator.mutant
        return
    types = mutants.load_whole(HERE.parent / 'schemas')
    for number in itertools.count(1):
        turn, index = divmod(number - 1, len(types))
        mutator = mutants.Mutator(f'{given.seed}/{number}', types, given.mutations or 1, types[index])
        names = list(types[index].get('properties') or {})
        if given.of == 'whole':
            yield number, mutator, mutator.mutant
        elif turn < len(names):
            mutants.random.Random(f'{given.seed}/{index}').shuffle(names)
            yield number, mutator, functools.partial(mutator.one_change, names[turn])
        elif turn == 0:
            yield number, mutator, mutator.one_change_of_type
        elif turn > 200:
            return


def one_mutant(mutator, mutated):
    """A mutant and what it breaks according to Heat; None if Heat accepts no data before."""
    from recorder import mutant_data, mutant_judge
    before, after, done, is_judged = mutated()
    mutant = {'before': before, 'after': after}
    side, _ = mutant_judge.side_of(before)
    if side is None:
        return None
    if not is_judged:
        return mutant, {'breaks': None}, done, 0
    data = mutant_data.accepted(mutator, before, after, side)
    if not data:
        return None
    policies = []
    if before.get('update_policy') != after.get('update_policy'):
        old, new = ({'properties': each.get('update_policy') or {}} for each in (before, after))
        side, _ = mutant_judge.side_of(old)
        if side is None:
            return None
        policies = mutant_data.accepted(mutator, old, new, side)
    return mutant, mutant_judge.judge(mutant, data, mutant_data.pairs(mutator, data), policies), done, len(data)


def make(given):
    """Writes mutants with Heat's answers."""
    signal.signal(signal.SIGPROF, give_up)
    made = asked = 0
    none = collections.Counter()
    with given.out.open('w', encoding='utf-8') as out:
        for number, mutator, mutated in mutators(given):
            if made >= given.count:
                break
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                mutant = one_mutant(mutator, mutated)
            except TooSlow:
                none['too slow'] += 1
                continue
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            if mutant is None:
                none['no data that Heat accepts'] += 1
                continue
            sides, answer, done, sets = mutant
            made += 1
            asked += sets
            vector = {'family': 'diff', 'source': f'hunt:{given.seed}:{number}:{"+".join(done)}', 'input': sides,
                      'output': answer}
            out.write(json.dumps(vector, ensure_ascii=False, separators=(',', ':')) + '\n')
    print(f'{made} mutants, {asked} sets of data; without an answer: {dict(none)}', file=sys.stderr)


def schema_at(schema, path):
    """The property, field or item at a path of names and `*`."""
    members, found = schema['properties'], None
    for step in path:
        found = members.get(step) if members else None
        if found is None:
            return None
        members = found.get('schema')
    return found


def resource(template):
    """The properties of the only resource of a template."""
    if template is None:
        return None
    return next(iter(yaml.safe_load(template)['resources'].values())).get('properties', {})


def witness_error(judge, sides, witness):
    """Why a witness does not behave as claimed; None if it does."""
    template = yaml.safe_load(witness['template'])
    before, after = sides['before'], sides['after']
    if 'outputs' in template:
        (output,) = template['outputs'].values()
        return judge.part_error(before, after, 'attribute', output['value']['get_attr'][1])
    if 'deletion_policy' in next(iter(template['resources'].values())):
        return judge.part_error(before, after, 'deletion_policy', None)
    return judge.witness_error(before, after, *(resource(witness[key]) for key in ('template', 'update')))


def asks_cloud(judge, vector, claim):
    """Whether a finding is about something that only a cloud can check."""
    if not claim['rule'].startswith('custom-constraint'):
        return False
    return any(f'"custom_constraint": "{name}"' in json.dumps(vector['input']['after']) for name in judge.CLOUD)


def shown_by_value(judge, vector, claim):
    """Whether a finding's value proves it: no rule and no unimplemented property prevents the value from being read."""
    from recorder import mutants
    text = json.dumps(vector['input'])
    if 'counterexample' not in claim or '"implemented": false' in text:
        return False
    rules = [rule for side in vector['input'].values() for rule in side.get('translation_rules', [])]
    if any(claim['path']['before'][0] in mutants.tops_of(rule) for rule in rules):
        return False
    sides = [schema_at(vector['input'][side], claim['path'][side]) for side in ('before', 'after')]
    return None not in sides and judge.counterexample_error(*sides, json.loads(claim['counterexample'])) is None


def report(given):
    """Prints where diff and Heat disagree."""
    from recorder import mutant_judge
    vectors = [json.loads(line) for line in given.vectors.open(encoding='utf-8')]
    claims = [json.loads(line) for line in given.claims.open(encoding='utf-8')]
    counts, shown = collections.Counter(), collections.Counter()
    table = collections.defaultdict(collections.Counter)

    def wrong(kind, cause, vector, words):
        table[cause][kind] += 1
        counts[kind] += 1
        if shown[kind, cause] < given.show:
            shown[kind, cause] += 1
            print(f'{kind}: {cause}: {vector["source"]}\n  {words}\n  before {json.dumps(vector["input"]["before"])}'
                  f'\n  after  {json.dumps(vector["input"]["after"])}\n  heat   {json.dumps(vector["output"])}\n')

    for vector, claim in zip(vectors, claims):
        assert vector['source'] == claim['source']
        cause = vector['source'].split(':')[3]
        heat = vector['output']
        breaking = [each for each in claim['findings'] if each['severity'] == 'breaking']
        said = ', '.join(f'{each["rule"]} ({each["message"]})' for each in claim['findings']) or 'nothing'
        table[cause]['mutants'] += 1
        counts['mutants'] += 1
        if not claim['findings'] and not claim['same']:
            counts['without a finding'] += 1
        if heat['breaks'] is None:
            counts['without an answer of Heat'] += 1
            continue
        # A default that changes under a stack is reported as dangerous: nothing changes
        # until a template sets it.
        shifted = heat.get('was') == 'no change'
        if heat['breaks']:
            kind = 'unchanged now replaced' if shifted else 'truly breaking'
            counts[kind] += 1
            table[cause][kind] += 1
            if not breaking and mutant_judge.needs_cloud(vector['input']['after'], heat):
                counts['depends on the cloud'] += 1
            elif not breaking:
                wrong('shift not breaking' if shifted else 'missed', cause, vector, said)
        if breaking:
            counts['breaking verdicts'] += 1
            if not heat['breaks'] and any(asks_cloud(mutant_judge, vector, each) for each in breaking):
                counts['depends on the cloud'] += 1
            elif not heat['breaks']:
                proven = any(not witness_error(mutant_judge, vector['input'], each['witness']) for each in breaking if each.get('witness'))
                proven = proven or any(shown_by_value(mutant_judge, vector, each) for each in breaking)
                wrong('proven by its witness' if proven else 'false', cause, vector, said)
        for each in claim['findings']:
            if each.get('witness'):
                counts['witnesses'] += 1
                if each['severity'] != 'breaking':
                    wrong('lowered with a witness', cause, vector, f'{each["rule"]}: {each["witness"]}')
                error = witness_error(mutant_judge, vector['input'], each['witness'])
                if error:
                    wrong('wrong witness', cause, vector, f'{each["rule"]}: {each["witness"]}: {error}')
            elif each['severity'] == 'breaking':
                counts['without witness'] += 1
            if 'counterexample' in each:
                counts['counterexamples'] += 1
                before, after = (schema_at(vector['input'][side], each['path'][side]) for side in ('before', 'after'))
                if before is None or after is None:
                    continue
                error = mutant_judge.counterexample_error(before, after, json.loads(each['counterexample']))
                if error:
                    wrong('wrong counterexample', cause, vector, f'{each["rule"]}: {each["counterexample"]!r}: {error}')
    kinds = ['missed', 'lowered with a witness', 'shift not breaking', 'false', 'proven by its witness', 'wrong witness', 'wrong counterexample']
    for cause in sorted(table, key=lambda cause: -sum(table[cause][kind] for kind in kinds)):
        if any(table[cause][kind] for kind in kinds):
            print(f'{cause:40}', '  '.join(f'{kind} {table[cause][kind]}' for kind in kinds if table[cause][kind]))
    print('  '.join(f'{kind} {count}' for kind, count in counts.items()))
    print(f'missed {100 * counts["missed"] / max(counts["truly breaking"], 1):.2f} %  '
          f'false {100 * counts["false"] / max(counts["breaking verdicts"], 1):.2f} %')


def keep(given):
    """Some cases of each cause, the shortest first, half of them breaking."""
    by_cause = collections.defaultdict(list)
    for line in given.vectors.open(encoding='utf-8'):
        vector = json.loads(line)
        breaks = vector['output']['breaks']
        if breaks is not None and vector['output'].get('was') != 'no change' and '+' not in vector['source']:
            by_cause[vector['source'].split(':')[3], breaks].append(line)
    for lines in by_cause.values():
        lines.sort(key=len)
    written = rank = 0
    while written < given.count and any(len(lines) > rank for lines in by_cause.values()):
        for cause in sorted(by_cause, key=str):
            if rank < len(by_cause[cause]) and written < given.count:
                sys.stdout.write(by_cause[cause][rank])
                written += 1
        rank += 1


def main():
    given = arguments()
    record.run_with_heat(given.venv)
    from recorder import mutant_judge
    mutant_judge.initialise()
    {'make': make, 'report': report, 'keep': keep}[given.command](given)


if __name__ == '__main__':
    main()
