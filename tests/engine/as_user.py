#!/usr/bin/env python3
"""Checks that a plug-in in Rust acts as the user: `examples/project` in a real Heat with a real Keystone.

    tests/engine/as_user.py

Both engines run it, and a plug-in in Python that does the same with Heat's own client: what users see has to be the same. Projects are
created, updated and deleted; a name is taken; a user lacks the role; a token is revoked while a creation is polled, with a Heat that has
nothing else of the user, and with one that has a trust. No token may be in a log. The exit code is 1 if something is not as expected.
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import pathlib
import re
import shutil
import sys
import time
from collections.abc import Callable
from typing import Any

import installed_heat
import rust_plugins
from case import Case, Document, Failed, Subject, attribute, template
from heat_engine.configuration import SERVICE_PASSWORD
from keystone import Keystone, Token
from running import Engine

HERE = pathlib.Path(__file__).resolve().parent
STATE = installed_heat.ROOT / 'target' / 'engine' / 'as-user'
PASSWORD = 'secret-of-the-user'
# What differs in each run: IDs of Keystone, and those of requests.
ID = re.compile(r'\b[0-9a-f]{32}\b')
# The lowest level that there is, at which an HTTP client would write each byte.
LOG_ALL = 'default_log_levels = heat.engine.plugins.project=TRACE'
# Scenarios that run at the same time.
AT_ONCE = 12
REFUSED = r' \(HTTP {status}\) \(Request-ID: req-[0-9a-f-]+\)'


@dataclasses.dataclass
class Column:
    """A plug-in in one of Heat's engines, and who uses it."""

    subject: Subject
    convergence: bool
    keystone: Keystone
    engine: Engine

    @property
    def name(self) -> str:
        return f'{self.subject.language}-{"convergence" if self.convergence else "legacy"}'

    def case(self, title: str, user: str = 'owner') -> tuple[Case, Token]:
        """A case in which a user asks the API, and the user's token."""
        token = self.keystone.token(user, PASSWORD, 'team')
        base = self.engine.api.url.rpartition('/')[0]
        api = dataclasses.replace(self.engine.api, url=f'{base}/{token.project}', token=token.text)
        return Case(api, title, STATE, self.convergence, self.subject), token


def project(**properties: Any) -> Document:
    """A template of one project."""
    resource = {'type': 'My::Identity::Project', 'properties': properties}
    return template({'project': resource}, name=attribute('name', of='project'), domain=attribute('domain', of='project'),
                    description=attribute('show', 'description', of='project'))


def reason(status: int, exception: str, text: str) -> re.Pattern[str]:
    """The reason of a resource that Keystone refused."""
    return re.compile(f'{exception}: resources.project: {text}{REFUSED.format(status=status)}')


def life(column: Column) -> tuple[Case, list[Token]]:
    """A project is created, updated and deleted."""
    case, token = column.case('life')
    name = f'web-{column.name}'
    stack = case.stack().create(project(name=name))
    # A trust does not have the name of the user.
    described = re.compile(r'Created by (owner|somebody) of team as admin, manager, member, reader\.')
    stack.expect_outputs(name=name, domain='default', description=described)
    stack.update(project(name=f'new-{name}', description='A site.'))
    stack.expect_outputs(name=f'new-{name}', domain='default', description='A site.')
    stack.update(project(name=f'new-{name}'))
    stack.expect_outputs(name=f'new-{name}', domain='default', description=described)
    stack.delete()
    case.expect('the project is deleted', None, column.keystone.project(f'new-{name}'))
    return case, [token]


def gone(column: Column) -> tuple[Case, list[Token]]:
    """A project that somebody else deleted fails a check, and can be deleted."""
    case, token = column.case('gone')
    stack = case.stack().create(project(name=f'gone-{column.name}'))
    found = column.keystone.project(f'gone-{column.name}')
    assert found is not None
    column.keystone.manage('DELETE', f'projects/{found["id"]}')
    stack.act('check', 'CHECK_FAILED')
    stack.expect_resource('CHECK_FAILED', reason(404, 'NotFound', 'Could not find project: [0-9a-f]+.'), 'project')
    stack.delete()
    return case, [token]


def conflict(column: Column) -> tuple[Case, list[Token]]:
    """A name that is taken."""
    case, token = column.case('conflict')
    column.keystone.manage('POST', 'projects', {'project': {'name': f'one-{column.name}', 'domain_id': 'default'}})
    stack = case.stack().create(project(name=f'one-{column.name}'), 'CREATE_FAILED')
    stack.expect_resource('CREATE_FAILED', reason(409, 'Conflict', 'Conflict occurred .*'), 'project')
    stack.delete()
    return case, [token]


