"""Find whose error an exception is: the plug-in's own, or one of what a stand-in answered.

An error is the plug-in's own only if its line shows that no answer of a service takes part in it.
"""

import ast
import linecache
import re

from .stand_in import Answer, holds_answer

# Mistakes of a program, not refusals.
MISTAKES = (AttributeError, NameError, TypeError, KeyError, IndexError, AssertionError, RecursionError, NotImplementedError, UnboundLocalError)
# What a resource has by Heat, whatever a service answers.
OF_HEAT = {"resource_id", "properties", "name", "t", "id", "action", "status", "context", "data", "metadata_get", "physical_resource_name",
           "uuid", "type", "client_plugin", "attributes", "resource_id_set", "data_set", "data_delete"}
ARITY = re.compile(r"(missing \d+ required|takes .*positional argument|unexpected keyword argument|multiple values for argument|"
                   r"takes no keyword)")


class Trees:
    """The sources of files, parsed."""

    def __init__(self):
        self.trees = {}

    def tree(self, file):
        if file not in self.trees:
            try:
                self.trees[file] = ast.parse("".join(linecache.getlines(file)))
            except Exception:
                self.trees[file] = None
        return self.trees[file]

    def function(self, file, line, name):
        """Return the innermost function of a name around a line."""
        found = [node for node in ast.walk(self.tree(file) or ast.Module([], []))
                 if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and node.lineno <= line <= node.end_lineno
                 and (getattr(node, "name", name) == name)]
        return max(found, key=lambda node: node.lineno) if found else None

    def expression(self, file, trace):
        """Return the node in which an error arose: where Python does not know, the statement of the line."""
        tree = self.tree(file)
        if tree is None:
            return None
        code, line = trace.tb_frame.f_code, trace.tb_lineno
        span = None
        if hasattr(code, "co_positions"):
            span = next((each for index, each in enumerate(code.co_positions()) if index == trace.tb_lasti // 2), None)
        if span and None not in span:
            for node in ast.walk(tree):
                if isinstance(node, (ast.expr, ast.stmt)) and (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset) == span:
                    return node
        statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno <= line <= node.end_lineno]
        return max(statements, key=lambda node: node.lineno) if statements else None


class Cause:
    """What was found of an error."""

    def __init__(self, is_own, message, file=None, line=None, rule="handler-fails"):
        self.is_own, self.message, self.file, self.line, self.rule = is_own, message, file, line, rule


def text_of(error):
    text = str(error) or ""
    return "{}: {}".format(type(error).__name__, text.splitlines()[0] if text else "").rstrip(": ")


class Causes:
    def __init__(self, files, world):
        self.files, self.world, self.trees = set(files), world, Trees()

    def frames(self, error):
        trace, found = error.__traceback__, []
        while trace is not None:
            found.append(trace)
            trace = trace.tb_next
        return found

    def of(self, error, resource):
        """Return the cause of an error that a handler has let through."""
        error = unwrapped(error)
        traces = self.frames(error)
        own = [each for each in traces if each.tb_frame.f_code.co_filename in self.files]
        if not own:
            return Cause(False, text_of(error))
        inner = own[-1]
        file, line = inner.tb_frame.f_code.co_filename, inner.tb_lineno
        cause = Cause(False, text_of(error), file, line)
        if any(error is each for each in self.world.raised):
            return cause
        if isinstance(error, RecursionError):
            cause.is_own = sum(1 for each in own if each.tb_frame.f_code is inner.tb_frame.f_code) > 50
            return cause
        if not isinstance(error, MISTAKES):
            return cause
        node = self.trees.expression(file, inner)
        if isinstance(node, ast.Raise) and traces[-1] is inner:
            return cause
        if traces[-1] is inner:
            cause.is_own = self.is_mistake(error, node, inner.tb_frame, resource)
        else:
            cause.is_own = self.is_mistake_in_heat(error, traces, node, inner)
            if cause.is_own and isinstance(error, KeyError):
                cause.rule = "no-such-property"
        return cause

    def is_mistake_in_heat(self, error, traces, node, inner):
        """Return whether Heat complains of what the plug-in's line itself asks for."""
        last = traces[-1].tb_frame
        module, name = last.f_globals.get("__name__", ""), last.f_code.co_name
        if isinstance(error, KeyError) and module == "heat.engine.properties":
            return "Invalid Property" in str(error) and not holds_answer(last.f_locals.get("key"))
        return isinstance(error, AssertionError) and module == "heat.engine.resource" and name in ("client", "client_plugin")

    def is_mistake(self, error, node, frame, resource):
        if isinstance(error, UnboundLocalError):
            return False
        if isinstance(error, NameError):
            return True
        if isinstance(error, AttributeError):
            obj = getattr(error, "obj", resource if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
                          and node.value.id == "self" else None)
            if isinstance(obj, Answer):
                return False
            if obj is resource and obj is not None:
                return True
            module = getattr(obj, "__name__", "") if type(obj).__name__ == "module" else ""
            if module:
                return True
        if isinstance(error, TypeError) and ARITY.search(str(error)):
            call = node if isinstance(node, ast.Call) else None
            spread = call is not None and (any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords))
            return call is not None and not spread and is_of_resource(call.func, resource)
        return node is not None and self.is_clean(node, frame, {})

    def is_clean(self, node, frame, seen):
        """Return whether no answer of a service can take part in an expression."""
        if isinstance(node, (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)):
            return True
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            return self.is_clean_name(node.id, frame, seen)
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                return node.attr in OF_HEAT or node.attr.isupper()
            return self.is_clean(node.value, frame, seen)
        if isinstance(node, ast.Call):
            function = node.func
            parts = list(node.args) + [each.value for each in node.keywords]
            if isinstance(function, ast.Attribute) and not isinstance(function.value, ast.Name):
                return all(self.is_clean(each, frame, seen) for each in [function.value] + parts)
            if isinstance(function, ast.Attribute) and function.value.id == "self":
                return function.attr in OF_HEAT and all(self.is_clean(each, frame, seen) for each in parts)
            if isinstance(function, ast.Attribute):
                return self.is_clean_name(function.value.id, frame, seen) and all(self.is_clean(each, frame, seen) for each in parts)
            return isinstance(function, ast.Name) and function.id in ("len", "int", "str", "dict", "list", "sorted", "set", "float", "tuple") and \
                all(self.is_clean(each, frame, seen) for each in parts)
        if isinstance(node, (ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Dict, ast.List, ast.Tuple, ast.JoinedStr,
                             ast.FormattedValue, ast.Slice, ast.keyword, ast.Index if hasattr(ast, "Index") else ast.Slice)):
            return all(self.is_clean(each, frame, seen) for each in ast.iter_child_nodes(node))
        if isinstance(node, ast.Return) and node.value is not None:
            return self.is_clean(node.value, frame, seen)
        return False

    def is_clean_name(self, name, frame, seen):
        """Return whether a local variable only ever has what the schema, the template or the code says."""
        if name in seen:
            return seen[name]
        seen[name] = True
        values = frame.f_locals
        if name not in values:
            # A global: a module, a function or a constant.
            seen[name] = not holds_answer(frame.f_globals.get(name))
            return seen[name]
        if holds_answer(values[name]):
            seen[name] = False
            return False
        function = self.trees.function(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        if function is None:
            seen[name] = False
            return False
        parameters = [each.arg for each in function.args.args + function.args.kwonlyargs]
        if name in parameters and frame.f_code.co_name not in HANDLERS:
            seen[name] = False
            return False
        found = list(assignments(function, name))
        seen[name] = all(value is not None and self.is_clean(value, frame, seen) for value in found) and (bool(found) or name in parameters)
        return seen[name]


# Handlers whose parameters come from Heat and the template. That of a poll is what its handler returned.
HANDLERS = {"handle_update", "handle_create", "handle_delete", "handle_suspend", "handle_resume", "handle_check", "handle_snapshot",
            "_resolve_attribute", "validate", "needs_replace_with_prop_diff", "needs_replace_with_tmpl_diff", "translation_rules",
            "add_dependencies", "add_explicit_dependencies", "prepare_for_replace", "get_reference_id"}


def assignments(function, name):
    """Yield the values that a variable gets in a function; None for one that is not plain."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif any(isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in ast.walk(target)):
                    yield None
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            yield node.value
        elif isinstance(node, (ast.AugAssign, ast.For, ast.With, ast.NamedExpr, ast.comprehension)):
            targets = [each.optional_vars for each in node.items if each.optional_vars] if isinstance(node, ast.With) else [node.target]
            for target in targets:
                if any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(target)):
                    yield getattr(node, "iter", None)


def is_of_resource(function, resource):
    """Return whether a called function is a method of the resource, or one of its bases', or of `self.properties` and the like."""
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "self":
        return hasattr(type(resource), function.attr)
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Call):
        inner = function.value.func
        return isinstance(inner, ast.Name) and inner.id == "super"
    return isinstance(function, ast.Name)


def unwrapped(error):
    """Return the error of a handler, without what Heat packs around it."""
    while True:
        inner = getattr(error, "exc", None)
        if type(error).__name__ == "ResourceFailure" and isinstance(inner, BaseException):
            error = inner
        else:
            return error
