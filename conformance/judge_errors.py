"""Asks Heat about the pages of its errors: does it say what they say, where they say it?

    python judge_errors.py [--verbose] [--services FOLDER] [FOLDER [NAME …]]

Run it with a Python in which Heat and its client are installed, in this folder. FOLDER is by default `../site/errors`. For each page:

- what it quotes stands in the source of Heat, of its client or of their libraries; what it quotes from a service, in the files that it
  names (`said_in`). Those of packages that are not installed are looked for below FOLDER, such as `FOLDER/nova/exception.py`;
- the HTTP code is the one that the API gives to the class of the exception;
- a scenario of `recorder.error_scenarios` provokes the message, where a page has one: what takes a stack, or a service that fails;
- the files that are to provoke the message do so: with that class, at the requests that the page names and at no other one;
- the fixed files are accepted.

There is no cloud (`recorder.cloudless`); parameters without a value have none. The exit code is 1 if Heat disagrees.
"""

import argparse
import functools
import importlib.util
import json
import pathlib
import re
import sys
import tempfile

import yaml
from heat.api.middleware import fault
from heat.common import environment_format, environment_util, exception, template_format
from heat.engine import template
from heatclient.common import template_utils
from oslo_serialization import jsonutils

from recorder import cloudless, error_scenarios, verdicts

