"""A stack with one resource in a database in memory, and what can be seen of it there."""

import copy
import itertools
import json
from unittest import mock

import sqlalchemy
from heat.common import context
from heat.common import exception
from heat.common import messaging
from heat.db import api as db_api
from heat.db import models
from heat.engine import environment
from heat.engine import stack
from heat.engine import template
from heat.objects import resource as resource_objects
from heat.objects import stack as stack_objects
from heat.objects.resource_data import ResourceData
from oslo_config import cfg
from oslo_db import options

from .scripted_resource import as_json

TYPE = 'Test::Token'
OTHER_TYPE = 'Test::Box'
NAME = 'thing'
STACK_ID = '11111111-2222-4333-8444-555555555555'
UUID = '{:08}-0000-4000-8000-000000000000'
EMPTY = {'id': None, 'data': {}, 'redacted': [], 'metadata': {}, 'stored_properties': {}, 'stored_attributes': {}, 'locked': False,
         'replaced_by': None}


def in_template(definition):
    """The resource in a template, from its definition in a script."""
    body = copy.deepcopy(definition)
    return {**body, 'type': OTHER_TYPE if body.get('type') == 'other' else TYPE}


def in_script(body):
    """The definition in a script, from the resource in a template."""
    rest = {key: value for key, value in body.items() if key != 'type'}
    return {'type': 'other', **rest} if body['type'] == OTHER_TYPE else rest


