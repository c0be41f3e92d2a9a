#!/usr/bin/env python3
"""Checks that a Heat with a plug-in in Rust and `heat-codegen` agree on what its schemas say.

    tests/engine/facts.py

The types of `plugins/facts` have groups of properties, wait for resources with an equal value, ignore their properties, or have any
attribute. For each template below, Heat and `heat-codegen validate` have to give the same verdict, and Heat and `heat-codegen graph`
the same dependencies. Then stacks are created, updated and read in this process, also with code that goes wrong, and with texts
that Rust does not have. The exit code is 1 if something differs.
"""

from __future__ import annotations

import argparse
import gc
import json
import pathlib
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import installed_heat
import rust_plugins
from heat_engine import heat_process
from heat_engine.configuration import Configuration

FOLDER = installed_heat.ROOT / 'target' / 'engine' / 'facts'
SCHEMAS = pathlib.Path(__file__).resolve().parent / 'plugins' / 'facts' / 'schemas'

GROUPED = 'My::Facts::Grouped'
WAITING = 'My::Facts::Waiting'
IGNORING = 'My::Facts::Ignoring'
HOSTILE = 'My::Facts::Hostile'
VALUE = {'get_attr': ['other', 'value']}
PARAMETERS = {'empty': {'type': 'string', 'default': ''}, 'yes': {'type': 'boolean', 'default': True}}

# The properties of a resource beside `other`, whose group is met.
GROUPS: dict[str, dict[str, Any]] = {
    'nothing is given': {},
    'one of two': {'user': 'a'},
    'the other of two': {'group': 'a'},
    'both of two': {'user': 'a', 'group': 'b'},
    'null is not given': {'user': 'a', 'group': None},
    'only null is given': {'user': None},
    'an empty text is given': {'user': 'a', 'group': ''},
    'the old name': {'account': 'a'},
    'the old name with the other of two': {'account': 'a', 'group': 'b'},
    'an attribute that is not known': {'user': VALUE},
    'an attribute that is not known with the other of two': {'user': VALUE, 'group': 'b'},
    'a reference': {'user': {'get_resource': 'other'}, 'group': 'b'},
    'a parameter that is empty': {'user': 'a', 'group': {'get_param': 'empty'}},
    'an if without a value': {'user': 'a', 'group': {'if': ['wanted', 'b', None]}},
    'an if with a value': {'user': 'a', 'group': {'if': ['unwanted', None, 'b']}},
    'a part of those that belong together': {'user': 'a', 'cert': 'c'},
    'two of three that belong together': {'user': 'a', 'cert': 'c', 'key': 'k'},
    'all that belong together': {'user': 'a', 'cert': 'c', 'key': 'k', 'scopes': [{}, {'service': 's'}]},
    'no item has the member': {'user': 'a', 'cert': 'c', 'key': 'k', 'scopes': [{}]},
    'a member that is not known': {'user': 'a', 'cert': 'c', 'key': 'k', 'scopes': [{'service': VALUE}]},
    'a member of a map': {'owner': {'mail': 'm'}},
    'another member of a map': {'owner': {'name': 'n'}},
    'a wrong value comes first': {'size': 20},
    'a rule comes first': {'user': 'a', 'group': 'b', 'size': 3, 'cert': 'c'},
    'an unknown property': {'user': 'a', 'colour': 'red'},
}

# Whole resources, by what is special about them.
RESOURCES: dict[str, dict[str, Any]] = {
    'any property is accepted': {'one': {'type': IGNORING, 'properties': {'colour': 'red', 'size': {'not': 'a number'}}}},
    'any attribute is accepted': {
        'one': {'type': IGNORING},
        'two': {'type': GROUPED, 'properties': {'user': {'get_attr': ['one', 'colour']}}},
        'three': {'type': GROUPED, 'properties': {'user': {'get_attr': ['four', 'colour', 'name']}}},
        'four': {'type': WAITING},
    },
    'other types have only their attributes': {
        'one': {'type': GROUPED, 'properties': {'user': 'a'}},
        'two': {'type': GROUPED, 'properties': {'user': {'get_attr': ['one', 'colour']}}},
    },
    'only what ignores its properties accepts any': {'one': {'type': WAITING, 'properties': {'colour': 'red'}}},
    'equal values': {
        'one': {'type': WAITING, 'properties': {'user': 'a'}},
        'two': {'type': GROUPED, 'properties': {'user': 'a'}},
        'three': {'type': GROUPED, 'properties': {'user': 'b'}},
        'four': {'type': GROUPED, 'properties': {'account': 'a'}},
    },
    'values in lists and maps': {
        'one': {'type': WAITING, 'properties': {'user': 'z', 'others': ['n', 'm']}},
        'two': {'type': GROUPED, 'properties': {'user': 'a', 'owner': {'name': 'm'}}},
        'three': {'type': GROUPED, 'properties': {'user': 'b', 'owner': {'mail': 'm'}}},
    },
    'equal values in a circle': {
        'one': {'type': WAITING, 'properties': {'user': 'a'}},
        'two': {'type': GROUPED, 'depends_on': 'one', 'properties': {'user': 'a'}},
    },
}


