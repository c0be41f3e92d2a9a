"""Watch what a resource does in a life: which handler runs, what it reads of the properties, and what it returns."""

import functools
import sys

HANDLERS = ("validate", "_resolve_attribute", "get_reference_id", "needs_replace_with_prop_diff", "prepare_for_replace") + tuple(
    form.format(action) for action in ("create", "update", "delete", "suspend", "resume", "check", "snapshot")
    for form in ("handle_{}", "check_{}_complete"))


class Diff(dict):
    """The changed properties, which remembers for what it is asked."""

    def __init__(self, items, spy):
        dict.__init__(self, items)
        self.spy = spy

    __hash__ = None


def asked(name):
    def ask(self, key, *rest):
        self.spy.read(key, dict.__contains__(self, key))
        return getattr(dict, name)(self, key, *rest)
    return ask


def passed(name):
    def use(self, *given):
        self.spy.whole.add(self.spy.window)
        return getattr(dict, name)(self, *given)
    return use


for each in ("__getitem__", "__contains__", "get", "pop", "setdefault", "__delitem__"):
    setattr(Diff, each, asked(each))
for each in ("__iter__", "keys", "items", "values", "copy", "__eq__", "__ne__", "popitem", "__repr__"):
    setattr(Diff, each, passed(each))


def holds_diff(value, depth=4):
    """Return whether the changed properties are in a value, as a whole."""
    if isinstance(value, Diff):
        return True
    inner = value.values() if type(value) is dict else value if isinstance(value, (list, tuple)) else ()
    return depth > 0 and any(holds_diff(each, depth - 1) for each in inner)


class Spy:
    """What was read in each handler."""

    def __init__(self, cls, own):
        self.cls = cls
        self.window = None
        # Pairs of a handler and a property; the handlers that use the changed properties as a whole, or something else than properties.
        self.reads, self.whole, self.other = set(), set(), set()
        # Properties that the schema does not have, with where they were read.
        self.unknown = {}
        # The properties that the last update changed.
        self.changed = set()
        self.entered = []
        # The innermost handler that an exception has left.
        self.failed = None
        self.results = []
        # The functions of the class that has the schema: in a base of several types, a property may be of another one.
        self.codes = {getattr(value, "__code__", None) for each in own if "properties_schema" in vars(each) for value in vars(each).values()}

    def install(self, house):
        from heat.engine import properties, resource

        read, spy = properties.Properties.__getitem__, self

        @functools.wraps(read)
        def getitem(props, key):
            if props.props.keys() == spy.cls.properties_schema.keys():
                spy.read(key)
            return read(props, key)

        house.put(properties.Properties, "__getitem__", getitem)
        for name in ("data", "metadata_get"):
            house.put(resource.Resource, name, self.consulted(getattr(resource.Resource, name)))

    def consulted(self, function):
        @functools.wraps(function)
        def consult(resource, *given, **more):
            self.other.add(self.window)
            return function(resource, *given, **more)
        return consult

    def read(self, key, is_known=False):
        if type(key) is not str:
            return
        self.reads.add((self.window, key))
        if key not in self.cls.properties_schema and not is_known:
            frame = sys._getframe(2)
            while frame is not None and frame.f_code not in self.codes:
                if frame.f_code.co_filename.endswith(("properties.py", "_collections_abc.py")) or "<frozen" in frame.f_code.co_filename \
                        or frame.f_globals.get("__name__") == __name__:
                    frame = frame.f_back
                else:
                    return
            if frame is not None:
                self.unknown[key] = (self.window, frame.f_code.co_filename, frame.f_lineno)

    def watch(self, resource):
        """Let a resource's handlers say when they run."""
        for name in HANDLERS:
            function = getattr(resource, name, None)
            if callable(function):
                resource.__dict__[name] = self.watched(name, function)
        return resource

    def watched(self, name, function):
        @functools.wraps(function)
        def run(*given, **more):
            before, self.window = self.window, name
            self.entered.append(name)
            if name == "handle_update" and len(given) == 3 and type(given[2]) is dict:
                given = given[:2] + (Diff(given[2], self),)
                self.changed = set(dict.keys(given[2]))
            try:
                result = function(*given, **more)
                self.results.append((name, result))
                return result
            except BaseException:
                self.failed = self.failed or name
                raise
            finally:
                self.window = before
        return run
