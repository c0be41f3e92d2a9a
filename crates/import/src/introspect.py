"""Print the resource types of an installed OpenStack Heat as JSON.

``heat-codegen import`` runs this program with the Python interpreter of an
environment in which Heat and its plug-ins are installed. In Heat a resource type
is a Python class, so only Python knows what it declares; this program reads
the declarations and prints them as plain data. No cloud, database or
configuration file is needed: no stack exists, no resource is initialised and no
client is created. Plug-ins and environment files are searched for in Heat's
default places.

The one JSON document on standard output is::

    {"heat_version": "...",
     "types": {"OS::Nova::Server": {...}, ...},
     "registered_constraints": [{"name": ..., "python_class": ...}, ...],
     "errors": [{"type": ..., "error": ...}, ...]}

Types are sorted by name; properties and attributes keep the order in which
Heat declares them. A fact that a release's classes do not state is absent. A
``substitute_class`` is given by the name of its type, or by its Python path if
it is not registered as a type. Whatever else is printed while Heat's modules
are loaded goes to standard error.

An entry of ``errors`` names what could not be read (a ``type``, with the
``part`` if the rest of its facts is there, ``properties.size.default`` for
example, and the ``line`` that declares it; or a ``module`` or an
``entry_point`` that Heat could not load), so that one broken plug-in does not
hide the other types. Only a Heat that cannot be imported at all ends the
program with a failure.

Translation rules are found by calling each class's ``translation_rules`` with
properties that record what is read of them; see `find_rules`. Three forms are
this program's own:

* ``when: {"property": P}``: the rule applies if P has a non-empty value;
* ``when: {"property": P, "in": [...]}``: it applies if P, or else its default,
  has one of these values, where null stands for neither;
* ``{"get_property": P}`` somewhere in a rule's ``value``: the value of P.

Left to the reader of the document: the catalogue's spelling, what counts as a
default not worth writing, comparison with other releases. Left to Heat: types
that an environment file maps to another type are not listed, since they are
names and not types; and what a class does in Python beyond its declarations
(``validate``, ``needs_replace_with_prop_diff`` and the like) stays there.

The program is written for Python 3.6 and later, as the Heat releases are that
it may meet.
"""

import ast
import collections.abc
import enum
import inspect
import itertools
import json
import logging
import math
import os
import sys
import textwrap
import types
import warnings
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple

Json = Any
Facts = Dict[str, Json]

# Errors that foreign code may raise. `SystemExit` because a module may turn out to be a
# script.
FAILURES = (Exception, SystemExit)


class Errors:
    """The things that could not be read, in a form that is the same in every run."""

    def __init__(self) -> None:
        self._entries = []  # type: List[Dict[str, str]]

    def add(self, error: BaseException, **where: str) -> None:
        text = "{}: {}".format(type(error).__name__, error)
        self._entries.append(dict(where, error=text))

    def to_json(self) -> Json:
        # Sorted, as entry points come in the order of the file system; types first.
        return sorted(self._entries, key=lambda entry: ("type" not in entry, list(entry.values())))


# --- Plain data ---------------------------------------------------------------


def to_json(value: Any) -> Json:
    """Return `value` as JSON can express it, or raise TypeError.

    An object of some class is refused, since its ``str`` is likely to contain
    an address, which would differ from run to run.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, enum.Enum):
        return to_json(value.value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        # JSON has no infinity; Heat reads the string as the same number.
        return float(value) if math.isfinite(value) else str(value)
    if isinstance(value, collections.abc.Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, collections.abc.Set):
        return sorted((to_json(item) for item in value), key=canonical)
    if isinstance(value, collections.abc.Sequence) and not isinstance(value, (bytes, bytearray)):
        return [to_json(item) for item in value]
    raise TypeError("a value of {} is not plain data".format(class_path(type(value))))


def canonical(value: Json) -> str:
    """Return a text that is equal for equal values; unlike ``==`` it distinguishes 1 from True."""
    return json.dumps(value, sort_keys=True)


def class_path(cls: type) -> str:
    return "{}.{}".format(cls.__module__, cls.__name__)


def without_none(**items: Any) -> Dict[str, Any]:
    return {key: value for key, value in items.items() if value is not None}


# --- Loading Heat -------------------------------------------------------------


def quiet() -> None:
    """Suppress Heat's messages at every start, e.g. a line per deprecated type."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)


def claim_stdout() -> int:
    """Return a descriptor of standard output, and lead all other output to standard error.

    On the level of descriptors, because a plug-in may print from C or a child.
    """
    sys.stdout.flush()
    ours = os.dup(1)
    os.dup2(2, 1)
    return ours


