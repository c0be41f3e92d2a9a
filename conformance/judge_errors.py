"""Asks Heat about the pages of its errors: does it say what they say, where they say it?

    python judge_errors.py [--verbose] [--services FOLDER] [FOLDER [NAME …]]

Run it with a Python in which Heat and its client are installed, in this folder. FOLDER is by default `../site/errors`. For each page:

- what it quotes stands in the source of Heat, of its client or of their libraries; what it quotes from a service, in the files that it
  names (`said_in`). Those of packages that are not installed are looked for below FOLDER, such as `FOLDER/nova/exception.py`;
- the class that the client of Neutron makes of what the page quotes is on the page;
- the HTTP code is the one that the API gives to the class of the exception;
- a scenario of `recorder.error_scenarios` or `recorder.error_clients` provokes the message, where a page has one: what takes a stack, or a service that fails;
- the files that are to provoke the message do so: with that class, at the requests that the page names and at no other one;
- the fixed files are accepted;
- each cause has its evidence in `error_causes`, or its source. The evidence is given to the whole of Heat, from its client to its engine,
  and provokes the message, with the class and the code that the page names, or that the cause or the text before it
  names in backticks.

There is no cloud (`recorder.cloudless`); parameters without a value have none. The exit code is 1 if Heat disagrees.
"""

import argparse
import contextlib
import functools
import importlib.util
import pathlib
import re
import sys

import webob.exc
import yaml
from heat.api.middleware import fault
from heat.common import exception
from neutronclient.common import exceptions as neutron_exceptions

from recorder import cloudless, error_causes, error_clients, error_clouds

