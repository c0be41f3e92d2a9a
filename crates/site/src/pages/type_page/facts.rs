//! Facts about a type besides its properties and attributes.

use heat_html::{Html, html};
use heat_model::{EarlyReference, ResourceType};
use heat_updates::{sentences as update_sentences, service_words};

use super::context::Fact;
use crate::links::targets::Links;
use crate::text::markdown;
use crate::text::sentences::dependency_words;

/// The abilities of a resource in templates, besides setting properties and reading attributes.
pub(super) fn stack(schema: &ResourceType, links: &Links<'_>) -> Vec<Fact> {
    let snapshot = html!("{} is supported", Html::code("Snapshot"));
    let any_property = "any are accepted, with any values, and have no effect";
    let rows = [
        ("Properties", schema.any_property.then_some(Html::literal(any_property))),
        ("Attributes", schema.any_attribute.then_some(Html::literal("any name is accepted"))),
        ("Deletion policy", schema.supports_snapshot_deletion.then_some(snapshot)),
    ];
    let link = |name: &str| match links.type_target(name) {
        Some(url) => Html::link(&url, Html::code_name(name)),
        None => Html::code(name),
    };
    let waits = schema.dependencies_by_value.iter().map(|dependency| Fact {
        label: "Waits for",
        html: html!("every {}", dependency_words(dependency, link)),
    });
    let updates = update_sentences::sentences(schema)
        .into_iter()
        .map(|sentence| Fact { label: "Updates", html: markdown::inline(&sentence, links) });
    let service = service_words::sentences(schema)
        .into_iter()
        .map(|sentence| Fact { label: "In the service", html: markdown::inline(&sentence, links) });
    let facts = rows
        .into_iter()
        .filter_map(|(label, html)| html.map(|html| Fact { label, html }))
        .chain(updates)
        .chain(service)
        .chain(waits);
    labelled_once(facts)
}

/// Removes the label of a fact that has the same one as the fact before it.
fn labelled_once(facts: impl Iterator<Item = Fact>) -> Vec<Fact> {
    let mut last = "";
    facts
        .map(|Fact { label, html }| {
            let is_new = label != last;
            last = label;
            Fact { label: if is_new { label } else { "" }, html }
        })
        .collect()
}

/// The declarations in a type's plug-in besides its schema.
pub(super) fn plugin(schema: &ResourceType) -> Vec<Fact> {
    let rows = [
        ("Python class", schema.python_class.as_deref().map(Html::code)),
        ("Client", schema.default_client_name.as_deref().map(Html::code)),
        ("Entity", schema.entity.as_deref().map(Html::code)),
        ("Service extension", schema.required_service_extension.as_deref().map(Html::code)),
        (
            "Maximum name length",
            (schema.physical_resource_name_limit != ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT)
                .then(|| Html::text(&format!("{} characters", schema.physical_resource_name_limit))),
        ),
        (
            "Reference before creation",
            schema.reference_before_creation.map(|reference| match reference {
                EarlyReference::None => Html::literal("null"),
                EarlyReference::NoneText => html!("the text {}", Html::code("None")),
            }),
        ),
        ("Deferred auth", schema.requires_deferred_auth.then_some(Html::literal("uses a trust"))),
    ];
    rows.into_iter().filter_map(|(label, html)| html.map(|html| Fact { label, html })).collect()
}
