"""Heat's plug-ins with real clients of real services, in one process, without an engine and without Keystone.

`conformance/services` starts the services. Resources of a stack that is not stored are created, updated and deleted by Heat's own
handlers. Every request that they send is recorded.
"""

import contextlib
import copy
import json
import os
import pathlib
import re
import time
from unittest import mock

import requests
from heat.common import context
from heat.engine import clients
from heat.engine import function
from heat.engine import resource
from heat.engine import translation
from heat.engine.resources import stack_user
from keystoneauth1 import plugin
from keystoneauth1 import session

from . import templates

FOLDER = pathlib.Path(os.environ.get('CONFORMANCE_SERVICES') or pathlib.Path(__file__).resolve().parents[2] / 'target' / 'services')
HOW = 'no services answer; start them with `conformance/services start`'
PROJECT = 'abababababababababababababababab'
USER = 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd'
# The paths below which each service answers, and what Heat and its clients call it.
PATHS = {
    'neutron': ('', ['network']),
    'cinder': (f'/v3/{PROJECT}', ['volumev3', 'block-storage', 'volume']),
    'designate': ('/v2', ['dns']),
    'octavia': ('', ['load-balancer']),
    'manila': (f'/v2/{PROJECT}', ['sharev2', 'shared-file-system', 'share']),
    'nova': ('/v2.1', ['compute']),
    'barbican': ('/v1', ['key-manager']),
    'keystone': ('/v3', ['identity']),
    'aodh': ('', ['alarming']),
    'mistral': ('/v2', ['workflowv2', 'workflow']),
}
# Seconds until a resource counts as never complete, and between two looks at it.
PATIENCE, PAUSE = 8, 0.1
# Seconds for a deletion: what does not vanish stays.
PATIENCE_AT_END = 4
# As Heat has it: other families replace it.
FIND = translation.resolve_and_find
CHANGING = ('POST', 'PUT', 'PATCH', 'DELETE')
# Cinder has these with GET.
CHANGING_PATH = re.compile('/(dis)?associate(_all)?$')
ID = re.compile(r'(?:req-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')


def running():
    """The services: URL and version of each, by name."""
    return json.loads((FOLDER / 'services.json').read_text(encoding='utf-8'))


def are_running():
    """Whether all services answer."""
    try:
        for one in running().values():
            # Other families disable `requests.get`.
            requests.request('GET', one['url'], timeout=30)
    except OSError:
        return False
    return True


class Login(plugin.BaseAuthPlugin):
    """The caller whom all services believe, and the addresses of the services."""

    def __init__(self, services):
        super().__init__()
        self.urls = {name: services[service]['url'] + path
                     for service, (path, names) in PATHS.items() if service in services for name in names}

    def get_token(self, session, **more):
        return f'{USER}:{PROJECT}'

    def get_headers(self, session, **more):
        return {'X-Auth-Token': self.get_token(session), 'X-Auth-Project-ID': PROJECT, 'X-User-Id': USER, 'X-Project-Id': PROJECT,
                'X-Roles': 'admin,member,reader', 'X-Identity-Status': 'Confirmed', 'X-Service-Catalog': '[]'}

    def get_endpoint(self, session, service_type=None, **more):
        return self.urls.get(service_type)

    def get_project_id(self, session, **more):
        return PROJECT

    def get_user_id(self, session, **more):
        return USER

# A number that Nova gives to an aggregate.
NUMBER = re.compile(r'(?<=aggregate )\d+')


class Request:
    """A request to a service, and its answer."""

    def __init__(self, sent, answer):
        self.method, self.path = sent.method, sent.path_url.partition('?')[0]
        self.body, self.status = sent.body, answer.status_code
        self.message = None if answer.ok else message_of(answer)

    @property
    def changes(self):
        return self.method in CHANGING or bool(CHANGING_PATH.search(self.path))


def message_of(answer):
    """The words with which a service refuses."""
    try:
        found = answer.json()
    except ValueError:
        return answer.text.strip()
    if 'NeutronError' in found:
        found = found['NeutronError']
    if len(found) == 1 and isinstance(next(iter(found.values())), dict):
        found = next(iter(found.values()))
    if not isinstance(found, dict):
        return str(found)
    message = next((found[key] for key in ('faultstring', 'message', 'description', 'title') if found.get(key)), found)
    details = [': '.join([str(one.get('path', one.get('relative_schema_path', ''))), str(one.get('message'))])
               for one in (found.get('errors') or {}).get('errors', [])] if isinstance(found.get('errors'), dict) else []
    return ' '.join([str(message), *details])


def token_of(keystone):
    """A token of the administrator whom `services` makes."""
    domain, project = {'id': 'default'}, 'admin'
    user = {'name': 'admin', 'password': 'admin', 'domain': domain}
    asked = {'identity': {'methods': ['password'], 'password': {'user': user}}, 'scope': {'project': {'name': project, 'domain': domain}}}
    answer = requests.request('POST', f'{keystone}/v3/auth/tokens', json={'auth': asked}, timeout=30)
    answer.raise_for_status()
    return answer.headers['X-Subject-Token']


