"""Stand-ins for the clients of services: they record what they are asked, and answer whatever the asker needs.

An answer is one object for all forms: an ID where it is a text, a mapping where it is subscripted, one item where it is iterated, a
state that is the awaited one where it is compared. Client plug-ins are the real ones; only the clients in them are replaced.
"""

import collections
import functools
import sys

ID = "7d1f3f4e-3a0c-4c8e-9f0a-5d0f6c1b2a3e"

# What services say of something that is finished, and of what is not or never will be.
READY = {"active", "available", "complete", "completed", "ok", "up", "running", "online", "create_complete", "update_complete", "enabled",
         "suspend_complete", "resume_complete", "check_complete", "snapshot_complete", "succeeded", "success", "healthy", "ready", "done", "created", "true",
         "stopped", "shutoff", "suspended"}
NOT_READY = ("pending", "build", "creating", "deleting", "updating", "progress", "error", "fail", "wait", "reboot", "resiz", "restor",
             "attaching", "detaching", "uploading", "downloading", "saving", "queued", "init", "unknown", "down", "backing",
             "migrat", "extending", "retyp", "verify", "revert", "rebuild", "offline", "paused", "shelv", "shut_down", "degraded")
CREATES = ("create", "add", "register", "post", "allocate", "import_", "insert", "launch", "boot")
READS = ("get", "show", "find", "fetch", "retrieve")
DELETES = ("delete", "remove", "destroy", "detach", "disassociate", "release", "unregister", "purge")


# How often one line may ask in a step; from half of that, what it asks for is gone.
MOST_CALLS = 100


class Endless(BaseException):
    """A handler asks for ever."""


class Gone(Exception):
    """The service no longer has it, where the client plug-in has no exception of its own for that."""


class Refused(Exception):
    """The service fails, where the client plug-in has no exception of its own for that."""


class Call:
    """What a plug-in asked of a client."""

    def __init__(self, client, name, args, kwargs, place):
        self.client, self.name, self.args, self.kwargs = client, name, args, kwargs
        self.file, self.line = place

    @property
    def method(self):
        return self.name.rpartition(".")[2]

    @property
    def creates(self):
        return self.method.startswith(CREATES)

    @property
    def deletes(self):
        return self.method.startswith(DELETES)

    @property
    def is_without_id(self):
        """Return whether it names something by an ID that is None."""
        # A part of something has its own ID behind the other.
        named = list(self.args if self.deletes else self.args[:1]) + [value for key, value in self.kwargs.items()
                                       if key == "id" or key.endswith("_id") or self.deletes and not self.args]
        return any(each is None or isinstance(each, str) and "/None" in each for each in named)

    def __str__(self):
        return "{}.{}".format(self.client, self.name)


class World:
    """The services of one life: what they were asked, and how they answer."""

    # Ways to answer: a life that cannot be lived in the first world is tried in the others.
    VARIANTS = ({}, {"lingers": True}, {"matches": True}, {"empty": True}, {"matches": True, "numbers": 0, "lingers": True})

    def __init__(self, files=(), matches=False, empty=False, numbers=1, lingers=False):
        self.files = files
        # Whether comparisons and `in` are true that are not about states, whether lists have no items, what numbers are, and whether
        # what was deleted is still found for a while.
        self.matches, self.empty, self.numbers, self.lingers = matches, empty, numbers, lingers
        self.calls = []
        self.raised = []
        # The number of the call that fails; the IDs of what is gone; whether everything is gone.
        self.fails_at, self.gone_ids, self.gone = None, (), False
        # How patient a poll has been: states that are in no list become awaited ones.
        self.patience = 0
        # Whether a service forgets everything while something waits for it.
        self.forgets = self.deleted = False
        self.plugins = {}
        # How often each line has called a client in this step.
        self.times = collections.Counter()

    def place(self):
        """Return the line of the plug-in that is being run."""
        frame = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename in self.files:
                return frame.f_code.co_filename, frame.f_lineno
            frame = frame.f_back
        return None, None

    def called(self, client, name, args, kwargs):
        call = Call(client, name, args, kwargs, self.place())
        self.calls.append(call)
        if self.fails_at is not None and len(self.calls) > self.fails_at:
            self.fails_at = None
            self.fail(self.exception(client, "refused"))
        given = list(args) + list(kwargs.values())
        self.times[call.file, call.line] += 1
        if self.times[call.file, call.line] > MOST_CALLS:
            raise Endless("`{}` is called again and again".format(call))
        if self.times[call.file, call.line] > MOST_CALLS // 2 and self.knows_gone(client):
            self.fail(self.exception(client, "gone"))
        lists = call.method.startswith("list")
        if self.forgets and not self.lingers:
            if self.deleted and call.method.startswith(READS):
                self.fail(self.exception(client, "gone"))
            self.deleted = self.deleted or call.deletes
        if self.gone and not lists or not lists and self.is_gone(call, given):
            self.fail(self.exception(client, "gone"))
        return Answer.make(self, client, name, is_result=True, is_empty=self.gone and lists)

    def is_gone(self, call, given):
        """Return whether a call is about something that the service does not have."""
        if not self.gone_ids or not self.knows_gone(call.client):
            return False
        # The client ignores by itself that something is not found.
        if call.kwargs.get("ignore_missing", call.client == "openstack" and call.method.startswith(("delete", "find"))):
            return False
        return any(each is one or isinstance(each, str) and isinstance(one, str) and str.__eq__(each, one) is True
                   for one in self.gone_ids for each in given)

    def fail(self, error):
        self.raised.append(error)
        raise error

    def exception(self, client, kind):
        """Return an exception of the client's library: that something is not found, or that the service fails."""
        plugin = self.plugins.get(client)
        if kind == "gone":
            return library_exception(plugin, is_gone) or Gone("404")
        return library_exception(plugin, is_refused) or Refused("503")

    def knows_gone(self, client):
        return library_exception(self.plugins.get(client), is_gone) is not None


