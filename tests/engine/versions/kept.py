"""The type `My::Custom::Kept` in three versions: which one it is depends on the name of the file, `kept_first` and so on.

The first two keep the same data, each in a form of its own, and refuse what they cannot read with the words of a plug-in in Rust.
The third one keeps them in the form of the second, and also reads that of the first.
"""

import json
from typing import Any

from heat.common import exception
from heat.engine import attributes
from heat.engine import constraints
from heat.engine import properties
from heat.engine import resource
from heat.engine import support

Schema = properties.Schema
FIRST, THIRD = __name__.endswith('first'), __name__.endswith('third')
FORMS = (int, list) if THIRD else (int,) if FIRST else (list,)
UNREADABLE = ('The data that were kept with {} cannot be read by this version of the plug-in: they do not have the form that it '
              'keeps (line 1, column {})')


def parts_as_kept(number: int) -> Any:
    """Parts in the form of this version: their number, or their names."""
    return number if FIRST else [f'part {part}' for part in range(number)]


def read(text: str, name: str) -> tuple[str, Any]:
    """What was kept."""
    secret, parts = json.loads(text)
    if not isinstance(parts, FORMS):
        # Where Rust stops reading.
        column = len(json.dumps([secret], separators=(',', ':'))) + isinstance(parts, int)
        raise exception.Error(UNREADABLE.format(name, column))
    return secret, parts


def kept_in_snapshot(snapshot: dict[str, Any]) -> tuple[str, Any] | None:
    """What was kept with the resource of a snapshot."""
    text = (snapshot.get('resource_data') or {}).get('data')
    return None if text is None else read(text, 'the snapshot')


def count(kept: tuple[str, Any]) -> int:
    """How many parts are kept."""
    _, parts = kept
    return parts if isinstance(parts, int) else len(parts)


class Kept(resource.Resource):
    """A resource that keeps data."""

    support_status = support.SupportStatus(version='27.0.0')

    properties_schema = {
        'parts': Schema(
            Schema.INTEGER, 'How many parts the resource has.', default=1, update_allowed=True,
            constraints=[constraints.Range(min=0, max=10)]),
        'secret': Schema(Schema.STRING, 'A text that is kept with the parts, and that nobody is to see.', default='hush'),
    }
    attributes_schema = {
        'parts': attributes.Schema(
            'How many parts it keeps.', cache_mode=attributes.Schema.CACHE_NONE, type=attributes.Schema.INTEGER),
    }

    def kept(self) -> tuple[str, Any] | None:
        """What is kept; that of a resource whose creation failed may be missing."""
        text = self.data().get('data')
        return None if text is None else read(text, self.name)

    def keep(self, secret: str, parts: int) -> None:
        self.data_set('data', json.dumps([secret, parts_as_kept(parts)], separators=(',', ':')), redact=True)

    def handle_create(self) -> None:
        self.resource_id_set(self.physical_resource_name())
        self.keep(self.properties['secret'], self.properties['parts'])

    def handle_update(self, json_snippet: Any, tmpl_diff: Any, prop_diff: dict[str, Any]) -> None:
        after = json_snippet.properties(self.properties_schema, self.context)
        kept = self.kept()
        self.keep(kept[0] if kept else after['secret'], after['parts'])

    def handle_delete(self) -> None:
        self.kept()

    def handle_check(self) -> None:
        self.kept()

    def handle_suspend(self) -> None:
        self.kept()

    def handle_resume(self) -> None:
        self.kept()

    def handle_snapshot(self) -> None:
        self.kept()

    def handle_delete_snapshot(self, snapshot: dict[str, Any]) -> None:
        kept_in_snapshot(snapshot)

    def handle_restore(self, defn: Any, restore_data: dict[str, Any]) -> Any:
        given = {name: value for name, value in self.properties.data.items() if value is not None}
        if kept := kept_in_snapshot(restore_data):
            given['parts'] = count(kept)
        return defn.freeze(properties=given)

    def needs_replace_failed(self) -> bool:
        return False

    def _resolve_attribute(self, name: str) -> int | None:
        kept = self.kept()
        return kept and count(kept)


def resource_mapping() -> dict[str, type[resource.Resource]]:
    return {'My::Custom::Kept': Kept}
