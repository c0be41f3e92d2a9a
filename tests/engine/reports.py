"""The reports that Heat's engine prints when it gets SIGUSR2, and what they say of plug-ins."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import signal
import time

from case import Failed

# Comes once in each report, after its title.
BEGIN = '|' * 72
TITLE = re.compile(r'^={72}\n====(.{64})====\n={72}\n', re.MULTILINE)
TYPE = re.compile(r'\w+(?:::\w+)+.*')
ROW = re.compile(r'  (\S.*?) +(\d+) +(\d+) +([\d.]+) +([\d.]+)')
RUNNING = re.compile(r'  (.+) has been running for ([\d.]+) s: (.*)')


@dataclasses.dataclass
class Counted:
    """The calls of one type."""

    # Calls that have ended and those of them that failed, by kind.
    ended: dict[str, tuple[int, int]] = dataclasses.field(default_factory=dict)
    # In total, and of the longest call, by kind.
    seconds: dict[str, tuple[float, float]] = dataclasses.field(default_factory=dict)
    # What runs, and the resource.
    running: list[tuple[str, str]] = dataclasses.field(default_factory=list)


def request(process: int, printed: pathlib.Path, within: float = 30) -> dict[str, str]:
    """The sections of the report that a process prints into a file, by title."""
    before = printed.read_text(encoding='utf-8', errors='replace').count(BEGIN)
    os.kill(process, signal.SIGUSR2)
    end = time.monotonic() + within
    text = last = ''
    while text.count(BEGIN) <= before or text != last:
        if time.monotonic() > end:
            raise Failed(f'process {process} prints no report within {within} s')
        last = text
        time.sleep(0.5)
        text = printed.read_text(encoding='utf-8', errors='replace')
    return sections(text)


def sections(printed: str) -> dict[str, str]:
    """The sections of the last report in a text, by title."""
    _, *parts = TITLE.split(printed.rpartition(BEGIN)[2])
    return {title.strip(): text for title, text in zip(parts[::2], parts[1::2])}


def plugins(report: dict[str, str]) -> dict[str, dict[str, Counted]]:
    """The calls of each plug-in in Rust, by type."""
    prefix = 'Heat Plug-in '
    return {title.removeprefix(prefix): counted(text) for title, text in report.items() if title.startswith(prefix)}


def counted(section: str) -> dict[str, Counted]:
    """The calls of each type of a plug-in."""
    found: dict[str, Counted] = {}
    for line in section.splitlines():
        if TYPE.fullmatch(line):
            one = found[line] = Counted()
        elif row := ROW.fullmatch(line):
            kind, calls, failures, seconds, longest = row.groups()
            one.ended[kind] = int(calls), int(failures)
            one.seconds[kind] = float(seconds), float(longest)
        elif running := RUNNING.fullmatch(line):
            doing, _, resource = running.groups()
            one.running.append((doing, resource))
    return found
