//! The rows of attributes.

use heat_model::{AttributeSchema, AttributeType, CacheMode, ResourceType};
use heat_samples::snippet::resource_name;

use super::attribute_example::example;
use super::context::Attribute;
use super::properties::out_of_use;
use super::text_writer::TextWriter;
use crate::links::row_anchors::TextRow;
use crate::text::terms::{status_class, status_word};

/// The attributes in source order, followed by those out of use, and last by the record from the service's API.
pub(super) fn attributes(writer: &TextWriter<'_>) -> Vec<Attribute> {
    let resource = resource_name(&writer.schema.name);
    let mut attributes: Vec<_> = writer.schema.attributes.iter().collect();
    attributes.sort_by_key(|(_, schema)| out_of_use(schema.support_status.status()));
    let base = ResourceType::base_attribute();
    attributes
        .into_iter()
        .map(|(name, schema)| (name.as_str(), schema))
        .chain(writer.schema.has_record().then_some((ResourceType::BASE_ATTRIBUTE, &base)))
        .map(|(name, schema)| attribute(writer, name, schema, &resource))
        .collect()
}

fn attribute(writer: &TextWriter<'_>, name: &str, schema: &AttributeSchema, resource: &str) -> Attribute {
    let status = schema.support_status.status();
    let id = format!("attr-{name}");
    let row = TextRow { anchor: &id, property: None };
    Attribute {
        today: writer.change_mark(&id),
        name: name.to_owned(),
        word: schema.attribute_type.map(AttributeType::as_str).unwrap_or_default(),
        status: status_class(status),
        status_word: status_word(status),
        support_status: status,
        note_html: writer.note(&schema.support_status, row),
        description_html: writer.block(schema.description.as_deref(), row),
        get_attr: format!("{{ get_attr: [{resource}, {name}] }}"),
        example: example(name, schema),
        cache: match schema.cache_mode {
            CacheMode::CacheLocal => "",
            CacheMode::CacheNone => "not cached",
        },
        history: writer.history(&schema.support_status, row),
        id,
    }
}
