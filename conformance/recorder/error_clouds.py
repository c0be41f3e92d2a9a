"""Clouds in a state that provokes errors: what the clients of services answer, for as long as one is used as a context."""

import contextlib
from unittest import mock

from cinderclient import exceptions as cinder_exceptions
from glanceclient import exc as glance_exceptions
from heat.engine import constraints
from heat.engine.clients.os import cinder, glance, keystone, neutron, nova
from keystoneauth1 import exceptions as keystone_exceptions
from neutronclient.common import exceptions as neutron_exceptions
from novaclient import exceptions as nova_exceptions

# Where there is no cloud, another one takes its place.
VALIDATE = constraints.BaseCustomConstraint.validate
CLOUDS = {}


def cloud(function):
    """A function that returns a plug-in of a client and its client."""
    CLOUDS[function.__name__.replace('_', '-')] = function
    return function


@contextlib.contextmanager
def as_in(name):
    """Custom constraints and plug-ins ask the client of a service."""
    plugin, made = CLOUDS[name]()
    with mock.patch.object(plugin, 'client', lambda *_asked, **_more: made), \
            mock.patch.object(plugin, '_create', lambda *_asked, **_more: made), \
            mock.patch.object(constraints.BaseCustomConstraint, 'validate', VALIDATE):
        yield


def images(*found):
    """No image has the ID that is asked for, and these have the name."""
    made = mock.Mock()
    made.images.get.side_effect = glance_exceptions.HTTPNotFound
    made.images.list.side_effect = lambda **_asked: iter(found)
    return glance.GlanceClientPlugin, made


@cloud
def no_image():
    return images()


@cloud
def two_images():
    return images(mock.Mock(id='1'), mock.Mock(id='2'))


@cloud
def no_flavor():
    made = mock.Mock()
    made.flavors.get.side_effect = nova_exceptions.NotFound(404)
    made.flavors.find.side_effect = nova_exceptions.NotFound(404, "No Flavor matching {'name': 'm1.small'}.")
    return nova.NovaClientPlugin, made


@cloud
def no_key():
    made = mock.Mock()
    made.keypairs.get.side_effect = nova_exceptions.NotFound(404)
    return nova.NovaClientPlugin, made


@cloud
def no_network():
    gone = neutron_exceptions.NotFound(message="Unable to find network with name or id 'private'")
    made = mock.Mock()
    for name in ('find_resource', 'show_network', 'show_subnet'):
        getattr(made, name).side_effect = gone
    return neutron.NeutronClientPlugin, made


@cloud
def two_networks():
    made = mock.Mock()
    made.find_resource.side_effect = neutron_exceptions.NeutronClientNoUniqueMatch(resource='network', name='private')
    return neutron.NeutronClientPlugin, made


@cloud
def two_services():
    made = mock.Mock()
    made.client.services.get.side_effect = keystone_exceptions.NotFound
    made.client.services.list.return_value = [mock.Mock(), mock.Mock()]
    return keystone.KeystoneClientPlugin, made


@cloud
def no_volume_type():
    made = mock.Mock()
    made.volume_types.list.return_value = []
    return cinder.CinderClientPlugin, made


def compute(highest):
    """Nova whose API has versions up to this one."""
    made = mock.Mock()
    made.versions.get_current.return_value.version = highest
    return nova.NovaClientPlugin, made


@cloud
def old_compute():
    return compute('2.1')


@cloud
def new_compute():
    return compute('2.92')
