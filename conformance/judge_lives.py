#!/usr/bin/env python3
"""Lives Heat's own types as `plugin test` lives those of a plug-in, and types with seeded mistakes.

    target/heat/bin/python conformance/judge_lives.py
    target/heat/bin/python conformance/judge_lives.py --mutants 20 --seed 7

Heat's handlers are called by Heat's engine every day, so a breach is a mistake of Heat, which a reader of its code can confirm, or one
of ours. The exit code is 1 if there is another breach than those that are known. With `--mutants`, each operator of
`mutate_handlers.py` makes so many mistakes in Heat's handlers: at least nine of ten have to be noticed, by `contract.py` or `lives.py`.
"""

from __future__ import annotations

import argparse
import ast
import collections
import importlib
import pathlib
import random
import sys
import tempfile
import time
import types
from typing import Any

import judge_contract
import mutate_handlers

FOLDER = judge_contract.ROOT / 'crates' / 'cli' / 'src' / 'plugin' / 'check' / 'lives'
# Part of the seeded mistakes that has to be noticed.
NOTICED = 0.9

# The mistakes of Heat 27, each with the reason why it is one, read in its source.
IGNORED = 'no `dns_name` and `dns_domain` in the request of `handle_update`, though the schema lets them be updated'
WITHOUT_ID = '`handle_delete` does not ask whether there is a `resource_id`, asks the service to delete `None`, and ignores that there is none'
KNOWN = {
    ('OS::Cinder::QoSSpecs', 'delete-fails-if-gone'): '`handle_delete` calls `disassociate_all` outside of `ignore_not_found`',
    ('OS::Heat::Delay', 'handler-fails'): '`check_resume_complete` calls `_check_status_complete`; the others call `_check_complete`',
    ('OS::Heat::DeployedServer', 'update-ignored'): 'nothing reads `metadata`, which is in the schema',
    ('OS::Heat::SoftwareComponent', 'attribute-not-resolved'): '`config` is an attribute of the base class; only `configs` is resolved',
    ('OS::Heat::TestResource', 'update-ignored'): '`handle_update` only reads `value`',
    ('OS::Neutron::FloatingIP', 'update-ignored'): IGNORED,
    ('OS::Octavia::AvailabilityZone', 'attribute-not-resolved'): 'the class has no `_resolve_attribute`',
    ('AWS::EC2::RouteTable', 'delete-without-id'): WITHOUT_ID,
    **{(f'OS::Neutron::{name}', 'delete-without-id'): WITHOUT_ID for name in (
        'Firewall', 'FirewallPolicy', 'FirewallRule', 'FloatingIP', 'IKEPolicy', 'IPsecPolicy', 'IPsecSiteConnection', 'MeteringLabel',
        'MeteringRule', 'Net', 'Port', 'ProviderNet', 'Router', 'Subnet', 'VPNService')},
    **{(f'OS::Octavia::{name}', 'delete-without-id'): WITHOUT_ID for name in (
        'AvailabilityZone', 'AvailabilityZoneProfile', 'Flavor', 'FlavorProfile')},
}


def is_of_plugin(cls: type) -> bool:
    """Whether a class is judged: Heat's types are, as if they were those of a plug-in."""
    return cls.__module__.startswith('heat.engine.resources.')


def lives_package() -> Any:
    found = types.ModuleType('plugin_lives')
    found.__path__ = [str(FOLDER)]
    sys.modules['plugin_lives'] = found
    return importlib.import_module('plugin_lives.lives')


def visible(classes: dict[str, type]) -> dict[str, type]:
    """The types that are not hidden."""
    from heat.engine import support
    return {name: cls for name, cls in classes.items() if cls.support_status.status != support.HIDDEN}


def shown(breach: dict[str, str]) -> str:
    return f'{breach["type"]}: {breach["rule"]}: {breach["message"]} ({breach.get("file")}:{breach.get("line")})'


def judge(lives: Any, classes: dict[str, type], verbose: bool) -> bool:
    """Lives all types. Returns whether there are only the known breaches."""
    began = time.process_time()
    rows, breaches = lives.lives(classes, is_of_plugin)
    seconds = time.process_time() - began
    found = {(each['type'], each['rule']) for each in breaches}
    for each in breaches:
        if verbose or (each['type'], each['rule']) not in KNOWN:
            print(shown(each))
    known = {key for key in KNOWN if key[0] in classes}
    for missed in known - found:
        print(f'{missed} is not found')
    count = collections.Counter(row['result'] for each in rows.values() for row in each)
    if verbose:
        for name, each in rows.items():
            for row in each:
                if row['result'] == 'not lived':
                    print(f'{name}: not lived: {row["step"]} {row.get("property", "")}: {row.get("why")}')
    whole = [name for name, each in rows.items() if all(row['result'] != 'not lived' for row in each)]
    print(f'{len(classes)} types, {len(whole)} lived to the end; {count["lived"] + count["breach"]} steps lived, {count["not lived"]} not; '
          f'{len(breaches)} breaches; {seconds:.0f} s of processor')
    return found == known


