"""Heat's answers about the life of one resource: what its base class does around the hooks of a plug-in.

The input:

    engine          "convergence", where each event is what a worker does with the resource (`check_resource.CheckResource`), or
                    "legacy", where it is the task of the resource's method
    type            its type: `properties`, `attributes` and `rules` as in other families, and attributes of the class
    hooks           the methods that its class has, each with its script: see `scripted_resource`
    other           another type, with `type` and `hooks`, which are recorded as `other.HOOK`. A type with `is_substituted` has the other one
                    as its substitute
    definition      the resource in the template: `properties`, `metadata`, `deletion_policy`, `external_id`; `type` is "other" for the
                    other type
    stack_name, config, referenced
                    the stack's name, options of Heat, and the attributes that another resource uses
    restricted_actions
                    what the environment forbids updates to do with the resource: "update", "replace", or a list of both
    breakpoints     where the environment has the resource wait for a signal with `unset_hook`: a name such as "pre-create", or a list of them
    events          what happens, one after the other. Each begins as in a new process: everything comes from the database

An event is `{"do": NAME}` with what it needs. Those that change the state: `create`, `update` (`definition`), `delete`, `suspend`,
`resume`, `check`, `snapshot`, `restore` (`snapshot`: which one, from 0), `adopt` (`resource_data`), `rollback` to the definition
before the last one, and `clean_up`, which deletes a resource that is not in the template any longer. Further keys:

    of              the resource, from 1: replacements come later. The newest one if it is missing
    timeout         the stack's time is over after so many seconds
    cancel_at       the user cancels after so many seconds
    dies_at         the process dies after so many seconds
    meanwhile_at, meanwhile
                    what other processes do after so many seconds: a list of events
    then            keys for what follows within the same event, such as the creation of a replacement

Others only ask: `validate`, `attributes` (`of`: names or paths), `reference_id`, `physical_resource_name`; or do something without
changing the state: `signal` (`details`), `delete_snapshot`, `set_metadata`, `metadata_update`, `metadata_reset`. With
`store_properties`, the database has properties that another version of the schema left.

The answer has a step for each event:

    raised          the exception that came out of it
    result          what was asked for
    calls           the calls of hooks, with what they were given, and what their steps returned
    resources       for each resource its state: action, status, reason; and what else is stored, if that changed
    events          the events that Heat added: action, status, reason, physical resource ID
    seconds         how long it took
    meanwhile, then, died
                    the steps of others, the steps that followed, and whether the process died

The clock only moves when Heat sleeps, and the random part of its delays is always half of the maximum.
"""

import contextlib
import copy
import json
import queue
import types
from unittest import mock

from heat.engine import check_resource
from heat.engine import resource
from heat.engine import scheduler
from heat.engine import stack
from heat.engine.clients.os.keystone import KeystoneClientPlugin
from heat.objects import snapshot as snapshot_objects
from heat.objects import stack as stack_objects
from heat.rpc import api as rpc_api
from oslo_config import cfg

from . import scripted_resource
from . import virtual_time
from .life_cycle_database import NAME, OTHER_TYPE, STACK_ID, TYPE, ResourceInDatabase, in_script, in_template, prepare
from .scripted_resource import as_json, error

OUTCOMES = {'create': 'CREATE', 'update': 'UPDATE', 'rollback': 'ROLLBACK', 'restore': 'RESTORE', 'adopt': 'ADOPT',
            'check': 'CHECK', 'resume': 'RESUME', 'suspend': 'SUSPEND', 'snapshot': 'SNAPSHOT', 'delete': 'DELETE',
            'clean_up': None}
CLEANS_UP = {'delete', 'suspend', 'clean_up'}


class ScriptOver(BaseException):
    """The last event of a script has been recorded."""


class Impossible(ScriptOver):
    """A script that no service would go through. No part of Heat catches it, or adds to it."""


class Interruptions:
    """What happens while a resource is in progress: Heat asks this object for messages after each second.

    It stands in for the queue of messages in convergence, and is the progress callback of a task.
    """

    def __init__(self, life, event):
        self.life, self.event = life, event
        self.start = life.clock.now
        self.runner = None
        self.res = None

    def due(self, key):
        at = self.event.get(key)
        return at is not None and self.life.clock.now - self.start >= at

    def happen(self):
        if self.due('dies_at'):
            self.life.dead()
        if 'meanwhile' in self.event and self.due('meanwhile_at'):
            others = self.event.pop('meanwhile')
            self.life.meanwhile(others)

    def get_nowait(self):
        self.happen()
        if self.due('cancel_at'):
            return rpc_api.THREAD_CANCEL
        raise queue.Empty

    def __call__(self):
        self.happen()
        if self.due('cancel_at') and not self.runner.done():
            self.runner.cancel(grace_period=self.res.cancel_grace_period())


