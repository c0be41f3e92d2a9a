//! Reads the rules of a service.

use heat_yaml::Node;

use super::fields::{Fields, Reader};
use super::validation_rule::{self, conditions, path};
use crate::service_rule::{AddressRule, ServiceCheck, ServiceRule};

/// Keys of a rule besides those of its test.
const KEYS: [&str; 3] = ["by", "since", "until"];

const ADDRESS_KEYS: [&str; 8] =
    ["for_each", "when", "address", "version", "within", "not_after", "not_between", "message"];

/// Reads the rules of a service.
pub(super) fn list(reader: &mut Reader<'_>, node: &Node) -> Vec<ServiceRule> {
    reader.some_items(node, "`service_rules`", rule)
}

fn rule(reader: &mut Reader<'_>, node: &Node) -> Option<ServiceRule> {
    let errors_before = reader.diagnostics.len();
    let is_address =
        node.as_mapping().is_some_and(|map| map.iter().any(|entry| entry.key.as_str() == Some("address")));
    let keys: Vec<&str> = if is_address {
        KEYS.into_iter().chain(ADDRESS_KEYS).collect()
    } else {
        KEYS.into_iter().chain(validation_rule::KEYS).collect()
    };
    let fields = reader.fields(node, "a service rule", &keys)?;
    reader.require(&fields, "a service rule", &["by"]);
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`")));
    let (by, since, until) = (text("by"), text("since"), text("until"));
    let check = if is_address {
        address_rule(reader, &fields).map(ServiceCheck::Address)
    } else {
        validation_rule::of_fields(reader, &fields).map(ServiceCheck::Rule)
    };
    let rule = ServiceRule { by: by?, since, until, check: check? };
    // Without the faulty part, it would be a different rule.
    (reader.diagnostics.len() == errors_before).then_some(rule)
}

fn address_rule(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<AddressRule> {
    let mut path_of = |key: &str| fields.get(key).and_then(|node| path(reader, node));
    let [for_each, address, version, within, not_after] =
        ["for_each", "address", "version", "within", "not_after"].map(&mut path_of);
    let when = fields.get("when").map(|node| conditions(reader, node, "`when`"));
    let ends = fields.get("not_between").map(|node| reader.items(node, "`not_between`", path));
    let message = fields.get("message").and_then(|node| reader.text(node, "`message`"));
    let not_between = match ends.map(<[Vec<String>; 2]>::try_from) {
        None => None,
        Some(Ok(ends)) => Some(ends),
        Some(Err(_)) => {
            let message = "`not_between` has the first and the last address of a range";
            reader.error("invalid-validation-rule", fields.span, message, "not two paths here", None);
            None
        }
    };
    let tests = [version.is_some(), within.is_some(), not_after.is_some(), not_between.is_some()];
    if !tests.contains(&true) {
        let message =
            "a rule about an address must have one of `version`, `within`, `not_after`, `not_between`";
        reader.error("invalid-validation-rule", fields.span, message, "none here", None);
    }
    Some(AddressRule {
        for_each,
        when: when.unwrap_or_default(),
        address: address?,
        version,
        within,
        not_after,
        not_between,
        message,
    })
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use crate::load::load_schema;

    /// Reads the rules of a service, and checks their JSON, or the errors in them.
    #[track_caller]
    fn check(rule: &str, expect: &str) {
        let loaded = load_schema(&Source::new("T.yaml", format!("type: T\nservice_rules: [{rule}]")));
        let found = if loaded.diagnostics.is_empty() {
            let schema = loaded.file.unwrap().schema;
            let json = serde_json::to_string(&schema.service_rules).unwrap();
            let again: Vec<super::ServiceRule> = serde_json::from_str(&json).unwrap();
            assert_eq!(again, schema.service_rules);
            json
        } else {
            let messages: Vec<String> = loaded.diagnostics.into_iter().map(|found| found.message).collect();
            messages.join("; ")
        };
        assert_eq!(found, expect, "{rule}");
    }

    #[test]
    fn rules_are_validation_rules_or_about_addresses() {
        check(
            "{by: neutron, since: '2025.1', until: '2026.1', none: [[a]], when: [[b]], message: No.}",
            r#"[{"by":"neutron","since":"2025.1","until":"2026.1","when":[["b"]],"none":[["a"]],"message":"No."}]"#,
        );
        check(
            "{by: neutron, for_each: [l], address: [a], version: [v], within: [w], not_after: [n], not_between: [[s], [e]], when: [[b]], message: No.}",
            r#"[{"by":"neutron","for_each":["l"],"when":[["b"]],"address":["a"],"version":["v"],"within":["w"],"not_after":["n"],"not_between":[["s"],["e"]],"message":"No."}]"#,
        );
    }

    #[test]
    fn mistakes_are_explained() {
        check("{none: [[a]]}", "a service rule needs `by`");
        check(
            "{by: neutron}",
            "a validation rule must have exactly one of `at_most_one`, `at_least_one`, `exactly_one`, `all`, `none`, `equal`, `ascending`",
        );
        check(
            "{by: neutron, address: [a]}",
            "a rule about an address must have one of `version`, `within`, `not_after`, `not_between`",
        );
        check(
            "{by: neutron, address: [a], not_between: [[b]]}",
            "`not_between` has the first and the last address of a range; a rule about an address must have one of `version`, `within`, `not_after`, `not_between`",
        );
        check("{by: neutron, address: [a], within: [c], nearby: [b]}", "a service rule has no key `nearby`");
    }
}
