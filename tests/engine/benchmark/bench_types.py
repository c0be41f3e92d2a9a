"""Types that do nothing, to measure what Heat itself costs."""

from typing import Any

from heat.engine import properties
from heat.engine import resource

Schema = properties.Schema


class PythonEmpty(resource.Resource):
    """A resource that is nothing."""

    properties_schema: dict[str, Schema] = {}

    def handle_create(self) -> None:
        pass

    def handle_delete(self) -> None:
        pass


class PythonAgain(PythonEmpty):
    """The same again: what is measured of it shows the noise."""


class PythonReads(resource.Resource):
    """A resource whose handlers read all its properties."""

    properties_schema = {
        **{f'text_{number}': Schema(Schema.STRING, 'Text.', default='text') for number in range(5)},
        **{f'count_{number}': Schema(Schema.INTEGER, 'A count.', default=1) for number in range(5)},
        **{f'flag_{number}': Schema(Schema.BOOLEAN, 'A flag.', default=False) for number in range(5)},
        **{f'names_{number}': Schema(Schema.LIST, 'Names.', default=[], schema=Schema(Schema.STRING)) for number in range(5)},
    }

    def handle_create(self) -> None:
        pass

    def handle_delete(self) -> None:
        pass

    def handle_check(self) -> None:
        self.read()

    def read(self) -> dict[str, Any]:
        return {name: self.properties[name] for name in self.properties_schema}


def resource_mapping() -> dict[str, type[resource.Resource]]:
    return {'My::Bench::PythonEmpty': PythonEmpty, 'My::Bench::PythonAgain': PythonAgain,
            'My::Bench::PythonReads': PythonReads}
