"""Heat's stand-in for Keystone in an engine without one. It is not used by engines of other processes: they cannot import it."""

from __future__ import annotations

from typing import Any

from heat.engine.clients.os.keystone.fake_keystoneclient import FakeKeystoneClient
from keystoneauth1 import exceptions

BACKEND = f'{__name__}.NoKeystone'


class NoKeystone(FakeKeystoneClient):
    """Answers what Heat itself asks. A plug-in that asks for the client gets the error that it gets for other services."""

    @property
    def client(self) -> Any:
        raise exceptions.EndpointNotFound('there is no Keystone')

    @client.setter
    def client(self, _value: Any) -> None:
        pass