class Mutants:
    """Heat's types with seeded mistakes."""

    def __init__(self, lives: Any, contract: Any, env: Any, classes: dict[str, type]):
        self.lives, self.contract, self.env, self.classes = lives, contract, env, classes
        self.trees: dict[str, ast.Module] = {}
        self.usual: dict[str, set[tuple]] = {}
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tree(self, cls: type) -> ast.Module:
        if cls.__module__ not in self.trees:
            path = next(function.__code__.co_filename for function in vars(cls).values() if isinstance(function, types.FunctionType))
            self.trees[cls.__module__] = ast.parse(pathlib.Path(path).read_text(encoding='utf-8'))
        return self.trees[cls.__module__]

    def breaches(self, name: str, cls: type) -> set[tuple]:
        self.env.register_class(name, cls)
        _, lived = self.lives.lives({name: cls}, is_of_plugin, None, None, 3)
        read = self.contract.breaches({name: cls}, self.env)
        return {(each['rule'], each.get('property'), each['message']) for each in lived + read}

    def with_source(self, cls: type, text: str) -> type:
        """The class as its module defines it with another source."""
        path = self.folder / f'{cls.__module__}_{random.random()}.py'
        path.write_text(text, encoding='utf-8')
        module = types.ModuleType(cls.__module__)
        module.__file__ = str(path)
        sys.modules[cls.__module__] = module
        exec(compile(text, str(path), 'exec'), module.__dict__)
        return getattr(module, cls.__name__)

    def is_noticed(self, name: str, text: str) -> bool:
        cls, module = self.classes[name], sys.modules[self.classes[name].__module__]
        try:
            if name not in self.usual:
                self.usual[name] = self.breaches(name, self.with_source(cls, ast.unparse(self.tree(cls))))
            return bool(self.breaches(name, self.with_source(cls, text)) - self.usual[name])
        finally:
            sys.modules[cls.__module__] = module
            self.env.register_class(name, cls)

    def run(self, number: int, seed: int) -> bool:
        """Makes so many mistakes by each operator. Returns whether enough of them are noticed."""
        noticed, total = 0, 0
        names = [name for name, cls in self.classes.items() if any(isinstance(each, types.FunctionType) for each in vars(cls).values())]
        for operator in mutate_handlers.OPERATORS:
            chance, found, all_of = random.Random(f'{seed} {operator.__name__}'), 0, 0
            for name in chance.sample(names, len(names)):
                made = mutate_handlers.mutant(self.tree(self.classes[name]), self.classes[name].__name__, operator, chance)
                if made is None:
                    continue
                all_of += 1
                if self.is_noticed(name, made[0]):
                    found += 1
                else:
                    print(f'  {operator.__name__}: {name}: {made[1]}', flush=True)
                if all_of == number:
                    break
            print(f'{operator.__name__}: {found}/{all_of}', flush=True)
            noticed, total = noticed + found, total + all_of
        print(f'{noticed} of {total} mistakes noticed')
        return noticed >= NOTICED * total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('names', nargs='*', help='types [default: all]')
    parser.add_argument('--mutants', type=int, default=0, help='how many seeded mistakes by each operator')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--verbose', '-v', action='store_true')
    given = parser.parse_args()
    introspect: Any = judge_contract.program('crates/import/src/introspect.py')
    contract: Any = judge_contract.program('crates/cli/src/plugin/check/contract.py')
    contract.is_of_heat = lambda cls: not is_of_plugin(cls)
    introspect.quiet()
    errors = introspect.Errors()
    env = introspect.load_environment(errors)
    classes = visible(introspect.registered_classes(env, errors))
    judge_contract.importable(classes)
    if given.names:
        classes = {name: classes[name] for name in given.names}
    lives = lives_package()
    if given.mutants:
        sys.exit(not Mutants(lives, contract, env, classes).run(given.mutants, given.seed))
    sys.exit(not judge(lives, classes, given.verbose))


if __name__ == '__main__':
    main()
