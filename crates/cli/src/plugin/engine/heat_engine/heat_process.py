"""Makes a process one of Heat: what Heat's own commands do before they serve."""

from __future__ import annotations

import re
from typing import Any

from .configuration import Configuration

# The tables whose rows others refer to by numbers that nothing checks.
NUMBERED = re.compile(r'\s*CREATE TABLE resource(_properties_data)?\s')


def has_green_threads() -> bool:
    """Whether the threads of this Heat are green: those of releases before 27 are."""
    from importlib import metadata
    return int(metadata.version('openstack-heat').partition('.')[0]) < 27


def begin(configuration: Configuration, green: bool = False) -> None:
    """Sets Heat up in this process, with a database of its release.

    Threads are the system's, as since release 27, or green ones, as before: those begin by patching Python.
    """
    configuration.write()
    if green:
        import eventlet
        eventlet.monkey_patch()
    else:
        use_threads()
    # Messages that are translated late are composed differently.
    import oslo_i18n
    oslo_i18n.enable_lazy()
    # It registers Heat's options.
    from heat.common import config  # noqa: F401
    from heat.common import messaging
    from heat.db import migration
    from oslo_config import cfg
    from oslo_log import log

    log.register_options(cfg.CONF)
    cfg.CONF(['--config-file', str(configuration.file)], project='heat', prog='heat-engine')
    log.setup(cfg.CONF, 'heat')
    messaging.setup()
    never_number_again()
    migration.db_sync()
    write_before_reading()


def use_threads() -> None:
    """Makes Heat use the threads of the system. This has to be decided before its modules are imported."""
    from oslo_service import backend
    if backend.get_backend_type() is None:
        backend.init_backend(backend.BackendType.THREADING)


def write_before_reading() -> None:
    """Transactions of SQLite take the lock for writing at once.

    By default they take it when they first write. If two of them have read before, neither can write: one fails, however long it
    waits.
    """
    from sqlalchemy import engine, event

    @event.listens_for(engine.Engine, 'connect')
    def configure(connection: Any, _record: Any) -> None:
        for pragma in ('journal_mode = WAL', 'synchronous = OFF', 'busy_timeout = 60000'):
            # Closed here: a report looks at all objects, and a cursor that it keeps for a moment prevents what comes next.
            connection.execute(f'PRAGMA {pragma}').close()

    @event.listens_for(engine.Engine, 'before_cursor_execute', retval=True)
    def begin(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> tuple[str, Any]:
        return 'BEGIN IMMEDIATE' if statement == 'BEGIN' else statement, parameters


def never_number_again() -> None:
    """Tables of SQLite do not give the number of a deleted row to a new one.

    A resource of Heat remembers the number of its cached attributes after it has deleted them. If stored properties get that number
    next, it deletes them as well. And SQLite keeps the data of a resource whose row Heat deletes: the next one with its number would
    have them. Other databases never use a number again, and delete such data.
    """
    from sqlalchemy import engine, event

    @event.listens_for(engine.Engine, 'before_cursor_execute', retval=True)
    def create(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> tuple[str, Any]:
        if NUMBERED.match(statement):
            statement = re.sub(r',\s*PRIMARY KEY \(id\)', '', statement)
            statement = statement.replace('id INTEGER NOT NULL', 'id INTEGER PRIMARY KEY AUTOINCREMENT')
        return statement, parameters
