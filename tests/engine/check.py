#!/usr/bin/env python3
"""Checks plug-ins in a real Heat, over its REST API, with its two engines: the reference in Python, and one in Rust.

    tests/engine/check.py
    tests/engine/check.py --python-only
    tests/engine/check.py --rust FOLDER --rust-broken FOLDER
    tests/engine/check.py --only update --engine legacy
    tests/engine/check.py --isolated

All checks have explicit expectations, and whatever is visible to a user must also be the same with both plug-ins: states, reasons,
outputs, events, schemas. The plug-ins in Rust are compiled if no folders are given. Heat is installed if necessary; HEAT_PYTHON
names the Python of one that exists. The exit code is 1 if a check fails.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import sys
import time

import checks
import installed_heat
import rust_plugins
from case import Subject
from results import OPTIONS, Checks, Column, report, run_all
from running import Engine

HERE = pathlib.Path(__file__).resolve().parent
# More would only wait for each other.
AT_ONCE = 12


def arguments(description: str, folder: str) -> argparse.Namespace:
    """The options; the folder is for databases and logs."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--rust', type=pathlib.Path, metavar='FOLDER',
                        help='folder with a plug-in that has the same types [default: plugins/probe, compiled]')
    parser.add_argument('--rust-broken', type=pathlib.Path, metavar='FOLDER',
                        help='folder with a plug-in that cannot be loaded [default: plugins/broken, compiled]')
    parser.add_argument('--python-only', action='store_true', help='only the reference in Python')
    parser.add_argument('--isolated', action='store_true', help='plug-ins in Rust in processes of their own')
    parser.add_argument('--only', metavar='PATTERN', help='only the checks whose title matches')
    parser.add_argument('--engine', choices=['convergence', 'legacy'], help='only this engine')
    parser.add_argument('--state', type=pathlib.Path, default=installed_heat.ROOT / 'target' / 'engine' / folder,
                        help=f'folder for databases and logs; replaced [default: target/engine/{folder}]')
    return parser.parse_args()


def columns(given: argparse.Namespace) -> list[Column]:
    """The plug-ins and the engines to check."""
    subjects = [Subject('Python', HERE / 'reference', HERE / 'broken', False, HERE / 'versions' / 'kept.py')]
    if not given.python_only:
        if given.rust is None or given.rust_broken is None:
            probe, broken = rust_plugins.build('probe', 'broken')
        plugins = given.rust or probe
        options = ('plugins.isolation = process',) if given.isolated else ()
        subjects.append(Subject('Rust', plugins, given.rust_broken or broken, True, plugins / 'probe.so', options))
    return [Column(subject, convergence) for convergence in (True, False) for subject in subjects
            if given.engine in (None, 'convergence' if convergence else 'legacy')]


def run_column(column: Column, chosen: Checks, state: pathlib.Path) -> None:
    """Runs all checks with one plug-in in one engine."""
    folder = state / column.name
    engine = Engine.start(folder, [column.subject.plugins], column.convergence, *OPTIONS, *column.subject.options)
    try:
        run_all(engine, column, chosen, folder, AT_ONCE)
    finally:
        engine.stop()


def main() -> None:
    given = arguments(str(__doc__), 'checked')
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
    sys.exit(report(run_columns, [title for title, _ in chosen], began))


if __name__ == '__main__':
    main()
