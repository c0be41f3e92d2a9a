"""A Heat for one resource: its stack in a database in memory, its scheduler without sleep, no network, and a limit of time for each step."""

import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import time

NAME = "lived"
# How often a poll is called, before it counts as one that does not end; how often something may sleep in a step.
POLLS, SLEEPS = 24, 2000


class Hangs(BaseException):
    """A step does not end."""


class Leaves(BaseException):
    """A plug-in wants to do what no stand-in can answer: a connection of its own, another process."""


class House:
    """The parts of Heat that a resource lives in."""

    def __init__(self, seconds=10, progress=None):
        self.seconds, self.progress = seconds, progress or (lambda *_step: None)
        self.slept, self.late, self.offset = 0, 0, 0.0
        self.undo = []
        self.kept = []

    def open(self):
        from heat.common import context, messaging
        from heat.db import api, models
        from heat.engine import constraints, resource, scheduler, translation
        from heat.rpc import client as rpc_client
        from oslo_config import cfg
        from oslo_db import options

        # Whatever a configuration says that the plug-in has read: its database is that of a cloud.
        options.set_defaults(cfg.CONF)
        cfg.CONF.set_override("connection", "sqlite://", group="database")
        cfg.CONF.set_override("slave_connection", None, group="database")
        engine = api.get_engine()
        if engine.dialect.name != "sqlite" or engine.url.database not in (None, "", ":memory:"):
            raise RuntimeError("the plug-in has connected Heat to a database before")
        models.BASE.metadata.create_all(engine)
        messaging.setup("fake://", optional=True)
        for name, value in (("action_retry_limit", 0), ("client_retry_limit", 0), ("deferred_auth_method", "password"),
                            ("reauthentication_auth_method", ""), ("error_wait_time", 0), ("convergence_engine", False)):
            cfg.CONF.set_override(name, value)
        # Heat writes of each failure, which here are many.
        self.logged = logging.root.manager.disable
        logging.disable(logging.CRITICAL)
        self.connection = engine.raw_connection()
        self.context = context.RequestContext.from_dict({
            "project_id": "c1e1a2b3c4d5e6f7a8b9c0d1e2f3a4b5", "username": "user", "user_id": "user", "roles": ["member"],
            "password": "secret", "auth_url": "http://service.example/v3", "auth_token": "token", "is_admin": False})
        self.put(constraints.BaseCustomConstraint, "validate", lambda *_asked: True)
        self.put(translation, "resolve_and_find", resolved)
        self.put(scheduler, "ENABLE_SLEEP", False)
        self.put(time, "sleep", self.sleep)
        # They take a quarter of the time, and no plug-in reads them.
        self.put(resource.Resource, "_add_event", lambda *_asked: None)
        self.put(resource.Resource, "_validate_service_availability", classmethod(lambda *_asked: None))
        for owner, name in ((socket.socket, "connect"), (socket.socket, "connect_ex"), (socket, "getaddrinfo"),
                            (socket, "create_connection"), (subprocess, "Popen"), (os, "system"), (os, "fork")):
            self.put(owner, name, leave)
        # Nested stacks are asked for by messages, which nobody reads.
        self.put(resource.Resource, "rpc_client", lambda _resource: self.engine)
        self.put(rpc_client.EngineClient, "call", leave)
        self.put(rpc_client.EngineClient, "cast", leave)
        for name in ("keystone_session", "auth_plugin"):
            self.put(context.RequestContext, name, property(lambda _context: self.session))

    def put(self, owner, name, value):
        old = vars(owner).get(name, self)
        self.undo.append((owner, name, old))
        setattr(owner, name, value)

    def close(self):
        for owner, name, value in reversed(self.undo):
            if value is self:
                delattr(owner, name)
            else:
                setattr(owner, name, value)
        self.undo = []
        logging.disable(self.logged)

    def sleep(self, seconds=0):
        # Libraries let other threads run by a sleep of no time.
        self.slept += seconds > 0
        if self.slept > SLEEPS:
            raise Hangs("it sleeps again and again")

    @contextlib.contextmanager
    def step(self, *name):
        """Run a step with a limit of time, and leave the process as it was."""
        self.progress(*name)
        self.slept, self.late = 0, 0
        folder, variables, path = os.getcwd(), dict(os.environ), list(sys.path)
        signal.signal(signal.SIGALRM, self.alarm)
        signal.setitimer(signal.ITIMER_REAL, self.seconds, 0.5)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.slept = 0
            sys.path[:] = path
            if os.getcwd() != folder:
                os.chdir(folder)
            if dict(os.environ) != variables:
                os.environ.clear()
                os.environ.update(variables)

    def alarm(self, *_signal):
        self.late += 1
        if self.late > 3:
            # It catches everything.
            os._exit(70)
        raise Hangs("it did not end within {} s".format(self.seconds))

    # ---- stacks ----

    def clear(self):
        """Empty the database, for the next life."""
        from heat.db import models

        self.kept = []
        cursor = self.connection.cursor()
        for table in ("event", "resource_data", "resource", "stack", "resource_properties_data", "raw_template", "user_creds", "snapshot"):
            if table in models.BASE.metadata.tables:
                cursor.execute("DELETE FROM {}".format(table))
        self.connection.commit()

    def stack(self, kind, properties, **more):
        """Return a stack that is not stored."""
        from heat.engine import environment, stack, template

        document = {"heat_template_version": "2021-04-16", "resources": {NAME: dict({"type": kind, "properties": properties}, **more)}}
        made = stack.Stack(self.context, "stack", template.Template(document, env=environment.Environment()),
                           stack_user_project_id="c1e1a2b3c4d5e6f7a8b9c0d1e2f3a4b5")
        self.kept.append(made)
        self.context._clients = None
        return made

    def stored(self, kind, properties):
        self.clear()
        made = self.stack(kind, properties)
        made.store()
        return made

    def loaded(self, stack_id):
        """Return the resource as another engine would load it."""
        from heat.engine import stack

        found = stack.Stack.load(self.context, stack_id=stack_id)
        self.kept.append(found)
        self.context._clients = None
        return found[NAME]

    def save(self):
        """Return the rows of the database."""
        cursor = self.connection.cursor()
        tables = [row[0] for row in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: rows for table in tables for rows in [cursor.execute("SELECT * FROM {}".format(table)).fetchall()] if rows}

    def restore(self, saved):
        self.clear()
        cursor = self.connection.cursor()
        cursor.execute("PRAGMA foreign_keys = OFF")
        for table, rows in saved.items():
            cursor.execute("DELETE FROM {}".format(table))
            cursor.executemany("INSERT INTO {} VALUES ({})".format(table, ", ".join("?" * len(rows[0]))), rows)
        self.connection.commit()

    def run(self, task, world, *given):
        """Run a task of Heat's scheduler. Return whether it came to its end."""
        from heat.engine import scheduler

        polls = 0
        running = scheduler.TaskRunner(task, *given).as_task()
        for _ in running:
            polls += 1
            world.patience = polls // 3
            if polls >= POLLS:
                running.close()
                return False
            if polls > POLLS // 2:
                # A service forgets in the end what it was told to delete.
                world.gone = world.forgets
        return True


def leave(*_asked, **_more):
    raise Leaves("it opens a connection or a process of its own")


def resolved(value, _plugin, _finder, entity=None, ignore_resolve_error=False):
    """Stand in for looking names up in a service: a name stays as it is."""
    from heat.engine import function

    return function.resolve(value)