PAGES = pathlib.Path(__file__).parent.parent / 'site' / 'errors'
GAP = re.compile(r'\{\w+\}')
BLOCK = re.compile(r'^```(\w+) (provokes|fixed)(?: (\S+))?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
# What texts of these packages say reaches users through Heat.
PACKAGES = ['heat', 'heatclient', 'yaql', 'oslo_policy', 'neutronclient', 'croniter']
# Exceptions that the API raises as answers of HTTP, without the table of codes.
HTTP = re.compile(r'HTTP\w+')
# Where the answers to templates are seen.
READERS = {'client', 'request', 'validate', 'create', 'log'}


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

    def is_said_by(self, said):
        return any(re.search(pattern(each), words or '', re.DOTALL) for each in self.messages for words in (said.words, said.instead))


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


# `class Name(…):` with the message of its errors, of Neutron.
CLASS = re.compile(r'^class (\w+)\(.*\n(?:(?!class ).*\n)*?    message = _\(([^)]*(?:\)[sd][^)]*)*)\)', re.MULTILINE)


def renamed(page, services):
    """The classes that the client of Neutron makes of what a page quotes, and that the page does not have."""
    named = {page.about.get('class'), *page.about.get('classes', ())}
    quoted = {' '.join(GAP.sub('', message).split()).strip(' .') for message in page.messages}
    for name in page.about['said_in'] if 'Neutron' in page.about['quoted_from'] else ():
        path = file_of(name, services)
        for kind, message in CLASS.findall(path.read_text(encoding='utf-8')) if path else ():
            words = re.sub(r'%\(\w+\)[sd]', '', ''.join(re.findall(r'"(.*?)"', message)))
            of_client = f'{kind}Client'
            if ' '.join(words.split()).strip(' .') in quoted and hasattr(neutron_exceptions, of_client) and of_client not in named:
                yield of_client


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
    if issubclass(found, TypeError):
        # The API takes it for a wrong request, before it comes to the table.
        return webob.exc.HTTPBadRequest.code
    return fault.FaultWrapper(None)._map_exception_to_error(found).code


def judged(page, files):
    """What is said to these files, by where it is said."""
    if page.about.get('sent') == 'text':
        said = error_causes.sent(files['template.yaml'])
        return {said.where: said} if said else {}
    return error_causes.read(files)


def played(page, verbose):
    """What Heat does not say in the scenario that is to provoke the error."""
    try:
        error_clients.SCENARIOS[page.about['scenario']]()
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
        if not page.is_said_by(error_causes.Said('scenario', None, None, str(error))) or page.about['class'] not in names:
            yield words


def objections(page, verbose, services):
    """What Heat does not agree with."""
    about = page.about
    for part in invented(page):
        yield f'no source says {part!r}'
    if 'said_in' in about:
        for part in misquoted(page, services) or ():
            yield f'{", ".join(about["said_in"])} do not say {part!r}'
        for kind in renamed(page, services):
            yield f'the client makes a {kind} of it'
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
    yield from compared(page, '', judged(page, provoking), set(about['shown']), verbose)
    fixed = page.files('fixed')
    if not fixed:
        yield 'has nothing fixed'
        return
    for said in judged(page, fixed).values():
        if said.kind != 'AsksTheCloud':
            yield f'fixed, {said}'


# What a request that validates a template says of each class that the engine handles.
IN_VALIDATION = 'HTTPBadRequest'


def cause_objections(page, entries, verbose, services=None):
    """What Heat does not agree with in the causes of a page."""
    causes = error_causes.causes_of(page.text)
    entries = list(entries)
    for cause in causes:
        own = []
        while entries and cause.startswith(entries[0]['cause']):
            own.append(entries.pop(0))
        if not own:
            yield f'{cause!r} has neither evidence nor a source'
        for entry in own:
            if unknown := entry.keys() - error_causes.KEYS:
                yield f'{cause!r} has {unknown}'
            for objection in disproved(page, cause, entry, verbose, services):
                yield f'{cause[:60]!r}: {objection}'
    for entry in entries:
        yield f'no cause begins with {entry["cause"]!r}, or not at this place'


def disproved(page, cause, entry, verbose, services):
    """What Heat says in place of the message."""
    if 'source' in entry:
        yield from misplaced(entry['source'], services)
        return
    with error_clouds.as_in(entry['cloud']) if 'cloud' in entry else contextlib.nullcontext():
        yield from disproved_here(page, cause, entry, verbose)


def misplaced(source, services):
    """What is wrong with the source of a cause: its file lacks the function. Nothing, if the package is not here."""
    name, _, function = source.partition(', ')
    path = file_of(name, services)
    if path is None:
        if has_package(name, services):
            yield f'there is no {name}'
        return
    wanted = function.rpartition('.')[2]
    if function and not re.search(rf'^\s*(?:async )?(?:def|class) {re.escape(wanted)}\b', path.read_text(encoding='utf-8'), re.MULTILINE):
        yield f'{name} has no {wanted}'


def has_package(name, services):
    package = name.partition('/')[0]
    return importlib.util.find_spec(package) is not None or services is not None and (services / package).is_dir()


def disproved_here(page, cause, entry, verbose):
    if 'scenario' in entry or 'steps' in entry:
        found = [error_causes.scene(entry['scenario'])] if 'scenario' in entry else error_causes.played(entry)
        for said in found:
            if verbose:
                print(f'{page.name}: {cause[:60]}: {said}')
        fitting = [said for said in found if said and page.is_said_by(said)]
        if not fitting:
            yield '; '.join(str(said) for said in found) or 'accepted'
        elif not any(fits(page, cause, said) for said in fitting):
            yield f'{fitting[0]} (of another class, code or place)'
        return
    said = judged(page, error_causes.evidence(entry, page.files('provokes')))
    yield from compared(page, cause, said, set(entry.get('shown', page.about['shown'])), verbose)


def compared(page, cause, said, shown, verbose):
    """What Heat does not say, says elsewhere, or says in addition."""
    expected = shown & READERS
    if not expected:
        yield 'no request shows it'
    for where in sorted(expected | said.keys()):
        if where not in said:
            yield f'{where}: accepted'
            continue
        if verbose:
            print(f'{page.name}: {cause[:60]}: {said[where]}')
        if where not in expected or not page.is_said_by(said[where]):
            yield str(said[where])
        elif not fits(page, cause, said[where]):
            yield f'{said[where]} (of another class or code)'


def fits(page, cause, said):
    """Whether the class and the code are those of the page, or of the cause."""
    about = page.about
    named = f"{page.text.partition('## Causes')[0]} {cause}"
    of_class = 'class' not in about or said.kind in (about['class'], None) or f'`{said.kind}`' in named or (said.where, said.kind) == ('validate', IN_VALIDATION)
    return of_class and (said.code in (about.get('http'), None) or f'HTTP {said.code}' in named)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--verbose', action='store_true', help='also show what Heat says where it agrees')
    parser.add_argument('--services', type=pathlib.Path, metavar='FOLDER', help='packages of services that are not installed')
    parser.add_argument('folder', nargs='?', type=pathlib.Path, default=PAGES)
    parser.add_argument('names', nargs='*')
    given = parser.parse_args()
    cloudless.initialise()
    has_causes = given.folder.resolve() == PAGES.resolve()
    known = error_causes.load()
    pages = tried = untried = provoked = scenes = compared = disagreed = 0
    for path in sorted(given.folder.rglob('*.md')):
        page = Page(path)
        if given.names and page.name not in given.names:
            continue
        pages += 1
        provoked += bool(page.files('provokes'))
        scenes += 'scenario' in page.about
        compared += 'said_in' in page.about and misquoted(page, given.services) is not None
        evidence = known.pop(page.name, [])
        tried += sum('source' not in entry for entry in evidence)
        untried += sum('source' in entry for entry in evidence)
        of_causes = cause_objections(page, evidence, given.verbose, given.services) if has_causes else ()
        for objection in [*objections(page, given.verbose, given.services), *of_causes]:
            disagreed += 1
            print(f'{page.name}: {objection}')
    for name in () if given.names or not has_causes else known:
        disagreed += 1
        print(f'{name}: there are causes of it, and no page')
    print(f'{tried} causes are provoked, {untried} have a source')
    print(f'{pages} errors, of which {provoked} are provoked by files, {scenes} by scenarios and {compared} compared with files of services; '
          f'{disagreed} disagreements')
    sys.exit(disagreed > 0)


if __name__ == '__main__':
    main()
