//! The page of all properties and attributes in alphabetical order.

use std::collections::BTreeMap;

use heat_catalogue::named_properties::named_properties;
use serde::Serialize;

use super::frame::twin::{InMarkdown, Line, TwinWriter, line};
use crate::contents::site::Site;
use crate::links::addresses::row_url;
use crate::text::terms::status_class;

#[derive(Debug, Serialize)]
pub(crate) struct AToZ {
    letters: Vec<Letter>,
}

#[derive(Debug, Serialize)]
struct Letter {
    #[serde(rename = "letter")]
    sign: String,
    id: String,
    names: Vec<Name>,
}

#[derive(Debug, Serialize)]
struct Name {
    name: String,
    uses: Vec<Use>,
}

#[derive(Debug, Serialize)]
struct Use {
    #[serde(rename = "type")]
    type_name: String,
    path: String,
    url: String,
    attr: bool,
    status: &'static str,
}

/// Every property, including nested ones, and every attribute, by name.
pub(crate) fn a_to_z(site: &Site<'_>) -> AToZ {
    let mut names: BTreeMap<(String, String), Vec<Use>> = BTreeMap::new();
    let mut add = |name: &str, entry: Use| {
        names.entry((name.to_lowercase(), name.to_owned())).or_default().push(entry);
    };
    for schema in site.catalogue.types.values() {
        for property in named_properties(schema) {
            let name = property.names.last().copied().unwrap_or_default();
            let path = property.path();
            add(
                name,
                Use {
                    type_name: schema.name.clone(),
                    url: row_url(&schema.name, &property.anchor()),
                    path: if path == name { String::new() } else { path },
                    attr: false,
                    status: status_class(property.schema.support_status.status()),
                },
            );
        }
        for (name, attribute) in &schema.attributes {
            add(
                name,
                Use {
                    type_name: schema.name.clone(),
                    path: String::new(),
                    url: row_url(&schema.name, &format!("attr-{name}")),
                    attr: true,
                    status: status_class(attribute.support_status.status()),
                },
            );
        }
    }
    let mut letters: Vec<Letter> = Vec::new();
    for ((folded, name), uses) in names {
        let first = folded.chars().next().filter(char::is_ascii_alphabetic);
        let letter = first.map_or_else(|| "#".to_owned(), |letter| letter.to_ascii_uppercase().to_string());
        let id = if letter == "#" { "other".to_owned() } else { letter.clone() };
        let entry = Name { name, uses };
        match letters.iter_mut().find(|known| known.id == id) {
            Some(known) => known.names.push(entry),
            None => letters.push(Letter { sign: letter, id, names: vec![entry] }),
        }
    }
    AToZ { letters }
}

impl InMarkdown for AToZ {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&line!(
            "Every property, nested property and attribute, with the types that have it. A nested property has its path behind the type."
        ));
        for letter in &self.letters {
            twin.heading(2, &Line::text(&letter.sign));
            for Name { name, uses } in &letter.names {
                let uses: Vec<Line> = uses.iter().map(|each| each.in_markdown(twin)).collect();
                twin.item(0, &line!("{}: {}", Line::code(name), Line::join(uses, ", ")));
            }
        }
    }
}

impl Use {
    fn in_markdown(&self, twin: &TwinWriter<'_>) -> Line {
        let marks = [self.attr.then_some("attribute"), (self.status != "supported").then_some(self.status)];
        let marks = Line::join(marks.into_iter().flatten().map(Line::words), ", ").within("(", ")");
        Line::join([twin.code_link(&self.type_name, &self.url), Line::code(&self.path), marks], " ")
    }
}
