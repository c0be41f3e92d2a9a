"""Find the modules of plug-ins that are named by a file, a folder, a package, a distribution or a ``heat.conf``.

A *place* is a file with the folder that ``plugin_dirs`` has to name, and the
name of its module there. In a folder these are the modules that Heat would
import if ``plugin_dirs`` named it; in the folder of a whole project, and in
packages and distributions, those that define a mapping of Heat.
"""

import contextlib
import importlib.util
import inspect
import os
import re
import sys
import types

PACKAGE = "heat.engine.plugins"

# What is only in the folder of a whole project.
PROJECT = (".git", "setup.py", "setup.cfg", "pyproject.toml")

# Folders of a project in which no plug-in is.
OTHERS = {"build", "dist", "node_modules", "target", "test", "tests"}

# The functions that Heat asks modules for, as they are in the text of a module, or of a library.
MAPPINGS = re.compile(rb"\b(?:resource|constraint)_mapping\b")


class NotFound(Exception):
    """There is no plug-in of this name; the text says why."""


class Place:
    """A file of a plug-in, and where Heat would find it."""

    def __init__(self, file, is_named, is_of_project=False):
        self.file, self.is_named = file, is_named
        # Its packages can be imported by their own names, as if the project were installed.
        self.is_of_project = is_of_project
        folder, name = os.path.split(os.path.abspath(file))
        module = inspect.getmodulename(name)
        # Heat asks a package as it asks a module.
        parts = [] if module == "__init__" and is_package(folder) else [module]
        while is_package(folder):
            folder, package = os.path.split(folder)
            parts.insert(0, package)
        self.folder = folder
        self.module = ".".join([PACKAGE] + parts) if module and "." not in module else None

    @property
    def is_skipped(self):
        return bool(self.module) and (".tests." in self.module or self.module.endswith(".setup"))

    @property
    def origins(self):
        """Return the folder or file of the module, and of each package that it is in, by their names."""
        if self.module is None:
            return {}
        parts, folder, found = self.module[len(PACKAGE) + 1:].split("."), self.folder, {}
        for count, part in enumerate(parts, 1):
            folder = os.path.join(folder, part)
            found[".".join([PACKAGE] + parts[:count])] = folder
        return found


def is_package(folder):
    """Return whether a folder is one of a package. The folder of a project may have any name, so it is not part of a module's."""
    return (os.path.basename(folder).isidentifier()
            and os.path.exists(os.path.join(folder, "__init__.py"))
            and not is_project(folder))


def is_project(folder):
    return any(os.path.exists(os.path.join(folder, name)) for name in PROJECT)


def is_module(name):
    module = inspect.getmodulename(name)
    return bool(module) and "." not in module and not name.endswith(".pyc")


def imported_by_heat(folder):
    """Return the files of the modules that Heat imports from a folder of ``plugin_dirs``, or from a package in one."""
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and name.isidentifier() and name not in OTHERS and os.path.exists(os.path.join(path, "__init__.py")):
            yield from imported_by_heat(path)
        elif is_module(name) and name != "setup.py":
            yield path


def with_mappings(folder):
    """Return the files below a folder whose text has a mapping of Heat."""
    for around, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders
                            if name not in OTHERS and not name.startswith(".")
                            and not os.path.exists(os.path.join(around, name, "pyvenv.cfg")))
        for name in sorted(names):
            path = os.path.join(around, name)
            if is_module(name) and name != "setup.py" and has_mapping(path):
                yield path


def has_mapping(path):
    try:
        with open(path, "rb") as stream:
            return MAPPINGS.search(stream.read()) is not None
    except OSError:
        return False


def in_folder(folder):
    found = [] if is_project(folder) else [Place(file, False) for file in imported_by_heat(folder)]
    found = found or [Place(file, False, is_project(folder)) for file in with_mappings(folder)]
    if not found:
        raise NotFound("there is no module in the folder `{}` that registers types or constraints".format(folder))
    return found


