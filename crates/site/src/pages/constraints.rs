//! The page of constraints: the six built-in kinds, and every custom one with the properties that use it.

use std::collections::BTreeMap;
use std::sync::Arc;

use heat_html::{Html, html};
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::frame::render_context::RenderContext;
use super::shared::constraint_uses::{ConstraintUse, CustomConstraint, TypeConstraints};
use crate::contents::site::Site;
use crate::links::addresses::root_of;
use crate::links::targets::Links;
use crate::text::terms::thousands;
use crate::text::{highlight, markdown};

#[derive(Debug, Serialize)]
pub(crate) struct Constraints {
    builtin: Vec<BuiltIn>,
    custom: Vec<CustomEntry>,
}

#[derive(Debug, Serialize)]
struct BuiltIn {
    id: &'static str,
    name: &'static str,
    text_html: Html,
    example_html: Html,
    count: String,
}

/// A custom constraint, for the outline and as HTML.
#[derive(Debug, Serialize)]
struct CustomEntry {
    id: String,
    name: String,
    html: Html,
}

/// The content of the page of constraints.
pub(crate) fn constraints(context: RenderContext<'_>) -> Result<Constraints, Diagnostic> {
    let RenderContext { site, templates, shared, .. } = context;
    let types = site.catalogue.types.values();
    let types: Vec<Arc<TypeConstraints>> = types
        .map(|schema| shared.constraints.get(site.page_of(schema), || TypeConstraints::new(schema)))
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut uses: BTreeMap<&str, Vec<&ConstraintUse>> = BTreeMap::new();
    for of_type in &types {
        of_type.kinds.iter().for_each(|(kind, count)| *counts.entry(kind).or_default() += count);
        of_type.custom.iter().for_each(|(name, found)| uses.entry(name).or_default().push(found));
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
        let uses: Vec<ConstraintUse> =
            uses.get(name).into_iter().flatten().map(|found| (*found).clone()).collect();
        let id = format!("constraint-{name}");
        let custom = CustomConstraint {
            root: root.clone(),
            id: id.clone(),
            name: name.to_owned(),
            accepts_html: accepts(site, name, &links),
            count: thousands(uses.len()),
            uses,
        };
        let html = shared.custom_constraints.render(templates, custom)?;
        Ok(CustomEntry { id, name: name.to_owned(), html })
    });
    Ok(Constraints { builtin: builtin.into(), custom: custom.collect::<Result<_, Diagnostic>>()? })
}

fn accepts(site: &Site<'_>, name: &str, links: &Links<'_>) -> Html {
    let Some(constraint) = site.catalogue.custom_constraints.get(name) else { return Html::new() };
    let mut html = markdown::inline(&constraint.description, links);
    if let Some((resource_type, target)) =
        constraint.resource_type.as_deref().and_then(|name| Some((name, links.type_target(name)?)))
    {
        html.push(&html!(" Created by {}.", Html::link(&target, Html::code_name(resource_type))));
    }
    if let Some(example) = &constraint.example {
        html.push(&html!(" For example {}.", Html::code(example)));
    }
    html
}

/// The built-in kinds of constraints: what each requires, and how a schema writes it.
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
