//! Reads the tables beside the schemas: releases, services and custom constraints.

use std::sync::Arc;

use heat_yaml::{Diagnostic, Node, Source};

use super::fields::{Reader, read};
use super::property;
use crate::custom_constraint::Lookup;
use crate::{CustomConstraint, CustomConstraintTable, Release, ReleaseTable, Service, ServiceTable};

/// Reads the release table, with all errors in it.
#[must_use]
pub fn load_releases(source: &Arc<Source>) -> (ReleaseTable, Vec<Diagnostic>) {
    read(source, |reader, root| {
        let items = reader.list(root, "the release table");
        ReleaseTable { releases: items.iter().filter_map(|item| release(reader, item)).collect() }
    })
}

/// Reads the table of services, with all errors in it.
#[must_use]
pub fn load_services(source: &Arc<Source>) -> (ServiceTable, Vec<Diagnostic>) {
    read(source, |reader, root| {
        let items = reader.list(root, "the table of services");
        reader.refuse_repeated_texts(root, "name", "the name of a service");
        reader.refuse_repeated_texts(root, "client_plugin", "the client plug-in of a service");
        reader.refuse_repeated_texts(root, "types", "a prefix of types");
        ServiceTable { services: items.iter().filter_map(|item| service(reader, item)).collect() }
    })
}

/// Reads the table of custom constraints, with all errors in it.
#[must_use]
pub fn load_custom_constraints(source: &Arc<Source>) -> (CustomConstraintTable, Vec<Diagnostic>) {
    read(source, |reader, root| {
        let mut table = CustomConstraintTable::default();
        for (name, entry) in reader.named(root, "the table of custom constraints") {
            if let Some(constraint) = custom_constraint(reader, &entry.value) {
                table.constraints.insert(name.to_owned(), constraint);
            }
        }
        table.constraints.sort_unstable_keys();
        table
    })
}

fn release(reader: &mut Reader<'_>, node: &Node) -> Option<Release> {
    let fields = reader.fields(node, "a release", &["version", "name", "code_name", "date"])?;
    let required = ["version", "name", "date"];
    reader.require(&fields, "a release", &required);
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    let [version, name, date] = required.map(&mut text);
    let code_name = text("code_name");
    Some(Release { version: version?, name: name?, code_name, date: date? })
}

fn service(reader: &mut Reader<'_>, node: &Node) -> Option<Service> {
    let fields = reader.fields(node, "a service", &["name", "client_plugin", "types"])?;
    reader.require(&fields, "a service", &["name", "types"]);
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`")));
    let (name, client_plugin) = (text("name"), text("client_plugin"));
    let types = fields.get("types").and_then(|node| reader.strings(node, "`types`"));
    Some(Service { name: name?, client_plugin, types: types? })
}

fn custom_constraint(reader: &mut Reader<'_>, node: &Node) -> Option<CustomConstraint> {
    let keys = ["description", "client_plugin", "lookup", "resource_type", "example", "support_status"];
    let fields = reader.fields(node, "a custom constraint", &keys)?;
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    let (client_plugin, resource_type, example) =
        (text("client_plugin"), text("resource_type"), text("example"));
    let words = Lookup::ALL.map(Lookup::as_str);
    let lookup = fields.get("lookup").and_then(|node| reader.word(node, "invalid-value", "a lookup", &words));
    reader.require(&fields, "a custom constraint", &["description"]);
    let description = reader.description(fields.get("description"));
    let support_status = property::support_status(reader, fields.get("support_status"));
    Some(CustomConstraint {
        description: description?,
        client_plugin,
        lookup,
        resource_type,
        example,
        support_status,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lookup: &str, expect: Result<Option<Lookup>, &str>) {
        let text = format!("a.b: {{description: One., client_plugin: a{lookup}}}");
        let (table, diagnostics) = load_custom_constraints(&Source::new("constraints.yaml", text));
        let found = match diagnostics.first() {
            Some(diagnostic) => Err(diagnostic.message.as_str()),
            None => Ok(table.get("a.b").and_then(|constraint| constraint.lookup)),
        };
        assert_eq!(found, expect, "{lookup}");
    }

    #[test]
    fn services_are_listed_once() {
        let check = |services: &str, expect: &[&str]| {
            let (_, diagnostics) = load_services(&Source::new("services.yaml", services.to_owned()));
            let messages: Vec<&str> = diagnostics.iter().map(|found| found.message.as_str()).collect();
            assert_eq!(messages, expect, "{services}");
        };
        check("[{name: A, client_plugin: a, types: [X::A, X::B]}, {name: B, types: [X::C]}]", &[]);
        check(
            "[{name: A, types: [X::A]}, {name: A, types: [X::B]}]",
            &["the name of a service is written twice"],
        );
        check(
            "[{name: A, client_plugin: a, types: [X::A]}, {name: B, client_plugin: a, types: [X::A]}]",
            &["the client plug-in of a service is written twice", "a prefix of types is written twice"],
        );
        check("[{name: '', types: [X::A]}]", &["`name` must not be empty"]);
    }

    #[test]
    fn lookups_are_read() {
        check("", Ok(None));
        check(", lookup: id", Ok(Some(Lookup::Id)));
        check(", lookup: name", Ok(Some(Lookup::Name)));
        check(", lookup: name_or_id", Ok(Some(Lookup::NameOrId)));
        check(", lookup: names", Err("`names` is not a lookup"));
        check(", lookup: [id]", Err("a lookup is a string, not a list"));
    }
}
