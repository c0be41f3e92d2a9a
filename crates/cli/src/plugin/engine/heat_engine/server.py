"""Runs Heat's engine and its API in one process, with plug-ins.

By default, there is no keystone (everybody is the user `admin` of the project `admin`), no message broker, and the database is a file. Heat
itself is unmodified: it is installed from its package, and imported. The first line of the output is the address of the API.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import signal
import socketserver
import sys
import threading
from typing import Any
from wsgiref import simple_server

from . import classes, heat_process, locate, log
from .configuration import Configuration

# The exit code if another program listens on the port.
PORT_IN_USE = 3


def arguments(given: list[str] | None = None, state: pathlib.Path | None = None) -> argparse.Namespace:
    """Reads the arguments of the command line. Without a default for the folder of the state, it has to be set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugins', type=pathlib.Path, action='append', default=[], metavar='FOLDER',
                        help='a folder with plug-ins; can be repeated')
    parser.add_argument('--plugin', action='append', default=[], metavar='NAME',
                        help='a plug-in that is loaded without its neighbours: a file, a folder, a package or a distribution; can be repeated')
    parser.add_argument('--port', type=int, default=8004, help='0 takes a free one [default: 8004]')
    parser.add_argument('--legacy', action='store_true', help='the engine without convergence')
    parser.add_argument('--state', type=pathlib.Path, default=state, required=state is None,
                        help='folder with the database, the log and the configuration')
    parser.add_argument('--option', action='append', default=[], metavar='NAME=VALUE',
                        help='an option of Heat: of the section DEFAULT of its configuration, or SECTION.NAME=VALUE; can be repeated')
    parser.add_argument('--keystone', default='', metavar='URL', help='a Keystone whose users the API serves')
    parser.add_argument('--follow', action='store_true', help='also write what plug-ins and warnings log to the standard error')
    parser.add_argument('--classes', action='store_true', help='also print, in a line of JSON, where the classes of plug-ins are defined')
    parser.add_argument('--while-input', action='store_true', help='end when the standard input is closed')
    return parser.parse_args(given)


class Server(socketserver.ThreadingMixIn, simple_server.WSGIServer):
    """A thread for each request."""

    daemon_threads = True
    request_queue_size = 512


class Quiet(simple_server.WSGIRequestHandler):
    """Requests are in Heat's own log."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


def end_with_input() -> None:
    """Ends this process as soon as the standard input is closed: nobody waits for it any more."""
    def wait() -> None:
        while os.read(0, 1024):
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def places(names: list[str]) -> list[Any]:
    """Returns the modules of plug-ins. Of two with one name, Heat loads the first."""
    found: dict[str, Any] = {}
    for name in names:
        for place in locate.locate(name)[0]:
            if place.module and not place.is_skipped:
                found.setdefault(place.module, place)
    return list(found.values())


def serve(given: argparse.Namespace) -> None:
    """Serves until the process ends, and prints the address."""
    if given.while_input:
        end_with_input()
        # Without the traceback of an import, if the user ends it meanwhile.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    named = places(given.plugin)
    folders = dict.fromkeys([*given.plugins, *(pathlib.Path(place.folder) for place in named)])
    options = [*given.option, *(log.OPTIONS if given.follow else ())]
    configuration = Configuration(given.state, tuple(folders), not given.legacy, tuple(options), keystone=given.keystone)
    heat_process.begin(configuration)
    if named:
        locate.act_as_installed([place.folder for place in named if place.is_of_project])
        locate.import_alone(named, neighbours_of=given.plugins)
    if given.follow:
        log.follow()

    from heat import version
    from heat.common import config
    from heat.engine import service
    from oslo_config import cfg
    from oslo_reports import guru_meditation_report, opts
    # As heat-engine does: SIGUSR2 prints a report.
    opts.set_defaults(cfg.CONF)
    guru_meditation_report.TextGuruMeditation.setup_autorun(version, conf=cfg.CONF)
    if not given.keystone:
        from . import keystone
        cfg.CONF.set_override('keystone_backend', keystone.BACKEND)
    service.EngineService(cfg.CONF.host, 'engine').start()
    try:
        server = simple_server.make_server('127.0.0.1', given.port, config.load_paste_app('heat-api'), Server, Quiet)
    except OSError as error:
        print(f'port {given.port}: {error}', file=sys.stderr)
        os._exit(PORT_IN_USE)
    print(f'http://127.0.0.1:{server.server_port}/v1/admin', flush=True)
    if given.classes:
        print(json.dumps(classes.positions()), flush=True)
    if given.while_input:
        # What plug-ins print is no answer.
        os.dup2(2, 1)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        # Threads of the engine would delay the end.
        os._exit(0)


def main() -> None:
    serve(arguments())