PAGES = pathlib.Path(__file__).parent.parent / 'site' / 'errors'
GAP = re.compile(r'\{\w+\}')
BLOCK = re.compile(r'^```(\w+) (provokes|fixed)(?: (\S+))?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
# What texts of these packages say reaches users through Heat.
PACKAGES = ['heat', 'heatclient', 'yaql', 'oslo_policy', 'neutronclient', 'croniter']
# Exceptions that the API raises as answers of HTTP, without the table of codes.
HTTP = re.compile(r'HTTP\w+')
REQUESTS = {'validate': verdicts.validate, 'create': verdicts.create}


class Page:
    """A page: what its front matter says, and its files."""

    def __init__(self, path):
        self.name = path.stem
        _, front, self.text = path.read_text(encoding='utf-8').split('---\n', 2)
        self.about = yaml.safe_load(front)
        messages = self.about['message']
        self.messages = messages if isinstance(messages, list) else [messages]

    def files(self, role):
        return {name or 'template.yaml': text for _, is_for, name, text in BLOCK.findall(self.text) if is_for == role}

    def is_said_by(self, words):
        return any(re.search(pattern(each), words, re.DOTALL) for each in self.messages)


def pattern(message):
    parts = GAP.split(message)
    return '.*'.join(re.escape(part) for part in parts)


@functools.cache
def sources():
    """The strings of the packages, with the parts of a string in several lines joined as Python joins them."""
    found = []
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        if spec is None:
            continue
        for folder in spec.submodule_search_locations:
            for path in pathlib.Path(folder).rglob('*.py'):
                if '/tests/' not in str(path):
                    found.append(path)
    return strings(found)


def strings(paths):
    """The text of modules, in which strings are joined as Python joins them."""
    found = (re.sub(r"['\"]\s*\n\s*f?['\"]", '', path.read_text(encoding='utf-8')) for path in paths)
    return '\n'.join(found).replace("\\'", "'").replace('\\"', '"').replace('\\n', '\n').replace('%%', '%')


def file_of(name, services):
    """The file of a package; none if the package is not here."""
    package, _, rest = name.partition('/')
    spec = importlib.util.find_spec(package)
    folders = [*(spec.submodule_search_locations if spec else ()), *([services / package] if services else ())]
    return next((path for path in (pathlib.Path(folder) / rest for folder in folders) if path.is_file()), None)


def misquoted(page, services):
    """The parts of a page's messages that the files which it names do not have; none if a file is not here."""
    paths = [file_of(name, services) for name in page.about['said_in']]
    if None in paths:
        return None
    said = strings(paths)
    quoted = page.messages
    if 'form' in page.about:
        # The files have the form, and what is put into it.
        form = GAP.sub('(.*)', re.escape(page.about['form']).replace(r'\{', '{').replace(r'\}', '}'))
        quoted = [page.about['form'], *(value for message in quoted for value in re.fullmatch(form, message).groups())]
    parts = [part.strip(' .:') for message in quoted for part in GAP.split(message)]
    return [part for part in parts if part and not is_joined(part, said)]


def is_joined(part, said):
    """Whether a text has it as a whole, or as two pieces of which one is put into the other."""
    blanks = [match.start() for match in re.finditer(' ', part)]
    return part in said or any(part[:at].strip(' .:,') in said and part[at:].strip(' .:,') in said for at in blanks)


def invented(page):
    """The parts of a page's messages that no source has."""
    if 'quoted_from' in page.about:
        return []
    quoted = [page.about['form']] if 'form' in page.about else page.messages
    parts = [part.strip() for message in quoted for part in GAP.split(message)]
    return [part for part in parts if part and not is_said(part)]


def is_said(part):
    """Whether a source has it: as a whole, or what is before a colon in one place, and what comes after it in another."""
    if part in sources():
        return True
    ends = [match.end() for match in re.finditer(r': |:$', part)]
    return any(part[:end].strip() in sources() and (not part[end:].strip() or is_said(part[end:].strip())) for end in ends if end < len(part))


def http_code(name):
    """The code that the API gives to an exception of this name."""
    found = getattr(exception, name, None) or getattr(__import__('builtins'), name, None)
    if found is None or not issubclass(found, Exception):
        return None
    return fault.FaultWrapper(None)._map_exception_to_error(found).code


def send(folder, files):
    """The template, the files and the environment as the client sends them."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')
    sent, data = template_utils.get_template_contents(str(folder / 'template.yaml'))
    names = [str(folder / name) for name in files if name.endswith('environment.yaml')]
    tracked = []
    more, given = template_utils.process_multiple_environments_and_files(names, env_list_tracker=tracked)
    return jsonutils.dumps([data, {**sent, **more}, given, tracked])


def judged(page, files):
    """What is said to these files: by name of a request, or of the client alone, an exception."""
    if page.about.get('sent') == 'text':
        try:
            template_format.parse(files['template.yaml'])
        except Exception as error:
            return {'request': error}
        return {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            sent = send(pathlib.Path(folder), files)
        except Exception as error:
            return {'client': error}
        said = {}
        for name, request in REQUESTS.items():
            try:
                data, those, given, tracked = jsonutils.loads(sent)
                if tracked:
                    # The API does not look at what the client has merged, and merges the files itself.
                    given = {}
                    environment_format.default_for_missing(given)
                    schemata = template.Template(data, files=those).all_param_schemata(those)
                    environment_util.merge_environments(tracked, those, given, schemata)
                request(data, those, given)
            except cloudless.AsksTheCloud:
                pass
            except Exception as error:
                said[name] = error
        return said


def played(page, verbose):
    """What Heat does not say in the scenario that is to provoke the error."""
    try:
        error_scenarios.SCENARIOS[page.about['scenario']]()
        yield 'the scenario provokes nothing'
    except cloudless.AsksTheCloud:
        yield 'the scenario asks the cloud'
    except Exception as error:
        # The engine marks what is no fault of its own.
        error = getattr(error, 'exc_info', (None, error))[1]
        words = f'{type(error).__name__}: {error}'
        if verbose:
            print(f'{page.name}: {words}')
        # A resource shows the class of an error before its words.
        names = {type(error).__name__, type(getattr(error, 'exc', error)).__name__}
        if not page.is_said_by(str(error)) or page.about['class'] not in names:
            yield words


def objections(page, verbose, services):
    """What Heat does not agree with."""
    about = page.about
    for part in invented(page):
        yield f'no source says {part!r}'
    if 'said_in' in about:
        for part in misquoted(page, services) or ():
            yield f'{", ".join(about["said_in"])} do not say {part!r}'
    code = http_code(about.get('class', ''))
    if code is not None and about.get('http') not in (None, code):
        yield f'the API answers {code}, not {about["http"]}'
    provoking = page.files('provokes')
    if 'scenario' in about:
        yield from played(page, verbose)
    if bool(provoking) == bool({'unprovoked', 'scenario'} & about.keys()):
        yield 'has to have files that provoke it, or to say why there are none'
    if not provoking:
        return
    said = judged(page, provoking)
    expected = set(about['shown']) & {'client', 'request', *REQUESTS}
    for where, error in said.items():
        words = f'{where}: {type(error).__name__}: {error}'
        if verbose:
            print(f'{page.name}: {words}')
        if where not in expected or not page.is_said_by(str(error)):
            yield words
        elif type(error).__name__ != about['class'] and not HTTP.match(about['class']):
            yield f'{words} (of another class)'
    for where in expected - said.keys():
        yield f'{where}: accepted'
    fixed = page.files('fixed')
    if not fixed:
        yield 'has nothing fixed'
        return
    for where, error in judged(page, fixed).items():
        yield f'fixed, {where}: {type(error).__name__}: {error}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--verbose', action='store_true', help='also show what Heat says where it agrees')
    parser.add_argument('--services', type=pathlib.Path, metavar='FOLDER', help='packages of services that are not installed')
    parser.add_argument('folder', nargs='?', type=pathlib.Path, default=PAGES)
    parser.add_argument('names', nargs='*')
    given = parser.parse_args()
    cloudless.initialise()
    pages = provoked = scenes = compared = disagreed = 0
    for path in sorted(given.folder.rglob('*.md')):
        page = Page(path)
        if given.names and page.name not in given.names:
            continue
        pages += 1
        provoked += bool(page.files('provokes'))
        scenes += 'scenario' in page.about
        compared += 'said_in' in page.about and misquoted(page, given.services) is not None
        for objection in objections(page, given.verbose, given.services):
            disagreed += 1
            print(f'{page.name}: {objection}')
    print(f'{pages} errors, of which {provoked} are provoked by files, {scenes} by scenarios and {compared} compared with files of services; '
          f'{disagreed} disagreements')
    sys.exit(disagreed > 0)


if __name__ == '__main__':
    main()
