"""Live the types of a plug-in: real resources of Heat, from their creation to their end, with stand-ins for the services."""

import ast
import inspect
import textwrap

from . import causes, house, spy, stand_in, values

ACTIONS = ("suspend", "resume", "check", "snapshot")
# How many calls of a creation are let fail, and how many properties a second life may have.
FAILURES = 16


class NotLived(Exception):
    """A life cannot go on, because of no mistake that is certain."""


class Type:
    """The lives of one type."""

    def __init__(self, name, cls, own, home, answers=None):
        self.name, self.cls, self.own, self.house, self.answers = name, cls, own, home, answers
        self.files = {file for file in (source_file(each) for each in own) if file}
        self.rows, self.found, self.spy = {}, [], spy.Spy(cls, own)
        self.seen, self.refusals = set(), {}
        self.variant = {}
        self.functions = functions_of(own)

    # ---- what is reported ----

    def row(self, step, result, why=None, prop=None):
        """Note what became of a step: a breach before a life, and a life before none."""
        order = ("not lived", "lived", "breach")
        key = (step, prop)
        known = self.rows.get(key)
        if known is None or order.index(result) > order.index(known["result"]):
            self.rows[key] = {"step": step, "result": result}
            if prop is not None:
                self.rows[key]["property"] = prop
            if why and result != "lived":
                self.rows[key]["why"] = why

    def breach(self, rule, step, message, file=None, line=None, prop=None):
        self.row(step, "breach", rule, prop)
        if file is None:
            file, line = self.place(step)
        # One line fails in several lives for one reason.
        key = (rule, prop, file, line) if file is not None else (rule, step, prop)
        if key in self.seen:
            return
        self.seen.add(key)
        entry = {"type": self.name, "rule": rule, "handler": step, "message": message}
        if prop is not None:
            entry["property"] = prop
        if file is not None:
            entry.update(file=file, line=str(line))
        self.found.append(entry)

    def place(self, name):
        """Return the file and the line of a handler, or else those of the class."""
        for each in self.cls.__mro__:
            if name in vars(each) and each in self.own:
                function = inspect.unwrap(getattr(vars(each)[name], "__func__", vars(each)[name]))
                if hasattr(function, "__code__"):
                    return function.__code__.co_filename, function.__code__.co_firstlineno
        for each in self.own:
            try:
                return inspect.getsourcefile(each), inspect.getsourcelines(each)[1]
            except Exception:
                continue
        return None, None

    # ---- steps ----

    def world(self):
        found = stand_in.World(self.files, **self.variant)
        self.restore_clients()
        self.restore_clients = stand_in.replace_clients(found, self.answers)
        self.house.session = stand_in.Answer.make(found, "keystone_session", "")
        self.house.engine = stand_in.Answer.make(found, "engine", "")
        return found

    def restore_clients(self):
        pass

    def attempt(self, step, resource, function, world, prop=None, allowed=(), is_row=True):
        """Run a step; raise `NotLived` if it does not come to its end."""
        self.spy.window, self.last_error = None, None
        self.spy.entered, self.spy.failed = [], None
        world.times.clear()
        try:
            with self.house.step(self.name, step if prop is None else "{} ({})".format(step, prop)):
                return function()
        except allowed as error:
            return error
        except house.Hangs as error:
            handler = self.spy.failed or step
            if not world.calls and not world.raised:
                self.breach("step-hangs", handler, "`{}` does not end: {}".format(handler, error))
            self.row(step, "not lived", str(error), prop)
            # One wait is enough.
            self.house.seconds = 1
            raise NotLived(str(error))
        except (house.Leaves, stand_in.Endless) as error:
            self.row(step, "not lived", str(error), prop)
            raise NotLived(str(error))
        except (SystemExit, KeyboardInterrupt) as error:
            handler = self.spy.failed or step
            self.breach("handler-fails", handler, "`{}` ends the engine: {}".format(handler, causes.text_of(error)), prop=prop)
            raise NotLived("it ends the process")
        except BaseException as error:
            self.last_error = causes.unwrapped(error)
            self.judge_error(step, resource, error, world, prop, is_row)
            raise NotLived(causes.text_of(causes.unwrapped(error)))

    def judge_error(self, step, resource, error, world, prop, is_row):
        cause = causes.Causes(self.files, world).of(error, resource)
        handler = self.spy.failed or step
        if cause.is_own:
            message = "`{}` fails: {}{}".format(handler, cause.message, self.explained(cause, error, resource))
            self.breach(cause.rule, handler, message, cause.file, cause.line, prop if step == "handle_update" else None)
        if is_row:
            self.row(step, "not lived", cause.message, prop)

    def explained(self, cause, error, resource):
        """Return what else is known of an attribute that is not there."""
        error = causes.unwrapped(error)
        name = getattr(error, "name", None)
        if isinstance(error, AttributeError) and name and getattr(error, "obj", None) is resource and name in self.functions.assigned:
            return "; it is set elsewhere, and not there when the resource is loaded again"
        return ""

    def live(self):
        """Live all lives."""
        try:
            base = self.valid({})
        except NotLived as error:
            self.row("validate", "not lived", str(error))
            return
        full = self.filled(base)
        self.base = base
        for variant in stand_in.World.VARIANTS:
            self.variant = variant
            lived = [self.safely(self.whole_life, base)]
            if full != base:
                lived.append(self.safely(self.whole_life, full))
            if all(lived):
                break
        for properties in ([base] if full == base else [base, full]):
            for death in (self.gone, self.never_created, self.failures, self.again):
                self.safely(death, properties)
        self.updates(base, full)
        for key, (window, file, line) in self.spy.unknown.items():
            self.breach("no-such-property", window or "validate", "`{}` reads `{}`, which `properties_schema` does not have".format(
                window or "a method", key), file, line)

    def safely(self, life, *given):
        try:
            life(*given)
            return True
        except NotLived:
            return False

    # ---- properties ----

    def valid(self, properties):
        """Return properties with all that are required, which the type's `validate` accepts."""
        maker = values.Maker(self.house.context, False)
        schemata = self.schemata()
        found = dict(properties)
        for name, schema in schemata.items():
            if schema.required and name not in found:
                made = maker.values(name, schema, 1)
                if not made:
                    raise NotLived("no value was found for the required `{}`".format(name))
                found[name] = made[0]
        refusal = self.refusal(found)
        if refusal is None:
            return found
        # Some types want one of several, and their message says which.
        for name in sorted(schemata, key=lambda name: (name not in str(refusal), str(name))):
            if name not in found:
                for value in maker.values(name, schemata[name]):
                    if self.refusal(dict(found, **{name: value})) is None:
                        return dict(found, **{name: value})
        raise NotLived("`validate` refuses the properties: {}".format(refusal))

    def filled(self, base):
        """Return properties with as many optional ones as `validate` accepts beside each other."""
        maker, found = values.Maker(self.house.context, True), dict(base)
        schemata = self.schemata()
        for name, schema in schemata.items():
            if name in found or not values.usable(schema):
                continue
            for value in maker.values(name, schema):
                tried = dict(found, **{name: value})
                if self.refusal(tried) is None:
                    found = tried
                    break
        return found

    def schemata(self):
        from heat.engine import properties

        return {name: properties.Schema.from_legacy(schema) if isinstance(schema, dict) else schema
                for name, schema in self.cls.properties_schema.items()}

    def refusal(self, given):
        """Return why `validate` refuses properties; none if it accepts them."""
        key = repr(given)
        if key not in self.refusals:
            self.refusals[key] = self.asked_refusal(given)
        return self.refusals[key]

    def asked_refusal(self, given):
        from heat.common import exception

        world, made = self.world(), None

        def validate():
            nonlocal made
            made = self.spy.watch(self.house.stack(self.name, given)[house.NAME])
            made.validate()

        try:
            refused = self.attempt("validate", made, validate, world, allowed=(exception.StackValidationFailed,))
        except NotLived as error:
            return error
        if refused is None:
            self.row("validate", "lived")
        return refused

    # ---- lives ----

    def created(self, given, world):
        """Create a resource. Return the ID of its stack."""
        stack = self.house.stored(self.name, given)
        resource = self.spy.watch(stack[house.NAME])
        resource.store()
        ended = self.attempt("handle_create", resource, lambda: self.house.run(resource.create, world), world)
        self.row("handle_create", "lived")
        if not ended:
            # The other handlers are lived all the same.
            if not self.safely(self.endless, "check_create_complete"):
                resource.state_set(resource.CREATE, resource.COMPLETE)
        elif hasattr(self.cls, "check_create_complete"):
            self.row("check_create_complete", "lived")
        return stack.id

    def endless(self, poll):
        """Judge a poll that has not ended: if it can return nothing else, or never gets to where it does, it never ends."""
        results = [result for name, result in self.spy.results if name == poll]
        if results and all(result is None for result in results[-house.POLLS:]) and not self.functions.returns(poll):
            self.breach("poll-never-ends", poll, "`{}` never returns a value that is true, so Heat calls it until the stack times out".format(poll))
        self.row(poll, "not lived", "the poll did not end")
        raise NotLived("the poll did not end")

    def whole_life(self, given):
        world = self.world()
        stack = self.created(given, world)
        resource = self.house.loaded(stack)
        creating = [call for call in world.calls if call.creates]
        is_lost = resource.resource_id is None and creating and self.functions.uses("handle_delete", "resource_id")
        keeps = bool(resource.data()) or bool(resource.metadata_get())
        saved = self.house.save()
        self.spy.watch(resource)
        self.attempt("get_reference_id", resource, resource.FnGetRefId, world)
        self.row("get_reference_id", "lived")
        for name in self.cls.attributes_schema:
            self.safely(self.attribute, stack, name, world)
        self.house.restore(saved)
        for action in ACTIONS:
            if callable(getattr(self.cls, "handle_" + action, None)):
                if not self.safely(self.action, stack, action, world):
                    self.house.restore(saved)
        self.house.restore(saved)
        try:
            calls = self.delete(stack, world, is_normal=True)
        except NotLived:
            calls = None
            if keeps:
                raise
        if is_lost and (not keeps or not any(call.deletes for call in calls)):
            self.breach("id-not-stored", "handle_create", "`handle_create` calls `{}`, and stores no `resource_id`: the resource cannot be deleted".format(
                creating[0]), creating[0].file, creating[0].line)

    def keeps_id_elsewhere(self, resource):
        """Return whether there is something else that a deletion could know it by."""
        return bool(resource.data()) or bool(resource.metadata_get()) or not self.functions.uses("handle_delete", "resource_id")

    def attribute(self, stack, name, world):
        resource = self.spy.watch(self.house.loaded(stack))
        step = "attribute {}".format(name)
        calls = len(world.calls)
        before = set(self.spy.reads), set(self.spy.other)
        self.spy.reads.clear()
        self.spy.other.clear()
        self.spy.results.clear()

        value = self.attempt(step, resource, lambda: resource.FnGetAtt(name), world)
        asked = len(world.calls) > calls or any(window == "_resolve_attribute" for window, _ in self.spy.reads) or "_resolve_attribute" in self.spy.other
        self.spy.reads |= before[0]
        self.spy.other |= before[1]
        resolved = [result for handler, result in self.spy.results if handler == "_resolve_attribute"]
        if value is None and resolved == [None] and not asked and resource.resource_id is not None:
            self.breach("attribute-not-resolved", step, "`_resolve_attribute` returns nothing for `{}`: it is always null".format(name),
                        *self.place("_resolve_attribute"))
        self.row(step, "lived")

    def action(self, stack, action, world):
        resource = self.spy.watch(self.house.loaded(stack))
        step = "handle_" + action
        if action == "resume" and resource.action != "SUSPEND":
            resource.state_set(resource.SUSPEND, resource.COMPLETE)
        if not self.attempt(step, resource, lambda: self.house.run(getattr(resource, action), world), world):
            self.endless("check_{}_complete".format(action))
        self.row(step, "lived")

    def delete(self, stack, world, step="handle_delete", is_normal=False):
        """Delete a resource that is loaded anew. Return the calls."""
        resource = self.spy.watch(self.house.loaded(stack))
        first = len(world.calls)
        world.forgets, world.deleted = True, False
        if not self.attempt(step, resource, lambda: self.house.run(resource.delete, world), world):
            self.endless("check_delete_complete")
        world.forgets = world.gone = False
        self.row(step, "lived")
        if hasattr(self.cls, "check_delete_complete") and is_normal:
            self.row("check_delete_complete", "lived")
        return world.calls[first:]

    # ---- ends ----

    def ended(self, step, stack, world, rule, message):
        """Delete what is gone or never was: an exception of the service that gets through is a breach."""
        raised = len(world.raised)
        try:
            return self.delete(stack, world, step)
        except NotLived:
            last = world.raised[-1] if len(world.raised) > raised else None
            if last is not None and self.passed(last):
                call = world.calls[-1] if world.calls else None
                file, line = (call.file, call.line) if call else (None, None)
                self.breach(rule, step, message.format(call), file, line)
            raise

    def passed(self, error):
        """Return whether the last step ended with this exception, or one that it became."""
        return self.last_error is error

    def gone(self, given):
        world = self.world()
        stack = self.created(given, world)
        resource = self.house.loaded(stack)
        if resource.resource_id is None:
            return
        if not any(world.knows_gone(client) for client in world.plugins):
            if world.calls:
                self.row("delete of what is gone", "not lived", "no client plug-in has an exception for it")
            return
        world.gone_ids = (str(resource.resource_id),)
        self.ended("delete of what is gone", stack, world, "delete-fails-if-gone",
                   "the deletion fails if the service no longer has the resource: `{}` raises that it is not found")

    def again(self, given):
        """Delete once more what was deleted, after the deletion failed for another reason."""
        world = self.world()
        stack = self.created(given, world)
        resource = self.house.loaded(stack)
        known = resource.resource_id
        self.delete(stack, world)
        resource = self.house.loaded(stack)
        resource.state_set(resource.DELETE, resource.FAILED, "failed")
        if known is not None and any(world.knows_gone(client) for client in world.plugins):
            world.gone_ids = (str(known),)
            self.ended("delete again", stack, world, "delete-fails-if-gone",
                       "a second deletion fails if the service no longer has the resource: `{}` raises that it is not found")

    def never_created(self, given):
        world = self.world()
        stack = self.house.stored(self.name, given)
        resource = stack[house.NAME]
        resource.store()
        resource.state_set(resource.CREATE, resource.FAILED, "failed")
        world.gone_ids = (None,)
        step = "delete of what was never created"
        self.ended(step, stack.id, world, "delete-without-id",
                   "the deletion fails if nothing was created: `{}` is called without an ID")
        asked = [call for call in world.calls if call.is_without_id]
        if asked:
            self.breach("delete-without-id", step, "`{}` is called without an ID if nothing was created".format(asked[0]), asked[0].file, asked[0].line)

    def failures(self, given):
        """Let each call of a creation fail, and delete what is there."""
        world = self.world()
        self.created(given, world)
        for number in range(min(len(world.calls), FAILURES)):
            self.safely(self.failure, given, number)

    def failure(self, given, number):
        world = self.world()
        stack = self.house.stored(self.name, given)
        resource = self.spy.watch(stack[house.NAME])
        resource.store()
        world.fails_at = number
        step = "delete after a failed creation"
        try:
            self.attempt("an error of the service in handle_create", resource, lambda: self.house.run(resource.create, world), world, is_row=False)
        except NotLived:
            pass
        if not world.raised:
            return
        failed = world.calls[number]
        # What is called on what was made may be what makes it.
        made = [call for call in world.calls[:number] if call.creates and not failed.name.startswith(call.name + ".")]
        world.fails_at = None
        resource = self.house.loaded(stack.id)
        if resource.status != resource.FAILED:
            return
        calls = self.delete(stack.id, world, step)
        if made and resource.resource_id is None and not self.keeps_id_elsewhere(resource) and not any(call.deletes and not call.is_without_id for call in world.calls[number:]):
            self.breach("id-stored-late", step, "`{}` has created something when `{}` fails, and no `resource_id` is stored: a deletion leaves it behind".format(
                made[0], failed), made[0].file, made[0].line)
        return calls

    # ---- updates ----

    def updates(self, base, full):
        from heat.engine import resource

        if self.cls.handle_update is resource.Resource.handle_update:
            return
        saved = {}
        for name, schema in self.schemata().items():
            if not schema.update_allowed or not values.usable(schema):
                continue
            made = values.Maker(self.house.context, True).values(name, schema, 3)
            for before, after in self.changes(base, full, name, made):
                self.safely(self.update, before, after, name, saved)
            if ("handle_update", name) not in self.rows:
                self.row("handle_update", "not lived", "no change of it was found that `validate` accepts", name)

    def changes(self, base, full, name, made):
        """Yield pairs of properties: one changed, removed, added."""
        around = full if name in full else base
        others = [each for each in made if each != around.get(name)]
        for value in others[:1]:
            yield around, dict(around, **{name: value})
        if name in full and name not in base:
            yield full, {key: value for key, value in full.items() if key != name}
        if name not in base and made:
            yield base, dict(base, **{name: made[0]})

    def update(self, before, after, name, saved):
        from heat.common import exception
        from heat.engine import resource as of_heat

        if self.refusal(before) is not None or self.refusal(after) is not None:
            return
        key = repr(before)
        world = self.world()
        if key not in saved:
            try:
                stack = self.created(before, world)
            except NotLived as error:
                self.row("handle_update", "not lived", "it could not be created: {}".format(error), name)
                raise
            saved[key] = stack, self.house.save()
        stack, rows = saved[key]
        self.house.restore(rows)
        resource = self.spy.watch(self.house.loaded(stack))
        changed = self.house.stack(self.name, after)[house.NAME].t
        first, reads = len(world.calls), self.spy.reads
        self.spy.reads, whole = set(), self.spy.whole
        self.spy.whole, self.spy.entered = set(), []
        try:
            replaced = self.attempt("handle_update", resource, lambda: self.house.run(resource.update, world, changed), world, name,
                                    (of_heat.UpdateReplace, exception.NotSupported))
        finally:
            now, used, entered = self.spy.reads, self.spy.whole, self.spy.entered
            self.spy.reads, self.spy.whole = reads | now, whole | used
        if replaced is False:
            self.endless("check_update_complete")
        self.row("handle_update", "lived", prop=name)
        if replaced is True and "handle_update" in entered and name in self.spy.changed:
            self.is_used(name, now, used, world.calls[first:])

    def is_used(self, name, reads, used, calls):
        """Report a change that is accepted and then not even read."""
        windows = ("handle_update", "check_update_complete")
        if used or any((window, name) in reads for window in windows) or any(spy.holds_diff((call.args, call.kwargs)) for call in calls):
            return
        if self.functions.mentions_elsewhere(name, self.constants()):
            return
        self.breach("update-ignored", "handle_update", "a changed `{}` is accepted, and `handle_update` does not read it: "
                    "nothing happens, and Heat believes that it did".format(name), *self.place("handle_update"), prop=name)

    def constants(self):
        """Return the names of the class for each text."""
        found = {}
        for each in self.cls.__mro__:
            for key, value in vars(each).items():
                if isinstance(value, str):
                    found.setdefault(value, set()).add(key)
        return found


