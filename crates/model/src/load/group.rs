//! Reads properties groups.

use heat_yaml::Node;

use super::fields::Reader;
use crate::PropertiesGroup;
use crate::group::{API_VERSIONS, ApiVersions, GroupExpression, Member, Operator};

/// The properties groups of a type.
pub(super) fn list(reader: &mut Reader<'_>, node: &Node) -> Vec<PropertiesGroup> {
    reader.items(node, "`properties_groups`", group)
}

fn group(reader: &mut Reader<'_>, node: &Node) -> Option<PropertiesGroup> {
    let (key, value) = single_entry(reader, node, &["and", "or", "xor", API_VERSIONS])?;
    if key == API_VERSIONS {
        return api_versions(reader, value).map(PropertiesGroup::ApiVersions);
    }
    expression(reader, key, value).map(PropertiesGroup::Expression)
}

/// Returns the only key of a group, with its value.
fn single_entry<'n>(reader: &mut Reader<'_>, node: &'n Node, known: &[&str]) -> Option<(&'n str, &'n Node)> {
    let fields = reader.fields(node, "a properties group", known)?;
    let keys: Vec<&str> = fields.keys().collect();
    match keys[..] {
        [key] => Some((key, fields.get(key)?)),
        // An unknown key has been reported already.
        [] if node.as_mapping().is_some_and(|mapping| !mapping.is_empty()) => None,
        _ => {
            let message = "a properties group must have exactly one operator";
            let help = if keys.is_empty() {
                "write `or:`, `and:` or `xor:` with a list of property paths".to_owned()
            } else {
                format!("make `{}` separate items, or nest one in the other", keys.join("` and `"))
            };
            reader.error(
                "invalid-group",
                fields.span,
                message,
                match keys.len() {
                    0 => "missing operator".to_owned(),
                    number => format!("{number} operators here"),
                },
                Some(help),
            );
            None
        }
    }
}

fn expression(reader: &mut Reader<'_>, key: &str, node: &Node) -> Option<GroupExpression> {
    let operator: Operator = key.parse().ok()?;
    let members = reader.whole_list(node, &format!("`{key}`"), member)?;
    Some(GroupExpression { operator, members })
}

fn member(reader: &mut Reader<'_>, node: &Node) -> Option<Member> {
    if node.as_mapping().is_some() {
        let (key, value) = single_entry(reader, node, &["and", "or", "xor"])?;
        return expression(reader, key, value).map(Member::Group);
    }
    if node.as_sequence().is_some() {
        return reader.path(node, "a property path").map(Member::Property);
    }
    let help = node.as_str().map(|name| format!("write it as a path: [{name}]"));
    reader.wrong_kind(node, "a member of a group", "a property path or a group", help);
    None
}

fn api_versions(reader: &mut Reader<'_>, node: &Node) -> Option<ApiVersions> {
    let keys = ["client_plugin", "versions", "properties"];
    let fields = reader.fields(node, "`api_versions`", &keys)?;
    reader.require(&fields, "`api_versions`", &keys);
    let client_plugin = fields.get("client_plugin").and_then(|node| reader.string(node, "`client_plugin`"));
    let versions = fields.get("versions").and_then(|node| reader.strings(node, "`versions`"));
    let properties = fields.get("properties").and_then(|node| {
        reader.whole_list(node, "`properties`", |reader, path| reader.path(path, "a property path"))
    });
    let (client_plugin, versions, properties) = (client_plugin?, versions?, properties?);
    Some(ApiVersions { client_plugin, versions, properties })
}
