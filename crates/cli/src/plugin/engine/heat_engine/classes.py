"""The source of the classes of plug-ins, for findings about them."""

from __future__ import annotations

import ast
import functools
import inspect
from typing import Any

PACKAGE = 'heat.engine.plugins'
HANDLERS = ('validate', '_resolve_attribute', 'needs_replace_with_prop_diff') + tuple(
    f'{kind}{action}{end}' for action in ('create', 'update', 'delete', 'suspend', 'resume', 'check', 'snapshot')
    for kind, end in (('handle_', ''), ('check_', '_complete')))


def positions() -> dict[str, dict[str, tuple[str, int]]]:
    """Returns the file and the line of each type of plug-ins in Python and of its handlers; the name of the class itself is empty."""
    from heat.engine import resources

    env = resources.global_env()
    found = {}
    for name in env.get_types():
        try:
            cls = env.get_class(name)
        except Exception:
            continue
        if any(of_plugin(each) for each in cls.__mro__) and not hasattr(cls, 'native'):
            found[name] = of_class(cls)
    return found


def of_plugin(cls: Any) -> bool:
    return bool(cls.__module__.startswith(f'{PACKAGE}.'))


def of_class(cls: Any) -> dict[str, tuple[str, int]]:
    """Returns the positions of a class and of the handlers that a plug-in defines."""
    found: dict[str, tuple[str, int]] = {}
    for each in filter(of_plugin, cls.__mro__):
        codes = {name: inspect.unwrap(getattr(value, '__func__', value)) for name, value in vars(each).items() if callable(value)}
        codes = {name: value.__code__ for name, value in codes.items() if hasattr(value, '__code__')}
        for name in HANDLERS:
            if name in codes:
                found.setdefault(name, (codes[name].co_filename, codes[name].co_firstlineno))
        file = next((code.co_filename for code in codes.values()), None)
        line = lines(file).get(each.__name__) if file else None
        if file and line:
            found.setdefault('', (file, line))
    return found


@functools.lru_cache(maxsize=None)
def lines(file: str) -> dict[str, int]:
    """Returns the lines of the classes in a file."""
    try:
        with open(file, encoding='utf-8') as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return {}
    return {node.name: node.lineno for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
