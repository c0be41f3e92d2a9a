"""Heat's context and clients, for code in Rust that acts as the user.

Each function takes Heat's context, or the resource that has it, and returns
plain data. What Heat and keystoneauth raise is raised here too.
"""

import os

from oslo_config import cfg
import requests.utils

from heat.common import config
from heat.common import context as heat_context
from heat.engine import clients
from heat.engine import resource
from heat.engine.clients import client_plugin


class _Service(client_plugin.ClientPlugin):
    """A client plug-in for a type of service: Heat decides on the region by
    the type, and finds the endpoint.
    """

    def __init__(self, context, service_type):
        super().__init__(context)
        self.service_types = [service_type]

    def _create(self, version=None):
        """There is no client."""


def facts(context):
    """Who makes the request, by the names of fields in Rust."""
    return {
        'project_id': context.project_id,
        'project_name': context.project_name,
        'project_domain_id': context.project_domain_id,
        'user_id': context.user_id,
        'user_name': context.username,
        'user_domain_id': context.user_domain_id,
        'roles': list(context.roles or ()),
        'is_admin': bool(context.is_admin),
        'request_id': context.request_id,
        'region': context.region_name or cfg.CONF.region_name_for_services,
        'trust_id': context.trust_id,
    }


def token(context, was_refused):
    """A valid token, or none if the last one was refused and there is no
    other.
    """
    session = context.keystone_session
    if was_refused and not session.invalidate():
        return None
    return session.get_token()


def endpoint(context, service_type, interface):
    """The endpoint of a service, and how Heat's sessions connect to it."""
    if interface is None:
        interface = config.get_client_option(_client_of(service_type),
                                             'endpoint_type')
    url = _Service(context, service_type).url_for(
        service_type=service_type, endpoint_type=interface)
    session = context.keystone_session
    cert_file, key_file = (session.cert if isinstance(session.cert, tuple)
                           else (session.cert, None))
    return {
        'url': url,
        'ca_file': _ca_file(session.verify),
        'insecure': session.verify is False,
        'cert_file': cert_file,
        'key_file': key_file,
        'proxy': requests.utils.select_proxy(
            url, requests.utils.get_environ_proxies(url)),
        'connect_retries': cfg.CONF.client_retry_limit,
    }


def _client_of(service_type):
    """The name of Heat's client for a type of service, by which its section
    in the configuration is called. There is a section for all others.
    """
    manager = clients._mgr or {}
    for name in sorted(manager.names() if manager else ()):
        if service_type in (manager[name].plugin.service_types or ()):
            return name
    return service_type


def _ca_file(verify):
    if isinstance(verify, str):
        return verify
    if verify is False:
        return None
    return (os.environ.get('REQUESTS_CA_BUNDLE') or
            os.environ.get('CURL_CA_BUNDLE') or None)


def delete_entity(rsrc):
    """Delete the resource as Heat's base class does."""
    return resource.Resource.handle_delete(rsrc)


def treated(rsrc, error):
    """How Heat treats what its client raised: the kind of a failure."""
    asked = rsrc._default_client_plugin()
    if asked.is_not_found(error):
        return 'EntityNotFound'
    if asked.is_conflict(error):
        return 'Conflict'
    return 'Error'


def at_load():
    """The context while plug-ins are loaded: nobody has asked for anything,
    and Heat's configuration is all that it knows.
    """
    return heat_context.get_admin_context()
