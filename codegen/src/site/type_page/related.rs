//! The types that are related to the one of the page: those it needs, and those that use it.

use heat_model::resource_type::service_of;
use serde::Serialize;

use crate::relations::{Edge, Relations};
use crate::site::links::{Links, type_url};

/// The maximum number of types that are shown at once; the others are folded.
const SHOWN: usize = 8;

/// A list of related types. The first ones are shown, the others are folded.
#[derive(Debug, Serialize)]
pub(in crate::site) struct Related {
    shown: Vec<RelatedType>,
    folded: Vec<RelatedType>,
}

/// A related type, and the properties that refer from one to the other.
#[derive(Debug, Serialize)]
struct RelatedType {
    name: String,
    url: String,
    required: bool,
    /// A dependency by value has none.
    properties: Vec<PropertyLink>,
}

#[derive(Debug, Serialize)]
struct PropertyLink {
    path: String,
    url: String,
}

/// The types whose resources a type refers to; required ones come first. `None` if there are none.
pub(super) fn needs(type_name: &str, relations: &Relations<'_>, links: &Links<'_>) -> Option<Related> {
    let mut types = joined(relations.needs(type_name), |edge| edge.to, |_| String::new(), links);
    types.sort_by_key(|related| !related.required);
    folded(types)
}

/// The types with properties that refer to resources of a type; those of its service come first. `None` if there are none.
pub(super) fn used_by(type_name: &str, relations: &Relations<'_>, links: &Links<'_>) -> Option<Related> {
    let page = |edge: &Edge<'_>| format!("{}{}", links.root, type_url(edge.from));
    let mut types = joined(relations.used_by(type_name), |edge| edge.from, page, links);
    types.sort_by_key(|related| (service_of(&related.name) != service_of(type_name), !related.required));
    folded(types)
}

fn folded(mut shown: Vec<RelatedType>) -> Option<Related> {
    // A single folded entry would take as much space as the line that unfolds it.
    let folded = if shown.len() > SHOWN + 1 { shown.split_off(SHOWN) } else { Vec::new() };
    (!shown.is_empty()).then_some(Related { shown, folded })
}

/// The edges by the type at their other end, in the order of its first edge.
fn joined<'e, 'a: 'e>(
    edges: impl Iterator<Item = &'e Edge<'a>>,
    other: impl Fn(&Edge<'a>) -> &'a str,
    page: impl Fn(&Edge<'a>) -> String,
    links: &Links<'_>,
) -> Vec<RelatedType> {
    let mut types: Vec<RelatedType> = Vec::new();
    for edge in edges {
        let name = other(edge);
        let path = edge.path.join(".");
        let link = PropertyLink { url: format!("{}#prop-{path}", page(edge)), path };
        let properties = if edge.path.is_empty() { Vec::new() } else { vec![link] };
        match types.iter_mut().find(|related| related.name == name) {
            Some(related) => {
                related.properties.extend(properties);
                related.required |= edge.required;
            }
            None => types.push(RelatedType {
                name: name.to_owned(),
                url: links.type_target(name).unwrap_or_default(),
                required: edge.required,
                properties,
            }),
        }
    }
    types
}