def forget_script_folder() -> None:
    """Keep Python from importing modules out of the folder it was started in.

    Python puts the program's folder first in the search path, and the current
    one when the program comes from standard input; a folder there named like a
    package would be taken for it.
    """
    # From standard input there is no `__file__`, and the entry is empty.
    own = os.path.dirname(os.path.abspath(globals().get("__file__", "-")))
    if sys.path and (not sys.path[0] or os.path.abspath(sys.path[0]) == own):
        del sys.path[0]


def installed_version() -> str:
    from heat import version

    return str(version.version_info.release_string())


def load_environment(errors: Errors) -> Any:
    """Return Heat's global environment, with everything that loads in it.

    Heat itself gives up at the first module that fails, which is right for a
    service and wrong for a report. So the steps that run foreign code are
    replaced by ones that note the failure and go on.
    """
    from heat.common import plugin_loader, pluginutils
    from heat.engine import environment, plugin_manager, resources

    def guard(owner: Any, name: str, on_failure: Callable[..., Any]) -> None:
        original = getattr(owner, name, None)
        if original is None:  # this release does it in a different way
            return

        def guarded(*args: Any, **kwargs: Any) -> Any:
            try:
                return original(*args, **kwargs)
            except FAILURES as error:
                return on_failure(error, *args, **kwargs)

        setattr(owner, name, guarded)

    def import_failed(error: BaseException, importer: Any, module: str, package: Any) -> None:
        errors.add(error, module=module)
        # The walk over the modules would import a package once more to look
        # inside it, and fail for good; let it find an empty one.
        spec = importer.find_spec(module) if hasattr(importer, "find_spec") else None
        if spec is not None and spec.submodule_search_locations is not None:
            empty = types.ModuleType(module)
            empty.__path__ = []
            sys.modules[module] = empty

    def mapping_failed(error: BaseException, mapping: Any, module: Any) -> Dict[str, Any]:
        errors.add(error, module=module.__name__)
        return {}

    def register_failed(error: BaseException, env: Any, name: str, *rest: Any) -> None:
        errors.add(error, type=str(name))

    def entry_point_failed(manager: Any, entry_point: Any, error: BaseException) -> None:
        namespace = getattr(manager, "namespace", "?")
        errors.add(error, entry_point="{}:{}".format(namespace, entry_point.name))

    guard(plugin_loader, "_import_module", import_failed)
    guard(plugin_manager.PluginMapping, "load_from_module", mapping_failed)
    guard(environment.Environment, "register_class", register_failed)
    pluginutils.log_fail_msg = entry_point_failed
    return resources.global_env()


def registered_classes(env: Any, errors: Errors) -> Dict[str, type]:
    """Return the class of every registered type, sorted by the type's name.

    `Environment.get_types` would leave hidden types out.
    """
    from heat.engine import environment

    plain = (environment.ClassResourceInfo, environment.TemplateResourceInfo)
    classes = {}
    for name, info in sorted(env.registry._registry.items()):
        if not isinstance(info, plain):
            continue
        try:
            classes[name] = info.get_class()
        except FAILURES as error:
            errors.add(error, type=name)
    return classes


def constraint_facts(env: Any) -> Json:
    return [
        {"name": name, "python_class": class_path(cls)}
        for name, cls in sorted(env.constraints.items())
    ]


# --- Facts of a type ----------------------------------------------------------


class TypeNames:
    """The names under which classes are registered."""

    def __init__(self, classes: Dict[str, type]) -> None:
        self._names = {}  # type: Dict[type, str]
        for name, cls in classes.items():
            # Of several names the first in the sorted order.
            self._names.setdefault(cls, name)

    def name_of(self, cls: type) -> str:
        """Return the name of the class's type, or its path if it is not registered."""
        return self._names.get(cls) or class_path(cls)


class Faults:
    """The parts of a type that could not be read, each with its path."""

    def __init__(self) -> None:
        self.found = []  # type: List[Tuple[str, BaseException]]

    def read(self, path: str, reader: Callable[..., Any], *arguments: Any) -> Any:
        """Return what `reader` returns, None if it fails."""
        try:
            return reader(*arguments)
        except FAILURES as error:
            self.found.append((path, error))
            return None


def declared_line(cls: type, path: str) -> Optional[int]:
    """Return the line in which a class declares a property or an attribute.

    That is the entry of the literal that the class assigns to its schema: the
    first line for the first item, whatever name its key has.
    """
    kind, _, rest = path.partition(".")
    names = [str(name) for name in getattr(cls, kind + "_schema", None) or ()]
    name = next((name for name in names if (rest + ".").startswith(name + ".")), None)
    try:
        lines, first = inspect.getsourcelines(cls)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except FAILURES:
        return None
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Dict) or name is None:
            continue
        is_schema = any(isinstance(target, ast.Name) and target.id == kind + "_schema" for target in node.targets)
        if is_schema and len(node.value.keys) == len(names):
            return first - 1 + node.value.values[names.index(name)].lineno
    return None


