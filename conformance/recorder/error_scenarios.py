"""What provokes the errors of Heat that need more than a template: stacks in a database in memory, or a service that fails.

Each scenario asks Heat's own code for one error, and returns or raises it. Stacks are rows of a database, requests are methods of
`EngineService`, and a service is an object that answers what the error needs. Where Heat would go on to ask a cloud, it fails before.
"""

import contextlib
import types
from unittest import mock

import requests
from heat.api.openstack.v1 import stacks
from heat.common import context, crypt, exception, policy, urlfetch
from heat.engine import (
    constraints, properties, properties_group, resource, resources, service, service_software_config, stack, template, translation)
from heat.engine.clients.os import cinder, nova
from heat.engine.resources import wait_condition
from heat.engine.resources.aws.autoscaling import autoscaling_group
from heat.engine.resources.aws.ec2 import internet_gateway
from heat.engine.resources.openstack.cinder import volume
from heat.engine.resources.openstack.heat import software_deployment
from heat.engine.resources.openstack.neutron import vpnservice
from heat.engine.resources.openstack.nova import flavor, server_network_mixin
from heat.engine.resources.openstack.nova import server as nova_server
from heat.engine.resources.openstack.swift import container
from heat.objects import stack as stack_objects
from heat.scaling import cooldown
from oslo_config import cfg

from . import life_cycle_database

TEMPLATE = {'heat_template_version': '2018-08-31', 'resources': {'token': {'type': 'OS::Heat::RandomString'}}}
SCENARIOS = {}


def scenario(function):
    """A function that provokes the error of the page with its name."""
    SCENARIOS[function.__name__.replace('_', '-')] = function
    return function


def asked(**more):
    return context.RequestContext.from_dict({
        'project_id': 'test_tenant_id', 'username': 'test_username', 'user_id': 'test_user_id', 'roles': ['member'], 'password': '',
        'auth_url': 'http://server.test:5000/v3', 'auth_token': 'abcd1234', **more})


@contextlib.contextmanager
def option(name, value, group=None):
    cfg.CONF.set_override(name, value, group)
    try:
        yield
    finally:
        cfg.CONF.clear_override(name, group)


def stored(action='CREATE', status='COMPLETE', name='web'):
    """A stack in the database, in some state, and its address."""
    life_cycle_database.prepare()
    # Without Keystone, a stack keeps a password instead of a trust, and nobody asks whether it is right.
    cfg.CONF.set_override('keystone_backend', 'heat.engine.clients.os.keystone.fake_keystoneclient.FakeKeystoneClient')
    cfg.CONF.set_override('deferred_auth_method', 'password')
    made = stack.Stack(asked(), name, template.Template(TEMPLATE), action=action, status=status)
    made.store()
    return dict(made.identifier())


def engine():
    """The engine, with neither threads nor messages."""
    made = service.EngineService('host', 'topic')
    made.resource_enforcer = mock.Mock()
    made.thread_group_mgr = mock.Mock()
    made.engine_id = 'engine-1'
    return made


def create(name):
    return engine().create_stack(asked(), name, TEMPLATE, {}, {}, {})


@scenario
def stack_exists():
    stored()
    create('web')


@scenario
def too_many_stacks():
    stored()
    with option('max_stacks_per_tenant', 1):
        create('other')


@scenario
def invalid_stack_name():
    stored()
    create('1st stack')


@scenario
def stack_not_found():
    stored()
    engine().identify_stack(asked(), 'other')


@scenario
def tenant_forbidden():
    # The database hides the stacks of others; the check that follows is for what gets past it.
    found = types.SimpleNamespace(stack_user_project_id=None, name='web')
    with mock.patch.object(stack_objects.Stack, 'get_by_id', lambda *_asked, **_more: found):
        engine().show_stack(asked(), {'tenant': 'other', 'stack_name': 'web', 'stack_id': 'id', 'path': ''})


