#!/usr/bin/env python3
"""Checks plug-ins in a Heat with two engine workers, over RabbitMQ and PostgreSQL.

    apt-get install rabbitmq-server postgresql
    tests/engine/scale.py
    tests/engine/scale.py --python-only
    tests/engine/scale.py --isolated

Heat forks its workers after it has loaded the plug-ins. The checks are those of `check.py`, and three more: each worker has shared
state of its own, each reports the calls that it has made, and a resource whose worker is killed stays in progress until the next
action finds the worker gone.
"""

import argparse
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable

import check
import checks
import installed_heat
import services
from case import Case
from checks import scaled
from heat_engine.configuration import Configuration
from results import OPTIONS, Checks, Column, report, run_all
from workers import Workers

WORKERS = 2
# The API answers one request after the other, and lets five wait.
AT_ONCE = 6


def with_workers(function: Callable[[Case, Workers], None], heat: Workers) -> checks.Check:
    """A check of workers, as one that needs none."""
    return lambda case: function(case, heat)


def run_column(column: Column, chosen: Checks, arguments: argparse.Namespace) -> None:
    """Runs all checks with one plug-in in one kind of engine."""
    folder = arguments.state / f'scale-{column.name}'
    with services.rabbitmq() as transport, services.postgresql() as database:
        options = (*OPTIONS, *column.subject.options)
        prefix = installed_heat.python().parent.parent
        heat = Workers.start(Configuration(folder, (column.subject.plugins,), column.convergence, options, transport, database, WORKERS,
                                           prefix=prefix))
        try:
            run_all(heat, column, chosen, folder, AT_ONCE)
            # These need the workers for themselves.
            for title, function in scaled.CHECKS:
                one = Column(column.subject, column.convergence)
                run_all(heat, one, [(title, with_workers(function, heat))], folder, 1)
                column.results.update(one.results)
        finally:
            heat.stop()


def main() -> None:
    given = check.arguments(str(__doc__), 'scaled')
    if subprocess.run([installed_heat.python(), '-c', 'import psycopg2'], capture_output=True).returncode:
        subprocess.run([installed_heat.python(), '-m', 'pip', 'install', '--quiet', 'psycopg2-binary'], check=True)
    chosen = [(title, function) for title, function in checks.load() if not given.only or re.search(given.only, title)]
    shutil.rmtree(given.state, ignore_errors=True)
    began = time.monotonic()
    run_columns = check.columns(given)
    for column in run_columns:
        run_column(column, chosen, given)
    titles = [title for title, _ in chosen] + [title for title, _ in scaled.CHECKS]
    sys.exit(report(run_columns, titles, began))


if __name__ == '__main__':
    main()