def support_facts(status: Any, names: TypeNames) -> Json:
    if not hasattr(status, "status"):
        raise TypeError("{!r} is not a support status".format(status))
    facts = without_none(status=status.status, version=status.version, message=status.message)
    substitute = getattr(status, "substitute_class", None)
    if substitute is not None:
        facts["substitute_class"] = names.name_of(substitute)
    if status.previous_status is not None:
        facts["previous_status"] = support_facts(status.previous_status, names)
    return to_json(facts)


def item_support_facts(item: Any, names: TypeNames) -> Json:
    """Return the support status of a property or attribute, None for a plain one."""
    status = getattr(item, "support_status", None)
    if status is None:
        return None
    facts = support_facts(status, names)
    return None if facts == {"status": "SUPPORTED"} else facts


def property_facts(schema: Any, names: TypeNames, faults: Faults, path: str) -> Facts:
    facts = without_none(
        type=schema.type,
        description=schema.description,
        default=faults.read(path + ".default", to_json, schema.default),
        support_status=faults.read(path + ".support_status", item_support_facts, schema, names),
    )
    for flag in ("required", "update_allowed", "immutable", "allow_conversion"):
        if getattr(schema, flag, False):
            facts[flag] = True
    if not getattr(schema, "implemented", True):
        facts["implemented"] = False
    if schema.constraints:
        facts.update(without_none(constraints=faults.read(path + ".constraints", constraints_facts, schema)))
    if schema.schema is not None:
        # A list's item is under "*" here.
        facts["schema"] = schemata_facts(schema.schema, names, faults, path)
    return facts


def constraints_facts(schema: Any) -> Json:
    return [to_json(dict(constraint)) for constraint in schema.constraints]


def schemata_facts(schemata: Any, names: TypeNames, faults: Faults, path: str) -> Dict[str, Facts]:
    from heat.engine import properties

    def read(name: str, schema: Any) -> Facts:
        return property_facts(properties.Schema.from_legacy(schema), names, faults, name)

    return items_facts(schemata, read, faults, path)


def attribute_facts(schema: Any, names: TypeNames, faults: Faults, path: str) -> Json:
    cache_mode = getattr(schema, "cache_mode", None)
    return to_json(
        without_none(
            type=getattr(schema, "type", None),
            description=schema.description,
            cache_mode=None if cache_mode == "cache_local" else cache_mode,
            support_status=faults.read(path + ".support_status", item_support_facts, schema, names),
        )
    )


def attributes_facts(schemata: Any, names: TypeNames, faults: Faults, path: str) -> Dict[str, Json]:
    def read(name: str, schema: Any) -> Json:
        return attribute_facts(schema, names, faults, name)

    return items_facts(schemata, read, faults, path)


def items_facts(
    items: Any, read: Callable[[str, Any], Json], faults: Faults, path: str
) -> Dict[str, Json]:
    """Return what is read of each item, by its name; without those of which nothing can be read."""
    found = {
        str(name): faults.read("{}.{}".format(path, name), read, "{}.{}".format(path, name), item)
        for name, item in (items or {}).items()
    }
    return without_none(**found)


# Facts that are plain values of the class.
PLAIN = (
    "default_client_name",
    "entity",
    "required_service_extension",
    "physical_resource_name_limit",
    "always_replace_on_check_failed",
    "requires_deferred_auth",
    "strict_dependency",
    "no_signal_actions",
)


def type_facts(cls: type, names: TypeNames, faults: Faults) -> Facts:
    """Return everything a class declares, apart from what needs an instance."""
    facts = {
        "python_class": class_path(cls),
        # Its own words only: a base class's description is about the base class.
        "description": inspect.cleandoc(cls.__doc__ or ""),
    }  # type: Facts
    if hasattr(cls, "support_status"):
        facts["support_status"] = support_facts(cls.support_status, names)
    readers = (
        ("properties", schemata_facts),
        ("attributes", attributes_facts),
        ("base_attributes", attributes_facts),
        ("update_policy", schemata_facts),
    )  # type: Tuple[Tuple[str, Callable[[Any, TypeNames, Faults, str], Dict[str, Json]]], ...]
    for key, reader in readers:
        if hasattr(cls, key + "_schema"):
            facts[key] = reader(getattr(cls, key + "_schema"), names, faults, key)
    for attribute in PLAIN:
        if hasattr(cls, attribute):
            facts[attribute] = to_json(getattr(cls, attribute))
    facts["has_translation_rules"] = overrides(cls, "translation_rules")
    return facts


