"""Stand-ins for libraries that are not installed, so that a plug-in can be read without them.

A stand-in has every attribute, and can be called, iterated over, inherited from
and used to decorate. Facts that rest on one are not known: `path_of` tells them.
"""

import collections.abc
import importlib.abc
import importlib.machinery
import os
import sys
import types

# Around the path of a stand-in in a text.
BEGIN, END = "\ue000", "\ue001"


class StandIn:
    """Something of a library that is not installed."""

    def __init__(self, path):
        self.__dict__["stand_in_for"] = path

    def _part(self, text):
        return StandIn(self.stand_in_for + text)

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self._part("." + name)

    def __call__(self, *arguments, **options):
        if len(arguments) == 1 and not options and is_being_defined(arguments[0], sys._getframe(1)):
            return arguments[0]
        return self._part("()")

    def __mro_entries__(self, bases):
        return (type(self.stand_in_for.rpartition(".")[2], (), {"stand_in_for": self.stand_in_for}),)

    def __getitem__(self, key):
        return self._part("[{!r}]".format(key))

    def __iter__(self):
        return iter([self._part("[…]")])

    def __len__(self):
        return 1

    def __str__(self):
        return BEGIN + self.stand_in_for + END

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def operator(name):
    def apply(self, *others):
        return self._part(" " + name.strip("_") + " …")
    return apply


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "mod", "rmod", "or", "ror", "and", "rand",
              "lt", "le", "gt", "ge", "neg"):
    setattr(StandIn, "__{}__".format(_name), operator(_name))

# Heat wants lists of allowed values.
collections.abc.Sequence.register(StandIn)


def is_being_defined(value, frame):
    """Return whether a function or a class is decorated here: it has no name yet in the code that defines it."""
    names = (types.FunctionType, type, classmethod, staticmethod, property)
    name = getattr(value, "__name__", None)
    return isinstance(value, names) and frame.f_locals.get(name) is not value and frame.f_globals.get(name) is not value


class StandInModule(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return StandIn("{}.{}".format(self.__name__, name))


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds stand-ins for modules that nothing else finds: by name, or all that the code in some folders imports."""

    def __init__(self, names, folders):
        self.names = {name for name in names if name != "missing"}
        self.folders = [os.path.realpath(folder) + os.sep for folder in folders] if "missing" in names else []
        # The names of the libraries.
        self.used = set()

    def find_spec(self, name, path=None, target=None):
        library = name.partition(".")[0]
        parts = name.split(".")
        is_named = any(".".join(parts[:count + 1]) in self.names for count in range(len(parts)))
        # What Heat no longer has is not a library that is missing.
        is_missing = library != "heat" and (library in self.used or self.is_imported_by_plugin(library))
        if not is_named and not is_missing:
            return None
        self.used.add(library)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def is_imported_by_plugin(self, library):
        if any(os.path.exists(folder + library) or os.path.exists(folder + library + ".py") for folder in self.folders):
            return False
        frame = sys._getframe(2)
        while frame is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        file = os.path.realpath(frame.f_code.co_filename) if frame is not None else ""
        return any(file.startswith(folder) for folder in self.folders)

    def create_module(self, spec):
        return StandInModule(spec.name)

    def exec_module(self, module):
        pass


def path_of(value):
    """Return what a value rests on: the path of a stand-in that it is, or that a text in it contains."""
    if isinstance(value, StandIn):
        return value.stand_in_for
    if isinstance(value, str) and BEGIN in value:
        return value.partition(BEGIN)[2].partition(END)[0]
    if isinstance(value, list):
        return next(filter(None, map(path_of, value)), None)
    return None


def anywhere(value):
    """Return what a value, or anything in it, rests on."""
    if isinstance(value, dict):
        return next(filter(None, map(anywhere, list(value) + list(value.values()))), None)
    if isinstance(value, list):
        return next(filter(None, map(anywhere, value)), None)
    return path_of(value)


def without(facts, found, path=()):
    """Return facts without what rests on stand-ins, and add the path of each and what it rests on to a list."""
    kept = {}
    for key, value in facts.items():
        own = path + (str(key),)
        rests_on = path_of(key) or path_of(value)
        if rests_on is not None:
            found.append((own, rests_on))
        elif key == "constraints" and isinstance(value, list):
            found.extend((own, anywhere(each)) for each in value if anywhere(each))
            kept[key] = [each for each in value if not anywhere(each)]
        else:
            kept[key] = without(value, found, own) if isinstance(value, dict) else value
    return kept


def known(introspect, facts, cls, errors, name):
    """Return the facts of a type without what rests on stand-ins, which is reported."""
    found = []
    facts = without(facts, found)
    for path, rests_on in found:
        part = ".".join(each.replace(BEGIN, "").replace(END, "") for each in path)
        line = introspect.declared_line(cls, part)
        error = TypeError("it rests on `{}`".format(rests_on))
        errors.add(error, type=name, part=part, stand_in=rests_on, **({"line": str(line)} if line else {}))
    return facts


def are_used():
    """Return whether a library is replaced."""
    return any(isinstance(finder, Finder) and finder.used for finder in sys.meta_path)


def install(names, folders, introspect):
    """Find stand-ins from now on, and read them as texts that name them."""
    sys.meta_path.append(Finder(names, folders))
    to_json = introspect.to_json
    introspect.to_json = lambda value: str(value) if isinstance(value, StandIn) else to_json(value)
