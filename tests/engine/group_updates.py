#!/usr/bin/env python3
"""Records what updates do to the members of groups, and to those who read their attributes, as vectors that conformance replays.

    tests/engine/group_updates.py                         write conformance/vectors/group_updates.jsonl again
    tests/engine/group_updates.py --only readers --out target/group_updates.jsonl

Each case creates a stack, updates it, and notes what became of each resource, also in nested stacks, with both engines. The members of
scaling groups have random names: how many of them came to each end is noted as that of `*`. The members of a group that leaves its
stack, but is kept, are `kept`. `cloud/` stands in for Cinder, Nova and Neutron.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import pathlib
import random
import re
import shutil
import sys
import time
from collections.abc import Iterator
from typing import Any

import installed_heat
from heat_engine.rest import Document
from plans import Judge, Seen, happened, of, template, text
from running import Engine

HERE = pathlib.Path(__file__).resolve().parent
STATE = installed_heat.ROOT / 'target' / 'engine' / 'group_updates'
OUT = installed_heat.ROOT / 'conformance' / 'vectors' / 'group_updates.jsonl'
# The timeout of each update, in minutes, and a pause that is longer.
MINUTES = 5
TOO_LONG = MINUTES * 60
# How many groups are in one stack, and how many cases run at the same time.
TOGETHER = 6
AT_ONCE = 3
# The name of a member of a scaling group, in a path.
RANDOM = re.compile(r'/[a-z0-9]{12}(?=/|$)')
# The old side, the new one, and the files of both.
Case = tuple[Document, Document, Document]


def value(text: str = 'a') -> Document:
    return of('OS::Heat::Value', value=text)


def counted(count: int | None, member: Document | None = None, listed: Any = None, mode: str | None = None, **more: Any) -> Document:
    properties: Document = {'resource_def': member or text()}
    if count is not None:
        properties['count'] = count
    if listed is not None:
        properties['removal_policies'] = [{'resource_list': listed}]
    if mode is not None:
        properties['removal_policies_mode'] = mode
    index = more.pop('index_var', None)
    if index:
        properties['index_var'] = index
    return {'type': 'OS::Heat::ResourceGroup', 'properties': properties, **more}


def scaled(member: Document | None = None, most: int = 6, **sizes: Any) -> Document:
    more = {key: sizes.pop(key) for key in ('deletion_policy',) if key in sizes}
    return {'type': 'OS::Heat::AutoScalingGroup', 'properties': {'min_size': 0, 'max_size': most, 'resource': member or text(), **sizes}, **more}


def rolling(batch: int, least: int = 0, pause: float = 0) -> Document:
    return {'max_batch_size': batch, 'min_in_service': least, 'pause_time': pause}


def reading(group: str, *path: Any) -> Iterator[tuple[str, Document]]:
    """A resource that a change of the attribute updates, and, for some attributes, one that it replaces."""
    attribute = {'get_attr': [group, *path]}
    name = '_'.join(str(step).replace('.', '_') for step in path)
    yield f'{group}_updated_{name}', of('OS::Heat::Value', value=attribute)
    if path[0] in ('refs', 'current_size', 'value'):
        yield f'{group}_replaced_{name}', of('OS::Heat::RandomString', length=5, salt={'str_replace': {'template': 'S', 'params': {'S': attribute}}})


def readers(group: str, paths: list[list[Any]]) -> Document:
    return dict(itertools.chain.from_iterable(reading(group, *path) for path in paths))


OF_COUNTED = [['refs'], ['refs_map'], ['attributes', 'value'], ['value'], ['resource.1'], ['resource.1.value'], ['removed_rsrc_list'], ['refs', 0]]
OF_SCALED = [['refs'], ['refs_map'], ['current_size'], ['outputs', 'value'], ['outputs_list', 'value'], ['resource.0'], ['resource.0.value'],
             ['refs', 0]]


def together(pairs: list[tuple[Document, Document]]) -> Iterator[Case]:
    """Several groups in one stack, each on its own."""
    for start in range(0, len(pairs), TOGETHER):
        batch = pairs[start:start + TOGETHER]
        sides = [template(**{f'g{number}': pair[side] for number, pair in enumerate(batch)}) for side in (0, 1)]
        yield sides[0], sides[1], {}


def removals() -> Iterator[Case]:
    """Lists of names, old and new; what becomes of earlier ones; how many members there are."""
    old_lists: list[Any] = [None, ['1'], ['0', '2']]
    new_lists: list[Any] = [None, ['0'], ['1'], [2, '0'], ['7', 'nobody']]
    modes = [None, 'append', 'update']
    pairs = [(counted(3, listed=old), counted(3, listed=new, mode=mode))
             for old, new, mode in itertools.product(old_lists, new_lists, ['append', 'update'])]
    source = random.Random('removals')
    for _ in range(32):
        before, after = source.choice([(3, 2), (2, 4), (3, 0), (0, 2), (1, 1), (4, 1), (1, 3), (2, None)])
        old = counted(before, listed=source.choice(old_lists), mode=source.choice(modes))
        pairs.append((old, counted(after, source.choice([text(), text(6)]), source.choice(new_lists), source.choice(modes))))
    # A group that is replaced begins again.
    for old, new in itertools.product([['1'], ['0', '2']], [None, ['7']]):
        pairs.append((counted(2, listed=old), counted(2, listed=new, index_var='%other%')))
    yield from together(pairs)


def counted_readers() -> Iterator[Case]:
    """Who reads the members of a resource group."""
    base = counted(3, value('a'))
    replaced = {'type': 'OS::Heat::RandomString', 'properties': {'length': 5}}
    changes = [
        (base, counted(4, value('a'))), (base, counted(2, value('a'))), (base, counted(3, value('b'))),
        (base, counted(3, value('a'), ['0'])), (base, counted(3, value('a'), ['7'])), (base, base),
        (counted(3, value('a'), ['0']), counted(3, value('a'))),
        (counted(3, value('a'), ['0']), counted(3, value('a'), ['0', '2'])),
        (counted(3, value('a'), ['0']), counted(3, value('a'), mode='update')),
        (counted(3, replaced), counted(3, {**replaced, 'properties': {'length': 6}})),
        (base, counted(3, value('a'), update_policy={'rolling_update': rolling(2)})),
    ]
    for old, new in changes:
        # Without the member that is to go, reading it fails.
        paths = [path for path in OF_COUNTED if not str(path[0]).startswith('resource.') or 'removal_policies' not in {**old['properties'], **new['properties']}]
        yield template(g=old, **readers('g', paths)), template(g=new, **readers('g', paths)), {}


def scaled_readers() -> Iterator[Case]:
    """Who reads the members of a scaling group."""
    base = scaled(value('a'), desired_capacity=2)
    replaced = {'type': 'OS::Heat::RandomString', 'properties': {'length': 5}}
    changes = [
        (base, scaled(value('a'), desired_capacity=3)), (base, scaled(value('a'), desired_capacity=1)),
        (base, scaled(value('a'), min_size=3)), (scaled(value('a'), desired_capacity=3), scaled(value('a'), 2, desired_capacity=2)),
        (base, scaled(value('a'), desired_capacity=2, cooldown=5)), (base, scaled(value('b'), desired_capacity=2)),
        (base, scaled(value('a'), desired_capacity=2, rolling_updates=rolling(2))), (base, base), (base, scaled(value('a'))),
        (scaled(replaced, desired_capacity=2), scaled({**replaced, 'properties': {'length': 6}}, desired_capacity=2)),
        (scaled(value('a'), min_size=1), scaled(value('a'), min_size=2)),
        (base, scaled(value('b'), desired_capacity=2, rolling_updates=rolling(1, 2))),
        (base, scaled(value('a'), desired_capacity=2, min_size=1, max_size=4)),
    ]
    for old, new in changes:
        yield template(g=old, **readers('g', OF_SCALED)), template(g=new, **readers('g', OF_SCALED)), {}


def policies() -> Iterator[Case]:
    """Rolling updates: batches, pauses that are too long, and policies that do not apply."""
    def rolled(policy: Document, count: int = 2, length: int = 5, **more: Any) -> Document:
        return counted(count, text(length), update_policy={'rolling_update': policy}, **more)

    long = rolling(1, 0, TOO_LONG)
    yield from ((template(g=old), template(g=new), {}) for old, new in [
        (rolled(long), rolled(long, length=6)), (rolled(rolling(1)), rolled(long, length=6)), (rolled(long), rolled(rolling(1), length=6)),
        (rolled(rolling(2, 0, TOO_LONG)), rolled(rolling(2, 0, TOO_LONG), length=6)),
        (rolled(rolling(2, 2, TOO_LONG)), rolled(rolling(2, 2, TOO_LONG), length=6)),
        (rolled(rolling(1, 2)), rolled(rolling(1, 2), length=6)), (rolled(rolling(2, 5), 3), rolled(rolling(2, 5), 3, 6)),
        (rolled(rolling(1), 3), rolled(rolling(1), 5, 6)), (rolled(rolling(2, 1), 4), rolled(rolling(2, 1), 2, 6)),
        (rolled(long, 3), rolled(long, 5)), (rolled(long, 3), rolled(long, 0, 6)), (rolled(long, 0), rolled(long, 1, 6)),
        (rolled(rolling(1), 3), rolled(rolling(1), 3, 6, listed=['0'])), (rolled(long, 1), rolled(long, 1, 6)),
        (rolled(rolling(1), 3, listed=['0']), rolled(rolling(1), 3, 6)), (rolled(long, 1, listed=['0']), rolled(long, 1, 6)),
        (scaled(desired_capacity=2, rolling_updates=long), scaled(text(6), desired_capacity=2, rolling_updates=long)),
        (scaled(desired_capacity=2), scaled(text(6), desired_capacity=2, rolling_updates=long)),
        (scaled(desired_capacity=2, rolling_updates=long), scaled(desired_capacity=3, rolling_updates=long)),
        (scaled(desired_capacity=3, rolling_updates=long), scaled(text(6), desired_capacity=1, rolling_updates=long)),
        (scaled(desired_capacity=2), scaled(text(6), desired_capacity=3, rolling_updates=rolling(1, 2))),
        (scaled(desired_capacity=1, rolling_updates=long), scaled(text(6), desired_capacity=3, rolling_updates=long)),
    ])
    batches = {'batch_create': {'max_batch_size': 1, 'pause_time': TOO_LONG}}
    yield template(x=text()), template(x=text(), g=counted(2, update_policy=batches)), {}
    yield template(x=text()), template(x=text(), g=counted(1, update_policy=batches)), {}
    yield template(g=counted(2)), template(g=counted(2, index_var='%other%', update_policy=batches)), {}


def kept() -> Iterator[Case]:
    """What leaves the stack with its policy."""
    nested = {'inner.yaml': json.dumps(template(v=text(), r=counted(2))), 'outer.yaml': json.dumps(template(n=of('inner.yaml'), w=text()))}
    retained = {'deletion_policy': 'Retain'}
    groups = {'counted': counted(2, **retained), 'scaled': scaled(desired_capacity=2, **retained),
              'chain': {**of('OS::Heat::ResourceChain', resources=['OS::Heat::RandomString', 'OS::Heat::RandomString']), **retained},
              'inner': {**of('inner.yaml'), **retained}, 'outer': {**of('outer.yaml'), **retained},
              'of_nested': counted(2, of('inner.yaml'), **retained), 'empty': counted(0, **retained)}
    gone = {name: {key: part for key, part in group.items() if key != 'deletion_policy'} for name, group in groups.items()}
    yield template(x=text(), **groups), template(x=text()), nested
    yield template(x=text(), **gone), template(x=text()), nested
    # Another type replaces them; the policy of the old side applies.
    yield template(**groups), template(**{name: text() for name in groups}), nested
    yield template(**groups), template(**{name: {**text(), 'deletion_policy': 'Delete'} for name in groups}), nested
    yield template(**gone), template(**{name: {**text(), 'deletion_policy': 'Retain'} for name in groups}), nested
    yield template(g=counted(2, **retained)), template(g=counted(2, index_var='%other%', **retained)), {}
    # Kept within what goes.
    within = {'within.yaml': json.dumps(template(r=counted(2, **retained), v=text()))}
    yield template(x=text(), n=of('within.yaml')), template(x=text()), within


def nested() -> Iterator[Case]:
    """Groups within other stacks."""
    inner = {'heat_template_version': '2021-04-16', 'parameters': {'count': {'type': 'number'}, 'listed': {'type': 'json', 'default': []},
                                                                   'length': {'type': 'number', 'default': 5}},
             'resources': {'g': counted({'get_param': 'count'}, of('OS::Heat::RandomString', length={'get_param': 'length'}),
                                        {'get_param': 'listed'}),
                           's': scaled(of('OS::Heat::RandomString', length={'get_param': 'length'}), desired_capacity={'get_param': 'count'})},
             'outputs': {'refs': {'value': {'get_attr': ['g', 'refs']}}, 'scaled': {'value': {'get_attr': ['s', 'refs']}},
                         'size': {'value': {'get_attr': ['s', 'current_size']}}}}
    files = {'inner.yaml': json.dumps(inner)}
    of_inner = [[name] for name in ('refs', 'scaled', 'size')]
    for old, new in [({'count': 2, 'listed': ['0']}, {'count': 2}), ({'count': 2}, {'count': 3}), ({'count': 2}, {'count': 1}),
                     ({'count': 2}, {'count': 2, 'length': 6}), ({'count': 2, 'listed': ['0']}, {'count': 3, 'listed': ['1']}),
                     ({'count': 2}, {'count': 2})]:
        sides = [template(n=of('inner.yaml', **given), m=counted(2, of('inner.yaml', **given)), **readers('n', of_inner), **readers('m', of_inner))
                 for given in (old, new)]
        yield sides[0], sides[1], files
    group = counted(2, counted(2, listed=['0']))
    yield template(g=group), template(g=counted(2, counted(2), ['1'])), {}
    yield template(g=group), template(g=counted(2, counted(2), index_var='%other%')), {}
    strings = [of('OS::Heat::ResourceChain', resources=['OS::Heat::RandomString'] * number) for number in (2, 3, 1)]
    paths: list[list[Any]] = [['refs'], ['attributes', 'value'], ['value'], ['resource.0']]
    for other in strings:
        yield template(g=strings[0], **readers('g', paths)), template(g=other, **readers('g', paths)), {}


def launched() -> Iterator[Case]:
    """Groups of instances."""
    def stack(kind: str, image: str = 'a', policy: Document | None = None, **sizes: Any) -> Document:
        launch = {'Type': 'AWS::AutoScaling::LaunchConfiguration', 'Properties': {'ImageId': image, 'InstanceType': 'm'}}
        found = {'Type': kind, 'Properties': {'LaunchConfigurationName': {'Ref': 'c'}, 'AvailabilityZones': ['z'], **sizes}}
        if policy is not None:
            found['UpdatePolicy'] = {'RollingUpdate' if kind.startswith('OS') else 'AutoScalingRollingUpdate': policy}
        attribute = {'Fn::GetAtt': ['g', 'InstanceList']}
        return {'HeatTemplateFormatVersion': '2012-12-12', 'Resources': {
            'c': launch, 'g': found, 'updated': {'Type': 'OS::Heat::Value', 'Properties': {'value': attribute}},
            'replaced': {'Type': 'OS::Heat::RandomString', 'Properties': {'length': 5, 'salt': attribute}}}}

    batch = {'MinInstancesInService': 0, 'MaxBatchSize': 1}
    for kind, sizes in (('OS::Heat::InstanceGroup', lambda size: {'Size': size}),
                        ('AWS::AutoScaling::AutoScalingGroup', lambda size: {'MinSize': 0, 'MaxSize': 5, 'DesiredCapacity': size})):
        for old, new in [(stack(kind, **sizes(2)), stack(kind, **sizes(3))), (stack(kind, **sizes(2)), stack(kind, **sizes(1))),
                         (stack(kind, **sizes(2)), stack(kind, 'b', **sizes(2))), (stack(kind, **sizes(2)), stack(kind, **sizes(2))),
                         (stack(kind, 'a', batch, **sizes(2)), stack(kind, 'b', batch, **sizes(2))),
                         (stack(kind, 'a', **sizes(2)), stack(kind, 'b', {**batch, 'PauseTime': 'PT5M'}, **sizes(2))),
                         (stack(kind, 'a', **sizes(1)), stack(kind, 'b', {**batch, 'PauseTime': 'PT5M'}, **sizes(1))),
                         (stack(kind, 'a', **sizes(2)), stack(kind, 'a', {**batch, 'PauseTime': 'PT5M'}, **sizes(2))),
                         (stack(kind, 'a', **sizes(2)), stack(kind, 'b', {**batch, 'MinInstancesInService': 2}, **sizes(2)))]:
            yield old, new, {}


KINDS = {'policies': policies, 'scaled readers': scaled_readers, 'launched': launched, 'kept': kept, 'nested': nested, 'removals': removals,
         'counted readers': counted_readers}


# Both engines name the members of resource groups in the same way: of these cases, the legacy engine is asked a few.
ONCE = {f'removals:{number}' for number in range(3, 100)}


class Recorder(Judge):
    """Runs the cases in one engine."""

    within = 500

    def recorded(self, name: str, case: Case) -> Document | None:
        """What the update does; none if the stack cannot be created."""
        old, new, files = case
        body = {'files': files, 'timeout_mins': MINUTES}
        created = self.api.send('POST', 'stacks', {'stack_name': name, 'template': old, **body})
        path = f"stacks/{name}/{created['stack']['id']}"
        if self.awaited(path, 'CREATE') != 'CREATE_COMPLETE':
            print(f'{name}: {self.reason(path)}', file=sys.stderr)
            return None
        self.settled(path)
        before = self.resources(path)
        time.sleep(1.1)
        self.api.send('PUT', path, {'template': new, **body})
        outcome = self.awaited(path, 'UPDATE')
        if outcome == 'UPDATE_COMPLETE':
            self.settled(path)
        after = self.resources(path)
        found: Document = {'status': outcome, 'resources': self.fates(before, after)}
        if outcome == 'UPDATE_FAILED':
            found['reason'] = self.reason(path)
        self.api.send('DELETE', path)
        return found

    def fates(self, before: dict[str, Seen], after: dict[str, Seen]) -> Document:
        """What became of each resource, by path."""
        fates: Document = {}
        members: collections.defaultdict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        for path in sorted(before.keys() | after.keys()):
            fate = happened(before.get(path), after.get(path))
            if fate == 'deleted' and self.is_kept(path, before, after):
                fate = 'kept'
            if RANDOM.search(path):
                members[RANDOM.sub('/*', path)][fate] += 1
            else:
                fates[path] = fate
        return {**fates, **{path: dict(sorted(counts.items())) for path, counts in members.items()}}

    def is_kept(self, path: str, before: dict[str, Seen], after: dict[str, Seen]) -> bool:
        """Whether a resource still is in its stack, although that is no longer in the stack around it."""
        around, _, name = path.rpartition('/')
        if not around:
            return False
        stack = before[around].physical
        answer = self.api.ask('GET', f'stacks/{stack}')
        if answer.status != 200 or answer.document['stack']['stack_status'].startswith('DELETE'):
            return False
        found = answer.document['stack']
        listed = self.api.get(f"stacks/{found['stack_name']}/{stack}/resources")['resources']
        return any(one['resource_name'] == name and not one['resource_status'].startswith('DELETE') for one in listed)


def record(cases: dict[str, Case], kind: str, recorder: Recorder) -> dict[str, Document | None]:
    def recorded(title: str) -> Document | None:
        if kind == 'legacy' and title in ONCE:
            return None
        try:
            return recorder.recorded(re.sub('[^a-z0-9]+', '-', title), cases[title])
        except Exception as error:  # pylint: disable=broad-exception-caught
            print(f'{title}: {type(error).__name__}: {error}', file=sys.stderr)
            return None

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(cases, pool.map(recorded, cases)))


def line(title: str, case: Case, answers: Document) -> str:
    old, new, files = case
    given = {'old': {'template': old}, 'new': {'template': new}, 'timeout': MINUTES, **({'files': files} if files else {})}
    vector = {'family': 'group_updates', 'source': f'own:{title}', 'input': given, 'output': answers}
    return json.dumps(vector, ensure_ascii=False, separators=(',', ':')) + '\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--only', metavar='PATTERN', default='', help='only the cases whose title matches')
    parser.add_argument('--out', type=pathlib.Path, default=OUT, help='the file to write')
    given = parser.parse_args()
    shutil.rmtree(STATE, ignore_errors=True)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    kinds = ['convergence', 'legacy']
    engines = [Engine.start(STATE / kind, [HERE / 'cloud'], kind == 'convergence') for kind in kinds]
    lines: list[str] = []
    try:
        recorders = [Recorder(engine, STATE / kind) for engine, kind in zip(engines, kinds)]
        for group, made in KINDS.items():
            cases = {f'{group}:{number}': case for number, case in enumerate(made(), 1)}
            cases = {title: case for title, case in cases.items() if re.search(given.only, title)}
            with concurrent.futures.ThreadPoolExecutor(len(kinds)) as pool:
                answers = list(pool.map(lambda kind, recorder: record(cases, kind, recorder), kinds, recorders))
            for title, case in cases.items():
                found = {kind: answer[title] for kind, answer in zip(kinds, answers) if answer[title] is not None}
                lines += [line(title, case, found)] if found else []
            given.out.write_text(''.join(lines), encoding='utf-8')
    finally:
        for engine in engines:
            engine.stop()
    print(f'{len(lines)} vectors', file=sys.stderr)


if __name__ == '__main__':
    main()
