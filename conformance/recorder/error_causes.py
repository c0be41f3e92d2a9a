"""What provokes each cause that a page of an error names: real Heat is asked in one process, from its client to its engine.

A file of `error_causes` has the pages of an area by their names, and each page its causes in their order. A cause begins as on its page,
and has one of these:

- `template`: a template as a map, or as a text where it matters how it is written. `version` is that of the template. With it go
  `files` by their names, and `environments`, which the commands get in their order.
- `shown` is where the cause is seen, if that is not everywhere where the page says.
- `value`: the value of a resource in a template, with `parameters` and `conditions`, if there are any.
- `files`, `environments` alone: what differs from the example of the page.
- `page: true`: the example of the page itself.
- `steps`: commands of `openstack` in a folder with the `files`, such as `stack create -t template.yaml web`, or requests to the API as
  lists of a method, a path and a body, in which `{web}` is the ID of a stack. What happens beside them are maps: `held: true`, after which
  the engine begins things and does not do them, `user` with what is different about the user, `sql` for the database, `call` for a method of the engine, and `output` for a
  command that prints outputs. The last one, or what it does to the stacks, has the message.
- `cloud`: a function of `error_clouds`, in which a template is read or steps are done.
- `configuration`: options of `heat.conf` for it, and `user`: what is different about the user.
- `scenario`: a function of `error_scenarios` or `error_clients`.
- `source`: where the words come from, of what is not provoked here: the file of a service, and the function in it.
"""

import contextlib
import os
import pathlib
import re
import tempfile

import yaml
from heatclient import exc

from . import cloudless, error_clients, heat_in_process

FOLDER = pathlib.Path(__file__).parent.parent / 'error_causes'
KINDS = {'template', 'value', 'page', 'steps', 'scenario', 'source'}
KEYS = {*KINDS, 'cause', 'shown', 'cloud', 'configuration', 'version', 'parameters', 'conditions', 'files', 'environments', 'convergence', 'user'}
VERSION = '2018-08-31'
VERSION_KEYS = {'heat_template_version', 'HeatTemplateFormatVersion', 'AWSTemplateFormatVersion'}
# The commands that read templates, by where their answers are seen.
COMMANDS = {'validate': 'orchestration template validate {}', 'create': 'stack create {} name'}
NOT_COMPLIED = 'The server could not comply with the request since it is either malformed or otherwise incorrect.'
CAUSE = re.compile(r'^- (.*(?:\n  .*)*)', re.MULTILINE)


class Said:
    """What somebody said: where, the class of it, the code of an answer, and the words. `instead` are those that users see, if only the
    log has the words."""

    def __init__(self, where, kind, code, words, instead=None):
        self.where, self.kind, self.code, self.words, self.instead = where, kind, code, words, instead

    def __str__(self):
        return f'{self.where}: {self.kind}{f" ({self.code})" if self.code else ""}: {self.words}'


def causes_of(text):
    """The causes in the text of a page, each in one line."""
    section = text.partition('\n## Causes\n')[2].partition('\n## ')[0]
    return [' '.join(found.split()) for found in CAUSE.findall(section)]


def load():
    """What provokes the causes, by pages."""
    pages = {}
    for path in sorted(FOLDER.glob('*.yaml')):
        pages.update(yaml.safe_load(path.read_text(encoding='utf-8')) or {})
    return pages


def evidence(entry, example):
    """The files of a cause that is provoked by a template. `example` are those of the page."""
    files = {}
    if 'page' in entry or not KINDS & entry.keys():
        files.update(example)
    if 'value' in entry:
        entry = {**entry, 'template': {'resources': {'value': {'type': 'OS::Heat::Value', 'properties': {'value': entry['value']}}}}}
    if 'template' in entry:
        template = entry['template']
        if isinstance(template, dict):
            version = {} if VERSION_KEYS & template.keys() else {'heat_template_version': str(entry.get('version', VERSION))}
            added = {key: entry[key] for key in ('parameters', 'conditions') if key in entry}
            template = written({**version, **added, **template})
        files['template.yaml'] = template
    files.update({name: text if isinstance(text, str) else written(text) for name, text in entry.get('files', {}).items()})
    for number, text in enumerate(entry.get('environments', ())):
        files[f'{number}-environment.yaml'] = text if isinstance(text, str) else written(text)
    return files


