//! The page of constraints: the six built-in kinds, and every custom one with the properties that use it.

use std::collections::BTreeMap;
use std::sync::Arc;

use heat_html::{Html, html};
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::frame::render_context::RenderContext;
use super::frame::twin::{InMarkdown, Line, TwinWriter, line};
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
    /// The requirement and its notation, for the page in Markdown.
    #[serde(skip)]
    text: &'static str,
    #[serde(skip)]
    example: &'static str,
}

/// A custom constraint, for the outline and as HTML.
#[derive(Debug, Serialize)]
struct CustomEntry {
    id: String,
    name: String,
    html: Html,
    /// The properties that use the constraint, for the page in Markdown.
    #[serde(skip)]
    uses: Vec<ConstraintUse>,
}

/// The content of the page of constraints.
pub(crate) fn constraints(context: RenderContext<'_>) -> Result<Constraints, Diagnostic> {
    let RenderContext { site, templates, shared, .. } = context;
    let types = site.catalogue.types.values();
    let types: Vec<Arc<TypeConstraints>> = types
        .map(|schema| shared.constraints.of_page(site.page_of(schema), || TypeConstraints::new(schema)))
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
        text_html: markdown::inline(text, &Links::none()),
        example_html: highlight::yaml(example),
        count: count(id),
        text,
        example,
    });
    let known = &site.catalogue.custom_constraints.constraints;
    // Constraints that are used but not declared also have an entry, because the pages of their properties link to it.
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
            uses: uses.clone(),
        };
        let html = shared.custom_constraints.render(templates, custom)?;
        Ok(CustomEntry { id, name: name.to_owned(), html, uses })
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

impl InMarkdown for Constraints {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&line!(
            "What values a property accepts. Heat checks built-in constraints from the value alone. A custom constraint is a named check in Heat’s code; most of them ask a service whether something exists."
        ));
        twin.heading(2, &line!("Built in"));
        for kind in &self.builtin {
            twin.heading(3, &Line::code(kind.name));
            twin.paragraph(&line!("{} Used {} times.", Line::words(kind.text), &kind.count));
            twin.code_block("yaml", kind.example);
        }
        twin.heading(2, &line!("Custom"));
        if self.custom.is_empty() {
            twin.paragraph(&line!("The properties of these types have none."));
        }
        for CustomEntry { name, uses, .. } in &self.custom {
            twin.heading(3, &Line::code(name));
            twin.paragraph(&accepts_in_markdown(name, twin));
            for each in uses {
                let property = line!("property {}", Line::code(&each.path));
                twin.item(0, &line!("{}, {}", Line::code(&each.type_name), twin.link(&property, &each.url)));
            }
        }
    }
}

/// The values that a custom constraint accepts, with the same text as [`accepts`].
fn accepts_in_markdown(name: &str, twin: &TwinWriter<'_>) -> Line {
    let Some(constraint) = twin.site().catalogue.custom_constraints.get(name) else { return Line::default() };
    let creator = constraint.resource_type.as_deref();
    let created = creator.filter(|name| twin.site().type_names.contains(name));
    let parts = [
        twin.sentence(&constraint.description),
        created.map(|name| line!("Created by {}.", twin.type_link(name))).unwrap_or_default(),
        Line::code(constraint.example.as_deref().unwrap_or_default()).within("For example ", "."),
    ];
    Line::join(parts, " ")
}

/// The built-in kinds of constraints: the requirement of each, and its notation in schemas.
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
        "The number leaves the remainder `offset` when divided by `step`.",
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
