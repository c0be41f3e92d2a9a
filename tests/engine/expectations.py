"""Expectations of files with tests, evaluated for stacks that exist.

This follows the description of the format, and shares no code with `heat-codegen test`, which it judges. All values are known here: what the
engine does not show raises `NotComparable`.
"""

from __future__ import annotations

import dataclasses
import ipaddress
import pathlib
import re
from typing import Any, Protocol

import yaml

from heat_engine.rest import Document

SUBJECTS = ('resource', 'output', 'parameter', 'condition')
COMBINING = ('property', 'items', 'for_each', 'all', 'any', 'none', 'not')
TESTS = ('is', 'equals', 'in', 'not_in', 'custom_constraint', 'allowed_pattern', 'range', 'length', 'contains', 'within')
EACH = '*'
# States of a value that is not there.
ABSENT = ('missing', 'empty')


class NotComparable(Exception):
    """The engine does not show it."""


class Fault(str):
    """The message in place of a value that Heat cannot resolve."""


class Loader(yaml.CSafeLoader):
    """Reads dates as texts, as Heat does."""


Loader.add_constructor('tag:yaml.org,2002:timestamp', yaml.constructor.SafeConstructor.construct_yaml_str)  # type: ignore[type-var]


@dataclasses.dataclass(frozen=True)
class Expectation:
    """An expectation with its position, beginning with 1."""

    line: int
    column: int
    written: Document

    @property
    def position(self) -> tuple[int, int]:
        return self.line, self.column

    @property
    def subject(self) -> tuple[str, str]:
        return next(((key, str(self.written[key])) for key in SUBJECTS if key in self.written), ('stack', ''))


@dataclasses.dataclass(frozen=True)
class Case:
    """A case of a file."""

    name: str
    position: tuple[int, int]
    written: Document
    expect: list[Expectation]
    # Position of what is expected of a refusal.
    refused: tuple[int, int] | None


@dataclasses.dataclass(frozen=True)
class TestFile:
    """A file with tests."""

    path: pathlib.Path
    written: Document
    cases: dict[str, Case]

    @property
    def template(self) -> pathlib.Path:
        if 'template' in self.written:
            return self.path.parent / str(self.written['template'])
        stem = self.path.name.removesuffix('.test.yaml')
        endings = ('yaml', 'yml', 'template', 'json')
        return next(path for path in (self.path.with_name(f'{stem}.{ending}') for ending in endings) if path.exists())

    def merged(self, case: Case, *keys: str) -> Document:
        """A map of the file, with that of a case in it: `answers`, `attributes`."""
        found: Document = {}
        for written in (self.written, case.written):
            for key in keys:
                written = written.get(key) or {}
            found.update(written)
        return found

    def environments(self, case: Case) -> list[pathlib.Path]:
        names = [*self.written.get('environments', []), *case.written.get('environments', [])]
        return [self.path.parent / name for name in names]


