//! Resource types and properties that a text names: `show` prints them, and the message of a HIDDEN one says what replaced it.

use heat_catalogue::SchemaFiles;
use heat_model::{NestedSchema, PropertySchema, ResourceType, SupportStatus};
use heat_report::program::NAME;
use indexmap::IndexMap;

/// The maximum number of names that are listed.
const MAX_NAMED: usize = 4;

/// An item in the catalogue that has the name.
pub(super) struct Named {
    /// The name of the type, and the path of the property after a dot.
    name: String,
    /// The message of a HIDDEN item, which may be empty; `None` if it is not HIDDEN.
    hidden: Option<String>,
}

/// Finds the items that a text names: a type by its name or the last part of it, or a property by its path as Heat writes it,
/// `resources.server.properties.networks[0].port`.
pub(super) fn named(text: &str) -> Vec<Named> {
    if text.contains(char::is_whitespace) {
        return Vec::new();
    }
    let catalogue = SchemaFiles::built_in();
    let wanted = in_schema(text).to_lowercase();
    let mut all = Vec::new();
    for (name, schema) in catalogue.types() {
        let lowercase = name.to_lowercase();
        if lowercase == wanted || lowercase.rsplit("::").next() == Some(&wanted) {
            all.push(of(name.to_owned(), &schema.support_status));
        }
    }
    let (of_type, path) = match wanted.split_once('.') {
        Some((name, path)) if name.contains("::") => (Some(name), path),
        _ => (None, wanted.as_str()),
    };
    let types =
        catalogue.types().filter(|(name, _)| of_type.is_none_or(|wanted| name.to_lowercase() == wanted));
    for (name, schema) in types {
        members(name, schema, path, &mut all);
    }
    // Current items come before HIDDEN ones.
    all.sort_by_key(|named| named.hidden.is_some());
    all.truncate(MAX_NAMED);
    all
}

/// Converts a path in a template to a path in the schema: without the resource, and without the indexes of lists.
fn in_schema(text: &str) -> String {
    let path = text.trim_matches(['.', ':', '\'', '"']);
    let path = path.rsplit_once(".properties.").map_or(path, |(_, path)| path);
    let mut shown = String::with_capacity(path.len());
    for part in path.split('.').filter(|part| !part.chars().all(|char| char.is_ascii_digit())) {
        let name = part.split('[').next().unwrap_or(part);
        if !name.is_empty() {
            let dot = if shown.is_empty() { "" } else { "." };
            shown.extend([dot, name]);
        }
    }
    shown
}

/// Adds the properties and attributes of a type that have this path.
fn members(name: &str, schema: &ResourceType, path: &str, all: &mut Vec<Named>) {
    if let Some((path, property)) = property(&schema.properties, path) {
        all.push(of(format!("{name}.{path}"), &property.support_status));
    } else if let Some((attribute, schema)) =
        schema.attributes.iter().find(|(attribute, _)| attribute.eq_ignore_ascii_case(path))
    {
        all.push(of(format!("{name}.{attribute}"), &schema.support_status));
    }
}

/// The property at this path, and the path as the schema writes it.
fn property<'s>(
    properties: &'s IndexMap<String, PropertySchema>,
    path: &str,
) -> Option<(String, &'s PropertySchema)> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let (name, schema) = properties.iter().find(|(name, _)| name.eq_ignore_ascii_case(first))?;
    let Some(rest) = rest else { return Some((name.clone(), schema)) };
    let mut nested = schema.schema.as_ref()?;
    while let NestedSchema::Item(item) = nested {
        nested = item.schema.as_ref()?;
    }
    let NestedSchema::Members(members) = nested else { return None };
    let (path, schema) = property(members, rest)?;
    Some((format!("{name}.{path}"), schema))
}

fn of(name: String, status: &SupportStatus) -> Named {
    let hidden = status.is_hidden().then(|| status.message().unwrap_or_default().to_owned());
    Named { name, hidden }
}

/// Advice on how to read about the named items.
pub(super) fn help(names: &[Named]) -> String {
    let lines: Vec<String> = names
        .iter()
        .map(|Named { name, hidden }| match hidden.as_deref() {
            None => format!("`{NAME} show {name}` shows it"),
            Some("") => format!("`{name}` is HIDDEN"),
            Some(message) => format!("`{name}` is HIDDEN: {}", message.trim_end_matches('.')),
        })
        .collect();
    lines.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_types_and_properties() {
        fn check(text: &str, expect: &str) {
            let help = help(&named(text));
            assert!(help.starts_with(expect), "{text}: {help}");
        }
        check("flavor", "`heat-codegen show OS::Nova::Flavor` shows it");
        check("OS::Nova::server", "`heat-codegen show OS::Nova::Server` shows it");
        check("networks[0].port", "`heat-codegen show OS::Nova::Server.networks.port` shows it");
        check(
            "resources.web.properties.networks[0].port",
            "`heat-codegen show OS::Nova::Server.networks.port` shows it",
        );
        check(
            "OS::Neutron::Port.fixed_ips.0.subnet",
            "`heat-codegen show OS::Neutron::Port.fixed_ips.subnet` shows it",
        );
        check("OS::Neutron::LoadBalancer", "`OS::Neutron::LoadBalancer` is HIDDEN: ");
        check("first_address", "`OS::Nova::Server.first_address` is HIDDEN: ");
        assert!(named("no_such_name").is_empty());
        assert!(named("two words").is_empty());
    }
}
