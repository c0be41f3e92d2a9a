from heat.engine import attributes, constraints, properties, resource


class Volume(resource.Resource):
    """Keeps the contract."""

    default_client_name = "cinder"

    PROPERTIES = (NAME, SIZE, LABELS) = ("name", "size", "labels")
    ATTRIBUTES = (STATUS,) = ("status",)

    properties_schema = {
        NAME: properties.Schema(properties.Schema.STRING, required=True, update_allowed=True),
        SIZE: properties.Schema(properties.Schema.INTEGER, update_allowed=True, default=1,
                                constraints=[constraints.Range(min=1, max=9)]),
        LABELS: properties.Schema(properties.Schema.MAP, update_allowed=True),
    }
    attributes_schema = {STATUS: attributes.Schema("The status.")}

    def validate(self):
        super().validate()
        len(self.properties[self.LABELS] or {})

    def handle_create(self):
        made = self.client().volumes.create(self.properties[self.SIZE], name=self.properties[self.NAME])
        self.resource_id_set(made.id)
        self.client().volumes.set_metadata(made.id, self.properties[self.LABELS] or {})

    def check_create_complete(self, _data):
        return self.client().volumes.get(self.resource_id).status == "available"

    def handle_update(self, json_snippet, tmpl_diff, prop_diff):
        changes = dict(prop_diff)
        size = changes.pop(self.SIZE, None)
        if size is not None:
            self.client().volumes.extend(self.resource_id, size)
        if changes:
            self.client().volumes.update(self.resource_id, **changes)
        return size

    def check_update_complete(self, size):
        if size is None:
            return True
        return self.client().volumes.get(self.resource_id).status == "available"

    def _resolve_attribute(self, name):
        if self.resource_id is None:
            return None
        if name == self.STATUS:
            return self.client().volumes.get(self.resource_id).status

    def handle_delete(self):
        if self.resource_id is None:
            return None
        with self.client_plugin().ignore_not_found:
            self.client().volumes.delete(self.resource_id)
            return self.resource_id

    def check_delete_complete(self, volume):
        if volume is None:
            return True
        try:
            self.client().volumes.get(volume)
        except Exception as error:
            self.client_plugin().ignore_not_found(error)
            return True
        return False


def resource_mapping():
    return {"My::Volume": Volume}
