"""Heat without a cloud: every service counts as available, and every name or ID that a custom constraint would look up exists.

Custom constraints that only look at the value apply. When a plug-in asks a service, the rest of its own checks is skipped for that
resource, and Heat's general checks still apply.
"""

import logging
import pathlib
import sys

from heat.common import context, environment_format, urlfetch
from heat.engine import constraints, function, resource, resources, translation
from heat.engine.resources.openstack.nova import server
from heat.objects import service
from oslo_config import cfg


class AsksTheCloud(BaseException):
    """A plug-in wants to ask a service. Not an `Exception`, so that the plug-in does not handle it."""


class Skipped:
    """The resources whose own checks could not all be run, since `names` was emptied."""

    names = []


def ask_the_cloud(*_asked, **_more):
    raise AsksTheCloud()


def initialise():
    """Loads Heat, and makes it validate without services."""
    # Heat warns about its own deprecated types, and about each missing service.
    logging.disable(logging.CRITICAL)
    cfg.CONF([], project='heat', default_config_files=[])
    resources.initialise()
    load_default_environment()
    # Custom constraints that need no service have a `validate` of their own.
    constraints.BaseCustomConstraint.validate = lambda *_asked: True
    without_services()


class Stubs:
    """Whether the plug-ins are without services."""

    done = False


def without_services_once():
    """Makes the plug-ins validate without services, unless they do already."""
    if not Stubs.done:
        without_services()


def without_services():
    """Makes the plug-ins validate without services and configuration."""
    Stubs.done = True
    cfg.CONF([], project='heat', default_config_files=[])
    # Every client begins with one of the two.
    context.RequestContext.auth_plugin = property(ask_the_cloud)
    context.RequestContext.keystone_session = property(ask_the_cloud)
    # A group has one at hand, but there is no nested stack yet to ask about.
    resource.Resource.rpc_client = lambda *_asked: None
    # A template by URL, as of AWS::CloudFormation::Stack.
    urlfetch.requests.get = ask_the_cloud
    # A chain limits how many members it creates at a time by the number of engines, which is in the database.
    service.Service.active_service_count = lambda *_asked: 1
    resource.Resource._validate_service_availability = lambda *_asked: None
    # What an image demands of a flavor; more checks of a server come after it.
    server.Server._validate_image_flavor = lambda *_asked: None
    translation.resolve_and_find = lambda value, *_how: function.resolve(value)
    initialise_resource = resource.Resource.__init__

    def initialise_guarded(self, *given, **more):
        initialise_resource(self, *given, **more)
        self.validate = lambda: validate_resource(self)

    resource.Resource.__init__ = initialise_guarded


def load_default_environment():
    """Loads the environment that Heat's packages install: some types of Heat use others by names that only it defines."""
    folder = pathlib.Path(sys.prefix, 'etc', 'heat')
    text = (folder / 'environment.d' / 'default.yaml').read_text(encoding='utf-8')
    resources.global_env().load(environment_format.parse(text.replace('file:///etc/heat', folder.as_uri())))


def validate_resource(made):
    """Runs the checks of a resource: its plug-in's, or as many of them as need no cloud."""
    try:
        return type(made).validate(made)
    except AsksTheCloud:
        Skipped.names.append(made.name)
        return made.validate_template()
