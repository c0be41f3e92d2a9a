#!/usr/bin/env python3
"""Checks `heat-codegen plugin` with a real Heat: from a new crate to a stack, and what stops an engine.

    tests/engine/plugin_commands.py
    tests/engine/plugin_commands.py --release

Each step prints how long it took. Heat is installed if necessary; HEAT_PYTHON names the Python of one that exists. The exit code is
1 if a check fails.
"""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import installed_heat
import rust_plugins
from heat_engine.rest import Api
from running import DidNotStart, Engine, tail

FOLDER = installed_heat.ROOT / 'target' / 'engine' / 'plugin-commands'
TARGET = pathlib.Path(os.environ.get('CARGO_TARGET_DIR', installed_heat.ROOT / 'target'))
ENVIRONMENT = {**os.environ, 'CARGO_TARGET_DIR': str(TARGET)}
TEMPLATE = {
    'heat_template_version': '2021-04-16',
    'resources': {'vault': {'type': 'My::Custom::Vault', 'properties': {'value': 'kept'}}},
    'outputs': {name: {'value': {'get_attr': ['vault', name]}} for name in ('value', 'show')},
}
# Somewhere after the header of a library, and before its code.
CODE_BEGINS = 100_000
# A new plug-in as it is installed has to be smaller.
BYTES = 4_000_000
OTHER_TEMPLATE = {'heat_template_version': '2021-04-16', 'resources': {'plain': {'type': 'My::Custom::Plain'}}}


def step(title: str, did: Callable[[], object]) -> None:
    """Runs a step, and prints how long it took."""
    began = time.monotonic()
    did()
    print(f'{time.monotonic() - began:6.1f} s  {title}', flush=True)