def written(value):
    return yaml.safe_dump(value, sort_keys=False)


@contextlib.contextmanager
def folder_with(files):
    before = pathlib.Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding='utf-8')
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def read(files):
    """What is said to the files of a template, by its validation and by the creation of a stack."""
    given = ' '.join(['-t template.yaml', *(f'-e {name}' for name in files if name.endswith('environment.yaml'))])
    said = {}
    with folder_with(files), heat_in_process.Heat() as heat:
        # The stack is stored, and nothing is created.
        heat.engine.thread_group_mgr.is_held = True
        for where, command in COMMANDS.items():
            cloudless.Skipped.names = []
            refused = step(heat, command.format(given), where)
            if refused:
                said[refused.where] = refused
            elif cloudless.Skipped.names:
                # That it is accepted says nothing.
                said[where] = Said(where, 'AsksTheCloud', None, ', '.join(cloudless.Skipped.names))
    return said


def sent(text):
    """What the API says to the text of a template."""
    with heat_in_process.Heat() as heat:
        heat.engine.thread_group_mgr.is_held = True
        return step(heat, ['POST', '/stacks', {'stack_name': 'name', 'template': text}])


def step(heat, asked, where='request'):
    """What is said to a command or a request; none if it is accepted."""
    try:
        code, body = (200, heat.command(asked)) if isinstance(asked, str) else heat.request(*asked)
    except exc.HTTPException as error:
        code, body = error.code, error.error
    except cloudless.AsksTheCloud:
        return Said(where, 'AsksTheCloud', None, '')
    except Exception as error:
        return Said('client', type(error).__name__, None, str(error))
    return answered(heat, where, code, body) if code >= 400 else None


def answered(heat, where, code, body):
    about = body.get('error', {})
    words = about.get('message', 'Internal Error')
    if about.get('message') in (None, NOT_COMPLIED) and heat.raised is not None:
        # The answer keeps silent about what went wrong.
        return Said('log', type(heat.raised).__name__, code, str(heat.raised), words)
    return Said(where, about.get('type'), code, words)


def played(entry):
    """What is said in the steps of a cause, one after the other, and by the stacks that there are then."""
    said = []
    with folder_with(evidence({key: value for key, value in entry.items() if key != 'steps'} | {'source': ''}, {})), \
            heat_in_process.Heat(**{key: entry[key] for key in ('configuration', 'convergence', 'user') if key in entry}) as heat:
        for asked in entry['steps']:
            answer = prepared(heat, asked) if isinstance(asked, dict) else step(heat, asked)
            if answer:
                said.append(answer)
        said += in_stacks(heat)
    return said


def prepared(heat, changes):
    """Something that happens outside of requests."""
    (name, value), = changes.items()
    if name == 'output':
        # What is wrong with an output is printed in place of its value.
        answer = step(heat, value)
        return Said('outputs', None, None, answer.words if answer else heat.command(value))
    if name == 'held':
        heat.engine.thread_group_mgr.is_held = value
    elif name == 'user':
        heat.context = heat_in_process.asked(**value)
    elif name == 'call':
        getattr(heat.engine, value)()
    else:
        heat.sql({'sql': value}[name])
    return None


def in_stacks(heat):
    """The reasons of stacks and resources."""
    for kind, reason in heat.reasons():
        name = re.match(r'(?:Resource \w+ failed: )?(\w+): ', reason)
        yield Said(kind, name.group(1) if name else None, None, reason)


def scene(name):
    try:
        error_clients.SCENARIOS[name]()
    except cloudless.AsksTheCloud:
        return Said('scenario', 'AsksTheCloud', None, '')
    except Exception as error:
        # The engine marks what is no fault of its own.
        error = getattr(error, 'exc_info', (None, error))[1]
        # A resource shows the class of an error before its words.
        return Said('scenario', type(getattr(error, 'exc', error)).__name__, None, str(error))
    return None
