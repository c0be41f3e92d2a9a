#!/usr/bin/env python3
"""Runs Heat's engine and its API in one process, with the plug-ins of a folder.

    tests/engine/serve.py --plugins tests/engine/reference

It is the server of `heat-codegen plugin dev`, in the folder target/engine/served by default.

With `--on-request SOCKET`, a process imports Heat once, which takes most of the time that an engine needs to start, and forks itself
for each engine that is requested; see running.py.
"""

import gc
import json
import os
import pkgutil
import socket
import sys

import installed_heat
from heat_engine import heat_process, server

STATE = installed_heat.ROOT / 'target' / 'engine' / 'served'


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
            server.serve(server.arguments(json.loads(message), STATE))
            return
        descriptor = os.pidfd_open(process)
        socket.send_fds(channel, [str(process).encode()], [descriptor])
        for closed in (descriptor, *streams):
            os.close(closed)


def main() -> None:
    installed_heat.run_with_heat()
    match sys.argv[1:]:
        case ['--on-request', descriptor]:
            serve_on_request(socket.socket(fileno=int(descriptor)))
        case given:
            server.serve(server.arguments(given, STATE))


if __name__ == '__main__':
    main()
