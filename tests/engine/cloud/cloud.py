"""A cloud in this process: as much of it as volumes, subnets and the instances of groups need. Loaded as a plug-in, it brings no types."""

import types
import uuid

from heat.engine import constraints, resource, translation
from heat.engine.clients.os import cinder, heat_plugin, neutron
from heat.engine.resources.aws.ec2 import instance


class Volumes:
    """The volumes."""

    def __init__(self):
        self.known = {}

    def create(self, **given):
        made = types.SimpleNamespace(id=str(uuid.uuid4()), status='available', attachments=[], metadata={}, bootable=False,
                                     size=given.get('size'), to_dict=dict)
        self.known[made.id] = made
        return made

    def get(self, found):
        if found not in self.known:
            raise cinder.exceptions.NotFound(404)
        return self.known[found]

    def extend(self, found, size):
        self.known[found].size = size

    def update(self, found, **changed):
        self.get(found if isinstance(found, str) else found.id).__dict__.update(changed)

    def delete(self, found):
        self.known.pop(found, None)

    def list(self, **_asked):
        return list(self.known.values())


class Networks:
    """Whatever Neutron has, by its ID."""

    def __init__(self):
        self.known = {}

    def __getattr__(self, name):
        verb, _, kind = name.partition('_')

        def create(body):
            made = {'status': 'ACTIVE', **body[kind], 'id': str(uuid.uuid4())}
            self.known[made['id']] = made
            return {kind: made}

        def update(found, body):
            self.known[found].update(body[kind])

        def show(found, **_asked):
            if found not in self.known:
                raise neutron.exceptions.NotFound()
            return {kind: self.known[found]}

        def delete(found):
            self.known.pop(found, None)

        def listed(**_asked):
            return {kind: []}

        verbs = {'create': create, 'update': update, 'show': show, 'delete': delete, 'list': listed}
        if verb not in verbs:
            raise AttributeError(name)
        return verbs[verb]


VOLUMES = types.SimpleNamespace(volumes=Volumes(), version='3')
NETWORKS = Networks()

cinder.CinderClientPlugin.get_max_microversion = lambda *_asked: '3.70'
cinder.CinderClientPlugin._create = lambda *_asked, **_more: VOLUMES
neutron.NeutronClientPlugin._create = lambda *_asked, **_more: NETWORKS
heat_plugin.HeatClientPlugin.get_heat_cfn_url = lambda *_asked: 'http://127.0.0.1:8000/v1'
neutron.NeutronClientPlugin.has_extension = lambda *_asked: True
resource.Resource.is_service_available = classmethod(lambda cls, _context: (True, None))
constraints.CustomConstraint._is_valid = lambda *_asked, **_more: True
translation.resolve_and_find = lambda value, *_how, **_more: translation.function.resolve(value)

instance.Instance.validate = lambda _self: None
instance.Instance.handle_create = lambda self: self.resource_id_set(str(uuid.uuid4()))
instance.Instance.handle_update = instance.Instance.handle_delete = lambda _self, *_how: None
instance.Instance.check_create_complete = instance.Instance.check_update_complete = lambda _self, _cookie: True
instance.Instance.check_delete_complete = lambda _self, _cookie: True
instance.Instance._resolve_attribute = lambda self, name: f'{name} of {self.resource_id}'


def resource_mapping():
    return {}