def position(node: yaml.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def entries(node: yaml.Node | None) -> dict[str, tuple[yaml.Node, yaml.Node]]:
    """Entries of a map, by their keys."""
    return {str(key.value): (key, value) for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}


def load(path: pathlib.Path) -> Document:
    """A document, as Heat reads it."""
    found: Document = yaml.load(path.read_text(encoding='utf-8'), Loader)
    return found


def read(path: pathlib.Path) -> TestFile:
    text = path.read_text(encoding='utf-8')
    written = yaml.load(text, Loader)
    _, cases = entries(yaml.compose(text, Loader))['cases']
    return TestFile(path, written, {
        name: case(name, position(key), node, written['cases'][key_of(written['cases'], name)])
        for name, (key, node) in entries(cases).items()})


def key_of(written: Document, name: str) -> Any:
    """The key that is written so: a name can look like a number."""
    return next(key for key in written if str(key) == name)


def case(name: str, at: tuple[int, int], node: yaml.Node, written: Document) -> Case:
    parts = entries(node)
    items = parts['expect'][1].value if 'expect' in parts else []
    expect = [Expectation(*position(item), one) for item, one in zip(items, written.get('expect', []))]
    return Case(name, at, written, expect, position(parts['refused'][1]) if 'refused' in parts else None)


# Conditions.


def number(value: Any) -> float | None:
    """A number, or the text of one."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        for kind in (int, float):
            try:
                return kind(value)
            except ValueError:
                continue
        return None
    return value if isinstance(value, (int, float)) else None


def is_within(value: float, bounds: Any) -> bool:
    if not isinstance(bounds, dict):
        return bool(value == bounds)
    return not ('min' in bounds and value < bounds['min'] or 'max' in bounds and value > bounds['max'])


def values_at(value: Any, path: list[Any]) -> list[Any]:
    """The values to which a path leads; one without stars leads to one value, which can be null."""
    if not path:
        return [value]
    step, *rest = path
    if step == EACH:
        items = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
        return [found for item in items for found in values_at(item, rest)]
    return values_at(value.get(step) if isinstance(value, dict) else None, rest)


def passes(test: str, expected: Any, value: Any) -> bool:
    """Whether a value passes a test."""
    match test:
        case 'is':
            return {'given': value is not None, 'missing': value is None, 'filled': bool(value), 'empty': not value}[expected]
        case 'equals':
            return bool(value == expected)
        case 'in':
            return value in expected
        case 'not_in':
            return value not in expected
        case 'range':
            known = number(value)
            return known is not None and is_within(known, expected)
        case 'length':
            return isinstance(value, (str, list, dict)) and is_within(len(value), expected)
        case 'contains':
            if isinstance(value, list):
                return expected in value
            return isinstance(value, (str, dict)) and isinstance(expected, str) and expected in value
        case 'within':
            return is_in_network(value, expected)
        case 'allowed_pattern':
            found = re.match(expected, value) if isinstance(value, str) else None
            return found is not None and found.end() == len(value)
    raise NotComparable(f'`{test}`')


def is_in_network(value: Any, network: str) -> bool:
    try:
        outer, inner = ipaddress.ip_network(network, strict=False), ipaddress.ip_network(value, strict=False)
    except (ValueError, TypeError):
        return False
    return isinstance(value, str) and outer.version == inner.version and inner.subnet_of(outer)  # type: ignore[arg-type]


def holds(condition: Any, value: Any) -> bool:
    """Whether a condition is true for a value."""
    return times(condition, value) > 0


def times(condition: Any, value: Any) -> int:
    """How often a condition is true."""
    if isinstance(condition, list):
        return sum(bool(found) for found in values_at(value, condition))
    if 'for_each' in condition:
        items = values_at(value, [*condition['for_each'], EACH])
        return int(all(holds(one, item) for item in items for one in condition['all']))
    if 'any' in condition:
        return int(any(holds(one, value) for one in condition['any']))
    if 'all' in condition:
        return int(all(holds(one, value) for one in condition['all']))
    if 'none' in condition:
        return int(not any(holds(one, value) for one in condition['none']))
    if 'not' in condition:
        return int(not holds(condition['not'], value))
    if 'items' in condition:
        items = values_at(value, [*condition['items'], EACH])
        count = sum(all(holds(one, item) for one in condition.get('where', [])) for item in items)
        return int(is_within(count, condition['count'])) if 'count' in condition else count
    test = next(key for key in TESTS if key in condition)
    return sum(passes(test, condition[test], found) for found in values_at(value, condition['property']))


# Stacks.


class Stack(Protocol):
    """What the engine shows of a stack."""

    def exists(self, path: list[str]) -> bool: ...
    def type_of(self, path: list[str]) -> str: ...
    def properties(self, path: list[str]) -> Any: ...
    def metadata(self, path: list[str]) -> Any: ...
    def members(self, path: list[str]) -> int: ...
    def waits_for(self, path: list[str]) -> set[str]: ...
    def action(self, path: list[str]) -> str | None: ...
    def named(self, kind: str) -> Document: ...
    def document(self) -> Document: ...


def is_met(expectation: Expectation, stack: Stack) -> bool:
    """Whether a stack is as expected."""
    kind, name = expectation.subject
    written = expectation.written
    if 'loses_data' in written:
        raise NotComparable('data are those of a cloud')
    if kind == 'resource':
        return all(test() for test in tests_of_resource(written, name.split('/'), stack))
    if kind == 'stack':
        return holds(written, stack.document())
    known = stack.named(kind)
    if name not in known:
        return written.get('is') in ABSENT
    if isinstance(known[name], Fault):
        raise NotComparable('an output that Heat cannot resolve')
    return is_met_by_value(written, known[name])


def is_met_by_value(written: Document, value: Any) -> bool:
    if any(key in written for key in COMBINING):
        return holds(written, value)
    test = next((key for key in TESTS if key in written), None)
    return test is None or passes(test, written[test], value)


def tests_of_resource(written: Document, path: list[str], stack: Stack) -> Any:
    """Functions that return whether a resource passes each of its tests."""
    test = next((key for key in TESTS if key in written), None)
    exists = stack.exists(path)
    if 'action' in written:
        yield lambda: stack.action(path) == written['action']
    if 'type' in written:
        yield lambda: exists and is_type(stack.type_of(path), written['type'])
    if 'after' in written:
        names = [written['after']] if isinstance(written['after'], str) else written['after']
        yield lambda: exists and set(names) <= stack.waits_for(path)
    if 'members' in written:
        yield lambda: exists and is_within(stack.members(path), written['members'])
    if 'metadata' in written:
        key, expected = (test, written[test]) if test else ('is', 'filled')
        condition = {'property': written['metadata'], key: expected}
        yield lambda: exists and holds(condition, stack.metadata(path))
    elif any(key in written for key in COMBINING):
        yield lambda: exists and holds(written, stack.properties(path))
    elif test == 'is':
        yield lambda: exists == (written['is'] == 'given')
    elif len(written) == 1:
        yield lambda: exists


def is_type(found: str, expected: str) -> bool:
    """Whether a resource has a type. The client makes addresses of the names of templates."""
    names = [name.rpartition('/')[2] if name.endswith(('.yaml', '.yml', '.template', '.json')) else name for name in (found, expected)]
    return names[0] == names[1]
