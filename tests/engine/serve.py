#!/usr/bin/env python3
"""Runs Heat's engine and its API in one process, with the plug-ins of a folder.

    tests/engine/serve.py --plugins tests/engine/reference

By default, there is no keystone (everybody is the user `admin` of the project `admin`), no message broker, and the database is a file. Heat
itself is unmodified: it is installed from its package, and imported.

With `--on-request SOCKET`, a process imports Heat once, which takes most of the time that an engine needs to start, and forks itself
for each engine that is requested; see running.py.
"""

import argparse
import gc
import json
import os
import pathlib
import pkgutil
import socket
import socketserver
import sys
from typing import Any
from wsgiref import simple_server

import heat_process
import installed_heat
from configuration import Configuration


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugins', type=pathlib.Path, action='append', default=[], metavar='FOLDER',
                        help='a folder with plug-ins; can be repeated')
    parser.add_argument('--port', type=int, default=8004, help='0 takes a free one [default: 8004]')
    parser.add_argument('--legacy', action='store_true', help='the engine without convergence')
    parser.add_argument('--state', type=pathlib.Path, default=installed_heat.ROOT / 'target' / 'engine' / 'served',
                        help='folder with the database, the log and the configuration [default: target/engine/served]')
    parser.add_argument('--option', action='append', default=[], metavar='NAME=VALUE',
                        help='an option of Heat: of the section DEFAULT of its configuration, or SECTION.NAME=VALUE; can be repeated')
    parser.add_argument('--keystone', default='', metavar='URL', help='a Keystone whose users the API serves')
    parser.add_argument('--on-request', type=int, metavar='SOCKET', help=argparse.SUPPRESS)
    return parser.parse_args(given)


class Server(socketserver.ThreadingMixIn, simple_server.WSGIServer):
    """A thread for each request."""

    daemon_threads = True
    request_queue_size = 512


class Quiet(simple_server.WSGIRequestHandler):
    """Requests are in Heat's own log."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


def serve(given: argparse.Namespace) -> None:
    """Serves until the process ends, and prints the address."""
    configuration = Configuration(given.state, tuple(given.plugins), not given.legacy, tuple(given.option),
                                  keystone=given.keystone)
    heat_process.begin(configuration)

    from heat import version
    from heat.common import config
    from heat.engine import service
    from oslo_config import cfg
    from oslo_reports import guru_meditation_report, opts
    # As heat-engine does: SIGUSR2 prints a report.
    opts.set_defaults(cfg.CONF)
    guru_meditation_report.TextGuruMeditation.setup_autorun(version, conf=cfg.CONF)
    service.EngineService(cfg.CONF.host, 'engine').start()
    server = simple_server.make_server('127.0.0.1', given.port, config.load_paste_app('heat-api'), Server, Quiet)
    print(f'http://127.0.0.1:{server.server_port}/v1/admin', flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit()


def import_heat() -> None:
    """Imports the modules that an engine imports while it starts. Nothing is configured by that."""
    heat_process.use_threads()
    import heat.api.openstack.v1
    import heat.engine.clients.os
    import heat.engine.resources
    import heat.engine.service  # noqa: F401
    for package in (heat.engine.resources, heat.engine.clients.os):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):
            __import__(module.name)


def serve_on_request(channel: socket.socket) -> None:
    """Forks an engine for each message, a list of arguments in JSON, until the other end is closed.

    A message comes with the descriptors of the standard output and of the standard error; the answer has one of the process.
    """
    import_heat()
    # Otherwise each engine would get a copy of all objects as soon as it looks for garbage.
    gc.freeze()
    while True:
        message, streams, _, _ = socket.recv_fds(channel, 1 << 16, 2)
        if not message:
            return
        if (process := os.fork()) == 0:
            channel.close()
            for stream, place in zip(streams, (1, 2)):
                os.dup2(stream, place)
                os.close(stream)
            serve(arguments(json.loads(message)))
            return
        descriptor = os.pidfd_open(process)
        socket.send_fds(channel, [str(process).encode()], [descriptor])
        for closed in (descriptor, *streams):
            os.close(closed)


def main() -> None:
    given = arguments()
    installed_heat.run_with_heat()
    if given.on_request is None:
        serve(given)
    else:
        serve_on_request(socket.socket(fileno=given.on_request))


if __name__ == '__main__':
    main()
