"""Judge the classes of a plug-in by what Heat's engine calls and expects, without calling them.

``heat-codegen plugin test`` has ``load.py`` run this text, after it has loaded a
plug-in. ``breaches`` returns one entry for each breach: the type, the id of the
rule, a message, and the file and line of the source. What it does not see is not
reported: it reads code, and runs none of it.
"""

import ast
import builtins
import dis
import functools
import importlib
import importlib.util
import inspect
import textwrap

# The package into which Heat loads plug-ins.
PACKAGE = "heat.engine.plugins"

# How the engine calls what a class may define: with so many positional arguments.
CALLS = {
    "add_dependencies": 1,
    "add_explicit_dependencies": 1,
    "check_check_complete": 1,
    "check_create_complete": 1,
    "check_delete_complete": 1,
    "check_restore_complete": 1,
    "check_resume_complete": 1,
    "check_snapshot_complete": 1,
    "check_suspend_complete": 1,
    "check_update_complete": 1,
    "get_live_resource_data": 0,
    "get_live_state": 1,
    "get_reference_id": 0,
    "handle_adopt": 1,
    "handle_check": 0,
    "handle_create": 0,
    "handle_create_cancel": 1,
    "handle_delete": 0,
    "handle_delete_snapshot": 1,
    "handle_metadata_reset": 0,
    "handle_preempt": 0,
    "handle_restore": 2,
    "handle_resume": 0,
    "handle_signal": 1,
    "handle_snapshot": 0,
    "handle_snapshot_delete": 1,
    "handle_suspend": 0,
    "handle_update": 3,
    "handle_update_cancel": 1,
    "is_service_available": 1,
    "needs_replace_failed": 0,
    "needs_replace_with_prop_diff": 3,
    "needs_replace_with_tmpl_diff": 1,
    "parse_live_resource_data": 2,
    "prepare_for_replace": 0,
    "translation_rules": 1,
    "validate": 0,
    "_resolve_attribute": 1,
}

# Handlers that the engine only calls if there is the other one, whose result it waits for.
POLLS = {"check_{}_complete".format(action): "handle_" + action
         for action in ("create", "update", "delete", "suspend", "resume", "check", "snapshot", "restore")}


def is_of_heat(cls):
    """Return whether Heat itself has a class."""
    return cls.__module__.startswith("heat.") and not cls.__module__.startswith(PACKAGE)


class Source:
    """The source of a class: its tree, with the lines of its file."""

    def __init__(self, cls):
        try:
            lines, first = inspect.getsourcelines(cls)
            self.file = inspect.getsourcefile(cls)
            self.tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
        except Exception:
            self.file, self.tree, first = None, None, 1
        self.before = max(first, 1) - 1

    def methods(self):
        body = self.tree.body if isinstance(self.tree, ast.ClassDef) else []
        return {node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}

    def line(self, node):
        return self.before + node.lineno

    def assigned(self):
        """Return the names of attributes that the code sets."""
        nodes = ast.walk(self.tree) if self.tree is not None else ()
        return {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}


@functools.lru_cache(maxsize=None)
def source_of(cls):
    """Return the source of a class, which is read once: types have bases in common."""
    return Source(cls)


@functools.lru_cache(maxsize=None)
def assigned_in(cls):
    return frozenset(source_of(cls).assigned())


