#!/usr/bin/env python3
"""Records a real Heat's answers to the project's own inputs, as vectors that `cargo run -p conformance` replays.

    conformance/record.py                                 write conformance/vectors/*.jsonl again
    conformance/record.py --check                         record again, and compare with the existing files
    conformance/record.py --random 2000 --seed 7 --out target/vectors
                                                          vectors of random inputs, to find differences
    conformance/record.py --corpus FOLDER --out target/vectors
                                                          vectors of the templates in a folder, and of mutants of them

Heat is installed in its own virtual environment, which is kept for the next time.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import installed_heat

HERE = pathlib.Path(__file__).resolve().parent
# Which error of a template comes first can depend on the order of sets: these are recorded under several.
UNORDERED = {'templates', 'nested_stacks'}
# What differs from run to run is not recorded: an answer has to be the same under another order.
STEADY = {'yaql', 'dependencies'}
# These ask real services.
WITH_SERVICES = {'update_effects', 'services', 'service_rules'}
OTHER_ORDERS = ['1', '2', '3', '4', '5', '6', '7']


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--venv', type=pathlib.Path, default=installed_heat.ENVIRONMENT,
                        help='virtual environment with Heat; created if necessary [default: target/heat]')
    parser.add_argument('--check', action='store_true', help='compare, and write nothing; exit 1 if anything differs')
    parser.add_argument('--random', type=int, metavar='N', help='record N random inputs of each family instead')
    parser.add_argument('--seed', type=int, default=1, help='the seed of the random inputs')
    parser.add_argument('--out', type=pathlib.Path, help='folder to write to [default: conformance/vectors]')
    parser.add_argument('--corpus', type=pathlib.Path, help='record the templates below this folder, instead')
    parser.add_argument('--mutants', type=int, default=5, metavar='N', help='mutants of each template of the corpus [default: 5]')
    parser.add_argument('--hash-seed', default='0', help='the order of sets in Python')
    parser.add_argument('--family', action='append', help='only this family; can be repeated')
    given = parser.parse_args()
    if (given.random is not None or given.corpus) and given.out is None:
        parser.error('--random and --corpus need --out: their vectors are not shipped')
    return given


def run_with_heat(folder, hash_seed='0'):
    """Runs this script again with the environment's Python, unless that already runs it."""
    if pathlib.Path(sys.prefix).resolve() != folder.resolve() or os.environ.get('PYTHONHASHSEED') != hash_seed:
        installed_heat.run_again(installed_heat.install(folder), PYTHONHASHSEED=hash_seed)


def random_vectors(given, families):
    """Files of vectors of random inputs."""
    from recorder import catalogue, generated, recording
    types = catalogue.load(HERE.parent / 'schemas')
    for family in generated.FAMILIES:
        if families and family not in families:
            continue
        maker = generated.Maker(f'{given.seed}/{family}')
        lines = []
        for number in range(given.random):
            recorded = recording.vector(family, f'random:{given.seed}:{number}', getattr(maker, family)(types))
            if recorded is not None:
                lines.append(recording.line(recorded))
        yield family, lines


def shipped_vectors(families):
    """The files that the project ships."""
    from recorder import catalogue, inputs, real_services, recording
    types = catalogue.load(HERE.parent / 'schemas')
    for family, groups in inputs.FAMILIES.items():
        if families and family not in families:
            continue
        lines, numbers = [], {}
        if family in WITH_SERVICES and not real_services.are_running():
            if families:
                sys.exit(f'{family}: {real_services.HOW}')
            print(f'{family} is left out: {real_services.HOW}', file=sys.stderr)
            continue
        for group, one in groups(types):
            numbers[group] = numbers.get(group, 0) + 1
            recorded = recording.vector(family, f'own:{group}:{numbers[group]}', one)
            if recorded is not None:
                lines.append(recording.line(recorded))
        yield family, lines


def corpus_vectors(given, families):
    """Vectors of real templates."""
    from recorder import corpus, recording
    for family, inputs in corpus.inputs(given.corpus, given.mutants, given.seed).items():
        if families and family not in families:
            continue
        recorded = (recording.vector(family, source, one) for source, one in inputs)
        yield family, [recording.line(one) for one in recorded if one is not None]


def in_other_orders(given, family, seeds):
    """The lines of a family as they are recorded under other orders of sets."""
    lines = []
    for seed in seeds:
        with tempfile.TemporaryDirectory(prefix='vectors') as folder:
            asked = ['--family', family, '--out', folder, '--hash-seed', seed, '--venv', str(given.venv)]
            for option, value in (('--random', given.random), ('--corpus', given.corpus), ('--seed', given.seed), ('--mutants', given.mutants)):
                asked += [] if value is None else [option, str(value)]
            subprocess.run([sys.executable, __file__, *asked], check=True)
            with pathlib.Path(folder, f'{family}.jsonl').open(encoding='utf-8') as recorded:
                lines += recorded
    return lines


def differences(path, lines):
    """The lines of a file that differ from the new recording."""
    there = path.read_text(encoding='utf-8').splitlines(keepends=True) if path.exists() else []
    for number in range(max(len(there), len(lines))):
        old = there[number] if number < len(there) else '(nothing)\n'
        new = lines[number] if number < len(lines) else '(nothing)\n'
        if old != new:
            yield f'{path}:{number + 1}\n  there: {old}  now:   {new}'


def main():
    given = arguments()
    run_with_heat(given.venv, given.hash_seed)
    from recorder import heat_in_use, recording
    heat_in_use.initialise()
    folder = given.out or HERE / 'vectors'
    if given.corpus:
        files = corpus_vectors(given, given.family)
    else:
        files = random_vectors(given, given.family) if given.random is not None else shipped_vectors(given.family)
    found = 0
    for family, lines in files:
        if family in UNORDERED and given.hash_seed == '0':
            lines = list(recording.in_every_order(lines, in_other_orders(given, family, OTHER_ORDERS)))
        if family in STEADY and given.hash_seed == '0':
            again = set(in_other_orders(given, family, OTHER_ORDERS[:1]))
            lines = [line for line in lines if line in again]
        path = folder / f'{family}.jsonl'
        if given.check:
            for difference in differences(path, lines):
                found += 1
                print(difference, end='')
        else:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(''.join(lines), encoding='utf-8')
        print(f'{family}: {len(lines)} vectors', file=sys.stderr)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
