"""Provokes the errors that the client itself shows when it logs in: a Keystone of a few answers, and servers with wrong certificates.

The scenarios are those of `error_scenarios`. Real keystoneauth and openstacksdk log in at servers of this process, and say what they say at any other.
"""

import contextlib
import datetime
import http.server
import ipaddress
import json
import ssl
import tempfile
import threading

import openstack.config
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from keystoneauth1 import identity, session

from . import error_scenarios
from .error_scenarios import scenario

# Those of the service, and these.
SCENARIOS = error_scenarios.SCENARIOS

HEAT = {'type': 'orchestration', 'name': 'heat', 'endpoints': [
    {'id': 'b', 'interface': 'public', 'region': 'RegionOne', 'region_id': 'RegionOne', 'url': 'http://server.test:8004/v1/p'}]}
KEYSTONE = {'type': 'identity', 'name': 'keystone', 'endpoints': []}


class Keystone(http.server.BaseHTTPRequestHandler):
    """A Keystone at `/v3` that lets everybody in; elsewhere, there is nothing."""

    catalog = ()

    def do_GET(self):  # noqa: N802
        link = {'rel': 'self', 'href': f'http://127.0.0.1:{self.server.server_port}/v3/'}
        found = self.path.startswith('/v3')
        self.answer(200 if found else 404, {'version': {'id': 'v3.14', 'status': 'stable', 'links': [link]}} if found else {})

    def do_POST(self):  # noqa: N802
        self.rfile.read(int(self.headers['Content-Length']))
        self.answer(201, {'token': {
            'methods': ['password'], 'catalog': list(self.catalog), 'user': {'id': 'u', 'name': 'u', 'domain': {'id': 'd', 'name': 'd'}},
            'project': {'id': 'p', 'name': 'p', 'domain': {'id': 'd', 'name': 'd'}}, 'roles': [],
            'issued_at': '2026-01-01T00:00:00.000000Z', 'expires_at': '2096-01-01T00:00:00.000000Z'}})

    def answer(self, code, body):
        text = json.dumps(body).encode()
        self.send_response(code)
        for name, value in {'Content-Type': 'application/json', 'Content-Length': len(text), 'X-Subject-Token': 't'}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_words):
        pass


@contextlib.contextmanager
def served(catalog=(), certificate=None):
    """A server with this catalogue, and with TLS if there is a certificate; its address without the scheme."""
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), type('Keystone', (Keystone,), {'catalog': catalog}))
    # A client that refuses the certificate hangs up.
    server.handle_error = lambda *_asked: None
    if certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate)
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f'127.0.0.1:{server.server_port}'
    finally:
        server.shutdown()
        server.server_close()


def logged_in(url, **more):
    """Logs in with a password, and returns what Keystone answers."""
    login = identity.Password(url, username='u', password='p', project_name='p', user_domain_id='d', project_domain_id='d')
    return login.get_access(session.Session(login, **more))


def heat_of(catalog, **asked):
    with served(catalog) as address:
        return logged_in(f'http://{address}/v3').service_catalog.url_for('orchestration', **asked)


@scenario
def no_orchestration_endpoint():
    heat_of([KEYSTONE])


@scenario
def other_region():
    heat_of([HEAT], region_name='RegionTwo')


@scenario
def other_interface():
    heat_of([HEAT], interface='internal')


@scenario
def empty_catalog():
    heat_of([])


@scenario
def auth_url_without_version():
    with served() as address:
        logged_in(f'http://{address}/identity')


@scenario
def auth_url_without_keystone():
    logged_in('http://127.0.0.1:1')


@scenario
def keystone_not_reached():
    logged_in('http://127.0.0.1:1/v3')


def refused(*, address='127.0.0.1', days=1, is_trusted):
    """Logs in at a server whose certificate is for an address, and valid for some days from yesterday on."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, address)])
    begin = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=2)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(begin).not_valid_after(begin + datetime.timedelta(days=days + 1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), critical=False)
        .sign(key, hashes.SHA256()))
    with tempfile.NamedTemporaryFile(suffix='.pem') as file:
        file.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        file.write(certificate.public_bytes(serialization.Encoding.PEM))
        file.flush()
        with served(certificate=file.name) as where:
            logged_in(f'https://{where}/v3', verify=file.name if is_trusted else True)


@scenario
def self_signed_certificate():
    refused(days=3, is_trusted=False)


@scenario
def certificate_of_another_address():
    refused(address='192.0.2.1', days=3, is_trusted=True)


@scenario
def expired_certificate():
    refused(days=0, is_trusted=True)


@scenario
def plain_http_at_https():
    with served() as address:
        logged_in(f'https://{address}/v3')


def configured(**named):
    config = openstack.config.OpenStackConfig(load_envvars=False, config_files=['/'], secure_files=['/'], vendor_files=['/'])
    config.get_one(**named).get_session()


@scenario
def no_credentials():
    configured(auth_type='password')


@scenario
def no_such_cloud():
    configured(cloud='mine')
