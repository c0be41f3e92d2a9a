//! The types related to the type of the page: those that it needs, and those that use it.

use heat_catalogue::relations::{Edge, Relations, Source};
use heat_model::resource_type::service_of;
use serde::Serialize;

use crate::links::addresses::type_url;
use crate::links::targets::Links;

/// The maximum number of types that are not folded.
const SHOWN: usize = 8;

/// A list of related types: the first ones are shown, the others are folded.
#[derive(Debug, Serialize)]
pub(crate) struct RelatedTypes {
    shown: Vec<RelatedType>,
    folded: Vec<RelatedType>,
}

/// The degree to which a type needs resources of another type, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    /// A resource of any type is possible; this type is only in an example.
    AnyType,
    Optional,
    /// A resource of this type or of another one is required.
    Alternative,
    /// A required property refers to this type in examples. It is not known whether it can refer to others.
    InExamples,
    Required,
}

impl Need {
    fn from_edge(edge: &Edge<'_>, relations: &Relations<'_>) -> Self {
        if edge.source == Source::Definition {
            return Self::AnyType;
        }
        if !edge.required {
            return Self::Optional;
        }
        let is_other = |other: &&Edge<'_>| other.path == edge.path && other.to != edge.to;
        if relations.needs(edge.from).any(|other| is_other(&other)) {
            return Self::Alternative;
        }
        if edge.source == Source::Example { Self::InExamples } else { Self::Required }
    }

    /// The need in words, after the names of the properties.
    const fn words(self) -> &'static str {
        match self {
            Self::AnyType => "as an example of any type",
            Self::Optional => "",
            Self::Alternative => "this or another type required",
            Self::InExamples => "required, with this type in the examples",
            Self::Required => "required",
        }
    }
}

/// A related type, and the properties that refer from one to the other.
#[derive(Debug, Serialize)]
struct RelatedType {
    name: String,
    url: String,
    #[serde(skip)]
    need: Need,
    /// The need in words.
    need_words: &'static str,
    /// The properties that refer to the other type; empty for a dependency by value.
    properties: Vec<PropertyLink>,
}

impl RelatedType {
    fn is_required(&self) -> bool {
        self.need >= Need::Alternative
    }
}

#[derive(Debug, Serialize)]
struct PropertyLink {
    path: String,
    url: String,
}

/// The types that a type needs; required ones come first. `None` if there are none.
pub(super) fn needs(type_name: &str, relations: &Relations<'_>, links: &Links<'_>) -> Option<RelatedTypes> {
    let mut types = joined(relations, relations.needs(type_name), |edge| edge.to, |_| String::new(), links);
    types.sort_by_key(|related| !related.is_required());
    folded(types)
}

/// The types with properties that refer to a type; those of its service come first. `None` if there are none.
pub(super) fn used_by(type_name: &str, relations: &Relations<'_>, links: &Links<'_>) -> Option<RelatedTypes> {
    let page = |edge: &Edge<'_>| format!("{}{}", links.root, type_url(edge.from));
    let mut types = joined(relations, relations.used_by(type_name), |edge| edge.from, page, links);
    types.sort_by_key(|related| (service_of(&related.name) != service_of(type_name), !related.is_required()));
    folded(types)
}

fn folded(mut shown: Vec<RelatedType>) -> Option<RelatedTypes> {
    // A single folded entry would take as much space as the line that unfolds it.
    let folded = if shown.len() > SHOWN + 1 { shown.split_off(SHOWN) } else { Vec::new() };
    (!shown.is_empty()).then_some(RelatedTypes { shown, folded })
}

/// Groups edges by the type at the other end, in the order of their first edges.
fn joined<'e, 'a: 'e>(
    relations: &Relations<'a>,
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
        let need = Need::from_edge(edge, relations);
        let properties = if edge.path.is_empty() { Vec::new() } else { vec![link] };
        match types.iter_mut().find(|related| related.name == name) {
            Some(related) => {
                related.properties.extend(properties);
                related.need = related.need.max(need);
                related.need_words = related.need.words();
            }
            None => types.push(RelatedType {
                name: name.to_owned(),
                url: links.type_target(name).unwrap_or_default(),
                need,
                need_words: need.words(),
                properties,
            }),
        }
    }
    types
}