@scenario
def update_while_suspended():
    address = stored('SUSPEND')
    with option('reauthentication_auth_method', ''), mock.patch.object(stack.Stack, '_check_refresh_cred', create=True):
        engine().update_stack(asked(), address, TEMPLATE, {}, {}, {})


@scenario
def cancel_update():
    engine().stack_cancel_update(asked(), stored())


@scenario
def action_in_progress():
    address = stored()
    loaded = stack.Stack.load(asked(), stack_id=address['stack_id'])
    service.stack_lock.StackLock(asked(), address['stack_id'], 'engine-1').acquire(retry=False)
    with mock.patch('heat.common.service_utils.engine_alive', lambda *_asked: True):
        service.stack_lock.StackLock(asked(), loaded.id, 'engine-2').acquire(retry=False)


@scenario
def resource_not_found():
    engine().describe_stack_resource(asked(), stored(), 'other')


@scenario
def stack_adopt_disabled():
    engine().abandon_stack(asked(), stored())


@scenario
def not_authorized():
    policy.get_enforcer().enforce(asked(roles=[]), 'create', 'stacks', is_registered_policy=True)


@scenario
def type_not_authorized():
    policy.ResourceEnforcer().enforce(asked(), 'OS::Nova::Flavor', is_registered_policy=True)


def server(status, **more):
    return mock.Mock(status=status, **more)


def compute():
    return nova.NovaClientPlugin(asked())


def failed_server(message, code=500):
    plugin = compute()
    with mock.patch.object(plugin, 'refresh_server'):
        plugin._check_active(server('ERROR', fault={'message': message, 'code': code}))


@scenario
def no_valid_host():
    failed_server('No valid host was found. There are not enough hosts available.')


@scenario
def exceeded_retries():
    failed_server('Exceeded maximum number of retries. Exhausted all hosts available for retrying build failures.')


@scenario
def build_aborted():
    failed_server('Build of instance 7b2f aborted: Volume 5d2b did not finish being created')


@scenario
def resize_failed():
    plugin = compute()
    with mock.patch.object(plugin, 'fetch_server', lambda _id: server('ERROR')):
        plugin.check_resize('id', 'm1.large')


@scenario
def rebuild_failed():
    plugin = compute()
    with mock.patch.object(plugin, 'fetch_server', lambda _id: server('ERROR')):
        plugin.check_rebuild('id')


@scenario
def resize_not_confirmed():
    plugin = compute()
    with mock.patch.object(plugin, 'fetch_server', lambda _id: server('ERROR')):
        plugin.verify_resize('id')


@scenario
def wait_condition_timeout():
    handle = mock.Mock(get_status_reason=lambda _status: [])
    raise wait_condition.WaitConditionTimeout(mock.Mock(COUNT='count', properties={'count': 2}), handle)


@scenario
def wait_condition_failure():
    handle = mock.Mock(get_status_reason=lambda _status: ['no disk'])
    failed = wait_condition.WaitConditionFailure(mock.Mock(), handle)
    holder = mock.Mock()
    holder.name, holder.action = 'signal', 'CREATE'
    holder.stack.t.get_section_name = lambda name: name
    raise exception.ResourceFailure(failed, holder)


def failed_deployment(reason):
    seen = {'status': 'FAILED', 'status_reason': reason}
    made = mock.Mock(resource_id='id', rpc_client=lambda: mock.Mock(show_software_deployment=lambda *_asked: seen))
    software_deployment.SoftwareDeployment._check_complete(made)


@scenario
def deployment_failed():
    failed_deployment('deploy_status_code : Deployment exited with non-zero status code: 1')


@scenario
def check_found_differences():
    resource.Resource._verify_check_conditions(mock.Mock(), [{'attr': 'status', 'expected': 'ACTIVE', 'current': 'SHUTOFF'}])


