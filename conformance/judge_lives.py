#!/usr/bin/env python3
"""Lives Heat's own types as `plugin test` lives those of a plug-in.

    target/heat/bin/python conformance/judge_lives.py
"""

from __future__ import annotations

import argparse
import collections
import pathlib
import sys
import time
import types
from typing import Any

import judge_contract

FOLDER = judge_contract.ROOT / 'crates' / 'cli' / 'src' / 'plugin' / 'check' / 'lives'


def is_of_plugin(cls: type) -> bool:
    """Whether a class is judged: Heat's types are, as if they were those of a plug-in."""
    return cls.__module__.startswith('heat.engine.resources.')


def package() -> Any:
    found = types.ModuleType('plugin_lives')
    found.__path__ = [str(FOLDER)]
    sys.modules['plugin_lives'] = found
    import plugin_lives.lives
    return plugin_lives.lives


def visible(classes):
    from heat.engine import support
    return {name: cls for name, cls in classes.items()
            if getattr(cls, 'support_status', None) is None or cls.support_status.status not in (support.HIDDEN,)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('names', nargs='*')
    parser.add_argument('-v', action='store_true')
    given = parser.parse_args()
    introspect: Any = judge_contract.program('crates/import/src/introspect.py')
    introspect.quiet()
    errors = introspect.Errors()
    env = introspect.load_environment(errors)
    classes = visible(introspect.registered_classes(env, errors))
    judge_contract.importable(classes)
    if given.names:
        classes = {name: classes[name] for name in given.names}
    lives = package()
    began = time.process_time()
    slow = collections.Counter()
    last = [None, time.process_time()]

    def progress(name, step):
        now = time.process_time()
        slow[last[0]] += now - last[1]
        if given.v and now - last[1] > 0.8: print('SLOW', now - last[1], last)
        last.append(step)
        last[:] = [name, now, step]
        if given.v:
            print('   ', name, step, file=sys.stderr)
    rows, breaches = lives.lives(classes, is_of_plugin, progress)
    for each in breaches:
        print('{type}: {rule} [{handler}] {message} ({file}:{line})'.format(**{'file': None, 'line': None, **each}))
    count = collections.Counter(row['result'] for each in rows.values() for row in each)
    why = collections.Counter()
    for name, each in rows.items():
        for row in each:
            if row['result'] == 'not lived':
                print('NOT', name, row['step'], row.get('property', ''), row.get('why'))
            if given.names:
                print(name, row)
    whole = [name for name, each in rows.items() if all(row['result'] != 'not lived' for row in each)]
    print(len(classes), 'types', len(whole), 'whole', dict(count), '%.1f s' % (time.process_time() - began))
    print(slow.most_common(8))


if __name__ == '__main__':
    main()
