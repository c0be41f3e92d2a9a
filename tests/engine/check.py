#!/usr/bin/env python3
"""Checks plug-ins in a real Heat, over its REST API, with its two engines: the reference in Python, and one in Rust.

    tests/engine/check.py
    tests/engine/check.py --python-only
    tests/engine/check.py --rust FOLDER --rust-broken FOLDER
    tests/engine/check.py --only update --engine legacy

All checks have explicit expectations, and whatever is visible to a user must also be the same with both plug-ins: states, reasons,
outputs, events, schemas. The plug-ins in Rust are compiled if no folders are given. Heat is installed if necessary; HEAT_PYTHON names the Python of one that exists. The exit
code is 1 if a check fails.
"""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import shutil
import sys
import time
import traceback

import checks
import installed_heat
import rust_plugins
from case import Case, Failed, Subject
from rest import Unexpected
from running import Engine, tail

HERE = pathlib.Path(__file__).resolve().parent
# The timeout of an action whose stack has none: that of a stack is at least a minute. Each retry waits twice as long as the one
# before.
OPTIONS = ('stack_action_timeout = 12', 'action_retry_limit = 2')


@dataclasses.dataclass
class Result:
    """What came of a check."""

    seconds: float
    failure: str
    seen: list[tuple[str, object]]


@dataclasses.dataclass
class Column:
    """One plug-in in one kind of engine."""

    subject: Subject
    convergence: bool
    results: dict[str, Result] = dataclasses.field(default_factory=dict)

    @property
    def title(self) -> str:
        return f'{self.subject.language}, {"convergence" if self.convergence else "legacy"}'


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--rust', type=pathlib.Path, metavar='FOLDER', help='folder with a plug-in that has the same types [default: plugins/probe, compiled]')
    parser.add_argument('--rust-broken', type=pathlib.Path, metavar='FOLDER', help='folder with a plug-in that cannot be loaded [default: plugins/broken, compiled]')
    parser.add_argument('--python-only', action='store_true', help='only the reference in Python')
    parser.add_argument('--only', metavar='PATTERN', help='only the checks whose title matches')
    parser.add_argument('--engine', choices=['convergence', 'legacy'], help='only this engine')
    parser.add_argument('--state', type=pathlib.Path, default=installed_heat.ROOT / 'target' / 'engine' / 'checked',
                        help='folder for databases and logs; replaced [default: target/engine/checked]')
    return parser.parse_args()


def columns(given: argparse.Namespace) -> list[Column]:
    subjects = [Subject('Python', HERE / 'reference', HERE / 'broken', survives=False)]
    if not given.python_only:
        if given.rust is None or given.rust_broken is None:
            probe, broken = rust_plugins.build('probe', 'broken')
        subjects.append(Subject('Rust', given.rust or probe, given.rust_broken or broken, survives=True))
    return [Column(subject, convergence) for convergence in (True, False) for subject in subjects
            if given.engine in (None, 'convergence' if convergence else 'legacy')]


def run(function: checks.Check, case: Case) -> Result:
    """Runs one check."""
    began = time.monotonic()
    failure = ''
    try:
        function(case)
    except (Failed, Unexpected) as error:
        failure = str(error)
    except Exception:
        failure = traceback.format_exc()
    return Result(time.monotonic() - began, failure, case.seen)


def run_column(column: Column, chosen: list[tuple[str, checks.Check]], state: pathlib.Path) -> None:
    """Runs all checks with one plug-in in one engine, at the same time."""
    folder = state / re.sub(r'\W+', '-', column.title.lower())
    engine = Engine.start(folder, [column.subject.plugins], column.convergence, *OPTIONS)
    try:
        with concurrent.futures.ThreadPoolExecutor(len(chosen)) as pool:
            running = {}
            for title, function in chosen:
                name = re.sub(r'\W+', '-', title).strip('-')
                case = Case(engine.api, name, folder, column.convergence, column.subject)
                running[title] = pool.submit(run, function, case)
            column.results = {title: future.result() for title, future in running.items()}
        if not engine.alive():
            raise Failed(f'{column.title}: the engine is dead:\n{tail(engine.log)}')
    finally:
        engine.stop()


def compare(run_columns: list[Column]) -> list[str]:
    """What is visible with one plug-in and not with the other."""
    found = []
    for judge in run_columns:
        for other in run_columns:
            if other.convergence != judge.convergence or (judge.subject.language, other.subject.language) != ('Python', 'Rust'):
                continue
            for title, result in judge.results.items():
                theirs = other.results[title].seen
                if result.failure or other.results[title].failure or result.seen == theirs:
                    continue
                first = next((pair for pair in zip(result.seen, theirs) if pair[0] != pair[1]), (result.seen[-1:], theirs[-1:]))
                found.append(f'{title}, {judge.title} and {other.title}\n    Python: {first[0]}\n    Rust:   {first[1]}')
    return found


def table(run_columns: list[Column], titles: list[str]) -> str:
    """One row for each check, one column for each plug-in and engine."""
    width = max(map(len, titles)) + 2
    lines = [' ' * width + ''.join(f'{column.title:>22}' for column in run_columns)]
    for title in titles:
        cells = []
        for column in run_columns:
            result = column.results[title]
            cells.append(f'{"FAILED" if result.failure else "ok"} {result.seconds:6.1f} s')
        lines.append(f'{title:<{width}}' + ''.join(f'{cell:>22}' for cell in cells))
    return '\n'.join(lines)


def main() -> None:
    given = arguments()
    installed_heat.python()
    chosen = [(title, function) for title, function in checks.load() if not given.only or re.search(given.only, title)]
    shutil.rmtree(given.state, ignore_errors=True)
    began = time.monotonic()
    run_columns = columns(given)
    # The engines of one kind at the same time: more of them would be too much for two cores, and what takes long would fail.
    for convergence in (True, False):
        same_kind = [column for column in run_columns if column.convergence == convergence]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for future in [pool.submit(run_column, column, chosen, given.state) for column in same_kind]:
                future.result()
    titles = [title for title, _ in chosen]
    print(table(run_columns, titles))
    failures = [f'{title}, {column.title}\n  {column.results[title].failure}'
                for title in titles for column in run_columns if column.results[title].failure]
    differences = compare(run_columns)
    for text in failures + differences:
        print(f'\n{text}')
    print(f'\n{len(titles)} checks, {len(run_columns)} columns, {len(failures)} failed, {len(differences)} differences, '
          f'{time.monotonic() - began:.0f} s')
    sys.exit(bool(failures or differences))


if __name__ == '__main__':
    main()