class Life(ResourceInDatabase):
    """The life of one resource."""

    def __init__(self, given):
        super().__init__(given)
        self.clock = virtual_time.Clock()
        self.script = scripted_resource.Script(scripted_resource.all_hooks(given))
        self.classes, self.unanswered = scripted_resource.both_classes(given, self.script)
        self.steps = []
        self.snapshots = []
        self.engines = ['engine-1']

    # -- events

    def run(self, events):
        """Runs events to the end of the script. It does not return: the process of an event may have died in the meantime."""
        for position, event in enumerate(events):
            self.rest = events[position + 1:]
            self.steps.append(self.step(event))
        raise ScriptOver

    def step(self, event):
        """Runs an event: a map, or only its name."""
        event = {'do': event} if isinstance(event, str) else dict(event)
        self.begin = self.clock.now
        step = {'do': event['do']}
        self.open = step
        do = getattr(self, f'do_{event["do"]}', None)
        if do is None:
            self.transition(event, step)
        else:
            try:
                found = do(event)
                if found is not None:
                    step['result'] = found
            except (Exception, scheduler.Timeout, check_resource.CancelOperation) as exc:
                step['raised'] = error(exc)
        return step if 'then' in step else self.finish(step)

    def finish(self, step):
        """Adds what can be seen after an event."""
        calls = self.script.taken()
        if calls:
            step['calls'] = calls
        step.update(self.state())
        added = self.added_events()
        if added:
            step['events'] = added
        if self.clock.now != self.begin:
            step['seconds'] = whole(self.clock.now - self.begin)
            self.begin = self.clock.now
        return step

    def dead(self):
        """The process ends in the middle of an event. What it would still have done is not recorded."""
        self.steps.append(self.finish({**self.open, 'died': True}))
        self.engines.append(f'engine-{len(self.engines) + 1}')
        self.run(self.rest)

    def meanwhile(self, events):
        """Other processes do something."""
        opened, begin, engines = self.open, self.begin, list(self.engines)
        calls = self.script.taken()
        self.engines.append(f'engine-{len(self.engines) + 1}')
        alive = self.alive
        self.alive = alive | set(self.engines)
        opened['meanwhile'] = [self.step(event) for event in events]
        self.open, self.begin, self.engines, self.alive = opened, begin, engines, alive
        self.script.calls = calls

    alive = frozenset()

    def transition(self, event, step):
        name = event['do']
        used = None
        if name == 'clean_up' and not self.is_up_to_date():
            raise Impossible('Heat cleans up after updates that were successful')
        if name in ('update', 'restore'):
            try:
                used = self.template_of(self.definition_of(event))
            except Exception as exc:
                step['raised'] = error(exc)
                return
            self.templates.append(used)
        elif name == 'rollback':
            used = self.templates[-2]
        elif name == 'delete' and self.convergence:
            used = self.stored_template({})
        action = event.get('stack_action', OUTCOMES[name])
        if self.convergence:
            traversal = self.change_stack(action, used)
            if name not in CLEANS_UP and not any(self.db_row(row) for row in self.rows):
                # What was deleted has been removed when its stack failed, and the service stores another one.
                stored = self.loaded_stack()
                stored[NAME].current_template_id = stored.t.id
                stored[NAME].store()
                self.find_rows()
            if name == 'snapshot':
                snapshot_objects.Snapshot.create(self.context, {'id': traversal, 'tenant': 'test_tenant_id', 'stack_id': STACK_ID,
                                                                'name': traversal, 'status': 'IN_PROGRESS'})
            self.converge(event, step, traversal, name not in CLEANS_UP)
        else:
            self.change_stack(action, None)
            self.run_task(event, step, used)

    def is_up_to_date(self):
        """Whether a resource is as the template has it. Otherwise, the last update failed."""
        of_stack = stack_objects.Stack.get_by_id(self.context, STACK_ID)
        found = [self.db_row(row) for row in self.rows]
        return any(each is not None and each.current_template_id == of_stack.raw_template_id for each in found)

    def definition_of(self, event):
        """The new definition of an event; what it does not name stays as it was."""
        if 'definition' in event:
            return event['definition']
        return self.snapshot_definition(event)

    # -- convergence

    def converge(self, event, step, traversal, is_update, row=None, adopted=None):
        """What a worker does with the resource."""
        row = self.row(event.get('of')) if row is None else row
        res, definition, of_stack = check_resource.load_resource(self.context, row, {}, traversal, is_update)
        if res is None:
            return
        self.kept += [definition, of_stack]
        if event['do'] == 'adopt':
            adopted = {'resources': {NAME: copy.deepcopy(event['resource_data'])}}
        of_stack.adopt_stack_data = adopted
        of_stack.time_remaining = lambda: event.get('timeout')
        client = mock.Mock()
        worker = check_resource.CheckResource(self.engines[-1], client, None, Interruptions(self, event), {})
        raised, done, failure = [], False, None
        try:
            with noting(raised):
                done, _, failure = worker._do_check_resource(self.context, traversal, of_stack.t, {}, is_update, res, of_stack, adopted)
            if done and is_update:
                self.propagate(res)
            if failure:
                # Only now that all that depends on it has been checked.
                of_stack.mark_failed('Resource CHECK failed')
        except (ScriptOver, virtual_time.NeverEnds):
            raise
        except BaseException as exc:
            raised[:] = [exc]
            worker._handle_resource_failure(self.context, is_update, res.id, of_stack, str(exc), rsrc_name=res.name, current_traversal=traversal)
        if raised:
            step['raised'] = error(raised[0])
        if event['do'] == 'snapshot' and done and not failure:
            self.keep_snapshot(traversal)
        for asked in client.check_resource.call_args_list:
            if stack_objects.Stack.get_by_id(self.context, STACK_ID).current_traversal != traversal:
                # Another update has begun: a worker leaves this one alone.
                continue
            following = asked.args[1]
            again = {'resource': self.number_of(following)}
            if 'then' not in step:
                self.finish(step)
            self.open = again
            later = {key: value for key, value in event.items() if key not in ('dies_at', 'cancel_at', 'timeout', 'meanwhile')}
            self.converge({**later, **event.get('then', {})}, again, traversal, asked.args[4], following, asked.args[5])
            step.setdefault('then', []).append(again if 'then' in again else self.finish(again))
            self.open = step

    def propagate(self, res):
        """What a worker reads of a resource that is done, for those that need it."""
        if self.given.get('referenced'):
            res.node_data().as_dict()
            res.store_attributes()
        else:
            res.clear_stored_attributes()

    def number_of(self, row):
        if row not in self.rows:
            self.rows.append(row)
        return self.rows.index(row) + 1

    def keep_snapshot(self, traversal):
        kept = self.query('select data from resource_snapshot where snapshot_id = :id', id=traversal)
        self.snapshots.append((self.definitions(), json.loads(kept[-1].data)))

    # -- legacy

    def run_task(self, event, step, used):
        """What the task of the resource's method does."""
        of_stack = self.loaded_stack()
        name = event['do']
        res = of_stack[NAME]
        if name == 'create' and res.action == res.INIT:
            res.store()
        interruptions = Interruptions(self, event)
        finished = []
        if name in ('update', 'restore', 'rollback'):
            runner, after = self.update_task(res, of_stack, used, finished)
        elif name == 'adopt':
            runner = scheduler.TaskRunner(res.adopt, resource_data=copy.deepcopy(event['resource_data']))
        else:
            runner = scheduler.TaskRunner(getattr(res, name))
        interruptions.runner, interruptions.res = runner, res
        try:
            runner(timeout=event.get('timeout'), progress_callback=interruptions)
        except (ScriptOver, virtual_time.NeverEnds):
            raise
        except BaseException as exc:
            step['raised'] = error(exc)
        else:
            # A task that is cancelled ends without an exception, unless it is complete before.
            if finished:
                of_stack.t.add_resource(after)
                of_stack.t.store(self.context)
            if name == 'snapshot':
                self.snapshots.append((self.definitions(), self.loaded_stack()[NAME].prepare_abandon()))

    def update_task(self, res, of_stack, used, finished):
        def update(res, *definitions):
            yield from type(res).update(res, *definitions)
            finished.append(True)
        new_stack = stack.Stack(self.context, of_stack.name, used)
        self.kept.append(new_stack)
        after = new_stack[NAME].t
        snippet = after.reparse(of_stack.defn, new_stack.t)
        before, new_class = res.frozen_definition(), type(new_stack[NAME])
        if res.check_is_substituted(new_class):
            res = new_class(NAME, res.t, of_stack)
        # Reasons name the task.
        return scheduler.TaskRunner(types.MethodType(update, res), snippet, before), after

    # -- other events

    def do_validate(self, event):
        self.loaded_stack()[NAME].validate()

    def do_attributes(self, event):
        res = self.loaded_stack()[NAME]
        values = []
        for path in event['of']:
            try:
                values.append(as_json(res.FnGetAtt(*([path] if isinstance(path, str) else path))))
            except Exception as exc:
                values.append(error(exc))
        if event.get('store'):
            res.store_attributes()
        return values

    def do_reference_id(self, event):
        return self.loaded_stack()[NAME].FnGetRefId()

    def do_physical_resource_name(self, event):
        return self.loaded_stack()[NAME].physical_resource_name()

    def do_signal(self, event):
        # As the service does it.
        res = self.loaded_stack()[NAME]
        details = copy.deepcopy(event.get('details'))
        res._signal_check_action()
        res._signal_check_hook(details)
        return res.signal(details, need_check=False)

    def do_metadata_update(self, event):
        res = self.loaded_stack()[NAME]
        return res.metadata_update(copy.deepcopy(event.get('metadata')))

    def do_metadata_reset(self, event):
        return self.loaded_stack()[NAME].handle_metadata_reset()

    def do_set_metadata(self, event):
        """What the metadata API does."""
        self.loaded_stack()[NAME].metadata_set(copy.deepcopy(event['metadata']))

    def do_store_properties(self, event):
        """What an older schema has left in the database."""
        row = self.db_row(self.row())
        self.query('update resource_properties_data set data = :data, encrypted = 0 where id = :id',
                   data=json.dumps(event['properties']), id=row.rsrc_prop_data_id)

    def do_delete_snapshot(self, event):
        definition, data = self.snapshots[event.get('snapshot', 0)]
        data = copy.deepcopy(data)
        if not self.convergence:
            runner = scheduler.TaskRunner(self.loaded_stack()[NAME].delete_snapshot, data)
            interruptions = Interruptions(self, event)
            runner(timeout=event.get('timeout'), progress_callback=interruptions)
            return
        self.change_stack('SNAPSHOT')
        new_stack = self.restored(definition, data)[0]
        res = new_stack.resources[NAME]
        res._data = data.get('resource_data')
        res.converge = True
        res.delete_snapshot_convergence(self.engines[-1], event.get('timeout'), None)

    def restored(self, definition, data):
        """What the service makes of a snapshot."""
        kept = mock.Mock(data={'template': {'heat_template_version': '2021-04-16', 'resources': {NAME: in_template(definition)}},
                               'environment': {}, 'files': {}, 'resources': {NAME: data}})
        made = self.loaded_stack().restore_data(kept)
        self.kept.append(made)
        return made

    def snapshot_definition(self, event):
        definition, data = self.snapshots[event.get('snapshot', 0)]
        made = self.restored(copy.deepcopy(definition), copy.deepcopy(data))[1]
        return in_script(made.t['resources'][NAME])

    def definitions(self):
        return in_script(self.templates[-1].t['resources'][NAME])


