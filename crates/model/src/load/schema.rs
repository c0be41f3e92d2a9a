//! Reads a resource type.

use heat_yaml::Node;

use super::fields::{Fields, Reader};
use super::{group, property, service_rule, unique, validation_rule};
use crate::dependency::NeedsFirst;
use crate::resource_type::is_type_name;
use crate::{
    AcceptedFinding, Commands, EarlyReference, EmptyValue, Example, PageSection, ResourceType, RuleKind,
    TranslationRule, ValueDependency, When,
};

/// Keys of a schema file, in the order in which they are written.
pub const KEYS: [&str; 35] = [
    "type",
    "description",
    "support_status",
    "keywords",
    "default_client_name",
    "entity",
    "required_service_extension",
    "physical_resource_name_limit",
    "python_class",
    "always_replace_on_check_failed",
    "requires_deferred_auth",
    "strict_dependency",
    "no_signal_actions",
    "supports_snapshot_deletion",
    "any_property",
    "any_attribute",
    "has_show",
    "reference_before_creation",
    "get_resource",
    "commands",
    "properties",
    "sections",
    "properties_groups",
    "validation_rules",
    "translation_rules",
    "dependencies_by_value",
    "unique",
    "exclusive",
    "service_rules",
    "needs_first",
    "holds",
    "attributes",
    "update_policy",
    "examples",
    "accepted_findings",
];

/// Keys of a dependency by value.
const DEPENDENCY_KEYS: [&str; 8] =
    ["type", "property", "or_property", "equals", "or_equals", "of", "empty", "first_item"];

pub(super) fn read(reader: &mut Reader<'_>, root: &Node) -> Option<ResourceType> {
    let fields = reader.fields(root, "a schema", &KEYS)?;
    let name = if let Some(node) = fields.get("type") {
        reader.string(node, "`type`").inspect(|name| check_type_name(reader, node, name))
    } else {
        let help = Some("start with `type:`, the name of the resource type".to_owned());
        reader.error(
            "missing-key",
            fields.span,
            "a schema needs the name of its type",
            "missing `type`",
            help,
        );
        None
    };
    let mut schema = ResourceType::new(name.clone().unwrap_or_default());
    texts_and_flags(reader, &fields, &mut schema);
    if let Some(node) = fields.get("properties") {
        schema.properties = property::properties(reader, node, "`properties`");
    }
    if let Some(node) = fields.get("sections") {
        schema.sections = sections(reader, node);
    }
    if let Some(node) = fields.get("properties_groups") {
        schema.properties_groups = group::list(reader, node);
    }
    if let Some(node) = fields.get("validation_rules") {
        schema.validation_rules = validation_rule::list(reader, node);
    }
    if let Some(node) = fields.get("translation_rules") {
        schema.translation_rules = translation_rules(reader, node);
    }
    if let Some(node) = fields.get("dependencies_by_value") {
        schema.dependencies_by_value = reader.some_items(node, "`dependencies_by_value`", dependency);
    }
    if let Some(node) = fields.get("unique") {
        schema.unique = unique::list(reader, node);
    }
    if let Some(node) = fields.get("exclusive") {
        schema.exclusive = unique::holds(reader, node);
    }
    if let Some(node) = fields.get("service_rules") {
        schema.service_rules = service_rule::list(reader, node);
    }
    if let Some(node) = fields.get("needs_first") {
        schema.needs_first = reader.some_items(node, "`needs_first`", needs_first);
    }
    if let Some(node) = fields.get("holds") {
        schema.holds = unique::holdings(reader, node);
    }
    if let Some(node) = fields.get("attributes") {
        schema.attributes = property::attributes(reader, node);
    }
    if let Some(node) = fields.get("update_policy") {
        schema.update_policy = property::properties(reader, node, "`update_policy`");
    }
    if let Some(node) = fields.get("examples") {
        schema.examples = reader.items(node, "`examples`", example);
    }
    if let Some(node) = fields.get("accepted_findings") {
        schema.accepted_findings = reader.items(node, "`accepted_findings`", accepted_finding);
    }
    name.map(|_| schema)
}

/// Reports an invalid type name.
fn check_type_name(reader: &mut Reader<'_>, node: &Node, name: &str) {
    if !is_type_name(name) {
        let help = "write parts of letters, digits and `_`, joined by `::`, as in `My::Custom::Token`";
        reader.error(
            "invalid-value",
            node.span,
            format!("`{name}` is not a valid resource type name"),
            "invalid name",
            Some(help.to_owned()),
        );
    }
}

