#!/usr/bin/env python3
"""Loads plug-ins as the engine does, and times loading and property reads, without an engine; see bench.py.

    tests/engine/in_process.py FOLDER…

It prints JSON: the seconds of loading each folder, and those of a thousand property reads of each type named `…Reads`.
"""

import argparse
import functools
import json
import pathlib
import shutil
import time
from collections.abc import Callable
from typing import Any

import installed_heat
from heat_engine import heat_process
from heat_engine.configuration import Configuration
from stored import stored_stack

READS = 1000
ROUNDS = 20


def fastest(function: Callable[[], Any]) -> float:
    """The shortest of several runs: what else the machine does only adds to it."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        function()
        times.append(time.perf_counter() - began)
    return min(times)


def load(folders: list[pathlib.Path]) -> dict[str, float]:
    """Loads Heat's own types, and then those of the folders, one folder after the other."""
    from heat.common import plugin_loader
    from heat.engine import plugin_manager, resources

    resources.initialise()
    environment = resources.global_env()
    mapping = plugin_manager.PluginMapping(['available_resource', 'resource'])
    seconds = {}
    for number, folder in enumerate(folders):
        began = time.perf_counter()
        package = plugin_loader.create_subpackage(str(folder), 'heat.engine', f'plugins_{number}')
        modules = list(plugin_loader.load_modules(package))
        found = [pair for module in modules for pair in mapping.load_from_module(module).items()]
        for name, class_ in found:
            environment.register_class(name, class_)
        seconds[str(folder)] = time.perf_counter() - began
    return seconds


def property_reads() -> dict[str, float]:
    """The seconds of a thousand property reads, by type."""
    from heat.engine.resources import global_env

    found = {}
    for name in sorted(one for one in global_env().get_types() if one.startswith('My::Bench::') and one.endswith('Reads')):
        stack = stored_stack(name.replace(':', ''), name, text_0='a', count_1='7', names_2=['x', 'y', 'z'])
        resource = stack['one']
        calls = READS // len(resource.properties_schema)
        found[name] = fastest(functools.partial(repeat, resource.handle_check, calls))
    return found


def repeat(function: Callable[[], Any], times: int) -> None:
    """Calls a function several times."""
    for _ in range(times):
        function()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folders', type=pathlib.Path, nargs='+', metavar='FOLDER')
    given = parser.parse_args()
    installed_heat.run_with_heat()
    state = installed_heat.ROOT / 'target' / 'engine' / 'in-process'
    shutil.rmtree(state, ignore_errors=True)
    heat_process.begin(Configuration(state, ()))
    print(json.dumps({'load': load(given.folders), 'reads': property_reads()}))


if __name__ == '__main__':
    main()
