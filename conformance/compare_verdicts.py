"""Compares the verdicts of `heat-codegen validate --strict` on templates with Heat's.

    python compare_verdicts.py [--mutants N] [--seed S] [--differences FILE] HEAT_CODEGEN [FOLDER...]

Run it with a Python in which Heat and its client are installed, in the project's folder. It judges the templates below the folders,
or without a folder the project's own: the examples of the catalogue and the architectures of the site. With `--mutants`, it judges N
mutants of each template that Heat accepts, with a mistake that people make, instead of the templates.

Heat has two verdicts, which are compared each on its own: that of the request that validates a template, and that of the request
that creates a stack, which every parameter has a value for. There is no cloud (`recorder/cloudless.py`). Where Heat refuses a template
and the command does not, the table tells who refused it: Heat itself, the code of a plug-in, or the client that reads the files. Prints
a table by kind of mistake; the exit code is 1 if the command has an error in a template that Heat accepts.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

from recorder import bases, cloudless, examples, mutated_templates, verdicts

SCHEMAS = pathlib.Path('schemas')
ARCHITECTURES = pathlib.Path('site/architectures')
TAGS = {'validate': 'refused-by-template-validate', 'create': 'refused-by-stack-create'}
COLUMNS = ['agree', 'false error', 'missed: heat', 'missed: plug-in', 'missed: client', 'missed: cloud', 'unknown']


def judged(case, command, root):
    """Heat's verdicts, and the tagged errors of the command."""
    with tempfile.TemporaryDirectory(prefix='verdicts') as folder:
        folder = pathlib.Path(folder)
        mutated_templates.write(case.files, folder)
        environment = folder / case.environment if case.environment else None
        heat = verdicts.of_file(folder / case.template, environment)
        asked = [command, '--schemas', root, 'validate', '--strict', '--format', 'json', '--root', str(folder), case.template]
        asked += ['--environment', case.environment] if case.environment else []
        ran = subprocess.run(asked, capture_output=True, text=True, cwd=folder)
        if ran.returncode not in (0, 1, 2):
            raise RuntimeError(f'{case.source}: {ran.stderr}')
        return heat, [found for found in json.loads(ran.stdout or '[]') if found['severity'] == 'error']


def outcome(heat, errors, request):
    """How the command's verdict compares with Heat's."""
    has_errors = any(TAGS[request] in error['tags'] for error in errors)
    if heat['verdict'] == 'unknown':
        return 'unknown'
    if (heat['verdict'] == 'refused') == has_errors:
        return 'agree'
    return 'false error' if has_errors else f"missed: {heat['by']}"


class Table:
    """Counts of outcomes, by request and kind."""

    def __init__(self):
        self.counts = {request: collections.defaultdict(collections.Counter) for request in TAGS}

    def add(self, request, kind, found, heat):
        for row in (kind, 'all'):
            self.counts[request][row][found] += 1
            self.counts[request][row][heat['verdict']] += 1
            if heat.get('by') == 'heat':
                self.counts[request][row]['by heat'] += 1

    def __str__(self):
        shown = []
        for request, rows in self.counts.items():
            shown.append(f"{request:29}{'cases':>7}{'accepted':>10}{'refused':>9}" + ''.join(f'{column:>17}' for column in COLUMNS))
            for kind in [*sorted(row for row in rows if row != 'all'), 'all']:
                row = rows[kind]
                cases = row['accepted'] + row['refused'] + row['unknown']
                shown.append(f"{kind:29}{cases:>7}{row['accepted']:>10}{row['refused']:>9}" + ''.join(f'{row[column]:>17}' for column in COLUMNS))
            missed, refused = rows['all']['missed: heat'], rows['all']['by heat']
            shown.append(f'of {refused} that Heat itself refuses, {100 * (refused - missed) / max(refused, 1):.2f} % have an error\n')
        return '\n'.join(shown)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--mutants', type=int, default=0, metavar='N')
    parser.add_argument('--seed', default='1')
    parser.add_argument('--differences', type=pathlib.Path, help='write each case on which the verdicts differ, as a line of JSON')
    parser.add_argument('command')
    parser.add_argument('folders', nargs='*', type=pathlib.Path)
    return parser.parse_args()


def main():
    given = arguments()
    cloudless.initialise()
    accepted = examples.accepted_values(SCHEMAS)
    cases = (case for folder in given.folders for case in bases.of_folder(folder, accepted)) if given.folders else bases.own(SCHEMAS, ARCHITECTURES, accepted)
    table, differences = Table(), []
    command, root = str(pathlib.Path(given.command).resolve()), str(SCHEMAS.resolve())
    for base in cases:
        each = [('template', base)]
        if given.mutants:
            heat, _ = judged(base, command, root)
            each = mutated_templates.mutants(base, given.mutants, given.seed) if heat['create']['verdict'] == 'accepted' else []
        for kind, case in each:
            heat, errors = judged(case, command, root)
            for request in TAGS:
                found = outcome(heat[request], errors, request)
                table.add(request, kind, found, heat[request])
                if found not in ('agree', 'unknown'):
                    differences.append({'source': case.source, 'request': request, 'outcome': found, 'heat': heat[request], 'errors': errors, 'case': vars(case)})
    if given.differences:
        given.differences.write_text(''.join(json.dumps(one) + '\n' for one in differences), encoding='utf-8')
    print(table)
    sys.exit(any(one['outcome'] == 'false error' for one in differences))


if __name__ == '__main__':
    main()
