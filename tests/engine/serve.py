#!/usr/bin/env python3
"""Runs Heat's engine and its API in one process, with the plug-ins of a folder.

    tests/engine/serve.py --plugins tests/engine/reference

There is no keystone (everybody is the user `admin` of the project `admin`), no message broker, and the database is a file. Heat
itself is unmodified: it is installed from its package, and imported.
"""

import argparse
import pathlib
import socketserver
import sys
from typing import Any
from wsgiref import simple_server

import heat_process
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
    heat_process.begin(configuration)

    from heat.common import config
    from heat.engine import service
    from oslo_config import cfg
    service.EngineService(cfg.CONF.host, 'engine').start()
    server = simple_server.make_server('127.0.0.1', given.port, config.load_paste_app('heat-api'), Server, Quiet)
    print(f'http://127.0.0.1:{server.server_port}/v1/admin', flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit()


if __name__ == '__main__':
    main()