@scenario
def does_not_validate_constraint():
    # As a plug-in may write it: with nothing but the method that Heat calls.
    refuses = type('Refuses', (), {'validate': lambda *_asked: False})
    with mock.patch.object(constraints.CustomConstraint, 'custom_constraint', refuses()):
        constraints.Schema('String', constraints=[constraints.CustomConstraint('company.name')]).validate_constraints('web')


@scenario
def step_offset_not_integers():
    constraints.Modulo('two', 0)


@scenario
def volume_backups_disabled():
    with option('backups_enabled', False, 'volumes'):
        volume.CinderVolume.validate_deletion_policy('Snapshot')


@scenario
def global_resource_definition():
    registry = resources.global_env()
    registry.load({'resource_registry': {'Company::Web::Site': 'file:///etc/heat/templates/missing.yaml'}})
    try:
        engine().resource_schema(asked(), 'Company::Web::Site')
    finally:
        registry.registry.load({'Company::Web::Site': None})


# Where there is no cloud, every service counts as available.
VALIDATE_SERVICE = resource.Resource._validate_service_availability.__func__


@scenario
def service_not_available():
    unavailable(flavor.NovaFlavor, 'OS::Nova::Flavor', mock.Mock(does_endpoint_exist=lambda **_asked: False, service_types=['compute']))


@scenario
def extension_not_enabled():
    made = mock.Mock(does_endpoint_exist=lambda **_asked: True, service_types=['network'], has_extension=lambda _name: False)
    unavailable(vpnservice.VPNService, 'OS::Neutron::VPNService', made)


def unavailable(of_type, name, plugin):
    with mock.patch('heat.engine.clients.Clients', lambda _asked: mock.Mock(client_plugin=lambda _name: plugin)):
        VALIDATE_SERVICE(of_type, asked(), name)


@scenario
def could_not_fetch_remote_template():
    with mock.patch.object(urlfetch, 'get', mock.Mock(side_effect=urlfetch.URLFetchError('404 Client Error'))):
        stack.Stack(asked(), 'web', template.Template({'heat_template_version': '2018-08-31', 'resources': {
            'nested': {'type': 'http://server.test/nested.yaml'}}})).validate()


@scenario
def recursion():
    value = 'text'
    for _ in range(2_000):
        value = {'list_join': ['', [value]]}
    heat_template = {'heat_template_version': '2018-08-31', 'resources': {'value': {'type': 'OS::Heat::Value', 'properties': {'value': value}}}}
    stack.Stack(asked(), 'web', template.Template(heat_template)).validate()


@scenario
def cannot_resolve_add_rule():
    schema = {'first': properties.Schema('String'), 'second': properties.Schema('String')}
    given = properties.Properties(schema, {'first': 'text', 'second': 'more'})
    rule = translation.TranslationRule(given, 'Add', ['first'], value=['more'])
    given.update_translation([rule])
    given.validate()


@scenario
def min_max_not_numeric():
    constraints.Range('1', 5)


def grouped(schema):
    properties_group.PropertiesGroup(schema, properties={})


@scenario
def properties_group_path():
    grouped({'AND': ['name', 'size']})


@scenario
def properties_group_operators():
    grouped({'AND': [['name']], 'OR': [['size']]})


@scenario
def schema_needs_list_or_map():
    properties.Schema('String', schema={'name': properties.Schema('String')})


@scenario
def software_deployment_ids():
    service_software_config.SoftwareConfigService().metadata_software_deployments(asked(), None)


def ruled(kind, **more):
    given = properties.Properties({'name': properties.Schema('String')}, {})
    translation.TranslationRule(given, kind, ['name'], **more)


@scenario
def translation_rule_resolve():
    ruled('Resolve')


@scenario
def translation_rule_both():
    ruled('Replace', value='text', value_path=['name'])


@scenario
def unknown_translation_rule():
    ruled('Replase', value='text')


@scenario
def update_allowed_and_immutable():
    properties.Schema('String', update_allowed=True, immutable=True)