fn texts_and_flags(reader: &mut Reader<'_>, fields: &Fields<'_>, schema: &mut ResourceType) {
    schema.description = reader.description(fields.get("description"));
    schema.support_status = property::support_status(reader, fields.get("support_status"));
    if let Some(node) = fields.get("keywords") {
        schema.keywords = reader.strings(node, "`keywords`").unwrap_or_default();
    }
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    schema.default_client_name = text("default_client_name");
    schema.entity = text("entity");
    schema.required_service_extension = text("required_service_extension");
    schema.python_class = text("python_class");
    let mut flag = |key: &str, unset: bool| {
        fields.get(key).and_then(|node| reader.boolean(node, &format!("`{key}`"))).unwrap_or(unset)
    };
    schema.always_replace_on_check_failed = flag("always_replace_on_check_failed", true);
    schema.requires_deferred_auth = flag("requires_deferred_auth", false);
    schema.strict_dependency = flag("strict_dependency", true);
    schema.supports_snapshot_deletion = flag("supports_snapshot_deletion", false);
    schema.any_property = flag("any_property", false);
    schema.any_attribute = flag("any_attribute", false);
    if let Some(has_show) = fields.get("has_show").and_then(|node| reader.boolean(node, "`has_show`")) {
        schema.set_has_record(has_show);
    }
    if let Some(node) = fields.get("physical_resource_name_limit") {
        match node.value {
            heat_yaml::Value::Integer(limit) if u32::try_from(limit).is_ok_and(|limit| limit > 0) => {
                schema.physical_resource_name_limit = u32::try_from(limit).unwrap_or_default();
            }
            heat_yaml::Value::Integer(limit) => {
                let message =
                    format!("`physical_resource_name_limit` must be a positive integer, not {limit}");
                reader.error("invalid-type", node.span, message, "expected a positive integer", None);
            }
            _ => reader.wrong_kind(node, "`physical_resource_name_limit`", "a positive integer", None),
        }
    }
    schema.reference_before_creation = fields.get("reference_before_creation").and_then(|node| {
        let words = EarlyReference::ALL.map(EarlyReference::as_str);
        reader.word(node, "invalid-value", "a reference before creation", &words)
    });
    schema.get_resource = fields.get("get_resource").and_then(|node| reader.text(node, "`get_resource`"));
    schema.commands = fields.get("commands").and_then(|node| commands(reader, node)).unwrap_or_default();
    if let Some(node) = fields.get("no_signal_actions") {
        schema.no_signal_actions = reader.strings(node, "`no_signal_actions`").unwrap_or_default();
    }
}

