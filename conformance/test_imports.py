#!/usr/bin/env python3
"""The modules of the recorder import each other in one direction, as the files of the Rust crates do.

Needs nothing but Python: no Heat, and no network.
"""

import ast
import pathlib
import unittest

RECORDER = pathlib.Path(__file__).resolve().parent / 'recorder'


def imported(source):
    """The modules of the package that a source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [alias.name for alias in node.names]


def cycle(graph):
    """Modules that import each other; empty if there are none."""
    left = {module: {other for other in imports if other in graph} for module, imports in graph.items()}
    while free := [module for module, imports in left.items() if not imports]:
        for module in free:
            del left[module]
        for imports in left.values():
            imports.difference_update(free)
    return sorted(left)


class ImportTest(unittest.TestCase):
    def test_modules_import_each_other_in_one_direction(self):
        graph = {path.stem: set(imported(path.read_text())) for path in RECORDER.glob('*.py')}
        self.assertGreater(sum(map(len, graph.values())), 50)
        self.assertEqual(cycle(graph), [])

    def test_a_cycle_is_found(self):
        self.assertEqual(cycle({'a': {'b'}, 'b': {'a'}, 'c': {'a'}, 'd': set()}), ['a', 'b', 'c'])


if __name__ == '__main__':
    unittest.main()