def template(resources: dict[str, Any]) -> dict[str, Any]:
    return {
        'heat_template_version': 'wallaby',
        'parameters': PARAMETERS,
        'conditions': {'wanted': {'get_param': 'yes'}, 'unwanted': {'not': {'get_param': 'yes'}}},
        'resources': resources,
    }


def codegen(command: str, file: pathlib.Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([rust_plugins.compiled() / 'heat-codegen', command, file, '--schemas', SCHEMAS, *options], capture_output=True, text=True)


def messages_of_codegen(file: pathlib.Path) -> list[str]:
    """The errors that `validate` finds."""
    found = json.loads(codegen('validate', file, '--format', 'json').stdout)
    return [one['message'] for one in found if one['severity'] == 'error']


def edges_of_codegen(file: pathlib.Path) -> set[tuple[str, str]]:
    """Which resource needs which."""
    graph = json.loads(codegen('graph', file, '--format', 'json').stdout)
    return {(one['name'], needed['resource']) for one in graph['resources'] for needed in one['needs']}


class Heat:
    """A Heat in this process, with the plug-in."""

    def __init__(self, state: pathlib.Path, plugins: tuple[pathlib.Path, ...], options: tuple[str, ...] = ()) -> None:
        self.log = state / 'heat.log'
        heat_process.begin(Configuration(state, plugins, options=options), green=heat_process.has_green_threads())
        # Errors of this script are not for the log.
        sys.excepthook = sys.__excepthook__
        from heat.engine import resources
        resources.initialise()

    def stack(self, name: str, resources: dict[str, Any]) -> Any:
        return self.stack_of(name, template(resources))

    @staticmethod
    def stack_of(name: str, document: dict[str, Any]) -> Any:
        from heat.common import context
        from heat.engine import environment, stack, template as templates

        parsed = templates.Template(document, env=environment.Environment())
        user = context.RequestContext(user_id='admin', project_id='admin', username='admin', password='admin', is_admin=True)
        return stack.Stack(user, name, parsed)

    def message(self, resources: dict[str, Any]) -> str | None:
        """Why Heat refuses a stack."""
        return self.message_of(template(resources))

    def message_of(self, document: dict[str, Any]) -> str | None:
        """Why Heat refuses a stack of a template."""
        from heat.common import exception

        try:
            self.stack_of('refused', document).validate()
        except exception.HeatException as error:
            return str(error)
        return None

    def edges(self, resources: dict[str, Any]) -> set[tuple[str, str]]:
        graph = self.stack('edges', resources).dependencies.graph()
        return {(one.name, other.name) for one in graph for other in graph[one]}


class Checks:
    """What differs."""

    def __init__(self) -> None:
        self.count = self.failed = 0

    def equal(self, title: str, left: object, right: object) -> None:
        self.count += 1
        if left != right:
            self.failed += 1
            print(f'{title}:\n  {left}\n  {right}')


def reason(message: str) -> str:
    """What is wrong, without the place; names in a circle are written in two ways."""
    return message.partition('{')[0].rstrip(': ').split(': ', 2)[-1]


def verdicts(heat: Heat, checks: Checks, file: pathlib.Path) -> None:
    """Both refuse the same templates, for the same reason."""
    other = {'type': GROUPED, 'properties': {'user': 'a'}}
    cases = {title: {'one': {'type': GROUPED, 'properties': properties}, 'other': other} for title, properties in GROUPS.items()}
    for title, resources in {**cases, **RESOURCES}.items():
        file.write_text(json.dumps(template(resources)), encoding='utf-8')
        ours, theirs = messages_of_codegen(file), heat.message(resources)
        checks.equal(f'{title}: the verdict ({ours}, {theirs})', bool(ours), theirs is not None)
        checks.equal(f'{title}: the reason ({ours}, {theirs})', any(reason(one) in (theirs or '') for one in ours), bool(ours))
        if theirs is not None and title in GROUPS:
            checks.equal(f'{title}: the place ({theirs})', 'resources.one.properties' in theirs, True)
        if theirs is None:
            checks.equal(f'{title}: the dependencies', edges_of_codegen(file), heat.edges(resources))


def lives(heat: Heat, checks: Checks) -> None:
    """What ignores its properties is created, has any attribute, and is never updated."""
    stack = heat.stack('lives', {
        'one': {'type': IGNORING, 'properties': {'colour': 'red', 'size': 'no number'}},
        'two': {'type': WAITING, 'properties': {'user': 'a'}},
    })
    stack.store()
    stack.create()
    checks.equal('the stack', (stack.action, stack.status, stack.status_reason), ('CREATE', 'COMPLETE', 'Stack CREATE completed successfully'))
    one, two = stack['one'], stack['two']
    checks.equal('an attribute of the schema', one.FnGetAtt('value'), 'one')
    checks.equal('an attribute that the schema lacks', (one.FnGetAtt('colour'), two.FnGetAtt('colour', 'name')), (None, None))
    changed = heat.stack('lives', {
        'one': {'type': IGNORING, 'properties': {'shape': 'round'}},
        'two': {'type': WAITING, 'properties': {'user': 'a'}},
    })
    before = one.resource_id, one.uuid
    stack.update(changed)
    checks.equal('the updated stack', (stack.action, stack.status), ('UPDATE', 'COMPLETE'))
    checks.equal('the resource', (stack['one'].resource_id, stack['one'].uuid), before)
    stack.delete()
    checks.equal('the deleted stack', (stack.action, stack.status), ('DELETE', 'COMPLETE'))


def unchecked(heat: Heat, checks: Checks) -> None:
    """Groups are checked when a request is validated, and not again by an action."""
    stack = heat.stack('unchecked', {'one': {'type': GROUPED, 'properties': {'user': 'a', 'group': 'b'}}})
    stack.store()
    stack.create()
    checks.equal('a create with a violated group', (stack.action, stack.status), ('CREATE', 'COMPLETE'))
    stack.delete()


# What goes wrong in a create, and the reason that Heat has then; none if it is complete.
ACTS = {
    'nothing': None,
    'number': 'PluginPanicked: resources.one: The plug-in panicked: no text',
    'bomb': 'PluginPanicked: resources.one: The plug-in panicked: no text',
    'display': 'PluginPanicked: resources.one: The plug-in panicked: there are no words for it',
    'drop': None,
    'drop_after_panic': 'PluginPanicked: resources.one: The plug-in panicked: polled',
    'nul': 'Error: resources.one: a\\u{0}b',
}
# A text that is not Unicode: Python has such texts, Rust has none.
SURROGATE = 'a\ud800b'


def encoded() -> str:
    """What Python says where such a text has to be encoded."""
    try:
        SURROGATE.encode('utf-8')
    except UnicodeEncodeError as error:
        return str(error)
    raise AssertionError('it is Unicode')


def mistakes(heat: Heat, checks: Checks) -> None:
    """Whatever the code of a plug-in does, a resource is in a state that Heat knows, and can be deleted."""
    surrogate = f'UnicodeEncodeError: resources.one: {encoded()}'
    cases = {act: ({'act': act}, reason) for act, reason in ACTS.items()}
    cases['surrogate'] = ({'text': SURROGATE}, surrogate)
    for name, (properties, reason) in cases.items():
        stack = heat.stack(name, {'one': {'type': HOSTILE, 'properties': properties}})
        stack.store()
        stack.create()
        one = stack['one']
        state = 'FAILED' if reason else 'COMPLETE'
        checks.equal(name, (one.action, one.status, one.status_reason), ('CREATE', state, reason or 'state changed'))
        if name == 'nul':
            checks.equal('what was kept', (one.resource_id, one.data().get('key')), ('a\0b', 'a\0b'))
        stack.delete()
        checks.equal(f'{name}, deleted', (stack.action, stack.status), ('DELETE', 'COMPLETE'))


def texts(heat: Heat, checks: Checks) -> None:
    """Texts in all directions, and where they are refused."""
    stack = heat.stack('texts', {'one': {'type': HOSTILE, 'properties': {'text': 'a\0b'}}})
    stack.store()
    stack.create()
    one = stack['one']
    checks.equal('a NUL', one.FnGetAtt('echo'), 'a\0b')
    checks.equal('100 MB', len(one.FnGetAtt('large')), 100_000_000)
    one.metadata_set({'text': SURROGATE})
    checks.equal('metadata that are not Unicode', refusal(lambda: one.FnGetAtt('show')), f'UnicodeEncodeError: {encoded()}')
    checks.equal('a signal that is not Unicode', refusal(lambda: one.signal({'text': SURROGATE})), f'ResourceFailure: UnicodeEncodeError: resources.one: {encoded()}')
    invalid = heat.stack('invalid', {'one': {'type': HOSTILE, 'properties': {'text': SURROGATE}}})
    checks.equal('a template that is not Unicode', refusal(invalid.validate), f'StackValidationFailed: UnicodeEncodeError: resources.one: {encoded()}')
    # As another plug-in of the type may have stored it.
    one._stored_properties_data = {'text': SURROGATE}
    checks.equal('what is stored and not Unicode', one.FnGetAtt('echo'), 'a\ufffdb')
    stack.delete()
    checks.equal('the deleted stack', (stack.action, stack.status), ('DELETE', 'COMPLETE'))


def places(heat: Heat, checks: Checks) -> None:
    """Where the text of a plug-in that refuses a template says that something is wrong, as each language of templates has it."""
    for text, where, what in (('refused', 'text', 'this text is refused'), ('refused as a whole', None, 'this resource is refused')):
        one = {'type': HOSTILE, 'properties': {'text': text}}
        in_hot = f'resources.one.properties.{where}: ' if where else ''
        checks.equal(f'{text}, in HOT', heat.message({'one': one}), in_hot + what)
        in_cfn = f'Resources.one.Properties.{where}: ' if where else ''
        cfn = {'AWSTemplateFormatVersion': '2010-09-09', 'Resources': {'one': {key.title(): value for key, value in one.items()}}}
        checks.equal(f'{text}, in CFN', heat.message_of(cfn), in_cfn + what)


def requests(heat: Heat, checks: Checks) -> None:
    """What fails while a request is answered is refused, as an exception of Python is, and names the resource."""
    cases = {
        'panics': 'PluginPanicked: resources.one: The plug-in panicked: in validate',
        'fails': 'Error: resources.one: No such file or directory (os error 2)',
    }
    for text, expected in cases.items():
        stack = heat.stack('requests', {'one': {'type': HOSTILE, 'properties': {'text': text}}})
        checks.equal(f'a request that {text}', refusal(stack.validate), f'StackValidationFailed: {expected}')
    stack = heat.stack('references', {'one': {'type': HOSTILE, 'properties': {'text': 'has no reference'}}})
    stack.store()
    stack.create()
    checks.equal('a reference', refusal(stack['one'].FnGetRefId),
                 'StackValidationFailed: PluginPanicked: resources.one: The plug-in panicked: in reference_id')
    stack.delete()


def unconnected(heat: Heat, checks: Checks) -> None:
    """What the handlers of a type share cannot be made: requests are refused, actions fail, and both name the resource and say why."""
    failed = 'Error: resources.one: the address of the service is not set'
    stack = heat.stack('unconnected', {'one': {'type': 'My::Facts::Unconnected'}})
    checks.equal('a request without the service', refusal(stack.validate), f'StackValidationFailed: {failed}')
    stack.store()
    stack.create()
    one = stack['one']
    checks.equal('an action without the service', (one.state, one.status_reason), (('CREATE', 'FAILED'), failed))
    stack.delete()
    checks.equal('its deletion', (stack['one'].state, stack['one'].status_reason), (('DELETE', 'FAILED'), failed))


def deep(heat: Heat, checks: Checks) -> None:
    """A value that Python could not follow to its end is refused."""
    stack = heat.stack('deep', {'one': {'type': HOSTILE}})
    stack.store()
    stack.create()
    checks.equal('a deep attribute', refusal(lambda: stack['one'].FnGetAtt('deep')),
                 'RecursionError: a value is nested more than 500 levels deep')
    stack.delete()


def dropped(heat: Heat, checks: Checks, folder: pathlib.Path, act: str) -> None:
    """Python goes on while a plug-in drops what it left: the drop waits until a thread of Python answers.

    That is before the action of the resource ends, and so in its own thread: another one could have to wait otherwise.
    """
    folder.mkdir()
    stack = heat.stack(act, {'one': {'type': HOSTILE, 'properties': {'act': act, 'text': str(folder)}}})
    stack.store()

    def answer() -> None:
        while not (folder / 'dropping').exists():
            time.sleep(0.005)
        (folder / 'answer').touch()

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    gc.disable()
    stack.create()
    checks.equal(f'{act}: the drop was answered', (folder / 'dropped').exists(), True)
    gc.enable()
    thread.join(60)
    stack.delete()


def log(heat: Heat, checks: Checks) -> None:
    """What a plug-in writes, and where it panicked, is in Heat's log, with the plug-in, the resource and the request."""
    written = made(heat, 'written', {'act': 'logs', 'text': 'said'})
    panicked = made(heat, 'panicked', {'act': 'number'})
    lines = heat.log.read_text(encoding='utf-8').splitlines()
    module = type(written['one']).__module__.rpartition('.')[0]
    at = 'The plug-in panicked at tests/engine/plugins/facts/src/hostile.rs:'

    def expect(what: str, level: str, logger: str, stack: Any, *texts: str) -> None:
        named = [f'{stack.context.request_id} ', f'Hostile "one" [one] Stack "{stack.name}" [{stack.id}]: '] if stack else []
        found = [line for line in lines if f' {level} {logger} [' in line and all(text in line for text in (*named, *texts))]
        checks.equal(f'{what}: {level} {logger} {named} {texts}', len(found), 1)

    expect('log', 'INFO', f'{module}.facts.hostile', written, 'written with log: said')
    expect('tracing', 'WARNING', f'{module}.facts.hostile', written, 'written with tracing text="said"')
    expect('a panic in a handler', 'ERROR', module, panicked, at, ': no text')
    expect('a panic in a thread', 'ERROR', module, None, at, ' (thread worker): in a thread')
    checks.equal('what is below the level', [line for line in lines if 'too detailed' in line], [])
    written.delete()
    panicked.delete()


def made(heat: Heat, name: str, properties: dict[str, Any]) -> Any:
    """A stack of one hostile resource."""
    stack = heat.stack(name, {'one': {'type': HOSTILE, 'properties': properties}})
    stack.store()
    stack.create()
    return stack


def refusal(call: Callable[[], object]) -> str:
    """The exception that a call raises."""
    try:
        call()
    except Exception as error:
        return f'{type(error).__name__}: {error}'
    return 'nothing is raised'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--state', type=pathlib.Path, default=FOLDER, help='folder for databases and logs; replaced [default: target/engine/facts]')
    parser.add_argument('--compiled', action='store_true', help='what is to be checked is compiled already')
    parser.add_argument('--isolated', action='store_true', help='the plug-in in a process of its own')
    given = parser.parse_args()
    installed_heat.run_with_heat()
    folder: pathlib.Path = given.state
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if given.compiled:
        plugins = rust_plugins.folder('facts')
    else:
        rust_plugins.compile_packages('heat-codegen')
        [plugins] = rust_plugins.build('facts')
    options = ('plugins.isolation = process',) if given.isolated else ()
    heat, checks = Heat(folder / 'state', (plugins,), options), Checks()
    verdicts(heat, checks, folder / 'template.yaml')
    lives(heat, checks)
    mistakes(heat, checks)
    texts(heat, checks)
    places(heat, checks)
    requests(heat, checks)
    unconnected(heat, checks)
    deep(heat, checks)
    for act in ('waiting_drop', 'waiting_drop_after_failure'):
        dropped(heat, checks, folder / act, act)
    log(heat, checks)
    unchecked(heat, checks)
    print(f'{checks.count} comparisons, {checks.failed} differ')
    sys.exit(1 if checks.failed else 0)


if __name__ == '__main__':
    main()
