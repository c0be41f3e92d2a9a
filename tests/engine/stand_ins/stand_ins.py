"""Resources of a cloud that is not there, and made-up answers. Loaded as a plug-in, it brings no types.

Heat's own classes decide about dependencies, replacements and properties, as always; only their handlers do nothing, and what they check
with the help of a service is skipped. Volumes are those of `cloud/`, because their handler refuses updates. The attributes of all resources
are those in `answers/STACK.json` beside Heat's log, by the names that lead to the resource, in the form of `answers.attributes` of a file
with tests. What it does not answer is something of the type of the attribute.
"""

import functools
import importlib
import importlib.util
import json
import pathlib
import pkgutil
import threading
import types
import uuid

from heat.common import context, timeutils
from heat.engine import attributes, constraints, resource, scheduler, service
from heat.engine import resources as all_resources
from heat.engine.clients import client_plugin
from heat.engine.constraint import common_constraints
from heat.engine.resources import stack_resource, volume_base
from heat.engine.resources.openstack.heat import instance_group, resource_group
from heat.engine.resources.openstack.nova import server
from heat.objects import stack as stored_stack
from oslo_config import cfg

# Types that need no service, or only the engine itself, and classes that they extend, by their modules.
REAL = ('.none_resource', '.value', '.random_string', '.test_resource', '.delay', '.scaling_policy', '.cloud_config', '.multi_part',
        '.software_config', '.software_component', '.structured_config', '.signal_responder', '.stack_user', '.cinder.volume', '.volume_base')
# Clients of `cloud/`, and of the keystone that is none.
WITH_CLIENT = ('cinder', 'keystone', 'heat')
ADDRESSES = ('ip_address', 'first_address', 'floating_ip_address', 'vip_address', 'gateway_ip', 'address', 'ip')
CREATE_VOLUME = volume_base.BaseVolume.handle_create
VALIDATING = threading.local()


class AsksTheCloud(BaseException):
    """A check needs a service. Not an `Exception`, so that the plug-in does not handle it."""


def use_cloud():
    """Loads `cloud/`, without its constraints, which accept everything."""
    is_valid = constraints.CustomConstraint._is_valid
    found = importlib.util.spec_from_file_location('stand_in_cloud', pathlib.Path(__file__).parents[1] / 'cloud' / 'cloud.py')
    found.loader.exec_module(importlib.util.module_from_spec(found))
    constraints.BaseCustomConstraint.validate = lambda *_asked: True

    def without_cloud(self, value, schema, context):
        try:
            return is_valid(self, value, schema, context)
        except AsksTheCloud:
            return True

    constraints.CustomConstraint._is_valid = without_cloud
    server.Server._validate_image_flavor = lambda *_asked: None
    # `heat-codegen test` gives the same verdict every day.
    common_constraints.ExpirationConstraint.validate = lambda *_asked: True


def without_clients():
    """A client that something asks for while it validates ends the check."""
    client = client_plugin.ClientPlugin.client

    def ask(self, version=None):
        name = type(self).__module__.rpartition('.')[2].removesuffix('_plugin')
        if name in WITH_CLIENT:
            return client(self, version) if version else client(self)
        raise AsksTheCloud() if getattr(VALIDATING, 'is_on', False) else LookupError(f'there is no {name}')

    def ask_of_session(_self):
        raise AsksTheCloud() if getattr(VALIDATING, 'is_on', False) else LookupError('there is no keystone')

    client_plugin.ClientPlugin.client = ask
    # Some plug-ins begin a client of their own.
    context.RequestContext.auth_plugin = property(ask_of_session)
    context.RequestContext.keystone_session = property(ask_of_session)


def validate_without_cloud():
    initialise = resource.Resource.__init__

    def guarded(made):
        outer, VALIDATING.is_on = getattr(VALIDATING, 'is_on', False), True
        try:
            return type(made).validate(made)
        except AsksTheCloud:
            return made.validate_template()
        finally:
            VALIDATING.is_on = outer

    def initialise_guarded(self, *given, **more):
        initialise(self, *given, **more)
        self.validate = functools.partial(guarded, self)

    resource.Resource.__init__ = initialise_guarded


def without_pauses():
    """A rolling update does not wait between its batches; its pauses are part of its time limit all the same."""
    def runner(task, *of_task):
        if task.__name__ == 'pause_between_batch':
            return lambda timeout: None
        return scheduler.TaskRunner(task, *of_task)

    resource_group.timeutils = types.SimpleNamespace(Duration=lambda _seconds: timeutils.Duration(-1))
    instance_group.scheduler = types.SimpleNamespace(Timeout=scheduler.Timeout, TaskRunner=runner)


def without_passwords():
    """Nobody asks for a password: the resources of a stack are not read before it is validated, as with the default, which needs keystone."""
    service.EngineService._validate_deferred_auth_context = lambda *_asked: None