class ResourceInDatabase:
    """A stack, and the rows of its resource: the first one, and its replacements."""

    def __init__(self, given):
        self.given = given
        self.convergence = given.get('engine', 'convergence') == 'convergence'
        self.rows = []
        self.templates = []
        self.seen_events = 0
        self.stored = {}
        # Heat holds stacks and definitions by weak references.
        self.kept = []
        self.traversals = itertools.count(1)
        self.context = context.RequestContext.from_dict({
            'project_id': 'test_tenant_id', 'username': 'test_username', 'user_id': 'test_user_id', 'roles': [], 'password': '',
            'auth_url': 'http://server.test:5000/v3', 'auth_token': 'abcd1234'})

    def template_of(self, definition):
        """A stored template with the resource, and one that uses its attributes."""
        resources = {NAME: in_template(definition)}
        if self.given.get('referenced'):
            paths = [[each] if isinstance(each, str) else each for each in self.given['referenced']]
            resources['user'] = {'type': 'OS::Heat::Value', 'properties': {'value': [{'get_attr': [NAME, *path]} for path in paths]}}
        return self.stored_template(resources)

    def stored_template(self, resources):
        keys = {'restricted_actions': 'restricted_actions', 'breakpoints': 'hooks'}
        about = {key: self.given[name] for name, key in keys.items() if name in self.given}
        env = environment.Environment({'resource_registry': {'resources': {NAME: about}}} if about else None)
        made = template.Template({'heat_template_version': '2021-04-16', 'resources': resources}, env=env)
        made.store(self.context)
        return made

    def set_up(self):
        first = self.template_of(self.given.get('definition', {}))
        self.templates.append(first)
        made = stack.Stack(self.context, self.given.get('stack_name', 'stack'), first, convergence=self.convergence,
                           action='CREATE', status='IN_PROGRESS')
        made.store()
        if self.convergence:
            made.resources[NAME].current_template_id = first.id
            made.resources[NAME].store()
        self.kept.append(made)

    def change_stack(self, action, used=None):
        """What the service stores when an action begins. Returns the traversal."""
        traversal = f'traversal-{next(self.traversals)}'
        values = {'current_traversal': traversal, 'status': 'IN_PROGRESS'}
        if action is not None:
            values['action'] = action
        if used is not None:
            values['raw_template_id'] = used.id
        stack_objects.Stack.update_by_id(self.context, STACK_ID, values)
        return traversal

    def loaded_stack(self, **arguments):
        made = stack.Stack.load(self.context, stack_id=STACK_ID, **arguments)
        self.kept.append(made)
        return made

    def row(self, number=None):
        """The database's ID of a resource: of the newest one, or by number."""
        return self.rows[-1 if number is None else number - 1]

    def query(self, text, **arguments):
        with db_api.get_engine().begin() as connection:
            found = connection.execute(sqlalchemy.text(text), arguments)
            return list(found) if found.returns_rows else []

    def db_row(self, row):
        try:
            return resource_objects.Resource.get_obj(self.context, row, refresh=True)
        except exception.NotFound:
            return None

    def find_rows(self):
        for found in resource_objects.Resource.get_all_by_stack(self.context, STACK_ID).values():
            if found.name == NAME and found.id not in self.rows:
                self.rows.append(found.id)

    def state(self):
        """The state of each resource, and what differs from the last time in what is stored."""
        if not self.rows:
            self.find_rows()
        shown = []
        for number, row in enumerate(self.rows, 1):
            found = self.db_row(row)
            before = self.stored.get(number, {})
            now = {} if found is None else self.stored_of(found)
            self.stored[number] = now
            state = None if found is None else [found.action, found.status, found.status_reason]
            changed = {key: value for key, value in now.items() if value != before.get(key, EMPTY[key])}
            shown.append({'state': state, **changed})
        return {'resources': shown}

    def stored_of(self, found):
        res = mock.Mock(context=self.context, id=found.id)
        try:
            data = dict(sorted(ResourceData.get_all(res).items()))
        except exception.NotFound:
            data = {}
        attributes = self.query('select data from resource join resource_properties_data as kept on kept.id = attr_data_id '
                                'where resource.id = :id', id=found.id)
        redacted = sorted(row.key for row in self.query('select key, redact from resource_data where resource_id = :id', id=found.id) if row.redact)
        return {'id': found.physical_resource_id, 'data': data, 'redacted': redacted, 'metadata': found.rsrc_metadata or {},
                'stored_properties': as_json(found.properties_data or {}), 'stored_attributes': json.loads(attributes[0].data) if attributes else {},
                'locked': found.engine_id is not None, 'replaced_by': self.rows.index(found.replaced_by) + 1 if found.replaced_by in self.rows else None}

    def added_events(self):
        rows = list(self.query('select resource_action, resource_status, resource_status_reason, physical_resource_id, id from event '
                               'where stack_id = :id and resource_name = :name order by id', id=STACK_ID, name=NAME))
        new, self.seen_events = rows[self.seen_events:], len(rows)
        return [list(row)[:4] for row in new]


def number_rows(mapper, connection, target):
    """Each new resource has the next UUID."""
    number_rows.count += 1
    target.uuid = UUID.format(number_rows.count)


def name_stack(mapper, connection, target):
    """The stack has the same ID each time, where there is only one."""
    if name_stack.is_wanted:
        target.id = STACK_ID


name_stack.is_wanted = True


def prepare():
    """A database in memory, messages that go nowhere,."""
    cfg.CONF([], project='heat', default_config_files=[])
    if not prepare.is_done:
        options.set_defaults(cfg.CONF, connection='sqlite://')
        # Otherwise SQLite gives the ID of what was deleted to others, which Heat then deletes again, or which look like the same.
        for table in (models.ResourcePropertiesData.__table__, models.Resource.__table__):
            table.dialect_options['sqlite']['autoincrement'] = True
        models.BASE.metadata.create_all(db_api.get_engine())
        sqlalchemy.event.listen(models.Resource, 'before_insert', number_rows)
        sqlalchemy.event.listen(models.Stack, 'before_insert', name_stack)
        messaging.setup('fake://', optional=True)
        prepare.is_done = True
    with db_api.get_engine().begin() as connection:
        for table in reversed(models.BASE.metadata.sorted_tables):
            connection.execute(table.delete())
    number_rows.count = 0


prepare.is_done = False
