#!/usr/bin/env python3
"""Compares the verdicts of `heat-codegen test` with a real Heat, with its two engines.

    tests/engine/template_tests.py
    tests/engine/template_tests.py site/architectures/dns --engine legacy
    tests/engine/template_tests.py --corpus FOLDER --random 100 --seed 7

For each case of a file with tests, the stack is created, or created and updated, and read over the REST API; then its expectations are
evaluated again, by code of this folder. The two verdicts on each expectation have to be equal, and so do those on whether Heat refuses the
stack. `stand_ins/` takes the place of all services. Files are those below the paths [default: site/architectures], those that
`heat-codegen test --init` writes for templates of a corpus, and random ones.

An expectation about what is not known without a cloud always fails in `heat-codegen`; there is nothing to compare. The exit code is 1 if a
verdict differs.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import dataclasses
import functools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import expectations
import installed_heat
import rust_plugins
from expectations import Case, Fault, NotComparable, TestFile
from heat_engine.rest import Api, Document
from running import Engine

HERE = pathlib.Path(__file__).resolve().parent
STATE = installed_heat.ROOT / 'target' / 'engine' / 'template-tests'
ARCHITECTURES = installed_heat.ROOT / 'site' / 'architectures'
# Codes of findings about cases; others say that the file cannot be read.
CODES = ('open-expectation', 'snapshot-differs', 'unexpected-acceptance', 'unexpected-refusal', 'unmet-expectation')
WITHIN = 240
# How many cases run at the same time in each engine.
AT_ONCE = 6
# How deep the stacks are that resources create.
NESTED = 4
# Types whose own handlers run here.
WITH_HANDLERS = ('OS::Heat::', 'OS::Cinder::Volume')
GROUPS = ('OS::Heat::AutoScalingGroup', 'OS::Heat::InstanceGroup', 'AWS::AutoScaling::AutoScalingGroup')
# Name of the member of a group whose members have random names.
MEMBER = 'member'
# Begins the names of outputs that show conditions, which the API does not show.
CONDITION = 'the condition '
FAILED = re.compile(r'(?:Resource \w+ failed: )?(\w+): (.*)', re.DOTALL)
# Heat's client reads files with a function that is replaced for made-up ones.
READING = threading.Lock()


# What `heat-codegen` says.


@dataclasses.dataclass
class Verdicts:
    """Findings about a file, by the positions at which they are reported."""

    codes: dict[tuple[int, int], set[str]]
    texts: dict[tuple[int, int], str]

    def of(self, position: tuple[int, int]) -> set[str]:
        return self.codes.get(position, set())


def verdicts(program: pathlib.Path, path: pathlib.Path) -> Verdicts:
    command: list[pathlib.Path | str] = [program, 'test', path.name, '--format', 'json']
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        raise ValueError(done.stderr or done.stdout)
    found: collections.defaultdict[tuple[int, int], set[str]] = collections.defaultdict(set)
    texts = {}
    for one in json.loads(done.stdout)['findings']:
        if one['file'] != path.name or one['code'] not in CODES:
            raise ValueError(f"{path}: {one['message']}")
        found[one['line'], one['column']].add(one['code'])
        texts[one['line'], one['column']] = '; '.join([one['message'], *one['notes']])
    return Verdicts(found, texts)


# What Heat does.


@dataclasses.dataclass(frozen=True)
class Refusal:
    """Class and message of an exception of Heat."""

    exception: str
    message: str
    # Whether Heat had begun with the action.
    is_late: bool = False


@dataclasses.dataclass(frozen=True)
class Resource:
    """A resource at a moment."""

    listed: Document
    # Path of its address.
    address: str

    @property
    def physical(self) -> tuple[str, str]:
        # A type need not have an ID; those have another time if they are replaced.
        return self.listed['physical_resource_id'], self.listed['creation_time']

    @property
    def change(self) -> tuple[str, str]:
        return self.listed['resource_status'], self.listed['updated_time']


class RealStack:
    """A stack in the engine, with what it was before an update. What it shows is read when it is asked for, and kept."""

    def __init__(self, api: Api, address: str, template: Document, before: RealStack | None = None) -> None:
        self.api, self.address, self.template, self.before = api, address, template, before
        self.resources = self.listed()
        self.kept: dict[tuple[str, tuple[str, ...]], Any] = {}

    def listed(self) -> dict[tuple[str, ...], Resource]:
        """All resources, by the names that lead to them."""
        found = self.api.get(f'{self.address}/resources?nested_depth={NESTED}&with_detail=true')['resources']
        stacks = {one['physical_resource_id']: one for one in found}

        def path_of(one: Document) -> tuple[str, ...]:
            around = stacks.get(link(one, 'stack').rsplit('/', 1)[-1])
            return *(path_of(around) if around else ()), str(one['resource_name'])

        return {path_of(one): Resource(one, link(one, 'self').removeprefix(f'{self.api.url}/')) for one in found}

    def found(self, path: list[str]) -> tuple[str, ...]:
        """A path with the name of a member in place of that of all members."""
        known: tuple[str, ...] = ()
        for name in path:
            around = self.resources.get(known)
            if name == MEMBER and around is not None and around.listed['resource_type'] in GROUPS:
                name = min((one[-1] for one in self.resources if one[:-1] == known), default=name)
            known = *known, name
        return known

    def exists(self, path: list[str]) -> bool:
        return self.found(path) in self.resources

    def type_of(self, path: list[str]) -> str:
        return str(self.resources[self.found(path)].listed['resource_type'])

    def stored(self, path: tuple[str, ...]) -> Any:
        """Properties that the resource was last created or updated with."""
        return self.once('properties', path, self.read_properties)

    def once(self, part: str, path: tuple[str, ...], read: Callable[[tuple[str, ...]], Any]) -> Any:
        if (part, path) not in self.kept:
            self.kept[part, path] = read(path)
        return self.kept[part, path]

    def read_properties(self, path: tuple[str, ...]) -> Any:
        address = self.resources[path].address
        # A resource that was replaced has the same name, and is deleted later.
        for event in self.api.get(f'{address}/events?sort_dir=desc&limit=20')['events']:
            if event['resource_status'].startswith(('CREATE', 'UPDATE')):
                return self.api.get(f"{address}/events/{event['id']}")['event']['resource_properties'] or {}
        raise NotComparable('a resource without events')

    def properties(self, path: list[str]) -> Any:
        if self.type_of(path) == 'OS::Heat::None':
            raise NotComparable('a type that stores no properties')
        return self.stored(self.found(path))

    def stored_metadata(self, path: tuple[str, ...]) -> Any:
        return self.once('metadata', path, lambda path: self.api.get(f'{self.resources[path].address}/metadata')['metadata'])

    def metadata(self, path: list[str]) -> Any:
        return self.stored_metadata(self.found(path))

    def members(self, path: list[str]) -> int:
        around = self.found(path)
        return sum(one[:-1] == around for one in self.resources)

    def waits_for(self, path: list[str]) -> set[str]:
        *around, own = self.found(path)
        beside = {one[-1]: resource for one, resource in self.resources.items() if one[:-1] == tuple(around)}
        reached, open_names = {own}, [own]
        while open_names:
            name = open_names.pop()
            for other, resource in beside.items():
                if name in resource.listed['required_by'] and other not in reached:
                    reached.add(other)
                    open_names.append(other)
        return reached

    def action(self, path: list[str]) -> str | None:
        """What the update did with a resource."""
        assert self.before is not None
        known = self.found(path)
        old, new = self.before.resources.get(self.before.found(path)), self.resources.get(known)
        if new is None:
            return None if old is None else 'deleted'
        if new.listed['resource_status'].endswith('FAILED'):
            return 'refused'
        if old is None:
            return 'created'
        if old.physical != new.physical:
            return 'replaced'
        if old.change == new.change or not new.listed['resource_status'].startswith('UPDATE'):
            return 'unchanged'
        return 'unchanged' if self.is_idle(known) else 'updated'

    def remember(self) -> None:
        """Reads what an update could change, and what a resource with a stack is compared by."""
        for path in {one[:-1] for one in self.resources if len(one) > 1}:
            self.stored(path)

    def is_idle(self, path: tuple[str, ...]) -> bool:
        """Whether Heat only looked after the stack of a resource, in which nothing changed."""
        assert self.before is not None
        inner = {one for stack in (self, self.before) for one in stack.resources if one[:-1] == path}
        is_same = self.before.stored(path) == self.stored(path) and all(self.action(list(one)) == 'unchanged' for one in inner)
        if inner and is_same and len(path) == 1 and 'metadata' in self.template['resources'][path[0]]:
            # Heat updates a resource if its metadata change, and keeps the old ones.
            raise NotComparable('metadata that Heat does not show')
        return bool(inner) and is_same

    @functools.cached_property
    def shown(self) -> Document:
        found: Document = self.api.get(self.address)['stack']
        return found

    @functools.cached_property
    def outputs(self) -> Document:
        return {one['output_key']: Fault(one['output_error']) if one.get('output_error') else one.get('output_value')
                for one in self.shown['outputs']}

    def named(self, kind: str) -> Document:
        if kind == 'parameter':
            return self.parameters
        is_condition = kind == 'condition'
        if is_condition and not any(name.startswith(CONDITION) for name in self.outputs) and self.template.get('conditions'):
            raise NotComparable('a condition that Heat cannot resolve')
        return {name.removeprefix(CONDITION): value for name, value in self.outputs.items() if name.startswith(CONDITION) == is_condition}

    @property
    def parameters(self) -> Document:
        """Parameters of the template; the API shows all of them as texts."""
        declared = self.template.get('parameters') or {}
        return {name: typed(str(declared[name].get('type')), text) for name, text in self.shown['parameters'].items() if name in declared}

    def document(self) -> Document:
        """As much as the API shows of what `heat-codegen resolve` prints."""
        written = self.template['resources']
        resources = {}
        for path in self.resources:
            if len(path) == 1:
                name = path[0]
                kept = {key: written[name][key] for key in ('deletion_policy',) if written[name].get(key) not in (None, 'Delete')}
                resources[name] = {'type': self.type_of([name]), 'properties': self.stored(path), 'metadata': self.stored_metadata(path), **kept}
        return {
            'heat_template_version': self.template['heat_template_version'], 'parameters': self.parameters,
            'conditions': self.named('condition'), 'resources': resources,
            'outputs': {name: {'value': value} for name, value in self.named('output').items()},
        }


def link(one: Document, relation: str) -> str:
    return next(str(link['href']) for link in one['links'] if link['rel'] == relation)


def typed(kind: str, text: str) -> Any:
    """A value of a parameter, from its text."""
    match kind:
        case 'number':
            return expectations.number(text)
        case 'boolean':
            return text.lower() == 'true'
        case 'json' if text != '******':
            return json.loads(text)
        case 'comma_delimited_list' if text != '******':
            return text.split(',') if text else []
    return text


def request(file: TestFile, case: Case, shows_conditions: bool = True) -> Document:
    """What the client sends: the template with outputs for its conditions, the environment and the files."""
    from heatclient.common import template_utils

    texts = {(file.template.parent / name).resolve().as_uri(): text for name, text in file.merged(case, 'answers', 'files').items()}
    with READING:
        read_url = template_utils.utils.read_url_content
        template_utils.utils.read_url_content = lambda url: texts[url].encode() if url in texts else read_url(url)
        try:
            files, template = template_utils.get_template_contents(str(file.template))
            more, environment = template_utils.process_multiple_environments_and_files([str(path) for path in file.environments(case)])
        finally:
            template_utils.utils.read_url_content = read_url
    environment.setdefault('parameters', {}).update(file.merged(case, 'parameters'))
    for name in (template.get('conditions') or {}) if shows_conditions else ():
        template.setdefault('outputs', {})[f'{CONDITION}{name}'] = {'value': {'if': [name, True, False]}}
    plain: Document = json.loads(json.dumps(
        {'template': template, 'environment': environment, 'files': {**files, **more}, 'timeout_mins': 10}, default=text_of))
    return plain


def text_of(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


# The comparison.


@dataclasses.dataclass(frozen=True)
class Result:
    """Comparison of two verdicts."""

    # `equal`, `different`, or why nothing is compared.
    kind: str
    text: str = ''


class Judge:
    """Runs cases in one engine."""

    def __init__(self, engine: Engine, answers: pathlib.Path) -> None:
        self.api, self.answers = engine.api, answers
        answers.mkdir(exist_ok=True)

    def results(self, name: str, file: TestFile, case: Case, said: Verdicts) -> Iterator[Result]:
        """The comparisons of a case: first whether Heat refuses it."""
        before = None
        if 'from' in case.written:
            old = self.made(name, file, file.cases[case.written['from']])
            if isinstance(old, Refusal):
                yield Result('the stack that is updated is refused', f'{old.exception}: {old.message}')
                return
            before = old
            before.remember()
            # Times of resources are in seconds.
            time.sleep(1.1)
        made = self.made(name, file, case, before)
        refusal = made if isinstance(made, Refusal) else None
        expects_refused_resource = any(one.written.get('action') == 'refused' for one in case.expect)
        yield acceptance(case, said, refusal, expects_refused_resource, self.handlers(case, said, before))
        if case.refused:
            return
        stack = made
        if isinstance(made, Refusal):
            if before is None or not made.is_late:
                yield from (Result('Heat refuses the stack') for _ in case.expect)
                return
            stack = RealStack(self.api, before.address, request(file, case)['template'], before)
        if 'unexpected-refusal' in said.of(case.position) and not refusal:
            yield from (Result('only heat-codegen refuses the stack') for _ in case.expect)
            return
        for expectation in case.expect:
            yield self.compared(expectation, stack, said, refusal is not None)

    def handlers(self, case: Case, said: Verdicts, before: RealStack | None) -> str:
        """Why no verdict is comparable with that of `heat-codegen`: a handler decides, and a stand-in has taken its place."""
        texts = ' '.join(said.texts.get(position, '') for position in (case.position, case.refused) if position)
        found = re.search(r'the update is refused: `(.+?)` refuses it', texts)
        path = found[1].split('/') if found else []
        if before and path and before.exists(path) and not before.type_of(path).startswith(WITH_HANDLERS):
            return 'a handler that does nothing here refuses the update'
        return ''

    def compared(self, expectation: expectations.Expectation, stack: Any, said: Verdicts, is_refused: bool) -> Result:
        codes = said.of(expectation.position)
        try:
            is_met = expectations.is_met(expectation, stack)
        except NotComparable as why:
            return Result(str(why))
        if is_refused and expectation.written.get('action') != 'refused':
            return Result('the update fails at a resource')
        if 'open-expectation' in codes and (is_met or 'unmet-expectation' not in codes):
            return Result('not known without a cloud')
        if is_met == (not codes):
            return Result('equal', 'met' if is_met else 'not met')
        words = said.texts.get(expectation.position, 'met')
        return Result('different', f"{expectation.written}: {'met' if is_met else 'not met'} in Heat; {words}\n      Heat: {seen(expectation, stack)}")

    def made(self, name: str, file: TestFile, case: Case, before: RealStack | None = None) -> RealStack | Refusal:
        """Creates or updates a stack."""
        found = self.made_from(request(file, case), name, file, case, before)
        if isinstance(found, Refusal) and CONDITION in found.message:
            # Heat does not resolve a condition that nothing refers to.
            return self.made_from(request(file, case, shows_conditions=False), name, file, case, before)
        return found

    def made_from(self, body: Document, name: str, file: TestFile, case: Case, before: RealStack | None) -> RealStack | Refusal:
        (self.answers / f'{name}.json').write_text(json.dumps(file.merged(case, 'answers', 'attributes')), encoding='utf-8')
        if before:
            answer = self.api.answer('PUT', before.address, body)
        else:
            answer = self.api.answer('POST', 'stacks', {'stack_name': name, **body})
        if answer.status >= 300:
            error = answer.document.get('error') or {}
            return Refusal(str(error.get('type')), str(error.get('message') or answer.message))
        address = before.address if before else f"stacks/{name}/{answer.document['stack']['id']}"
        action = 'UPDATE' if before else 'CREATE'
        status, reason = self.awaited(address, action)
        if status != f'{action}_COMPLETE':
            found = FAILED.match(reason)
            exception, message = (found[1], found[2]) if found else ('', f'{status}: {reason}')
            return Refusal(exception, message, is_late=True)
        return RealStack(self.api, address, body['template'], before)

    def awaited(self, address: str, action: str) -> tuple[str, str]:
        end = time.monotonic() + WITHIN
        while True:
            shown = self.api.get(f'{address}?resolve_outputs=false')['stack']
            status = str(shown['stack_status'])
            if status.startswith(action) and not status.endswith('IN_PROGRESS'):
                return status, str(shown['stack_status_reason'])
            if time.monotonic() > end:
                return 'too long', status
            time.sleep(0.4)


def seen(expectation: expectations.Expectation, stack: Any) -> str:
    """What an expectation is about, for reports."""
    kind, name = expectation.subject
    path = name.split('/')
    try:
        if kind == 'stack':
            found: Any = stack.document()
        elif kind != 'resource':
            found = stack.named(kind).get(name, 'nothing')
        elif not stack.exists(path):
            found = 'no such resource'
        elif 'action' in expectation.written:
            found = stack.action(path), stack.properties(path)
        else:
            found = {'type': stack.type_of(path), 'members': stack.members(path), 'after': sorted(stack.waits_for(path)),
                     'properties': stack.properties(path), 'metadata': stack.metadata(path)}
    except Exception as error:  # pylint: disable=broad-exception-caught
        found = error
    return str(found)[:1000]


def acceptance(case: Case, said: Verdicts, refusal: Refusal | None, expects_refused_resource: bool, incomparable: str) -> Result:
    """Compares whether Heat refuses a stack."""
    words = f'{refusal.exception}: {refusal.message}' if refusal else 'accepted'
    if case.refused:
        expected = case.written['refused']
        expected = expected if isinstance(expected, dict) else {}
        is_met = refusal is not None and (
            expected.get('exception', refusal.exception) == refusal.exception and expected.get('message', '').strip() in refusal.message)
        codes = said.of(case.refused) | said.of(case.position)
        position = case.refused if said.of(case.refused) else case.position
    else:
        is_met = refusal is None or expects_refused_resource
        codes = said.of(case.position) & {'unexpected-refusal', 'unmet-expectation'}
        position = case.position
    if is_met == (not codes):
        return Result('equal', 'met' if is_met else 'not met')
    if incomparable:
        return Result(incomparable)
    return Result('different', f"{'refused' if case.refused else 'accepted'} is {'met' if is_met else 'not met'} in Heat: {words}; "
                               f"heat-codegen: {said.texts.get(position, 'met')}")


@dataclasses.dataclass
class Source:
    """Files with tests of one origin."""

    title: str
    files: list[pathlib.Path]


# A case: the title of the source, the file and the name.
Key = tuple[str, pathlib.Path, str]


def judged(kind: str, sources: list[Source], program: pathlib.Path, only: str) -> dict[Key, list[Result]]:
    """The results of all cases in an engine. Cases run at the same time, as they mostly wait."""
    engine = Engine.start(STATE / kind, [HERE / 'stand_ins'], kind == 'convergence', 'max_stacks_per_tenant=-1')
    judge = Judge(engine, STATE / kind / 'answers')
    try:
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            cases = [(source, file, case, said) for source in sources for file, said in read_all(source, program)
                     for case in file.cases.values() if re.search(only, f'{file.path}: {case.name}')]
            waited = {(source.title, file.path, case.name): pool.submit(all_results, judge, f'case-{number}', file, case, said)
                      for number, (source, file, case, said) in enumerate(cases)}
            return {key: results.result() for key, results in waited.items()}
    finally:
        engine.stop()


def with_disagreements(own: list[Result], others: list[Result]) -> list[Result]:
    """Results of a case in an engine. Where the engines disagree, one of them agrees with whatever is said."""
    if len(own) != len(others):
        return own
    return [Result('the engines disagree', one.text) if one.kind == 'different' and other.kind == 'equal' else one
            for one, other in zip(own, others)]


def all_results(judge: Judge, name: str, file: TestFile, case: Case, said: Verdicts) -> list[Result]:
    try:
        return list(judge.results(name, file, case, said))
    except Exception as error:  # pylint: disable=broad-exception-caught
        return [Result('an error', f'{type(error).__name__}: {error}')]


def shown_path(path: pathlib.Path) -> str:
    return str(path.relative_to(installed_heat.ROOT)) if path.is_relative_to(installed_heat.ROOT) else str(path)


READ: dict[pathlib.Path, tuple[TestFile, Verdicts]] = {}


def read_all(source: Source, program: pathlib.Path) -> Iterable[tuple[TestFile, Verdicts]]:
    with READING:
        for path in source.files:
            if path not in READ:
                READ[path] = expectations.read(path), verdicts(program, path)
    return [READ[path] for path in source.files]


def print_results(found: dict[str, dict[Key, list[Result]]]) -> None:
    """Prints what differs, and why stacks cannot be compared."""
    for kind, cases in found.items():
        for (_, path, name), results in cases.items():
            for one in results:
                if one.text and one.kind != 'equal':
                    print(f'{one.kind}: {kind}: {shown_path(path)}: {name}\n    {one.text}')


def print_table(found: dict[str, dict[Key, list[Result]]]) -> None:
    rows: list[tuple[str, ...]] = [('', 'engine', 'files', 'cases', 'expectations', 'compared', 'met', 'equal', 'different', 'not comparable')]
    titles = dict.fromkeys(title for cases in found.values() for title, _, _ in cases)
    for title in titles:
        for kind, all_cases in found.items():
            cases = {key: results for key, results in all_cases.items() if key[0] == title}
            results = [one for one_case in cases.values() for one in one_case]
            counts = collections.Counter(one.kind for one in results)
            met = sum(one.kind == 'equal' and one.text == 'met' for one in results)
            why = ', '.join(f'{count} {reason}' for reason, count in counts.most_common() if reason not in ('equal', 'different'))
            numbers = [len({path for _, path, _ in cases}), len(cases), len(results), counts['equal'] + counts['different'], met,
                       counts['equal'], counts['different']]
            rows.append((title, kind, *map(str, numbers), why))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        print('  '.join([*(text.ljust(width) for text, width in zip(row, widths)), row[-1]]).rstrip())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('paths', nargs='*', type=pathlib.Path, default=[ARCHITECTURES], metavar='PATH', help='files with tests, or folders')
    parser.add_argument('--corpus', type=pathlib.Path, metavar='FOLDER', help='tests for templates below this folder as well')
    parser.add_argument('--templates', type=int, default=30, metavar='N', help='N templates of the corpus [default: 30]')
    parser.add_argument('--random', type=int, default=0, metavar='N', help='N random templates with tests as well')
    parser.add_argument('--seed', type=int, default=1, help='of what is random')
    parser.add_argument('--only', default='', metavar='PATTERN', help='only the cases whose file and name match')
    parser.add_argument('--engine', choices=['convergence', 'legacy'], help='only this engine')
    parser.add_argument('--program', type=pathlib.Path, help='the compiled heat-codegen [default: it is compiled]')
    given = parser.parse_args()
    installed_heat.run_with_heat()
    if given.program is None:
        rust_plugins.compile_packages('heat-codegen')
    program = (given.program or rust_plugins.compiled() / 'heat-codegen').resolve()
    shutil.rmtree(STATE, ignore_errors=True)
    files = [path.resolve() for given_path in given.paths
             for path in ([given_path] if given_path.is_file() else sorted(given_path.rglob('*.test.yaml')))]
    sources = [Source('written', files)]
    if given.corpus or given.random:
        import generated_tests
        if given.corpus:
            sources.append(Source('corpus', generated_tests.of_corpus(program, given.corpus, STATE / 'corpus', given.templates, given.seed)))
        if given.random:
            sources.append(Source('random', generated_tests.random_tests(program, STATE / 'random', given.random, given.seed)))
    kinds = [kind for kind in ('convergence', 'legacy') if given.engine in (None, kind)]
    with concurrent.futures.ThreadPoolExecutor(len(kinds)) as pool:
        found = dict(zip(kinds, pool.map(lambda kind: judged(kind, sources, program, given.only), kinds)))
    if len(kinds) > 1:
        first, second = (found[kind] for kind in kinds)
        found = {kinds[0]: {key: with_disagreements(results, second[key]) for key, results in first.items()},
                 kinds[1]: {key: with_disagreements(results, first[key]) for key, results in second.items()}}
    print_results(found)
    print_table(found)
    return 1 if any(one.kind in ('different', 'an error') for cases in found.values() for results in cases.values() for one in results) else 0


if __name__ == '__main__':
    sys.exit(main())
