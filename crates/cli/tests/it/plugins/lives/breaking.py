from heat.common import exception
from heat.engine import attributes, constraints, properties, resource


class Volume(resource.Resource):
    """Breaks the contract in many ways."""

    default_client_name = "cinder"

    PROPERTIES = (NAME, SIZE, LABELS, KIND) = ("name", "size", "labels", "kind")
    ATTRIBUTES = (STATUS, OWNER) = ("status", "owner")

    properties_schema = {
        NAME: properties.Schema(properties.Schema.STRING, required=True, update_allowed=True),
        SIZE: properties.Schema(properties.Schema.INTEGER, update_allowed=True, constraints=[constraints.Range(min=1, max=9)]),
        LABELS: properties.Schema(properties.Schema.MAP),
        KIND: properties.Schema(properties.Schema.STRING, update_allowed=True),
    }
    attributes_schema = {
        STATUS: attributes.Schema("The status."),
        OWNER: attributes.Schema("The owner."),
    }

    def validate(self):
        super().validate()
        if len(self.properties[self.LABELS]) > 5:
            raise exception.StackValidationFailed(message="too many")

    def handle_create(self):
        made = self.client().volumes.create(self.properties["name"], self.properties.get("sise"))
        self.client().volumes.update_labels(made.id, dict(self.properties[self.LABELS] or {}))
        self.resource_id_set(made.id)
        self.made = made.id

    def check_create_complete(self, _data):
        self.client().volumes.get(self.resource_id).status == "available"

    def handle_update(self, json_snippet, tmpl_diff, prop_diff):
        if self.NAME in prop_diff:
            self.client().volumes.update(self.resource_id, name=prop_diff[self.NAME])
        if self.KIND in prop_diff:
            self.client().volumes.retype(self.resource_id, prop_diff[self.KIND].lower())

    def _resolve_attribute(self, name):
        if name == self.STATUS:
            return self.client().volumes.get(self.resource_id).status

    def handle_suspend(self):
        self.client().volumes.stop(self.made)

    def handle_delete(self):
        self.client().volumes.delete(self.resource_id)


class Backup(resource.Resource):
    default_client_name = "cinder"
    properties_schema = {"volume": properties.Schema(properties.Schema.STRING, required=True)}

    def handle_create(self):
        self.client().backups.create(self.properties["volume"])

    def handle_check(self):
        import sys
        sys.exit("no")

    def handle_delete(self):
        if self.resource_id is None:
            return
        self.client().backups.delete(self.resource_id)


def resource_mapping():
    return {"My::Volume": Volume, "My::Backup": Backup}