def run(*command: object, folder: pathlib.Path = FOLDER, code: int = 0) -> str:
    """What a command prints, if it ends with this code."""
    done = subprocess.run([str(part) for part in command], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    printed = done.stdout + done.stderr
    if done.returncode != code:
        sys.exit(f'{" ".join(map(str, command))}\nended with {done.returncode} instead of {code}:\n{printed}')
    return printed


def plugin(*arguments: object, folder: pathlib.Path = FOLDER, code: int = 0) -> str:
    """Runs `heat-codegen plugin`."""
    return run(TARGET / 'debug' / 'heat-codegen', 'plugin', *arguments, folder=folder, code=code)


def expect(text: str, *parts: str) -> None:
    for part in parts:
        if part not in text:
            sys.exit(f'not in the output: {part}\n{text}')


def check(*files: pathlib.Path, code: int = 0, schemas: str = 'built-in') -> str:
    return plugin('check', *files, '--python', installed_heat.python(), '--schemas', schemas, code=code)


def stack(folder: pathlib.Path) -> None:
    """Creates a stack in an engine that has the plug-in, and reads its output."""
    shutil.rmtree(FOLDER / 'engine', ignore_errors=True)
    engine = Engine.start(FOLDER / 'engine', [folder], True)
    try:
        engine.api.send('POST', 'stacks', {'stack_name': 'mine', 'template': TEMPLATE, 'timeout_mins': 10})
        end = time.monotonic() + 300
        while True:
            found = engine.api.get('stacks?show_nested=false')['stacks'][0]
            if found['stack_status'] != 'CREATE_IN_PROGRESS' or time.monotonic() > end:
                break
            time.sleep(0.2)
        if found['stack_status'] != 'CREATE_COMPLETE':
            sys.exit(f'the stack is {found["stack_status"]}: {found["stack_status_reason"]}')
        for name, expected in {'value': 'kept', 'show': {'text': 'kept'}}.items():
            output = engine.api.get(f'stacks/mine/{found["id"]}/outputs/{name}')['output']['output_value']
            if output != expected:
                sys.exit(f'the output {name} is {output}')
    finally:
        engine.stop()


class Dev:
    """A running `plugin dev`, and what it has printed."""

    def __init__(self, *arguments: object, folder: pathlib.Path) -> None:
        command = [TARGET / 'debug' / 'heat-codegen', 'plugin', 'dev', '--python', installed_heat.python(), '--port', '0', *arguments]
        # In a group of its own, which gets what Ctrl-C sends. A shell in the background makes its programs ignore that.
        self.process = subprocess.Popen(
            [str(part) for part in command], cwd=folder, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.printed = ''
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed += line

    def expect(self, text: str, seen: int = 0, within: float = 300) -> int:
        """Waits until a text is printed after what was seen. Returns what is seen then."""
        end = time.monotonic() + within
        while (found := self.printed.find(text, seen)) < 0:
            if time.monotonic() > end or self.process.poll() is not None:
                sys.exit(f'not printed by `plugin dev`: {text}\n{self.printed}')
            time.sleep(0.1)
        return found + len(text)

    def interrupt(self) -> None:
        """Ends all its processes as Ctrl-C does."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(10)
        end = time.monotonic() + 10
        while True:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return
            if time.monotonic() > end:
                sys.exit('a process of `plugin dev` goes on')
            time.sleep(0.1)


def api_of(dev: Dev) -> Api:
    """The API of the engine, as soon as it serves."""
    dev.expect('waiting for changes; stop with Ctrl-C')
    found = re.search(r'serves at (http://127\.0\.0\.1:\d+/v1/admin)', dev.printed)
    assert found is not None
    [log] = FOLDER.glob('dev-*/heat.log')
    return Api(found[1], log)


def statuses(api: Api) -> dict[str, str]:
    return {one['stack_name']: one['stack_status'] for one in api.get('stacks')['stacks']}


def await_stacks(api: Api, expected: dict[str, str]) -> None:
    end = time.monotonic() + 60
    while (found := statuses(api)) != expected:
        if time.monotonic() > end:
            sys.exit(f'the stacks are {found} instead of {expected}')
        time.sleep(0.2)


def develop(created: pathlib.Path) -> None:
    """An engine follows the sources of a crate, and keeps its stacks, also if it is ended and started again."""
    state, source = FOLDER / 'dev-rust', created / 'src' / 'lib.rs'
    text = source.read_text(encoding='utf-8')
    dev = Dev('--state', state, folder=created)
    try:
        api = api_of(dev)
        api.send('POST', 'stacks', {'stack_name': 'mine', 'template': TEMPLATE})
        await_stacks(api, {'mine': 'CREATE_COMPLETE'})
        seen = dev.expect('create returned after')
        source.write_text(text.replace('"text": (kept)', '"text": (kept), "changed": true'), encoding='utf-8')
        seen = dev.expect('the engine has restarted', seen)
        await_stacks(api, {'mine': 'CREATE_COMPLETE'})
        shown = api.get('stacks/mine/' + api.get('stacks')['stacks'][0]['id'] + '/outputs/show')['output']['output_value']
        if shown != {'text': 'kept', 'changed': True}:
            sys.exit(f'the restarted engine shows {shown}')
        source.write_text(text + 'broken', encoding='utf-8')
        seen = dev.expect('src/lib.rs changed', seen)
        seen = dev.expect('the plug-in does not compile; the engine still has the previous version', seen)
        expect(dev.printed, 'error: expected one of')
        await_stacks(api, {'mine': 'CREATE_COMPLETE'})
        port = api.url.split(':')[2].split('/')[0]
        taken = plugin('dev', '--python', installed_heat.python(), '--port', port, '--state', FOLDER / 'taken', folder=created, code=1)
        expect(taken, f'port {port} cannot be used')
    finally:
        source.write_text(text, encoding='utf-8')
        dev.interrupt()
    again = Dev('--state', state, folder=created)
    try:
        await_stacks(api_of(again), {'mine': 'CREATE_COMPLETE'})
        # Nobody ends the engine of a process that is killed.
        engine = int(subprocess.run(['pgrep', '-P', str(again.process.pid)], capture_output=True, text=True).stdout.split()[0])
        again.process.kill()
        again.process.wait()
        end = time.monotonic() + 10
        while pathlib.Path(f'/proc/{engine}').exists() and time.monotonic() < end:
            time.sleep(0.1)
        if pathlib.Path(f'/proc/{engine}').exists():
            sys.exit('the engine goes on without `plugin dev`')
    finally:
        again.interrupt()
    shutil.rmtree(state)


PYTHON_PLUGIN = """\
from heat.engine import attributes, properties, resource


class Thing(resource.Resource):
    properties_schema = {
        "size": properties.Schema(properties.Schema.INTEGER, "Size of the thing.", required=True, update_allowed=True),
    }
    attributes_schema = {"doubled": attributes.Schema("Twice the size.")}

    def handle_create(self):
        self.resource_id_set("thing-" + str(self.properties["size"]))

    def handle_update(self, json_snippet, tmpl_diff, prop_diff):
        pass

    def handle_suspend(self):
        SUSPEND

    def _resolve_attribute(self, name):
        return 2 * self.properties["size"]

    def handle_delete(self):
        pass


class Cloudy(Thing):
    def handle_create(self):
        self.client("nova").servers.list()


def resource_mapping():
    return {"My::Thing": Thing, "My::Cloudy": Cloudy}
"""


def develop_python() -> None:
    """An engine that cannot load a module in Python says why, and starts when the module is right."""
    folder = FOLDER / 'in-python'
    folder.mkdir()
    module = folder / 'thing.py'
    text = PYTHON_PLUGIN.replace('SUSPEND', 'pass')
    module.write_text(text + 'raise ValueError("not yet")\n', encoding='utf-8')
    dev = Dev(module, '--state', FOLDER / 'dev-python', folder=FOLDER)
    try:
        seen = dev.expect('the engine ended')
        expect(dev.printed, 'ValueError: not yet')
        module.write_text(text, encoding='utf-8')
        dev.expect('serves at', seen)
        api = api_of(dev)
        template = {**TEMPLATE, 'resources': {'thing': {'type': 'My::Thing', 'properties': {'size': 1}}}, 'outputs': {}}
        api.send('POST', 'stacks', {'stack_name': 'mine', 'template': template})
        await_stacks(api, {'mine': 'CREATE_COMPLETE'})
    finally:
        dev.interrupt()


def in_engine(library: pathlib.Path) -> None:
    """Types live in a whole engine: a new plug-in without findings, and one in Python with a fault in its line."""
    python = installed_heat.python()
    found = plugin('test', library, '--engine=convergence,legacy', '--steps', '--python', python)
    expect(found, 'no findings in 1 file', *(
        f'My::Custom::Vault: {kind}: {name}: ran' for kind in ('engine', 'legacy engine')
        for name in ('create', 'show', 'attribute (value)', 'update without changes', 'update (value)', 'check', 'suspend', 'resume',
                     'snapshot', 'delete of a snapshot', 'delete')))
    module = FOLDER / 'faulty' / 'thing.py'
    module.parent.mkdir()
    module.write_text(PYTHON_PLUGIN.replace('SUSPEND', 'return self.made'), encoding='utf-8')
    line = PYTHON_PLUGIN.splitlines().index('    def handle_suspend(self):') + 1
    found = plugin('test', module, '--engine', '--steps', '--python', python, code=1)
    expect(found, 'error[fails-in-engine]: My::Thing: suspend fails in an engine: AttributeError', f'thing.py:{line}:5',
           'My::Thing: engine: update (size): ran', 'My::Thing: engine: resume: did not run: suspend failed', 'My::Thing: engine: delete: ran',
           'My::Cloudy: engine: create: did not run: a service is missing: EndpointNotFound')


def for_other_processor(library: bytes) -> bytes:
    """A library as it is on another platform."""
    other = bytearray(library)
    # e_machine of an ELF header: 183 is AArch64, 62 is x86-64.
    other[18] = 62 if other[18] == 183 else 183
    return bytes(other)


def refused(library: pathlib.Path) -> None:
    """What keeps Heat from loading a file is reported, with the reason, and nothing else is."""
    data = library.read_bytes()
    cases = {
        'renamed.so': (data, 'error[module-name]: `renamed.so` has the module `vault`, not `renamed`'),
        'setup.so': (data, 'error[module-name]: Heat skips `setup.so`'),
        'my.vault.so': (data, 'error[module-name]: Python loads no file with the name of `my.vault.so`'),
        'other/vault.so': (for_other_processor(data), 'error[other-processor]: `other/vault.so` is for the processor'),
        'text.so': (b'no library', 'error[not-a-library]: Heat cannot import `text.so`'),
        'aborts.py': (b'import os\nos.abort()\n', 'error[crash]: `aborts.py` ended the interpreter that loaded it (signal: 6'),
        'ends.py': (b'import os\nos._exit(3)\n', 'error[crash]: `ends.py` ended the interpreter that loaded it (exit status: 3'),
        'fails.py': (b'raise ValueError("no")\n', 'note: ValueError: no'),
        'empty.py': (b'', 'error[nothing-registered]: `empty.py` registers no resource types'),
    }
    for name, (contents, _) in cases.items():
        path = FOLDER / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(contents)
    found = check(*map(pathlib.Path, cases), library, code=1)
    expect(found, *(text for _, text in cases.values()), 'both have the module `vault`: Heat loads only one of them')
    if found.count('error[') != len(cases) + 1:
        sys.exit(f'other findings than expected:\n{found}')


def stale(created: pathlib.Path, library: pathlib.Path) -> None:
    """A schema that changed after the library was compiled is a difference."""
    schema = created / 'schemas' / 'My' / 'Custom' / 'Vault.yaml'
    text = schema.read_text(encoding='utf-8')
    schema.write_text(text.replace('max: 255', 'max: 100'), encoding='utf-8')
    found = check(library, code=1, schemas=str(created / 'schemas'))
    schema.write_text(text, encoding='utf-8')
    expect(found, 'error[schema-difference]', '255')


def kept(library: pathlib.Path) -> None:
    """The classes that the bridge makes keep Heat's contract."""
    [folder] = rust_plugins.build('probe')
    for file in (library, folder / 'probe.so'):
        expect(plugin('test', file, '--python', installed_heat.python()), 'no findings in 1 file')


def compared() -> None:
    """Rules with a finder in Rust, and a deletion with a snapshot, are what the schema says."""
    [folder] = rust_plugins.build('probe')
    expect(check(folder / 'probe.so'), *(f'My::Custom::{name}: no difference to its schema' for name in ('Plain', 'Probe')))


def shim(created: pathlib.Path, options: list[str]) -> None:
    """The module in Python loads the library, and survives one that Python refuses."""
    folder = created / 'shim'
    plugin('build', *options, '--shim', '--out', folder, folder=created)
    expect(check(folder / 'vault.py'), 'My::Custom::Vault: no difference to its schema')
    (folder / 'vault.library').write_bytes(b'no library')
    expect(check(folder / 'vault.py', code=1), 'error[nothing-registered]', 'vault.library: file too short')


def shim_in_engine(created: pathlib.Path) -> None:
    """An engine survives libraries for another platform beside a shim, and not without one."""
    folder, state, others = created / 'shim', FOLDER / 'surviving', pathlib.Path(__file__).parent / 'reference'
    library = folder / 'vault.library'
    data = (created / 'target' / 'plugin' / 'vault.so').read_bytes()
    library.write_bytes(data)
    stack(folder)
    unloadable = {
        'for another processor': (for_other_processor(data), 'cannot open shared object file'),
        'without its end': (data[:-1], 'was cut off'),
        'without its code': (data[:CODE_BEGINS], 'was cut off'),
        'without its header': (data[:10], 'file too short'),
    }
    for what, (contents, reason) in unloadable.items():
        library.write_bytes(contents)
        shutil.rmtree(state, ignore_errors=True)
        engine = Engine.start(state, [folder, others], True)
        try:
            types = engine.api.get('resource_types')['resource_types']
            if 'My::Custom::Vault' in types or 'My::Custom::Probe' not in types:
                sys.exit(f'a library {what}: the types are {[name for name in types if name.startswith("My::")]}')
            expect(tail(engine.log, 1_000_000), 'vault.library', reason)
            engine.api.send('POST', 'stacks', {'stack_name': 'other', 'template': OTHER_TEMPLATE})
        finally:
            engine.stop()
    # Without a shim, they end the engine; and one that was cut off may end the process.
    bare = FOLDER / 'bare'
    bare.mkdir()
    for what in ('for another processor', 'without its code'):
        (bare / 'vault.so').write_bytes(unloadable[what][0])
        try:
            Engine.start(FOLDER / 'bare-engine', [bare, others], True).stop()
        except DidNotStart:
            continue
        sys.exit(f'an engine starts with a library {what} that has no shim')


def wheel(created: pathlib.Path) -> None:
    """pip puts the library where Heat looks."""
    prefix = FOLDER / 'prefix'
    [packed] = (created / 'target' / 'plugin').glob('*.whl')
    run(installed_heat.python(), '-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--prefix', prefix, packed)
    expect(check(prefix / 'lib' / 'heat' / 'vault.so'), 'My::Custom::Vault: no difference to its schema')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--release', action='store_true', help='compile the plug-in as it is installed')
    given = parser.parse_args()
    installed_heat.python()
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / '.cargo').mkdir(parents=True)
    # With the profile of this project, a plug-in's dependencies are compiled already.
    manifest = (installed_heat.ROOT / 'Cargo.toml').read_text(encoding='utf-8')
    profile = '\n\n'.join(part for part in manifest.split('\n\n') if '[profile.dev' in part)
    (FOLDER / '.cargo' / 'config.toml').write_text(profile, encoding='utf-8')
    run('cargo', 'build', '--quiet', '--package', 'heat-codegen', folder=installed_heat.ROOT)
    created = FOLDER / 'vault'
    library = created / 'target' / 'plugin' / 'vault.so'
    options = [] if given.release else ['--debug']
    step('plugin new vault', lambda: plugin('new', 'vault', '--project', installed_heat.ROOT))
    # What this project was compiled with is there.
    shutil.copy(installed_heat.ROOT / 'Cargo.lock', created)
    step('cargo test', lambda: expect(run('cargo', 'test', folder=created), '4 passed'))
    step('plugin build --wheel', lambda: plugin('build', *options, '--wheel', folder=created))
    step('plugin check', lambda: expect(check(library), 'My::Custom::Vault: no difference to its schema'))
    step('plugin test', lambda: kept(library))
    step('plugin test --engine', lambda: in_engine(library))
    step('a stack in a running Heat', lambda: stack(library.parent))
    step('plugin dev', lambda: develop(created))
    step('plugin dev of a module in Python', develop_python)
    step('plugin check of rules in Rust', compared)
    step('what stops an engine is reported', lambda: refused(library))
    step('a stale schema is reported', lambda: stale(created, library))
    step('plugin build --shim', lambda: shim(created, options))
    step('a shim in a running Heat', lambda: shim_in_engine(created))
    step('pip install', lambda: wheel(created))
    size = library.stat().st_size
    print(f'        {size / 1e6:.1f} MB, {"release" if given.release else "debug"}')
    if given.release and size >= BYTES:
        sys.exit('the library is too large')


if __name__ == '__main__':
    main()
