"""The whole of Heat in one process: its client, its API and its engine, with a database in memory and no cloud.

A command is one of the plug-in of Heat's client for `openstack`. Its requests go to the WSGI application of the API, which answers
faults as the service does, and calls the methods of the engine. What the engine does in threads is done before the request ends.
"""

import contextlib
import functools
import importlib.metadata
import io
import json
import shlex
import types
import uuid
from unittest import mock

import requests
import sqlalchemy
import webob
from heat.api.middleware import fault
from heat.api.openstack import v1
from heat.common import context, messaging
from heat.db import api as db_api
from heat.engine import resource, scheduler, service, service_software_config, worker
from heat.rpc import client as rpc_client
from heatclient.v1 import client as heat_client
from keystoneauth1 import session, token_endpoint
from oslo_config import cfg

from . import life_cycle_database

PROJECT = 'test_tenant_id'
ENDPOINT = 'http://heat.test/v1'
COMMANDS = 'openstack.orchestration.v1'


def asked(**more):
    """The context of a request by a member of a project."""
    return context.RequestContext.from_dict({
        'project_id': PROJECT, 'username': 'test_username', 'user_id': 'test_user_id', 'roles': ['member', 'reader'], 'password': 'secret',
        'auth_url': 'http://server.test:5000/v3', 'auth_token': 'abcd1234', **more})


class Thread:
    """A thread that has ended before anyone looks."""

    def link(self, callback, *given, **more):
        callback(self, *given, **more)


class NeverStarted:
    """A thread of an engine that stopped before it began."""

    def link(self, callback, *given, **more):
        pass


class Threads(service.ThreadGroupManager):
    """What the engine does in threads, done at once."""

    # Whether it is left undone, so that stacks stay as they are while something is being done with them.
    is_held = False

    def start(self, stack_id, func, *given, **more):
        if self.is_held:
            return NeverStarted()
        func(*given, **more)
        return Thread()

    def stop(self, stack_id, graceful=False):
        pass


