//! Test that templates read every field of their contexts, on the pages of the catalogue.
//!
//! The fields that a template reads cannot be determined from its text. Instead, each field is removed or changed in the contexts
//! of the pages that have it; if every page is rendered as before, no template reads the field.

use std::collections::{BTreeMap, BTreeSet};
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

/// Renders a page; `None` if a field is missing without which its template fails.
fn html(page: &Recorded, context: &Value, templates: &Templates) -> Option<String> {
    let context = Context::from_serialize(context).unwrap();
    templates.tera.render(&page.template, &context).ok()
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
    let mut read = BTreeSet::new();
    let mut unread = BTreeMap::new();
    for page in &pages {
        let mut found = BTreeMap::new();
        fields(&page.context, "", &mut found);
        found.retain(|_, field| !read.contains(field));
        if found.is_empty() {
            continue;
        }
        let as_it_is = html(page, &page.context, &templates);
        for (path, field) in found {
            let with = |is_changed| html(page, &without(&page.context, "", &path, is_changed), &templates);
            // The page is rendered differently, or not at all, if the field is removed or changed.
            if with(false) != as_it_is || with(true) != as_it_is {
                unread.remove(&field);
                read.insert(field);
            } else if !read.contains(&field) {
                unread.entry(field).or_insert_with(|| format!("{}, {path}", page.template));
            }
        }
    }
    assert!(read.len() > 100, "{read:?}");
    let unread: Vec<String> =
        unread.iter().map(|(field, place)| format!("{} of {:?} in {place}", field.name, field.of)).collect();
    assert!(unread.is_empty(), "no template reads\n{}", unread.join("\n"));
}
