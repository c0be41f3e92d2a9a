#!/usr/bin/env python3
"""Checks a plug-in in Rust in an engine that eventlet has patched, as those of Heat before release 27 are.

    python3 -m venv older && older/bin/pip install openstack-heat==24.0.0
    HEAT_PYTHON=older/bin/python tests/engine/green_threads.py

While a handler blocks, the other green threads have to run. There is no engine: one of them would wait for the lock of SQLite that
another has, in the only thread that there is.
"""

import shutil
import time

import heat_process
import installed_heat
import rust_plugins
from configuration import Configuration

BLOCKED = 2.0
STEP = 0.1
STATE = installed_heat.ROOT / 'target' / 'engine' / 'green-threads'


def main() -> None:
    installed_heat.run_with_heat()
    plugins, = rust_plugins.build('probe')

    shutil.rmtree(STATE, ignore_errors=True)
    heat_process.begin(Configuration(STATE, (plugins,)), green=True)

    import eventlet
    from heat.engine import resources, scheduler
    resources.initialise()
    steps: list[float] = []

    def others() -> None:
        while True:
            eventlet.sleep(STEP)
            steps.append(time.monotonic())
    running = eventlet.spawn(others)
    fault = {'action': 'create', 'kind': 'block', 'seconds': BLOCKED}
    stack = heat_process.stored_stack('green', 'My::Custom::Probe', value='kept', polls=1, faults=[fault])
    probe = stack['one']
    began = time.monotonic()
    scheduler.TaskRunner(probe.create)()
    taken = time.monotonic() - began
    running.kill()

    print(f'{probe.action}_{probe.status} after {taken:.1f} s, of which the handler blocked {BLOCKED} s; '
          f'others ran {len(steps)} times meanwhile; kept: {probe.data()["value"]}')
    if probe.state != ('CREATE', 'COMPLETE') or len(steps) < BLOCKED / STEP / 2:
        raise SystemExit('the handler stopped the others, or failed')


if __name__ == '__main__':
    main()
