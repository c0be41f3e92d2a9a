//! Checks of support status that the rules about hidden and deprecated types and properties share.

use heat_hot::Snippet;
use heat_model::translation::RuleKind;
use heat_model::{ResourceType, Status, SupportStatus};

use crate::lint::context::values;
use crate::{Context, Findings};

/// Reports the resources whose type has this status. Placeholders have a rule of their own.
pub(crate) fn types_with(status: Status, context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        if schema.support_status.status() == status && !schema.is_placeholder() {
            let (name, span) = resource.resource_type;
            findings.report(span, format!("`{name}` is {}", word(status)), instead(&schema.support_status));
        }
    }
}

/// Reports the properties, and parts of properties, that have this status.
pub(crate) fn properties_with(status: Status, context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        for value in values(resource, schema) {
            let Some(own) = value.schema.map(|schema| &schema.support_status) else { continue };
            if own.status() == status {
                let (path, name) = (&value.path, &schema.name);
                let message = format!("the property `{path}` of {name} is {}", word(status));
                let mut reported = findings.report(value.key_span, message, instead(own));
                if let Some(new) = replacement(schema, resource.properties, path) {
                    reported.rename(value.key_span, path, new);
                }
            }
        }
    }
}

/// Returns the property that replaces an old one, if Heat only renames it: the whole value of the old property becomes that of
/// the new one, which is not set and has the same type and schema.
fn replacement<'s>(schema: &'s ResourceType, given: Option<&Snippet>, old: &str) -> Option<&'s str> {
    let rules = schema
        .translation_rules
        .iter()
        .filter(|rule| matches!(rule.value_path.as_deref(), Some([name]) if name.as_str() == old));
    let [rule] = rules.collect::<Vec<_>>()[..] else { return None };
    let [new] = rule.translation_path.as_slice() else { return None };
    let [old_schema, new_schema] = [old, new.as_str()].map(|name| schema.properties.get(name));
    let (old_schema, new_schema) = (old_schema?, new_schema?);
    let is_alike = old_schema.property_type == new_schema.property_type
        && old_schema.schema == new_schema.schema
        && new_schema.support_status.status() == Status::Supported;
    let is_plain = rule.rule == RuleKind::Replace
        && rule.when.is_none()
        && rule.value_name.is_none()
        && rule.custom_value_path.is_none()
        && rule.value.is_none();
    let is_given = given.is_some_and(|given| given.get(new).is_some());
    (is_alike && is_plain && !is_given).then_some(new.as_str())
}

/// Returns the help for a hidden or deprecated item, from its support status.
pub(crate) fn instead(status: &SupportStatus) -> String {
    status
        .message()
        .map_or_else(|| "use what its page in the reference names instead".to_owned(), str::to_owned)
}

fn word(status: Status) -> String {
    status.as_str().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;

    #[test]
    fn a_property_that_only_has_another_name_is_renamed() {
        fn check(new: &str, rules: &str, expect: Option<&str>) {
            let text = format!(
                "type: My::Type\nproperties:\n  old: {{type: string}}\n  new: {new}\ntranslation_rules: [{rules}]\n"
            );
            let loaded = load_schema(&Source::new("type.yaml", text));
            assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
            let schema = loaded.file.unwrap().schema;
            assert_eq!(replacement(&schema, None, "old"), expect, "{new} {rules}");
        }
        let text = "{type: string}";
        let replace = "{rule: replace, translation_path: [new], value_path: [old]}";
        check(text, replace, Some("new"));
        check(text, "", None);
        check(text, &format!("{replace}, {replace}"), None);
        check(text, "{rule: replace, translation_path: [new], value_path: [new]}", None);
        check("{type: integer}", replace, None);
        check(
            "{type: string, support_status: [{status: DEPRECATED, version: 5.0.0}, {version: 2.0.0}]}",
            replace,
            None,
        );
        let list = "{type: list, schema: {'*': {type: string}}}";
        check(list, "{rule: add, translation_path: [new], value_path: [old]}", None);
        check(
            text,
            "{rule: replace, translation_path: [new], value_path: [old], when: {property: old, in: [a]}}",
            None,
        );
        check(
            text,
            "{rule: replace, translation_path: [new], value_path: [old], custom_value_path: [a]}",
            None,
        );
    }

    #[test]
    fn what_to_use_instead_is_said() {
        fn check(status: &str, expect: &str) {
            let text = format!("type: My::Type\nsupport_status: [{status}, {{}}]\n");
            let loaded = load_schema(&Source::new("type.yaml", text));
            assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
            assert_eq!(instead(&loaded.file.unwrap().schema.support_status), expect);
        }
        check("{status: DEPRECATED, message: Use My::New.}", "Use My::New.");
        check("{status: DEPRECATED}", "use what its page in the reference names instead");
    }
}
