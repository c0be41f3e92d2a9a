"""The type of `examples/project`, as a plug-in in Python that uses nothing but Heat's own classes and clients: the judge."""

from typing import Any

from heat.engine import attributes
from heat.engine import constraints
from heat.engine import properties
from heat.engine import resource
from heat.engine import translation
from heat.engine.clients.os.keystone import keystone_constraints

Schema = properties.Schema


class Domain(keystone_constraints.KeystoneDomainConstraint):
    """The custom constraint `my.domain`."""


class Project(resource.Resource):
    """A project of Keystone."""

    default_client_name = 'keystone'
    entity = 'projects'
    physical_resource_name_limit = 64
    properties_schema = {
        'name': Schema(Schema.STRING, update_allowed=True, constraints=[constraints.Length(min=1, max=64)]),
        'description': Schema(Schema.STRING, update_allowed=True),
        'domain': Schema(Schema.STRING, constraints=[constraints.CustomConstraint('my.domain')]),
        'parent': Schema(Schema.STRING),
        'ready_tag': Schema(Schema.STRING),
    }
    attributes_schema = {
        'name': attributes.Schema(type=attributes.Schema.STRING),
        'domain': attributes.Schema(type=attributes.Schema.STRING),
    }

    def translation_rules(self, props: Any) -> list[Any]:
        return [translation.TranslationRule(
            props, translation.TranslationRule.RESOLVE, translation_path=['parent'], client_plugin=self.client_plugin(),
            finder='get_project_id')]

    def client(self) -> Any:
        return super().client().client

    def described(self, given: str | None) -> str:
        context = self.context
        by = f'Created by {context.username or "somebody"} of {context.project_name} as {", ".join(sorted(context.roles))}.'
        return by if given is None else given

    def handle_create(self) -> str | None:
        domain = self.properties['domain'] or self.context.project_domain_id
        project = self.client().projects.create(
            name=self.properties['name'] or self.physical_resource_name(), domain=domain,
            description=self.described(self.properties['description']), parent=self.properties['parent'])
        self.resource_id_set(project.id)
        return self.properties['ready_tag']

    def check_create_complete(self, tag: str | None) -> bool:
        return not tag or tag in self.client().projects.get(self.resource_id).tags

    def handle_update(self, _json_snippet: Any, _tmpl_diff: Any, prop_diff: dict[str, Any]) -> None:
        changes = dict(prop_diff)
        if 'name' in changes:
            changes['name'] = changes['name'] or self.physical_resource_name()
        if 'description' in changes:
            changes['description'] = self.described(changes['description'])
        self.client().projects.update(self.resource_id, **changes)

    def handle_check(self) -> None:
        self.client().projects.get(self.resource_id)

    def _resolve_attribute(self, name: str) -> Any:
        if self.resource_id is None:
            return None
        project = self.client().projects.get(self.resource_id)
        return project.name if name == 'name' else project.domain_id


def resource_mapping() -> dict[str, Any]:
    return {'My::Identity::Project': Project}


def constraint_mapping() -> dict[str, Any]:
    return {'my.domain': Domain}
