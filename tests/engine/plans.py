#!/usr/bin/env python3
"""Compares plans with what updates then do, in a real Heat with its two engines.

    tests/engine/plans.py
    tests/engine/plans.py --only groups --engine legacy
    tests/engine/plans.py --random 20 --seed 7

Each case creates a stack, may scale it, updates it, and looks at each resource, also in nested stacks: is it the same one, and was it
updated? `heat-codegen plan` has to have said so. The members of scaling groups have random names: there, the number of those that
came and went has to be one that the plan said is possible. `cloud/` stands in for Cinder and Neutron. The exit code is 1 if a plan
differs.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time
from typing import Any

import generated_plans
import installed_heat
import rust_plugins
from heat_engine.rest import Document
from running import Engine

HERE = pathlib.Path(__file__).resolve().parent
STATE = installed_heat.ROOT / 'target' / 'engine' / 'plans'
WITHIN = 120
# How many cases run at the same time in each engine.
AT_ONCE = 8
# How deep the stacks are that resources create.
NESTED = 4


@dataclasses.dataclass(frozen=True)
class Seen:
    """A resource at a moment."""

    # A type need not have an ID; those have another time if they are replaced.
    physical: str
    created: str
    status: str
    updated: str


def template(**resources: Document) -> Document:
    return {'heat_template_version': '2021-04-16', 'resources': resources}


def text(length: int = 5) -> Document:
    return {'type': 'OS::Heat::RandomString', 'properties': {'length': length}}


def group(desired: int | None = 2, least: int = 1, most: int = 5, length: int = 5) -> Document:
    properties: Document = {'min_size': least, 'max_size': most, 'resource': text(length)}
    return {'type': 'OS::Heat::AutoScalingGroup', 'properties': {**properties, **({} if desired is None else {'desired_capacity': desired})}}


def policy(steps: int) -> Document:
    return {'type': 'OS::Heat::ScalingPolicy', 'properties': {
        'auto_scaling_group_id': {'get_resource': 'g'}, 'adjustment_type': 'change_in_capacity', 'scaling_adjustment': steps}}


def counted(count: int, length: int = 5) -> Document:
    return {'type': 'OS::Heat::ResourceGroup', 'properties': {'count': count, 'resource_def': text(length)}}


def of(type_name: str, **properties: Any) -> Document:
    return {'type': type_name, **({'properties': properties} if properties else {})}


SUBNET = {'network': 'n', 'cidr': '192.0.2.0/24'}
# The old template, the new one, and how often `p` is signalled between.
Case = tuple[Document, Document, int]
# Begins the titles of cases in which the default engine updates less.
LEGACY = 'legacy: '
# By what is special about them.
CASES: dict[str, Case] = {
    'groups: another resource changes': (template(g=group(), x=text()), template(g=group(), x=text(6)), 0),
    'groups: another resource changes after scaling': (
        template(g=group(), p=policy(2), x=text()), template(g=group(), p=policy(2), x=text(6)), 1),
    'groups: another resource changes after scaling in': (
        template(g=group(3), p=policy(-1), x=text()), template(g=group(3), p=policy(-1), x=text(6)), 1),
    'groups: without a desired capacity': (
        template(g=group(None), p=policy(2), x=text()), template(g=group(None), p=policy(2), x=text(6)), 1),
    'groups: a desired capacity that grows': (template(g=group(1)), template(g=group(3)), 0),
    'groups: a desired capacity that shrinks': (template(g=group(4)), template(g=group(2)), 0),
    'groups: a desired capacity that goes': (template(g=group(3)), template(g=group(None)), 0),
    'groups: a limit that shrinks': (template(g=group(None, 1, 6), p=policy(4)), template(g=group(None, 1, 3), p=policy(4)), 1),
    'groups: a limit that grows': (template(g=group(None, 1, 6)), template(g=group(None, 3, 6)), 0),
    'groups: nothing changes': (template(g=group(), r=counted(2)), template(g=group(), r=counted(2)), 0),
    'groups: another member': (template(g=group(2)), template(g=group(2, length=6)), 0),
    'groups: a count that grows': (template(r=counted(1), x=text()), template(r=counted(3), x=text()), 0),
    'groups: a count that shrinks': (template(r=counted(3), x=text()), template(r=counted(1), x=text()), 0),
    'groups: the members of a count': (template(r=counted(2)), template(r=counted(2, 6)), 0),
    'delay: each property': (
        template(a=of('OS::Heat::Delay', min_wait=0), b=of('OS::Heat::Delay', max_jitter=0), c=of('OS::Heat::Delay', actions=['CREATE']),
                 d=of('OS::Heat::Delay', jitter_multiplier=0), e=of('OS::Heat::Delay', min_wait=0)),
        template(a=of('OS::Heat::Delay', min_wait=0.1), b=of('OS::Heat::Delay', max_jitter=0.1),
                 c=of('OS::Heat::Delay', actions=['DELETE']), d=of('OS::Heat::Delay', jitter_multiplier=0.5),
                 e=of('OS::Heat::Delay', min_wait=0)), 0),
    'delay: metadata': (template(a=of('OS::Heat::Delay')), template(a={**of('OS::Heat::Delay'), 'metadata': {'a': 'b'}}), 0),
    'delay: a property that becomes its default': (
        template(a=of('OS::Heat::Delay', min_wait=0)), template(a=of('OS::Heat::Delay')), 0),
    f'{LEGACY}metadata from an attribute of a resource that is updated': (
        template(v=of('OS::Heat::Value', value='a'), m={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_attr': ['v', 'value']}}}),
        template(v=of('OS::Heat::Value', value='b'), m={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_attr': ['v', 'value']}}}), 0),
    f'{LEGACY}metadata from an attribute of a resource that is replaced': (
        template(v=text(), m={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_attr': ['v', 'value']}}}),
        template(v=text(6), m={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_attr': ['v', 'value']}}}), 0),
    f'{LEGACY}metadata from the ID of a resource that is replaced': (
        template(v=text(), m={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_resource': 'v'}}}),
        template(v=text(6), m={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_resource': 'v'}}}), 0),
    f'{LEGACY}metadata of a launch configuration from another resource': (
        template(v=text(), m={**of('AWS::AutoScaling::LaunchConfiguration', ImageId='i', InstanceType='t'), 'metadata': {'m': {'get_resource': 'v'}}}),
        template(v=text(6), m={**of('AWS::AutoScaling::LaunchConfiguration', ImageId='i', InstanceType='t'), 'metadata': {'m': {'get_resource': 'v'}}}), 0),
    'metadata of members from another resource': (
        template(v=text(), g=of('OS::Heat::ResourceGroup', count=1, resource_def={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_attr': ['v', 'value']}}})),
        template(v=text(6), g=of('OS::Heat::ResourceGroup', count=1, resource_def={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_attr': ['v', 'value']}}})), 0),
    'metadata from another attribute than before': (
        template(v=of('OS::Heat::Value', value='a'), w=of('OS::Heat::Value', value='b'), m={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_attr': ['v', 'value']}}}),
        template(v=of('OS::Heat::Value', value='a'), w=of('OS::Heat::Value', value='b'), m={**of('OS::Heat::Value', value='x'), 'metadata': {'m': {'get_attr': ['w', 'value']}}}), 0),
    'metadata and a property from an attribute': (
        template(v=of('OS::Heat::Value', value='a'), m={**of('OS::Heat::Value', value={'get_attr': ['v', 'value']}), 'metadata': {'m': {'get_attr': ['v', 'value']}}}),
        template(v=of('OS::Heat::Value', value='b'), m={**of('OS::Heat::Value', value={'get_attr': ['v', 'value']}), 'metadata': {'m': {'get_attr': ['v', 'value']}}}), 0),
    'a volume grows': (template(v=of('OS::Cinder::Volume', size=1)), template(v=of('OS::Cinder::Volume', size=2)), 0),
    'a volume shrinks': (template(v=of('OS::Cinder::Volume', size=2)), template(v=of('OS::Cinder::Volume', size=1)), 0),
    'a subnet gets another gateway': (
        template(s=of('OS::Neutron::Subnet', **SUBNET)), template(s=of('OS::Neutron::Subnet', **SUBNET, gateway_ip='192.0.2.9')), 0),
    'a subnet gets the gateway auto': (
        template(s=of('OS::Neutron::Subnet', **SUBNET)), template(s=of('OS::Neutron::Subnet', **SUBNET, gateway_ip='auto')), 0),
    'a subnet gets another segment': (
        template(s=of('OS::Neutron::Subnet', **SUBNET, segment='a')), template(s=of('OS::Neutron::Subnet', **SUBNET, segment='b')), 0),
    'a pool keeps its prefixes': (
        template(s=of('OS::Neutron::SubnetPool', prefixes=['10.0.0.0/16'])),
        template(s=of('OS::Neutron::SubnetPool', prefixes=['10.0.0.0/16', '10.1.0.0/16'])), 0),
    'a pool loses a prefix': (
        template(s=of('OS::Neutron::SubnetPool', prefixes=['10.0.0.0/16'])),
        template(s=of('OS::Neutron::SubnetPool', prefixes=['10.1.0.0/16'])), 0),
    'each update replaces': (
        template(h=of('OS::Heat::UpdateWaitConditionHandle'), x=text()), template(h=of('OS::Heat::UpdateWaitConditionHandle'), x=text(6)), 0),
    'nothing changes in a type without updates': (template(n=of('OS::Heat::None'), x=text()), template(n=of('OS::Heat::None', a=1), x=text(6)), 0),
}


class Judge:
    """Runs the cases in one engine."""

    within = WITHIN

    def __init__(self, engine: Engine, folder: pathlib.Path) -> None:
        self.engine, self.api, self.folder = engine, engine.api, folder

    def differences(self, number: int, old: Document, new: Document, signals: int) -> list[str]:
        """What a plan says and the update does not do."""
        name = f'case-{number}'
        plan = self.planned(name, old, new)
        created = self.api.send('POST', 'stacks', {'stack_name': name, 'template': old, 'timeout_mins': 5})
        path = f"stacks/{name}/{created['stack']['id']}"
        if self.awaited(path, 'CREATE') != 'CREATE_COMPLETE':
            return [f'the stack is not created: {self.reason(path)}']
        for _ in range(signals):
            self.api.send('POST', f'{path}/resources/p/signal', {})
            self.settled(path)
        before = self.resources(path)
        # Times of resources are in seconds.
        time.sleep(1.1)
        self.api.send('PUT', path, {'template': new, 'timeout_mins': 5})
        outcome = self.awaited(path, 'UPDATE')
        after = self.resources(path)
        found = list(compared(plan, before, after, outcome == 'UPDATE_FAILED'))
        self.api.send('DELETE', path)
        return found

    def planned(self, name: str, old: Document, new: Document) -> Document:
        paths = []
        for side, one in (('old', old), ('new', new)):
            path = self.folder / f'{name}-{side}.yaml'
            path.write_text(json.dumps(one), encoding='utf-8')
            paths.append(path)
        command = [rust_plugins.compiled() / 'heat-codegen', 'plan', *paths, '--format', 'json', '--fail-on', 'none']
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        plan: Document = json.loads(done.stdout)
        return plan

    def awaited(self, path: str, action: str) -> str:
        end = time.monotonic() + self.within
        while True:
            status = str(self.api.get(path)['stack']['stack_status'])
            if status.startswith(action) and not status.endswith('IN_PROGRESS'):
                return status
            if time.monotonic() > end:
                return f'{status} for too long'
            time.sleep(0.3)

    def settled(self, path: str) -> None:
        """Waits until scaling has come to its end."""
        earlier = None
        for _ in range(self.within):
            seen = self.resources(path)
            if seen == earlier and not any(one.status.endswith('IN_PROGRESS') for one in seen.values()):
                return
            earlier = seen
            time.sleep(1)

    def reason(self, path: str) -> str:
        return str(self.api.get(path)['stack']['stack_status_reason'])

    def resources(self, path: str) -> dict[str, Seen]:
        """All resources, by their paths."""
        listed = self.api.get(f'{path}/resources?nested_depth={NESTED}&with_detail=true')['resources']
        stacks = {one['physical_resource_id']: one for one in listed}

        def path_of(one: Document) -> str:
            link = next(link['href'] for link in one['links'] if link['rel'] == 'stack')
            around = stacks.get(link.rsplit('/', 1)[-1])
            return f"{path_of(around)}/{one['resource_name']}" if around else str(one['resource_name'])

        return {path_of(one): Seen(one['physical_resource_id'], one['creation_time'], one['resource_status'], one['updated_time']) for one in listed}


def happened(before: Seen | None, after: Seen | None) -> str:
    """What became of a resource."""
    if after is None:
        return 'deleted'
    if after.status.endswith('FAILED'):
        return 'refused'
    if before is None:
        return 'created'
    if (before.physical, before.created) != (after.physical, after.created):
        return 'replaced'
    return 'updated' if after.status == 'UPDATE_COMPLETE' and (before.status, before.updated) != (after.status, after.updated) else 'unchanged'


def listed(plan: Document, around: str = '') -> dict[str, Document]:
    """The resources of a plan, by their paths."""
    found = {}
    for one in plan['resources']:
        path = f"{around}{one['name']}"
        found[path] = one
        if 'nested' in one:
            found.update(listed(one['nested'], f'{path}/'))
    return found


def compared(plan: Document, before: dict[str, Seen], after: dict[str, Seen], is_failed: bool) -> Any:
    """Where a plan and an update differ. After a refusal, what the update did not come to is unchanged."""
    said = listed(plan)
    members: collections.defaultdict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for path in sorted(before.keys() | after.keys()):
        seen = happened(before.get(path), after.get(path))
        around, _, _ = path.rpartition('/')
        if f'{around}/member' in said:
            members[around][seen] += 1
            continue
        one = said.get(path)
        action = one['action'] if one else 'nothing'
        if action != seen and not (is_failed and seen == 'unchanged'):
            yield f'{path}: planned {action}, {seen}'
        if one and seen == 'updated' and action == 'unchanged':
            yield f'{path}: called unchanged'
    for around, counts in members.items():
        yield from of_members(around, said, counts)


def of_members(around: str, said: dict[str, Document], counts: collections.Counter[str]) -> Any:
    """Where the members of a scaling group differ."""
    limits, one = said[around].get('members'), said[f'{around}/member']
    if limits is None:
        return
    for action, most in (('created', limits['most_created']), ('deleted', limits['most_deleted'])):
        if most is not None and counts[action] > most:
            yield f'{around}: {counts[action]} members {action}, at most {most} planned'
    staying = sum(counts.values()) - counts['created'] - counts['deleted']
    least, most = one.get('stands_for', [staying, staying])
    if not least <= staying <= most:
        yield f'{around}/member: stands for {least} to {most}, and {staying} stayed'
    for action in ('unchanged', 'updated', 'replaced'):
        if counts[action] and one['action'] != action:
            yield f"{around}/member: planned {one['action']}, {counts[action]} {action}"
    if not (counts['created'] or counts['deleted']) and limits['old'] != limits['new'] and staying == limits['old']:
        yield f"{around}: planned {limits['old']} to {limits['new']} members, and all {staying} stayed"


def judged(judge: Judge, kind: str, cases: dict[str, Case]) -> int:
    """Runs cases at the same time, as they mostly wait, and prints each; how many of them differ."""
    def differences(number: int, case: Case) -> list[str]:
        try:
            return judge.differences(number, *case)
        except Exception as error:  # pylint: disable=broad-exception-caught
            return [f'{type(error).__name__}: {error}']

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        found = {title: pool.submit(differences, number, case) for number, (title, case) in enumerate(cases.items())}
        for title, one in found.items():
            text = ''.join(f'    {line}\n' for line in one.result())
            print(f"{'differs' if text else 'agrees '}  {kind:<12} {title}\n{text}", end='', flush=True)
    return sum(bool(one.result()) for one in found.values())


def judged_by(kind: str, cases: dict[str, Case]) -> int:
    engine = Engine.start(STATE / kind, [HERE / 'cloud'], kind == 'convergence')
    try:
        own = {title: case for title, case in cases.items() if kind == 'legacy' or not title.startswith(LEGACY)}
        return judged(Judge(engine, STATE / kind), kind, own)
    finally:
        engine.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--only', metavar='PATTERN', help='only the cases whose title matches')
    parser.add_argument('--engine', choices=['convergence', 'legacy'], help='only this engine')
    parser.add_argument('--random', type=int, default=0, metavar='N', help='N random pairs of templates as well')
    parser.add_argument('--seed', type=int, default=1, help='of the random pairs')
    given = parser.parse_args()
    installed_heat.python()
    rust_plugins.compile_packages('heat-codegen')
    shutil.rmtree(STATE, ignore_errors=True)
    seeds = [f'{given.seed}/{number}' for number in range(given.random)]
    cases = CASES | {f'random {seed}': generated_plans.pair(seed) for seed in seeds}
    cases = {title: case for title, case in cases.items() if not given.only or re.search(given.only, title)}
    if not cases:
        parser.error('no case has such a title')
    kinds = [kind for kind in ('convergence', 'legacy') if given.engine in (None, kind)]
    with concurrent.futures.ThreadPoolExecutor(len(kinds)) as pool:
        wrong = sum(pool.map(lambda kind: judged_by(kind, cases), kinds))
    print(f'{wrong} differ')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
