//! Descriptions for editors: as plain text, and as Markdown for editors that support it.

use heat_model::update::UpdateBehaviour;
use heat_model::{Constraint, ConstraintKind, PropertySchema, ResourceType, Status, SupportStatus};
use heat_updates::effect_words;
use serde_json::{Map, Value as Json};

use super::super::document::update_fact;
use super::super::tooltip;
use super::limits::is_expressed;

/// Describes a resource type.
pub(super) fn describe_type(entry: &mut Map<String, Json>, schema: &ResourceType) {
    let words = schema.description.iter().cloned().chain(status(&schema.support_status));
    describe(entry, words, &tooltip::resource_type(schema));
    deprecate(entry, &schema.support_status);
}

/// Describes a top-level property, or a field.
pub(super) fn describe_property(
    entry: &mut Map<String, Json>,
    name: &str,
    schema: &PropertySchema,
    update: Option<UpdateBehaviour>,
) {
    let words = schema.description.iter().cloned();
    let words = words.chain(schema.constraints.iter().filter_map(|constraint| in_words(constraint, schema)));
    let words = words.chain(status(&schema.support_status)).chain(on_update(schema, update));
    describe(entry, words, &tooltip::property(name, schema, update));
    deprecate(entry, &schema.support_status);
}

/// The effect of updating a property, in sentences.
fn on_update(schema: &PropertySchema, update: Option<UpdateBehaviour>) -> Vec<String> {
    let Some(fact) = update_fact(schema, update) else { return Vec::new() };
    let mut letters = fact.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let sentence = format!("{first}{}.", letters.as_str());
    [sentence].into_iter().chain(effect_words::sentences(schema)).collect()
}

/// Adds a description as plain text and as Markdown.
pub(super) fn describe(entry: &mut Map<String, Json>, words: impl Iterator<Item = String>, markdown: &str) {
    let words: Vec<String> = words.collect();
    if !words.is_empty() {
        entry.insert("description".into(), words.join("\n\n").into());
    }
    let markdown = markdown.trim_end();
    if !markdown.is_empty() {
        entry.insert("markdownDescription".into(), markdown.into());
    }
}

fn deprecate(entry: &mut Map<String, Json>, status: &SupportStatus) {
    if matches!(status.status(), Status::Deprecated | Status::Hidden) {
        entry.insert("deprecated".into(), true.into());
    }
}

fn status(status: &SupportStatus) -> Option<String> {
    let word = status.status();
    let since = status.version().map(|version| format!(" since {version}")).unwrap_or_default();
    let message = status.message().map(|message| format!(": {message}")).unwrap_or_default();
    (word != Status::Supported).then(|| format!("{word}{since}{message}"))
}

/// The description of a constraint for which JSON Schema has no keyword; `None` for others.
fn in_words(constraint: &Constraint, schema: &PropertySchema) -> Option<String> {
    (!is_expressed(constraint, schema.property_type)).then(|| match &constraint.kind {
        ConstraintKind::Custom(name) => format!("Has to satisfy `{name}`."),
        kind => format!("Has to be {kind}."),
    })
}
