//! A JSON Schema of `docs.yaml`, for completion and checks in editors.

use serde_json::{Value as Json, json};

use super::read::KEYS;
use crate::guide::architectures::Architectures;
use crate::guide::page::Readers;
use crate::guide::pages::Guide;

/// The schema of `docs.yaml`.
#[must_use]
pub fn schema() -> Json {
    let properties: serde_json::Map<String, Json> =
        KEYS.iter().map(|key| ((*key).to_owned(), property(key))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of a docs site",
        "description": "What the site of a catalogue is called, how it looks, and which of its parts there are.",
        "type": ["object", "null"],
        "properties": properties,
        "additionalProperties": false,
    })
}

fn property(key: &str) -> Json {
    match key {
        "title" => {
            json!({"description": "The name of the site.", "type": "string", "minLength": 1, "maxLength": 80})
        }
        "summary" => text("What the site is about, in a sentence."),
        "product" => text("What the versions of your schemas are versions of, such as `ACME`."),
        "logo" => text("An SVG or a PNG file for the header, relative to this file."),
        "home" => json!({
            "description": "The link to the site that this one belongs to.",
            "anyOf": [
                url(),
                {
                    "type": "object",
                    "required": ["url", "label"],
                    "properties": {"url": url(), "label": text("The words of the link.")},
                    "additionalProperties": false,
                },
            ],
        }),
        "footer" => text("The text at the end of every page, in CommonMark."),
        "accent" => json!({
            "description": "The colour of links. It has to be readable: a contrast of 4.5:1 with all backgrounds of a theme.",
            "anyOf": [
                color("The colour in the light theme; that of the dark theme is made from it."),
                {
                    "type": "object",
                    "required": ["light"],
                    "properties": {"light": color("In the light theme."), "dark": color("In the dark theme.")},
                    "additionalProperties": false,
                },
            ],
        }),
        "url" => described(url(), "The URL at which the site will be published."),
        "heat" => json!({
            "description": "Whether the types of Heat are in the site, too. Your own then have their own releases.",
            "type": "boolean",
            "default": false,
        }),
        "plug_ins" => json!({
            "description": "Other plug-ins whose types are in the site.",
            "type": "array",
            "items": {
                "type": "object",
                "required": ["types", "product"],
                "properties": {
                    "types": text("The folder of its schemas, relative to this file."),
                    "product": text("What its versions are versions of."),
                    "edit": edit("Where its sources can be edited."),
                },
                "additionalProperties": false,
            },
        }),
        "guide" => {
            let pages = Guide::built_in().pages;
            let names = pages.iter().map(|page| page.name().to_owned());
            let names = Readers::ALL.map(|readers| readers.nav_group().to_owned()).into_iter().chain(names);
            parts("The built-in pages of the guide that the site has.", &names.collect::<Vec<_>>())
        }
        "architectures" => {
            let names = Architectures::built_in().list.into_iter().map(|each| each.name);
            parts("The built-in architectures that the site has.", &names.collect::<Vec<_>>())
        }
        "groups" => json!({
            "description": "Groups of types, in the order of the index. Types in none of them follow, by service.",
            "type": "array",
            "items": {
                "type": "object",
                "required": ["title", "types"],
                "properties": {
                    "title": text("The heading of the group."),
                    "types": {
                        "description": "The names of types; `*` stands for any part of a name.",
                        "type": "array",
                        "items": {"type": "string", "minLength": 1},
                    },
                },
                "additionalProperties": false,
            },
        }),
        "edit" => sources("Where sources can be edited."),
        "history" => sources("Where the history of sources is."),
        _ => described(url(), "Where problems with the pages can be reported."),
    }
}

/// The schema of an address for the sources of this project, or of one address per project.
fn sources(description: &str) -> Json {
    json!({
        "description": description,
        "anyOf": [
            edit("The sources of this project."),
            {
                "type": "object",
                "properties": {
                    "own": edit("The sources of this project."),
                    "built_in": edit("The built-in sources: the schemas of Heat, and the guide."),
                },
                "additionalProperties": false,
            },
        ],
    })
}

fn described(mut schema: Json, description: &str) -> Json {
    schema["description"] = description.into();
    schema
}

fn text(description: &str) -> Json {
    json!({"description": description, "type": "string", "minLength": 1})
}

fn url() -> Json {
    json!({"type": "string", "pattern": "^https?://[^/]"})
}

fn edit(description: &str) -> Json {
    json!({
        "description": format!("{description} `{{path}}` stands for the path of the file."),
        "type": "string",
        "pattern": "^https?://[^/].*\\{path\\}",
    })
}

fn color(description: &str) -> Json {
    json!({"description": description, "type": "string", "pattern": "^#([0-9a-fA-F]{3}){1,2}$"})
}

fn parts(description: &str, names: &[String]) -> Json {
    json!({
        "description": description,
        "anyOf": [{"enum": ["all", "none"]}, {"type": "array", "items": {"enum": names}}],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_described() {
        let schema = schema();
        for key in KEYS {
            let description = schema["properties"][key]["description"].as_str();
            assert!(description.is_some_and(|text| text.ends_with('.')), "{key}: {description:?}");
        }
    }
}
