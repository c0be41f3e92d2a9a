"""Heat's answers about software configuration: what a server is given for each action, and what becomes of a deployment.

The input:

    config          the resource with the config: `type` and `properties`; missing if the deployment has none
    deployment      the deployment: `type` and `properties`, without `config`
    credentials     what differs in the credentials of the deployment's user, such as a region
    events          what happens: `create`, `suspend`, `resume`, `delete`, `cancel`; `update` with a new `config` or `deployment`;
                    `signal` with `details`; `attributes` with `of`, their names. Missing if only the config is made
    others          other deployments on the server, by name: with `others`, the answer is the server's list

or a `group`, a deployment group, whose answer are the deployments that it makes.

The answer has a step for each event: `raised`, or the deployment as Heat stores it, with the derived config if that is new.

The service of software configs is the real one, over a database in memory, and so are the classes of the resources. What only a cloud
knows is fixed: see `FIXED`.
"""

import contextlib
import copy
import json
from unittest import mock

from heat.common import context
from heat.common import exception
from heat.engine import resource
from heat.engine import resources
from heat.engine import service_software_config
from heat.engine import stack
from heat.engine import template
from heat.engine.resources import signal_responder
from heat.engine.resources import stack_user
from heat.rpc import client as rpc_client

from .life_cycle_database import prepare
from .template_parameters import STACK

NAME = 'd'
FIXED = {'cfn_signal_url': 'https://cfn.test/signal?Signature=s', 'temp_url': 'https://swift.test/signal?temp_url_sig=s', 'queue_id': 'queue'}
CREDENTIALS = {'auth_url': 'https://keystone.test/v3', 'username': 'user', 'user_id': 'user-id', 'password': 'secret',
               'project_id': 'project-id', 'region_name': None}
CONFIG_KEYS = ('name', 'group', 'config', 'inputs', 'outputs', 'options')
HANDLERS = ('create', 'suspend', 'resume', 'delete')


class Service:
    """What the engine does when it is asked; everything goes through JSON, as between processes."""

    def __init__(self):
        self.service = service_software_config.SoftwareConfigService()

    def call(self, asked, message, **_more):
        method, arguments = message
        return through_json(getattr(self.service, method)(asked, **through_json(arguments)))


def through_json(value):
    return json.loads(json.dumps(value))


class Client(rpc_client.EngineClient):
    def __init__(self, service):
        self.service = service

    def call(self, ctxt, msg, version=None, timeout=None):
        return self.service.call(ctxt, msg)

    def local_error_name(self, error):
        return type(error).__name__


def error(exc):
    return {'error_class': type(exc).__name__, 'message': str(exc)}


class Deployment:
    """A deployment, and its config."""

    def __init__(self, asked, given, name=NAME):
        self.asked, self.name = asked, name
        self.config, self.deployment = given.get('config'), given['deployment']
        self.shown = None
        self.stack = self.stack_of()
        self.resource = self.stack.resources[name]

    def stack_of(self):
        """A stack with the deployment. The config has been made."""
        deployment = copy.deepcopy(self.deployment)
        if self.config is not None:
            deployment.setdefault('properties', {})['config'] = stored(self.asked, self.config)
        return stack_with(self.asked, {self.name: deployment})

    def step(self, event):
        event = {'do': event} if isinstance(event, str) else event
        done = {'do': event['do']}
        try:
            done.update(self.do(event))
        except resource.UpdateReplace:
            done['replaced'] = True
        except Exception as exc:
            # What the server was given before stays.
            done['raised'] = error(exc)
        done.update(self.state())
        return done

    def do(self, event):
        action = event['do']
        if action in HANDLERS:
            cookie = getattr(self.resource, f'handle_{action}')()
            return {'complete': getattr(self.resource, f'check_{action}_complete')(cookie)}
        if action == 'update':
            self.config = event.get('config', self.config)
            self.deployment = event.get('deployment', self.deployment)
            self.following = self.stack_of()
            cookie = self.resource.handle_update(self.following.t.resource_definitions(self.following)[self.name], None, {'config': 'new'})
            return {'complete': self.resource.check_update_complete(cookie)}
        if action == 'cancel':
            self.resource.handle_create_cancel(None)
            return {}
        if action == 'signal':
            # The answer names the deployment by its ID, which is not the same twice.
            answer = self.resource.handle_signal(through_json(event['details']))
            return {'result': answer and ('FAILED' if 'failed' in answer else 'COMPLETE')}
        if action == 'attributes':
            return {'result': {name: self.attribute(name) for name in event['of']}}
        raise ValueError(action)

    def attribute(self, name):
        try:
            return {'value': self.resource.get_attribute(name)}
        except (exception.InvalidTemplateAttribute, exception.NotFound):
            # Heat asks the config for its outputs, and finds none if there is no config.
            return {'is_unknown': True}

    def state(self):
        """The deployment as the service shows it, and its config if that was not shown yet."""
        if self.resource.resource_id is None:
            return {}
        client = self.resource.rpc_client()
        try:
            shown = client.show_software_deployment(self.asked, self.resource.resource_id)
        except exception.NotFound:
            return {'deployment': None}
        found = {'deployment': {key: shown[key] for key in ('action', 'status', 'status_reason', 'output_values', 'input_values')}}
        if shown['config_id'] != self.shown:
            self.shown = shown['config_id']
            config = client.show_software_config(self.asked, self.shown)
            found['derived'] = {key: config[key] for key in CONFIG_KEYS}
        return found


