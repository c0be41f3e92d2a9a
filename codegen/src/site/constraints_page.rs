//! The page of constraints: the six built-in kinds, and every custom one with the properties that use it.

use std::collections::BTreeMap;

use heat_html::{Html, html};
use heat_model::ConstraintKind;
use serde::Serialize;

use super::contents::Site;
use super::links::{Links, root_of, row_url};
use super::named_properties::{named_properties, own_and_items};
use super::words::thousands;
use super::{highlight, markdown};

#[derive(Debug, Serialize)]
pub(super) struct Constraints {
    builtin: Vec<BuiltIn>,
    custom: Vec<Custom>,
}

#[derive(Debug, Serialize)]
struct BuiltIn {
    id: &'static str,
    name: &'static str,
    text_html: Html,
    example_html: Html,
    count: String,
}

#[derive(Debug, Serialize)]
struct Custom {
    id: String,
    name: String,
    accepts_html: Html,
    count: String,
    uses: Vec<Use>,
}

#[derive(Debug, Clone, Serialize)]
struct Use {
    #[serde(rename = "type")]
    type_name: String,
    path: String,
    url: String,
}

/// The context of the page's template.
pub(super) fn constraints(site: &Site<'_>) -> Constraints {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut uses: BTreeMap<&str, Vec<Use>> = BTreeMap::new();
    for schema in site.catalogue.types.values() {
        for property in named_properties(schema) {
            for constraint in own_and_items(property.schema) {
                *counts.entry(constraint.kind.key()).or_default() += 1;
                if let ConstraintKind::Custom(name) = &constraint.kind {
                    uses.entry(name).or_default().push(Use {
                        type_name: schema.name.clone(),
                        path: property.path(),
                        url: row_url(&schema.name, &property.anchor()),
                    });
                }
            }
        }
    }
    let count = |key: &str| thousands(counts.get(key).copied().unwrap_or_default());
    let builtin = BUILT_IN.map(|(id, text, example)| BuiltIn {
        id,
        name: id,
        text_html: Html::literal(text),
        example_html: highlight::yaml(example),
        count: count(id),
    });
    let known = &site.catalogue.custom_constraints.constraints;
    // Constraints that are used without being declared also have an entry: the pages of their properties link to it.
    let mut names: Vec<&str> = known.keys().map(String::as_str).chain(uses.keys().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let root = root_of(site.release.folder());
    let links = Links { root: &root, types: Some(&site.type_names), ..Links::default() };
    let custom = names.into_iter().map(|name| {
        let uses = uses.get(name).cloned().unwrap_or_default();
        Custom {
            id: format!("constraint-{name}"),
            name: name.to_owned(),
            accepts_html: accepts(site, name, &links),
            count: thousands(uses.len()),
            uses,
        }
    });
    Constraints { builtin: builtin.into(), custom: custom.collect() }
}

fn accepts(site: &Site<'_>, name: &str, links: &Links<'_>) -> Html {
    let Some(constraint) = site.catalogue.custom_constraints.get(name) else { return Html::new() };
    let mut html = markdown::inline(&constraint.description, links);
    if let Some((resource_type, target)) =
        constraint.resource_type.as_deref().and_then(|name| Some((name, links.type_target(name)?)))
    {
        html.push(&html!(" Created by {}.", Html::link(&target, Html::code(resource_type))));
    }
    if let Some(example) = &constraint.example {
        html.push(&html!(" For example {}.", Html::code(example)));
    }
    html
}

/// The built-in kinds: what each requires, and how a schema writes it.
const BUILT_IN: [(&str, &str, &str); 6] = [
    (
        "range",
        "The number is between a minimum and a maximum, both included. Either can be omitted.",
        "constraints:\n  - range: {min: 1, max: 65535}",
    ),
    (
        "length",
        "Limits the number of characters of a string, items of a list, or entries of a map.",
        "constraints:\n  - length: {min: 1, max: 255}",
    ),
    (
        "modulo",
        "The number leaves the remainder <code>offset</code> when divided by <code>step</code>.",
        "constraints:\n  - modulo: {step: 8, offset: 0}",
    ),
    (
        "allowed_values",
        "The value is one of those listed. For a list, this applies to every item.",
        "constraints:\n  - allowed_values: [tcp, udp, icmp]",
    ),
    (
        "allowed_pattern",
        "The whole string matches a regular expression in Python’s syntax.",
        "constraints:\n  - allowed_pattern: \"[a-z][a-z0-9-]*\"",
    ),
    (
        "custom_constraint",
        "The value passes a named check in Heat. The checks are listed below.",
        "constraints:\n  - custom_constraint: neutron.network",
    ),
];
