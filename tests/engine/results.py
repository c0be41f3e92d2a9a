"""Running checks at the same time, and the table of their results."""

import concurrent.futures
import dataclasses
import pathlib
import re
import time
import traceback
from typing import Protocol

import checks
from case import Case, Failed, Subject
from heat_engine.rest import Api, Unexpected

# The timeout of an action whose stack has none: that of a stack is at least a minute. Each retry waits twice as long as the one
# before.
OPTIONS = ('stack_action_timeout = 12', 'action_retry_limit = 2')
Checks = list[tuple[str, checks.Check]]


class Heat(Protocol):
    """A Heat that runs."""

    api: Api

    def alive(self) -> bool:
        """Whether it still runs and answers."""


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

    @property
    def name(self) -> str:
        """The title, for a folder."""
        return self.title.lower().replace(', ', '-')


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


def run_all(heat: Heat, column: Column, chosen: Checks, folder: pathlib.Path, at_once: int) -> None:
    """Runs checks in a Heat, a number of them at the same time, and the last ones first: they take longest."""
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        running = {}
        for title, function in reversed(chosen):
            name = re.sub(r'\W+', '-', title).strip('-')
            case = Case(heat.api, name, folder, column.convergence, column.subject)
            running[title] = pool.submit(run, function, case)
        column.results = {title: future.result() for title, future in running.items()}
    if not heat.alive():
        raise Failed(f'{column.title}: the engine is dead')


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


def report(run_columns: list[Column], titles: list[str], began: float) -> bool:
    """Prints the table and what went wrong, and returns whether anything did."""
    print(table(run_columns, titles))
    failures = [f'{title}, {column.title}\n  {column.results[title].failure}'
                for title in titles for column in run_columns if column.results[title].failure]
    differences = compare(run_columns)
    for text in failures + differences:
        print(f'\n{text}')
    print(f'\n{len(titles)} checks, {len(run_columns)} columns, {len(failures)} failed, {len(differences)} differences, '
          f'{time.monotonic() - began:.0f} s', flush=True)
    return bool(failures or differences)
