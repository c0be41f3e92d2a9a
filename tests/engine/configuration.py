"""The configuration of a Heat that needs no other service of OpenStack."""

from __future__ import annotations

import dataclasses
import pathlib
import re

import installed_heat

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
# Without keystone, a stack keeps a password instead of a trust, and nobody asks whether it is right.
keystone_backend = heat.engine.clients.os.keystone.fake_keystoneclient.FakeKeystoneClient
deferred_auth_method = password
auth_encryption_key = 0123456789abcdef0123456789abcdef
enable_stack_adopt = true
enable_stack_abandon = true
{options}

{sections}

[oslo_policy]
enforce_new_defaults = false

[paste_deploy]
flavor = noauth
api_paste_config = {paste}

[database]
connection = {database}
"""


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

    @property
    def file(self) -> pathlib.Path:
        return self.state / 'heat.conf'

    @property
    def log(self) -> pathlib.Path:
        return self.state / 'heat.log'

    def write(self) -> None:
        """Writes the file, and creates the folders that it names."""
        (self.state / 'environment.d').mkdir(parents=True, exist_ok=True)
        text = TEMPLATE.format(
            transport=self.transport,
            plugin_dirs=','.join(str(folder.resolve()) for folder in self.plugin_dirs),
            state=self.state.resolve(),
            convergence=self.convergence,
            workers=self.workers,
            options='\n'.join(option for option in self.options if not SECTION.match(option)),
            sections='\n'.join(SECTION.sub(r'[\1]\n', option) for option in self.options if SECTION.match(option)),
            paste=installed_heat.python().parent.parent / 'etc' / 'heat' / 'api-paste.ini',
            database=self.database or f'sqlite:///{self.state.resolve()}/heat.db',
        )
        self.file.write_text(text, encoding='utf-8')
