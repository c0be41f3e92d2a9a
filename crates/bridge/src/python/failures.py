"""What a handler in Rust raises in Heat.

The name of the class comes first in the reason that Heat shows, so each
has the name of Heat's own.
"""

import functools

from heat.common import exception
from heat.engine import resource
from heat.engine.clients import client_plugin


class Error(exception.Error):
    """The action failed."""


class EntityNotFound(exception.EntityNotFound):
    """What the resource stands for is gone."""

    msg_fmt = '%(message)s'


class Conflict(exception.HeatException):
    """The service has to finish something else first."""

    msg_fmt = '%(message)s'


class PluginPanicked(exception.HeatException):
    """The code of the plug-in panicked."""

    msg_fmt = 'The plug-in panicked: %(message)s'


class PluginProcessFailed(exception.HeatException):
    """The process of an isolated plug-in ended, or did not answer."""

    msg_fmt = ('During %(doing)s, the process of the plug-in %(plugin)s '
               '%(cause)s')


@functools.lru_cache(maxsize=256)
def _named(base, name):
    """A class with another name, which Heat shows."""
    return base if name == base.__name__ else type(name, (base,), {})


def failure(rsrc, kind, message, status, path, name):
    """The exception for a failure of this kind."""
    if kind == 'ResourceInError':
        return exception.ResourceInError(resource_status=status,
                                         status_reason=message)
    if kind == 'ResourceUnknownStatus':
        return exception.ResourceUnknownStatus(resource_status=status,
                                               status_reason=message)
    if kind == 'UpdateReplace':
        return resource.UpdateReplace(rsrc.name)
    if kind == 'PhysicalResourceExists':
        return exception.PhysicalResourceExists(name=message)
    if kind == 'NotSupported':
        return exception.NotSupported(feature=message)
    if kind == 'StackValidationFailed':
        return exception.StackValidationFailed(path=path, message=message)
    if kind == 'EntityNotFound':
        return _named(EntityNotFound, name)(message=message)
    if kind == 'Conflict':
        return _named(Conflict, name)(message=message)
    if kind == 'PluginPanicked':
        return PluginPanicked(message=message)
    return _named(Error, name)(message)


class ClientPlugin(client_plugin.ClientPlugin):
    """What Heat asks whether an exception means "gone" or "conflict".

    Knows the exceptions above, and asks the client plug-in of the resource
    for all others.
    """

    def __init__(self, asked):
        self._asked = asked

    def _create(self, version=None):
        return self._asked._create(version)

    def __getattr__(self, name):
        return getattr(self._asked, name)

    def is_not_found(self, ex):
        return (isinstance(ex, EntityNotFound) or
                self._asked.is_not_found(ex))

    def is_conflict(self, ex):
        return isinstance(ex, Conflict) or self._asked.is_conflict(ex)

    def is_over_limit(self, ex):
        return self._asked.is_over_limit(ex)

    def is_client_exception(self, ex):
        return self._asked.is_client_exception(ex)