def path_of(made):
    """The name of the root stack, and the names that lead to a resource."""
    names, name, owner, parent = [made.name], made.stack.name, made.stack.owner_id, made.stack.parent_resource_name
    while parent and owner:
        names.insert(0, parent)
        around = stored_stack.Stack.get_by_id(made.context, owner)
        if around is None:
            break
        owner, parent, name = around.owner_id, around.parent_resource_name, around.name
    # A stack that replaces resources keeps the old ones in another one.
    return name.rstrip('*'), names


def answer(made, key):
    """A list with the made-up value of an attribute; empty if there is none."""
    root, names = path_of(made)
    file = pathlib.Path(cfg.CONF.environment_dir).parent / 'answers' / f'{root}.json'
    if not file.exists():
        return []
    known = json.loads(file.read_text(encoding='utf-8'))
    for depth, name in enumerate(names):
        known = known.get(name) or {}
        if depth < len(names) - 1:
            known = known.get('$nested') or {}
    return [known[key]] if key in known else []


def answering(of_class):
    """The method `get_attribute` of a class, after made-up answers."""
    written = of_class.__dict__['get_attribute']

    @functools.wraps(written)
    def get_attribute(self, key, *path):
        for value in answer(self, key):
            return attributes.select_from_attribute(value, path)
        return written(self, key, *path)

    return get_attribute


def address(self, *path):
    """An address of a resource; one that replaces another has another one."""
    number = uuid.uuid5(uuid.NAMESPACE_OID, f'{self.resource_id} {path}').int
    return f'192.0.{number % 251}.{number // 251 % 251 + 1}'


def sample(self, name):
    """The value of an attribute of a resource that stands in for another."""
    schema = self.attributes_schema.get(name) or self.base_attributes_schema.get(name)
    if name in ADDRESSES:
        return address(self)
    if name == 'fixed_ips':
        return [{'ip_address': address(self), 'subnet_id': 'subnet'}]
    if name == 'cidr':
        return f'{address(self)}/32'
    something = f'{name} of {self.resource_id}'
    of_types = {
        attributes.Schema.INTEGER: 7, attributes.Schema.BOOLEAN: True, attributes.Schema.LIST: [something], attributes.Schema.MAP: {},
    }
    return of_types.get(getattr(schema, 'type', None), {} if name in ('networks', 'addresses', 'show') else something)


def sample_within(self, name, *path):
    """A part of a sample; where there is none, such as the addresses in a network, an address."""
    found = attributes.select_from_attribute(sample(self, name), path)
    return address(self, name, *path) if found is None else found


def restore(self):
    """Creates a volume, also from a backup that is not there."""
    if self.properties.get('backup_id'):
        made = self.client().volumes.create(size=self.properties['size'])
        self.resource_id_set(made.id)
        return made.id
    return CREATE_VOLUME(self)


def done(*_asked, **_more):
    return True


def nothing(*_asked, **_more):
    return None


def stand_in(of_class):
    """Replaces the handlers of a class."""
    has_update = any('handle_update' in vars(one) for one in of_class.__mro__ if one is not resource.Resource)
    of_class.handle_create = lambda self: self.resource_id_set(str(uuid.uuid4()))
    if has_update:
        of_class.handle_update = nothing
    for action in ('create', 'update', 'delete', 'suspend', 'resume', 'check'):
        setattr(of_class, f'check_{action}_complete', done)
    for name in ('handle_delete', 'handle_suspend', 'handle_resume', 'handle_check', 'handle_delete_snapshot', 'handle_snapshot_delete',
                 'prepare_for_replace', 'restore_prev_rsrc', 'metadata_update', 'handle_signal'):
        if hasattr(of_class, name):
            setattr(of_class, name, nothing)
    of_class._resolve_any_attribute = sample
    of_class.get_attribute = sample_within
    of_class.needs_replace_failed = lambda self: True


def classes(of_class=resource.Resource):
    for found in of_class.__subclasses__():
        yield found
        yield from classes(found)


def install():
    for package in (all_resources, importlib.import_module('heat.engine.clients.os')):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):
            importlib.import_module(module.name)
    use_cloud()
    without_clients()
    validate_without_cloud()
    without_pauses()
    without_passwords()
    # Nothing makes backups.
    volume_base.BaseVolume.handle_create = restore
    volume_base.BaseVolume.handle_snapshot_delete = lambda self, _state: self.handle_delete()
    for found in dict.fromkeys([resource.Resource, *classes()]):
        is_own = found is resource.Resource or not found.__module__.startswith('heat.engine.resources.')
        is_real = found.__module__.endswith(REAL) and 'Attachment' not in found.__name__
        if not (is_own or is_real or issubclass(found, stack_resource.StackResource)):
            stand_in(found)
        if 'get_attribute' in vars(found):
            found.get_attribute = answering(found)


install()


def resource_mapping():
    return {}