def whole(seconds):
    return int(seconds) if seconds == int(seconds) else seconds


CHECKS = (check_resource.check_resource_update, check_resource.check_resource_cleanup)


@contextlib.contextmanager
def noting(raised):
    """Notes what comes out of the work on a resource, which the worker turns into a state of the stack."""
    def wrapped(function):
        def call(*arguments):
            try:
                return function(*arguments)
            except (ScriptOver, virtual_time.NeverEnds):
                raise
            except BaseException as exc:
                raised.append(exc)
                raise
        return call
    with mock.patch.object(check_resource, 'check_resource_update', wrapped(CHECKS[0])), \
            mock.patch.object(check_resource, 'check_resource_cleanup', wrapped(CHECKS[1])):
        yield


def of_life(given):
    """What happens to a resource."""
    given = copy.deepcopy(given)
    prepare()
    with contextlib.ExitStack() as patched:
        for option, value in {'deferred_auth_method': 'password', **given.get('config', {})}.items():
            cfg.CONF.set_override(option, value)
            patched.callback(cfg.CONF.clear_override, option)
        life = Life(given)
        for patch in life.clock.patches():
            patched.enter_context(patch)
        patched.enter_context(mock.patch('heat.rpc.listener_client.EngineListenerClient', lambda engine: mock.Mock(
            is_alive=lambda _: engine in life.alive)))
        patched.enter_context(mock.patch.object(resource.Resource, '_validate_service_availability', lambda *asked: None))
        # A service keeps the template to which a stack can be rolled back. Here it may be several updates ago.
        patched.enter_context(mock.patch('heat.db.api.raw_template_delete'))
        patched.enter_context(mock.patch.object(KeystoneClientPlugin, '_create', lambda *asked, **more: mock.Mock()))
        for name, of_class in zip((TYPE, OTHER_TYPE), life.classes):
            resource._register_class(name, of_class)
        life.set_up()
        life.find_rows()
        try:
            life.run(given['events'])
        except Impossible:
            raise
        except ScriptOver:
            pass
        assert not life.unanswered, f'a finder has no answer for {life.unanswered}'
    return {'steps': life.steps}