def overrides(cls: type, method: str) -> bool:
    """Return whether a class has its own version of a method of Heat's base class."""
    from heat.engine import resource

    return getattr(cls, method, None) is not getattr(resource.Resource, method, None)


# --- An instance without a stack ----------------------------------------------


class CloudStub:
    """Stands for a client plug-in or a client, in code that must not need the cloud.

    It knows its name, which is what a rule is to say, and the constants of the
    plug-in's class (the neutron plug-in's names of entities, for one).
    """

    def __init__(self, plugin_name: Optional[str], constants: Optional[type] = None) -> None:
        self.plugin_name = plugin_name
        self._constants = constants

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._constants, name, None)
        if isinstance(value, (str, int, float, tuple, list, dict, frozenset)):
            return value
        raise AttributeError("{!r} of the {} client needs a cloud".format(name, self.plugin_name))


def client_plugin_class(name: Optional[str]) -> Any:
    from heat.engine import clients

    manager = getattr(clients, "_mgr", None)
    if manager is None or name not in manager.names():
        return None
    return manager[name].plugin


def bare_instance(cls: type, properties: Any) -> Any:
    """Return an instance that was never initialised, for methods that only state facts."""

    def client_plugin(name: Optional[str] = None) -> CloudStub:
        name = name or getattr(cls, "default_client_name", None)
        return CloudStub(name, client_plugin_class(name))

    def client(name: Optional[str] = None, version: Any = None) -> CloudStub:
        return CloudStub(name or getattr(cls, "default_client_name", None))

    instance = object.__new__(cls)  # type: Any
    instance.client_plugin = client_plugin
    instance.client = client
    instance.properties = properties
    return instance


def plugin_name_of(plugin: Any) -> Optional[str]:
    """Return the name of a client plug-in, None for what finds names without one.

    The classes of plug-ins in Rust have such finders, which say so themselves.
    """
    name = getattr(plugin, "plugin_name", None)
    is_known = hasattr(plugin, "plugin_name") and not isinstance(plugin, CloudStub)
    if name is None and not is_known:
        raise TypeError("cannot tell which client plug-in {} is".format(class_path(type(plugin))))
    return None if name is None else str(name)


# --- What a template can do with a resource -----------------------------------


def template_facts(cls: type, properties: Dict[str, Facts]) -> Facts:
    """Return what a class does in its own methods, as far as templates show it.

    The facts about the deletion policy and the attributes are the questions
    that Heat itself asks. Which dependencies a class adds by comparing values
    is only known to its code, so a class that adds any is just said to.
    """
    facts = {
        "supports_snapshot_deletion": callable(getattr(cls, "handle_snapshot_delete", None)),
        "any_property": issubclass(cls, placeholder_classes()),
        "any_attribute": overrides(cls, "get_attribute"),
        "has_show": has_show(cls),
    }  # type: Facts
    facts.update(without_none(reference_before_creation=early_reference(cls, properties)))
    if overrides(cls, "add_dependencies"):
        facts["has_dependencies_by_value"] = True
    else:
        facts["dependencies_by_value"] = []
    return facts


def placeholder_classes() -> Tuple[type, ...]:
    """Return the class that ignores its properties, in releases that have it."""
    try:
        from heat.engine.resources.openstack.heat import none_resource
    except ImportError:
        return ()
    return (none_resource.NoneResource,)


class AnythingStub:
    """Stands for a client and for what it returns: each part of it is the same again."""

    def __init__(self) -> None:
        self.reads = set()  # type: Set[str]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        self.reads.add(name)
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self

    def __getitem__(self, key: Any) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())


def instance_with_client(cls: type, client: Any) -> Any:
    """Return an instance with this client, which was never initialised: what its ``__init__`` would have set is a stub."""
    anything = AnythingStub()

    def missing(self: Any, name: str) -> Any:
        return getattr(anything, name)

    probe = type(cls.__name__, (cls,), {"__getattr__": missing})
    instance = object.__new__(probe)  # type: Any
    stack = AnythingStub()
    stack.clients = AnythingStub()
    stack.clients.client = lambda *args, **kwargs: client
    # Heat keeps a weak reference to the stack.
    instance.kept = instance.stack = stack
    instance.name = instance.id = instance.resource_id = "probe"
    instance.properties = anything
    return instance


def undecorated(method: Any) -> Any:
    """Return the method that a decorator has wrapped, also if it does not say so."""
    method = inspect.unwrap(method)
    for cell in getattr(method, "__closure__", None) or ():
        if inspect.isfunction(cell.cell_contents):
            return undecorated(cell.cell_contents)
    return method


