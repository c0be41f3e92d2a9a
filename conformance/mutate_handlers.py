"""Seeded mistakes in Heat's own handlers, which `plugin test` has to notice: one change of a module's tree each."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterator

Handler = ast.FunctionDef
HANDLERS = ('handle_', 'check_', '_resolve_attribute', 'validate', 'needs_replace_with')


def is_call(node: ast.AST, name: str) -> bool:
    """Whether a node calls a method of this name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name


def mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == name for each in ast.walk(node))


def is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == 'self'


def blocks(function: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements in a function."""
    for node in ast.walk(function):
        for field in ('body', 'orelse', 'finalbody'):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def replaced(block: list[ast.stmt], index: int, instead: list[ast.stmt]) -> None:
    block[index:index + 1] = instead or [ast.Pass()]


def drop_parameter(function: Handler) -> Iterator:
    """The last parameter."""
    if len(function.args.args) > 1 and not function.args.defaults and (function.name.startswith(('handle_', 'check_')) or function.name == '_resolve_attribute'):
        yield lambda: function.args.args.pop()


def drop_id_set(function: Handler) -> Iterator:
    """The call of `resource_id_set`."""
    if function.name in ('handle_create', 'check_create_complete'):
        for block in blocks(function):
            for index, statement in enumerate(block):
                if isinstance(statement, ast.Expr) and is_call(statement.value, 'resource_id_set'):
                    yield lambda block=block, index=index: replaced(block, index, [])


def drop_ignore_not_found(function: Handler) -> Iterator:
    """`ignore_not_found`: what is not found ends the deletion."""
    if function.name not in ('handle_delete', 'check_delete_complete'):
        return
    for block in blocks(function):
        for index, statement in enumerate(block):
            if isinstance(statement, ast.With) and mentions(statement.items[0].context_expr, 'ignore_not_found'):
                yield lambda block=block, index=index, body=statement.body: replaced(block, index, body)
            if isinstance(statement, ast.Try):
                for handler in statement.handlers:
                    if mentions(handler, 'ignore_not_found'):
                        yield lambda handler=handler: setattr(handler, 'body', [ast.Raise()])


def is_id_test(node: ast.expr, operator: type) -> bool:
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == 'resource_id':
        return isinstance(node.ops[0], operator)
    inner = node.operand if isinstance(node, ast.UnaryOp) and operator is ast.Is else node if operator is ast.IsNot else None
    return isinstance(inner, ast.Attribute) and inner.attr == 'resource_id'


def drop_none_guard(function: Handler) -> Iterator:
    """The question whether there is a `resource_id`."""
    # Where nothing else in the handler uses the ID, it is not missed.
    uses = sum(isinstance(node, ast.Attribute) and node.attr == 'resource_id' for node in ast.walk(function))
    if function.name != 'handle_delete' or uses < 2:
        return
    for block in blocks(function):
        for index, statement in enumerate(block):
            if isinstance(statement, ast.If) and not statement.orelse:
                if is_id_test(statement.test, ast.Is) and isinstance(statement.body[0], ast.Return):
                    yield lambda block=block, index=index: replaced(block, index, [])
                elif is_id_test(statement.test, ast.IsNot):
                    yield lambda block=block, index=index, body=statement.body: replaced(block, index, body)


def drop_base_validate(function: Handler) -> Iterator:
    """`super().validate()`."""
    if function.name == 'validate':
        for block in blocks(function):
            for index, statement in enumerate(block):
                if isinstance(statement, (ast.Expr, ast.Assign)) and is_call(statement.value, 'validate') and isinstance(statement.value.func.value, ast.Call):
                    if isinstance(statement, ast.Expr):
                        yield lambda block=block, index=index: replaced(block, index, [])


def drop_update_branch(function: Handler) -> Iterator:
    """What an update does with one property."""
    # Where the rest hands on all changes together, the property is still handed on.
    if function.name == 'handle_update' and not is_handed_on(function):
        for block in blocks(function):
            for index, statement in enumerate(block):
                if (isinstance(statement, ast.If) and isinstance(statement.test, ast.Compare) and isinstance(statement.test.ops[0], ast.In)
                        and isinstance(statement.test.comparators[0], ast.Name) and statement.test.comparators[0].id == 'prop_diff'):
                    yield lambda block=block, index=index, rest=statement.orelse: replaced(block, index, rest)


def is_handed_on(function: Handler) -> bool:
    """Whether a function uses the changed properties as a whole."""
    parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == 'prop_diff' and isinstance(node.ctx, ast.Load)]
    by_key = (ast.Subscript, ast.Compare, ast.If)
    return any(not isinstance(parents[use], by_key) and not (isinstance(parents[use], ast.Attribute) and parents[use].attr in ('get', 'pop'))
               for use in uses)


def misspell_constant(function: Handler) -> Iterator:
    """A constant of the class."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and is_self(node.value) and node.attr.isupper() and isinstance(node.ctx, ast.Load):
            yield lambda node=node: setattr(node, 'attr', node.attr + 'S')


def misspell_property(function: Handler) -> Iterator:
    """The name of a property that is read."""
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == 'properties' and is_self(node.value.value):
            yield lambda node=node: setattr(node, 'slice', ast.Constant('no_such_property'))


def attribute_none(function: Handler) -> Iterator:
    """The value of one attribute."""
    if function.name == '_resolve_attribute':
        for node in ast.walk(function):
            if isinstance(node, ast.If) and isinstance(node.test, ast.Compare) and isinstance(node.test.left, ast.Name) \
                    and isinstance(node.body[-1], ast.Return) and node.body[-1].value is not None:
                yield lambda node=node: setattr(node, 'body', [ast.Return(ast.Constant(None))])


def poll_without_return(function: Handler) -> Iterator:
    """The `return` at the end of a poll."""
    if function.name.startswith('check_') and function.name.endswith('_complete') and is_result(function.body[-1]):
        yield lambda: function.body.__setitem__(-1, ast.Expr(function.body[-1].value))


def is_result(statement: ast.stmt) -> bool:
    """Whether a statement returns something: None and False are what is returned without it."""
    return isinstance(statement, ast.Return) and statement.value is not None and not (
        isinstance(statement.value, ast.Constant) and not statement.value.value)


def gone_from_heat(function: Handler) -> Iterator:
    """A name of one of Heat's modules."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ('exception', 'scheduler', 'progress', 'rpc_api'):
            yield lambda node=node: setattr(node, 'attr', node.attr + 'Gone')


def wrong_method(function: Handler) -> Iterator:
    """A method of the class."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_self(node.func.value) and node.func.attr != 'resource_id_set':
            yield lambda node=node: setattr(node.func, 'attr', node.func.attr + '_all')


def drop_handler_data(function: Handler) -> Iterator:
    """What a handler returns for its poll, if that reads it."""
    if function.is_polled and is_result(function.body[-1]):
        yield lambda: function.body.__setitem__(-1, ast.Expr(function.body[-1].value))


def misspell_variable(function: Handler) -> Iterator:
    """A local variable."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in ('self', '_') and node.id.islower():
            yield lambda node=node: setattr(node, 'id', node.id + '_')


def wrong_client(function: Handler) -> Iterator:
    """The name of a client."""
    for node in ast.walk(function):
        if (is_call(node, 'client') or is_call(node, 'client_plugin')) and is_self(node.func.value):
            yield lambda node=node: setattr(node, 'args', [ast.Constant('no_such_client')])


OPERATORS = (drop_parameter, drop_id_set, drop_ignore_not_found, drop_none_guard, drop_base_validate, drop_update_branch, misspell_constant,
             misspell_property, attribute_none, poll_without_return, gone_from_heat, wrong_method, drop_handler_data, misspell_variable,
             wrong_client)


def class_in(tree: ast.Module, name: str) -> ast.ClassDef | None:
    return next((node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name), None)


def sites(tree: ast.Module, name: str, operator: object) -> list:
    """The changes that an operator can make in a class."""
    found = class_in(tree, name)
    functions = [node for node in found.body if isinstance(node, ast.FunctionDef) and node.name.startswith(HANDLERS)] if found else []
    for function in functions:
        poll = next((node for node in functions if node.name == function.name.replace('handle_', 'check_') + '_complete'), None)
        given = poll.args.args[1].arg if poll and len(poll.args.args) > 1 else None
        function.is_polled = given is not None and any(isinstance(node, ast.Name) and node.id == given for node in ast.walk(poll))
    return [(function.name, change) for function in functions for change in operator(function)]


def mutant(tree: ast.Module, name: str, operator: object, chance: random.Random) -> tuple[str, str] | None:
    """The source of a module with one mistake, and where it is."""
    tree = copy.deepcopy(tree)
    found = sites(tree, name, operator)
    if not found:
        return None
    before = ast.unparse(tree).splitlines()
    function, change = chance.choice(found)
    change()
    text = ast.unparse(ast.fix_missing_locations(tree))
    after = text.splitlines()
    changed = [line.strip() for line in after if line not in before] + ['-' + line.strip() for line in before if line not in after]
    return text, f'{function}: {" | ".join(changed)[:150]}'
