"""Load one plug-in into an installed OpenStack Heat, and print what Heat has then.

``heat-codegen plugin check`` runs this program with the Python interpreter of an
environment in which Heat is installed, once for each file: a library that ends
the process ends only this one. Before this text come these variables:
``introspect_source``, the program with which ``import`` reads the types of a
Heat, ``path``, the file of the plug-in, and ``contract_source``, the program that
``plugin test`` judges the classes with, empty for ``plugin check``. With it come
``lives_sources``, pairs of the names and texts of the modules that live the
types, and ``answers_path``, a module with stand-ins for clients, or None.

Heat's own loader imports the module, from the folder of the file as
``plugin_dirs``; only the other modules of that folder are left out. The one JSON
document on standard output is that of ``import``, for the types that the plug-in
registers, with one more entry::

    "plugin": {"module": "heat.engine.plugins.vault", "imported": true,
               "types": ["My::Custom::Vault"],
               "constraints": {"my.vault": {"client_plugin": "vault", ...}},
               "schemas": {"My::Custom::Vault": {...}},
               "withheld": ["My::Custom::Safe"],
               "replaced": {"OS::Nova::Flavor": "heat.engine.resources.openstack.nova.flavor"},
               "breaches": [{"type": "My::Custom::Vault", "rule": "handler-arity", ...}],
               "lives": {"My::Custom::Vault": [{"step": "handle_create", "result": "lived"}, ...]},
               "log": ["..."]}

``module`` is null if the name of the file is not one of a module, ``skipped`` is
true if Heat does not look at modules with this name, and ``machine`` is the
processor. ``withheld`` are the types that the module has and does not make
available, ``replaced`` those of Heat's own modules that it registers as well.
"""

import inspect
import json
import logging
import os
import platform
import sys
import types

PACKAGE = "heat.engine.plugins"


class Records(logging.Handler):
    """Keeps the texts of the errors that are logged about the plug-in."""

    def __init__(self):
        logging.Handler.__init__(self, logging.ERROR)
        self.texts = []

    def emit(self, record):
        text = record.getMessage()
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else record.exc_info
        if isinstance(error, BaseException):
            text += ": {}".format(error)
        self.texts.append(text)


def origin(error, path):
    """Return the line of the plug-in in which an error arose, and the types of which a schema should have had one."""
    path, line, last, trace = os.path.realpath(path), None, None, error.__traceback__
    while trace is not None:
        last = trace.tb_frame
        if os.path.realpath(last.f_code.co_filename) == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and os.path.realpath(error.filename or "") == path:
        line = error.lineno
    is_type = type(error).__name__ == "InvalidSchemaError" and str(error).startswith("Invalid type")
    types = getattr(last.f_locals.get("self"), "TYPES", ()) if is_type and last is not None else ()
    found = {"line": str(line)} if line is not None else {}
    return dict(found, types=", ".join(sorted(str(each) for each in types if each))) if types else found


# What is only in the folder of a whole project.
PROJECT = (".git", "setup.py", "setup.cfg", "pyproject.toml")


def is_package(folder):
    """Return whether a folder is one of a package. The folder of a project may have any name, so it is not part of a module's."""
    return (os.path.basename(folder).isidentifier()
            and os.path.exists(os.path.join(folder, "__init__.py"))
            and not any(os.path.exists(os.path.join(folder, name)) for name in PROJECT))


def place(path):
    """Return the folder for ``plugin_dirs``, and the name of the module in it."""
    folder, name = os.path.split(os.path.abspath(path))
    module = inspect.getmodulename(name)
    if not module or "." in module:
        return folder, None
    while is_package(folder):
        folder, package = os.path.split(folder)
        module = package + "." + module
    return folder, PACKAGE + "." + module


def is_part(module, package):
    """Return whether a module is, or is in, a package."""
    return bool(module and package) and (module + ".").startswith(package + ".")


def is_skipped(module):
    return ".tests." in module or module.endswith(".setup")


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