class Heat:
    """A Heat without stacks. Use it as a context: what it replaces comes back at the end."""

    def __init__(self, convergence=False, configuration=None, user=None):
        self.configuration = configuration or {}
        self.context = asked(**(user or {}))
        self.convergence = convergence
        self.patches = contextlib.ExitStack()
        # What the engine raised last.
        self.raised = None

    def __enter__(self):
        life_cycle_database.prepare()
        self.patches.enter_context(mock.patch.object(life_cycle_database.name_stack, 'is_wanted', False))
        for option in (cfg.BoolOpt('debug', default=False), cfg.IntOpt('rpc_response_timeout', default=60)):
            # Options of libraries that the service starts, and this does not.
            if option.name not in cfg.CONF:
                cfg.CONF.register_opt(option)
        options = {
            'keystone_backend': 'heat.engine.clients.os.keystone.fake_keystoneclient.FakeKeystoneClient',
            'deferred_auth_method': 'password', 'convergence_engine': self.convergence, 'reauthentication_auth_method': '',
            'error_wait_time': 0, **self.configuration}
        for name, value in options.items():
            cfg.CONF.set_override(name, value)
            self.patches.callback(cfg.CONF.clear_override, name)
        for target, name, stand_in in self.stand_ins():
            self.patches.enter_context(mock.patch.object(target, name, stand_in))
        self.engine = service.EngineService('host', 'topic')
        self.engine.engine_id = str(uuid.uuid4())
        self.engine.thread_group_mgr = Threads()
        self.engine.software_config = service_software_config.SoftwareConfigService()
        self.engine._worker_service = mock.Mock()
        self.engine.resource_enforcer = mock.Mock()
        self.worker = worker.WorkerService('host', 'topic', self.engine.engine_id, self.engine.thread_group_mgr)
        self.application = fault.FaultWrapper(v1.API(cfg.CONF))
        return self

    def __exit__(self, *_raised):
        self.patches.close()

    def stand_ins(self):
        # Resources with stacks of their own ask the engine about them.
        asking = rpc_client.EngineClient
        yield resource.Resource, 'rpc_client', lambda _resource: asking()
        yield messaging, 'get_rpc_client', lambda **_more: self
        yield scheduler.TaskRunner, '_sleep', lambda *_given: None
        yield service.NotifyEvent, 'wait', lambda *_given, **_more: None
        yield requests.adapters.HTTPAdapter, 'send', self.send

    # ---- the messages between API, engine and workers ----

    def prepare(self, **_more):
        return self

    def call(self, asked_by, method, **given):
        return self.cast(asked_by, method, **given)

    def cast(self, asked_by, method, **given):
        # Contexts and arguments travel as JSON.
        given = json.loads(json.dumps(given))
        target = self.worker if hasattr(worker.WorkerService, method) and not hasattr(self.engine, method) else self.engine
        try:
            return getattr(target, method)(context.RequestContext.from_dict(asked_by.to_dict()), **given)
        except Exception as error:
            # The engine marks what is no fault of its own.
            self.raised = getattr(error, 'exc_info', (None, error))[1]
            raise self.raised from None

    # ---- requests ----

    def send(self, prepared, **_more):
        """What takes the place of the network below the client."""
        answer = self.answer(prepared.method, prepared.url, prepared.body, dict(prepared.headers))
        made = requests.Response()
        made.status_code, made.reason, made.url, made.request = answer.status_code, answer.status, prepared.url, prepared
        made.headers.update(answer.headers)
        made._content = answer.body
        return made

    def answer(self, method, url, body=None, headers=None):
        """The answer of the API to a request."""
        asked_for = webob.Request.blank(url.removeprefix(ENDPOINT), method=method, headers=headers or {}, base_url='http://heat.test')
        if body is not None:
            asked_for.body = body.encode() if isinstance(body, str) else body
            asked_for.content_type = 'application/json'
        asked_for.context = self.context
        answer = asked_for.get_response(self.application)
        return answer

    def request(self, method, path, body=None):
        """Asks the API below the project, with IDs in place of names in braces. Returns the code and the body."""
        text = f'/{self.context.project_id}{path} ' + (body if isinstance(body, str) else json.dumps(body))
        for table in ('stack', 'snapshot', 'software_config'):
            for name, known in self.sql(f'select name, id from {table}'):
                text = text.replace(f'{{{name}}}', known)
        path, _, body = text.partition(' ')
        answer = self.answer(method, path, None if body == 'null' else body)
        return answer.status_code, json.loads(answer.body or b'null')

    def sql(self, text):
        """Asks the database, or changes what is in it."""
        with db_api.get_engine().begin() as connection:
            found = connection.execute(sqlalchemy.text(text))
            return [tuple(row) for row in found] if found.returns_rows else []

    def reasons(self):
        """What the stacks and their resources say about their states."""
        for kind, table in (('stack', 'stack'), ('resource', 'resource')):
            yield from ((kind, reason) for reason, in self.sql(f'select status_reason from {table}') if reason)

    # ---- commands ----

    def client(self):
        made = session.Session(auth=token_endpoint.Token(f'{ENDPOINT}/{self.context.project_id}', 'abcd1234'))
        return heat_client.Client(session=made, service_type='orchestration', interface='public')

    def command(self, line):
        """Runs a command of `openstack`, without that word. Returns what it prints."""
        words = shlex.split(line)
        found, size = command_of(words)
        output = io.StringIO()
        app = types.SimpleNamespace(client_manager=types.SimpleNamespace(orchestration=self.client(), identity=mock.MagicMock(), auth_ref=mock.Mock(project_id=PROJECT)), stdout=output, stdin=io.StringIO(),
                                    stderr=output, options=types.SimpleNamespace(), NAME='openstack')
        command = found(app, None)
        parser = command.get_parser('openstack ' + ' '.join(words[:size]))
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                command.run(parser.parse_args(words[size:]))
            except SystemExit as error:
                # A parser of commands prints what is wrong.
                raise ValueError(output.getvalue()) from error
        return output.getvalue()


@functools.cache
def commands():
    return {each.name: each for each in importlib.metadata.entry_points(group=COMMANDS)}


def command_of(words):
    entries = commands()
    for size in range(len(words), 0, -1):
        entry = entries.get('_'.join(words[:size]).replace('-', '_'))
        if entry:
            return entry.load(), size
    raise LookupError(words)