class Judge:
    """Collects the breaches of one type."""

    def __init__(self, name, cls, env, clients):
        self.name, self.cls, self.env, self.clients = name, cls, env, clients
        self.found = []
        # The part of its bases that is of plug-ins; Heat's own classes are as they are.
        self.own = [each for each in cls.__mro__ if each is not object and not is_of_heat(each)]
        self.sources = {each: source_of(each) for each in self.own}
        # The names that the code of the plug-in gives its instances, and Heat's own.
        self.assigned = {"stack", "context", "properties", "data"}
        for each in self.own:
            self.assigned |= assigned_in(each)

    def add(self, rule, message, cls=None, node=None):
        source = self.sources.get(cls or self.cls)
        entry = {"type": self.name, "rule": rule, "message": message}
        if source is not None and source.file is not None:
            entry["file"] = source.file
            entry["line"] = str(source.line(node) if node is not None else source.before + 1)
        self.found.append(entry)

    def defined(self, name):
        """Return the plug-in's class that defines a name, and its function in the source."""
        for each in self.cls.__mro__:
            if name in vars(each):
                return (each, self.sources[each].methods().get(name)) if each in self.sources else (None, None)
        return None, None

    def arity(self):
        for name, count in CALLS.items():
            owner, node = self.defined(name)
            if owner is None:
                continue
            function = inspect.getattr_static(owner, name)
            bound = 0 if isinstance(function, staticmethod) else 1
            function = getattr(function, "__func__", function)
            try:
                signature = inspect.signature(function)
            except (TypeError, ValueError):
                continue
            try:
                signature.bind(*[None] * (bound + count))
            except TypeError:
                self.add("handler-arity", "Heat calls `{}` with {}, which its parameters `{}` do not take".format(
                    name, arguments(count), signature), owner, node)

    def polls(self):
        for poll, handler in POLLS.items():
            owner, node = self.defined(poll)
            if owner is not None and not hasattr(self.cls, handler):
                self.add("poll-without-handler", "Heat never calls `{}`: there is no `{}`".format(poll, handler), owner, node)

    def updates(self):
        from heat.engine import resource

        allowed = [name for name, schema in (getattr(self.cls, "properties_schema", None) or {}).items()
                   if getattr(schema, "update_allowed", False)]
        if allowed and self.cls.handle_update is resource.Resource.handle_update:
            self.add("update-not-handled", "{} can be updated by the schema, but there is no `handle_update`: "
                     "Heat replaces the resource".format(names(allowed)))

    def attributes(self):
        from heat.engine import resource

        schema = list(getattr(self.cls, "attributes_schema", None) or {})
        resolvers = ("_resolve_attribute", "get_attribute", "_resolve_any_attribute")
        if schema and all(getattr(self.cls, name, None) is getattr(resource.Resource, name, None) for name in resolvers):
            self.add("attribute-not-resolved", "{} are always null: there is no `_resolve_attribute`".format(names(schema))
                     if len(schema) > 1 else
                     "{} is always null: there is no `_resolve_attribute`".format(names(schema)))

    def results(self):
        """Judge what polls, their handlers and `_resolve_attribute` return."""
        for poll, handler in POLLS.items():
            owner, node = self.defined(poll)
            if node is None or is_generator(node):
                continue
            if not returns_value(node) and not always_raises(node):
                self.add("poll-never-ends", "`{}` never returns a value that is true, so Heat calls it until the stack times out".format(poll),
                         owner, node)
            elif self.drops_value(node.body[-1]) and len(node.body) > 1:
                self.add("poll-never-ends", "`{}` does not return its last value, so Heat calls it until the stack times out".format(poll),
                         owner, node.body[-1])
            source, made = self.defined(handler)
            given = node.args.args[1].arg if len(node.args.args) > 1 else None
            if made is not None and source is owner and given and not returns_value(made) and not is_generator(made) and reads(node, given):
                self.add("handler-returns-nothing", "`{}` reads what `{}` returns, which is always None".format(poll, handler), source, made)
        owner, node = self.defined("_resolve_attribute")
        for branch in ast.walk(node) if node is not None else ():
            if isinstance(branch, ast.If) and is_name_test(branch.test) and is_nothing(branch.body[0]):
                self.add("attribute-not-resolved", "`_resolve_attribute` returns nothing for `{}`: it is always null".format(
                    ast.unparse(branch.test.comparators[0]) if hasattr(ast, "unparse") else "one attribute"), owner, branch)

    def stored_id(self):
        """Report a class whose deletion needs the ID that no code stores."""
        owner, node = self.defined("handle_create")
        _, deletes = self.defined("handle_delete")
        if node is None or deletes is None or not mentions(deletes, "resource_id"):
            return
        bases = [each for each in self.cls.__mro__ if is_of_heat(each) and each.__module__ != "heat.engine.resource"]
        trees = [source.tree for source in self.sources.values()] + [source_of(each).tree for each in bases]
        is_stored = any(isinstance(inner, ast.Attribute) and (
            inner.attr == "resource_id_set" or inner.attr == "resource_id" and isinstance(inner.ctx, ast.Store))
            for tree in trees if tree is not None for inner in ast.walk(tree))
        if not is_stored and any(isinstance(inner, ast.Call) for inner in ast.walk(node)):
            self.add("id-not-stored", "`handle_delete` reads `resource_id`, which no code of the class stores", owner, node)

    def drops_value(self, statement):
        """Return whether the value of a statement is lost: one that is no call, or a call of a method that returns one."""
        if not isinstance(statement, ast.Expr) or isinstance(statement.value, (ast.Await, ast.Yield, ast.YieldFrom)):
            return False
        called = statement.value.func if isinstance(statement.value, ast.Call) else None
        if called is None:
            return True
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "self":
            _, node = self.defined(called.attr)
            return node is not None and returns_value(node)
        return False

    def constants(self):
        """Report names of properties and other attributes of the class that do not exist."""
        assigned = self.assigned | assigned_by_heat(self.cls)
        for each in self.own:
            # A base of several types can read what only some of them have.
            if vars(each).get("properties_schema", self) is not getattr(self.cls, "properties_schema", None):
                continue
            for node in self.sources[each].methods().values():
                if inspect.getattr_static(self.cls, node.name, None) is not vars(each).get(node.name):
                    continue
                asked = {inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)}
                called = {id(inner.func) for inner in ast.walk(node) if isinstance(inner, ast.Call)}
                if any(isinstance(inner, ast.Attribute) and inner.attr == "AttributeError" or
                       isinstance(inner, ast.Name) and inner.id == "AttributeError" for inner in ast.walk(node)):
                    continue
                for inner in ast.walk(node):
                    if (isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Load) and isinstance(inner.value, ast.Name)
                            # Others may be set from outside, by a decorator for example; constants are not.
                            and inner.value.id == "self" and inner.attr.isupper() and id(inner) not in called and not hasattr(self.cls, inner.attr)
                            and inner.attr not in assigned and inner.attr not in asked):
                        self.add("no-such-attribute", "there is no `self.{}`".format(inner.attr), each, inner)
                    self.property_of(each, inner)

    def property_of(self, cls, node):
        """Report `self.properties[X]` if there is no property X."""
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "properties"
                and isinstance(node.value.value, ast.Name) and node.value.value.id == "self"):
            return
        key = node.slice
        key = getattr(key, "value", None) if type(key).__name__ == "Index" else key
        text = key.value if isinstance(key, ast.Constant) else \
            getattr(self.cls, key.attr, None) if isinstance(key, ast.Attribute) and isinstance(key.value, ast.Name) and key.value.id == "self" else None
        if isinstance(text, str) and text not in self.cls.properties_schema:
            self.add("no-such-property", "there is no property `{}` in `properties_schema`".format(text), cls, node)

    def validation(self):
        owner, node = self.defined("validate")
        if node is None:
            return
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "validate":
                return
        self.add("validate-without-base", "`validate` does not call that of its base class, which checks the properties",
                 owner, node)

    def registered(self):
        name = getattr(self.cls, "default_client_name", None)
        if name is not None and name not in self.clients:
            self.add("client-not-registered", "there is no client plug-in `{}` (`default_client_name`)".format(name))
        for path, constraint in custom_constraints(getattr(self.cls, "properties_schema", None) or {}):
            if constraint not in self.env.constraints:
                self.add("constraint-not-registered", "there is no custom constraint `{}` ({})".format(constraint, path))

    def code(self):
        """Judge each method that is called: of several with one name, the first in the order of the bases."""
        for each in self.own:
            nodes = self.sources[each].methods()
            for name, value in vars(each).items():
                if inspect.getattr_static(self.cls, name) is not value:
                    continue
                function = getattr(value, "__func__", getattr(value, "fget", value))
                if inspect.isfunction(function) and function.__module__ == each.__module__:
                    self.globals(function)
                    if name in nodes:
                        self.calls(each, nodes[name])

    def globals(self, function):
        """Report global names that do not exist, and parts of Heat's modules that are gone."""
        for code in codes(function.__code__):
            # Code that asks whether there is a name knows that there may be none.
            if not {"NameError", "AttributeError", "hasattr"} & set(code.co_names):
                self.loads(function, code)

    def loads(self, function, code):
        module, line = None, code.co_firstlineno
        starts = dict(dis.findlinestarts(code))
        for instruction in dis.get_instructions(code):
            line = starts.get(instruction.offset) or line
            value = instruction.argval
            if instruction.opname == "LOAD_GLOBAL":
                if value not in function.__globals__ and not hasattr(builtins, value):
                    self.add_at(code, line, "unknown-name", "`{}` is not defined".format(value))
                module = function.__globals__.get(value)
            elif instruction.opname in ("LOAD_ATTR", "LOAD_METHOD") and inspect.ismodule(module):
                if module.__name__.startswith("heat.") and not hasattr(module, value):
                    gone = "this Heat has no `{}.{}`".format(module.__name__, value)
                    self.add_at(code, line, "gone-from-heat", gone)
                module = getattr(module, value, None)
            elif instruction.opname not in ("CACHE", "PUSH_NULL", "EXTENDED_ARG"):
                module = None

    def add_at(self, code, line, rule, message):
        self.found.append({"type": self.name, "rule": rule, "message": message,
                           "file": code.co_filename, "line": str(line)})

    def calls(self, cls, function):
        """Report calls of methods that the class does not have, and clients that do not exist."""
        asked = {node.value for node in ast.walk(function) if isinstance(node, ast.Constant)}
        for node in ast.walk(function):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("heat.") and not node.level:
                for alias in node.names:
                    if not importable(node.module, alias.name):
                        self.add("gone-from-heat", "this Heat has no `{}.{}`".format(node.module, alias.name), cls, node)
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            called = node.func
            if not isinstance(called.value, ast.Name) or called.value.id != "self":
                continue
            is_there = hasattr(self.cls, called.attr) or called.attr in self.assigned
            if not is_there and called.attr not in asked:
                self.add("unknown-method", "there is no `self.{}`".format(called.attr), cls, node)
            elif called.attr in ("client", "client_plugin") and node.args and isinstance(node.args[0], ast.Constant):
                name = node.args[0].value
                if isinstance(name, str) and name not in self.clients:
                    self.add("client-not-registered", "there is no client plug-in `{}`".format(name), cls, node)

    def run(self):
        for check in (self.arity, self.polls, self.results, self.stored_id, self.constants, self.updates, self.attributes, self.validation, self.registered, self.code):
            try:
                check()
            except Exception as error:
                # A class can be anything. What is odd about its schema is reported where its facts are read.
                self.add("not-judged", "{}: {}".format(type(error).__name__, error))
        return self.found