def is_gone(plugin, error):
    return plugin.is_not_found(error) and not plugin.is_conflict(error)


def is_refused(plugin, error):
    return not (plugin.is_not_found(error) or plugin.is_conflict(error) or plugin.is_over_limit(error))


# Constructors of exceptions in the libraries.
FORMS = (lambda cls: cls(), lambda cls: cls(404), lambda cls: cls(503), lambda cls: cls(404, "404"), lambda cls: cls("503"),
         lambda cls: cls("404", http_status=404), lambda cls: cls(error_code=404), lambda cls: cls(message="404"), lambda cls: cls(message="404", http_status=404), lambda cls: cls(message="404", status_code=404))
PREFERRED = ("NotFound", "HTTPNotFound", "NotFoundException", "ServiceUnavailable", "InternalServerError", "HTTPInternalServerError",
             "BadRequest", "HttpException")


def library_exception(plugin, fits):
    """Return an exception of the client plug-in's library for which its own questions have the right answers."""
    key = type(plugin), fits
    if key not in FOUND:
        FOUND[key] = found_exception(plugin, fits) if plugin is not None else None
    return FOUND[key] and FOUND[key]()


# How exceptions are made, by the class of the client plug-in.
FOUND = {}


def exception_modules(plugin):
    """Return the modules with the exceptions of a client: those that the plug-in names, or else those that it imports."""
    modules = getattr(plugin, "exceptions_module", None)
    if modules:
        return list(modules) if isinstance(modules, (list, tuple)) else [modules]
    names = vars(sys.modules.get(type(plugin).__module__, sys))
    return [each for name, each in names.items()
            if "exc" in name and type(each) is type(sys) and not each.__name__.startswith("heat.")]


def found_exception(plugin, fits):
    classes = {each for module in exception_modules(plugin) for each in vars(module).values()
               if isinstance(each, type) and issubclass(each, Exception)}
    for cls in sorted(classes, key=lambda cls: (cls.__name__ not in PREFERRED, "NotFound" not in cls.__name__, cls.__name__)):
        for form in FORMS:
            try:
                if fits(plugin, form(cls)):
                    return functools.partial(form, cls)
            except Exception:
                continue
    return None


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_state(name):
    """Return whether a field is for the state of something."""
    return any(part in name.lower() for part in ("status", "state", "phase", "progress"))


