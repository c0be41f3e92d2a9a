"""Load plug-ins into an installed OpenStack Heat, and print what Heat has then.

``heat-codegen plugin check`` and ``plugin test`` run this program with the Python
interpreter of an environment in which Heat is installed. Before this text come
variables: ``introspect_source``, the program with which ``import`` reads the types
of a Heat; ``locate_source``, the program that finds the files of a plug-in;
``contract_source``, the program that ``plugin test`` judges classes with, empty
for ``plugin check``; ``lives_sources``, pairs of the names and texts of the modules
that live the types, and ``answers_path``, a module with stand-ins for clients, or
None; ``stand_ins_source``, the program that replaces libraries that are missing,
and ``stubs``, their names; ``targets``, what the user named; and ``omitted``, files
that have to be left out, because they end the process or were loaded by another
one.

Heat's own loader imports the modules, with the folders of all files as
``plugin_dirs``; other modules in them are left out. Standard output has a JSON
document in each line::

    {"located": {"files": [...], "not_found": [...], "entry_points": [...]}}
    {"at": "plugins/vault.py"}
    {"heat_version": ..., "errors": [...], "types": {...}, "plugin": {...}}
    {"left": ["old/vault.py"], "entry_point_errors": [...]}

``at`` is the file whose code runs from now on: if nothing follows, it has ended
the process. ``left`` are files whose modules have the names of others. For each
other file there is the document of ``import``, for the types that it registers,
with one more entry::

    "plugin": {"file": "plugins/vault.py", "is_expected": true, "module": "heat.engine.plugins.vault", "imported": true,
               "types": ["My::Custom::Vault"],
               "constraints": {"my.vault": {"client_plugin": "vault", ...}},
               "schemas": {"My::Custom::Vault": {...}},
               "withheld": ["My::Custom::Safe"],
               "replaced": {"OS::Nova::Flavor": "heat.engine.resources.openstack.nova.flavor"},
               "breaches": [{"type": "My::Custom::Vault", "rule": "handler-arity", ...}],
               "lives": {"My::Custom::Vault": [{"step": "handle_create", "result": "lived"}, ...]},
               "log": ["..."]}

``module`` is null if the name of the file is not one of a module, ``skipped`` is
true if Heat does not look at modules with this name, ``is_expected`` if the user
named the file itself or it defines a mapping, and ``machine`` is the processor. ``withheld`` are the types
that the module has and does not make available, ``replaced`` those of other
modules that it registers as well.
"""

import contextlib
import inspect
import json
import logging
import os
import platform
import sys
import types
import warnings

PACKAGE = "heat.engine.plugins"


class Records(logging.Handler):
    """Keeps the texts of the errors that are logged about each module."""

    def __init__(self, is_part):
        logging.Handler.__init__(self, logging.ERROR)
        self.is_part = is_part
        self.texts = {}
        # The module that is imported.
        self.current = None

    def emit(self, record):
        text = record.getMessage()
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else record.exc_info
        if isinstance(error, BaseException):
            text += ": {}".format(error)
        self.texts.setdefault(self.current or record.name, []).append(text)

    def of(self, module):
        return [text for name, texts in self.texts.items() if self.is_part(name, module) for text in texts]


def origin(error, files):
    """Return the line of a plug-in in which an error arose, and the types of which a schema should have had one."""
    line, last, trace = None, None, error.__traceback__
    while trace is not None:
        last = trace.tb_frame
        if os.path.realpath(last.f_code.co_filename) in files:
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and os.path.realpath(error.filename or "") in files:
        line = error.lineno
    is_type = type(error).__name__ == "InvalidSchemaError" and str(error).startswith("Invalid type")
    types = getattr(last.f_locals.get("self"), "TYPES", ()) if is_type and last is not None else ()
    found = {"line": str(line)} if line is not None else {}
    return dict(found, types=", ".join(sorted(str(each) for each in types if each))) if types else found


def record_registrations():
    """Return the classes of each type that are registered from now on, as they come."""
    from heat.engine import environment

    registered = {}
    original = environment.Environment.register_class

    def register_class(env, name, cls, *rest, **options):
        registered.setdefault(name, []).append(cls)
        return original(env, name, cls, *rest, **options)

    environment.Environment.register_class = register_class
    return registered


def replaced(classes, registered):
    """Return which of the types had a class before, with the module of that."""
    found = {name: [cls for cls in registered.get(name, ()) if cls is not classes[name]] for name in classes}
    return {name: others[-1].__module__ for name, others in found.items() if others}


def fitting(places, omitted):
    """Return the places that one process can load, and the files of the others, whose modules have the names of some of these."""
    origins, fit, left = {}, [], []
    for place in places:
        own = place.origins
        if place.file in omitted:
            continue
        if any(origins.get(name, folder) != folder for name, folder in own.items()):
            left.append(place.file)
            continue
        origins.update(own)
        fit.append(place)
    return fit, left