def mentions(tree, name):
    """Return whether code reads an attribute of `self`."""
    return any(isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.value, ast.Name) and node.value.id == "self"
               for node in ast.walk(tree))


def returns_value(function):
    """Return whether a function returns anything but None and False."""
    return any(isinstance(node, ast.Return) and not is_nothing(node) and not (isinstance(node.value, ast.Constant) and node.value.value is False)
               for node in own_nodes(function))


def own_nodes(function):
    """Yield the nodes of a function without those of functions in it."""
    waiting = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))


def is_nothing(statement):
    return isinstance(statement, ast.Return) and (
        statement.value is None or isinstance(statement.value, ast.Constant) and statement.value.value is None)


def is_generator(function):
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function))


def always_raises(function):
    return isinstance(function.body[-1], ast.Raise)


def reads(function, name):
    """Return whether a function reads a variable, and does more than pass it to its base class."""
    passed = {id(given) for node in own_nodes(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
              and isinstance(node.func.value, ast.Call) for given in node.args}
    return any(isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load) and id(node) not in passed
               for node in own_nodes(function))


def is_name_test(test):
    """Return whether a test compares the attribute that is asked for with one."""
    return (isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and isinstance(test.ops[0], ast.Eq)
            and not isinstance(test.comparators[0], ast.Name))


def assigned_by_heat(cls):
    """Return the names that Heat's own classes give their instances."""
    return set().union(*(assigned_in(each) for each in cls.__mro__ if each is not object and is_of_heat(each)))


def arguments(count):
    return {0: "no arguments", 1: "one argument"}.get(count, "{} arguments".format(count))


def names(items):
    return ", ".join("`{}`".format(each) for each in items)


def codes(code):
    yield code
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield from codes(constant)


def importable(module, name):
    try:
        return hasattr(importlib.import_module(module), name) or importlib.util.find_spec(module + "." + name) is not None
    except Exception:
        return False


def custom_constraints(schemata, around=""):
    from heat.engine import constraints

    for name, schema in schemata.items():
        path = "{}.{}".format(around, name) if around else str(name)
        for constraint in getattr(schema, "constraints", None) or ():
            if isinstance(constraint, constraints.CustomConstraint):
                yield path, constraint.name
        nested = getattr(schema, "schema", None)
        if nested:
            yield from custom_constraints(nested, path)


def breaches(classes, env):
    from heat.engine import clients

    known = set(getattr(clients, "_mgr", None).names())
    return [breach for name, cls in classes.items() for breach in Judge(name, cls, env, known).run()]