class Answer(str):
    """What a service answers, its client, and what is in them."""

    @staticmethod
    def make(world, client, name, is_result=False, is_empty=False):
        last = name.rpartition(".")[2]
        text = ID if not is_state(last) else "CREATE_COMPLETE" if last == "stack_status" else "ACTIVE"
        self = str.__new__(Answer, text)
        self.__dict__.update(_world=world, _client=client, _name=name, _result=is_result, _empty=is_empty)
        return self

    def __getattribute__(self, name):
        own = str.__getattribute__(self, "__dict__")
        # A client has a method of every name; an answer is a text, too.
        if name.startswith("_") or own.get("_result") and hasattr(str, name) or name in MAPPING and own.get("_result"):
            return str.__getattribute__(self, name)
        return self._child(name)

    def _child(self, name):
        path = "{}.{}".format(self._name, name) if self._name else str(name)
        return Answer.make(self._world, self._client, path, self._result, self._empty)

    def __call__(self, *args, **kwargs):
        return self._world.called(self._client, self._name, args, kwargs)

    def _is_state(self):
        return is_state(self._name.rpartition(".")[2])

    def _is(self, text):
        """Whether it is a state that is waited for."""
        text = str(text).lower()
        if text in READY:
            return True
        if any(part in text for part in NOT_READY):
            return False
        return self._world.patience > 2

    def __eq__(self, other):
        if other is self:
            return True
        if is_number(other):
            return other == self._world.numbers
        if isinstance(other, str) and self._is_state() and not isinstance(other, Answer):
            return self._is(other)
        if isinstance(other, str) and str.__eq__(self, str(other)):
            return True
        return self._world.matches and isinstance(other, str)

    def __ne__(self, other):
        return not self == other

    __hash__ = str.__hash__

    def startswith(self, *given):
        return any(self._is(one.strip("_-")) for one in (given[0] if isinstance(given[0], tuple) else given[:1])) if self._is_state() else str.startswith(self, *given)

    def endswith(self, *given):
        return any(self._is(one.strip("_-")) for one in (given[0] if isinstance(given[0], tuple) else given[:1])) if self._is_state() else str.endswith(self, *given)

    def lower(self):
        return self

    upper = strip = title = capitalize = lower

    def split(self, *given):
        return [self] if self._is_state() and "_" not in given else str.split(self, *given)

    def partition(self, separator):
        return (self, "", "") if self._is_state() else str.partition(self, separator)

    def __contains__(self, item):
        return self._world.matches if not isinstance(item, str) or not self._is_state() else self._is(item)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return str.__getitem__(self, key)
        return self._child(key)

    def __setitem__(self, key, value):
        pass

    __setattr__ = __setitem__

    def __delitem__(self, key):
        pass

    def __iter__(self):
        return iter(() if self._empty or self._world.empty else (self._child("item"),))

    def __next__(self):
        return self._child("item")

    def __len__(self):
        return 0 if self._empty or self._world.empty else 1

    def __bool__(self):
        return not self._empty

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        return False

    def __deepcopy__(self, _memo):
        return self

    def __copy__(self):
        return self

    # A mapping.

    def get(self, key, default=None):
        return default if self._empty else self._child(key)

    def pop(self, key=None, *default):
        return default[0] if default and self._empty else self._child(key)

    def setdefault(self, key, default=None):
        return self._child(key)

    def keys(self):
        return () if self._empty or self._world.empty else (self._child("name"),)

    def values(self):
        return () if self._empty or self._world.empty else (self._child("item"),)

    def items(self):
        return () if self._empty or self._world.empty else ((self._child("name"), self._child("item")),)

    def update(self, *given, **more):
        return None

    append = extend = clear = remove = add = discard = sort = insert = update

    def copy(self):
        return self

    to_dict = copy

    def __int__(self):
        return self._world.numbers

    __index__ = __int__

    def __float__(self):
        return float(self._world.numbers)

    def __or__(self, other):
        return other

    __ror__ = __and__ = __rand__ = __or__


def of_number(operation):
    """Return an operation of numbers for answers; of texts where the other one is a text."""
    def operate(self, other):
        if isinstance(other, str) and not isinstance(other, Answer):
            return getattr(str, operation)(self, other) if hasattr(str, operation) else NotImplemented
        other = self._world.numbers if isinstance(other, Answer) else other
        return getattr(type(other)(self._world.numbers), operation)(other) if is_number(other) else NotImplemented
    return operate


for each in ("lt", "le", "gt", "ge", "add", "sub", "mul", "truediv", "floordiv", "mod", "radd", "rsub"):
    setattr(Answer, "__{}__".format(each), of_number("__{}__".format(each)))

# What an answer has as a mapping or list.
MAPPING = ("get", "pop", "setdefault", "keys", "values", "items", "copy", "to_dict", "append", "extend", "clear", "sort", "insert")


def holds_answer(value, depth=3):
    """Return whether an answer is in a value."""
    if isinstance(value, Answer):
        return True
    if depth and isinstance(value, dict):
        return any(holds_answer(each, depth - 1) for pair in value.items() for each in pair)
    if depth and isinstance(value, (list, tuple, set, frozenset)):
        return any(holds_answer(each, depth - 1) for each in value)
    if depth and getattr(type(value), "__module__", "").startswith("heat.engine.clients.progress"):
        return holds_answer(vars(value), depth - 1)
    return False


def replace_clients(world, own=None):
    """Let every client plug-in have stand-ins for its clients, and services for whatever is asked about them. Return how to undo it."""
    from heat.engine import clients as heat_clients
    from heat.engine.clients import client_plugin

    undo = []

    def put(owner, name, value):
        undo.append((owner, name, vars(owner)[name]))
        setattr(owner, name, value)

    manager = heat_clients._mgr
    named = {manager[name].plugin: name for name in manager.names()}

    def client(self, *_version, **_more):
        name = named.get(type(self), type(self).__name__)
        world.plugins[name] = self
        given = own(name) if own is not None else None
        return given if given is not None else Answer.make(world, name, "")

    for cls in {base for plugin in named for base in plugin.__mro__} | {client_plugin.ClientPlugin}:
        if "client" in vars(cls):
            put(cls, "client", client)
        if "has_extension" in vars(cls):
            put(cls, "has_extension", lambda self, *_asked: True)
    put(client_plugin.ClientPlugin, "url_for", lambda self, **_asked: "http://service.example/v1")
    put(client_plugin.ClientPlugin, "does_endpoint_exist", lambda self, *_asked, **_more: True)

    def restore():
        for owner, name, value in reversed(undo):
            setattr(owner, name, value)

    return restore