class Functions:
    """The source of the functions of a plug-in's classes."""

    def __init__(self, own):
        self.nodes, self.assigned = {}, set()
        for each in own:
            for name, value in vars(each).items():
                function = inspect.unwrap(getattr(value, "__func__", getattr(value, "fget", value)) or value) if not isinstance(value, type) else value
                if inspect.isfunction(function) and name not in self.nodes:
                    try:
                        self.nodes[name] = ast.parse(textwrap.dedent("".join(inspect.getsourcelines(function)[0]))).body[0]
                    except Exception:
                        continue
        for node in self.nodes.values():
            self.assigned |= {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)}

    def returns(self, name):
        """Return whether a function has a `return` whose value may be true."""
        node = self.nodes.get(name)
        if node is None:
            return True
        return any(isinstance(each, ast.Return) and each.value is not None and not (isinstance(each.value, ast.Constant) and not each.value.value)
                   for each in ast.walk(node)) or any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(node))

    def uses(self, name, attribute):
        """Return whether a function, or one that it calls, mentions an attribute; true if it is not known."""
        node = self.nodes.get(name)
        if node is None:
            return True
        return any(isinstance(each, ast.Attribute) and each.attr == attribute for each in ast.walk(node))

    def mentions_elsewhere(self, name, constants):
        """Return whether a function mentions a property that is not only there for the creation."""
        names = constants.get(name, set())
        for function, node in self.nodes.items():
            if function in ("handle_create", "check_create_complete", "validate", "handle_update", "check_update_complete"):
                continue
            for each in ast.walk(node):
                key = each.slice if isinstance(each, ast.Subscript) else each.args[0] if is_get(each) else None
                base = each.value if isinstance(each, ast.Subscript) else each.func.value if key is not None else None
                if key is not None and "prop" in ast.dump(base) and is_key(key, name, names):
                    return True
        return False


def is_get(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args


def is_key(node, name, names):
    return isinstance(node, ast.Constant) and node.value == name or isinstance(node, ast.Attribute) and node.attr in names


def functions_of(own):
    return Functions(own)


def source_file(cls):
    try:
        return inspect.getsourcefile(cls)
    except Exception:
        return None


def lives(classes, is_own, progress=None, answers=None, seconds=10):
    """Live each type. Return the rows of each, and the breaches."""
    home = house.House(seconds, progress)
    rows, breaches = {}, []
    home.open()
    try:
        for name, cls in classes.items():
            own = [each for each in cls.__mro__ if each is not object and is_own(each)]
            one = Type(name, cls, own, home, answers)
            undone = len(home.undo)
            home.seconds = seconds
            try:
                one.spy.install(home)
                one.live()
            except Exception as error:
                one.row("all", "not lived", causes.text_of(error))
                one.error = error
            finally:
                one.restore_clients()
                one.restore_clients = lambda: None
                while len(home.undo) > undone:
                    owner, key, value = home.undo.pop()
                    setattr(owner, key, value)
            rows[name] = list(one.rows.values())
            breaches += one.found
    finally:
        home.close()
    return rows, breaches