def stack_with(asked, resources):
    made = stack.Stack(asked, STACK.stack_name, template.Template({'heat_template_version': '2021-04-16', 'resources': resources}))
    made.id = STACK.stack_id
    return made


def stored(asked, config):
    """The ID of a config that a resource stores."""
    # A resource does not keep its stack.
    made = stack_with(asked, {'c': copy.deepcopy(config)})
    made.resources['c'].handle_create()
    return made.resources['c'].resource_id


def of_config(asked, given):
    """What a config resource stores."""
    config = Service().service.show_software_config(asked, stored(asked, given['config']))
    return {key: config[key] for key in CONFIG_KEYS}


def of_group(asked, given):
    """The deployments of a group."""
    made = stack_with(asked, {'g': copy.deepcopy(given['group'])})
    group = made.resources['g']
    nested = group._assemble_nested(list(group._resource_names()))
    members = nested.resource_definitions(mock.Mock(**{'env': group.stack.env}))
    return {name: {'type': member.resource_type, 'properties': {key: value for key, value in member._properties.items() if value is not None}}
            for name, member in members.items()}


def of_server(asked, given):
    """What a server finds in its metadata."""
    kept = []
    for name, other in given['others'].items():
        deployment = Deployment(asked, other, name)
        deployment.resource.handle_create()
        kept.append(deployment)
    listed = Service().service.metadata_software_deployments(asked, given['server'])
    assert all(each['id'] and each['creation_time'] for each in listed)
    return [{key: value for key, value in each.items() if key not in ('id', 'creation_time')} for each in listed]


def of_software(given):
    given = copy.deepcopy(given)
    prepare()
    asked = context.RequestContext.from_dict({'project_id': STACK.tenant, 'user_id': 'u', 'roles': [], 'is_admin': True})
    client = Client(Service())
    credentials = {**CREDENTIALS, **given.get('credentials', {})}
    responder = signal_responder.SignalResponder
    replaced = [
        mock.patch.object(resource.Resource, 'rpc_client', lambda _self: client),
        mock.patch.object(resource.Resource, 'physical_resource_name', lambda one: f'{one.stack.name}-{one.name}'),
        mock.patch.object(responder, '_get_ec2_signed_url', lambda *_asked, **_more: FIXED['cfn_signal_url']),
        mock.patch.object(responder, '_get_swift_signal_url', lambda *_asked, **_more: FIXED['temp_url']),
        mock.patch.object(responder, '_get_zaqar_signal_queue_id', lambda *_asked: FIXED['queue_id']),
        mock.patch.object(responder, '_get_heat_signal_credentials', lambda *_asked: dict(credentials)),
        # The messages of temporary URLs and queues are asked for each time; here there are none.
        mock.patch.object(service_software_config.SoftwareConfigService, '_refresh_swift_software_deployment', lambda self, cnxt, sd, of: sd),
        mock.patch.object(service_software_config.SoftwareConfigService, '_refresh_zaqar_software_deployment', lambda self, cnxt, sd, of: sd),
        mock.patch.object(responder, '_delete_signals', lambda *_asked: None),
        mock.patch.object(stack_user.StackUser, '_delete_user', lambda *_asked: None),
        *(mock.patch.object(resources.global_env().get_class(name), '_server_exists', lambda *_asked: True)
          for name in ('OS::Heat::SoftwareDeployment', 'OS::Heat::StructuredDeployment')),
    ]
    with contextlib.ExitStack() as patched:
        for patch in replaced:
            patched.enter_context(patch)
        try:
            if 'group' in given:
                return {'members': of_group(asked, given)}
            if 'others' in given:
                return {'server': of_server(asked, given)}
            if 'events' not in given:
                return {'stored': of_config(asked, given)}
            deployment = Deployment(asked, given)
        except Exception as exc:
            return error(exc)
        return {'steps': [deployment.step(event) for event in given['events']]}
