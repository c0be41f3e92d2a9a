//! Names in a rule that its resource types do not have.

use std::cell::LazyCell;
use std::sync::Arc;

use heat_model::suggest::nearest;
use heat_model::validation_rule::EACH;
use heat_model::{PropertySchema, ResourceType, ResourceTypes};
use heat_yaml::{Diagnostic, Node, ParseOptions, Source, parse};
use indexmap::IndexMap;

use super::{Case, DeclaredRule, Subject};

/// Returns errors about the resource types of a rule that do not exist, and about properties that none of its types has.
#[must_use]
pub fn unknown_names(rule: &DeclaredRule, types: &dyn ResourceTypes) -> Vec<Diagnostic> {
    let source = &rule.source;
    // Most rules have no such names.
    let root = LazyCell::new(|| parse(source, &ParseOptions::default()).root);
    let place_of = |path: &[String]| place_of(root.as_ref()?, path);
    rule.cases.iter().flat_map(|case| unknown_names_of(case, source, &place_of, types)).collect()
}

/// Finds the list of texts in a rule that is a path, or the end of one.
type PlaceOf<'f, 'n> = &'f dyn Fn(&[String]) -> Option<&'n Node>;

fn unknown_names_of(
    case: &Case,
    source: &Arc<Source>,
    place_of: PlaceOf<'_, '_>,
    types: &dyn ResourceTypes,
) -> Vec<Diagnostic> {
    let Subject::ResourceTypes(patterns) = &case.subject else { return Vec::new() };
    let mut found = Vec::new();
    let mut schemas: Vec<&ResourceType> = Vec::new();
    let mut is_open = false;
    for pattern in patterns {
        match types.find(pattern) {
            Some(schema) => schemas.push(schema),
            None if pattern.ends_with('*') => is_open = true,
            None => {
                let message = format!("there is no resource type `{pattern}`: the rule applies to nothing");
                let near = nearest(pattern, types.names());
                let error = Diagnostic::error("invalid-rule", message);
                let place = place_of(std::slice::from_ref(pattern)).and_then(|node| item(node, pattern));
                let error = error.at(source, place.map(|node| node.span), "not a type");
                found.push(match near {
                    Some(near) => error.with_help(format!("did you mean `{near}`?")),
                    None => error,
                });
            }
        }
    }
    if is_open || schemas.is_empty() {
        return found;
    }
    case.rule.visit_paths(&mut |path, _| {
        let Some(first) = path.first().filter(|first| !first.starts_with('$')) else { return };
        let unknown: Vec<(usize, Vec<&str>)> =
            schemas.iter().filter_map(|schema| unknown_step(&schema.properties, path)).collect();
        // One of the types has it.
        let Some((step, known)) = unknown.first().filter(|_| unknown.len() == schemas.len()) else { return };
        let name = path.get(*step).unwrap_or(first);
        let message = format!("`{}` has no property `{}`", patterns.join("`, `"), path[..=*step].join("."));
        let error = Diagnostic::error("invalid-rule", message);
        let place = place_of(path).and_then(|node| item(node, name));
        let error = error.at(source, place.map(|node| node.span), "not a property");
        let near = nearest(name, known.iter().copied());
        found.push(match near {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error,
        });
    });
    found
}

/// The first step of a path that leads nowhere, with the names that could stand there.
fn unknown_step<'s>(
    properties: &'s IndexMap<String, PropertySchema>,
    path: &[String],
) -> Option<(usize, Vec<&'s str>)> {
    let mut members = properties;
    for (index, step) in path.iter().enumerate() {
        if step == EACH {
            continue;
        }
        let Some(property) = members.get(step) else {
            return Some((index, members.keys().map(String::as_str).collect()));
        };
        let inner = property.members().or_else(|| property.item().and_then(PropertySchema::members));
        members = inner?;
    }
    None
}

/// The list of texts in a rule that is a path, or the end of one.
fn place_of<'n>(root: &'n Node, path: &[String]) -> Option<&'n Node> {
    let mut open = vec![root];
    let mut best: Option<(&Node, usize)> = None;
    while let Some(node) = open.pop() {
        if let Some(items) = node.as_sequence() {
            let texts: Option<Vec<&str>> = items.iter().map(Node::as_str).collect();
            let is_end = texts.is_some_and(|texts| {
                !texts.is_empty()
                    && texts.len() <= path.len()
                    && path[path.len() - texts.len()..].iter().zip(&texts).all(|(step, text)| step == text)
            });
            if is_end && best.is_none_or(|(_, length)| length < items.len()) {
                best = Some((node, items.len()));
            }
            let has_type =
                path.len() == 1 && items.iter().any(|item| item.as_str() == Some(path[0].as_str()));
            if has_type && best.is_none() {
                best =
                    items.iter().find(|item| item.as_str() == Some(path[0].as_str())).map(|item| (item, 0));
            }
            open.extend(items);
        }
        if let Some(map) = node.as_mapping() {
            open.extend(map.iter().map(|entry| &entry.value));
        }
    }
    best.map(|(node, _)| node)
}

fn item<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    match node.as_sequence() {
        Some(items) => items.iter().find(|item| item.as_str() == Some(name)).or(Some(node)),
        None => Some(node),
    }
}
