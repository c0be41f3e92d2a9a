#!/usr/bin/env python3
"""Checks what a plug-in in Rust is told of endpoints, tokens and connections, against the configuration of a real Heat.

    tests/engine/endpoints.py

There is no engine and no Keystone: a context has a token with a catalogue, as the API gets it, and the module of the bridge that asks Heat is
loaded by itself.
"""

import os
import pathlib
import shutil
import types
from collections.abc import Callable
from typing import Any

import installed_heat
from heat_engine import heat_process
from heat_engine.configuration import Configuration

STATE = installed_heat.ROOT / 'target' / 'engine' / 'endpoints'
MODULE = installed_heat.ROOT / 'crates' / 'bridge' / 'src' / 'python' / 'services.py'
OPTIONS = (
    'client_retry_limit = 7', 'region_name_for_services = One', 'region_name_for_shared_services = Two',
    '[clients]', 'ca_file = /etc/all.pem', '[clients_keystone]', 'ca_file = /etc/keystone.pem', 'cert_file = /etc/c.pem', 'key_file = /etc/k.pem',
    '[clients_nova]', 'endpoint_type = internalURL',
)


def service(type_name: str) -> dict[str, Any]:
    """A service in the catalogue, with two interfaces in two regions."""
    endpoints = [{'id': f'{type_name}-{interface}-{region}', 'interface': interface, 'region': region, 'region_id': region,
                  'url': f'https://{interface}.{region.lower()}.example/{type_name}'}
                 for interface in ('public', 'internal') for region in ('One', 'Two')]
    return {'type': type_name, 'name': type_name, 'id': type_name, 'endpoints': endpoints}


def context(**more: Any) -> Any:
    """The context of a user whose token has a catalogue."""
    from heat.common import context
    user = {'id': 'u', 'name': 'user', 'domain': {'id': 'default', 'name': 'Default'}}
    project = {'id': 'p', 'name': 'project', 'domain': {'id': 'default', 'name': 'Default'}}
    token = {'methods': ['password'], 'expires_at': '2099-01-01T00:00:00.000000Z', 'issued_at': '2020-01-01T00:00:00.000000Z',
             'user': user, 'project': project, 'roles': [{'id': 'r', 'name': 'member'}],
             'catalog': [service(name) for name in ('compute', 'image', 'my-service')]}
    return context.RequestContext(user_id='u', project_id='p', user_name='user', project_name='project', roles=['member'], is_admin=False,
                                  auth_token='the-token', auth_token_info={'token': token}, auth_url='http://keystone.example/v3', **more)


def refusal(call: Callable[[], Any]) -> str:
    """The class of the exception that a call raises."""
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return 'none'


def expect(what: str, expected: Any, seen: Any) -> None:
    if seen != expected:
        raise SystemExit(f'{what}\n    expected: {expected}\n    seen:     {seen}')


def check(services: Any) -> None:
    """The context, the token, and the endpoints."""
    user = context()
    facts = services.facts(user)
    expect('the request has an ID', True, facts.pop('request_id').startswith('req-'))
    expect('the facts', {
        'project_id': 'p', 'project_name': 'project', 'project_domain_id': None, 'user_id': 'u', 'user_name': 'user', 'user_domain_id': None,
        'roles': ['member'], 'is_admin': False, 'region': 'One', 'trust_id': None}, facts)
    expect('the region of the request', 'Two', services.facts(context(region_name='Two'))['region'])
    expect('the token, and no other', ('the-token', None), (services.token(user, False), services.token(user, True)))

    def url(type_name: str, interface: str | None = None, **more: Any) -> str:
        # Heat's clients have a weak reference to their context.
        asked = context(**more)
        return str(services.endpoint(asked, type_name, interface)['url'])

    expect('the interface of the section', 'https://internal.one.example/compute', url('compute'))
    expect('an interface by name', 'https://public.one.example/compute', url('compute', 'public'))
    expect('a service that Heat has no client for', 'https://public.one.example/my-service', url('my-service'))
    expect('a shared service', 'https://public.two.example/image', url('image'))
    expect('another region', 'https://public.two.example/my-service', url('my-service', region_name='Two'))
    expect('no such service', 'EndpointNotFound', refusal(lambda: url('nothing')))
    expect('no such interface', 'EndpointNotFound', refusal(lambda: url('compute', 'admin')))
    expect('nobody to act as', 'AuthorizationFailure', refusal(lambda: services.token(services.at_load(), False)))


def check_connections(services: Any) -> None:
    """What connections to an endpoint use."""
    def connection(user: Any = None) -> dict[str, Any]:
        user = user or context()
        return {key: value for key, value in services.endpoint(user, 'compute', 'public').items() if key != 'url'}

    as_configured = {'ca_file': '/etc/keystone.pem', 'insecure': False, 'cert_file': '/etc/c.pem', 'key_file': '/etc/k.pem', 'proxy': None,
                     'connect_retries': 7}
    expect('the session of Keystone', as_configured, connection())
    os.environ['HTTPS_PROXY'] = 'http://user:secret@proxy.example:3128'
    expect('the proxy', {**as_configured, 'proxy': os.environ['HTTPS_PROXY']}, connection())
    os.environ['NO_PROXY'] = '.one.example'
    expect('no proxy', as_configured, connection())
    user = context()
    user.keystone_session.verify = False
    expect('insecure', {**as_configured, 'ca_file': None, 'insecure': True}, connection(user))
    user.keystone_session.verify = True
    expect('the authorities of the system', {**as_configured, 'ca_file': None}, connection(user))
    os.environ['REQUESTS_CA_BUNDLE'] = '/etc/bundle.pem'
    expect('the authorities of the environment', {**as_configured, 'ca_file': '/etc/bundle.pem'}, connection(user))


def main() -> None:
    installed_heat.run_with_heat()
    for name in [name for name in os.environ if name.lower().endswith('_proxy') or name.endswith('_CA_BUNDLE')]:
        del os.environ[name]
    shutil.rmtree(STATE, ignore_errors=True)
    heat_process.begin(Configuration(pathlib.Path(STATE), (), options=OPTIONS))
    from heat.engine import clients
    clients.initialise()
    services = types.ModuleType('services')
    exec(compile(MODULE.read_text(encoding='utf-8'), str(MODULE), 'exec'), services.__dict__)
    check(services)
    check_connections(services)
    print('endpoints, tokens and connections are those of Heat')


if __name__ == '__main__':
    main()