def returns_record(cls: type) -> bool:
    """Return whether a plug-in's own ``_show_resource`` says that it returns something.

    It may need more than a stub when it runs, such as a client of its own, which
    wants its service.
    """
    method = getattr(cls, "_show_resource", None)
    module = str(getattr(method, "__module__", "")) + "."
    if module.startswith("heat.") and not module.startswith("heat.engine.plugins."):
        return False
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(undecorated(method))))
    except FAILURES:
        return False
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    return any(value is not None and getattr(value, "value", value) is not None for value in returned)


def has_show(cls: type) -> bool:
    """Return whether the attribute ``show`` of a class gives a record of the service.

    The class is asked with a client that has everything: Heat's base class
    answers null without an ``entity`` and a client, and some classes fail, or
    refuse the name before they get that far. The classes of plug-ins in Rust
    decide when they run, and say what their schema says.
    """
    stated = getattr(cls, "has_show", None)
    if isinstance(stated, bool):
        return stated
    client = AnythingStub()
    instance = instance_with_client(cls, client)
    try:
        if overrides(cls, "get_attribute") and instance.get_attribute("show") is None:
            return False
        record = instance._show_resource()
    except FAILURES:
        return returns_record(cls)
    entity = getattr(cls, "entity", None)
    return record is not None and not (entity in client.reads and library_lacks(cls, entity))


def library_lacks(cls: type, entity: str) -> bool:
    """Return whether the client library has no such part.

    The client is a real one, as far as one can be made without a cloud; if
    none can, the library is taken to have what the class names. So it is for
    the classes of plug-ins: what they name is what their authors mean to have.
    """
    if not cls.__module__.startswith("heat.engine.resources."):
        return False
    plugin = client_plugin_class(getattr(cls, "default_client_name", None))
    context = AnythingStub()
    try:
        made = plugin(context)._create()
        # The class's own `client` applies, which may choose a part of the client.
        client = instance_with_client(cls, made).client()
    except FAILURES:
        return False
    return not hasattr(client, entity)


def early_reference(cls: type, properties: Dict[str, Facts]) -> Optional[str]:
    """Return the catalogue's word for what ``get_resource`` gives before the resource exists.

    None if the class needs more than an empty resource to say so, or computes
    it from properties.
    """
    probe = Probe(properties, {})
    instance = bare_instance(cls, probe)
    instance.name = "probe"
    instance.id = instance.resource_id = None
    instance.action = "INIT"
    instance.data = dict
    try:
        reference = instance.get_reference_id()
    except FAILURES:
        return None
    words = {"probe": "name", "None": "none_text", None: "none"}  # type: Dict[Optional[str], str]
    return None if probe.reads else words.get(reference)


# --- Property groups ----------------------------------------------------------


def group_facts(group: Any) -> Json:
    """Return a property group with its operators in lower case.

    A group of API versions holds a client plug-in, which becomes its name.
    """
    if isinstance(group, CloudStub):
        return plugin_name_of(group)
    if isinstance(group, collections.abc.Mapping):
        return {str(key).lower(): group_facts(item) for key, item in group.items()}
    if isinstance(group, (list, tuple)):
        return [group_facts(item) for item in group]
    return to_json(group)


def properties_groups(cls: type, properties: Dict[str, Facts]) -> Json:
    """Return the class's property groups, None if it has none.

    Heat has the checker of such groups, and a specification of the attribute
    read here, but no class of its own that uses them; plug-ins may.
    """
    if not hasattr(cls, "properties_groups_schema"):
        return None
    groups = bare_instance(cls, Probe(properties, {})).properties_groups_schema
    groups = [groups] if isinstance(groups, collections.abc.Mapping) else groups
    return [group_facts(getattr(group, "schema", group)) for group in groups or ()] or None


# --- Properties that record what is read --------------------------------------


class Unassigned(ValueError):
    """A required property was read that has no value; Heat answers with a ValueError too."""

    def __init__(self, name: str) -> None:
        super().__init__("property {} is not assigned".format(name))
        self.name = name


# A value of a marked type says in its attribute `from_property` whose value it is, and
# is a usable value otherwise. None and booleans cannot be marked.
MARKED_TYPES = {
    plain: type("Marked" + plain.__name__.title(), (plain,), {})
    for plain in (str, int, float, list, dict)
}  # type: Dict[type, Any]


def marked(value: Any, name: str) -> Any:
    marked_type = MARKED_TYPES.get(type(value))
    if marked_type is None:
        return value
    result = marked_type(value)
    result.from_property = name
    return result


