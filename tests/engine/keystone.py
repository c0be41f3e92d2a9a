#!/usr/bin/env python3
"""A real Keystone for tests: from its package, with SQLite, on this machine alone.

It is installed into `target/keystone`, unless the variable KEYSTONE_PYTHON names the Python of one that exists, and started anew each time,
below the folder of a test. Its administrator is the user `admin` of the project `admin`.
"""

from __future__ import annotations

import base64
import dataclasses
import http.client
import importlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import time
import venv
from typing import Any
from wsgiref import simple_server

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = '30.0.0'
ENVIRONMENT = ROOT / 'target' / 'keystone'
REGION = 'RegionOne'
# A test value: it protects nothing.
PASSWORD = 'secret-of-the-administrator'
LONGEST_START = 120

CONFIGURATION = """\
[DEFAULT]
log_file = {state}/keystone.log
use_stderr = false
[database]
connection = sqlite:///{state}/keystone.db
sqlite_synchronous = false
[token]
provider = fernet
[fernet_tokens]
key_repository = {state}/fernet
# Nothing asks for receipts, but Keystone does not start without their keys.
[fernet_receipts]
key_repository = {state}/fernet
[credential]
key_repository = {state}/credential
[cache]
# Each request would open the database many times.
enabled = true
backend = oslo_cache.dict
[identity]
password_hash_rounds = 4
"""

Document = dict[str, Any]


def python() -> pathlib.Path:
    """The Python with Keystone, which is installed unless it is there."""
    if given := os.environ.get('KEYSTONE_PYTHON'):
        return pathlib.Path(given)
    found = ENVIRONMENT / 'bin' / 'python'
    # pip writes commands last.
    if not (ENVIRONMENT / 'bin' / 'keystone-manage').exists():
        print(f'installing keystone=={RELEASE} into {ENVIRONMENT}', file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True)
        subprocess.run([found, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', f'keystone=={RELEASE}'], check=True)
    return found


class Refused(Exception):
    """Keystone refused a request."""


@dataclasses.dataclass
class Token:
    """A token of a user in a project."""

    text: str
    project: str
    user: str


@dataclasses.dataclass
class Keystone:
    """One process with Keystone."""

    process: subprocess.Popen[bytes]
    port: int
    administrator: Token | None = None

    @property
    def url(self) -> str:
        return f'http://127.0.0.1:{self.port}/v3'

    @classmethod
    def start(cls, state: pathlib.Path) -> Keystone:
        """Starts one with an empty database, and waits until it serves."""
        interpreter = python()
        configuration = write(state)
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        url = f'http://127.0.0.1:{port}/v3'
        manage = [interpreter.parent / 'keystone-manage', '--config-file', configuration]
        without_cloud = {name: value for name, value in os.environ.items() if not name.startswith('OS_')}
        environment = {**without_cloud, 'PYTHONWARNINGS': 'ignore', 'OS_KEYSTONE_CONFIG_FILES': str(configuration)}
        with (state / 'printed').open('wb') as printed:
            for arguments in (['db_sync'], ['bootstrap', '--bootstrap-password', PASSWORD, '--bootstrap-region-id', REGION,
                                            '--bootstrap-public-url', url, '--bootstrap-internal-url', url]):
                subprocess.run([*manage, *arguments], stdout=printed, stderr=printed, env=environment, check=True)
            process = subprocess.Popen([interpreter, __file__, str(port)], stdout=printed, stderr=printed, env=environment)
        keystone = cls(process, port)
        end = time.monotonic() + LONGEST_START
        while not keystone.serves():
            if process.poll() is not None or time.monotonic() > end:
                raise Refused((state / 'printed').read_text(errors='replace')[-4000:])
            time.sleep(0.2)
        keystone.administrator = keystone.token('admin', PASSWORD, 'admin')
        return keystone

    def serves(self) -> bool:
        """Whether it answers."""
        try:
            return self.ask('GET', '', None)[0] == 200
        except OSError:
            return False

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def ask(self, method: str, path: str, body: Document | None, **headers: str) -> tuple[int, Any, Any]:
        """Status, headers and document of an answer."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
        try:
            data = None if body is None else json.dumps(body)
            connection.request(method, f'/v3/{path}' if path else '/v3', data, {'Content-Type': 'application/json', **headers})
            answer = connection.getresponse()
            text = answer.read()
            is_json = answer.headers.get_content_type() == 'application/json'
            return answer.status, answer.headers, json.loads(text) if text and is_json else text.decode(errors='replace')
        finally:
            connection.close()

    def token(self, user: str, password: str, project: str) -> Token:
        """A token of a user of the default domain in one of its projects."""
        domain = {'id': 'default'}
        identity = {'methods': ['password'], 'password': {'user': {'name': user, 'domain': domain, 'password': password}}}
        body = {'auth': {'identity': identity, 'scope': {'project': {'name': project, 'domain': domain}}}}
        status, headers, document = self.ask('POST', 'auth/tokens', body)
        if status != 201:
            raise Refused(f'a token of {user}: {document}')
        return Token(headers['X-Subject-Token'], document['token']['project']['id'], document['token']['user']['id'])

    def manage(self, method: str, path: str, body: Document | None = None, **headers: str) -> Any:
        """What the administrator asks for."""
        assert self.administrator is not None
        status, _, document = self.ask(method, path, body, **{'X-Auth-Token': self.administrator.text, **headers})
        if status >= 300:
            raise Refused(f'{method} {path}: {status} {document}')
        return document

    def add_user(self, name: str, password: str, project: str, *roles: str) -> None:
        """Adds a user with roles in a project, by the project's ID."""
        user = self.manage('POST', 'users', {'user': {'name': name, 'password': password, 'domain_id': 'default'}})['user']['id']
        for role in roles:
            found = self.manage('GET', f'roles?name={role}')['roles'][0]['id']
            self.manage('PUT', f'projects/{project}/users/{user}/roles/{found}')

    def revoke(self, token: Token) -> None:
        """Revokes a token."""
        self.manage('DELETE', 'auth/tokens', **{'X-Subject-Token': token.text})

    def project(self, name: str) -> Document | None:
        """The project with a name."""
        found: list[Document] = self.manage('GET', f'projects?name={name}')['projects']
        return found[0] if found else None


def write(state: pathlib.Path) -> pathlib.Path:
    """Writes the configuration, and the keys that `fernet_setup` and `credential_setup` would create more slowly."""
    for name in ('fernet', 'credential'):
        folder = state / name
        folder.mkdir(mode=0o700, parents=True)
        for number in '01':
            with open(os.open(folder / number, os.O_WRONLY | os.O_CREAT, 0o600), 'wb') as key:
                key.write(base64.urlsafe_b64encode(os.urandom(32)))
    file = state / 'keystone.conf'
    file.write_text(CONFIGURATION.format(state=state), encoding='utf-8')
    return file


class Server(simple_server.WSGIServer):
    """One request after the other: SQLite refuses what several threads write at the same time."""

    request_queue_size = 128


class Quiet(simple_server.WSGIRequestHandler):
    """Requests are in Keystone's own log."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


def main() -> None:
    """Serves until the process ends. Keystone itself reads the arguments when it is imported: it gets none."""
    port = int(sys.argv[1])
    # The folder of this file comes first otherwise, and this file has the name of the package.
    sys.path.pop(0)
    sys.argv[1:] = []
    application = importlib.import_module('keystone.wsgi.api').application
    simple_server.make_server('127.0.0.1', port, application, Server, Quiet).serve_forever()


if __name__ == '__main__':
    main()