@scenario
def engine_not_reached():
    address = stored('UPDATE', 'IN_PROGRESS')
    with mock.patch('heat.common.service_utils.engine_alive', lambda *_asked: True), \
            mock.patch.object(service.EngineService, '_remote_call', lambda *_asked, **_more: False):
        service.stack_lock.StackLock(asked(), address['stack_id'], 'engine-2').acquire(retry=False)
        made = engine()
        made.listener = mock.Mock()
        made.stack_cancel_update(asked(), address, cancel_with_rollback=False)


@scenario
def action_not_complete():
    engine().migrate_convergence_1(asked(), stored(status='FAILED')['stack_id'])


@scenario
def template_at_address():
    down = mock.Mock(side_effect=requests.exceptions.ConnectionError('no route to host'))
    with mock.patch.object(urlfetch.requests, 'get', down):
        stacks.InstantiationData({'template_url': 'http://server.test/t.yaml'}).template()


@scenario
def can_not_decrypt():
    method, data = crypt.encrypt('secret', 'a' * 32)
    crypt.decrypt(method, data, 'b' * 32)


@scenario
def client_not_available():
    named = type('Named', (resource.Resource,), {'default_client_name': 'company'})
    with mock.patch('heat.engine.clients.Clients', lambda _asked: mock.Mock(client_plugin=lambda _name: None)):
        VALIDATE_SERVICE(named, asked(), 'Company::Web::Site')


@scenario
def deployment_error_output():
    failed_deployment('failure : no disk')


@scenario
def external_network_count():
    internet_gateway.InternetGateway.get_external_network_id(mock.Mock(list_networks=lambda **_asked: {'networks': [{}, {}]}))


@scenario
def several_networks_to_allocate():
    server = mock.Mock(NETWORK_AUTO='auto', _get_available_networks=lambda: ['private', 'shared'])
    server_network_mixin.ServerNetworkMixin._calculate_using_str_network(server, [], 'auto')


# Where there is no cloud, nobody asks for images and flavors.
VALIDATE_IMAGE = nova_server.Server._validate_image_flavor


def validated_image(image, flavor):
    plugin = mock.Mock(get_image=lambda _name: image, get_flavor=lambda _name: flavor)
    VALIDATE_IMAGE(mock.Mock(IMAGE_ACTIVE='active', client_plugin=lambda *_name: plugin), 'fedora', 'm1.tiny')


@scenario
def image_flavor_mismatch():
    validated_image(mock.Mock(status='active', min_ram=2048, min_disk=20), mock.Mock(ram=512, disk=1))


@scenario
def image_flavor_disk():
    validated_image(mock.Mock(status='active', min_ram=0, min_disk=20), mock.Mock(ram=512, disk=0))


@scenario
def image_status():
    validated_image(mock.Mock(status='queued'), mock.Mock())


@scenario
def non_empty_container():
    made = mock.Mock(resource_id='id', PURGE_ON_DELETE='PurgeOnDelete', properties={'PurgeOnDelete': False})
    container.SwiftContainer.handle_delete(made)


@scenario
def scaling_cooldown():
    made = mock.Mock(metadata_get=lambda: {'scaling_in_progress': True})
    cooldown.CooldownMixin._check_scaling_allowed(made, 60)


@scenario
def scaling_limit():
    made = mock.Mock(COMPLETE='COMPLETE', status='COMPLETE', _get_new_capacity=lambda *_given: 2)
    with mock.patch('heat.common.grouputils.get_size', lambda _group: 2):
        autoscaling_group.AutoScalingGroup.adjust(made, 1)


@scenario
def unknown_status():
    compute()._check_active(server('MAINTENANCE'))


@scenario
def volume_in_use():
    found = mock.Mock(volumes=mock.Mock(get=lambda _id: mock.Mock(status='in-use')))
    plugin = cinder.CinderClientPlugin(asked())
    volume.CinderVolume._delete_volume(mock.Mock(client=lambda: found, client_plugin=lambda: plugin, resource_id='id'))
