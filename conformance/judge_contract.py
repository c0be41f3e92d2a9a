#!/usr/bin/env python3
"""Judges Heat's own types by the contract of `plugin test`, as if they were those of a plug-in.

    target/heat/bin/python conformance/judge_contract.py

Heat's handlers are called by Heat's engine every day, so a breach is a mistake of Heat, which a reader of its code can confirm, or one
of ours. The exit code is 1 if there is another breach than those that are known.
"""

from __future__ import annotations

import pathlib
import sys
import types
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The mistakes of Heat 27, each with the reason why it is one.
KNOWN = {
    ('OS::Heat::Delay', 'unknown-method'): '`check_resume_complete` calls `_check_status_complete`; the others call `_check_complete`',
    ('OS::Heat::Delay', 'update-not-handled'): 'a changed `min_wait` replaces the resource',
    ('OS::Octavia::AvailabilityZone', 'attribute-not-resolved'): 'the class has no `_resolve_attribute`',
    **{(f'OS::Neutron::TaaS::{name}', 'handler-returns-nothing'): '`check_update_complete` waits if it gets `prop_diff`, which `handle_update` '
       'does not return' for name in ('TapFlow', 'TapService')},
}
# It ignores its properties on purpose; hidden types have become it.
PLACEHOLDER = 'none_resource.py'


def program(path: str) -> types.ModuleType:
    """A program of this project, as a module."""
    found = types.ModuleType(pathlib.Path(path).stem)
    exec(compile((ROOT / path).read_text(encoding='utf-8'), path, 'exec'), found.__dict__)
    return found


def importable(classes: dict[str, type]) -> None:
    """Makes the modules known that Heat has loaded without importing them: Python finds the source of a class by its module."""
    for cls in {base for each in classes.values() for base in each.__mro__}:
        for function in vars(cls).values():
            names = getattr(function, '__globals__', None)
            if cls.__module__ not in sys.modules and names is not None and names.get('__name__') == cls.__module__:
                module = types.ModuleType(cls.__module__)
                module.__dict__.update(names)
                sys.modules[cls.__module__] = module


def main() -> None:
    introspect: Any = program('crates/import/src/introspect.py')
    contract: Any = program('crates/cli/src/plugin/check/contract.py')
    introspect.quiet()
    errors = introspect.Errors()
    env = introspect.load_environment(errors)
    classes = introspect.registered_classes(env, errors)
    importable(classes)
    contract.is_of_heat = lambda cls: not cls.__module__.startswith('heat.engine.resources.')
    breaches = [each for each in contract.breaches(classes, env) if not each.get('file', '').endswith(PLACEHOLDER)]
    found = {(each['type'], each['rule']) for each in breaches}
    for each in breaches:
        if (each['type'], each['rule']) not in KNOWN:
            print(f'{each["type"]}: {each["rule"]}: {each["message"]} ({each.get("file")}:{each.get("line")})')
    for missed in KNOWN.keys() - found:
        print(f'{missed} is not found')
    print(f'{len(classes)} types, {len(found)} breaches')
    sys.exit(found != KNOWN.keys())


if __name__ == '__main__':
    main()