def load(introspect, locate, places, errors, at, deprecations):
    """Return the environment, and the modules that Heat could import, by their names.

    Calls ``at`` with each place before its code runs, and adds the warnings that Python gave.
    """
    from heat.common import config  # noqa: F401: the options
    from heat.engine import plugin_manager
    from oslo_config import cfg

    wanted = {place.module: place for place in places}
    cfg.CONF.set_override("plugin_dirs", list(dict.fromkeys(place.folder for place in places)))

    @contextlib.contextmanager
    def around(place, name):
        at(place, name)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        deprecations.extend(caught)
        at(None, None)

    loaded = locate.import_alone(places, around)
    mapping_of = plugin_manager.PluginMapping.load_from_module

    def load_from_module(mapping, module):
        at(wanted.get(module.__name__), None)
        return mapping_of(mapping, module)

    plugin_manager.PluginMapping.load_from_module = load_from_module
    return introspect.load_environment(errors), loaded


def mapping(module, *names):
    for name in names:
        function = getattr(module, name + "_mapping", None)
        if callable(function):
            return dict(function() or {})
    return {}


def withheld(module, available):
    """Return the types that a module has and does not make available: it misses a library, for example."""
    return sorted(set(mapping(module, "resource")) - set(available))


def constraint(cls):
    """Return what the class of a custom constraint says of itself."""
    def text(value):
        return value if isinstance(value, str) else None
    description = text(vars(cls).get("__doc__")) if isinstance(cls, type) else None
    return {"client_plugin": text(getattr(cls, "resource_client_name", None)),
            "getter": text(getattr(cls, "resource_getter_name", None)),
            "description": inspect.cleandoc(description) if description else None}


def deprecated(file, deprecations):
    """Return what Python says of a module: uses of what will be removed, and texts that it will refuse."""
    path, found = os.path.realpath(file), list(deprecations)
    if path.endswith(".py"):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            # A module that was compiled before is not read again when it is imported.
            with open(path, "rb") as stream:
                compile(stream.read(), path, "exec")
        found.extend(caught)
    kinds = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, SyntaxWarning)
    texts = {(one.lineno, "{}: {}".format(one.category.__name__, one.message)) for one in found
             if issubclass(one.category, kinds) and os.path.realpath(one.filename) == path}
    return [{"rule": "deprecated", "message": text, "file": path, "line": str(line)} for line, text in sorted(texts)]


def embedded_schemas(classes):
    """Return the schemas that classes in Rust were made from."""
    natives = {name: getattr(cls, "native", None) for name, cls in classes.items()}
    return {name: native.schema() for name, native in natives.items() if hasattr(native, "schema")}


def program(name, source):
    """Return a module with a text of this project."""
    module = types.ModuleType(name)
    exec(compile(source, name + ".py", "exec"), module.__dict__)
    return module


def find(locate):
    """Return the places of all targets, and what is to say of them."""
    places, not_found, entry_points = [], [], []
    for target in targets:
        try:
            found, names = locate.locate(target)
        except locate.NotFound as error:
            not_found.append(str(error))
            continue
        places.extend(place for place in found if place.file not in {other.file for other in places})
        entry_points.extend(names)
    return places, {"files": [place.file for place in places], "not_found": not_found, "entry_points": entry_points}


class Plugin:
    """A plug-in that is loaded, and what is asked about it."""

    def __init__(self, place, module, registered):
        self.place, self.module = place, module
        self.mapped = mapping(module, "available_resource", "resource")
        self.classes = {name: self.mapped[name] if isinstance(self.mapped[name], type) else registered[name]
                        for name in sorted(self.mapped) if name in registered}

    def facts(self, introspect, names, errors, stand_ins):
        found = {name: introspect.introspect_type(name, cls, names, errors) for name, cls in self.classes.items()}
        return {name: stand_ins.known(introspect, facts, self.classes[name], errors, name)
                for name, facts in found.items() if facts is not None}

    def report(self, env, registrations):
        constraints = mapping(self.module, "constraint")
        return {"imported": True, "types": list(self.classes), "schemas": embedded_schemas(self.classes),
                "is_expected": self.place.is_named or any(
                    callable(getattr(self.module, kind + "_mapping", None))
                    for kind in ("resource", "available_resource", "constraint")),
                "withheld": withheld(self.module, self.mapped), "replaced": replaced(self.classes, registrations),
                "constraints": {name: constraint(constraints[name])
                                for name in sorted(set(constraints) & set(env.constraints))}}