def without_role(column: Column) -> tuple[Case, list[Token]]:
    """A user who may not create projects."""
    case, token = column.case('without-role', 'guest')
    stack = case.stack().create(project(name=f'guest-{column.name}'), 'CREATE_FAILED')
    stack.expect_resource('CREATE_FAILED', reason(403, 'Forbidden', 'You are not authorized .*'), 'project')
    case.expect('there is no project', None, column.keystone.project(f'guest-{column.name}'))
    stack.delete()
    return case, [token]


def found_as_user(column: Column) -> tuple[Case, list[Token]]:
    """A finder and a custom constraint ask Keystone as the user."""
    case, token = column.case('found')
    stack = case.stack().create(project(name=f'child-{column.name}', parent='team', domain='default'))
    found = column.keystone.project(f'child-{column.name}')
    case.expect('the parent', token.project, found and found['parent_id'])
    stack.delete()
    body = {'stack_name': 'no-domain', 'template': project(domain='nowhere')}
    answer = case.api.ask('POST', 'stacks', body)
    case.expect('a domain that does not exist', 400, answer.status)
    expected = r'Property error: : resources\.project\.properties\.domain: : .*[Cc]ould not .*|.*nowhere.*'
    case.expect('the reason', re.compile(expected), answer.message)
    return case, [token]


def revoked(column: Column, outcome: str) -> tuple[Case, list[Token]]:
    """A token that is revoked while Heat waits for the project."""
    case, token = column.case('revoked')
    name = f'slow-{column.name}'
    stack = case.stack().begin(project(name=name, ready_tag='ready'))
    case.wait_for('the project exists', lambda: column.keystone.project(name) is not None)
    column.keystone.revoke(token)
    # What users do next: they log in again.
    fresh = column.keystone.token('owner', PASSWORD, 'team')
    case.api = dataclasses.replace(case.api, token=fresh.text)
    if outcome == 'CREATE_COMPLETE':
        time.sleep(3)
        found = column.keystone.project(name)
        assert found is not None
        column.keystone.manage('PUT', f'projects/{found["id"]}/tags/ready')
    stack.wait(outcome)
    if outcome == 'CREATE_FAILED':
        stack.expect_resource(outcome, reason(401, 'Unauthorized', 'The request you have made requires authentication.'), 'project')
    stack.delete()
    case.expect('the project is deleted', None, column.keystone.project(name))
    return case, [token, fresh]


def expires(column: Column) -> tuple[Case, list[Token]]:
    """The token of the request is all that Heat has: it cannot go on."""
    return revoked(column, 'CREATE_FAILED')


def outlived(column: Column) -> tuple[Case, list[Token]]:
    """Heat has a trust: it goes on with a token of its own."""
    return revoked(column, 'CREATE_COMPLETE')


def renewed(column: Column) -> tuple[Case, list[Token]]:
    """All tokens of the user are revoked, that of the trust included: Heat gets another one when Keystone refuses it."""
    user = f'sleeper-{column.name}'
    case, token = column.case('renewed', user)
    name = f'renewed-{column.name}'
    stack = case.stack().begin(project(name=name, ready_tag='ready'))
    case.wait_for('the project exists', lambda: column.keystone.project(name) is not None)
    # A poll or two, with a token that Heat keeps.
    time.sleep(3)
    with column.engine.process.stopped():
        for enabled in (False, True):
            column.keystone.manage('PATCH', f'users/{token.user}', {'user': {'enabled': enabled}})
        # Keystone counts seconds: a token of the same one would be revoked, too.
        time.sleep(2)
    refused, _, _ = column.keystone.ask('GET', 'auth/projects', None, **{'X-Auth-Token': token.text})
    case.expect('the token is revoked', 401, refused)
    fresh = column.keystone.token(user, PASSWORD, 'team')
    case.api = dataclasses.replace(case.api, token=fresh.text)
    time.sleep(3)
    found = column.keystone.project(name)
    assert found is not None
    column.keystone.manage('PUT', f'projects/{found["id"]}/tags/ready')
    stack.wait('CREATE_COMPLETE')
    stack.delete()
    return case, [token, fresh]


Scenario = Callable[[Column], tuple[Case, list[Token]]]
ROUNDS: list[tuple[str, tuple[str, ...], list[Scenario]]] = [
    ('token', (), [life, gone, conflict, without_role, found_as_user, expires]),
    ('trust', ('reauthentication_auth_method = trusts',), [life, without_role, found_as_user, outlived, renewed]),
    # In a process of its own, which Heat's tokens reach on request only. The plug-in in Python is the same.
    ('apart', ('reauthentication_auth_method = trusts', 'plugins.isolation = process'), [life, without_role, found_as_user, renewed]),
]