class Cloud:
    """The services, as plug-ins reach them: the clients, which all stacks share, and the requests that were sent."""

    def __init__(self):
        self.services = running()
        self.session = session.Session(auth=Login(self.services))
        keystone = self.services.get('keystone', {}).get('url')
        self.context = context.RequestContext(project_id=PROJECT, user_id=USER, auth_url=keystone and f'{keystone}/v3')
        self.context._auth_plugin = self.session.auth
        self.clients = clients.Clients(self.context)
        # Projects and images by name are looked up elsewhere: what is asked for is what is found.
        found, self.token = self.same_name(), None
        if keystone:
            self.token = token_of(keystone)
            found.client.side_effect = self.clients.client_plugin('keystone').client
        self.clients._client_plugins.update({'keystone': found, 'glance': self.same_name()})
        self.requests = []

    @staticmethod
    def same_name():
        found = mock.MagicMock()
        for name in ('get_project_id', 'get_user_id', 'get_domain_id', 'get_service_id', 'find_image_by_name_or_id'):
            getattr(found, name).side_effect = lambda value, *_more: value
        return found

    @contextlib.contextmanager
    def used(self):
        """Lets all resources use these services, and keeps them out of Heat's database."""
        send = requests.Session.send

        def recorded(one, sent, **more):
            if self.token and sent.url.startswith(self.services['keystone']['url']):
                # The only service that does not believe the headers.
                sent.headers['X-Auth-Token'] = self.token
            answer = send(one, sent, **more)
            self.requests.append(Request(sent, answer))
            return answer

        def identify(one, value):
            one.resource_id = value

        def data(one):
            return one.__dict__.setdefault('recorded_data', {})

        with contextlib.ExitStack() as patches:
            def instead(thing, name, value):
                patches.enter_context(mock.patch.object(thing, name, value))
            instead(requests.Session, 'send', recorded)
            instead(translation, 'resolve_and_find', FIND)
            instead(context.RequestContext, 'keystone_session', property(lambda _asked: self.session))
            instead(context.RequestContext, 'clients', property(lambda _asked: self.clients))
            instead(resource.Resource, 'resource_id_set', identify)
            instead(resource.Resource, 'data', data)
            instead(resource.Resource, 'data_set', lambda one, key, value, redact=False: data(one).update({key: value}))
            instead(resource.Resource, 'data_delete', lambda one, key: data(one).pop(key, None))
            # A user of its own, who signals to the resource.
            instead(stack_user.StackUser, '_create_user', mock.MagicMock())
            for name in ('metadata_set', 'store', 'state_set', '_add_event', '_update_stored_properties'):
                instead(resource.Resource, name, mock.MagicMock())
            yield self

    def asked(self, since):
        """The requests that changed something, or should have."""
        return [one for one in self.requests[since:] if one.changes]


def resource_of(type_name, data):
    """A resource that is about to be created."""
    definition = {'type': type_name, 'properties': copy.deepcopy(data)}
    stack = templates.made({'template': {'heat_template_version': '2021-04-16', 'resources': {'r': definition}}})
    one = stack.resources['r']
    # The stack is known weakly.
    one.stack_that_is_kept = stack
    return one


class Incomplete(Exception):
    """What a plug-in waits for does not happen."""


def driven(task, patience=PATIENCE):
    """Runs a task of Heat to its end."""
    end = time.monotonic() + patience
    for _ in task:
        if time.monotonic() > end:
            raise Incomplete('the resource is never complete')
        time.sleep(PAUSE)


def created(type_name, data, number=0):
    """A resource that has been created. The number makes its generated name its own."""
    one = resource_of(type_name, data)
    one.id, one.uuid = 1, f'{number:08x}-0000-4000-8000-000000000000'
    one.action, one.status = one.CREATE, one.IN_PROGRESS
    one.reparse()
    one.properties.validate()
    one.validate()
    try:
        driven(eager(one.action_handler_task(one.CREATE)))
    except Exception:
        with contextlib.suppress(Exception):
            deleted(one)
        raise
    one.status = one.COMPLETE
    one._stored_properties_data = function.resolve(one.properties.data)
    return one


def eager(task):
    """A task without the pause between the call and the first look."""
    next(task, None)
    yield from task


def deleted(one):
    driven(eager(one.action_handler_task(one.DELETE)), PATIENCE_AT_END)


def updated(existing, data):
    """Updates a resource, as `Resource.update` does; whether there was anything to do."""
    after = resource_of(existing.type(), data)
    after.validate()
    defined, frozen = after.t, existing.frozen_definition()
    after_props, before_props = existing._prepare_update_props(defined, frozen)
    if not existing._needs_update(defined, frozen, after_props, before_props, None):
        return False
    after_props.validate()
    existing.properties = before_props
    difference = existing.update_template_diff(defined.freeze(), frozen)
    if difference and existing.needs_replace_with_tmpl_diff(difference):
        raise resource.UpdateReplace(existing)
    changed = existing.update_template_diff_properties(after_props, before_props)
    driven(eager(existing.action_handler_task(existing.UPDATE, args=[defined, difference, changed])))
    # As it is now, so that it can be deleted.
    existing.t = defined
    existing.stack_that_is_kept = existing.stack_that_is_kept, after.stack_that_is_kept
    existing.reparse()
    return True


class Names:
    """Stable names in place of the IDs that differ from run to run."""

    def __init__(self):
        self.known = {}

    def name(self, value, name):
        self.known[str(value)] = name

    def within(self, text, more=()):
        """A text with names in place of IDs; IDs that nobody named are numbered in the order in which they occur."""
        text = str(text)
        for value, name in {**self.known, **dict(more)}.items():
            if len(value) > 2:
                text = text.replace(value, name)
        strange, text = {}, NUMBER.sub('resource', text)
        return ID.sub(lambda found: strange.setdefault(found[0], f'id-{len(strange) + 1}'), text)