def plugin_dirs(path):
    """Return the folders that a configuration of Heat names. Nothing else of it is used: it is that of a cloud."""
    from heat.common import config  # noqa: F401: the options
    from oslo_config import cfg

    read = cfg.ConfigOpts()
    read.register_opt(cfg.ListOpt("plugin_dirs", default=cfg.CONF.plugin_dirs))
    try:
        read([], project="heat", default_config_files=[path])
        return [folder for folder in read.plugin_dirs if os.path.isdir(folder)]
    except cfg.Error as error:
        raise NotFound("`{}` is not a configuration of Heat: {}".format(path, error))


def distribution(name):
    """Return the files and the entry points of an installed distribution."""
    try:
        from importlib import metadata
        found = metadata.distribution(name)
    except Exception:
        return [], []
    files = [str(found.locate_file(file)) for file in found.files or ()]
    entry_points = ["{}:{}".format(entry.group, entry.name) for entry in found.entry_points
                    if entry.group.startswith("heat.")]
    return [file for file in files if is_module(os.path.basename(file)) and has_mapping(file)], entry_points


def package(name):
    """Return the files of an importable package or module."""
    try:
        spec = importlib.util.find_spec(name)
    except Exception:
        spec = None
    if spec is None:
        return []
    folders = list(spec.submodule_search_locations or ())
    return [file for folder in folders for file in with_mappings(folder)] if folders else [spec.origin]


def locate(target):
    """Return the places of a plug-in, and the entry points of Heat that it has.

    Raises NotFound.
    """
    if os.path.isdir(target):
        return in_folder(target), []
    if target.endswith(".conf") and os.path.isfile(target):
        files = [file for folder in plugin_dirs(target) for file in imported_by_heat(folder)]
        return [Place(file, False) for file in files], []
    if os.path.isfile(target):
        return [Place(target, True)], []
    if os.sep in target or inspect.getmodulename(target):
        raise NotFound("there is no file `{}`".format(target))
    files, entry_points = distribution(target)
    files = files or package(target)
    if not files and not entry_points:
        raise NotFound("there is no file, folder, package or installed distribution `{}` with a plug-in".format(target))
    return [Place(file, False) for file in files], entry_points


def is_part(module, package):
    """Return whether a module is, or is in, a package."""
    return bool(module and package) and (module + ".").startswith(package + ".")


@contextlib.contextmanager
def nothing_else(place, name):
    yield


def import_alone(places, around=nothing_else, neighbours_of=()):
    """Let Heat's loader import the modules of these places, and none of their neighbours. Return the modules by their names, as they come.

    Each module is imported within a context manager that ``around`` returns for its place and its name. In the folders
    ``neighbours_of``, all modules are imported.
    """
    from heat.common import plugin_loader

    wanted = {place.module: place for place in places}
    loaded = {}
    packages = {name for place in places for name in place.origins} - set(wanted)
    whole = {os.path.realpath(folder) for folder in neighbours_of}
    neighbours = []
    original = plugin_loader._import_module

    def import_module(importer, name, package):
        while neighbours:
            del sys.modules[neighbours.pop()]
        if package.__name__ != PACKAGE or os.path.realpath(getattr(importer, "path", "")) in whole:
            return original(importer, name, package)
        if name not in wanted and name not in packages:
            # The walk over the modules imports a package to look inside: it finds an empty one. The plug-in itself does not.
            spec = importer.find_spec(name)
            if name not in sys.modules and spec is not None and spec.submodule_search_locations is not None:
                sys.modules[name] = types.ModuleType(name)
                sys.modules[name].__path__ = []
                neighbours.append(name)
            return None
        with around(wanted.get(name) or next(place for place in places if is_part(place.module, name)), name):
            found = original(importer, name, package)
        if name in wanted and found is not None:
            loaded[name] = found
        return found

    plugin_loader._import_module = import_module
    return loaded


def act_as_installed(folders):
    """Let the packages of projects be imported by their own names, as if the projects were installed."""
    sys.path.extend(dict.fromkeys(folders))
    if folders:
        # Many projects of OpenStack ask pbr for their version, which only an installed one has.
        os.environ.setdefault("PBR_VERSION", "0.0.0")
