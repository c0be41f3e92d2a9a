"""The configuration of a Heat that needs no other service of OpenStack, or only Keystone."""

from __future__ import annotations

import dataclasses
import pathlib
import re
import sys
from importlib import metadata

# An option of a section: names of options have no dots.
SECTION = re.compile(r'(\w+)\.(?=\w+ *=)')
TEMPLATE = """\
[DEFAULT]
transport_url = {transport}
plugin_dirs = {plugin_dirs}
environment_dir = {state}/environment.d
template_dir = {state}/templates
log_file = {state}/heat.log
convergence_engine = {convergence}
num_engine_workers = {workers}
auth_encryption_key = 0123456789abcdef0123456789abcdef
enable_stack_adopt = true
enable_stack_abandon = true
{identity}
{options}
{sections}

[oslo_policy]
enforce_new_defaults = false

[paste_deploy]
flavor = {flavor}
api_paste_config = {paste}

[database]
connection = {database}
"""

WITHOUT_KEYSTONE = """\
# Without keystone, a stack keeps a password instead of a trust, and nobody asks whether it is right.
keystone_backend = heat.engine.clients.os.keystone.fake_keystoneclient.FakeKeystoneClient
deferred_auth_method = password
"""

# Heat's own user, which checks tokens, and is the trustee of those whose stacks outlive a request. A test value.
SERVICE_PASSWORD = 'secret-of-heat'

WITH_KEYSTONE = f"""\
[keystone_authtoken]
www_authenticate_uri = {{url}}
auth_url = {{url}}
auth_type = password
username = heat
password = {SERVICE_PASSWORD}
project_name = admin
user_domain_id = default
project_domain_id = default

[trustee]
auth_type = password
auth_url = {{url}}
username = heat
password = {SERVICE_PASSWORD}
user_domain_id = default

[clients_keystone]
auth_uri = {{url}}
"""


def paste_file(prefix: pathlib.Path) -> pathlib.Path:
    """Returns the file of the API's pipelines that is installed with Heat, into a virtual environment or the system."""
    candidates = [prefix / 'etc' / 'heat' / 'api-paste.ini']
    if prefix == pathlib.Path(sys.prefix):
        try:
            files = metadata.files('openstack-heat') or []
        except metadata.PackageNotFoundError:
            files = []
        candidates += [pathlib.Path(str(file.locate())) for file in files if file.name == 'api-paste.ini']
    candidates += [pathlib.Path(root) / 'heat' / 'api-paste.ini' for root in ('/etc', '/usr/local/etc', '/usr/share')]
    return next((path.resolve() for path in candidates if path.is_file()), candidates[0])


@dataclasses.dataclass(frozen=True)
class Configuration:
    """How one Heat is set up."""

    state: pathlib.Path
    plugin_dirs: tuple[pathlib.Path, ...]
    convergence: bool = True
    # More options, of the section DEFAULT unless they name another one: `plugins.isolation = process`.
    options: tuple[str, ...] = ()
    transport: str = 'fake://'
    database: str = ''
    workers: int = 1
    # The URL of a Keystone whose users the API serves; without one, everybody is the same user.
    keystone: str = ''
    # The environment with Heat, if it is not that of this Python.
    prefix: pathlib.Path = pathlib.Path(sys.prefix)

    @property
    def file(self) -> pathlib.Path:
        return self.state / 'heat.conf'

    @property
    def log(self) -> pathlib.Path:
        return self.state / 'heat.log'

    def write(self) -> None:
        """Writes the file, and creates the folders that it names."""
        (self.state / 'environment.d').mkdir(parents=True, exist_ok=True)
        sections = [SECTION.sub(r'[\1]\n', option) for option in self.options if SECTION.match(option)]
        if self.keystone:
            sections.append(WITH_KEYSTONE.format(url=self.keystone))
        text = TEMPLATE.format(
            transport=self.transport,
            plugin_dirs=','.join(str(folder.resolve()) for folder in self.plugin_dirs),
            state=self.state.resolve(),
            convergence=self.convergence,
            workers=self.workers,
            options='\n'.join(option for option in self.options if not SECTION.match(option)),
            identity='' if self.keystone else WITHOUT_KEYSTONE,
            sections='\n'.join(sections),
            flavor='' if self.keystone else 'noauth',
            paste=paste_file(self.prefix),
            database=self.database or f'sqlite:///{self.state.resolve()}/heat.db',
        )
        self.file.write_text(text, encoding='utf-8')