class Probe(collections.abc.Mapping):
    """Looks like Heat's ``Properties``, with chosen values, and records what is read."""

    def __init__(
        self,
        properties: Dict[str, Facts],
        values: Dict[str, Any],
        reads: Optional[Dict[str, None]] = None,
        only_set: bool = False,
    ) -> None:
        self._properties = properties
        self._values = values
        # A dict for its order: two runs must probe in the same order.
        self.reads = {} if reads is None else reads  # type: Dict[str, None]
        self._only_set = only_set

    @property
    def data(self) -> "Probe":
        """What the template says: only the properties that are set, no defaults."""
        return Probe(self._properties, self._values, self.reads, only_set=True)

    def _read(self, name: str) -> bool:
        """Record that `name` was read, and return whether it exists."""
        if name not in self._properties:
            return False
        self.reads[name] = None
        return not self._only_set or self._values.get(name) is not None

    def __getitem__(self, name: str) -> Any:
        if not self._read(name):
            raise KeyError(name)
        value = base_value(self._properties[name], self._values.get(name))
        if value is None and self._properties[name].get("required"):
            raise Unassigned(name)
        return marked(value, name)

    def get_user_value(self, name: str) -> Any:
        return self.data.get(name)

    def _get_property_value(self, name: str, validate: bool = False) -> Any:
        return self[name]

    def __contains__(self, name: object) -> bool:
        if not self._only_set:
            return name in self._properties
        return isinstance(name, str) and self._read(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._properties if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def base_value(facts: Facts, value: Any = None) -> Any:
    return facts.get("default") if value is None else value


class Domain(NamedTuple):
    """The values with which a property is probed, none of which is null."""

    values: List[Any]
    # Those of them that stand for any other value that the property can have.
    stand_ins: List[Any]


def domain(facts: Facts) -> Domain:
    if facts["type"] == "Boolean":
        return Domain([True, False], [])
    stated = facts.get("stated", [])
    if facts["type"] != "List":  # there the allowed values are those of the items
        for constraint in facts.get("constraints", ()):
            if "allowed_values" in constraint:
                allowed = list(constraint["allowed_values"])
                return Domain(allowed + [value for value in stated if value not in allowed], [])
    # Two of each, so that a rule which is computed from the value, and not just
    # conditional on it, shows as two rules. The numbers are of no significance.
    stand_ins = {
        "Integer": [7919, 7927],
        "Number": [7919, 7927],
        "List": [["probe-1"], ["probe-2"]],
        "Map": [{"probe-1": "probe-1"}, {"probe-2": "probe-2"}],
    }  # type: Dict[str, List[Any]]
    stands = stand_ins.get(facts["type"], ["probe-1", "probe-2"])
    return Domain(stated + stands, stands)


def stated_conditions(cls: type) -> Dict[str, Optional[Facts]]:
    """Return the conditions that a class in Rust was made from, by rule.

    They are only tried: what the class does is what counts. But nobody would
    guess the values of a property that can have any, and one condition can be
    written in several ways.
    """
    native = getattr(cls, "native", None)
    schema = native.schema() if hasattr(native, "schema") else {}
    return {
        canonical({key: item for key, item in rule.items() if key != "when"}): rule.get("when")
        for rule in schema.get("translation_rules", ())
        if rule.get("when", {}).get("property") in (None, *schema.get("properties", ()))
    }


def with_stated_values(
    properties: Dict[str, Facts], stated: Dict[str, Optional[Facts]]
) -> Dict[str, Facts]:
    """Return the properties with the values to try."""
    values = {}  # type: Dict[str, List[Any]]
    for when in filter(None, stated.values()):
        # Null is what the run with nothing set tries.
        tried = (value for value in when.get("in", ()) if value is not None)
        values.setdefault(when["property"], []).extend(tried)
    return {
        name: dict(facts, stated=unique(values.get(name, ()))) for name, facts in properties.items()
    }


def unique(values: Iterable[Any]) -> List[Any]:
    found = {}  # type: Dict[str, Any]
    for value in values:
        found.setdefault(canonical(value), value)
    return list(found.values())


# --- Translation rules --------------------------------------------------------


class NotExpressible(Exception):
    """The rules depend on the properties in a way that ``when`` has no words for."""


class Run(NamedTuple):
    """One call of ``translation_rules``."""

    values: Dict[str, Any]
    rules: List[Facts]
    reads: List[str]

    def has(self, key: str) -> bool:
        return any(canonical(rule) == key for rule in self.rules)


def value_facts(value: Any) -> Json:
    """Return a rule's value, with a reference in place of every property's value."""
    name = getattr(value, "from_property", None)
    if name is not None:
        return {"get_property": name}
    if isinstance(value, collections.abc.Mapping):
        return {str(key): value_facts(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [value_facts(item) for item in value]
    return to_json(value)


def has_reference(value: Json) -> bool:
    if isinstance(value, dict):
        return list(value) == ["get_property"] or any(map(has_reference, value.values()))
    return isinstance(value, list) and any(map(has_reference, value))


def shown_value(value: Json, properties: Dict[str, Facts], values: Dict[str, Any]) -> Json:
    """Return what a rule's value shows of these properties: null and booleans are not marked."""
    if isinstance(value, list):
        return [shown_value(item, properties, values) for item in value]
    if not isinstance(value, dict):
        return value
    name = value.get("get_property")
    if len(value) == 1 and name in properties:
        own = base_value(properties[name], values.get(name))
        return value if type(own) in MARKED_TYPES else own
    return {key: shown_value(item, properties, values) for key, item in value.items()}


def shown_rule(rule: Facts, properties: Dict[str, Facts], values: Dict[str, Any]) -> Facts:
    """Return what a rule that refers to properties shows of them. Heat drops an empty value."""
    value = shown_value(rule["value"], properties, values)
    name = value.get("get_property") if isinstance(value, dict) else None
    own = base_value(properties[name], values.get(name)) if name in properties else value
    rest = {key: item for key, item in rule.items() if key != "value"}
    return dict(rest, value=value) if own else rest


def rule_facts(rule: Any) -> Facts:
    facts = {
        "rule": rule.rule.lower(),
        "translation_path": to_json(rule.translation_path),
    }  # type: Facts
    if rule.value is not None:
        facts["value"] = value_facts(rule.value)
    if rule.client_plugin is not None:
        facts.update(without_none(client_plugin=plugin_name_of(rule.client_plugin)))
    for key in ("value_name", "value_path", "custom_value_path", "finder", "entity"):
        value = getattr(rule, key, None)
        if value is not None:
            facts[key] = to_json(value)
    return facts


def run_rules(cls: type, properties: Dict[str, Facts], values: Dict[str, Any]) -> Run:
    """Ask the class for its rules, as if `values` were a template's properties.

    A required property that is missed gets a value and another try: a
    template without it never comes so far.
    """
    values = dict(values)
    while True:
        probe = Probe(properties, values)
        try:
            rules = bare_instance(cls, probe).translation_rules(probe) or []
        except Unassigned as missing:
            values[missing.name] = domain(properties[missing.name]).values[0]
            continue
        return Run(values, [rule_facts(rule) for rule in rules], list(probe.reads))


def probe_rules(cls: type, properties: Dict[str, Facts]) -> Tuple[Run, Dict[str, List[Run]]]:
    """Return the run with nothing set, and for each property read, one run per value."""
    base = run_rules(cls, properties, {})
    variants = {}  # type: Dict[str, List[Run]]
    waiting = list(base.reads)
    while waiting:
        name = waiting.pop(0)
        if name in variants:
            continue
        variants[name] = [
            run_rules(cls, properties, dict(base.values, **{name: value}))
            for value in domain(properties[name]).values
        ]
        waiting.extend(itertools.chain.from_iterable(run.reads for run in variants[name]))
    return base, variants


def with_references(run: Run, rules: List[Facts], properties: Dict[str, Facts]) -> Run:
    """Return a run with the references that its values hid.

    `rules` are those with references that other values showed.
    """
    shown = {canonical(shown_rule(rule, properties, run.values)): rule for rule in rules}
    return run._replace(rules=[shown.get(canonical(rule), rule) for rule in run.rules])


def merge_rules(runs: List[Run]) -> List[Facts]:
    """Return the rules of all runs, each once and in Heat's order.

    A new rule goes in front of the rule that follows it in its own run.
    """
    merged = []  # type: List[str]
    rules = {}  # type: Dict[str, Facts]
    for run in runs:
        keys = [canonical(rule) for rule in run.rules]
        known = set(merged)
        for index, (key, rule) in enumerate(zip(keys, run.rules)):
            if key in rules:
                continue
            rules[key] = rule
            following = next((other for other in keys[index + 1 :] if other in known), None)
            merged.insert(len(merged) if following is None else merged.index(following), key)
    return [rules[key] for key in merged]


def condition(
    key: str, properties: Dict[str, Facts], base: Run, variants: Dict[str, List[Run]]
) -> Optional[Facts]:
    """Return on which property's value the rule `key` depends, None if on none."""
    conditions = []
    for name, runs in variants.items():
        # Where the rule applies; the value in the base run is null or a default.
        applies = [(base_value(properties[name], base.values.get(name)), base.has(key))]
        applies.extend((run.values[name], run.has(key)) for run in runs)
        if len({present for _, present in applies}) == 2:
            conditions.append(value_condition(name, domain(properties[name]), applies))
    if len(conditions) > 1:
        names = ", ".join(facts["property"] for facts in conditions)
        raise NotExpressible("a translation rule depends on several properties: " + names)
    return conditions[0] if conditions else None


def value_condition(name: str, values: Domain, applies: List[Tuple[Any, bool]]) -> Facts:
    """Return the condition on property `name` under which something `applies`."""
    # "Not empty" says nothing about a boolean that is false.
    boolean = any(isinstance(value, bool) for value, _ in applies)
    if not boolean and all(present == bool(value) for value, present in applies):
        return {"property": name}
    chosen = unique(value for value, present in applies if present)
    if any(value in values.stand_ins for value in chosen):
        raise NotExpressible("a translation rule is computed from the property " + name)
    return {"property": name, "in": chosen}


def holds(when: Optional[Facts], properties: Dict[str, Facts], values: Dict[str, Any]) -> bool:
    if when is None:
        return True
    name = when["property"]
    value = base_value(properties[name], values.get(name))
    if "in" in when:
        return canonical(value) in map(canonical, when["in"])
    return bool(value)


def find_rules(cls: type, properties: Dict[str, Facts]) -> List[Facts]:
    """Return the translation rules of a class, with the conditions on which they apply.

    Rules are the result of a method, which may look at the properties. So the
    method is called with nothing set, and then for each property that it looks
    at with each of its allowed values, or with stand-ins that can be recognised
    in the result. Comparing the results shows which rules are conditional.
    """
    if not overrides(cls, "translation_rules"):
        return []
    stated = stated_conditions(cls)
    properties = with_stated_values(properties, stated)
    base, variants = probe_rules(cls, properties)
    all_runs = [base] + list(itertools.chain.from_iterable(variants.values()))
    seen = [rule for run in all_runs for rule in run.rules] + [json.loads(rule) for rule in stated]
    referring = [rule for rule in seen if has_reference(rule.get("value"))]
    base = with_references(base, referring, properties)
    for name, runs in variants.items():
        variants[name] = [with_references(run, referring, properties) for run in runs]
    all_runs = [base] + list(itertools.chain.from_iterable(variants.values()))
    found = []
    for rule in merge_rules(all_runs):
        key = canonical(rule)
        when = stated.get(key)
        is_true = all(holds(when, properties, run.values) == run.has(key) for run in all_runs)
        if key not in stated or not is_true:
            when = condition(key, properties, base, variants)
        found.append((rule, when))
    check_rules(cls, properties, found, variants, referring)
    return [dict(rule) if when is None else dict(rule, when=when) for rule, when in found]


def check_rules(
    cls: type,
    properties: Dict[str, Facts],
    found: List[Tuple[Facts, Optional[Facts]]],
    variants: Dict[str, List[Run]],
    referring: List[Facts],
) -> None:
    """Compare the result with calls in which all properties that are read are set.

    The probing varies one property at a time. A rule that needs two of them
    shows here, and it is better to say so than to state half of it.
    """
    for last in (0, -1):
        values = {name: domain(properties[name]).values[last] for name in variants}
        run = with_references(run_rules(cls, properties, values), referring, properties)
        actual = [canonical(rule) for rule in run.rules]
        expected = [canonical(rule) for rule, when in found if holds(when, properties, values)]
        if actual != expected:
            raise NotExpressible("the translation rules depend on a combination of properties")


# --- The document -------------------------------------------------------------


def introspect_type(name: str, cls: type, names: TypeNames, errors: Errors) -> Optional[Facts]:
    faults = Faults()
    try:
        facts = type_facts(cls, names, faults)
    except FAILURES as error:
        errors.add(error, type=name)
        return None
    for path, error in faults.found:
        line = declared_line(cls, path)
        errors.add(error, type=name, part=path, **({"line": str(line)} if line else {}))
    parts = (
        ("translation_rules", find_rules),
        ("properties_groups", properties_groups),
        ("template_facts", template_facts),
    )  # type: Tuple[Tuple[str, Callable[[type, Dict[str, Facts]], Json]], ...]
    for part, reader in parts:
        try:
            found = reader(cls, facts.get("properties", {}))
        except FAILURES as error:
            errors.add(error, type=name, part=part)
        else:
            facts.update(found if part == "template_facts" else without_none(**{part: found}))
    return facts


def introspect() -> Json:
    errors = Errors()
    env = load_environment(errors)
    classes = registered_classes(env, errors)
    names = TypeNames(classes)
    all_facts = ((name, introspect_type(name, cls, names, errors)) for name, cls in classes.items())
    return {
        "heat_version": installed_version(),
        "types": {name: facts for name, facts in all_facts if facts is not None},
        "registered_constraints": constraint_facts(env),
        "errors": errors.to_json(),
    }


def main() -> None:
    output = claim_stdout()
    forget_script_folder()
    quiet()
    document = introspect()
    with os.fdopen(output, "w", encoding="utf-8") as stream:
        json.dump(document, stream, ensure_ascii=False, allow_nan=False, indent=1)
        stream.write("\n")


if __name__ == "__main__":
    main()
