#!/usr/bin/env python3
"""Runs Heat's engine and its API in one process, with the plug-ins of a folder.

    tests/engine/serve.py --plugins tests/engine/reference

There is no keystone (everybody is the user `admin` of the project `admin`), no message broker, and the database is a file. Heat
itself is unmodified: it is installed from its package, and imported.
"""

import argparse
import pathlib
import re
import socketserver
import sys
from typing import Any
from wsgiref import simple_server

import installed_heat
from configuration import Configuration


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugins', type=pathlib.Path, action='append', default=[], metavar='FOLDER',
                        help='a folder with plug-ins; can be repeated')
    parser.add_argument('--port', type=int, default=8004, help='0 takes a free one [default: 8004]')
    parser.add_argument('--legacy', action='store_true', help='the engine without convergence')
    parser.add_argument('--state', type=pathlib.Path, default=installed_heat.ROOT / 'target' / 'engine' / 'served',
                        help='folder with the database, the log and the configuration [default: target/engine/served]')
    parser.add_argument('--option', action='append', default=[], metavar='NAME=VALUE',
                        help='an option of Heat, of the section DEFAULT of its configuration; can be repeated')
    return parser.parse_args()


def write_before_reading() -> None:
    """Transactions of SQLite take the lock for writing at once.

    By default they take it when they first write. If two of them have read before, neither can write: one fails, however long it
    waits.
    """
    from sqlalchemy import engine, event

    @event.listens_for(engine.Engine, 'connect')
    def configure(connection: Any, _record: Any) -> None:
        connection.execute('PRAGMA journal_mode = WAL')
        connection.execute('PRAGMA synchronous = OFF')
        connection.execute('PRAGMA busy_timeout = 60000')

    @event.listens_for(engine.Engine, 'before_cursor_execute', retval=True)
    def begin(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> tuple[str, Any]:
        return 'BEGIN IMMEDIATE' if statement == 'BEGIN' else statement, parameters


def never_number_again() -> None:
    """Tables of SQLite do not give the number of a deleted row to a new one.

    A resource of Heat remembers the number of its cached attributes after it has deleted them. If stored properties get that number
    next, it deletes them as well. Other databases never use a number again.
    """
    from sqlalchemy import engine, event

    @event.listens_for(engine.Engine, 'before_cursor_execute', retval=True)
    def create(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> tuple[str, Any]:
        if statement.lstrip().startswith('CREATE TABLE resource_properties_data'):
            statement = re.sub(r',\s*PRIMARY KEY \(id\)', '', statement)
            statement = statement.replace('id INTEGER NOT NULL', 'id INTEGER PRIMARY KEY AUTOINCREMENT')
        return statement, parameters


class Server(socketserver.ThreadingMixIn, simple_server.WSGIServer):
    """A thread for each request."""

    daemon_threads = True
    request_queue_size = 512


class Quiet(simple_server.WSGIRequestHandler):
    """Requests are in Heat's own log."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


def main() -> None:
    given = arguments()
    installed_heat.run_with_heat()
    configuration = Configuration(given.state, tuple(given.plugins), not given.legacy, tuple(given.option))
    configuration.write()

    # As Heat's own commands do. Messages that are translated late are composed differently.
    import oslo_i18n
    oslo_i18n.enable_lazy()
    # How threads work is decided before Heat's modules are imported.
    from oslo_service import backend
    backend.init_backend(backend.BackendType.THREADING)
    from heat.common import config, messaging
    from heat.db import migration
    from oslo_config import cfg
    from oslo_log import log

    log.register_options(cfg.CONF)
    cfg.CONF(['--config-file', str(configuration.file)], project='heat', prog='heat-api')
    log.setup(cfg.CONF, 'heat')
    messaging.setup()
    never_number_again()
    migration.db_sync()
    write_before_reading()

    from heat.engine import service
    service.EngineService(cfg.CONF.host, 'engine').start()
    server = simple_server.make_server('127.0.0.1', given.port, config.load_paste_app('heat-api'), Server, Quiet)
    print(f'http://127.0.0.1:{server.server_port}/v1/admin', flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit()


if __name__ == '__main__':
    main()
