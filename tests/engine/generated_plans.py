"""Random templates, and what an update could make of them."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from heat_engine.rest import Document

KINDS = ['text', 'text', 'value', 'value', 'none', 'test', 'delay', 'volume', 'counted', 'scaled']
NAMES = ['a', 'b', 'c', 'd', 'e']


@dataclasses.dataclass(frozen=True)
class Resource:
    """A resource, and the text whose value it takes, if there is one of that name."""

    kind: str
    properties: Document
    source: str | None
    metadata: int | None

    def definition(self, texts: set[str]) -> Document:
        """Its definition in a template with these random texts."""
        properties = dict(self.properties)
        if self.kind in TAKES:
            properties[TAKES[self.kind]] = {'get_attr': [self.source, 'value']} if self.source in texts else 'written'
        found: Document = {'type': TYPES[self.kind], 'properties': properties}
        return found if self.metadata is None else {**found, 'metadata': {'number': self.metadata}}


TYPES = {
    'text': 'OS::Heat::RandomString', 'value': 'OS::Heat::Value', 'none': 'OS::Heat::None', 'test': 'OS::Heat::TestResource',
    'delay': 'OS::Heat::Delay', 'volume': 'OS::Cinder::Volume', 'counted': 'OS::Heat::ResourceGroup',
    'scaled': 'OS::Heat::AutoScalingGroup',
}
# The properties that take the value of a text.
TAKES = {'value': 'value', 'test': 'value'}


def pair(seed: str) -> tuple[Document, Document, int]:
    """An old template, a new one, and that nothing is signalled between."""
    source = random.Random(seed)
    old = {name: made(source, name) for name in source.sample(NAMES, source.randint(1, 4))}
    new = {}
    for name in NAMES:
        chance = source.random()
        if name not in old:
            if chance < 0.15:
                new[name] = made(source, name)
        elif chance < 0.4:
            new[name] = changed(source, name, old[name])
        elif chance < 0.5:
            new[name] = made(source, name)
        elif chance < 0.9:
            new[name] = old[name]
    # Heat refuses a template without resources less often than this could make one.
    return document(old), document(new or old), 0


def document(resources: dict[str, Resource]) -> Document:
    texts = {name for name, one in resources.items() if one.kind == 'text'}
    return {'heat_template_version': '2021-04-16', 'resources': {name: one.definition(texts) for name, one in resources.items()}}


def made(source: random.Random, name: str, kind: str | None = None) -> Resource:
    kind = kind or source.choice(KINDS)
    return Resource(kind, properties(source, kind), source.choice([other for other in NAMES if other != name]),
                    source.choice([None, None, 1]))


def changed(source: random.Random, name: str, old: Resource) -> Resource:
    other = made(source, name, old.kind)
    part = source.choice(['properties', 'source', 'metadata'])
    return dataclasses.replace(old, **{part: getattr(other, part)})


def properties(source: random.Random, kind: str) -> Any:
    """Properties of a kind."""
    member = {'type': TYPES['text'], 'properties': {'length': source.randint(4, 6)}}
    return {
        'text': lambda: {'length': source.randint(4, 6)},
        'value': lambda: {'type': 'string'},
        'none': lambda: {'anything': source.randint(1, 2)},
        'test': lambda: {'update_replace': source.random() < 0.5, 'wait_secs': 0},
        'delay': lambda: {'min_wait': source.choice([0, 0.1])},
        'volume': lambda: {'size': source.randint(1, 2), **({'name': source.choice(['x', 'y'])} if source.random() < 0.5 else {})},
        'counted': lambda: {'count': source.randint(0, 2), 'resource_def': member},
        'scaled': lambda: {'min_size': 0, 'max_size': 3, 'desired_capacity': source.randint(1, 3), 'resource': member},
    }[kind]()
