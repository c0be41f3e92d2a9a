"""What updates do with resources of real services: created by Heat's plug-ins, and updated by them, once for each case."""

import functools
import json
import pathlib
import re
import secrets
import sys

import yaml
from heat.common import exception
from heat.engine import resource

from . import inputs_real_services
from . import outcomes
from . import real_services
from . import templates

PLACE = re.compile(r'({})-(\d)'.format('|'.join(inputs_real_services.FIXTURES)))
# How often a case is tried in which a service fails.
ATTEMPTS = 3
PROJECTS = {number: letter * 32 for number, letter in zip('123', 'abc')}


class Fixtures:
    """Things that properties refer to, made on demand."""

    def __init__(self):
        self.unique = f'u{secrets.token_hex(4)}'
        self.names = real_services.Names()
        self.names.name(self.unique, 'unique')
        self.names.name(real_services.PROJECT, 'project')
        for number, one in PROJECTS.items():
            self.names.name(one, f'project-{number}')
        self.made, self.ids = [], {}

    def filled(self, value):
        """A value with IDs in place of the names of things."""
        if isinstance(value, dict):
            return {key: self.filled(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self.filled(one) for one in value]
        found = PLACE.fullmatch(value) if isinstance(value, str) else None
        if found:
            return self.id_of(*found.groups())
        return inputs_real_services.numbered(value, '', self.unique)

    def id_of(self, kind, number):
        if kind == 'project':
            return PROJECTS[number]
        if (kind, number) not in self.ids:
            type_name, data, *needed = inputs_real_services.FIXTURES[kind]
            for each in needed:
                self.filled(each)
            data = self.filled(inputs_real_services.numbered(data, number, self.unique))
            one = real_services.created(type_name, data, 1000 + len(self.made))
            self.made.append(one)
            self.ids[kind, number] = one.get_reference_id() if kind == 'zone' else one.resource_id
            self.names.name(one.resource_id, f'{kind}-{number}')
        return self.ids[kind, number]

    def drop(self):
        """Deletes everything that lets itself be deleted."""
        for one in reversed(self.made):
            try:
                real_services.deleted(one)
            except Exception:
                continue


class Recorder:
    """The cloud, and what is made there for one type after the other."""

    def __init__(self):
        self.cloud, self.fixtures, self.type_name = real_services.Cloud(), None, None

    def prepare(self, type_name):
        if type_name != self.type_name or self.fixtures is None:
            if self.fixtures:
                self.fixtures.drop()
            self.type_name, self.fixtures = type_name, Fixtures()
        self.fixtures.filled(inputs_real_services.NEEDED.get(type_name, []))

    def made(self, given, data):
        """A resource with these properties; that there is none is no answer."""
        for attempt in range(ATTEMPTS):
            since = len(self.cloud.requests)
            try:
                self.prepare(given['type'])
                return real_services.created(given['type'], self.fixtures.filled(data))
            except Exception as error:
                # SQLite lets a service fail now and then.
                if attempt + 1 == ATTEMPTS or not (self.failed(since) or isinstance(error, exception.ResourceInError)):
                    self.leave_out(given, data, f'{type(error).__name__}: {error}')
                    raise outcomes.NotOne from error
                self.fixtures = None
        return None

    def leave_out(self, given, data, reason):
        place = ' '.join([given['property'], given.get('change', '')]).strip()
        print(f'left out: {given["type"]}, {place}, {data}: {self.fixtures.names.within(reason).splitlines()[0]}', file=sys.stderr)

    def failed(self, since):
        """Whether a service has failed since then, rather than refused."""
        return any(one.status >= 500 for one in self.cloud.requests[since:])

    def delete(self, one):
        try:
            real_services.deleted(one)
        except Exception:
            # It may hold what others need.
            self.fixtures = None

    def of(self, given):
        for _ in range(ATTEMPTS):
            existing, since = self.made(given, given['old']), len(self.cloud.requests)
            output = self.updated(existing, given)
            self.delete(existing)
            if not self.failed(since):
                break
        if output['does'] == 'refused':
            output['created_anew'] = self.is_created(given['type'], given['new'])
        return output

    def updated(self, existing, given):
        since, own = len(self.cloud.requests), {existing.resource_id: 'resource'}
        new = self.fixtures.filled(given['new'])
        try:
            did = 'updated' if real_services.updated(existing, new) else 'nothing'
            error = None
        except resource.UpdateReplace:
            did, error = 'replaced', None
        except Exception as raised:
            did, error = 'refused', raised
        asked = self.cloud.asked(since)
        if did == 'updated' and not asked:
            did = 'nothing'
        output = {'does': did, 'asks': [self.named(one, own) for one in asked]}
        if error:
            output.update(self.refusal(error, since, own))
        return output

    def is_created(self, type_name, data):
        """Whether a new resource can have the properties that an update refused."""
        try:
            self.prepare(type_name)
            one = real_services.created(type_name, self.fixtures.filled(data))
        except Exception:
            return False
        self.delete(one)
        return True

    def named(self, request, own):
        """A request, without what differs from run to run."""
        known = {**self.fixtures.names.known, **{str(key): name for key, name in own.items()}}
        path = '/'.join(known.get(step, step) for step in request.path.split('/'))
        # An action is named in the body only.
        action = list(json.loads(request.body)) if path.endswith('/action') and request.body else []
        return ' '.join([request.method, self.fixtures.names.within(path), *action])

    def refusal(self, error, since, own):
        """Who refuses, and with which words."""
        own = {str(key): name for key, name in own.items() if len(str(key)) > 8}
        # What was made before a failure is deleted again.
        refused = [one for one in self.cloud.requests[since:] if one.status >= 400 and one.method != 'DELETE']
        refused = [one for one in refused if one.changes] or [one for one in refused if one.status == code_of(error)]
        if refused:
            return {'by': 'service', 'status': refused[-1].status, 'message': self.fixtures.names.within(refused[-1].message, own)}
        return {'by': 'plug-in', 'message': self.fixtures.names.within(f'{type(error).__name__}: {outcomes.message_of(str(error))}', own)}


def code_of(error):
    """The status in a client's exception."""
    return next((getattr(error, name) for name in ('status_code', 'http_status', 'code') if isinstance(getattr(error, name, None), int)), None)


def types_that_run(folder):
    """Schemas of the types whose service runs here, each with the service, and with its name and version."""
    services = real_services.running()
    for file in sorted(pathlib.Path(folder).glob('*/**/*.yaml')):
        written = yaml.load(file.read_text(encoding='utf-8'), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
        service = inputs_real_services.service_of(written['type'])
        if service is not None and not inputs_real_services.is_hidden(written):
            yield service, f'{service} {services[service]["version"]}', written


def inputs(folder):
    """All changes of the properties of the types that run here, with the service of each."""
    for service, version, written in types_that_run(folder):
        for name, change, old, new in inputs_real_services.Maker(written).cases():
            yield service, {'type': written['type'], 'property': name, 'change': change, 'old': old, 'new': new,
                            'service': version}


@functools.cache
def recorder():
    templates.without_services()
    return Recorder()


def of_update(given):
    """What a service, or Heat's plug-in before it, makes of an update."""
    one = recorder()
    with one.cloud.used():
        return one.of(given)