def parts(tokens: list[Token]) -> list[str]:
    """Parts of tokens: what a dump of bytes would show in its lines. All tokens begin in the same way."""
    return [token.text[start:start + 8] for token in tokens for start in range(16, len(token.text) - 8, 8)]


def run(column: Column, scenario: Scenario) -> list[Any]:
    """What users see in a scenario, without what differs in each run."""
    case, tokens = scenario(column)
    logged = column.engine.log.read_text(encoding='utf-8', errors='replace')
    for secret in [*parts(tokens), PASSWORD, SERVICE_PASSWORD]:
        case.expect(f'{scenario.__name__}: secrets in the log', False, secret in logged)
        case.expect(f'{scenario.__name__}: secrets in reasons', False, secret in str(case.seen))
    return [ID.sub('ID', str(one).replace(column.name, 'COLUMN')) for one in case.seen]


def compare(scenario: Scenario, seen: dict[str, list[Any]]) -> list[str]:
    """What differs between the languages."""
    return [f'{scenario.__name__}, {engine}:\n    Python: {python}\n    Rust:   {rust}'
            for engine in ('convergence', 'legacy')
            for python, rust in zip(seen[f'Python-{engine}'], seen[f'Rust-{engine}'], strict=True) if python != rust]


def start(subject: Subject, convergence: bool, name: str, options: tuple[str, ...], keystone: Keystone) -> Column:
    """Starts an engine with a plug-in."""
    folder = STATE / f'{name}-{subject.language}-{convergence}'
    engine = Engine.start(folder, [subject.plugins], convergence, 'action_retry_limit = 0', LOG_ALL, *options, keystone=keystone.url)
    return Column(subject, convergence, keystone, engine)


def run_round(name: str, options: tuple[str, ...], scenarios: list[Scenario], subjects: list[Subject], keystone: Keystone) -> list[str]:
    """Runs scenarios with all plug-ins in both engines, at the same time; what is wrong."""
    columns: list[Column] = []
    wrong: list[str] = []
    try:
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            starting = [pool.submit(start, subject, convergence, name, options, keystone)
                        for subject in subjects for convergence in (True, False)]
            columns = [future.result() for future in starting]
            running = {(scenario, column.name): pool.submit(run, column, scenario) for scenario in scenarios for column in columns}
        for scenario in scenarios:
            seen: dict[str, list[Any]] = {}
            failed = []
            for column in columns:
                try:
                    seen[column.name] = running[scenario, column.name].result()
                except Failed as failure:
                    failed.append(f'{scenario.__name__}, {column.name}: {failure}')
            different = failed or compare(scenario, seen)
            print(f'{name:6} {scenario.__name__:14} {"failed" if different else "ok"}', flush=True)
            wrong += different
    finally:
        for column in columns:
            column.engine.stop()
    return wrong


def prepare(keystone: Keystone) -> None:
    """Adds Heat's user, a project, and its users: one may create projects, one may not."""
    admin = keystone.manage('GET', 'projects?name=admin')['projects'][0]['id']
    keystone.add_user('heat', SERVICE_PASSWORD, admin, 'admin')
    team = keystone.manage('POST', 'projects', {'project': {'name': 'team', 'domain_id': 'default'}})['project']['id']
    keystone.add_user('owner', PASSWORD, team, 'admin', 'member')
    keystone.add_user('guest', PASSWORD, team, 'member')
    for language in ('Python', 'Rust'):
        for engine in ('convergence', 'legacy'):
            keystone.add_user(f'sleeper-{language}-{engine}', PASSWORD, team, 'admin', 'member')


def main() -> None:
    began = time.monotonic()
    shutil.rmtree(STATE, ignore_errors=True)
    compiled = rust_plugins.compile_packages('project')
    subjects = [Subject('Python', HERE / 'as_user', None, survives=True),
                Subject('Rust', rust_plugins.install(compiled, 'project'), None, survives=True)]
    keystone = Keystone.start(STATE / 'keystone')
    try:
        prepare(keystone)
        print(f'Keystone is running after {time.monotonic() - began:.0f} s', flush=True)
        wrong = [one for name, options, scenarios in ROUNDS for one in run_round(name, options, scenarios, subjects, keystone)]
    finally:
        keystone.stop()
    print('\n'.join(wrong))
    print(f'{len(wrong)} failures and differences, {time.monotonic() - began:.0f} s')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