def live(classes, is_own, known, begin):
    """Live the types. Return what became of each step, and the breaches that are in other lines than those that are known.

    Calls ``begin`` with the name of a type before its code runs.
    """
    parent = sys.modules["plugin_lives"] = types.ModuleType("plugin_lives")
    parent.__path__ = []
    for name, text in lives_sources:
        module = sys.modules["plugin_lives." + name] = types.ModuleType("plugin_lives." + name)
        module.__package__ = "plugin_lives"
        setattr(parent, name, module)
        exec(compile(text, "plugin_lives/{}.py".format(name), "exec"), module.__dict__)
    answers = None
    if answers_path:
        given = types.ModuleType("answers")
        with open(answers_path, encoding="utf-8") as file:
            exec(compile(file.read(), answers_path, "exec"), given.__dict__)
        answers = given.clients

    def progress(name, *step):
        begin(name)
        # If the process dies, this is the last that is known of it.
        os.write(2, "plugin_lives: {}\n".format(": ".join((name,) + step)).encode())

    rows, found = parent.lives.lives(classes, is_own, progress, answers)
    lines = {(each.get("file"), each.get("line")) for each in known}
    rules = {(each["type"], each["rule"]) for each in known if each["rule"] in ("id-not-stored", "poll-never-ends")}
    return rows, [each for each in found if (each.get("file"), each.get("line")) not in lines
                  and (each["type"], each["rule"]) not in rules]


def add_lives(plugins, contract, at):
    """Live the types of all plug-ins, and add to each report what became of them."""
    # The handlers of a class in Rust reach their services without Heat's clients.
    classes = {name: cls for plugin, _own in plugins for name, cls in plugin.classes.items() if not hasattr(cls, "native")}
    owners = {name: (plugin, own) for plugin, own in plugins for name in plugin.classes}
    known = [breach for _plugin, own in plugins for breach in own["breaches"] if "type" in breach]
    rows, found = live(classes, lambda cls: not contract.is_of_heat(cls), known,
                       lambda name: at(owners[name][0].place, None))
    for name, steps in rows.items():
        owners[name][1]["lives"][name] = steps
    for breach in found:
        owners[breach["type"]][1]["breaches"].append(breach)


def main():
    introspect = program("introspect", introspect_source)
    locate = program("locate", locate_source)
    stand_ins = program("stand_ins", stand_ins_source)
    contract = program("contract", contract_source) if contract_source else None
    output = os.fdopen(introspect.claim_stdout(), "w", encoding="utf-8")

    def write(document):
        json.dump(document, output)
        output.write("\n")
        output.flush()

    introspect.quiet()
    records = Records(locate.is_part)
    logging.getLogger(PACKAGE).addHandler(records)
    places, located = find(locate)
    write({"located": located})
    files = {os.path.realpath(place.file) for place in places}

    class Errors(introspect.Errors):
        def add(self, error, **where):
            introspect.Errors.add(self, error, **dict(origin(error, files), **where))

    def at(place, module):
        records.current = module
        if place is not None:
            write({"at": place.file})

    errors = Errors()
    fit, left = fitting(places, omitted)
    loadable = [place for place in fit if place.module and not place.is_skipped]
    registrations = record_registrations()
    locate.act_as_installed([place.folder for place in fit if place.is_of_project])
    if stubs:
        stand_ins.install(stubs, [place.folder for place in fit], introspect)
    deprecations = []
    env, modules = load(introspect, locate, loadable, errors, at, deprecations)
    registered = introspect.registered_classes(env, errors)
    names = introspect.TypeNames(registered)
    known = set(located["entry_points"])
    reports = []
    for place in fit:
        write({"at": place.file})
        own = {"file": place.file, "is_expected": place.is_named, "module": place.module,
               "skipped": place.is_skipped, "imported": False, "machine": platform.machine(), "types": [],
               "constraints": {}, "schemas": {}, "withheld": [], "replaced": {}, "breaches": [], "lives": {}}
        facts, plugin = {}, None
        module = modules.get(place.module)
        if module is not None:
            # Heat does not do this; with it, Python finds the source of a class.
            sys.modules.setdefault(place.module, module)
            plugin = Plugin(place, module, registered)
            facts = plugin.facts(introspect, names, errors, stand_ins)
            own.update(plugin.report(env, registrations))
            if contract is not None:
                own["breaches"] = contract.breaches(plugin.classes, env) + deprecated(place.file, deprecations)
        own["log"] = records.of(place.module) if place.module else []
        # Whatever is wrong with the rest of this Heat is not about the plug-in.
        about = [entry for entry in errors.to_json()
                 if entry.get("type") in own["types"] or locate.is_part(place.module, entry.get("module"))]
        document = {"heat_version": introspect.installed_version(), "errors": about, "plugin": own, "types": facts}
        reports.append((plugin, document))
    # What rests on stand-ins for libraries says nothing about handlers.
    if contract is not None and not stand_ins.are_used():
        add_lives([(plugin, document["plugin"]) for plugin, document in reports if plugin is not None], contract, at)
    for _plugin, document in reports:
        write(document)
    failed = [entry for entry in errors.to_json() if entry.get("entry_point") in known]
    write({"left": left, "entry_point_errors": failed})


main()
