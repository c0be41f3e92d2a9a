//! Test that templates read every field of their contexts, on the pages of the catalogue.
//!
//! The fields that a template reads cannot be determined from its text. Instead, each field is removed or changed in the contexts
//! of the pages that have it; if every page is rendered as before, no template reads the field.

use std::collections::BTreeMap;
use std::path::Path;

use heat_catalogue::SchemaFiles;
use tera::{Context, Map, Value};

use crate::docs_file::HomeLink;
use crate::files::templates::{Recorded, Templates};
use crate::{Architectures, Asset, EditLinks, Guide, Identity, Memory, SiteOptions, build};

/// A field of a struct. Serialised data no longer has its type, so the set of fields identifies the struct.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Field {
    name: String,
    /// All fields of the struct.
    of: Vec<String>,
}

/// The fields below a value, by their paths; `[]` represents all items, and nested properties at any depth.
fn fields(value: &Value, at: &str, found: &mut BTreeMap<String, Field>) {
    if let Some(map) = value.as_map() {
        let mut of: Vec<String> = map.keys().map(ToString::to_string).collect();
        of.sort();
        for (key, value) in map {
            let path = join(at, &key.to_string());
            if !has_fields(value) {
                found.insert(path.clone(), Field { name: key.to_string(), of: of.clone() });
            }
            fields(value, &path, found);
        }
    }
    for item in value.as_array().into_iter().flatten() {
        fields(item, &items(at), found);
    }
}

fn has_fields(value: &Value) -> bool {
    value.is_map() || value.as_array().is_some_and(|items| items.iter().any(has_fields))
}

fn join(at: &str, key: &str) -> String {
    if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") }
}

/// The path of a list's items. At every depth, the same part of a template renders nested properties.
fn items(at: &str) -> String {
    format!("{at}[]").replace(".members[].members[]", ".members[]")
}

/// Returns the value with a field removed or changed everywhere.
fn without(value: &Value, at: &str, field: &str, is_changed: bool) -> Value {
    if let Some(map) = value.as_map() {
        let mut rebuilt = Map::new();
        for (key, value) in map {
            let path = join(at, &key.to_string());
            if path != field {
                rebuilt.insert(key.clone(), without(value, &path, field, is_changed));
            } else if is_changed {
                let other = value.as_bool().map_or_else(|| Value::from("changed"), |is| Value::from(!is));
                rebuilt.insert(key.clone(), other);
            }
        }
        return Value::from(rebuilt);
    }
    match value.as_array() {
        Some(list) => {
            let list: Vec<Value> =
                list.iter().map(|item| without(item, &items(at), field, is_changed)).collect();
            Value::from(list)
        }
        None => value.clone(),
    }
}

/// Returns whether a page is rendered differently, or not at all, if the field is removed or changed.
fn is_read(page: &Recorded, field: &str, templates: &Templates) -> bool {
    let html = |value: &Value| {
        let context = Context::from_serialize(value).unwrap();
        templates.tera.render(&page.template, &context).ok()
    };
    let as_it_is = html(&page.context);
    [false, true].iter().any(|is_changed| html(&without(&page.context, "", field, *is_changed)) != as_it_is)
}

fn asset(path: &str) -> Asset {
    Asset { path: path.to_owned(), contents: Vec::new() }
}

#[test]
fn templates_read_every_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = SchemaFiles::read(&root.join("schemas"));
    let templates =
        Templates { recorded: Some(std::sync::Mutex::default()), ..Templates::load(None).unwrap() };
    let mut edit = EditLinks::default();
    edit.add_pages(None, None, Some("https://example.org/{path}"));
    let options = SiteOptions {
        identity: Identity {
            logo: "logo.png".to_owned(),
            home: Some(HomeLink { url: "https://example.org/".to_owned(), label: "Home".to_owned() }),
            footer: Some("A footer.".to_owned()),
            style: Some(":root {}".to_owned()),
            ..Identity::default()
        },
        assets: vec![asset("logo.png"), asset("docs.css")],
        architectures: Architectures::built_in(),
        guide: Guide::built_in(),
        errors: heat_errors::ErrorPages::built_in(),
        rules: heat_rules::all(),
        base_url: Some("https://docs.example.org/".to_owned()),
        edit: Some(edit),
        ..SiteOptions::default()
    };
    build(files.into_catalogue(), &options, &templates, &Memory::default()).unwrap();
    let mut pages = templates.recorded.as_ref().unwrap().lock().unwrap().split_off(0);
    // Small pages first: they take less time.
    pages.sort_by_cached_key(|page| page.context.to_string().len());
    let mut places: BTreeMap<Field, Vec<(&Recorded, String)>> = BTreeMap::new();
    for page in &pages {
        let mut found = BTreeMap::new();
        fields(&page.context, "", &mut found);
        for (path, field) in found {
            places.entry(field).or_default().push((page, path));
        }
    }
    assert!(places.len() > 100, "{places:?}");
    let unread =
        places.iter().filter(|(_, at)| !at.iter().any(|(page, path)| is_read(page, path, &templates)));
    let unread: Vec<String> = unread
        .map(|(field, at)| format!("{} of {:?} in {}, {}", field.name, field.of, at[0].0.template, at[0].1))
        .collect();
    assert!(unread.is_empty(), "no template reads\n{}", unread.join("\n"));
}
