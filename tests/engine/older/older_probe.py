"""The type `My::Custom::Probe` as it might have been once: its size was a text, and it had a property that is no longer there."""

from heat.engine import attributes
from heat.engine import properties
from heat.engine import resource

Schema = properties.Schema


class Probe(resource.Resource):
    """An older version of the type."""

    properties_schema = {
        'value': Schema(Schema.STRING, 'What the resource keeps.', default='one'),
        'size': Schema(Schema.STRING, 'The size, in words.'),
        'colour': Schema(Schema.LIST, 'Colours, which nobody wanted.'),
        'journal': Schema(Schema.STRING, 'A file.', default=''),
    }
    attributes_schema = {
        'value': attributes.Schema('The value.', type=attributes.Schema.STRING),
    }

    def handle_create(self) -> None:
        self.resource_id_set(self.physical_resource_name())
        self.data_set('value', self.properties['value'])

    def handle_delete(self) -> None:
        pass

    def _resolve_attribute(self, name: str) -> str:
        return str(self.properties['value'])


def resource_mapping() -> dict[str, type[resource.Resource]]:
    return {'My::Custom::Probe': Probe}