def load(introspect, folder, module, errors):
    """Return the environment, and the module of the plug-in if Heat could import it."""
    from heat.common import config, plugin_loader  # noqa: F401: the options
    from oslo_config import cfg

    cfg.CONF.set_override("plugin_dirs", [folder])
    loaded = []
    packages = [module[:index] for index, letter in enumerate(module) if letter == "."]
    neighbours = []
    original = plugin_loader._import_module

    def import_module(importer, name, package):
        while neighbours:
            del sys.modules[neighbours.pop()]
        if package.__name__ != PACKAGE or name in packages:
            return original(importer, name, package)
        if name != module:
            # The walk over the modules imports a package to look inside: it finds an empty one. The plug-in itself does not.
            spec = importer.find_spec(name)
            if name not in sys.modules and spec is not None and spec.submodule_search_locations is not None:
                sys.modules[name] = types.ModuleType(name)
                sys.modules[name].__path__ = []
                neighbours.append(name)
            return None
        found = original(importer, name, package)
        loaded.append(found)
        return found

    plugin_loader._import_module = import_module
    env = introspect.load_environment(errors)
    return env, next((found for found in loaded if found is not None), None)


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


def embedded_schemas(classes):
    """Return the schemas that classes in Rust were made from."""
    natives = {name: getattr(cls, "native", None) for name, cls in classes.items()}
    return {name: native.schema() for name, native in natives.items() if hasattr(native, "schema")}


def live(classes, is_own, known):
    """Live the types. Return what became of each step, and the breaches that are in other lines than those that are known."""
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

    def progress(*step):
        # If the process dies, this is the last that is known of it.
        os.write(2, "plugin_lives: {}\n".format(": ".join(step)).encode())

    rows, found = parent.lives.lives(classes, is_own, progress, answers)
    lines = {(each.get("file"), each.get("line")) for each in known}
    rules = {(each["type"], each["rule"]) for each in known if each["rule"] in ("id-not-stored", "poll-never-ends")}
    return rows, [each for each in found if (each.get("file"), each.get("line")) not in lines
                  and (each["type"], each["rule"]) not in rules]


def main():
    introspect = types.ModuleType("introspect")
    exec(compile(introspect_source, "introspect.py", "exec"), introspect.__dict__)
    output = introspect.claim_stdout()
    introspect.quiet()
    records = Records()
    logging.getLogger(PACKAGE).addHandler(records)
    class Errors(introspect.Errors):
        def add(self, error, **where):
            introspect.Errors.add(self, error, **dict(origin(error, path), **where))

    errors = Errors()
    folder, name = place(path)
    document = {"module": name, "skipped": bool(name) and is_skipped(name), "imported": False,
                "machine": platform.machine(), "types": [], "constraints": {}, "schemas": {},
                "withheld": [], "replaced": {}, "breaches": [], "lives": {}}
    facts = {}
    if name and not document["skipped"]:
        registrations = record_registrations()
        env, module = load(introspect, folder, name, errors)
        if module is not None:
            # Heat does not do this; with it, Python finds the source of a class.
            sys.modules.setdefault(name, module)
            mapped = mapping(module, "available_resource", "resource")
            registered = introspect.registered_classes(env, errors)
            classes = {key: registered[key] for key in sorted(mapped) if key in registered}
            names = introspect.TypeNames(registered)
            for key, cls in classes.items():
                facts[key] = introspect.introspect_type(key, cls, names, errors)
            constraints = mapping(module, "constraint")
            document.update(imported=True, types=list(classes), schemas=embedded_schemas(classes),
                            withheld=withheld(module, mapped), replaced=replaced(classes, registrations),
                            constraints={key: constraint(constraints[key])
                                         for key in sorted(set(constraints) & set(env.constraints))})
            if contract_source:
                contract = types.ModuleType("contract")
                exec(compile(contract_source, "contract.py", "exec"), contract.__dict__)
                breaches = contract.breaches(classes, env)
                # The handlers of a class in Rust reach their services without Heat's clients.
                in_python = {key: cls for key, cls in classes.items() if not hasattr(cls, "native")}
                document["lives"], lived = live(in_python, lambda cls: not contract.is_of_heat(cls), breaches)
                document["breaches"] = breaches + lived
    document["log"] = records.texts
    # Whatever is wrong with the rest of this Heat is not about the plug-in.
    about = [entry for entry in errors.to_json()
             if entry.get("type") in document["types"] or is_part(name, entry.get("module"))]
    with os.fdopen(output, "w", encoding="utf-8") as stream:
        json.dump({"heat_version": introspect.installed_version(), "errors": about, "plugin": document,
                   "types": {key: value for key, value in facts.items() if value is not None}}, stream)
        stream.write("\n")


main()
