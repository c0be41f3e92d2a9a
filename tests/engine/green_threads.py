#!/usr/bin/env python3
"""Checks a plug-in in Rust in an engine that eventlet has patched, as those of Heat before release 27 are.

    python3 -m venv older && older/bin/pip install openstack-heat==24.0.0
    HEAT_PYTHON=older/bin/python tests/engine/green_threads.py

While a handler blocks, the other green threads have to run. There is no engine: one of them would wait for the lock of SQLite that
another has, in the only thread that there is.
"""

import logging
import time
from typing import Any

import installed_heat
import rust_plugins

BLOCKED = 2.0
STEP = 0.1


def stack(type_name: str, **properties: Any) -> Any:
    """A stored stack of one resource."""
    from heat.common import context
    from heat.engine import environment, stack, template
    document = {'heat_template_version': '2021-04-16', 'resources': {'probe': {'type': type_name, 'properties': properties}}}
    parsed = template.Template(document, env=environment.Environment())
    user = context.RequestContext(user_id='admin', project_id='admin', username='admin', password='admin', is_admin=True)
    made = stack.Stack(user, 'green', parsed)
    made.store()
    return made


def main() -> None:
    installed_heat.run_with_heat()
    plugins, = rust_plugins.build('probe')

    import eventlet
    eventlet.monkey_patch()
    from heat.common import messaging
    from heat.db import migration
    from heat.engine import resources, scheduler
    from oslo_config import cfg
    database = installed_heat.ROOT / 'target' / 'engine' / 'green.db'
    database.unlink(missing_ok=True)
    cfg.CONF([], project='heat', default_config_files=[])
    for name, value in {'plugin_dirs': [str(plugins)], 'deferred_auth_method': 'password'}.items():
        cfg.CONF.set_override(name, value)
    cfg.CONF.set_override('connection', f'sqlite:///{database}', 'database')
    logging.disable(logging.INFO)
    messaging.setup('fake://', optional=True)
    migration.db_sync()
    resources.initialise()

    steps: list[float] = []

    def others() -> None:
        while True:
            eventlet.sleep(STEP)
            steps.append(time.monotonic())
    running = eventlet.spawn(others)
    fault = {'action': 'create', 'kind': 'block', 'seconds': BLOCKED}
    # A resource only has a weak reference to its stack.
    holder = stack('My::Custom::Probe', value='kept', polls=1, faults=[fault])
    probe = holder['probe']
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