fn commands(reader: &mut Reader<'_>, node: &Node) -> Option<Commands> {
    let fields = reader.fields(node, "`commands`", &["list", "show", "none"])?;
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`")));
    let (list, show, reason) = (text("list"), text("show"), text("none"));
    let has_commands = fields.get("list").is_some() || fields.get("show").is_some();
    match fields.get("none") {
        None if !has_commands => {
            let message = "`commands` must have `list`, `show` or `none`";
            reader.error("invalid-value", fields.span, message, "none here", None);
        }
        Some(node) if has_commands => {
            let message = "`none` is the reason why there are no commands, and there are some";
            let help = Some("remove `none`, or the commands".to_owned());
            reader.error("invalid-value", node.span, message, "why?", help);
        }
        _ => {}
    }
    Some(Commands { list, show, none: reason })
}

/// Reads the sections of a page. A property is in one of them, and their titles differ.
fn sections(reader: &mut Reader<'_>, node: &Node) -> Vec<PageSection> {
    let sections = reader.filled_items(node, "`sections`", page_section);
    reader.refuse_repeated_texts(node, "title", "the title of a section");
    reader.refuse_repeated_texts(node, "properties", "a property in `sections`");
    sections
}

fn page_section(reader: &mut Reader<'_>, node: &Node) -> Option<PageSection> {
    let fields = reader.fields(node, "a section", &["title", "properties"])?;
    reader.require(&fields, "a section", &["title", "properties"]);
    let title = fields.get("title").and_then(|node| reader.text(node, "`title`"));
    let properties = fields.get("properties").map(|node| {
        reader
            .filled_items(node, "`properties`", |reader, node| reader.string(node, "an item of `properties`"))
    });
    Some(PageSection { title: title?, properties: properties? })
}

fn example(reader: &mut Reader<'_>, node: &Node) -> Option<Example> {
    let fields = reader.fields(node, "an example", &["title", "template"])?;
    reader.require(&fields, "an example", &["title", "template"]);
    let (title, template) = (fields.get("title")?, fields.get("template")?);
    Some(Example {
        title: reader.string(title, "`title`")?,
        template: reader.string(template, "`template`")?,
    })
}

fn accepted_finding(reader: &mut Reader<'_>, node: &Node) -> Option<AcceptedFinding> {
    let fields = reader.fields(node, "an accepted finding", &["rule", "path", "reason"])?;
    reader.require(&fields, "an accepted finding", &["rule", "reason"]);
    let (rule, reason) = (fields.get("rule")?, fields.get("reason")?);
    Some(AcceptedFinding {
        rule: reader.string(rule, "`rule`")?,
        path: fields.get("path").and_then(|node| reader.string(node, "`path`")),
        reason: reader.string(reason, "`reason`")?,
    })
}

fn dependency(reader: &mut Reader<'_>, node: &Node) -> Option<ValueDependency> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "a dependency by value", &DEPENDENCY_KEYS)?;
    reader.require(&fields, "a dependency by value", &["type", "property", "equals"]);
    let mut path = |key: &str| fields.get(key).and_then(|node| reader.strings(node, &format!("`{key}`")));
    let (property, equals) = (path("property"), path("equals"));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    let mut dependency = ValueDependency::new(text("type")?, property?, equals?);
    dependency.or_property = text("or_property");
    dependency.or_equals = text("or_equals");
    dependency.of = text("of");
    let words = EmptyValue::ALL.map(EmptyValue::as_str);
    dependency.empty = fields
        .get("empty")
        .and_then(|node| reader.word(node, "invalid-value", "a treatment of empty values", &words));
    let first_item = fields.get("first_item").and_then(|node| reader.boolean(node, "`first_item`"));
    dependency.first_item = first_item.unwrap_or_default();
    // Without the missing part, it would be a different dependency.
    (reader.diagnostics.len() == errors_before).then_some(dependency)
}

const RULE_KEYS: [&str; 10] = [
    "rule",
    "translation_path",
    "value",
    "value_name",
    "value_path",
    "custom_value_path",
    "client_plugin",
    "finder",
    "entity",
    "when",
];

fn needs_first(reader: &mut Reader<'_>, node: &Node) -> Option<NeedsFirst> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "an entry of `needs_first`", &["type", "when", "reason", "message"])?;
    reader.require(&fields, "an entry of `needs_first`", &["type", "reason"]);
    let when = fields.get("when").map(|node| validation_rule::conditions(reader, node, "`when`"));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`")));
    let (resource_type, reason, message) = (text("type"), text("reason"), text("message"));
    let entry = NeedsFirst {
        resource_type: resource_type?,
        when: when.unwrap_or_default(),
        reason: reason?,
        message,
    };
    // Without the faulty part, it would be another need.
    (reader.diagnostics.len() == errors_before).then_some(entry)
}

fn translation_rules(reader: &mut Reader<'_>, node: &Node) -> Vec<TranslationRule> {
    reader.items(node, "`translation_rules`", translation_rule)
}

fn translation_rule(reader: &mut Reader<'_>, node: &Node) -> Option<TranslationRule> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "a translation rule", &RULE_KEYS)?;
    reader.require(&fields, "a translation rule", &["rule", "translation_path"]);
    let words = RuleKind::ALL.map(RuleKind::as_str);
    let kind =
        fields.get("rule").and_then(|node| reader.word(node, "invalid-value", "a translation rule", &words));
    let path = fields.get("translation_path").and_then(|node| reader.path(node, "`translation_path`"));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    let mut rule = TranslationRule::new(kind.unwrap_or(RuleKind::Delete), path.clone().unwrap_or_default());
    rule.value_name = text("value_name");
    rule.client_plugin = text("client_plugin");
    rule.finder = text("finder");
    rule.entity = text("entity");
    let mut path_of = |key: &str| fields.get(key).and_then(|node| reader.path(node, &format!("`{key}`")));
    rule.value_path = path_of("value_path");
    rule.custom_value_path = path_of("custom_value_path");
    rule.value = fields.get("value").map(|node| reader.value(node));
    rule.when = fields.get("when").and_then(|node| when(reader, node));
    // Without the missing part, it would be a different rule.
    (reader.diagnostics.len() == errors_before).then_some(rule)
}

/// Reads the condition that a property has one of some values.
fn when(reader: &mut Reader<'_>, node: &Node) -> Option<When> {
    let fields = reader.fields(node, "`when`", &["property", "in"])?;
    reader.require(&fields, "`when`", &["property"]);
    let property = fields.get("property")?;
    let values = fields.get("in").map_or(&[][..], |node| reader.list(node, "`in`"));
    let values = values.iter().map(|item| reader.value(item)).collect();
    Some(When { property: reader.string(property, "`property`")?, values })
}
